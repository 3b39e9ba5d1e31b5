"""A choice among many: a field that shows the chosen one and opens a list."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

import pygame

from game.widgets.base import Widget
from game.widgets.form import Form
from game.widgets.formscene import FormScene
from game.widgets.listbox import Row, ScrollList

if TYPE_CHECKING:
    from game.services import Services

T = TypeVar("T", bound=Hashable)

WIDTH = 176
MOST_ROWS = 8


class Dropdown(Widget, Generic[T]):
    """Shows the text of the chosen value; a press opens the list below it (or above, where there is more room).

    `on_ink`: it lies on ink or on the cloth, not on paper.
    """

    def __init__(
        self, services: Services, rows: Sequence[Row[T]], value: T | None, on_change: Callable[[T], object]
    ) -> None:
        super().__init__(services)
        self.rows, self.value, self.on_change = list(rows), value, on_change
        self.on_ink = False

    @property
    def content(self) -> str:
        """The chosen row."""
        return next((row.text for row in self.rows if row.value == self.value), "")

    @property
    def natural_size(self) -> tuple[int, int]:
        """176 x 34, larger with the text."""
        return self.services.units.type_length(WIDTH), self.services.control_height(34)

    def activate(self) -> None:
        """Open the list."""
        self.services.audio.play("ui.click")
        self.services.scenes.push(DropdownList(self.services, self))

    def choose(self, value: T) -> None:
        """Take a value of the list."""
        self.value = value
        self.on_change(value)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw field, text and arrow."""
        services, colours, px = self.services, self.services.colours, self.services.px
        look = "field_hover" if self.hovered else "field"
        services.painter.box(surface, self.rect, "button_ink" if self.on_ink else look, self.shade * self.on_ink)
        side = services.units.type_length(16)
        arrow = services.images.icon("down", side, colours.text2 if self.on_ink else colours.ptext2)
        place = arrow.get_rect(midright=(self.rect.right - px(10), self.rect.centery))
        surface.blit(arrow, place)
        room = pygame.Rect(self.rect.x + px(12), self.rect.y, place.x - self.rect.x - px(18), self.rect.height)
        colour = colours.text if self.on_ink else colours.ptext
        services.fonts.write(surface, self.content, room, services.steps.label, colour)
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 10)


class DropdownList(FormScene, Generic[T]):
    """The open list of a dropdown. A click beside it or Escape leaves the choice as it was."""

    overlay, fades = True, False

    def __init__(self, services: Services, owner: Dropdown[T]) -> None:
        super().__init__(services)
        self.owner = owner
        self.list = ScrollList(services, owner.rows, owner.value, lambda value: None, self._take)
        self.form = Form(services, [self.list])
        self._start = owner.value

    def enter(self) -> None:
        """The list has the focus."""
        self.form.focus(self.list)

    def resize(self) -> None:
        """Below the field, or above it; inside the window."""
        units, owner = self.services.units, self.owner.rect
        gap, margin = units.px(4), units.px(10)
        rows = min(MOST_ROWS, len(self.list.rows))
        below, above = units.height - owner.bottom - gap - margin, owner.y - gap - margin
        height = min(rows * self.list.row_height, max(below, above))
        width = max(owner.width, units.type_length(WIDTH + 60))
        self.list.rect = pygame.Rect(owner.right - width, owner.bottom + gap, width, height)
        if height > below:
            self.list.rect.bottom = owner.y - gap
        self.list.rect.clamp_ip(pygame.Rect(0, 0, units.width, units.height))
        self.list.show_chosen()

    def handle(self, event: pygame.Event) -> bool:
        """Enter and Space take the chosen row; a click beside the list, Escape and Tab close it."""
        if event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
                self._take()
            elif event.key in (pygame.K_ESCAPE, pygame.K_TAB):
                self.services.scenes.pop()
            else:
                self.form.handle(event)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and not self.list.rect.collidepoint(event.pos):
            self.services.scenes.pop()
            return True
        self.form.handle(event)
        return True

    def _take(self) -> None:
        value = self.list.value
        self.services.scenes.pop()
        if value is not None and value != self._start:
            self.owner.choose(value)

    def draw(self, surface: pygame.Surface) -> None:
        """A sheet of paper with the rows."""
        frame = self.list.rect.inflate(2 * self.services.px(4), 2 * self.services.px(4))
        self.services.painter.box(surface, frame, "paper")
        self.form.draw(surface)
