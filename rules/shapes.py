"""The forms of complete hand that several variants share (rulebook/README.md, "Shape words").

A shape looks at the tray (the concealed tiles, wilds apart, stand-ins as their faces) and says how it can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rules.analysis import PAIRS_NEEDED, distance, is_complete, pairs_distance
from rules.readings import readings
from rules.tiles import ALL_TILES, KINDS, Tile
from rules.win import Arrangement, Tray, WinContext

STANDARD = "standard"
SEVEN_PAIRS = "seven_pairs"


class StandardShape:
    """Four melds and a pair (将); melds laid out stay as they are."""

    def __init__(self, honour_runs: bool = False) -> None:
        self._honour_runs = honour_runs

    def fits(self, context: WinContext) -> bool:
        """Whether the concealed tiles make the missing melds and a pair."""
        tray = context.tray
        if self._honour_runs:
            return distance(tray.codes, tray.needed, free=True, honour_runs=True) <= tray.wilds
        m, p, s, z = tray.codes
        return is_complete(m, p, s, z, tray.needed, tray.wilds)

    def arrangements(self, context: WinContext) -> Iterator[Arrangement]:
        """Every reading with what each wild stands for."""
        tray = context.tray
        for reading in readings(tuple(tray.codes), tray.needed, tray.wilds, self._honour_runs):
            yield Arrangement(STANDARD, tuple(reading.tiles()), reading.groups, reading.pair)


class SevenPairs:
    """Seven pairs (七对), wholly concealed; four equal tiles may serve as two pairs."""

    def fits(self, context: WinContext) -> bool:
        """Whether fourteen concealed tiles are seven pairs."""
        tray = context.tray
        return tray.needed == 4 and pairs_distance(tray.codes) <= tray.wilds

    def arrangements(self, context: WinContext) -> Iterator[Arrangement]:
        """Wilds complete the single tiles; two spare wilds are a second pair of any face that is there."""
        tray = context.tray
        pairs = [Tile(t) for t in range(1, KINDS + 1) for _ in range((tray.counts[t] + 1) // 2)]
        spare = PAIRS_NEEDED - len(pairs)
        faces = sorted(set(pairs)) or list(ALL_TILES)
        for face in faces if spare else faces[:1]:
            tiles = [tile for tile in (*pairs, *(face,) * spare) for _ in range(2)]
            yield Arrangement(SEVEN_PAIRS, tuple(sorted(tiles)))


class EveryTile:
    """A class of tiles that every tile of hand and melds belongs to; no shape is needed (将将胡, 风一色).

    Wilds count as fitting.
    """

    def __init__(self, name: str, belongs: Callable[[Tile], bool]) -> None:
        self._name, self._belongs = name, belongs

    def fits(self, context: WinContext) -> bool:
        """Whether all tiles belong."""
        counts = context.tray.counts
        mine = all(not counts[t] or self._belongs(t) for t in ALL_TILES)
        return mine and all(self._belongs(tile) for tile in context.meld_tiles())

    def arrangements(self, context: WinContext) -> Iterable[Arrangement]:
        """The tiles as they are."""
        return (Arrangement(self._name, concealed(context.tray)),)


def concealed(tray: Tray) -> tuple[Tile, ...]:
    """The natural tiles of a tray in order."""
    return tuple(Tile(t) for t in range(1, KINDS + 1) for _ in range(tray.counts[t]))
