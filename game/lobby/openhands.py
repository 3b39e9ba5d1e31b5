"""For a spectator whom everybody lets: all four hands of a deal that is over, from the deal to the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.places import face_size
from game.table.view import TableView
from game.theme import TextStyle
from game.widgets.button import Button
from game.widgets.form import Form
from game.widgets.formscene import PaperSheet
from game.widgets.tip import draw_text
from rules.events import Dealt, Event
from rules.evolve import fold
from rules.seats import SEATS
from rules.tiles import Tile

if TYPE_CHECKING:
    from game.services import Services

WIDTH, TILE, NAME = 860, 34, TextStyle("sans-bold", 16)
MOST_TILES = 20


class OpenHandsSheet(PaperSheet):
    """Of each player the hand as it was dealt, and as it was in the end with its melds."""

    def __init__(self, services: Services, view: TableView, hand: int, log: Sequence[Event]) -> None:
        """`log`: all events of the hand, nothing hidden; `view`: the table, for names and words."""
        super().__init__(services)
        self.view, self.hand = view, hand
        state = fold(log)
        self.rows = [
            (
                seat,
                sorted(
                    tile for event in log if isinstance(event, Dealt) and event.seat == seat for tile in event.tiles
                ),
                [meld.tiles for meld in state.seats[seat].melds],
                state.seats[seat].hand.tiles(),
            )
            for seat in SEATS
        ]

    @property
    def _tile(self) -> int:
        """Width of a tile, in device pixels: four seats with two rows each have to fit."""
        units = self.services.units
        return min(units.px(TILE), (units.width - units.px(120)) // MOST_TILES, (units.height - units.px(320)) // 12)

    def resize(self) -> None:
        """In the middle of the window."""
        units, px, tr = self.services.units, self.services.units.px, self.services.tr
        high = face_size(self._tile)[1]
        self._each = units.type_length(24) + 2 * high + px(30)
        close = Button(self.services, tr("Close"), self.services.scenes.pop, kind="main", key="escape")
        height = px(64) + 4 * self._each + close.natural_size[1] + px(24)
        width = min(units.width - px(40), max(px(WIDTH), units.type_length(WIDTH)))
        inner = self.place(width, min(units.height - px(16), height))
        close.rect = pygame.Rect((0, 0), close.natural_size)
        close.rect.bottomright = (inner.right, inner.bottom - px(14))
        self.form = Form(self.services, [close])

    def key(self, key: int) -> bool:
        """Enter closes it, too."""
        if key != pygame.K_RETURN:
            return False
        self.services.scenes.pop()
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Dim, sheet, and for each player his name and two rows of tiles on bands of cloth."""
        services, px, tr, inner = self.services, self.services.units.px, self.services.tr, self.inner
        self.draw_sheet(surface, tr("All hands of hand {number}", number=self.hand))
        top = self.rect.y + px(64)
        for seat, dealt, melds, left in self.rows:
            name = pygame.Rect(inner.x, top, inner.width, services.units.type_length(24))
            told = draw_text(services, surface, self.view.table.name(seat), name, NAME, services.theme.colours.ptext)
            note = pygame.Rect(told.right + px(14), name.y, inner.right - told.right - px(14), name.height)
            small, colour = services.theme.type.small, services.theme.colours.ptext2
            draw_text(services, surface, tr("above as dealt, below in the end"), note, small, colour)
            self._draw_row(surface, inner.x, name.bottom, [dealt])
            self._draw_row(surface, inner.x, name.bottom + face_size(self._tile)[1] + px(12), [*melds, left])
            top += self._each
        self.form.draw(surface)

    def _draw_row(self, surface: pygame.Surface, left: int, top: int, groups: Sequence[Sequence[Tile]]) -> None:
        """On a band of cloth: tiles never lie on paper."""
        px, high = self.services.units.px, face_size(self._tile)[1]
        width = sum(len(group) for group in groups) * self._tile + (len(groups) + 1) * px(8)
        self.services.painter.box(surface, pygame.Rect(left, top, width, high + px(8)), "band")
        left, top = left + px(8), top + px(4)
        for group in groups:
            for tile in group:
                surface.blit(self.services.images.face(tile, self._tile, wild=self.view.wild_word(tile)), (left, top))
                left += self._tile
            left += self.services.units.px(8)
