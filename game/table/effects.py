"""What moves over the table: flying tiles, call words, a tile turned over, points that change hands. Only values.

Everything here is set by animations of the timeline. What flies is left out where it comes from or goes to (`hidden`).
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from game.places import Place, Position
from rules.seats import Seat
from rules.tiles import Tile
from rules.values import mutable

HiddenKey: TypeAlias = tuple[str, Seat, int]
"""("river", seat, index), ("meld", seat, index), ("kong", seat, index of the meld that a tile is being added to) or
("won", seat, 0): something on the table that is in the air at the moment."""


@mutable
class Flight:
    """A tile in the air, `progress` 0-1 from one place to another."""

    tile: Tile
    start: Place
    end: Place
    progress: float = 0.0


@mutable
class CallWord:
    """A call in brush at its seat: size as a factor, opacity 0-1; a `stamp` is the seal of a win."""

    seat: Seat
    text: str
    stamp: bool = False
    scale: float = 1.0
    opacity: float = 1.0


@mutable
class TurnedUp:
    """A tile that is turned over in the middle and then glides to where it stays.

    `width` 0-1 of its full width while it turns, `face` up or not yet; `wild`: the kind that it makes wild, perhaps its
    own; `flag` 0-1: how far the flag has dropped on that; `glide` 0-1 of the way to `target`.
    """

    tile: Tile
    caption: str
    wild: Tile | None
    target: Place
    width: float = 1.0
    face: bool = False
    flag: float = 0.0
    glide: float = 0.0


@mutable
class Robbery:
    """A tile was robbed: an arrow from the kong to the winner, until it has faded."""

    start: tuple[int, int]
    end: tuple[int, int]
    opacity: float = 1.0


@mutable
class Throw:
    """A pair of dice, `way` 0-1 from the side of whoever throws them to where they lie until they have faded."""

    dice: tuple[int, ...]
    position: Position
    way: float = 0.0
    opacity: float = 1.0


@mutable
class Effects:
    """All that moves now. `version` changes with whatever the still part of the table must leave out.

    `last`: where the last discard lies, in a river or in the meld that took it; `last_mark`: opacity of its mark,
    and `pin` how far its pin has bobbed, 0-1. `light`: the position whose turn it was, and how far the light has
    moved on. `faces`: how many tiles of an opening hand are turned over; a hand not named lies open. `showing`:
    tiles that a seat shows for a moment. `winners`: stand above the dimmed table. `own_drop`: how far the drawn
    tile still is above its slot, 0-1 of the way; `own_melds`: how far one's own melds still are right of theirs, px.
    """

    flights: list[Flight] = field(default_factory=list)
    words: list[CallWord] = field(default_factory=list)
    throws: list[Throw] = field(default_factory=list)
    turned_up: TurnedUp | None = None
    robbery: Robbery | None = None
    gains: dict[Seat, int] = field(default_factory=dict)
    gains_opacity: float = 0.0
    dim: float = 0.0
    winners: set[Seat] = field(default_factory=set)
    showing: tuple[Seat, tuple[Tile, ...]] | None = None
    faces: dict[Seat, int] = field(default_factory=dict)
    last: HiddenKey | None = None
    last_mark: float = 1.0
    pin: float = 0.0
    light: tuple[Position | None, float] = (None, 1.0)
    own_drop: float = 0.0
    own_melds: int = 0
    hidden: set[HiddenKey] = field(default_factory=set)
    version: int = 0

    @property
    def above(self) -> bool:
        """Whether something moves above all that rests (`flying.draw_effects`)."""
        moving = self.flights or self.words or self.throws or self.turned_up or self.robbery or self.gains
        return bool(moving) or self.dim > 0

    @property
    def resting(self) -> tuple[object, ...]:
        """What the rest of the table looks like: it is drawn anew when this changes."""
        return self.version, self.last_mark, self.pin, self.light, self.own_drop, self.own_melds

    def hide(self, key: HiddenKey) -> None:
        """Leave something out of the still table."""
        self.hidden.add(key)
        self.version += 1

    def reveal(self, key: HiddenKey) -> None:
        """Show it again."""
        self.hidden.discard(key)
        self.version += 1

    def show(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        """A seat shows tiles of its hand; none: it takes them back."""
        self.showing = (seat, tiles) if tiles else None
        self.version += 1

    def turn_faces(self, seat: Seat, count: int | None) -> None:
        """So many tiles of an opening hand are turned over; None: all of them, it has opened."""
        if count is None:
            self.faces.pop(seat, None)
        else:
            self.faces[seat] = count
        self.version += 1

    def clear(self) -> None:
        """A new hand: nothing moves, nothing is dimmed."""
        self.flights.clear()
        self.words.clear()
        self.throws.clear()
        self.hidden.clear()
        self.faces.clear()
        self.winners.clear()
        self.turned_up = self.robbery = self.last = self.showing = None
        self.gains, self.light, self.own_melds = {}, (None, 1.0), 0
        self.dim, self.gains_opacity, self.own_drop, self.last_mark, self.pin = 0.0, 0.0, 0.0, 1.0, 0.0
        self.version += 1
