"""Leaving the table on purpose in mid-hand (逃跑): rulebook/README.md, sichuan.md and shaanxi.md ("Escape")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.events import Discarded, Event, Paid, Stage, Staged
from rules.evolve import evolve
from rules.judging import waits
from rules.policies.dealers import by_dice
from rules.ruleset import NextDealer, Ruleset
from rules.score import Transfer
from rules.seats import Seat
from rules.state import RoundState
from rules.tiles import KINDS, Tile

ESCAPE = "escape"
"""The reason of every payment for leaving."""


def ends_hand(seat: Seat, transfers: Sequence[Transfer]) -> Iterator[Event]:
    """Who leaves pays, and the hand ends; all other payments made stand."""
    yield Paid(tuple(transfers))
    yield Staged(Stage.FINISH, seat)


def dice_after_leaving(state: RoundState) -> NextDealer | None:
    """Other players sit at the table for the next hand: dice name its dealer. None when nobody has left."""
    return by_dice(state) if any(owner.left for owner in state.seats) else None


def best_wait(state: RoundState, rules: Ruleset, seat: Seat) -> int:
    """The highest value that a wait of this seat would bring, 0 when it is not ready.

    A hand in the middle of its turn counts as it would be after its best discard.
    """
    hand = state.seats[seat].hand
    if hand.size % 3 == 1:
        return max((worth.value for worth in waits(state, rules, seat).values()), default=0)
    thrown = (Tile(t) for t in range(1, KINDS + 1) if hand.counts[t])
    return max(best_wait(_without(state, seat, tile), rules, seat) for tile in thrown)


def _without(state: RoundState, seat: Seat, tile: Tile) -> RoundState:
    after = state.copy()
    evolve(after, Discarded(seat, tile, drawn=False))
    return after
