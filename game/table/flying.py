"""Painting what moves over the table: tiles in the air, call words, a tile turned over, the veil at a win."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.places import Place, Position
from game.table.effects import CallWord, Flight, TurnedUp
from game.table.tiles import draw_shadow, tile_picture
from game.tileart import Body
from game.units import rounded

if TYPE_CHECKING:
    from game.table.view import TableView

WORD_HEIGHT = 92
SIZE_STEP = 3  # pictures of flying tiles come in steps of so many pixels: each is drawn once and kept
WORD_STEPS = 8
TURNED_WIDTH = 1.6
CAPTION_GAP = 14


def draw_effects(view: TableView, surface: pygame.Surface) -> None:
    """All that moves, above the still table and one's own hand."""
    effects = view.effects
    for flight in effects.flights:
        _draw_flight(view, surface, flight)
    if effects.dim > 0:
        view.services.painter.dim(surface, effects.dim)
    if effects.turned_up is not None:
        _draw_turned(view, surface, effects.turned_up)
    for word in effects.words:
        _draw_word(view, surface, word)


def _draw_flight(view: TableView, surface: pygame.Surface, flight: Flight) -> None:
    start, end, t = flight.start, flight.end, flight.progress
    width = start.width + (end.width - start.width) * t
    width = end.width if t >= 1 else rounded(width / SIZE_STEP) * SIZE_STEP
    body = end.body if end.body is Body.LYING_DOWN else Body.LYING
    place = Place(
        rounded(start.x + (end.x - start.x) * t),
        rounded(start.y + (end.y - start.y) * t),
        max(1, width),
        body,
        end.turn,
    )
    draw_shadow(view, surface, place)
    surface.blit(tile_picture(view, flight.tile, place), (place.x, place.y))


def _draw_turned(view: TableView, surface: pygame.Surface, turned: TurnedUp) -> None:
    """The tile stands large in the middle; its width is squeezed while it turns over."""
    services, layout = view.services, view.layout
    width = rounded(TURNED_WIDTH * layout.hand_width)
    body = Body.LYING if turned.face else Body.LYING_DOWN
    word = view.table.variant.wild_name if turned.wild and turned.face else ""
    picture = services.images.tile(turned.tile, width, body, wild=word)
    squeezed = max(1, round(picture.get_width() * turned.width))
    if squeezed != picture.get_width():
        picture = pygame.transform.smoothscale(picture, (squeezed, picture.get_height()))
    rect = picture.get_rect(center=layout.centre.center)
    services.painter.shadow(surface, rect, "sheet", 6)
    surface.blit(picture, rect)
    if turned.caption and turned.face:
        text = services.fonts.render(turned.caption, services.theme.type.h2, services.theme.colours.brass_light)
        place = text.get_rect(midtop=(rect.centerx, rect.bottom + layout.px(CAPTION_GAP)))
        services.painter.box(surface, place.inflate(2 * layout.px(14), 2 * layout.px(5)), "toast")
        surface.blit(text, place)


def word_place(view: TableView, position: Position) -> tuple[int, int]:
    """Where the word of a call stands: on the caller's side of the court."""
    court, centre = view.layout.court, view.layout.centre
    reach = view.layout.px(WORD_HEIGHT * 0.9)
    return {
        Position.OWN: (centre.centerx, court.bottom - reach // 2),
        Position.ACROSS: (centre.centerx, court.top + reach // 2),
        Position.LEFT: (court.left + reach, centre.centery),
        Position.RIGHT: (court.right - reach, centre.centery),
    }[position]


def _draw_word(view: TableView, surface: pygame.Surface, word: CallWord) -> None:
    """In brush, with a dark shadow so that it reads on tiles, too."""
    if word.opacity <= 0:
        return
    services, colours = view.services, view.services.theme.colours
    scale = rounded(word.scale * WORD_STEPS) / WORD_STEPS
    height = WORD_HEIGHT if services.strings.chinese else WORD_HEIGHT // 2
    style = view.sized(view.brush, view.layout.px(height * scale))
    centre = word_place(view, view.position(word.seat))
    for colour, offset in ((colours.shadow, view.layout.px(3)), (colours.brass_light, 0)):
        picture = services.fonts.render(word.text, style, colour)
        picture.set_alpha(round(255 * word.opacity))
        surface.blit(picture, picture.get_rect(center=(centre[0] + offset, centre[1] + offset)))
        picture.set_alpha(255)
