"""The column of a player at the side: standing hand, opened hand and melds, one below the other, in device pixels.

The left seat's hand is above its melds, the right seat's below: at its left hand. Hand and melds shrink together until
they fit. Source: design/README.md, section 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from pygame import Rect

from game.meldcells import MeldCell, MeldRow
from game.places import TURN_OF, MeldPlaces, Place, Position, SidePlaces, face_size
from game.tileart import Body, Turn, column_size, pixels
from game.units import rounded
from rules.values import value

SMALLEST: Final = 24
"""Below this width a tile shows no face; a longer column lets its tiles overlap instead."""
MOST_OVERLAP: Final = 9
WINNER_GAP: Final = 0.8
MELD_GAP, HAND_GAP, INSET, ARROW = 3.0, 7.0, 2.0, 6.0


@value
class SideColumn:
    """A column with its outer edge at x `edge`, centred on `middle` between `top` and `bottom`.

    `width` is that of its tiles, `overlap` by how many pixels neighbours overlap, `u` device pixels per virtual one.
    `apart`: the last tile of an opened hand lies a little away from the others.
    """

    position: Position
    edge: int
    middle: int
    top: int
    bottom: int
    width: int
    u: float
    overlap: int = 0
    apart: bool = False

    def fitted(self, count: int, rows: Sequence[MeldRow], opened: bool) -> SideColumn:
        """The same column with the largest tiles with which all of it fits."""
        column = self
        while column.width > SMALLEST and column.height(count, rows, opened) > self.bottom - self.top:
            column = replace(column, width=column.width - 1)
        while column.overlap < MOST_OVERLAP and column.height(count, rows, opened) > self.bottom - self.top:
            column = replace(column, overlap=column.overlap + 1)
        return column

    def places(self, count: int, rows: Sequence[MeldRow], opened: bool) -> SidePlaces:
        """Where a hand of `count` tiles and these melds lie."""
        height = self.height(count, rows, opened)
        top = min(max(self.middle - height // 2, self.top), max(self.top, self.bottom - height))
        hand_top = top
        if self._left and count:
            top += self._hand_height(count, opened) + self._px(HAND_GAP)
        melds = []
        for row in rows if self._left else reversed(rows):
            melds.append(self._meld(row, top))
            top += self._meld_height(row) + self._px(MELD_GAP)
        if not self._left:
            melds.reverse()
            hand_top = top + (self._px(HAND_GAP - MELD_GAP) if rows else 0)
        shown = self._opened(hand_top, count) if opened else ()
        return SidePlaces(self.width, None if opened else self._standing(hand_top, count), shown, tuple(melds))

    def height(self, count: int, rows: Sequence[MeldRow], opened: bool) -> int:
        """How high all of it is."""
        parts = [self._meld_height(row) for row in rows]
        height = sum(parts) + self._px(MELD_GAP) * max(0, len(parts) - 1)
        if count:
            height += self._hand_height(count, opened) + (self._px(HAND_GAP) if parts else 0)
        return height

    # ---- inside -----------------------------------------------------------------------------------------------------

    @property
    def _left(self) -> bool:
        return self.position is Position.LEFT

    @property
    def _thickness(self) -> int:
        """What the last tile of a row shows of its side."""
        return pixels(62, self.width)

    def _px(self, length: float) -> int:
        return rounded(length * self.u)

    def _step(self, claimed: bool) -> int:
        """How much of the column a tile of a meld takes; a claimed one lies along it."""
        return (face_size(self.width)[1] if claimed else self.width) - self.overlap

    def _meld_height(self, row: MeldRow) -> int:
        plain, claimed = row.steps
        return plain * self._step(False) + claimed * self._step(True) + self._thickness

    def _hand_height(self, count: int, opened: bool) -> int:
        if not opened:
            return column_size(count, self.width)[1]
        return count * self._step(False) + self._gap + self._thickness

    @property
    def _gap(self) -> int:
        """Between an opened hand and the tile that lies apart."""
        return rounded(WINNER_GAP * self.width) if self.apart else 0

    def _x(self, width: int, inset: int = 0) -> int:
        """The left edge of something at the column's outer edge."""
        return self.edge + inset if self._left else self.edge - inset - width

    def _standing(self, top: int, count: int) -> Rect | None:
        if not count:
            return None
        wide, high = column_size(count, self.width)
        return Rect(self._x(wide, self._px(INSET)), top, wide, high)

    def _opened(self, top: int, count: int) -> tuple[Place, ...]:
        x, turn = self._x(face_size(self.width)[1]), TURN_OF[self.position]
        near = range(count - 1) if self._left else range(1)  # those before the gap, from the top
        ys = [top + i * self._step(False) + (0 if i in near else self._gap) for i in range(count)]
        return tuple(Place(x, y, self.width, Body.LYING, turn) for y in ys)

    def _meld(self, row: MeldRow, top: int) -> MeldPlaces:
        """A meld from its owner's left to right: downwards for the left seat, upwards for the right one."""
        cells: list[Place] = []
        arrow = None
        notch = face_size(self.width)[1] - self.width
        edge = top if self._left else top + self._meld_height(row) - self._thickness
        for cell in row.cells:
            if cell.on_top:
                cells.append(cells[-1].moved(notch if self._left else -notch, 0))
            else:
                step = self._step(cell.claimed)
                cells.append(self._cell(cell, edge if self._left else edge - step))
                edge += step if self._left else -step
            if cell.claimed:
                face, gap = cells[-1].face, self._px(ARROW)
                arrow = (face.right + gap if self._left else face.left - gap, face.centery)
        return MeldPlaces(tuple(cells), arrow)

    def _cell(self, cell: MeldCell, top: int) -> Place:
        turn = Turn.UPRIGHT if cell.claimed else TURN_OF[self.position]
        body = Body.LYING_DOWN if cell.down else Body.LYING
        return Place(self._x(face_size(self.width, turn)[0]), top, self.width, body, turn)


@lru_cache(maxsize=64)
def side_places(column: SideColumn, count: int, rows: tuple[MeldRow, ...], opened: bool) -> SidePlaces:
    """Where a hand and melds lie in a column, with the largest tiles with which all of it fits."""
    return column.fitted(count, rows, opened).places(count, rows, opened)
