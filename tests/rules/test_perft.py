"""Legal-sequence counts from stored positions (tests/positions), chosen around the odd rules of each variant."""

from __future__ import annotations

import pytest

from rules.variants import all_variants
from tests.helpers.perft import POSITIONS, answers_to, count, count_slowly, positions

KEYS = list(all_variants())
PLAYED_OUT = 200
"""Counts up to this one are also found by playing every sequence from the deal."""


@pytest.mark.parametrize("key", KEYS)
def test_as_many_sequences_follow_as_were_stored(key: str) -> None:
    for position in positions(key):
        depths = range(1, len(position.counts) + 1)
        assert tuple(count(position.hand, depth) for depth in depths) == position.counts, position.name


@pytest.mark.parametrize("key", KEYS)
def test_playing_every_sequence_from_the_deal_finds_as_many(key: str) -> None:
    for position in positions(key):
        rules, log = position.hand.rules, list(position.hand.log)
        for depth, stored in enumerate(position.counts, 1):
            if stored <= PLAYED_OUT:
                assert count_slowly(rules, log, depth) == stored, position.name


@pytest.mark.parametrize("key", KEYS)
def test_counting_leaves_the_position_as_it_was(key: str) -> None:
    for position in positions(key):
        log, state, asked = list(position.hand.log), position.hand.state.copy(), answers_to(position.hand)
        count(position.hand, 2)
        assert (position.hand.log, position.hand.state, answers_to(position.hand)) == (log, state, asked)


def test_every_variant_has_two_positions_or_more_and_there_are_no_others() -> None:
    assert {path.stem for path in POSITIONS.glob("*.toml")} == set(KEYS)
    assert all(len(list(positions(key))) >= 2 for key in KEYS)
