"""The table: cloth, court, rivers, melds, other hands, compass, plates. What is still is one picture until it changes;
the marks of the last discard and the light of the turn are drawn over it, as they move often."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.places import Position
from game.table.compass import draw_compass, draw_counter, draw_winds, winds_look
from game.table.hands import draw_hand, draw_melds, laid_open, meld_places, rows_of
from game.table.plates import (
    draw_bare_plate,
    draw_info,
    draw_plate,
    draw_plate_marks,
    draw_turned_up,
    info_card,
    plate_look,
)
from game.table.tiles import Placed, draw_brackets, draw_pin, draw_ring, draw_ring_glow, draw_tiles, tile_picture
from game.tileart import Body
from rules.tiles import HIDDEN, Tile

if TYPE_CHECKING:
    from game.table.view import ScreenView

COURT_RADIUS = 26
FRAME_RADIUS = 18


class Board:
    """Draws the still table onto a picture of its own, and again only when something on it changed."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._picture = pygame.Surface((1, 1))
        self.drawn = 0

    def draw(self, view: ScreenView, surface: pygame.Surface) -> None:
        """Put the table on the surface."""
        key = _key(view, surface.get_size())
        if key != self._key:
            self._key = key
            self.drawn += 1
            if self._picture.get_size() != surface.get_size():
                self._picture = pygame.Surface(surface.get_size(), 0, surface)
            _draw_still(view, self._picture)
        surface.blit(self._picture, (0, 0))
        _draw_lively(view, surface)

    def forget(self) -> None:
        """Nobody sees the table any more: give the picture back, which is as large as the window."""
        self._key, self._picture = None, pygame.Surface((1, 1))


class Resting:
    """All that rests while something moves above it, as one picture: a frame of an animation costs one copy."""

    def __init__(self, paint: Callable[[pygame.Surface], None]) -> None:
        self._paint = paint
        self._picture = pygame.Surface((1, 1))
        self._painted = False

    def draw(self, surface: pygame.Surface, moving: bool, changed: bool) -> None:
        """Put it on the surface; the picture is made in the first frame in which nothing but what moves has changed."""
        if changed or not moving:
            self._painted = False
            self._paint(surface)
            return
        if self._picture.get_size() != surface.get_size():
            self._picture, self._painted = pygame.Surface(surface.get_size(), 0, surface), False
        if not self._painted:
            self._paint(self._picture)
            self._painted = True
        surface.blit(self._picture, (0, 0))

    def forget(self) -> None:
        """As for the board."""
        self._picture, self._painted = pygame.Surface((1, 1)), False


def _key(view: ScreenView, size: tuple[int, int]) -> Hashable:
    services, effects = view.services, view.effects
    looks = (services.chosen, services.strings.language, services.images.look, id(view.layout))
    light = effects.light[0], _passing(view) or effects.light[1]
    effects_shown = (effects.version, effects.last_mark > 0, light, effects.turned_up is None, effects.own_melds)
    return (size, view.playback.version, effects_shown, view.marked, view.own, looks)


def draw_board(view: ScreenView, surface: pygame.Surface) -> None:
    """Draw all of it."""
    _draw_still(view, surface)
    _draw_lively(view, surface)


def _passing(view: ScreenView) -> tuple[Position, ...]:
    """The positions between which the light of the turn is on its way."""
    return tuple(position for position in Position if 0 < view.light(position) < 1)


def _draw_lively(view: ScreenView, surface: pygame.Surface) -> None:
    """Compass and plates while the light of the turn passes; the ring of the last discard, and the pin beside it."""
    passing = _passing(view)
    if passing:
        draw_compass(view, surface)
    for position in passing:
        draw_plate(view, surface, position)
    last = _last_place(view)
    if last is not None:
        _draw_last(view, surface, last)


def _draw_still(view: ScreenView, surface: pygame.Surface) -> None:
    """All that `_draw_lively` does not draw."""
    surface.blit(_ground(view, surface.get_size()), (0, 0))
    passing = _passing(view)
    if not passing:
        _draw_kept(view, surface, view.layout.centre, ("winds", winds_look(view)), partial(draw_winds, view))
        draw_counter(view, surface)
    resting = [position for position in Position if position not in passing]
    for position in resting:
        area = view.services.painter.reach(view.layout.plate(position), "panel", "glow")
        look = plate_look(view, position)
        _draw_kept(view, surface, area, look, partial(draw_bare_plate, view, look))
    _draw_info(view, surface)
    last = _last_place(view)
    if last is not None:
        draw_ring_glow(view, surface, last[1].rect)
    for position in Position:
        draw_hand(view, surface, position)
        draw_melds(view, surface, position)
    for position in (Position.ACROSS, Position.LEFT, Position.RIGHT, Position.OWN):
        draw_tiles(view, surface, river_tiles(view, position))
    if view.marked is not None:
        _draw_equals(view, surface, view.marked)
    for position in resting:
        draw_plate_marks(view, surface, position)
    draw_turned_up(view, surface)


