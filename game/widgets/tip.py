"""A one-line note beside a widget, and text put into rectangles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
import pygame

from game.theme import TextStyle

if TYPE_CHECKING:
    from game.services import Services

Align = Literal["left", "center", "right"]


def capped(services: Services, style: TextStyle, length: float) -> TextStyle:
    """A style no larger than so many virtual pixels: for a card that cannot grow with the text setting."""
    return msgspec.structs.replace(style, size=min(style.size, length * services.units.u / services.units.ut))


def draw_text(
    services: Services,
    surface: pygame.Surface,
    text: str,
    rect: pygame.Rect,
    style: TextStyle,
    colour: str,
    align: Align = "left",
) -> pygame.Rect:
    """One line, centred in height, made smaller and at last cut when it does not fit; returns where it is."""
    fitting = services.fonts.fit(text, style, rect.width)
    picture = services.fonts.render(text, fitting, colour, rect.width)
    place = picture.get_rect(midleft=rect.midleft)
    if align == "center":
        place.center = rect.center
    elif align == "right":
        place.midright = rect.midright
    surface.blit(picture, place)
    return place


def draw_if_room(
    services: Services,
    surface: pygame.Surface,
    text: str,
    rect: pygame.Rect,
    style: TextStyle,
    colour: str,
    align: Align = "left",
) -> None:
    """One line that can be spared: left out where it would have to be cut."""
    if services.fonts.width(text, services.fonts.fit(text, style, rect.width)) <= rect.width:
        draw_text(services, surface, text, rect, style, colour, align)


def draw_lines(
    services: Services,
    surface: pygame.Surface,
    text: str,
    rect: pygame.Rect,
    style: TextStyle,
    colour: str,
    max_lines: int | None = None,
) -> int:
    """Lines wrapped to the rectangle's width, from its top; returns the height used, in device pixels."""
    height = services.fonts.line_height(style)
    lines = services.fonts.wrap(text, style, rect.width, max_lines)
    for index, line in enumerate(lines):
        picture = services.fonts.render(line, style, colour)
        surface.blit(picture, (rect.x, rect.y + index * height + (height - picture.get_height()) // 2))
    return height * len(lines)


def draw_tip(
    services: Services, surface: pygame.Surface, about: pygame.Rect, text: str, clear: pygame.Rect | None = None
) -> pygame.Rect:
    """A note above (or below) a rectangle, kept inside the surface and left of what must stay `clear`.

    Returns where it is.
    """
    px = services.units.px
    style = services.theme.type.small
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
    draw_lines(services, surface, text, rect.inflate(-2 * px(12), -2 * px(7)), style, services.theme.colours.text)
    return rect
