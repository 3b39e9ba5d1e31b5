"""A surface that knows which texts can be read on it, and where."""

from __future__ import annotations

import itertools
from typing import Any

import pygame

from game.services import Services
from game.theme import Box, TextStyle

DECORATION = "brush"
"""Words in this face may lie under others: watermarks, the logo with its shadow."""
TOUCHING = 2
"""So many pixels may two texts share: the margin of a glyph."""
OPAQUE = 0.8
CONTROLS = ("button_", "paper_card", "paper_well")


class ReadSurface(pygame.Surface):
    """Watches the texts of `services` that are drawn on it: what is painted over, or lies under a veil, is gone.

    `hidden`: the texts that a button or a card lies on, which no sheet or veil has taken away before.
    """

    def __init__(self, services: Services, size: tuple[int, int]) -> None:
        super().__init__(size)
        self.texts: list[tuple[str, pygame.Rect]] = []
        self.hidden: list[str] = []
        self._pictures: dict[int, tuple[str, pygame.Surface]] = {}
        self._render, self._box, self._dim = services.fonts.render, services.painter.box, services.painter.dim
        self._boxes = services.theme.boxes
        services.fonts.render = self._rendered  # type: ignore[method-assign]
        services.painter.box = self._boxed  # type: ignore[method-assign]
        services.painter.dim = self._dimmed  # type: ignore[method-assign]

    def _rendered(self, text: str, style: TextStyle, colour: str, max_width: int | None = None) -> pygame.Surface:
        picture = self._render(text, style, colour, max_width)
        if style.face != DECORATION:
            self._pictures[id(picture)] = (text, picture)
        return picture

    def _boxed(self, surface: pygame.Surface, rect: pygame.Rect, box: Box | str, shade: float = 0.0) -> None:
        self._box(surface, rect, box, shade)
        look = self._boxes[box] if isinstance(box, str) else box
        if surface is self and look.opacity > OPAQUE:
            rect = rect.clip(self.get_clip())
            if isinstance(box, str) and box.startswith(CONTROLS):
                self.hidden += [text for text, place in self.texts if min(place.clip(rect).size) > TOUCHING]
            self.texts = [(text, place) for text, place in self.texts if not place.colliderect(rect)]

    def _dimmed(self, surface: pygame.Surface, opacity: float) -> None:
        self._dim(surface, opacity)
        self.texts.clear()

    def blit(self, source: pygame.Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0) -> pygame.Rect:
        """As any surface; a text is noted as far as it can be seen."""
        if id(source) in self._pictures:
            corner = dest.topleft if isinstance(dest, pygame.Rect) else dest[:2]
            part = pygame.Rect(area) if area is not None else source.get_rect()
            seen = source.get_bounding_rect().clip(part).move(-part.x, -part.y).move(corner).clip(self.get_clip())
            if seen.width and seen.height:
                self.texts.append((self._pictures[id(source)][0], seen))
        return super().blit(source, dest, area, special_flags)

    @property
    def overlaps(self) -> list[tuple[str, str]]:
        """The texts that lie over each other."""
        pairs = itertools.combinations(self.texts, 2)
        return [(one, other) for (one, a), (other, b) in pairs if min(a.clip(b).size) > TOUCHING]
