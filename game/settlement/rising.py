"""How the sheet of a settlement comes up: the cloth fades in over the table, the sheet rises and fades in over it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from game.services import Services

RISE, MARGIN = 32, 28
DIM = 0.35


def draw_ground(services: Services, surface: pygame.Surface, opacity: float = 1.0) -> None:
    """The cloth under a sheet that fills the screen, a little darker than at the table."""
    ground = services.painter.cloth_picture(surface.get_size(), services.chosen.cloth, DIM)
    ground.set_alpha(round(255 * opacity))
    surface.blit(ground, (0, 0))


class Rising:
    """`share`: how far it has come, from 0 to 1. The sheet is drawn once, then moved."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._whole: pygame.Surface | None = None
        self.share = 0.0

    def forget(self) -> None:
        """The sheet looks otherwise, or has risen."""
        self._whole = None

    def draw(self, surface: pygame.Surface, sheet: pygame.Rect, draw: Callable[[pygame.Surface], object]) -> None:
        """Over what is there; `draw` draws ground and sheet as they are in the end."""
        if self._whole is None or self._whole.get_size() != surface.get_size():
            self._whole = pygame.Surface(surface.get_size(), 0, surface)
            draw(self._whole)
        px = self._services.px
        draw_ground(self._services, surface, self.share)
        self._whole.set_alpha(round(255 * self.share))
        shadowed = sheet.inflate(2 * px(MARGIN), 2 * px(MARGIN))
        surface.blit(self._whole, shadowed.move(0, round((1 - self.share) * px(RISE))), shadowed)
