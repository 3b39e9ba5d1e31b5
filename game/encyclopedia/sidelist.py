"""The frame of the encyclopedia's screens: the list of variants at the left, a page that scrolls in every way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.tabletexts import TableTexts
from game.widgets.choices import TAB_MARGIN, Tabs
from game.widgets.header import content_rect
from game.widgets.listbox import Row, ScrollList
from game.widgets.scroll import ScrollView
from rules.variants import all_variants

if TYPE_CHECKING:
    from game.services import Services

PITCH = 46
PAGE_SHARE = 0.85
SHEET_SHARE = 0.38


def sheet_at_the_right(services: Services, width: float) -> tuple[pygame.Rect, pygame.Rect]:
    """The content of a screen, and the sheet of paper at its right: `width` (virtual pixels), wider for large text."""
    units, content = services.units, content_rect(services)
    wide = max(units.px(width), min(units.type_length(width), int(SHEET_SHARE * content.width)))
    return content, pygame.Rect(content.right - wide, content.y, wide, content.height)


class VariantList(ScrollList[str]):
    """The variants on ink by region; the chosen one lies on paper with a red bar."""

    def __init__(self, services: Services, value: str, on_change: Callable[[str], object]) -> None:
        language = services.strings.language
        rows = [
            Row(key, TableTexts(language, key).card, TableTexts(language, key).region(one.region))
            for key, one in all_variants().items()
        ]
        super().__init__(services, rows, value, on_change)

    @property
    def row_height(self) -> int:
        """All rows fit where the rows stay high enough for a finger."""
        services = self.services
        fitting = self.rect.height // len(self.rows)
        least = max(services.target(0), services.fonts.line_height(services.steps.strong) + services.px(4))
        return max(min(services.px(PITCH), fitting), least)

    @property
    def _with_notes(self) -> bool:
        """Whether there is room for the regions beside all names."""
        fonts, steps, px = self.services.fonts, self.services.steps, self.services.px
        wide = max(fonts.width(row.text, steps.strong) + fonts.width(row.note, steps.small) for row in self.rows)
        return wide + px(10) <= self.rect.width - 2 * px(15)

    def _draw_row(self, surface: pygame.Surface, row: Row[str], place: pygame.Rect, pointed: bool) -> None:
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        chosen = row.value == self.value
        if chosen:
            services.painter.box(surface, place, "row_chosen")
            surface.fill(colours.red, (place.x, place.y + px(11), px(4), place.height - 2 * px(11)))
        elif pointed and self.hovered:
            services.painter.box(surface, place, "row_hover")
        inner = place.inflate(-2 * px(15), 0)
        services.fonts.write(surface, row.text, inner, steps.strong, colours.ptext if chosen else colours.text)
        if self._with_notes:
            tint = colours.ptext2 if chosen else colours.text2
            services.fonts.write(surface, row.note, inner, steps.small, tint, "right")
        if chosen and self.ring:
            services.painter.focus_ring(surface, place.inflate(-px(8), -px(8)), 8)


class PageScroll(ScrollView):
    """A scroll view that also follows a mouse that drags the page, and the keys of a reader."""

    mouse_pulls = True

    def read_on(self, key: int) -> bool:
        """Page up and down, Home and End; False for any other key, or when all is in view."""
        page = round(self.rect.height * PAGE_SHARE)
        places = {
            pygame.K_PAGEDOWN: self.offset + page,
            pygame.K_PAGEUP: self.offset - page,
            pygame.K_DOWN: self.offset + self.services.px(56),
            pygame.K_UP: self.offset - self.services.px(56),
            pygame.K_HOME: 0,
            pygame.K_END: self.longest,
        }
        if key not in places or not self.longest:
            return False
        self.scroll_to(places[key])
        return True


class FittedTabs(Tabs[str]):
    """Tabs that share the width when their texts would need more."""

    def _widths(self) -> list[int]:
        fonts, style, px = self.services.fonts, self.services.steps.strong, self.services.px
        widths = [fonts.width(text, style) + 2 * px(TAB_MARGIN) for _, text in self.options]
        total, room = sum(widths), self.rect.width + 2 * px(TAB_MARGIN)
        return widths if total <= room else [width * room // total for width in widths]

    def part(self, index: int) -> pygame.Rect:
        """Each tab as wide as its text and a margin, less where there is no room."""
        widths = self._widths()
        left = self.rect.x - self.services.px(TAB_MARGIN) + sum(widths[:index])
        return pygame.Rect(left, self.rect.y, widths[index], self.rect.height)
