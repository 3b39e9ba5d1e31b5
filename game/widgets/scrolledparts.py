"""A list that may be longer than its place: wheel, bar and finger scroll it, a press chooses one of its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.widgets.base import PartsWidget

if TYPE_CHECKING:
    from game.services import Services


class ScrolledParts(PartsWidget):
    """Parts below each other. Subclasses say how high all are and where each is, and draw those in view."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._offset = 0
        self._on_bar = False

    @property
    def full_height(self) -> int:
        """That of all parts, in device pixels."""
        raise NotImplementedError

    @property
    def step(self) -> int:
        """How far a notch of the wheel scrolls, in device pixels."""
        raise NotImplementedError

    def choose(self, part: int) -> None:
        """A part was pressed."""

    def draw_parts(self, surface: pygame.Surface) -> None:
        """Draw the parts in view; the surface is clipped."""

    # ---- scrolling --------------------------------------------------------------------------------------------------

    @property
    def offset(self) -> int:
        """How far it is scrolled down, in device pixels."""
        return self._offset

    @property
    def longest(self) -> int:
        """The largest offset; 0 when everything fits."""
        return max(0, self.full_height - self.rect.height)

    @property
    def bar_room(self) -> int:
        """The width at the right edge that is kept for the bar: none when everything fits."""
        return 2 * self.bar.width if self.longest else 0

    def scroll_to(self, offset: int) -> None:
        """Scroll so that `offset` pixels are above the viewport."""
        self._offset = max(0, min(self.longest, offset))
        self.services.invalidate()

    def bring(self, top: int, bottom: int) -> None:
        """Scroll no further than needed for what lies there in the whole list to be in view."""
        self.scroll_to(min(top, max(self._offset, bottom - self.rect.height)))

    # ---- input ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """Also the wheel."""
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            self.scroll_to(self._offset - event.y * self.step)
            return True
        return super().handle(event)

    def follows(self, position: tuple[int, int]) -> bool:
        """The bar."""
        return position[0] >= self.rect.right - self.bar_room

    def pressed_at(self, position: tuple[int, int]) -> None:
        """On the bar a press scrolls."""
        super().pressed_at(position)
        self._on_bar = self.follows(position)
        self.dragged_to(position)

    def dragged_to(self, position: tuple[int, int]) -> None:
        """The bar's middle follows the pointer that took it."""
        if self._on_bar:
            share = (position[1] - self.rect.y) / max(1, self.rect.height)
            self.scroll_to(round(share * self.full_height - self.rect.height / 2))

    def activate(self) -> None:
        """Choose the part that was pressed, but not when the bar was."""
        if self.pointed is not None and not self._on_bar:
            self.choose(self.pointed)

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """The parts in view, fading out where more are hidden, and the bar."""
        outer, veils = surface.get_clip(), self.veils(surface)
        surface.set_clip(self.rect.clip(outer))
        self.draw_parts(surface)
        surface.set_clip(outer)
        surface.blits(veils, doreturn=False)
        self.draw_bar(surface)
