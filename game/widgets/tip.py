"""A short note beside a widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from game.services import Services


def draw_tip(
    services: Services, surface: pygame.Surface, about: pygame.Rect, text: str, clear: pygame.Rect | None = None
) -> pygame.Rect:
    """A note above (or below) a rectangle, kept inside the surface and left of what must stay `clear`.

    Returns where it is.
    """
    px = services.px
    style = services.steps.small
    lines = services.fonts.wrap(text, style, px(320))
    line_height = services.fonts.line_height(style)
    width = max(services.fonts.width(line, style) for line in lines) + 2 * px(12)
    rect = pygame.Rect(0, 0, width, line_height * len(lines) + 2 * px(7))
    rect.midbottom = (about.centerx, about.top - px(6))
    if rect.top < 0:
        rect.midtop = (about.centerx, about.bottom + px(6))
    if clear is not None and rect.colliderect(clear):
        rect.right = clear.left - px(6)
    rect.clamp_ip(surface.get_rect().inflate(-px(8), -px(8)))
    services.painter.box(surface, rect, "toast")
    services.fonts.write_lines(surface, text, rect.inflate(-2 * px(12), -2 * px(7)), style, services.colours.text)
    return rect
