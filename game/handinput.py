"""The mouse (and the finger) on one's own hand: one small state machine. Source: design/README.md, section 12.

It knows positions, times and buttons, and tells its table what the player means; it draws nothing and decides nothing
about rules. Invariant: nothing here ever answers a prompt other than by a discard the table allows.
"""

from __future__ import annotations

import math
from enum import Enum, auto
from typing import Protocol

from rules.values import mutable

Point = tuple[int, int]

DOUBLE_CLICK = 0.35
LONG_PRESS = 0.45
MOUSE_SLIP, TOUCH_SLIP = 8, 12
LEFT, RIGHT = 1, 3


class HandTable(Protocol):
    """What the hand input needs to know, and what it may ask for. Places are indexes from the left."""

    @property
    def may_discard(self) -> bool:
        """Whether it is one's own turn to discard, and no answer is on its way."""

    @property
    def two_steps(self) -> bool:
        """Whether a double click shall not discard."""

    def piece_at(self, position: Point) -> int | None:
        """The id of the piece under a position."""

    def place_of(self, piece: int) -> int | None:
        """Where a piece lies now; None when it has gone."""

    def drop_place(self, position: Point) -> int | None:
        """The place at which something let go there would be inserted; None when that is not over the hand."""

    def above_hand(self, position: Point) -> bool:
        """Whether a position is far enough above the hand to mean a discard."""

    def selected_changed(self, piece: int | None) -> None:
        """A piece was selected, or none is any more."""

    def swap(self, first: int, second: int) -> bool:
        """Let two places change; False when they may not."""

    def insert(self, index: int, target: int) -> bool:
        """Move a place; False when it may not."""

    def discard(self, index: int) -> bool:
        """Discard the tile at a place; False when the rules forbid that tile."""

    def sort(self) -> None:
        """Sort the hand."""

    def refuse(self, index: int) -> None:
        """Shake the tile at a place."""

    def inspect(self, piece: int) -> None:
        """Tell about a tile: a long press."""


class State(Enum):
    """What the pointer is doing."""

    IDLE = auto()
    PRESSED = auto()
    DRAGGING = auto()
    SPENT = auto()  # what the press meant has been done or cancelled: wait for the release


@mutable
class _Click:
    piece: int
    time: float


class HandInput:
    """Feed it presses, moves and releases in device pixels and seconds. `selected` is the id of the raised piece."""

    def __init__(self, table: HandTable) -> None:
        self._table = table
        self.state = State.IDLE
        self.selected: int | None = None
        self.held: int | None = None
        self.pointer: Point = (0, 0)
        self._button = LEFT
        self._touch = False
        self._pressed_at: Point = (0, 0)
        self._pressed_time = 0.0
        self._last_click: _Click | None = None

    @property
    def dragging(self) -> bool:
        """Whether a piece follows the pointer."""
        return self.state is State.DRAGGING

    @property
    def offset(self) -> Point:
        """How far the held piece is from its place."""
        return self.pointer[0] - self._pressed_at[0], self.pointer[1] - self._pressed_at[1]

    def press(self, button: int, position: Point, now: float, touch: bool = False) -> bool:
        """A button went down; True when that was for the hand. A second one can only cancel a drag."""
        if self.state is not State.IDLE:
            if button == RIGHT and self.dragging:
                self._spend()
            return True
        if button == RIGHT:
            self._table.sort()
            self._last_click = None
            return True
        piece = self._table.piece_at(position) if button == LEFT else None
        if piece is None:
            return False
        self.state, self.held, self._touch = State.PRESSED, piece, touch
        self.pointer = self._pressed_at = position
        self._pressed_time = now
        return True

    def move(self, position: Point) -> None:
        """The pointer moved."""
        self.pointer = position
        slip = TOUCH_SLIP if self._touch else MOUSE_SLIP
        if self.state is State.PRESSED and math.dist(position, self._pressed_at) > slip:
            self.state = State.DRAGGING
            self._last_click = None
            self.select(None)

    def release(self, button: int, position: Point, now: float) -> bool:
        """A button went up; True when that was for the hand."""
        if button != LEFT or self.state is State.IDLE:
            return False
        state, piece = self.state, self.held
        self.pointer = position
        self.state, self.held = State.IDLE, None
        place = None if piece is None else self._table.place_of(piece)
        if piece is None or place is None:
            return True
        if state is State.DRAGGING:
            self._drop(place, position)
        elif state is State.PRESSED:
            self._click(piece, place, now)
        return True

    def second_finger(self) -> None:
        """A second finger came down: what the first began is off, the hand is sorted."""
        if self.state is not State.IDLE:
            self._spend()
        self._last_click = None
        self._table.sort()

    def tick(self, now: float) -> float:
        """A finger that rests long enough asks about the tile; seconds until that, infinite when none rests."""
        if self.state is not State.PRESSED or not self._touch or self.held is None:
            return math.inf
        left = self._pressed_time + LONG_PRESS - now
        if left > 0:
            return left
        self._table.inspect(self.held)
        self.state = State.SPENT
        return math.inf

    def select(self, piece: int | None) -> None:
        """Raise a piece, or put the raised one down."""
        if piece != self.selected:
            self.selected = piece
            self._table.selected_changed(piece)

    def forget(self) -> None:
        """The table was covered or the hand is over: nothing is held or selected any more."""
        self.state, self.held, self._last_click = State.IDLE, None, None
        self.select(None)

    def pieces_left(self) -> None:
        """Drop what is no longer in the hand."""
        if self.held is not None and self._table.place_of(self.held) is None:
            self._spend()
        if self.selected is not None and self._table.place_of(self.selected) is None:
            self.select(None)

    def _spend(self) -> None:
        self.state, self.held = State.SPENT, None

    def _drop(self, place: int, position: Point) -> None:
        target = self._table.drop_place(position)
        if target is not None:
            if target != place and not self._table.insert(place, target):
                self._table.refuse(place)
        elif self._table.above_hand(position) and self._table.may_discard and not self._table.discard(place):
            self._table.refuse(place)

    def _click(self, piece: int, place: int, now: float) -> None:
        last, self._last_click = self._last_click, _Click(piece, now)
        again = last is not None and last.piece == piece and now - last.time <= DOUBLE_CLICK
        if self.selected is not None and self.selected != piece:
            self._swap(place)
        elif self._means_discard(piece, again):
            self._last_click = None
            if not self._table.discard(place):
                self._table.refuse(place)
        elif self.selected == piece:
            if not again:
                self.select(None)
        else:
            self.select(piece)

    def _means_discard(self, piece: int, again: bool) -> bool:
        """A double click of the mouse; a tap on the raised tile."""
        if not self._table.may_discard or self._table.two_steps:
            return False
        return self.selected == piece if self._touch else again

    def _swap(self, place: int) -> None:
        """The second of two clicks; never the first half of a double click."""
        self._last_click = None
        other = None if self.selected is None else self._table.place_of(self.selected)
        self.select(None)
        if other is not None and not self._table.swap(other, place):
            self._table.refuse(place)
