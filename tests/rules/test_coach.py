"""The coach: a legal discard, with what it says about the hand after it."""

from __future__ import annotations

import pytest

from rules.bots import LEVELS, seeded_chooser
from rules.bots.coach import advice
from rules.commands import Discard
from rules.events import AskKind, Cause
from rules.hints import copies_seen, waits_after_discards
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.round import Round
from rules.tiles import KINDS
from rules.variants import all_variants, variant


@pytest.mark.parametrize("key", all_variants())
def test_it_advises_a_legal_discard_and_counts_what_helps(key: str) -> None:
    match = Match(MatchSettings(key, (), Length(LengthUnit.HANDS, 1), b"coach"), variant(key))
    hand = Round(match.rules, match.next_deal())
    choose, advised = seeded_chooser(b"coach", 1), 0
    while not hand.over:
        seat, ask = next(iter(hand.asks.items()))
        view = hand.state.masked(seat)
        found = advice(view, hand.rules, ask)
        if found is None:
            assert ask.kind is not AskKind.TURN or any(not isinstance(option, Discard) for option in ask.options)
        else:
            advised += 1
            seen = copies_seen(view, seat)
            assert Discard(found.discard) in ask.options
            assert found.left == sum(4 - seen[tile] for tile in found.useful)
            assert all(1 <= tile <= KINDS for tile in found.useful)
            assert found.missing > 1 or found.discard in waits_after_discards(view, hand.rules, ask) or not found.useful
        hand.submit(seat, LEVELS["efficient"](view, hand.rules, ask, choose), Cause.BOT)
    assert advised > 5
