"""The list of records by day: headings, and a row of two lines for each record; only what is in view is drawn."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

import pygame

from game.theme import TextStyle
from game.widgets.base import PRESS_KEYS, PartsWidget
from game.widgets.tip import draw_text
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

HEADING, ROW = 36, 60
TIME_WIDTH, INNER = 62, 16
TIME = TextStyle("sans-medium", 15, 1.3)


@value
class DayRow:
    """A heading (no key), or a record: time, what it is, with whom, how it went, and a word when it is not as others.

    `tone` is that of the result and the word: good, bad, warn, error or none.
    """

    text: str
    key: str = ""
    time: str = ""
    note: str = ""
    result: str = ""
    count: str = ""
    tone: str = ""


class DayList(PartsWidget):
    """Rows of which one is chosen; `on_open` is called for the second click on it and for Enter."""

    def __init__(self, services: Services, on_change: Callable[[str], object], on_open: Callable[[], object]) -> None:
        super().__init__(services)
        self.on_change, self.on_open = on_change, on_open
        self.rows: list[DayRow] = []
        self.value = ""
        self._tops: list[int] = [0]
        self._offset = 0

    @property
    def content(self) -> str:
        """The chosen record."""
        return next(
            (
                f"{row.time} {row.text} {row.note} {row.result} {row.count}"
                for row in self.rows
                if row.key == self.value
            ),
            "",
        )

    def load(self, rows: Sequence[DayRow], value: str) -> None:
        """Other rows; it stays where it is scrolled to."""
        self.rows, self.value = list(rows), value
        self.lay_out()

    def lay_out(self) -> None:
        """After the rows or the scale have changed."""
        self._tops = list(accumulate((self._height(row) for row in self.rows), initial=0))
        self.scroll_to(self._offset)

    def _height(self, row: DayRow) -> int:
        if not row.key:
            return self.services.units.type_length(HEADING)
        return max(self.services.target(ROW), self.services.units.type_length(ROW))

    # ---- input ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """Also the wheel."""
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            self.scroll_to(self._offset - event.y * self.services.units.px(ROW))
            return True
        return super().handle(event)

    def pressed_at(self, position: tuple[int, int]) -> None:
        """The bar at the right edge scrolls."""
        super().pressed_at(position)
        if self.follows(position):
            self.dragged_to(position)

    def dragged_to(self, position: tuple[int, int]) -> None:
        """Follow the pointer with the bar."""
        if self.follows(position):
            share = (position[1] - self.rect.y) / max(1, self.rect.height)
            self.scroll_to(round(share * self._tops[-1] - self.rect.height / 2))

    def follows(self, position: tuple[int, int]) -> bool:
        """The bar."""
        return self.longest > 0 and position[0] >= self.rect.right - self.services.units.px(INNER)

    def activate(self) -> None:
        """Choose the row that was pressed; the chosen one opens."""
        if self.pointed is None or not self.rows[self.pointed].key:
            return
        if self.rows[self.pointed].key == self.value:
            self.on_open()
        else:
            self._choose(self.pointed)

    def key(self, event: pygame.Event) -> bool:
        """Up and down, by pages and to the ends; Enter opens."""
        if event.key in PRESS_KEYS:
            self.on_open()
            return True
        places = [index for index, row in enumerate(self.rows) if row.key]
        page = max(1, self.rect.height // self.services.units.px(ROW) - 1)
        steps = {
            pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -len(places), pygame.K_END: len(places),
        }  # fmt: skip
        if event.key not in steps or not places:
            return False
        now = next((n for n, index in enumerate(places) if self.rows[index].key == self.value), 0)
        self._choose(places[max(0, min(len(places) - 1, now + steps[event.key]))])
        return True

    def _choose(self, index: int) -> None:
        if self.rows[index].key != self.value:
            self.value = self.rows[index].key
            self.services.audio.play("ui.click")
            self.services.invalidate()
            self.on_change(self.value)
        top, bottom = self._tops[index], self._tops[index + 1]
        if index and not self.rows[index - 1].key:
            top = self._tops[index - 1]
        self.scroll_to(min(top, max(self._offset, bottom - self.rect.height)))

    @property
    def offset(self) -> int:
        """How far it is scrolled down, in device pixels."""
        return self._offset

    @property
    def longest(self) -> int:
        """The largest offset; 0 when everything fits."""
        return max(0, self._tops[-1] - self.rect.height)

    def scroll_to(self, offset: int) -> None:
        """Scroll so that `offset` pixels are above the viewport."""
        self._offset = max(0, min(self.longest, offset))
        self.services.invalidate()

    def place_of(self, key: str) -> pygame.Rect:
        """Where the row of a record is, as it is scrolled now. Raises StopIteration when it is not listed."""
        index = next(index for index, row in enumerate(self.rows) if row.key == key)
        top = self.rect.y + self._tops[index] - self._offset
        return pygame.Rect(self.rect.x, top, self.rect.width, self._tops[index + 1] - self._tops[index])

    def part_at(self, position: tuple[int, int]) -> int | None:
        """The number of the row there, headings counted."""
        row = bisect_right(self._tops, position[1] - self.rect.y + self._offset) - 1
        return row if 0 <= row < len(self.rows) else None

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows in view, and the bar when there are more."""
        outer = surface.get_clip()
        surface.set_clip(self.rect.clip(outer))
        first = max(0, bisect_right(self._tops, self._offset) - 1)
        for index in range(first, len(self.rows)):
            top = self.rect.y + self._tops[index] - self._offset
            if top >= self.rect.bottom:
                break
            width = self.rect.width - self.services.units.px(INNER)
            place = pygame.Rect(self.rect.x, top, width, self._tops[index + 1] - self._tops[index])
            self._draw_row(surface, self.rows[index], place, index == self.pointed)
        self.draw_bar(surface)
        surface.set_clip(outer)

    def _draw_row(self, surface: pygame.Surface, row: DayRow, place: pygame.Rect, pointed: bool) -> None:
        services, px, colours = self.services, self.services.units.px, self.services.theme.colours
        inner = place.inflate(-2 * px(INNER), 0)
        if not row.key:
            heading = inner.move(0, px(3))
            written = draw_text(services, surface, row.text, heading, services.theme.type.strong, colours.brass_deep)
            line = written.right + px(12)
            services.painter.hairline(surface, (line, heading.centery), max(0, inner.right - line), colours.paper_line)
            return
        chosen = row.key == self.value
        if chosen:
            services.painter.box(surface, place.inflate(0, -px(4)), "paper_chosen")
        elif pointed:
            services.painter.box(surface, place.inflate(0, -px(4)), "paper_well")
        else:
            services.painter.hairline(surface, (inner.x, place.bottom - 1), inner.width, colours.paper_line)
        self._draw_words(surface, row, inner)
        if chosen and self.ring:
            services.painter.focus_ring(surface, place.inflate(-px(14), -px(18)), 10)

    def _draw_words(self, surface: pygame.Surface, row: DayRow, inner: pygame.Rect) -> None:
        services, px = self.services, self.services.units.px
        colours, steps, fonts = services.theme.colours, services.theme.type, services.fonts
        tone = {
            "good": colours.jade_text, "bad": colours.red_text, "warn": colours.warn_text, "error": colours.error_text
        }.get(row.tone, colours.ptext)  # fmt: skip
        time = pygame.Rect(inner.x, inner.y, services.units.type_length(TIME_WIDTH), inner.height)
        draw_text(services, surface, row.time, time, TIME, colours.ptext2)
        upper, lower = fonts.line_height(steps.strong), fonts.line_height(steps.small)
        top = inner.centery - (upper + lower) // 2
        right = max(fonts.width(row.result, steps.figure), fonts.width(row.count, steps.small))
        figure = pygame.Rect(inner.right - right, top, right, upper)
        draw_text(services, surface, row.result, figure, steps.figure, tone, "right")
        count = pygame.Rect(figure.x, top + upper, right, lower)
        word = tone if row.tone in ("warn", "error") else colours.ptext2
        draw_text(services, surface, row.count, count, steps.small, word, "right")
        text = pygame.Rect(time.right, top, figure.x - px(14) - time.right, upper)
        draw_text(services, surface, row.text, text, steps.strong, colours.ptext)
        draw_text(services, surface, row.note, text.move(0, upper), steps.small, colours.ptext2)
