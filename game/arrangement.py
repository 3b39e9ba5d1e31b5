"""The player's own order of the tiles in the hand: swap, insert, sort. Wild tiles stay leftmost.

Two equal tiles on the screen are two pieces, so that each can be moved and followed by the eye.
Source: design/README.md, section 12.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from rules.hand import Hand
from rules.tiles import Tile
from rules.values import value


@value
class Piece:
    """One tile in the hand; `id` is its own among all that this arrangement ever held."""

    id: int
    tile: Tile


class Arrangement:
    """The pieces from left to right. `apart`: the last one was just drawn and lies a little apart."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.apart = False
        self.wilds: tuple[Tile, ...] = ()
        self._ids = itertools.count(1)
        self._leaving: int | None = None

    def __len__(self) -> int:
        return len(self.pieces)

    def index(self, piece_id: int | None) -> int | None:
        """Where a piece lies; None when it is not in the hand any more."""
        return next((place for place, piece in enumerate(self.pieces) if piece.id == piece_id), None)

    def is_wild(self, index: int) -> bool:
        """Whether the piece there is wild and has to stay at the left."""
        return self.pieces[index].tile in self.wilds

    def leave(self, index: int) -> None:
        """Of several equal tiles this piece is the one that will go."""
        self._leaving = self.pieces[index].id

    def leaving(self, tile: Tile, drawn: bool = False) -> int | None:
        """Where the piece lies that goes when this tile leaves the hand; None when there is none."""
        chosen = self.index(self._leaving)
        if chosen is not None and self.pieces[chosen].tile == tile:
            return chosen
        if drawn and self.apart and self.pieces[-1].tile == tile:
            return len(self.pieces) - 1
        return next((i for i in range(len(self.pieces) - 1, -1, -1) if self.pieces[i].tile == tile), None)

    def follow(self, hand: Hand, wilds: Iterable[Tile], *, sort: bool = False) -> None:
        """Take over what the hand is now: pieces that left go, new tiles join at the right end."""
        self.wilds = tuple(wilds)
        counts = hand.counts[:]
        for piece in self.pieces:
            counts[piece.tile] -= 1
        gone = [Tile(tile) for tile, left in enumerate(counts) for _ in range(-left)]
        for tile in gone:
            place = self.leaving(tile, drawn=hand.drawn is None)
            if place is not None:
                self._remove(place)
        new = [Tile(tile) for tile, more in enumerate(counts) for _ in range(more)]
        self.pieces += [Piece(next(self._ids), tile) for tile in new]
        self.apart = hand.drawn is not None and bool(self.pieces)
        if self.apart and new and self.pieces[-1].tile != hand.drawn:
            self._bring_last(hand.drawn)
        self.sort() if sort else self._wilds_first()

    def _remove(self, place: int) -> None:
        if self.pieces[place].id == self._leaving:
            self._leaving = None
        del self.pieces[place]

    def _bring_last(self, tile: Tile | None) -> None:
        place = next((i for i in range(len(self.pieces) - 1, -1, -1) if self.pieces[i].tile == tile), None)
        if place is not None:
            self.pieces.append(self.pieces.pop(place))

    @property
    def _joined(self) -> int:
        """How many pieces lie together: all but the one apart."""
        return len(self.pieces) - (1 if self.apart else 0)

    def swap(self, first: int, second: int) -> bool:
        """Let two pieces change places; False when a wild one would leave its place at the left."""
        if self.is_wild(first) != self.is_wild(second):
            return False
        self.pieces[first], self.pieces[second] = self.pieces[second], self.pieces[first]
        return True

    def insert(self, index: int, target: int) -> bool:
        """Move a piece so that it lies at `target` (0 leftmost); False when a wild one would leave the left."""
        wilds = sum(piece.tile in self.wilds for piece in self.pieces[: self._joined])
        if self.is_wild(index) or target < 0:
            return False
        piece = self.pieces.pop(index)
        self.pieces.insert(max(target, wilds), piece)
        return True

    def sort(self) -> None:
        """Wild tiles, then characters, dots, bamboos, honours; the drawn tile stays apart."""
        joined = sorted(self.pieces[: self._joined], key=lambda piece: (piece.tile not in self.wilds, piece.tile))
        self.pieces[: self._joined] = joined

    def _wilds_first(self) -> None:
        joined = self.pieces[: self._joined]
        self.pieces[: self._joined] = sorted(joined, key=lambda piece: piece.tile not in self.wilds)
