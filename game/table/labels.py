"""Texts of the table that may be cut: the same value draws them and tells, on hover, what they say in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.fonts import Align
from game.theme import TextStyle
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services


@value
class Label:
    """One line of text in a rectangle; with `fits` it is made smaller before it is cut."""

    text: str
    rect: pygame.Rect
    style: TextStyle
    colour: str
    align: Align = "left"
    fits: bool = True

    def cut(self, services: Services) -> bool:
        """Whether there is no room for all of it."""
        style = services.fonts.fit(self.text, self.style, self.rect.width) if self.fits else self.style
        return services.fonts.width(self.text, style) > self.rect.width


def draw_label(services: Services, surface: pygame.Surface, label: Label) -> None:
    """Draw it, cut with "…" at last."""
    if label.fits:
        services.fonts.write(surface, label.text, label.rect, label.style, label.colour, label.align)
        return
    picture = services.fonts.render(label.text, label.style, label.colour, label.rect.width)
    surface.blit(picture, picture.get_rect(midleft=label.rect.midleft))
