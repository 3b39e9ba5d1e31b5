"""A view that scrolls the widgets in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.scene import STILL
from game.widgets.base import Widget

if TYPE_CHECKING:
    from game.services import Services

WHEEL_STEP = 56


class ScrollView(Widget):
    """A viewport over widgets laid out below each other; wheel, bar, finger and keyboard focus scroll it.

    Put it into the form *before* its children, and draw nothing else between them: it clips and moves the children.
    """

    focusable = False

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.children: list[Widget] = []
        self._offset = 0
        self._height = 0
        self._shown: Widget | None = None

    def lay_out(self, rect: pygame.Rect, children: Sequence[Widget], height: int) -> None:
        """Show children, whose rectangles are where they are at the top position; `height` is that of all."""
        self.rect, self.children, self._height = rect, list(children), height
        wanted, self._offset = self._offset, 0
        for child in children:
            child.clip = rect
        self.scroll_to(wanted)

    @property
    def longest(self) -> int:
        """The largest offset, in device pixels; 0 when everything fits."""
        return max(0, self._height - self.rect.height)

    @property
    def offset(self) -> int:
        """How far it is scrolled down, in device pixels."""
        return self._offset

    def scroll_to(self, offset: int) -> None:
        """Scroll so that `offset` pixels are above the viewport."""
        kept = max(0, min(self.longest, offset))
        if kept != self._offset:
            for child in self.children:
                child.rect.y += self._offset - kept
            self._offset = kept
            self.services.invalidate()

    def handle(self, event: pygame.Event) -> bool:
        """The wheel over the viewport, or the bar being dragged."""
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            self.scroll_to(self._offset - event.y * self.services.px(WHEEL_STEP))
            return True
        return super().handle(event)

    def page_key(self, key: int) -> bool:
        """Page Up and Page Down turn nearly a whole viewport, Home and End go to the ends."""
        page = self.rect.height * 4 // 5
        targets = {
            pygame.K_PAGEUP: self._offset - page, pygame.K_PAGEDOWN: self._offset + page,
            pygame.K_HOME: 0, pygame.K_END: self.longest,
        }  # fmt: skip
        if key not in targets or not self.longest:
            return False
        self.scroll_to(targets[key])
        return True

    def hit(self, position: tuple[int, int]) -> bool:
        """Only while something is hidden."""
        return self.longest > 0 and super().hit(position)

    def dragged_to(self, position: tuple[int, int]) -> None:
        """Follow the pointer with the middle of the bar."""
        share = (position[1] - self.rect.y) / self.rect.height
        self.scroll_to(round(share * self._height - self.rect.height / 2))

    def follows(self, position: tuple[int, int]) -> bool:
        """The bar."""
        return position[0] >= self.rect.right - 2 * self.bar.width

    def pressed_at(self, position: tuple[int, int]) -> None:
        """Only the bar scrolls."""
        self.pressed = self.follows(position)
        if self.pressed:
            self.dragged_to(position)

    def bring(self, rect: pygame.Rect) -> None:
        """Scroll no further than needed for a part of the page to be in view."""
        margin = self.services.px(16)
        above, below = self.rect.y + margin - rect.y, rect.bottom + margin - self.rect.bottom
        self.scroll_to(self._offset + (below if below > 0 else -above if above > 0 else 0))

    def update(self, seconds: float) -> float:
        """Bring a child that got the keyboard focus into view."""
        focused = next((child for child in self.children if child.focused), None)
        if focused is not None and focused is not self._shown and self.services.keys_used:
            self.bring(focused.rect)
        self._shown = focused
        return STILL

    def draw(self, surface: pygame.Surface) -> None:
        """Its bar alone; the children are drawn by the form."""
        self.draw_bar(surface)
