"""Taking a discard back: the hand stands as before, in memory, in the journal and on the screen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from net.entrants import Entrant
from net.host import Host
from net.journal import Journal, read_journal
from net.link import LocalLink
from net.messages import (
    AutoCause,
    AutoChanged,
    Message,
    News,
    Prompt,
    PromptClosed,
    Regret,
    TakeBackAsked,
    TakeBackOver,
)  # fmt: skip
from net.recording import TAKE_BACK, Recorder
from net.takeback import REGRET
from net.timers import CONSENT, Timers
from rules.commands import PASS, Discard
from rules.events import AskKind, Event, RoundStarted
from rules.evolve import fold
from rules.match import Match, MatchSettings, default_length
from rules.rerun import rerun
from rules.seats import SEATS
from rules.variants import all_variants, variant
from tests.net.world import MemoryBook

PACE = 1.0
WINDOW = (0.4, 0.7)
PERSON = Entrant("竹影")
PEOPLE = (PERSON, Entrant("小满"), Entrant("梅娘"), Entrant("陈伯"))
BOTS = tuple(Entrant(name, "efficient") for name in ("小满", "梅娘", "陈伯"))
ALONE = Timers(pace=PACE)
FRIENDS = Timers(pace=PACE, window=WINDOW, consent=CONSENT, turn=20.0, claim=10.0)
SETTINGS = MatchSettings("lishui", (), default_length(variant("lishui")), b"0123456789abcdef")


def a_table(
    recorder: Recorder, key: str = "lishui", entrants: Sequence[Entrant] = (PERSON, *BOTS),
    timers: Timers = ALONE,
) -> Host:  # fmt: skip
    match = Match(MatchSettings(key, (), default_length(variant(key)), b"0123456789abcdef"), variant(key))
    host = Host(match, entrants, timers, random.Random(1).randrange, recorder)
    for player in SEATS:
        host.attach(player)
    host.start(0.0)
    return host


def discard(host: Host, now: float, player: int = 0) -> float:
    """Let time pass until this player has discarded; the time then. Others do the usual; nothing when the hand ends."""
    while True:
        now += 0.1
        host.tick(now)
        if host.round is None or host.round.over:
            return now
        opened = next((o for o in host.open_prompts if o.bot is None), None)
        if opened is None:
            continue
        options, seat = opened.ask.options, opened.ask.seat
        index = next((i for i, option in enumerate(options) if isinstance(option, Discard)), None)
        if opened.ask.kind is AskKind.TURN and index is not None:
            assert host.answer(seat, opened.prompt_id, index, now)
            if seat == host.seat_of(player):
                return now
        else:
            host.answer(seat, opened.prompt_id, options.index(opened.ask.default), now)


def told(host: Host, now: float) -> dict[int, list[Message]]:
    """What every player is told now."""
    return {player: host.outbox(player, now) for player in SEATS}


def friends(recorder: Recorder | None = None, key: str = "lishui", timers: Timers = FRIENDS) -> tuple[Host, float]:
    """Four people at a LAN table, and the moment in which player 0 has discarded."""
    host = a_table(recorder or MemoryBook(), key, PEOPLE, timers)
    now = discard(host, 0.0)
    told(host, now)
    return host, now


def asked(host: Host, now: float) -> TakeBackAsked:
    """Player 0 asks; the question."""
    host.taking_back.want(host.seat_of(0), now)
    question = host.taking_back.question
    assert question is not None
    return question.told


def ends(host: Host, now: float) -> list[TakeBackOver]:
    """What everybody is told of the end of a question: the same."""
    heard = [[m for m in messages if isinstance(m, TakeBackOver)] for messages in told(host, now).values()]
    assert heard == [heard[0]] * len(SEATS)
    return heard[0]


# ---- against bots: at once ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(all_variants()))
def test_the_hand_stands_as_before(key: str) -> None:
    host = a_table(MemoryBook(), key)
    now = discard(host, 0.0)
    assert host.round is not None
    seat = host.seat_of(0)
    thrown = fold(host.round.log)
    assert host.taking_back.may(seat)
    host.outbox(0, now)
    host.taking_back.want(seat, now)
    assert host.round.asks[seat].kind is AskKind.TURN
    assert len(host.round.state.seats[seat].river) == len(thrown.seats[seat].river) - 1
    heard = host.outbox(0, now)
    assert TakeBackOver(seat, Regret.TAKEN) in heard
    news = [m for m in heard if isinstance(m, News)]
    assert (news[0].first, news[0].again) == (0, 1)
    assert isinstance(news[0].events[0], RoundStarted)
    assert fold(e for m in news for e in m.events) == host.round.state.masked(seat)
    assert not host.taking_back.may(seat)
    discard(host, now)


def test_it_is_too_late_when_a_bot_has_discarded() -> None:
    host = a_table(lambda events: None)
    now, seat = discard(host, 0.0), host.seat_of(0)
    assert host.round is not None
    while host.taking_back.may(seat):
        now += 0.1
        host.tick(now)
    log = list(host.round.log)
    host.outbox(0, now)
    host.taking_back.want(seat, now)
    assert host.outbox(0, now) == [TakeBackOver(seat, Regret.LATE)]
    assert host.round.log == log


def test_the_journal_tells_the_hand_and_what_became_of_it(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "match.sifang", SETTINGS, (PERSON, *BOTS))
    host = a_table(journal)
    now = discard(host, 0.0)
    host.taking_back.want(host.seat_of(0), now)
    record = read_journal(journal.path)
    assert host.round is not None
    assert [list(hand) for hand in record.hands] == [host.round.log]
    assert [(note["n"], note["taken"]) for note in record.notes] == [(TAKE_BACK, True)]
    discard(host, now)
    journal.sync()
    assert list(read_journal(journal.path).unfinished) == host.round.log
    assert rerun(host.match.rules, read_journal(journal.path).unfinished).log == host.round.log
    journal.close()


class FullDisk(MemoryBook):
    """A book that can be made to refuse."""

    full = False

    def __call__(self, events: Sequence[Event]) -> None:
        if self.full:
            raise OSError("no space left")
        super().__call__(events)

    def note(self, kind: str, sync: bool = True, **data: object) -> None:
        if self.full:
            raise OSError("no space left")
        super().note(kind, sync, **data)


def test_a_full_disk_changes_nothing() -> None:
    book = FullDisk()
    host = a_table(book)
    now, seat = discard(host, 0.0), host.seat_of(0)
    assert host.round is not None
    log, count = list(host.round.log), host.recording.count
    host.outbox(0, now)
    book.full = True
    host.taking_back.want(seat, now)
    assert host.outbox(0, now) == [TakeBackOver(seat, Regret.STOPPED)]
    assert (host.round.log, host.recording.count, host.recording.refused) == (log, count, False)
    book.full = False
    host.taking_back.want(seat, now)
    assert host.round.asks[seat].kind is AskKind.TURN


def test_a_link_may_and_a_paused_table_may_not() -> None:
    host = a_table(lambda events: None)
    link = LocalLink(host, [0])
    now = discard(host, 0.0)
    seat = link.seats[0]
    link.pause(True, now)
    assert not link.may_take_back(seat)
    link.pause(False, now)
    assert link.may_take_back(seat)
    link.take_back(seat, now)
    assert host.round is not None
    assert seat in host.round.asks


# ---- with other people: all must agree ------------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(all_variants()))
def test_when_all_agree_the_hand_stands_as_before_for_everybody(key: str) -> None:
    book = MemoryBook()
    host, now = friends(book, key)
    question = asked(host, now)
    assert host.round is not None
    assert question.seconds == pytest.approx(CONSENT)
    assert sorted((question.seat, *question.others)) == list(SEATS)
    for seat in question.others:
        assert host.taking_back.question is not None
        assert host.taking_back.consent(seat, question.id, True, now + 1.0)
    heard = told(host, now + 1.0)
    for player in SEATS:
        seat = host.seat_of(player)
        assert TakeBackOver(question.seat, Regret.TAKEN) in heard[player]
        news = [m for m in heard[player] if isinstance(m, News) and m.again == 1]
        assert news[0].first == 0
        assert fold(e for m in news for e in m.events) == host.round.state.masked(seat)
    assert host.round.asks[question.seat].kind is AskKind.TURN
    assert book.events == host.round.log
    assert book.notes[-1] == {
        "n": TAKE_BACK, "hand": 1, "seat": question.seat, "at": len(host.round.log), "agreed": list(question.others),
        "taken": True,
    }  # fmt: skip
    discard(host, now + 1.0)
    assert book.events == host.round.log


def test_everybody_is_asked_and_nothing_happens_meanwhile() -> None:
    host, now = friends()
    assert host.round is not None
    question, log, until = asked(host, now), list(host.round.log), host.window.until
    assert list(told(host, now).values()) == [[question]] * 4
    now += CONSENT - 0.1
    host.tick(now)
    assert host.round.log == log
    assert host.next_due() == pytest.approx(now + 0.1)
    assert told(host, now) == {player: [] for player in SEATS}
    assert host.window.until == until


def test_silence_means_no_and_the_clocks_go_on_where_they_stood() -> None:
    host, now = friends()
    assert host.round is not None
    question, log, until = asked(host, now), list(host.round.log), host.window.until
    assert until is not None
    dues = [opened.due for opened in host.open_prompts]
    for seat in question.others[1:]:
        host.taking_back.consent(seat, question.id, True, now)
    told(host, now)
    host.tick(now + CONSENT)
    assert ends(host, now + CONSENT) == [TakeBackOver(question.seat, Regret.SILENT)]
    assert host.round.log == log
    assert host.window.until == until + CONSENT
    assert [o.due for o in host.open_prompts] == [None if due is None else due + CONSENT for due in dues]


def test_one_no_ends_it_and_says_whose() -> None:
    host, now = friends()
    question, until = asked(host, now), host.window.until
    told(host, now)
    assert until is not None
    assert host.taking_back.consent(question.others[1], question.id, False, now + 2.0)
    assert ends(host, now + 2.0) == [TakeBackOver(question.seat, Regret.REFUSED, question.others[1])]
    assert host.window.until == until + 2.0
    assert not host.taking_back.consent(question.others[0], question.id, True, now + 2.0), "it is over"


def test_whoever_asks_may_think_better_of_it_but_not_agree_with_himself() -> None:
    host, now = friends()
    question = asked(host, now)
    told(host, now)
    assert not host.taking_back.consent(question.seat, question.id, True, now)
    assert host.taking_back.consent(question.seat, question.id, False, now)
    assert ends(host, now) == [TakeBackOver(question.seat, Regret.REFUSED, question.seat)]


def test_a_discard_is_asked_about_once() -> None:
    host, now = friends()
    question = asked(host, now)
    host.taking_back.want(question.seat, now)
    host.taking_back.consent(question.others[0], question.id, False, now)
    told(host, now)
    assert not host.taking_back.may(question.seat)
    host.taking_back.want(question.seat, now)
    heard = told(host, now)
    assert heard.pop(0) == [TakeBackOver(question.seat, Regret.ASKED)]
    assert not any(heard.values()), "that concerns nobody else"
    assert host.taking_back.question is None


def test_an_answer_to_an_older_question_does_not_count() -> None:
    host, now = friends()
    question = asked(host, now)
    for seat in question.others:
        host.taking_back.consent(seat, question.id, True, now)
    now = discard(host, now)
    again = asked(host, now)
    assert again.id != question.id
    assert not host.taking_back.consent(question.others[0], question.id, True, now)
    assert host.taking_back.question is not None
    assert host.taking_back.question.silent == set(again.others)


def test_when_the_next_one_has_drawn_for_all_to_see_it_is_too_late() -> None:
    host, now = friends()
    assert host.round is not None
    seat = host.seat_of(0)
    while not any(o.ask.kind is AskKind.TURN for o in host.open_prompts):
        assert host.taking_back.may(seat), "the next one has drawn, and nobody knows it yet"
        now += 0.1
        host.tick(now)
        for opened in list(host.open_prompts):
            if opened.ask.kind is AskKind.CLAIM:
                host.answer(opened.ask.seat, opened.prompt_id, opened.ask.options.index(PASS), now)
    told(host, now)
    log = list(host.round.log)
    assert not host.taking_back.may(seat)
    host.taking_back.want(seat, now)
    assert told(host, now)[0] == [TakeBackOver(seat, Regret.LATE)]
    assert host.round.log == log


def test_nobody_answers_a_prompt_while_all_are_asked_and_no_answer_fits_afterwards() -> None:
    """Also the ids of prompts are others than before: a late answer never meets another question."""
    host, now = friends()
    for _ in range(40):
        claims = [o for o in host.open_prompts if o.ask.kind is AskKind.CLAIM]
        if claims:
            break
        now = discard(host, now)
        told(host, now)
    opened = claims[0]
    question = asked(host, now)
    assert not host.answer(opened.ask.seat, opened.prompt_id, 0, now)
    told(host, now)
    for seat in question.others:
        host.taking_back.consent(seat, question.id, True, now)
    player = host.match.players[opened.ask.seat]
    assert PromptClosed(opened.prompt_id, opened.ask.seat) in told(host, now)[player]
    turn = next(iter(host.open_prompts))
    assert turn.ask.seat == question.seat
    index = next(i for i, option in enumerate(turn.ask.options) if isinstance(option, Discard))
    host.answer(turn.ask.seat, turn.prompt_id, index, now)
    assert opened.prompt_id not in {o.prompt_id for o in host.open_prompts}


def test_a_call_that_nobody_has_heard_is_undone_only_if_its_caller_agrees() -> None:
    host, now = friends()
    for _ in range(40):
        calls = [(o, i) for o in host.open_prompts for i, c in enumerate(o.ask.options) if c is not PASS]
        calls = [(o, i) for o, i in calls if o.ask.kind is AskKind.CLAIM]
        if calls:
            break
        now = discard(host, now)
        told(host, now)
    opened, index = calls[0]
    caller, seat = opened.ask.seat, host.seat_of(0)
    assert host.answer(caller, opened.prompt_id, index, now)
    told(host, now)
    assert host.taking_back.may(seat), "it would tell that somebody has called"
    question = asked(host, now)
    assert caller in question.others
    host.taking_back.consent(caller, question.id, False, now)
    assert host.round is not None
    now += 2.0
    host.tick(now)
    assert not host.taking_back.may(seat)
    assert any(m.seat == caller for m in told(host, now)[host.match.players[caller]] if isinstance(m, Prompt))


@pytest.mark.parametrize("change", ["pause", "leave", "stand_in"])
def test_when_the_table_changes_nobody_is_asked_any_more(change: str) -> None:
    host, now = friends()
    question, until = asked(host, now), host.window.until
    told(host, now)
    assert until is not None
    {
        "pause": lambda: host.pause(now + 1.0),
        "leave": lambda: host.leave(question.others[0], now + 1.0),
        "stand_in": lambda: host.stand_in(host.match.players[question.others[0]], now + 1.0),
    }[change]()
    assert ends(host, now + 1.0)[:1] == [TakeBackOver(question.seat, Regret.STOPPED)]
    assert host.window.until == until + 1.0


def test_bots_and_whoever_a_bot_plays_for_are_not_asked() -> None:
    host = a_table(MemoryBook(), entrants=(*PEOPLE[:3], BOTS[0]), timers=FRIENDS)
    host.stand_in(2, 0.0)
    now = discard(host, 0.0)
    assert asked(host, now).others == (host.seat_of(1),)


def test_where_it_is_not_played_nobody_is_asked() -> None:
    host, now = friends(timers=Timers(pace=PACE, window=WINDOW))
    seat = host.seat_of(0)
    assert not host.taking_back.may(seat)
    host.taking_back.want(seat, now)
    assert told(host, now)[0][-1] == TakeBackOver(seat, Regret.OFF)
    assert Timers(consent=CONSENT).with_fixed_window(3.0).consent is None, "at a tournament what lies, lies"


def test_who_comes_back_meanwhile_is_told_with_the_time_that_is_left() -> None:
    host, now = friends()
    question = asked(host, now)
    told(host, now)
    host.attach(2)
    heard = [m for m in host.outbox(2, now + 3.0) if isinstance(m, TakeBackAsked)]
    assert [m.id for m in heard] == [question.id]
    assert heard[0].seconds == pytest.approx(CONSENT - 3.0)


@pytest.mark.parametrize("agree", [True, False])
def test_a_restart_in_the_middle(tmp_path: Path, agree: bool) -> None:
    """Killed while all are asked: nothing has changed. Killed after the end: it stands as it ended, asked once."""
    journal = Journal(tmp_path / "match.sifang", SETTINGS, PEOPLE)
    host, now = friends(journal)
    question = asked(host, now)
    assert host.round is not None
    assert read_journal(journal.path).unfinished == tuple(host.round.log)
    for seat in question.others:
        host.taking_back.consent(seat, question.id, agree, now)
    record = read_journal(journal.path)
    again = Host(Match(SETTINGS, variant("lishui")), PEOPLE, FRIENDS, random.Random(1).randrange, journal)
    again.taking_back.recall(record.unfinished, record.notes)
    again.resume(record.unfinished, now)
    assert again.round is not None
    assert again.round.log == host.round.log
    assert again.taking_back.again == agree
    assert {o.prompt_id for o in host.open_prompts} <= {o.prompt_id for o in again.open_prompts}
    assert (again.round.asks.get(question.seat) is not None) == agree
    assert not again.taking_back.may(question.seat)
    journal.close()


def test_people_have_time_to_see_a_slip_and_bots_need_none() -> None:
    host, now = friends()
    assert host.window.until == pytest.approx(now + REGRET)
    quick = a_table(MemoryBook(), entrants=PEOPLE, timers=Timers(pace=PACE, window=WINDOW))
    now = discard(quick, 0.0)
    assert quick.window.until is not None
    assert quick.window.until - now <= WINDOW[1]
    bots = a_table(MemoryBook(), entrants=(PERSON, *BOTS), timers=FRIENDS)
    person = bots.seat_of(0)
    assert [bots.taking_back.time_for_regret(s) for s in SEATS] == [REGRET if s == person else 0.0 for s in SEATS]


def test_whoever_plays_by_itself_is_told_so_again() -> None:
    """A hand that begins anew on a screen has no seat that plays by itself."""
    host, now = friends()
    question = asked(host, now)
    auto = question.others[1]
    host.set_auto(auto, True, now)
    told(host, now)
    for seat in question.others:
        host.taking_back.consent(seat, question.id, True, now)
    for player, messages in told(host, now).items():
        changed = [m for m in messages if isinstance(m, AutoChanged)]
        assert changed == ([AutoChanged(auto, AutoCause.BUTTON)] if host.seat_of(player) == auto else [])
        if changed:
            assert messages.index(changed[0]) > max(n for n, m in enumerate(messages) if isinstance(m, News))
