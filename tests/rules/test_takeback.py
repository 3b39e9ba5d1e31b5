"""A discard may be taken back while only bots have passed and drawn since; the hand then stands as before it."""

from __future__ import annotations

import pytest

from rules.bots import LEVELS, seeded_chooser
from rules.commands import Discard
from rules.events import (
    Answered,
    Asked,
    AskKind,
    Cause,
    Discarded,
    Drew,
    Event,
    Marked,
    Melded,
    SecretMarked,
    Staged,
)  # fmt: skip
from rules.match import Match, MatchSettings, default_length
from rules.rerun import rerun
from rules.round import Round
from rules.seats import SEATS
from rules.takeback import before_discard
from rules.variants import all_variants, variant

PERSON = 0
BOTS = tuple(seat for seat in SEATS if seat != PERSON)


@pytest.mark.parametrize("key", list(all_variants()))
def test_it_may_until_somebody_else_has_acted(key: str) -> None:
    """At every moment of a hand: allowed just after one's own discard, never once a bot has discarded or called."""
    match = Match(MatchSettings(key, (), default_length(variant(key)), b"take back"), variant(key))
    hand = Round(match.rules, match.next_deal())
    choose, allowed, refused = seeded_chooser(b"take back", 1), 0, 0
    while not hand.over:
        seat, ask = next(iter(hand.asks.items()))
        before = list(hand.log)
        command = LEVELS["efficient"](hand.state.masked(seat), match.rules, ask, choose)
        hand.submit(seat, command, Cause.PLAYER if seat == PERSON else Cause.BOT)
        cut = before_discard(hand.log, PERSON, BOTS)
        if seat == PERSON and isinstance(command, Discard) and hand.asks and PERSON not in hand.asks:
            again = rerun(match.rules, hand.log[:cut]) if cut is not None else None
            if again is not None:
                assert again.log == before
                assert again.asks[PERSON] == ask
                allowed += 1
        elif seat != PERSON and isinstance(command, Discard):
            assert cut is None
            refused += 1
    assert allowed
    assert refused


def test_another_persons_claim_stands_in_the_way() -> None:
    key = next(iter(all_variants()))
    match = Match(MatchSettings(key, (), default_length(variant(key)), b"take back"), variant(key))
    hand = Round(match.rules, match.next_deal())
    choose, seen = seeded_chooser(b"two people", 1), 0
    while not hand.over:
        seat, ask = next(iter(hand.asks.items()))
        hand.submit(seat, LEVELS["efficient"](hand.state.masked(seat), match.rules, ask, choose), Cause.PLAYER)
        claims = [a for a in hand.asks.values() if a.kind is AskKind.CLAIM and a.seat != PERSON]
        if claims and isinstance(hand.log[-len(claims) - 2], Discarded):
            assert before_discard(hand.log, PERSON, ()) is None
            seen += 1
    assert seen


def test_nothing_was_discarded_yet() -> None:
    key = next(iter(all_variants()))
    match = Match(MatchSettings(key, (), default_length(variant(key)), b"take back"), variant(key))
    hand = Round(match.rules, match.next_deal())
    assert before_discard(hand.log, PERSON, BOTS) is None
    assert any(isinstance(event, Drew) for event in hand.log) or hand.asks
    assert not any(isinstance(event, Answered) for event in hand.log)


KNOWN = Discarded | Staged | Asked | Answered | Marked | SecretMarked
"""What may follow a discard without a new tile or a meld: claims are asked for and answered."""


@pytest.mark.parametrize("key", list(all_variants()))
def test_with_consent_others_may_have_been_asked_but_nobody_may_have_drawn(key: str) -> None:
    match = Match(MatchSettings(key, (), default_length(variant(key)), b"consent"), variant(key))
    choose, allowed, refused = seeded_chooser(b"consent", 1), 0, 0
    while not (allowed and refused):
        hand = Round(match.rules, match.next_deal())
        while not hand.over:
            seat, ask = next(iter(hand.asks.items()))
            hand.submit(seat, LEVELS["efficient"](hand.state.masked(seat), match.rules, ask, choose), Cause.PLAYER)
            thrown = max((n for n, event in enumerate(hand.log) if _is_own_discard(event)), default=len(hand.log))
            later = hand.log[thrown + 1 :]
            cut = before_discard(hand.log, PERSON, (), consent=True)
            if any(isinstance(event, Drew | Melded) for event in later):
                assert cut is None
                refused += 1
            elif later and all(isinstance(event, KNOWN) for event in later):
                assert cut == thrown
                assert rerun(match.rules, hand.log[:cut]).asks[PERSON].kind is AskKind.TURN
                allowed += 1
        match.record(hand.state)


def test_what_the_clock_has_discarded_is_not_taken_back_and_neither_is_what_lay_there_before() -> None:
    key = next(iter(all_variants()))
    match = Match(MatchSettings(key, (), default_length(variant(key)), b"take back"), variant(key))
    hand = Round(match.rules, match.next_deal())
    choose, thrown = seeded_chooser(b"the clock", 1), 0
    while thrown < 2:
        seat, ask = next(iter(hand.asks.items()))
        command = LEVELS["efficient"](hand.state.masked(seat), match.rules, ask, choose)
        own = seat == PERSON and isinstance(command, Discard)
        thrown += own
        hand.submit(seat, command, Cause.TIMEOUT if own and thrown == 2 else Cause.PLAYER)
    assert before_discard(hand.log, PERSON, SEATS, consent=True) is None


def _is_own_discard(event: Event) -> bool:
    return isinstance(event, Answered) and event.seat == PERSON and isinstance(event.command, Discard)
