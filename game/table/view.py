"""What every painter of the table gets: the view to draw, where things lie, and how tiles of this table look."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from game.layout import TableLayout
from game.places import Position
from game.playback import Playback
from game.table.effects import Effects
from game.tableinfo import TableInfo
from game.theme import Box
from game.words import Words
from rules.events import AskKind
from rules.seats import SEATS, Seat, distance
from rules.state import RoundState
from rules.tiles import Tile
from rules.values import mutable

if TYPE_CHECKING:
    from game.services import Services


@mutable
class ScreenView:
    """One table on the screen. `marked` is the kind of the selected tile, whose copies get brackets.

    `open_hands`: all hands that are known lie open, as in a replay.
    """

    services: Services
    layout: TableLayout
    table: TableInfo
    own: Seat
    playback: Playback
    words: Words
    effects: Effects
    marked: Tile | None = None
    covered: bool = False
    open_hands: bool = False

    @property
    def shown(self) -> RoundState:
        """The hand as it is shown."""
        return self.playback.shown

    def position(self, seat: Seat) -> Position:
        """Where a seat is seen."""
        return Position(distance(self.own, seat))

    def seat(self, position: Position) -> Seat:
        """The seat seen at a position."""
        return SEATS[(self.own + position) % len(SEATS)]

    def wild_word(self, tile: Tile) -> str:
        """The word on the flag of a wild tile; empty for any other."""
        return self.table.variant.wild_name if tile in self.shown.wilds else ""

    def points(self, seat: Seat) -> int:
        """The points of the match, with those of the hand so far."""
        standing = self.playback.standing
        if standing is None:
            return self.shown.seats[seat].points
        booked = self.shown.over and standing.hands >= self.shown.number
        total = standing.totals[self.table.players[seat]]
        return total if booked else total + self.shown.seats[seat].points

    def left(self) -> int:
        """Tiles that can still be drawn (余牌)."""
        return max(0, len(self.shown.wall) - self.table.rules.tiles.reserve(self.shown))

    @property
    def stretch(self) -> str:
        """The name of the last stretch of the wall; empty before it is reached."""
        last = self.table.rules.tiles.last_stretch
        if last is None or self.shown.over or self.left() > last.count or not self.shown.wall:
            return ""
        return self.words.texts.find("last stretch", last.name) or ""

    def light(self, position: Position) -> float:
        """How much of the light of the turn is on a position, 0-1."""
        before, way = self.effects.light
        if self.shown.over:
            return 0.0
        if position is self.position(self.shown.turn):
            return way
        return 1 - way if position is before else 0.0

    @property
    def my_turn(self) -> bool:
        """Whether an ask of one's own turn waits for an answer."""
        prompt = self.playback.prompt
        return prompt is not None and prompt.answer is None and prompt.prompt.ask.kind is AskKind.TURN

    @property
    def brush(self) -> str:
        """The face for calls; the brush has no traditional characters, and letters are plain."""
        return {"zh_CN": "brush", "zh_TW": "kai"}.get(self.services.strings.language, "sans-bold")

    def box(self, name: str, radius: float) -> Box:
        """A box of the theme with another radius and no shadow: seals, badges, tags."""
        return msgspec.structs.replace(self.services.theme.boxes[name], radius=radius, shadow="")
