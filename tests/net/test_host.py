"""The host by messages alone: prompts, answers, time, what each viewer is told. No sockets, no clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from net.entrants import Entrant, UnknownLevel
from net.host import Host
from net.link import LocalLink
from net.messages import AutoCause, AutoChanged, Message, News, Prompt, PromptClosed, Standing
from net.recording import Recording
from net.timers import Timers
from rules.bots import LEVELS, Chooser, efficient, seeded_chooser
from rules.commands import Command, Discard
from rules.events import Answered, Ask, Cause, Event, RoundEnded
from rules.evolve import evolve
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.ruleset import Ruleset
from rules.seats import SEATS, Seat
from rules.state import RoundState
from rules.variants import variant

PERSON = Entrant("竹影")
BOTS = tuple(Entrant(name, "efficient") for name in ("小满", "梅娘", "陈伯"))


def host_of(entrants: Sequence[Entrant] = (PERSON, *BOTS), hands: int = 1, **timers: Any) -> tuple[Host, list[Event]]:
    written: list[Event] = []
    settings = MatchSettings("sichuan", (), Length(LengthUnit.HANDS, hands), b"a host for tests")
    match = Match(settings, variant("sichuan"))
    return Host(match, entrants, Timers(**timers), seeded_chooser(b"host", 1), written.extend), written


def prompts(messages: Sequence[Message]) -> list[Prompt]:
    return [message for message in messages if isinstance(message, Prompt)]


def play_on(host: Host, link: LocalLink, now: float = 0.0) -> list[Message]:
    """Answer every prompt with its default until the hand is over."""
    seen: list[Message] = []
    for _ in range(2000):
        messages = link.poll(now)
        seen += messages
        for prompt in prompts(messages):
            link.answer(prompt.seat, prompt.id, prompt.ask.options.index(prompt.ask.default), now)
        if host.round is not None and host.round.over:
            return seen + link.poll(now)
    raise AssertionError("the hand does not end")


def test_four_bots_play_a_whole_match() -> None:
    host, written = host_of([Entrant("a", "efficient"), *BOTS], hands=3)
    host.start(0.0)
    for second in range(10):
        host.tick(float(second))
    assert host.over
    assert sum(isinstance(event, RoundEnded) for event in written) == 3
    assert sum(host.match.totals) == 0


def test_bots_at_a_table_get_no_more_than_their_seats_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Seat] = []

    def watching(view: RoundState, rules: Ruleset, ask: Ask, choose: Chooser) -> Command:
        assert view == view.masked(ask.seat)
        asked.append(ask.seat)
        return efficient(view, rules, ask, choose)

    monkeypatch.setitem(LEVELS, "efficient", watching)
    host, _ = host_of([Entrant("a", "efficient"), *BOTS])
    host.start(0.0)
    host.tick(1.0)
    assert host.over
    assert {*asked} == {*SEATS}


def test_a_viewer_folds_what_it_is_told_into_its_view() -> None:
    host, _ = host_of()
    link = LocalLink(host, (0,))
    host.start(0.0)
    view = RoundState()
    for message in play_on(host, link):
        if isinstance(message, News):
            for event in message.events:
                evolve(view, event)
    assert host.round is not None
    assert view == host.round.state.masked(0)


def test_a_seat_gets_a_stream_without_gaps() -> None:
    host, _ = host_of()
    link = LocalLink(host, (0,))
    host.start(0.0)
    expected = 0
    for message in play_on(host, link):
        if isinstance(message, News):
            assert message.first == expected
            expected += len(message.events)


def test_an_answer_names_a_prompt_and_an_option() -> None:
    host, _ = host_of([PERSON] * 4)
    link = LocalLink(host, SEATS)
    host.start(0.0)
    (prompt,) = prompts(link.poll(0.0))
    other = (prompt.seat + 1) % 4
    assert not link.answer(other, prompt.id, 0, 0.0), "somebody else's prompt"
    assert not link.answer(prompt.seat, prompt.id + 1, 0, 0.0), "an unknown prompt"
    assert not link.answer(prompt.seat, prompt.id, len(prompt.ask.options), 0.0), "no such option"
    assert not link.answer(prompt.seat, prompt.id, -1, 0.0)
    assert link.answer(prompt.seat, prompt.id, 0, 0.0)
    assert not link.answer(prompt.seat, prompt.id, 0, 0.0), "the same answer again"


def test_an_answered_prompt_is_closed() -> None:
    host, _ = host_of([PERSON] * 4)
    link = LocalLink(host, SEATS)
    host.start(0.0)
    (prompt,) = prompts(link.poll(0.0))
    link.answer(prompt.seat, prompt.id, 0, 0.0)
    assert PromptClosed(prompt.id, prompt.seat) in link.poll(0.0)


def test_a_turn_times_out_to_the_default() -> None:
    host, written = host_of([PERSON] * 4, turn=10.0, claim=5.0)
    link = LocalLink(host, SEATS)
    host.start(0.0)
    (prompt,) = prompts(link.poll(4.0))
    assert prompt.limit == 10.0
    assert prompt.seconds == 6.0
    assert host.next_due() == 10.0
    link.poll(9.9)
    assert not any(isinstance(event, Answered) for event in written)
    link.poll(10.0)
    assert Answered(prompt.seat, prompt.ask.id, prompt.ask.default, Cause.TIMEOUT) in written


def test_two_time_outs_in_a_row_put_the_seat_on_auto_and_any_answer_ends_it() -> None:
    host, _ = host_of(turn=10.0, claim=5.0, pace=0.1)
    link = LocalLink(host, (0,))
    host.start(0.0)
    now = 0.0
    told: list[Message] = []
    while not any(isinstance(m, AutoChanged) for m in told):
        now = host.next_due() or now
        told += link.poll(now)
    assert AutoChanged(0, AutoCause.TIMEOUTS) in told
    while not (opened := prompts(link.poll(now))):
        due = host.next_due()
        assert due is not None
        now = due
    assert link.answer(0, opened[-1].id, 0, now)
    assert AutoChanged(0, AutoCause.OFF) in link.poll(now)


def test_a_pause_stops_every_clock() -> None:
    host, written = host_of([PERSON] * 4, turn=10.0)
    link = LocalLink(host, SEATS)
    host.start(0.0)
    link.pause(True, 4.0)
    link.poll(500.0)
    assert not any(isinstance(event, Answered) for event in written)
    assert host.next_due() is None
    link.pause(False, 1000.0)
    assert host.next_due() == 1006.0


def test_bots_keep_their_pace() -> None:
    host, written = host_of([Entrant("a", "uniform"), *BOTS], pace=0.9)
    host.start(0.0)
    host.tick(0.5)
    assert not any(isinstance(event, Answered) for event in written)
    host.tick(0.9)
    assert sum(isinstance(event, Answered) for event in written) == 1


def test_auto_win_discards_what_it_draws() -> None:
    host, written = host_of([PERSON] * 4)
    link = LocalLink(host, SEATS)
    host.start(0.0)
    (prompt,) = prompts(link.poll(0.0))
    link.set_auto(prompt.seat, True, 0.0)
    link.poll(0.0)
    answered = next(event for event in written if isinstance(event, Answered))
    assert isinstance(answered.command, Discard)
    assert answered.command == prompt.ask.default


def test_the_next_hand_waits_for_persons_and_then_starts() -> None:
    host, _ = host_of(hands=2)
    link = LocalLink(host, (0,))
    host.start(0.0)
    standing = [m for m in play_on(host, link) if isinstance(m, Standing)]
    assert standing[-1].hands == 1
    assert standing[-1].ready == (False, True, True, True)
    link.poll(1000.0)
    assert host.match.hands == 1
    link.ready(0, 1000.0)
    assert any(isinstance(m, News) and m.hand == 2 for m in link.poll(1000.0))


def test_events_are_written_before_they_are_told() -> None:
    host, written = host_of()
    link = LocalLink(host, (0,))

    def check(events: Sequence[Event]) -> None:
        told = sum(len(m.events) for m in host.outbox(0, 0.0) if isinstance(m, News))
        assert told <= len(written)
        written.extend(events)

    host.recording = Recording(check)
    host.start(0.0)
    play_on(host, link)
    assert host.round is not None
    assert written == host.round.log


def test_a_table_resumes_at_the_same_event() -> None:
    host, written = host_of()
    link = LocalLink(host, (0,))
    host.start(0.0)
    play_on(host, link)
    for cut in range(4, len(written), 61):
        again, fresh = host_of()
        again.resume(written[:cut], 0.0)
        assert again.round is not None
        assert written[:cut] + fresh == again.round.log
        assert again.round.log == written[: len(again.round.log)] or cut < len(again.round.log)


def test_a_player_is_told_from_his_new_seat_after_the_seats_changed() -> None:
    settings = MatchSettings("lishui", (), Length(LengthUnit.ROUNDS, 8), b"match of tests")
    match = Match(settings, variant("lishui"))
    match.players = [2, 0, 3, 1]
    host = Host(match, (PERSON, *BOTS), Timers(), seeded_chooser(b"host", 1), lambda events: None)
    link = LocalLink(host, (0,))
    host.start(0.0)
    assert link.seats == (1,)
    seen = play_on(host, link)
    assert {m.viewer for m in seen if isinstance(m, News)} == {1}
    assert {prompt.seat for prompt in prompts(seen)} == {1}


def test_who_comes_in_the_middle_of_a_later_hand_is_told_how_the_match_stands() -> None:
    host, _ = host_of(hands=2)
    link = LocalLink(host, (0,))
    host.start(0.0)
    play_on(host, link)
    link.ready(0, 0.0)
    again = LocalLink(host, (0,))
    standing = [message for message in again.poll(0.0) if isinstance(message, Standing)]
    assert [(told.hands, told.totals) for told in standing] == [(1, tuple(host.match.totals))]


def test_an_unknown_bot_level_is_refused() -> None:
    with pytest.raises(UnknownLevel, match="wizard"):
        host_of([Entrant("a", "wizard"), *BOTS])
