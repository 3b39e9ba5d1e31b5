"""A screen or a list that has nothing to show yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from game.services import Services

WIDEST = 520


def draw_nothing(
    services: Services, surface: pygame.Surface, place: pygame.Rect, icon: str, words: str, on_ink: bool = False
) -> None:
    """A quiet sign, and what would bring something here, in the middle of a place."""
    px, style, colours = services.px, services.steps.body, services.colours
    sign, colour = (colours.line, colours.text2) if on_ink else (colours.paper_line, colours.ptext2)
    lines = services.fonts.wrap(words, style, min(place.width - 2 * px(24), services.units.type_length(WIDEST)))
    line, side, gap = services.fonts.line_height(style), px(64), px(18)
    if side + gap + len(lines) * line > place.height:
        side = gap = 0
    top = place.centery - (side + gap + len(lines) * line) // 2
    if side:
        picture = services.images.icon(icon, side, sign)
        surface.blit(picture, picture.get_rect(midtop=(place.centerx, top)))
    for index, text in enumerate(lines):
        row = pygame.Rect(place.x, top + side + gap + index * line, place.width, line)
        services.fonts.write(surface, text, row, style, colour, "center")
