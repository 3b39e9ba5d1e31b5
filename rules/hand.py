"""The concealed tiles of one seat (手牌), counted and packed for the analyser.

A hand belongs to the state that folds events; only `rules.evolve` and the code that builds a state change it.
It may hold HIDDEN tiles: then it is another seat's hand in somebody's view, and has a size but no codes.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.analysis import POWER
from rules.tiles import HIDDEN, KINDS, SUIT_OF, Tile, count_tiles, show_tiles, tiles_of


class Hand:
    """`counts[t]` copies of tile t (35 entries, index 0 = HIDDEN); `codes`: the four suits' packed counts.

    `drawn` is the tile drawn for this turn, None when the seat has not drawn (after a call, or not its turn).
    """

    __slots__ = ("codes", "counts", "drawn", "size")

    def __init__(self, tiles: Iterable[Tile] = ()) -> None:
        self.counts = count_tiles(tiles)
        self.codes = [0, 0, 0, 0]
        self.size = sum(self.counts)
        self.drawn: Tile | None = None
        for t in range(1, KINDS + 1):
            if self.counts[t]:
                self.codes[SUIT_OF[t]] += POWER[t] * self.counts[t]

    def add(self, tile: Tile) -> None:
        """Take in one tile."""
        self.counts[tile] += 1
        self.size += 1
        if tile:
            self.codes[SUIT_OF[tile]] += POWER[tile]

    def remove(self, tile: Tile) -> None:
        """Give away one tile; from a hand that does not know it, a HIDDEN one."""
        self.size -= 1
        if tile and self.counts[tile]:
            self.counts[tile] -= 1
            self.codes[SUIT_OF[tile]] -= POWER[tile]
        else:
            self.counts[HIDDEN] -= 1

    @property
    def known(self) -> bool:
        """Whether its tiles are known; what depends on them cannot be told of a hand of somebody else."""
        return not self.counts[HIDDEN]

    def tiles(self) -> list[Tile]:
        """The tiles in order of kind, HIDDEN first."""
        return tiles_of(self.counts)

    def copy(self) -> Hand:
        """An independent copy."""
        new = Hand.__new__(Hand)
        new.counts = self.counts[:]
        new.codes = self.codes[:]
        new.size = self.size
        new.drawn = self.drawn
        return new

    def masked(self) -> Hand:
        """The hand as another seat sees it: its size, and whether a tile has just been drawn."""
        new = Hand.__new__(Hand)
        new.counts = [self.size] + [0] * KINDS
        new.codes = [0, 0, 0, 0]
        new.size = self.size
        new.drawn = None if self.drawn is None else HIDDEN
        return new

    def masks(self, view: Hand) -> bool:
        """Whether `view` equals `masked()`, without making it."""
        hidden = view.size == view.counts[HIDDEN] == self.size
        return hidden and view.drawn == (None if self.drawn is None else HIDDEN)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.counts == other.counts and self.drawn == other.drawn

    __hash__ = None  # type: ignore[assignment]  # a hand changes

    def __repr__(self) -> str:
        return f"Hand({show_tiles(self.tiles())!r}, drawn={self.drawn})"
