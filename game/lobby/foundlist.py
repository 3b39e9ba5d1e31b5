"""The panel with the tables that were found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.lobby.found import FoundRow
from game.widgets.base import Widget
from game.widgets.nothing import draw_nothing
from game.widgets.scroll import ScrollView
from net.discovery import FoundTable

if TYPE_CHECKING:
    from game.services import Services

HEAD, ROW_GAP = 52, 8


class FoundList:
    """Rows that scroll when there are many."""

    def __init__(self, services: Services, version: str) -> None:
        self.services, self.version = services, version
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._scroll = ScrollView(services)
        self._empty = True

    def lay_out(
        self,
        rect: pygame.Rect,
        tables: Sequence[FoundTable],
        joined: Callable[[FoundTable], bool],
        back: Callable[[FoundTable], bool],
        choose: Callable[[FoundTable], object],
    ) -> dict[str, Widget]:
        """Place the rows. `joined`: one sits there; `back`: a seat waits there."""
        px = self.services.px
        self.rect, self._empty = rect, not tables
        inner = rect.inflate(-2 * px(10), 0)
        top, rows = rect.y + px(HEAD), {}
        for table in tables:
            row = FoundRow(self.services, table, self.version, partial(choose, table), back(table))
            row.chosen = joined(table)
            row.rect = pygame.Rect(inner.x, top, inner.width, row.height_for(inner.width))
            top = row.rect.bottom + px(ROW_GAP)
            rows[f"row {table.offer.table}"] = row
        view = pygame.Rect(inner.x, rect.y + px(HEAD), inner.width + px(8), rect.bottom - px(10) - rect.y - px(HEAD))
        self._scroll.lay_out(view, list(rows.values()), top - view.y)
        return {"found": self._scroll, **rows}

    def draw(self, surface: pygame.Surface) -> None:
        """The panel, its head, and what to do when nothing was found; rows come afterwards."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        services.painter.box(surface, self.rect, "ink")
        head = pygame.Rect(self.rect.x + px(20), self.rect.y + px(4), self.rect.width - px(40), px(HEAD - 4))
        written = services.fonts.write(surface, services.tr("Tables found"), head, steps.h2, colours.text)
        note = services.tr("searching…")
        rest = pygame.Rect(written.right + px(40), head.y, head.right - written.right - px(40), head.height)
        place = services.fonts.write(surface, note, rest, steps.small, colours.text2, "right")
        side = services.units.type_length(16)
        glass = services.images.icon("search", side, colours.jade_light)
        surface.blit(glass, glass.get_rect(midright=(place.x - px(8), head.centery)))
        if self._empty:
            room = pygame.Rect(self.rect.x, head.bottom, self.rect.width, self.rect.bottom - px(12) - head.bottom)
            words = services.tr(
                "No tables on this network yet. Open one yourself, or type the address that the host reads to you."
            )
            draw_nothing(services, surface, room, "lan", words, on_ink=True)
