"""A tile's place on the table, and a seat's position as it is seen. Device pixels, no picture."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import Final

from pygame import Rect

from game.tileart import Body, Turn, pixels, tile_size
from rules.values import value


class Position(IntEnum):
    """Where a seat is seen on the screen: its distance in playing order from the seat at the bottom."""

    OWN = 0
    RIGHT = 1
    ACROSS = 2
    LEFT = 3

    @property
    def beside(self) -> bool:
        """Whether it is a column at the side."""
        return self in (Position.RIGHT, Position.LEFT)


TURN_OF: Final = {
    Position.OWN: Turn.UPRIGHT,
    Position.RIGHT: Turn.LEFT,
    Position.ACROSS: Turn.UPRIGHT,
    Position.LEFT: Turn.RIGHT,
}
"""How a tile lies before each player; those across lie upright for the reader."""


@value
class Place:
    """Where a tile lies: the top left corner of its picture, the width of its upright face, body and turn."""

    x: int
    y: int
    width: int
    body: Body = Body.LYING
    turn: Turn = Turn.UPRIGHT

    @property
    def rect(self) -> Rect:
        """The whole picture, with the tile's thickness."""
        return Rect((self.x, self.y), tile_size(self.width, self.body, self.turn))

    @property
    def face(self) -> Rect:
        """The face plate alone."""
        wide, high = face_size(self.width, self.turn)
        lowered = pixels(46, self.width) if self.body in (Body.STANDING, Body.ACROSS) else 0
        return Rect(self.x, self.y + lowered, wide, high)

    def moved(self, x: int, y: int) -> Place:
        """The same tile elsewhere."""
        return Place(self.x + x, self.y + y, self.width, self.body, self.turn)


@value
class MeldPlaces:
    """The places of a meld's cells in the order of its row, and of the arrow to the seat that fed it (None: nobody)."""

    cells: tuple[Place, ...]
    arrow: tuple[int, int] | None = None

    def moved(self, right: int) -> MeldPlaces:
        """The same so many pixels further right."""
        cells = tuple(replace(place, x=place.x + right) for place in self.cells)
        return MeldPlaces(cells, None if self.arrow is None else (self.arrow[0] + right, self.arrow[1]))

    @property
    def rect(self) -> Rect:
        """All its tiles."""
        return self.cells[0].rect.unionall([place.rect for place in self.cells[1:]])


@value
class SidePlaces:
    """A column at the side: the width of its tiles, the standing hand (None: nothing left), opened tiles, melds."""

    width: int
    column: Rect | None
    opened: tuple[Place, ...]
    melds: tuple[MeldPlaces, ...]


def face_size(width: int, turn: Turn = Turn.UPRIGHT) -> tuple[int, int]:
    """Width and height of a face plate in pixels."""
    across, down = pixels(300, width), pixels(400, width)
    return (down, across) if turn in (Turn.RIGHT, Turn.LEFT) else (across, down)
