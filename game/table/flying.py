"""Painting what moves over the table: tiles in the air, call words, a tile turned over, the veil at a win."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.iconart import arrow_svg
from game.places import Place, Position
from game.table.effects import CallWord, Flight, Robbery, TurnedUp
from game.table.hands import draw_hand, draw_melds
from game.table.plates import BIRD_MARK, draw_gains, draw_plate
from game.table.tiles import draw_shadows, tile_picture
from game.tileart import Body, Turn
from game.units import rounded
from rules.tiles import Tile

if TYPE_CHECKING:
    from game.table.view import ScreenView

WORD_HEIGHT = 92
SIZE_STEP = 3  # pictures of flying tiles come in steps of so many pixels: each is drawn once and kept
WORD_STEPS = 24
TURNED_WIDTH = 1.6
CAPTION_GAP = 14
ASIDE = 0.56
ARROW_WIDTH = 7
STAMP, SLANT = 116, 6
TURNED = {Turn.UPRIGHT: 0, Turn.RIGHT: -90, Turn.LEFT: 90}


def draw_effects(view: ScreenView, surface: pygame.Surface) -> None:
    """All that moves, above the still table and one's own hand. A winner's tiles stay bright above the veil."""
    effects = view.effects
    if effects.dim > 0:
        view.services.painter.dim(surface, effects.dim)
        _draw_bright(view, surface)
    for flight in effects.flights:
        _draw_flight(view, surface, flight)
    if effects.throws:
        from game.table.dice import draw_dice

        draw_dice(view, surface)
    if effects.robbery is not None:
        _draw_robbery(view, surface, effects.robbery)
    if effects.turned_up is not None:
        _draw_turned(view, surface, effects.turned_up)
    for word in effects.words:
        (_draw_stamp if word.stamp else _draw_word)(view, surface, word)
    draw_gains(view, surface)


def _draw_bright(view: ScreenView, surface: pygame.Surface) -> None:
    """What stays bright on a dimmed table: the winners' tiles, and the plate that a bird hits."""
    for position in Position:
        seat = view.seat(position)
        if seat in view.effects.winners:
            draw_hand(view, surface, position)
            draw_melds(view, surface, position)
        if BIRD_MARK in view.shown.seats[seat].marks:
            draw_plate(view, surface, position)


def _draw_flight(view: ScreenView, surface: pygame.Surface, flight: Flight) -> None:
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
    picture = tile_picture(view, flight.tile, place)
    angle = (TURNED[start.turn] - TURNED[end.turn] + 180) % 360 - 180
    if not angle or t >= 1:
        draw_shadows(view, surface, [place])
        surface.blit(picture, (place.x, place.y))
    else:  # it turns on the way
        turned = pygame.transform.rotozoom(picture, angle * (1 - t), 1.0)
        surface.blit(turned, turned.get_rect(center=place.rect.center))


def _draw_robbery(view: ScreenView, surface: pygame.Surface, robbery: Robbery) -> None:
    """An arrow from the robbed kong to the winner, brass with a dark rim."""
    start, end, px = robbery.start, robbery.end, view.services.px
    margin = 3 * px(ARROW_WIDTH)
    rect = pygame.Rect(start, (1, 1)).union(pygame.Rect(end, (1, 1))).inflate(2 * margin, 2 * margin)
    tail, head = ((float(x - rect.x), float(y - rect.y)) for x, y in (start, end))
    colours = view.services.colours
    for name, colour, width in (("rim", colours.ink, ARROW_WIDTH + 4), ("arrow", colours.brass_light, ARROW_WIDTH)):
        picture = view.services.painter.picture(
            (name, start, end), rect.size, partial(arrow_svg, rect.size, tail, head, colour, float(px(width)))
        )
        picture.set_alpha(round(255 * robbery.opacity))
        surface.blit(picture, rect)


def _draw_turned(view: ScreenView, surface: pygame.Surface, turned: TurnedUp) -> None:
    """The tile stands large in the middle; its width is squeezed while it turns over; at last it goes to its place.

    The kind that it makes wild appears beside it, and goes to the place instead.
    """
    services, layout, target, way = view.services, view.layout, turned.target, turned.glide
    width = TURNED_WIDTH * layout.hand_width
    width = rounded((width + (target.width - width) * way) / SIZE_STEP) * SIZE_STEP
    start, end = layout.centre.center, target.face.center
    centre = (rounded(start[0] + (end[0] - start[0]) * way), rounded(start[1] + (end[1] - start[1]) * way))
    shadow = "sheet" if not way else "button"
    other = turned.wild if turned.flag > 0 and turned.wild != turned.tile else None
    if not (other and way):
        picture = services.images.tile(turned.tile, width, Body.LYING if turned.face else Body.LYING_DOWN)
        if turned.flag > 0 and not other:
            picture = _flagged(view, turned.tile, turned.flag, width)
        squeezed = max(1, round(picture.get_width() * turned.width))
        if squeezed != picture.get_width():
            picture = pygame.transform.smoothscale(picture, (squeezed, picture.get_height()))
        aside = rounded(ASIDE * width) if other else 0
        _put(view, surface, picture, (centre[0] - aside, centre[1]), shadow)
    if other is not None:
        picture = _flagged(view, other, turned.flag, width)
        _put(view, surface, picture, (centre[0] + (0 if way else rounded(ASIDE * width)), centre[1]), shadow)
    if turned.caption and turned.face and not way:
        _draw_caption(view, surface, turned.caption, centre[1] + rounded(0.78 * width))


