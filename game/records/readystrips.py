"""Who else is ready while all hands lie open: a strip at each plate with the waits and the copies left of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.places import Position, face_size
from game.theme import Box, TextStyle
from rules.hints import Wait

if TYPE_CHECKING:
    from game.table.view import ScreenView

HIGH, TILE, SEAL, GAP = 44, 24, 20, 6
MOST = 4
LEFT_COUNT = TextStyle("sans-bold", 12.5, 1.2)
SMALLEST_TILE = 24


def strip_place(view: ScreenView, position: Position) -> pygame.Rect:
    """Below a plate; above it at the left, where one's own waits may come up to it."""
    px, plate = view.services.px, view.layout.plate(position)
    high = max(px(HIGH), face_size(max(SMALLEST_TILE, px(TILE)))[1] + px(10))
    top = plate.top - px(14) - high if position is Position.LEFT else plate.bottom + px(GAP)
    return pygame.Rect(plate.x, top, plate.width, high)


def draw_ready(view: ScreenView, surface: pygame.Surface, position: Position, waits: tuple[Wait, ...]) -> None:
    """The seal 听, up to four tiles with what is left of each, and how many kinds more."""
    services, colours, px = view.services, view.services.colours, view.services.px
    place = strip_place(view, position)
    services.painter.box(surface, place, view.box("ink", 10))
    seal = pygame.Rect(place.x + px(6), 0, px(SEAL), px(SEAL))
    seal.centery = place.centery
    services.painter.box(surface, seal, Box(top=colours.jade, bottom=colours.jade_deep, line="#53A488", radius=4))
    style = services.fonts.sized("kai" if services.strings.chinese else "sans-bold", px(15))
    word = services.fonts.render(services.tr("R"), style, colours.white)
    surface.blit(word, word.get_rect(center=seal.center))
    width = max(SMALLEST_TILE, px(TILE))
    count_style = services.fonts.capped(LEFT_COUNT, max(12, px(15)))
    digit = services.fonts.width("0", count_style) + px(2)
    room = place.right - px(4) - (seal.right + px(5))
    shown = waits[: min(MOST, max(1, room // (width + digit + px(2))))]
    if len(shown) < len(waits):
        shown = waits[: max(1, (room - 2 * digit) // (width + digit + px(2)))]
    left = seal.right + px(5)
    for wait in sorted(shown, key=lambda wait: wait.tile):
        face = services.images.face(wait.tile, width, wild=view.wild_word(wait.tile))
        surface.blit(face, face.get_rect(midleft=(left, place.centery)))
        left += width + px(1)
        count = services.fonts.render(str(wait.left), count_style, colours.text if wait.left else colours.text3)
        surface.blit(count, count.get_rect(midleft=(left, place.centery)))
        left += digit + px(1)
    if len(shown) < len(waits):
        more = services.fonts.render(f"+{len(waits) - len(shown)}", count_style, colours.text2)
        surface.blit(more, more.get_rect(midleft=(left, place.centery)))
