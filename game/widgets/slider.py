"""A slider for a whole number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.strings import number
from game.units import rounded
from game.widgets.base import Widget

if TYPE_CHECKING:
    from game.services import Services


class Slider(Widget):
    """A value between `lowest` and `highest`; arrow keys change it by `step`. Every change is told at once."""

    def __init__(
        self,
        services: Services,
        value: int,
        on_change: Callable[[int], object],
        *,
        lowest: int = 0,
        highest: int = 100,
        step: int = 5,
        describe: Callable[[int], str] = number,
    ) -> None:
        super().__init__(services)
        self.describe = describe
        self.value = value
        self.on_change = on_change
        self.lowest, self.highest, self.step = lowest, highest, step

    @property
    def content(self) -> str:
        """The value."""
        return self.describe(self.value)

    @property
    def natural_size(self) -> tuple[int, int]:
        """Track and figure, in device pixels."""
        return self.services.px(250) + self._figure_width(), self.services.control_height(38)

    def set(self, value: int) -> None:
        """Set the value, kept between the ends, and tell."""
        kept = max(self.lowest, min(self.highest, value))
        if kept != self.value:
            self.value = kept
            self.services.invalidate()
            self.on_change(kept)

    def follows(self, position: tuple[int, int]) -> bool:
        """Everywhere."""
        return True

    def pressed_at(self, position: tuple[int, int]) -> None:
        """Jump to the pointer."""
        self.dragged_to(position)

    def dragged_to(self, position: tuple[int, int]) -> None:
        """Follow the pointer, in steps."""
        track = self._track()
        share = (position[0] - track.x) / max(1, track.width)
        steps = rounded(share * (self.highest - self.lowest) / self.step)
        self.set(self.lowest + steps * self.step)

    def key(self, event: pygame.Event) -> bool:
        """Left and right, Home and End."""
        if event.key in (pygame.K_HOME, pygame.K_END):
            self.set(self.lowest if event.key == pygame.K_HOME else self.highest)
            return True
        step = {pygame.K_LEFT: -self.step, pygame.K_RIGHT: self.step}.get(event.key)
        if step is not None:
            self.set(self.value + step)
        return step is not None

    def _figure_width(self) -> int:
        return self.services.units.type_length(64)

    def _track(self) -> pygame.Rect:
        track = self.rect.inflate(-self.services.px(22), 0)
        track.width -= self._figure_width()
        track.height = self.services.px(6)
        track.centery = self.rect.centery
        return track

    def draw(self, surface: pygame.Surface) -> None:
        """Draw track, the part done and the knob."""
        painter, track = self.services.painter, self._track()
        painter.box(surface, track, "track")
        x = track.x + track.width * (self.value - self.lowest) // max(1, self.highest - self.lowest)
        painter.box(surface, pygame.Rect(track.x, track.y, x - track.x, track.height), "track_done")
        side = self.services.px(24 if self.hovered or self.pressed else 22)
        knob = pygame.Rect(0, 0, side, side)
        knob.center = (x, track.centery)
        painter.box(surface, knob, "knob_ring")
        figure = pygame.Rect(
            self.rect.right - self._figure_width(), self.rect.y, self._figure_width(), self.rect.height
        )
        services, steps = self.services, self.services.steps
        services.fonts.write(surface, self.describe(self.value), figure, steps.strong, services.colours.ptext, "right")
        if self.ring:
            painter.focus_ring(surface, knob, 12)
