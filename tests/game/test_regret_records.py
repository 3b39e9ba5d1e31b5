"""A match at this computer in which a discard was taken back: gone on with after a crash, verified, and seen again."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.app import offscreen_services
from game.commands import replay
from game.newmatch import NewMatch, RunningMatch, resume_match, start_match
from game.records.recorded import read_recorded
from game.records.tape import Tape
from game.scenes.replay import ReplayScene
from net.entrants import Entrant
from net.host import Host
from net.journal import read_journal
from net.timers import CONSENT, Timers
from rules.commands import Discard
from rules.match import default_length
from rules.rerun import rerun
from rules.seats import Seat
from rules.variants import all_variants, variant
from tests.helpers.tables import NAMES, SEED, Clock, preferences

TIMERS = Timers(consent=CONSENT)
FIRST, *_ = all_variants()


def host_of(running: RunningMatch) -> Host:
    return running.link._host


def discard(running: RunningMatch) -> Seat:
    """Whoever is asked plays on until somebody has discarded; his seat."""
    host = host_of(running)
    while True:
        opened = next(iter(host.open_prompts))
        options = opened.ask.options
        thrown = next((i for i, option in enumerate(options) if isinstance(option, Discard)), None)
        index = options.index(opened.ask.default) if thrown is None else thrown
        assert host.answer(opened.ask.seat, opened.prompt_id, index, 0.0)
        if thrown is not None:
            return opened.ask.seat


def regret(running: RunningMatch, seat: Seat) -> None:
    running.link.take_back(seat, 0.0)
    question = host_of(running).taking_back.question
    assert question is not None
    for other in question.others:
        running.link.consent(other, question.id, True, 0.0)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """The journal of four people, one of whom has taken a discard back, as a crash leaves it."""
    a, b, c, d = map(Entrant, NAMES)
    new = NewMatch(FIRST, (), default_length(variant(FIRST)), (a, b, c, d))
    running = start_match(new, TIMERS, tmp_path, 0.0, SEED)
    for _ in range(5):
        discard(running)
    regret(running, discard(running))
    running.journal._file.close()
    return running.journal.path


def test_it_goes_on_at_the_same_moment_and_is_verified(played: Path) -> None:
    before = read_journal(played).unfinished
    running = resume_match(played, TIMERS, 0.0)
    host = host_of(running)
    assert host.round is not None
    assert tuple(host.round.log) == before
    assert host.taking_back.again == 1
    seat = discard(running)
    assert running.link.may_take_back(seat), "people who share a screen have seen no new tile"
    regret(running, seat)
    assert host.taking_back.again == 2
    discard(running)
    running.close()
    hand = read_journal(played).unfinished
    assert hand == tuple(host.round.log)
    assert rerun(host.match.rules, hand).log == list(hand)
    assert replay.run([str(played), "--verify"]) == 0


def test_a_replay_shows_the_hand_as_it_counts_and_its_log_tells_of_it(played: Path) -> None:
    running = resume_match(played, TIMERS, 0.0)
    discard(running)
    running.close()
    recorded = read_recorded(played, NAMES[0])
    (hand,) = recorded.hands
    ((count, seat),) = hand.taken_back
    services = offscreen_services((1280, 720), preferences(language="en"), Clock())
    scene = ReplayScene(services, recorded, 0)
    tape = Tape(hand, None)
    lines = tape.lines(scene.view.words)
    place = next(n for n, (_, text) in enumerate(lines) if text == f"{NAMES[seat]} has taken the discard back")
    assert lines == sorted(lines, key=lambda line: line[0])
    assert tape.stops[lines[place][0]] <= count
    assert f"{NAMES[seat]} discards" in lines[place + 1][1]