def _put(view: ScreenView, surface: pygame.Surface, picture: pygame.Surface, at: tuple[int, int], shadow: str) -> None:
    """A picture with its shadow."""
    rect = picture.get_rect(center=at)
    view.services.painter.shadow(surface, rect, shadow, 6)
    surface.blit(picture, rect)


def _draw_caption(view: ScreenView, surface: pygame.Surface, caption: str, top: int) -> None:
    """What the tile in the middle is, below it."""
    services, px = view.services, view.services.px
    text = services.fonts.render(caption, services.steps.h2, services.colours.brass_light)
    place = text.get_rect(midtop=(view.layout.centre.centerx, top + px(CAPTION_GAP)))
    services.painter.box(surface, place.inflate(2 * px(14), 2 * px(5)), "toast")
    surface.blit(text, place)


def _flagged(view: ScreenView, tile: Tile, way: float, width: int) -> pygame.Surface:
    """The frame of a wild tile fades in, and its flag drops onto it: `way` 0-1."""
    plain = view.services.images.tile(tile, width)
    wild = view.services.images.tile(tile, width, wild=view.table.variant.wild_name)
    if way >= 1:
        return wild
    flag = pygame.Rect(round(0.6 * width), 0, width - round(0.6 * width), round(0.45 * width))
    picture, faded = plain.copy(), wild.copy()
    faded.set_alpha(round(255 * way))
    picture.blit(faded, (0, 0))
    picture.blit(wild, (flag.x, round((way - 1) * flag.height)), flag)
    return picture


def _draw_stamp(view: ScreenView, surface: pygame.Surface, word: CallWord) -> None:
    """胡 as a cinnabar seal, pressed on a little aslant."""
    services, px = view.services, view.services.px
    high = px(STAMP)
    style = services.fonts.sized(
        view.brush, high * (0.72 if len(word.text) == 1 else 0.5 if services.strings.chinese else 0.34)
    )
    text = services.fonts.render(word.text, style, services.colours.white)
    seal = pygame.Surface((max(high, text.get_width() + px(36)), high), pygame.SRCALPHA)
    whole = seal.get_rect()
    services.painter.box(seal, whole, view.box("button_main", 16))
    services.painter.frame(seal, whole.inflate(-2 * px(5), -2 * px(5)), "#FFF6E2", 2, 11, 0.55)
    seal.blit(text, text.get_rect(center=whole.center))
    turned = pygame.transform.rotozoom(seal, SLANT, word.scale)
    turned.set_alpha(round(255 * word.opacity))
    centre = word_place(view, view.position(word.seat))
    surface.blit(turned, turned.get_rect(center=centre))


def word_place(view: ScreenView, position: Position) -> tuple[int, int]:
    """Where the word of a call stands: on the caller's side of the court."""
    court, centre = view.layout.court, view.layout.centre
    reach = view.services.px(WORD_HEIGHT * 0.9)
    return {
        Position.OWN: (centre.centerx, court.bottom - reach // 2),
        Position.ACROSS: (centre.centerx, court.top + reach // 2),
        Position.LEFT: (court.left + reach, centre.centery),
        Position.RIGHT: (court.right - reach, centre.centery),
    }[position]


def _draw_word(view: ScreenView, surface: pygame.Surface, word: CallWord) -> None:
    """In brush, with a dark shadow so that it reads on tiles, too."""
    if word.opacity <= 0:
        return
    services, colours = view.services, view.services.colours
    scale = rounded(word.scale * WORD_STEPS) / WORD_STEPS
    height = WORD_HEIGHT if services.strings.chinese else WORD_HEIGHT // 2
    style = services.fonts.sized(view.brush, view.services.px(height * scale))
    centre = word_place(view, view.position(word.seat))
    for colour, offset in ((colours.shadow, view.services.px(3)), (colours.brass_light, 0)):
        picture = services.fonts.render(word.text, style, colour)
        picture.set_alpha(round(255 * word.opacity))
        surface.blit(picture, picture.get_rect(center=(centre[0] + offset, centre[1] + offset)))
        picture.set_alpha(255)
