"""How far a hand is from what it could become: what bots and hints aim at.

A goal measures the tiles that are missing, wilds counted as any, and names the tiles that would help. A variant lists
its goals beside its shapes: which suits a hand may keep to, which kinds its pair may be. Goals never decide a win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, Protocol

from rules.analysis import (
    POWER,
    distance,
    melds_distance,
    melds_useful_tiles,
    pairs_distance,
    pairs_useful_tiles,
    useful_tiles,
)
from rules.seats import Seat
from rules.state import RoundState
from rules.tiles import ALL_TILES, SUIT_OF, Tile
from rules.values import value
from rules.win import Tray

OUT_OF_REACH: Final = 99

Allowed = Callable[[RoundState, Seat], bool]


class Goal(Protocol):
    """A form that a hand may be built towards."""

    def missing(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles missing, 0 for a complete hand; OUT_OF_REACH when its melds or marks rule the goal out."""

    def useful(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """The natural tiles that lower it, as a mask of tiles."""

    def keeps(self, state: RoundState, seat: Seat, tile: Tile) -> bool:
        """Whether a win now may be on this tile, as far as the seat's melds and marks tell."""


def _kept(tray: Tray, suits: frozenset[int] | None) -> Sequence[int]:
    if suits is None:
        return tray.codes
    return [code if suit in suits else 0 for suit, code in enumerate(tray.codes)]


def _reachable(state: RoundState, seat: Seat, suits: frozenset[int] | None, allowed: Allowed | None) -> bool:
    if allowed is not None and not allowed(state, seat):
        return False
    return suits is None or all(SUIT_OF[m.tile] in suits for m in state.seats[seat].melds if not m.beside)


def _keeps(state: RoundState, seat: Seat, suits: frozenset[int] | None, allowed: Allowed | None, tile: Tile) -> bool:
    return (suits is None or SUIT_OF[tile] in suits) and _reachable(state, seat, suits, allowed)


def _in_suits(mask: int, suits: frozenset[int] | None) -> int:
    if suits is None:
        return mask
    return sum(1 << t for t in ALL_TILES if mask >> t & 1 and SUIT_OF[t] in suits)


@value
class StandardGoal:
    """Four melds and a pair, keeping to some suits (None: all), the pair one of some kinds (None: any)."""

    suits: frozenset[int] | None = None
    pair: tuple[Tile, ...] | None = None
    allowed: Allowed | None = None
    honour_runs: bool = False

    def missing(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles missing."""
        if not _reachable(state, seat, self.suits, self.allowed):
            return OUT_OF_REACH
        return max(0, self._distance(_kept(tray, self.suits), tray) - tray.wilds)

    def _distance(self, codes: Sequence[int], tray: Tray) -> int:
        if self.pair is None:
            return distance(codes, tray.needed, tray.wilds > 0, self.honour_runs)
        return _distance_with_pair(tuple(codes), tray.needed, self.pair, self.honour_runs)

    def useful(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles that help."""
        codes = _kept(tray, self.suits)
        if self.pair is None:
            return _in_suits(useful_tiles(codes, tray.needed, tray.wilds, self.honour_runs), self.suits)
        return _useful_with_pair(tuple(codes), tray.needed, self.pair, self.honour_runs)

    def keeps(self, state: RoundState, seat: Seat, tile: Tile) -> bool:
        """Whether it is of a suit kept to."""
        return _keeps(state, seat, self.suits, self.allowed, tile)


@lru_cache(maxsize=1 << 16)
def _distance_with_pair(codes: tuple[int, ...], needed: int, pair: tuple[Tile, ...], honour_runs: bool) -> int:
    """Distance to melds and a pair of certain kinds: the pair is set aside first, then melds alone are looked up."""
    return min(_distance_beside(codes, needed, tile, honour_runs)[0] for tile in pair)


def _distance_beside(
    codes: Sequence[int], needed: int, pair: Tile, honour_runs: bool
) -> tuple[int, tuple[int, ...], int]:
    """The distance with a pair of this kind, the codes beside it, and how many of the pair's tiles are there."""
    suit, power = SUIT_OF[pair], POWER[pair]
    held = min(2, codes[suit] // power % 5)
    rest = list(codes)
    rest[suit] -= held * power
    return 2 - held + melds_distance(rest, needed, honour_runs), tuple(rest), held


@lru_cache(maxsize=1 << 15)
def _useful_with_pair(codes: tuple[int, ...], needed: int, pair: tuple[Tile, ...], honour_runs: bool) -> int:
    """What helps beside one of the nearest pairs, or completes it."""
    now = _distance_with_pair(codes, needed, pair, honour_runs)
    mask = 0
    for kind in pair:
        distance_beside, rest, held = _distance_beside(codes, needed, kind, honour_runs)
        if distance_beside == now:
            mask |= melds_useful_tiles(rest, needed, honour_runs) | (1 << kind if held < 2 else 0)
    four = sum(1 << tile for tile in ALL_TILES if codes[SUIT_OF[tile]] // POWER[tile] % 5 == 4)
    return mask & ~four


@value
class PairsGoal:
    """Seven pairs, keeping to some suits."""

    suits: frozenset[int] | None = None
    allowed: Allowed | None = None

    def missing(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles missing."""
        if tray.needed < 4 or not _reachable(state, seat, self.suits, self.allowed):
            return OUT_OF_REACH
        return max(0, pairs_distance(_kept(tray, self.suits)) - tray.wilds)

    def useful(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles that help."""
        return _in_suits(pairs_useful_tiles(_kept(tray, self.suits)), self.suits)

    def keeps(self, state: RoundState, seat: Seat, tile: Tile) -> bool:
        """Whether it is of a suit kept to, and nothing is melded."""
        melded = any(not meld.beside for meld in state.seats[seat].melds)
        return not melded and _keeps(state, seat, self.suits, self.allowed, tile)


@value
class EveryTileGoal:
    """All tiles of hand and melds of one class, in no shape (风一色, 将一色)."""

    tiles: tuple[Tile, ...]

    def missing(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles missing."""
        melds = (meld for meld in state.seats[seat].melds if not meld.beside)
        if any(tile not in self.tiles for meld in melds for tile in meld.tiles):
            return OUT_OF_REACH
        fitting = tray.wilds + sum(tray.counts[tile] for tile in self.tiles)
        return max(0, 3 * tray.needed + 2 - fitting)

    def useful(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """The class."""
        return sum(1 << tile for tile in self.tiles)

    def keeps(self, state: RoundState, seat: Seat, tile: Tile) -> bool:
        """Whether it is of the class."""
        melds = (meld for meld in state.seats[seat].melds if not meld.beside)
        return tile in self.tiles and all(part in self.tiles for meld in melds for part in meld.tiles)


def two_suit_goals(allowed: Callable[[frozenset[int]], Allowed]) -> tuple[Goal, ...]:
    """Standard hands and seven pairs in any two of the three suits (缺一门)."""
    pairs = [frozenset({0, 1}), frozenset({0, 2}), frozenset({1, 2})]
    standard = tuple(StandardGoal(suits, allowed=allowed(suits)) for suits in pairs)
    return standard + tuple(PairsGoal(suits, allowed=allowed(suits)) for suits in pairs)
