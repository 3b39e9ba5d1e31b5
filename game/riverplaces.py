"""Where the discards lie round the centre of the table. Source: design/README.md, section 5. Device pixels."""

from __future__ import annotations

from typing import Final

from pygame import Rect

from game.places import Place, Position, face_size
from game.tileart import Body, Turn, tile_size
from game.units import rounded

FIRST_ROW: Final = 11
"""Discards in the first row of one's own river and of the one across; the rest lie in the second."""
UPRIGHT: Final = 0.75


class RiverPlaces:
    """The rivers of the four seats: rows at one's own side and across, columns of `rows` tiles at the sides.

    `width`: of a tile; `gap`: between the centre and the first tiles.
    """

    def __init__(self, centre: Rect, width: int, rows: int, gap: int) -> None:
        self._centre, self._width, self._rows, self._gap = centre, width, rows, gap
        self._known: dict[tuple[Position, int, bool], Place] = {}

    def place(self, position: Position, index: int, upright: bool) -> Place:
        """The place of a seat's discard number `index` (from 0). `upright`: all faces to the reader."""
        key = (position, index, upright)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._computed(position, index, upright)
        return found

    def _computed(self, position: Position, index: int, upright: bool) -> Place:
        if not position.beside:
            return self._in_row(position, index)
        slot = self._in_column(position, index)
        if not upright:
            return slot
        small = rounded(UPRIGHT * self._width)
        return Place(slot.face.centerx - small // 2, slot.y, small)

    def _in_row(self, position: Position, index: int) -> Place:
        row, column = (0, index) if index < FIRST_ROW else (1, index - FIRST_ROW)
        width, centre = self._width, self._centre
        left = centre.centerx - rounded(FIRST_ROW / 2 * width)
        pitch = face_size(width)[1]
        if position is Position.OWN:
            return Place(left + column * width, centre.bottom + self._gap + row * pitch, width)
        right = left + (FIRST_ROW - 1) * width
        top = centre.top - self._gap - tile_size(width, Body.LYING)[1]
        return Place(right - column * width, top - row * pitch, width)

    def _in_column(self, position: Position, index: int) -> Place:
        column, row = divmod(index, self._rows)
        width, centre, wide = self._width, self._centre, face_size(self._width)[1]
        if position is Position.LEFT:
            x = centre.left - self._gap - (column + 1) * wide
            return Place(x, centre.top + row * width, width, Body.LYING, Turn.RIGHT)
        x = centre.right + self._gap + column * wide
        y = centre.bottom - (row + 1) * width
        return Place(x, y, width, Body.LYING, Turn.LEFT)
