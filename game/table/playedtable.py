"""A table on the screen: folded, animated and heard event by event. A match and its replay are both shown by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.cues import Cue, Moment, cue_of
from game.layout import TableLayout
from game.playback import Playback
from game.scene import MOVING, STILL, Scene
from game.table.board import Board, Resting
from game.table.effects import Effects
from game.table.flying import draw_effects
from game.table.follower import Follower
from game.table.hearing import TableHearing
from game.table.helps import Helps
from game.table.ownhand import OwnHand
from game.table.stage import TableStage
from game.table.view import ScreenView
from game.tableinfo import TableInfo
from game.tabletexts import TableTexts
from game.timeline import Timeline
from game.words import Words
from rules.events import Event
from rules.seats import Seat
from rules.tiles import Tile

if TYPE_CHECKING:
    from game.services import Services

WIDE_FROM = 115  # text setting from which cards are as wide as in English


class PlayedTable(Scene):
    """The table with all that moves on it. `on_discard(tile)`: as for `OwnHand`.

    Where the events come from, what one may do, and what else is drawn is up to the scene that derives from it: it also
    makes the `view`, with `_new_view`, when it knows who sits where.
    """

    fades = True
    view: ScreenView

    def __init__(self, services: Services, on_discard: Callable[[Tile], bool]) -> None:
        super().__init__(services)
        self.timeline = Timeline(services.chosen.speed_factor)
        self.hearing = TableHearing(lambda: self.view)
        self.playback = Playback(self.timeline, self._cue, self.hearing.play)
        self.helps = Helps()
        self.hand = OwnHand(lambda: self.view, on_discard, self.helps)
        self.stage = TableStage(lambda: self.view, self.hand)
        self.follower = Follower(lambda: self.view, self.hand, self.stage)
        self.board, self.resting = Board(), Resting(self._draw_resting)

    def _new_view(self, table: TableInfo, own: Seat, large_targets: bool = False) -> ScreenView:
        """The table seen from a seat, laid out for the window, the language and the size of text of now."""
        services = self.services
        layout = TableLayout(
            *services.canvas.size,
            target=services.target(0),
            large=large_targets,
            wide=not services.strings.chinese or services.chosen.text_size >= WIDE_FROM,
        )
        texts = TableTexts(services.strings.language, table.variant.key)
        words = Words(services.strings, texts, lambda seat: self.view.table.name(seat))
        return ScreenView(services, layout, table, own, self.playback, words, Effects())

    def _cue(self, event: Event, moment: Moment) -> Cue | None:
        return cue_of(event, moment, self.stage)

    def leave(self) -> None:
        """Let go of pictures, and be silent."""
        self.board.forget()
        self.resting.forget()
        self.hearing.close()

    # ---- frame ------------------------------------------------------------------------------------------------------

    def _set_speed(self, factor: float) -> None:
        """How much faster than usual everything moves."""
        self.timeline.factor = self.stage.beside.factor = factor

    def _move_on(self, seconds: float) -> None:
        """Let everything move on by `seconds`, and show the events that there is time for."""
        self.stage.beside.tick(seconds)
        self.playback.update(seconds)

    @property
    def _until_moving(self) -> float:
        """The seconds until something moves by itself: none, or for ever."""
        return MOVING if self.timeline.busy or self.stage.beside.busy else STILL

    @property
    def _looks(self) -> tuple[object, ...]:
        """What decides how the table looks, but for what moves above it."""
        return self.playback.version, self.timeline.busy, self.stage.beside.busy, self.view.effects.resting

    def draw(self, surface: pygame.Surface) -> None:
        """What rests, then what moves above it."""
        self.resting.draw(surface, self.view.effects.above, self.services.dirty)
        draw_effects(self.view, surface)
        self.hearing.draw(surface)

    def _draw_resting(self, surface: pygame.Surface) -> None:
        """All that rests; as a picture of its own it lies under what moves."""
        raise NotImplementedError
