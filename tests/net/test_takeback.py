"""Taking a discard back at a table of bots: the hand stands as before, in memory, in the journal and on the screen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from net.host import Host
from net.journal import Journal, read_journal
from net.keepers import Keeper, Timers
from net.link import LocalLink
from net.messages import News
from net.recording import Recorder
from net.takeback import may_take_back, take_back
from rules.commands import Discard
from rules.events import AskKind, Event, RoundStarted
from rules.evolve import fold
from rules.match import Match, MatchSettings, default_length
from rules.rerun import rerun
from rules.variants import all_variants, variant

PACE = 1.0
PERSON = Keeper("竹影")
BOTS = tuple(Keeper(name, "efficient") for name in ("小满", "梅娘", "陈伯"))
SETTINGS = MatchSettings("lishui", (), default_length(variant("lishui")), b"0123456789abcdef")


def a_table(recorder: Recorder, key: str = "lishui", keepers: Sequence[Keeper] = (PERSON, *BOTS)) -> Host:
    match = Match(MatchSettings(key, (), default_length(variant(key)), b"0123456789abcdef"), variant(key))
    host = Host(match, keepers, Timers(pace=PACE), random.Random(1).randrange, recorder)
    host.attach(0)
    host.start(0.0)
    return host


def discard(host: Host, now: float) -> float:
    """Let time pass until a person is to discard, and discard; the time then. Nothing when the hand ends before."""
    while True:
        now += 0.1
        host.tick(now)
        if host.round is None or host.round.over:
            return now
        opened = next((o for o in host.open_prompts if o.bot is None), None)
        if opened is None:
            continue
        options = opened.ask.options
        index = next((i for i, option in enumerate(options) if isinstance(option, Discard)), None)
        if opened.ask.kind is AskKind.TURN and index is not None:
            assert host.answer(opened.ask.seat, opened.prompt_id, index, now)
            return now
        host.answer(opened.ask.seat, opened.prompt_id, options.index(opened.ask.default), now)


@pytest.mark.parametrize("key", list(all_variants()))
def test_the_hand_stands_as_before(key: str) -> None:
    host = a_table(lambda events: None, key)
    now = discard(host, 0.0)
    assert host.round is not None
    seat = host.seat_of(0)
    thrown = fold(host.round.log)
    assert may_take_back(host, seat)
    host.outbox(0, now)
    assert take_back(host, seat, now)
    assert host.round.asks[seat].kind is AskKind.TURN
    assert len(host.round.state.seats[seat].river) == len(thrown.seats[seat].river) - 1
    told = [m for m in host.outbox(0, now) if isinstance(m, News)]
    assert told[0].first == 0
    assert isinstance(told[0].events[0], RoundStarted)
    assert fold(e for m in told for e in m.events) == host.round.state.masked(seat)
    assert not may_take_back(host, seat)
    discard(host, now)


def test_it_is_too_late_when_a_bot_has_discarded() -> None:
    host = a_table(lambda events: None)
    now, seat = discard(host, 0.0), host.seat_of(0)
    assert host.round is not None
    while may_take_back(host, seat):
        now += 0.1
        host.tick(now)
    log = list(host.round.log)
    assert not take_back(host, seat, now)
    assert host.round.log == log


def test_nobody_takes_back_from_other_people() -> None:
    host = a_table(lambda events: None, keepers=(PERSON, Keeper("小满"), *BOTS[1:]))
    found = set()
    now = 0.0
    for _ in range(30):
        now = discard(host, now)
        assert host.round is not None
        if host.round.over:
            break
        seat = host.seat_of(0)
        following = host.round.state.turn
        found.add((following == host.seat_of(1), may_take_back(host, seat)))
    assert (True, False) in found
    assert (True, True) not in found


def test_the_journal_tells_the_hand_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "match.sifang", SETTINGS, (PERSON, *BOTS))
    host = a_table(journal)
    now = discard(host, 0.0)
    assert take_back(host, host.seat_of(0), now)
    record = read_journal(journal.path)
    assert host.round is not None
    assert [list(hand) for hand in record.hands] == [host.round.log]
    now = discard(host, now)
    journal.sync()
    assert list(read_journal(journal.path).unfinished) == host.round.log
    assert rerun(host.match.rules, read_journal(journal.path).unfinished).log == host.round.log
    journal.close()


def test_a_full_disk_changes_nothing() -> None:
    full = False

    def recorder(events: Sequence[Event]) -> None:
        if full:
            raise OSError("no space left")

    host = a_table(recorder)
    now, seat = discard(host, 0.0), host.seat_of(0)
    assert host.round is not None
    log, count = list(host.round.log), host.recording.count
    full = True
    assert not take_back(host, seat, now)
    assert (host.round.log, host.recording.count, host.recording.refused) == (log, count, False)
    full = False
    assert take_back(host, seat, now)


def test_a_link_may_and_a_paused_table_may_not() -> None:
    host = a_table(lambda events: None)
    link = LocalLink(host, [0])
    now = discard(host, 0.0)
    seat = link.seats[0]
    link.pause(True, now)
    assert not link.may_take_back(seat)
    link.pause(False, now)
    assert link.may_take_back(seat)
    assert link.take_back(seat, now)