def _draw_info(view: ScreenView, surface: pygame.Surface) -> None:
    card = info_card(view)
    area = view.services.painter.reach(view.layout.info(card.width), "panel")
    _draw_kept(view, surface, area, (card, view.services.images.look), partial(draw_info, view, card))


def _draw_kept(
    view: ScreenView,
    surface: pygame.Surface,
    area: pygame.Rect,
    look: Hashable,
    paint: Callable[[pygame.Surface], None],
) -> None:
    """What lies on the bare table and often looks as before; `look` is all that tells how, but for the table and the
    type."""
    services, ground = view.services, _ground_look(view)
    services.painter.kept(surface, area, (look, ground, services.strings.language, services.units.ut), paint)


def _ground(view: ScreenView, size: tuple[int, int]) -> pygame.Surface:
    """The bare table, one opaque picture."""
    painter, cloth = view.services.painter, view.services.chosen.cloth

    def paint(ground: pygame.Surface) -> None:
        painter.cloth(ground, cloth)
        _draw_lines(view, ground)

    return painter.composed(("table", _ground_look(view)), size, paint)


def _ground_look(view: ScreenView) -> Hashable:
    return view.services.chosen.cloth, tuple(view.layout.frame), tuple(view.layout.court)


def _draw_lines(view: ScreenView, surface: pygame.Surface) -> None:
    painter, brass, px = view.services.painter, view.services.colours.brass, view.services.px
    painter.frame(surface, view.layout.frame, brass, 1, FRAME_RADIUS, 0.14)
    court = view.layout.court
    painter.frame(surface, court, brass, 1, COURT_RADIUS, 0.18)
    painter.frame(surface, court.inflate(-2 * px(6), -2 * px(6)), brass, 1, COURT_RADIUS - 6, 0.09)


# ---- the last discard ------------------------------------------------------------------------------------------------


def _last_place(view: ScreenView) -> Placed | None:
    """The last discard and where it lies: in the river, or in the meld that took it; None while it is in the air."""
    key = view.effects.last
    if key is None or key in view.effects.hidden or view.effects.last_mark <= 0:
        return None
    kind, seat, index = key
    position = view.position(seat)
    if kind == "river":
        river = river_tiles(view, position)
        return river[index] if index < len(river) else None
    rows = rows_of(view, seat)
    if index >= len(rows):
        return None
    cells = zip(rows[index].cells, meld_places(view, position)[index].cells, strict=True)
    wanted = [(cell.tile, place) for cell, place in cells if cell.claimed and cell.on_top == (kind == "kong")]
    return wanted[0] if wanted else None


def _draw_last(view: ScreenView, surface: pygame.Surface, last: Placed) -> None:
    """The ring of the last discard, and the pin where it lies in a river."""
    tile, place = last
    draw_ring(view, surface, place.rect, view.effects.last_mark)
    surface.blit(tile_picture(view, tile, place), (place.x, place.y))
    if tile == view.marked and place.body is Body.LYING:
        draw_brackets(view, surface, place)
    if view.effects.last is not None and view.effects.last[0] == "river":
        draw_pin(view, surface, place.rect, view.position(view.effects.last[1]), view.effects.pin)


# ---- rivers ---------------------------------------------------------------------------------------------------------


def river_tiles(view: ScreenView, position: Position) -> list[Placed]:
    """The discards of a seat with their places, but for the one in the air."""
    seat = view.seat(position)
    upright = view.services.chosen.upright_rivers
    return [
        (tile, view.layout.river(position, index, upright))
        for index, tile in enumerate(view.shown.seats[seat].river)
        if ("river", seat, index) not in view.effects.hidden
    ]


def lying(view: ScreenView) -> Iterator[pygame.Rect]:
    """Where tiles lie face up: discards, the one in the air with them, melds, hands that are shown."""
    for position in Position:
        for index in range(len(view.shown.seats[view.seat(position)].river)):
            yield view.layout.river(position, index, view.services.chosen.upright_rivers).rect
        yield from laid_open(view, position)


def _draw_equals(view: ScreenView, surface: pygame.Surface, marked: Tile) -> None:
    for tile, place in open_tiles(view):
        if tile == marked:
            draw_brackets(view, surface, place)


def open_tiles(view: ScreenView) -> Iterator[Placed]:
    """All tiles that lie face up in rivers and melds, with their places."""
    for position in Position:
        yield from river_tiles(view, position)
        rows = rows_of(view, view.seat(position))
        for row, places in zip(rows, meld_places(view, position), strict=True):
            for cell, place in zip(row.cells, places.cells, strict=True):
                if not cell.down and cell.tile != HIDDEN:
                    yield cell.tile, place
