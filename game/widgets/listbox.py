"""A list of rows to choose from, longer than its place."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

import pygame

from game.widgets.scrolledparts import ScrolledParts
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

T = TypeVar("T", bound=Hashable)


@value
class Row(Generic[T]):
    """A line of a list; one with a reason cannot be chosen, and says why at its right end."""

    value: T
    text: str
    note: str = ""
    reason: str = ""


class ScrollList(ScrolledParts, Generic[T]):
    """Rows of 44 on paper, one of them chosen; arrow keys move the choice.

    `on_press` is called when a row was pressed, also the one that is chosen already.
    """

    def __init__(
        self,
        services: Services,
        rows: Sequence[Row[T]],
        value: T | None,
        on_change: Callable[[T], object],
        on_press: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(services)
        self.rows = list(rows)
        self.value = value
        self.on_change, self.on_press = on_change, on_press

    @property
    def content(self) -> str:
        """The chosen row."""
        return next((f"{row.text} {row.note}".strip() for row in self.rows if row.value == self.value), "")

    @property
    def row_height(self) -> int:
        """44, more with larger text or for fingers."""
        return self.services.target(44 * max(1.0, self.services.chosen.text_size / 100))

    @property
    def full_height(self) -> int:
        """That of all rows."""
        return len(self.rows) * self.row_height

    @property
    def step(self) -> int:
        """A row."""
        return self.row_height

    def choose(self, part: int) -> None:
        """Choose a row, unless it has a reason against it."""
        if not self.rows[part].reason:
            self._choose(self.rows[part])
            self.on_press()

    def key(self, event: pygame.Event) -> bool:
        """Up and down move the choice."""
        step = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key)
        open_rows = [row for row in self.rows if not row.reason]
        if step is None or not open_rows:
            return False
        places = [index for index, row in enumerate(open_rows) if row.value == self.value]
        place = max(0, min(len(open_rows) - 1, places[0] + step)) if places else 0
        self._choose(open_rows[place])
        return True

    def _choose(self, row: Row[T]) -> None:
        if row.value == self.value:
            return
        self.value = row.value
        self.show_chosen()
        self.services.audio.play("ui.click")
        self.services.invalidate()
        self.on_change(row.value)

    def show_chosen(self) -> None:
        """Scroll to the chosen row."""
        index = next((index for index, row in enumerate(self.rows) if row.value == self.value), 0)
        top = index * self.row_height
        self.bring(top, top + self.row_height)

    def part_at(self, position: tuple[int, int]) -> int | None:
        """The number of the row there."""
        row = (position[1] - self.rect.y + self.offset) // self.row_height
        return row if 0 <= row < len(self.rows) else None

    def draw_parts(self, surface: pygame.Surface) -> None:
        """The rows in view."""
        width = self.rect.width - self.bar_room
        for index, row in enumerate(self.rows):
            top = self.rect.y + index * self.row_height - self.offset
            place = pygame.Rect(self.rect.x, top, width, self.row_height)
            if place.colliderect(self.rect):
                self._draw_row(surface, row, place, index == self.pointed)

    def draw(self, surface: pygame.Surface) -> None:
        """As any list; without a chosen row the whole has the focus ring."""
        super().draw(surface)
        if self.ring and all(row.value != self.value for row in self.rows):
            self.services.painter.focus_ring(surface, self.rect, 10)

    def _draw_row(self, surface: pygame.Surface, row: Row[T], place: pygame.Rect, pointed: bool) -> None:
        services, colours, steps = self.services, self.services.colours, self.services.steps
        chosen = row.value == self.value
        inner = place.inflate(-2 * services.px(18), 0)
        if chosen:
            services.painter.box(surface, place, "paper_chosen")
            side = services.units.type_length(18)
            check = services.images.icon("check", side, colours.jade_text)
            surface.blit(check, check.get_rect(midright=inner.midright))
            inner.width -= 2 * side
        elif pointed and not row.reason:
            services.painter.box(surface, place, "paper_well")
        else:
            services.painter.hairline(surface, (inner.x, place.bottom - 1), inner.width, colours.paper_line)
        colour = colours.ptext_off if row.reason else colours.ptext
        written = services.fonts.write(surface, row.text, inner, steps.strong if chosen else steps.body, colour)
        rest = pygame.Rect(written.right + services.px(12), inner.y, 0, inner.height)
        rest.width = max(0, inner.right - rest.x)
        if row.reason or row.note:
            services.fonts.write(surface, row.reason or row.note, rest, steps.small, colours.ptext2, "right")
        if chosen and self.ring:
            services.painter.focus_ring(surface, place.inflate(-12, -12), 10)
