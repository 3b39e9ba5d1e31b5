"""The unconnected hands (不搭): fourteen concealed tiles of which no two go together (rulebook/lishui.md).

Stand-in tiles count as themselves here; a wild stands for any tile that fits between the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.analysis import POWER, Codes, lowering_tiles, unpack
from rules.goals import OUT_OF_REACH
from rules.seats import Seat
from rules.special_hands import HAND_SIZE, unconnected_distance
from rules.state import RoundState
from rules.tiles import ALL_TILES, HONOUR_TILES, HONOURS, SUIT_OF, Tile, tiles_of
from rules.win import MELDS_IN_A_HAND, Arrangement, Tray, WinContext

UNCONNECTED: Final = "unconnected"
REGULAR_UNCONNECTED: Final = "regular_unconnected"

_GAP: Final = 3


class Unconnected:
    """In each suit no two tiles closer than three, honours all different (不搭); regular (正规不搭) if it can be."""

    def fits(self, context: WinContext) -> bool:
        """Whether the natural tiles are unconnected and leave the wilds places to stand."""
        tray = context.tray
        if tray.needed < MELDS_IN_A_HAND or tray.raw.count(1) < HAND_SIZE - tray.wilds:
            return False
        return unconnected_distance(_own_codes(context.state, tray)) <= tray.wilds

    def arrangements(self, context: WinContext) -> Iterator[Arrangement]:
        """One reading for each combination of being regular and having all honours that the wilds can reach.

        Regular ones come first: where they pay the same, they are the ones reported.
        """
        found: dict[tuple[str, bool], Arrangement] = {}
        naturals = tuple(tiles_of(unpack(_own_codes(context.state, context.tray))))
        for tiles in _filled(naturals, context.tray.wilds):
            shape = REGULAR_UNCONNECTED if _is_regular(tiles) else UNCONNECTED
            found.setdefault((shape, _has_all_honours(tiles)), Arrangement(shape, tuple(sorted(tiles))))
        yield from sorted(found.values(), key=lambda arrangement: arrangement.shape == UNCONNECTED)


class UnconnectedGoal:
    """An unconnected hand as something to build towards."""

    def missing(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles missing."""
        if tray.needed < MELDS_IN_A_HAND:
            return OUT_OF_REACH
        return max(0, unconnected_distance(_own_codes(state, tray)) - tray.wilds)

    def useful(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles that help."""
        return lowering_tiles(_own_codes(state, tray), unconnected_distance)

    def keeps(self, state: RoundState, seat: Seat, tile: Tile) -> bool:
        """Whether nothing is melded: any tile may fit."""
        return not state.seats[seat].melds


def seven_honours(context: WinContext) -> bool:
    """An unconnected hand with all seven honours (七风)."""
    arrangement = context.arrangement
    return arrangement.shape in (UNCONNECTED, REGULAR_UNCONNECTED) and _has_all_honours(arrangement.tiles)


def _own_codes(state: RoundState, tray: Tray) -> Codes:
    """The codes of the natural tiles with the stand-ins as themselves."""
    codes = list(tray.codes)
    for tile, face in state.stand_ins:
        copies = tray.raw[tile]
        codes[SUIT_OF[face]] -= copies * POWER[face]
        codes[SUIT_OF[tile]] += copies * POWER[tile]
    return codes


def _filled(tiles: tuple[Tile, ...], wilds: int, above: int = 0) -> Iterator[tuple[Tile, ...]]:
    """The tiles with every choice of fitting tiles for the wilds, in rising order above a tile."""
    if not wilds:
        yield tiles
        return
    for tile in ALL_TILES[above:]:
        if all(_apart(tile, other) for other in tiles):
            yield from _filled((*tiles, tile), wilds - 1, tile)


def _apart(one: Tile, other: Tile) -> bool:
    if SUIT_OF[one] != SUIT_OF[other]:
        return True
    return one != other if SUIT_OF[one] == HONOURS else abs(one - other) >= _GAP


def _is_regular(tiles: tuple[Tile, ...]) -> bool:
    """In each suit a part of 147, 258 or 369: ranks that are alike modulo three, and so are the tile numbers."""
    lines = {(SUIT_OF[tile], tile % 3) for tile in tiles if SUIT_OF[tile] != HONOURS}
    return len(lines) == len({suit for suit, _ in lines})


def _has_all_honours(tiles: tuple[Tile, ...]) -> bool:
    return set(HONOUR_TILES) <= set(tiles)
