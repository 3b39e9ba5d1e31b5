"""Painting tiles where the layout puts them: pictures, shadows, rings, brackets, veils."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

import pygame

from game.iconart import brackets_svg, forbidden_svg, panel_svg, pin_svg
from game.places import Place, Position
from game.theme import Box
from game.tileart import Body, Turn, tile_size
from rules.tiles import HIDDEN, Tile

if TYPE_CHECKING:
    from game.table.view import ScreenView

Placed: TypeAlias = tuple[Tile, Place]

TILE_RADIUS = 0.10
BOB = 2
PIN_TURN = {Position.OWN: 180, Position.RIGHT: 270, Position.ACROSS: 0, Position.LEFT: 90}


def tile_picture(view: ScreenView, tile: Tile, place: Place) -> pygame.Surface:
    """The picture of a tile at a place; a hidden one shows its back."""
    backs = {Body.LYING: Body.LYING_DOWN, Body.STANDING: Body.ACROSS}
    body = backs.get(place.body, place.body) if tile == HIDDEN else place.body
    face = tile if body in (Body.LYING, Body.STANDING) else HIDDEN
    word = view.wild_word(face) if face else ""
    return view.services.images.tile(face, place.width, body, place.turn, word)


def draw_tiles(view: ScreenView, surface: pygame.Surface, placed: Iterable[Placed]) -> None:
    """Tiles that lie together: all shadows, then tiles from top to bottom, so that each covers what is behind it."""
    in_order = sorted(placed, key=lambda item: item[1].y)
    draw_shadows(view, surface, [place for _, place in in_order])
    surface.fblits([(tile_picture(view, tile, place), (place.x, place.y)) for tile, place in in_order])


def draw_shadows(view: ScreenView, surface: pygame.Surface, places: Iterable[Place]) -> None:
    """The shadows of tiles; most of them are of the same size."""
    painter, u = view.services.painter, view.layout.u
    shades: dict[tuple[int, Body, Turn], tuple[pygame.Surface, int, int]] = {}
    shadows: list[tuple[pygame.Surface, tuple[int, int]]] = []
    for place in places:
        kind = place.width, place.body, place.turn
        if kind not in shades:
            shades[kind] = painter.shade(tile_size(*kind), "button", TILE_RADIUS * place.width / u)
        picture, x, y = shades[kind]
        shadows.append((picture, (place.x + x, place.y + y)))
    surface.fblits(shadows)


def draw_ring(
    view: ScreenView, surface: pygame.Surface, rect: pygame.Rect, opacity: float = 1.0, radius: float | None = None
) -> None:
    """A brass ring with dark lines: the last discard, a winning tile, a seat that is hit; `radius` but for a tile's."""
    services = view.services
    colours, painter, line = services.colours, services.painter, services.units.line
    radius = (TILE_RADIUS * rect.width / view.layout.u if radius is None else radius) + 3
    outer = rect.inflate(2 * line(3), 2 * line(3))
    painter.frame(surface, outer.inflate(2 * line(1), 2 * line(1)), "#1A1204", 1, radius + 1, opacity)
    painter.frame(surface, outer, colours.brass_light, 3, radius, opacity)
    painter.frame(surface, rect, "#1A1204", 1.2, radius - 3, opacity)


def draw_ring_glow(view: ScreenView, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """The glow of a ring; it lies under all tiles, so that no neighbour pales."""
    line = view.services.units.line(3)
    radius = TILE_RADIUS * rect.width / view.layout.u + 3
    view.services.painter.shadow(surface, rect.inflate(2 * line, 2 * line), "glow", radius)


def draw_pin(view: ScreenView, surface: pygame.Surface, rect: pygame.Rect, position: Position, bob: float) -> None:
    """The pin at a last discard, on the side away from the centre, pointing at it; `bob` 0-1 is its way outwards."""
    height = view.services.px(23)
    size = (round(height * 0.75), height)
    services = view.services
    upright = services.painter.picture(("pin", height), size, lambda: pin_svg(height))
    pin = pygame.transform.rotate(upright, PIN_TURN[position])
    gap = view.services.px(4) + round(bob * max(2, view.services.px(BOB)))
    place = pin.get_rect()
    match position:
        case Position.OWN:
            place.midtop = (rect.centerx, rect.bottom + gap)
        case Position.ACROSS:
            place.midbottom = (rect.centerx, rect.top - gap)
        case Position.LEFT:
            place.midright = (rect.left - gap, rect.centery)
        case Position.RIGHT:
            place.midleft = (rect.right + gap, rect.centery)
    surface.blit(pin, place)


def draw_count(view: ScreenView, surface: pygame.Surface, place: Place, count: int) -> None:
    """How many tiles lie on a pile, at its lower right corner."""
    if count < 2:
        return
    services, colours, px = view.services, view.services.colours, view.services.px
    style = services.fonts.sized("sans-bold", max(12, px(14)))
    word = services.fonts.render(f"×{count}", style, colours.brass_light)
    badge = pygame.Rect(0, 0, word.get_width() + 2 * px(4), max(px(18), word.get_height()))
    badge.center = (place.face.right - px(2), place.face.bottom)
    services.painter.box(surface, badge, Box(top=colours.ink, line=colours.brass, radius=6))
    surface.blit(word, word.get_rect(center=badge.center))


def draw_brackets(view: ScreenView, surface: pygame.Surface, place: Place) -> None:
    """The corner brackets of a tile equal to the selected one."""
    face = place.face
    inset = view.services.px(1)
    size = (face.width - 2 * inset, face.height - 2 * inset)
    colour = view.services.colours.same_tile
    width = max(2.0, 3 * view.layout.u)
    picture = view.services.painter.picture(("brackets", size), size, lambda: brackets_svg(size, colour, width))
    surface.blit(picture, (face.x + inset, face.y + inset))


def draw_veil(view: ScreenView, surface: pygame.Surface, face: pygame.Rect, opacity: float) -> None:
    """Darken a face: a tile that may not go, a void tile, a wait of which nothing is left."""
    colour = f"#10201C{round(255 * opacity):02X}"
    radius = TILE_RADIUS * min(face.size)
    picture = view.services.painter.picture(
        ("veil", opacity), face.size, lambda: panel_svg(face.size, radius, (colour, colour))
    )
    surface.blit(picture, face)


def draw_forbidden(view: ScreenView, surface: pygame.Surface, place: Place) -> None:
    """A tile that may not be discarded: darkened, with the sign in the middle."""
    draw_veil(view, surface, place.face, 0.60)
    side = round(0.42 * place.width)
    sign = view.services.painter.picture(("forbidden",), (side, side), lambda: forbidden_svg(side))
    surface.blit(sign, sign.get_rect(center=place.face.center))


def draw_lift(view: ScreenView, surface: pygame.Surface, rect: pygame.Rect, colour: str, width: float) -> None:
    """The line round a tile that is pointed at, selected or will be used."""
    line = view.services.units.line(width)
    radius = TILE_RADIUS * rect.width / view.layout.u + width
    view.services.painter.frame(surface, rect.inflate(2 * line, 2 * line), colour, width, radius)
