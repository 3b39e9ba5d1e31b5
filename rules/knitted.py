"""Odd shapes of tables without wilds: thirteen orphans (十三幺), all unconnected (全不靠), knitted straight (组合龙).

All but the last are fourteen concealed tiles. Source: rulebook/shaanxi.md, "Shapes".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from rules.analysis import Codes, distance, lowering_tiles
from rules.goals import OUT_OF_REACH
from rules.seats import Seat
from rules.shapes import concealed
from rules.special_hands import (
    HAND_SIZE,
    all_unconnected_distance,
    knitted_straight_distance,
    thirteen_orphans_distance,
    without_knitted_nine,
)  # fmt: skip
from rules.state import RoundState
from rules.tiles import Tile
from rules.values import value
from rules.win import MELDS_IN_A_HAND, Arrangement, Tray, WinContext

THIRTEEN_ORPHANS: Final = "thirteen_orphans"
ALL_UNCONNECTED: Final = "all_unconnected"
KNITTED_STRAIGHT: Final = "knitted_straight"

KNITTED_MELDS: Final = 3
"""The nine knitted tiles take the place of three melds."""


class ThirteenOrphans:
    """The thirteen terminals and honours, any one doubled (十三幺)."""

    def fits(self, context: WinContext) -> bool:
        """Whether twelve tiles are single, and with the pair they are the thirteen kinds."""
        tray = context.tray
        return tray.counts.count(1) == HAND_SIZE - 2 and _without_melds(tray, thirteen_orphans_distance) == 0

    def arrangements(self, context: WinContext) -> Iterable[Arrangement]:
        """The tiles as they are."""
        return (Arrangement(THIRTEEN_ORPHANS, concealed(context.tray)),)


class AllUnconnected:
    """Fourteen different tiles: of 147 of one suit, 258 of another, 369 of the third, and of the honours (全不靠)."""

    def fits(self, context: WinContext) -> bool:
        """Whether all tiles are single and keep to their series."""
        tray = context.tray
        return tray.counts.count(1) == HAND_SIZE and _without_melds(tray, all_unconnected_distance) == 0

    def arrangements(self, context: WinContext) -> Iterable[Arrangement]:
        """The tiles as they are."""
        return (Arrangement(ALL_UNCONNECTED, concealed(context.tray)),)


class KnittedStraight:
    """147 of one suit, 258 of another and 369 of the third, one meld, in hand or laid out, and a pair (组合龙)."""

    def fits(self, context: WinContext) -> bool:
        """Whether what is left beside the nine makes the meld that is not laid out, and a pair."""
        tray = context.tray
        left = tray.needed - KNITTED_MELDS
        return left >= 0 and any(distance(rest, left) == 0 for rest in without_knitted_nine(tray.codes))

    def arrangements(self, context: WinContext) -> Iterable[Arrangement]:
        """The tiles as they are."""
        return (Arrangement(KNITTED_STRAIGHT, concealed(context.tray)),)


def _without_melds(tray: Tray, measure: Callable[[Codes], int]) -> int:
    return measure(tray.codes) if tray.needed == MELDS_IN_A_HAND else OUT_OF_REACH


@value
class ConcealedGoal:
    """Fourteen concealed tiles as something to build towards, by the distance of their shape."""

    measure: Callable[[Codes], int]

    def missing(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles missing."""
        return _without_melds(tray, self.measure)

    def useful(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles that help."""
        return lowering_tiles(tray.codes, self.measure)

    def keeps(self, state: RoundState, seat: Seat, tile: Tile) -> bool:
        """Whether nothing is melded."""
        return not state.seats[seat].melds


class KnittedGoal:
    """A knitted straight as something to build towards."""

    def missing(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles missing."""
        return _knitted_distance(tuple(tray.codes), tray.needed) if tray.needed >= KNITTED_MELDS else OUT_OF_REACH

    def useful(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles that help."""
        return _knitted_useful(tuple(tray.codes), tray.needed)

    def keeps(self, state: RoundState, seat: Seat, tile: Tile) -> bool:
        """Whether there are no more melds than beside the straight."""
        return len(state.seats[seat].melds) <= MELDS_IN_A_HAND - KNITTED_MELDS


@lru_cache(maxsize=1 << 15)
def _knitted_distance(codes: tuple[int, ...], needed: int) -> int:
    return knitted_straight_distance(codes, needed)


@lru_cache(maxsize=1 << 14)
def _knitted_useful(codes: tuple[int, ...], needed: int) -> int:
    return lowering_tiles(codes, lambda more: _knitted_distance(tuple(more), needed))


ODD_SHAPES: Final = (ThirteenOrphans(), AllUnconnected(), KnittedStraight())
ODD_GOALS: Final = (ConcealedGoal(thirteen_orphans_distance), ConcealedGoal(all_unconnected_distance), KnittedGoal())
