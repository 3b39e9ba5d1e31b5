"""The list of records by day: headings, and a row of two lines for each record; only what is in view is drawn."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

import pygame

from game.theme import TextStyle
from game.widgets.base import PRESS_KEYS
from game.widgets.scrolledparts import ScrolledParts
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


class DayList(ScrolledParts):
    """Rows of which one is chosen; `on_open` is called for the second click on it and for Enter."""

    def __init__(self, services: Services, on_change: Callable[[str], object], on_open: Callable[[], object]) -> None:
        super().__init__(services)
        self.on_change, self.on_open = on_change, on_open
        self.rows: list[DayRow] = []
        self.value = ""
        self._tops: list[int] = [0]

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
        self.scroll_to(self.offset)

    def _height(self, row: DayRow) -> int:
        if not row.key:
            return self.services.units.type_length(HEADING)
        return max(self.services.target(ROW), self.services.units.type_length(ROW))

    # ---- input ------------------------------------------------------------------------------------------------------

    @property
    def full_height(self) -> int:
        """That of all rows and headings."""
        return self._tops[-1]

    @property
    def step(self) -> int:
        """A row."""
        return self.services.px(ROW)

    def choose(self, part: int) -> None:
        """Choose the row that was pressed; the chosen one opens."""
        if not self.rows[part].key:
            return
        if self.rows[part].key == self.value:
            self.on_open()
        else:
            self._choose(part)

    def key(self, event: pygame.Event) -> bool:
        """Up and down, by pages and to the ends; Enter opens."""
        if event.key in PRESS_KEYS:
            self.on_open()
            return True
        places = [index for index, row in enumerate(self.rows) if row.key]
        page = max(1, self.rect.height // self.step - 1)
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
        self.bring(top, bottom)

    def place_of(self, key: str) -> pygame.Rect:
        """Where the row of a record is, as it is scrolled now. Raises StopIteration when it is not listed."""
        return self._place(next(index for index, row in enumerate(self.rows) if row.key == key))

    def _place(self, index: int) -> pygame.Rect:
        top, bottom = (self.rect.y + height - self.offset for height in self._tops[index : index + 2])
        return pygame.Rect(self.rect.x, top, self.rect.width, bottom - top)

    def part_at(self, position: tuple[int, int]) -> int | None:
        """The number of the row there, headings counted."""
        row = bisect_right(self._tops, position[1] - self.rect.y + self.offset) - 1
        return row if 0 <= row < len(self.rows) else None

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw_parts(self, surface: pygame.Surface) -> None:
        """The rows in view."""
        first = max(0, bisect_right(self._tops, self.offset) - 1)
        for index in range(first, len(self.rows)):
            place = self._place(index)
            if place.top >= self.rect.bottom:
                break
            place.width -= self.services.px(INNER)
            self._draw_row(surface, self.rows[index], place, index == self.pointed)

    def _draw_row(self, surface: pygame.Surface, row: DayRow, place: pygame.Rect, pointed: bool) -> None:
        services, colours, px = self.services, self.services.colours, self.services.px
        inner = place.inflate(-2 * px(INNER), 0)
        if not row.key:
            heading = inner.move(0, px(3))
            written = services.fonts.write(surface, row.text, heading, services.steps.strong, colours.brass_deep)
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
        services, px = self.services, self.services.px
        colours, steps, fonts = services.colours, services.steps, services.fonts
        tone = {
            "good": colours.jade_text, "bad": colours.red_text, "warn": colours.warn_text, "error": colours.error_text
        }.get(row.tone, colours.ptext)  # fmt: skip
        time = pygame.Rect(inner.x, inner.y, services.units.type_length(TIME_WIDTH), inner.height)
        services.fonts.write(surface, row.time, time, TIME, colours.ptext2)
        upper, lower = fonts.line_height(steps.strong), fonts.line_height(steps.small)
        top = inner.centery - (upper + lower) // 2
        right = max(fonts.width(row.result, steps.figure), fonts.width(row.count, steps.small))
        figure = pygame.Rect(inner.right - right, top, right, upper)
        services.fonts.write(surface, row.result, figure, steps.figure, tone, "right")
        count = pygame.Rect(figure.x, top + upper, right, lower)
        word = tone if row.tone in ("warn", "error") else colours.ptext2
        services.fonts.write(surface, row.count, count, steps.small, word, "right")
        text = pygame.Rect(time.right, top, figure.x - px(14) - time.right, upper)
        services.fonts.write(surface, row.text, text, steps.strong, colours.ptext)
        services.fonts.write(surface, row.note, text.move(0, upper), steps.small, colours.ptext2)
