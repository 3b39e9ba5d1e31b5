"""The curtain opens: its cloth goes to both sides, over the table of whoever it opens for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.hotseat.curtain import folds
from game.scene import MOVING, STILL
from game.timeline import ease_in_out

if TYPE_CHECKING:
    from game.services import Services

SECONDS = 0.26


class Parting:
    """Nothing, until it begins."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._share: float | None = None

    def begin(self) -> None:
        """The halves part."""
        self._share = 0.0

    def stop(self) -> None:
        """The curtain has fallen again, or is not needed any more."""
        self._share = None

    def update(self, seconds: float) -> float:
        """Go on; with reduced motion the cloth is gone at once."""
        if self._share is None:
            return STILL
        self._share += seconds / SECONDS
        if self._share >= 1 or self._services.chosen.reduced_motion:
            self._share = None
        self._services.invalidate()
        return MOVING

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what is left of the cloth at both sides."""
        if self._share is None:
            return
        cloth, (width, height) = folds(surface.get_size()), surface.get_size()
        half = width // 2
        gone = round(half * ease_in_out(min(1.0, self._share)))
        surface.blit(cloth, (0, 0), (gone, 0, half - gone, height))
        surface.blit(cloth, (half + gone, 0), (half, 0, width - half - gone, height))
