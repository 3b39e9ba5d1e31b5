"""What moves over the table: flying tiles, call words, a tile turned over, points that change hands. Only values.

Everything here is set by animations of the timeline. What flies is left out where it comes from or goes to (`hidden`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from game.places import Place
from rules.seats import Seat
from rules.tiles import Tile

HiddenKey: TypeAlias = tuple[str, Seat, int]
"""("river", seat, index) or ("meld", seat, index): something on the table that is in the air at the moment."""


@dataclass(slots=True, eq=False)
class Flight:
    """A tile in the air, `progress` 0-1 from one place to another."""

    tile: Tile
    start: Place
    end: Place
    progress: float = 0.0


@dataclass(slots=True, eq=False)
class CallWord:
    """A call in brush at its seat: size as a factor, opacity 0-1."""

    seat: Seat
    text: str
    scale: float = 1.0
    opacity: float = 1.0


@dataclass(slots=True, eq=False)
class TurnedUp:
    """A tile that is turned over in the middle: `width` 0-1 of its full width, face or back, its caption."""

    tile: Tile
    caption: str
    wild: bool
    width: float = 1.0
    face: bool = False


@dataclass(slots=True)
class Effects:
    """All that moves now. `version` changes with whatever the still part of the table must leave out.

    `last`: where the last discard lies, in a river or in the meld that took it; `last_mark`: opacity of its mark.
    `own_drop`: how far the drawn tile still is above its slot, 0-1 of the way.
    """

    flights: list[Flight] = field(default_factory=list)
    words: list[CallWord] = field(default_factory=list)
    turned_up: TurnedUp | None = None
    gains: dict[Seat, int] = field(default_factory=dict)
    gains_opacity: float = 0.0
    dim: float = 0.0
    last: HiddenKey | None = None
    last_mark: float = 1.0
    own_drop: float = 0.0
    hidden: set[HiddenKey] = field(default_factory=set)
    version: int = 0

    def hide(self, key: HiddenKey) -> None:
        """Leave something out of the still table."""
        self.hidden.add(key)
        self.version += 1

    def reveal(self, key: HiddenKey) -> None:
        """Show it again."""
        self.hidden.discard(key)
        self.version += 1

    def clear(self) -> None:
        """A new hand: nothing moves, nothing is dimmed."""
        self.flights.clear()
        self.words.clear()
        self.hidden.clear()
        self.turned_up, self.last, self.gains = None, None, {}
        self.dim, self.gains_opacity, self.own_drop, self.last_mark = 0.0, 0.0, 0.0, 1.0
        self.version += 1
