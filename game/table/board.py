"""The still table: cloth, court, rivers, melds, other hands, compass, plates. One picture until something changes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

import pygame

from game.iconart import polygon_svg
from game.meldcells import MeldRow, meld_row
from game.places import MeldPlaces, Place, Position
from game.table.compass import draw_compass
from game.table.plates import draw_info, draw_plate, draw_turned_up
from game.table.tiles import Placed, draw_brackets, draw_pin, draw_ring, draw_ring_glow, draw_tiles, tile_picture
from game.tileart import Body, Side
from rules.seats import Seat
from rules.tiles import HIDDEN, Tile

if TYPE_CHECKING:
    from game.table.view import TableView

COURT_RADIUS = 26
FRAME_RADIUS = 18
ARROW = 6


class Board:
    """Draws the still table onto a picture of its own, and again only when something on it changed."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._picture = pygame.Surface((1, 1))
        self.drawn = 0

    def draw(self, view: TableView, surface: pygame.Surface) -> None:
        """Put the table on the surface."""
        key = _key(view, surface.get_size())
        if key != self._key:
            self._key = key
            self.drawn += 1
            if self._picture.get_size() != surface.get_size():
                self._picture = pygame.Surface(surface.get_size()).convert(surface)
            draw_board(view, self._picture)
        surface.blit(self._picture, (0, 0))


def _key(view: TableView, size: tuple[int, int]) -> Hashable:
    services, effects = view.services, view.effects
    gains = (tuple(sorted(effects.gains.items())), effects.gains_opacity)
    looks = (services.chosen, services.strings.language, services.images.look, id(view.layout))
    return (size, view.playback.version, effects.version, effects.last_mark, gains, view.marked, looks)


def draw_board(view: TableView, surface: pygame.Surface) -> None:
    """Draw all of it."""
    view.services.painter.cloth(surface, view.services.chosen.cloth)
    _draw_lines(view, surface)
    draw_compass(view, surface)
    last = _last_place(view)
    if last is not None:
        draw_ring_glow(view, surface, last[1].rect)
    for position in Position:
        if position is not Position.OWN:
            _draw_hand(view, surface, position)
        _draw_melds(view, surface, position)
    for position in (Position.ACROSS, Position.LEFT, Position.RIGHT, Position.OWN):
        draw_tiles(view, surface, river_tiles(view, position))
    if last is not None:
        _draw_last(view, surface, last)
    if view.marked is not None:
        _draw_equals(view, surface, view.marked)
    for position in Position:
        draw_plate(view, surface, position)
    draw_info(view, surface)
    draw_turned_up(view, surface)


def _draw_lines(view: TableView, surface: pygame.Surface) -> None:
    painter, brass, px = view.services.painter, view.services.theme.colours.brass, view.layout.px
    painter.frame(surface, view.layout.frame, brass, 1, FRAME_RADIUS, 0.14)
    court = view.layout.court
    painter.frame(surface, court, brass, 1, COURT_RADIUS, 0.18)
    painter.frame(surface, court.inflate(-2 * px(6), -2 * px(6)), brass, 1, COURT_RADIUS - 6, 0.09)


# ---- hands ----------------------------------------------------------------------------------------------------------


def hand_of(view: TableView, seat: Seat) -> tuple[int, tuple[Tile, ...]]:
    """How many tiles stand at a seat, and the ones shown to all at the end (none before)."""
    owner = view.shown.seats[seat]
    opened = owner.shown if view.shown.over or owner.out else ()
    in_order = tuple(sorted(opened, key=lambda tile: (tile not in view.shown.wilds, tile)))
    return (len(opened), in_order) if opened else (owner.hand.size, ())


def rows_of(view: TableView, seat: Seat) -> list[MeldRow]:
    """The melds of a seat as rows."""
    return [meld_row(meld, seat) for meld in view.shown.seats[seat].melds]


def meld_places(view: TableView, position: Position) -> tuple[MeldPlaces, ...]:
    """Where the melds of a seat lie."""
    seat = view.seat(position)
    rows, (count, opened) = rows_of(view, seat), hand_of(view, seat)
    if position is Position.OWN:
        hand = view.shown.seats[seat].hand
        return view.layout.own_melds(rows, hand.size, hand.drawn is not None)
    if position is Position.ACROSS:
        return view.layout.across_melds(rows, count)
    return view.layout.side(position, count, rows, bool(opened)).melds


def _draw_hand(view: TableView, surface: pygame.Surface, position: Position) -> None:
    count, opened = hand_of(view, view.seat(position))
    if not count:
        return
    if position is Position.ACROSS:
        places = view.layout.across_hand(count, bool(opened))
        tiles = tuple(reversed(opened)) if opened else (HIDDEN,) * count
        draw_tiles(view, surface, zip(tiles, places, strict=True))
        return
    side = view.layout.side(position, count, rows_of(view, view.seat(position)), bool(opened))
    if side.column is not None:
        services = view.services
        services.painter.shadow(surface, side.column, "button", 3)
        owner = Side.LEFT if position is Position.LEFT else Side.RIGHT
        surface.blit(services.images.column(count, side.width, owner), side.column)
    in_order = opened if position is Position.LEFT else tuple(reversed(opened))
    draw_tiles(view, surface, zip(in_order, side.opened, strict=True))


# ---- melds ----------------------------------------------------------------------------------------------------------


def _draw_melds(view: TableView, surface: pygame.Surface, position: Position) -> None:
    seat = view.seat(position)
    for index, (row, places) in enumerate(zip(rows_of(view, seat), meld_places(view, position), strict=True)):
        if ("meld", seat, index) not in view.effects.hidden:
            draw_meld(view, surface, row, places)
            if places.arrow is not None:
                _draw_arrow(view, surface, places.arrow, Position((position + row.feeder) % len(Position)))


def draw_meld(view: TableView, surface: pygame.Surface, row: MeldRow, places: MeldPlaces) -> None:
    """The tiles of a meld; what lies on top comes last."""
    flat: list[Placed] = []
    on_top: list[Placed] = []
    for cell, place in zip(row.cells, places.cells, strict=True):
        (on_top if cell.on_top else flat).append((cell.tile, place))
    draw_tiles(view, surface, flat)
    draw_tiles(view, surface, on_top)


def _draw_arrow(view: TableView, surface: pygame.Surface, centre: tuple[int, int], feeder: Position) -> None:
    """A small brass arrow in the notch beside the turned tile; its lines are dark, as it may lie next to ivory."""
    half = max(4, view.layout.px(ARROW))
    side = 2 * half
    tip = {
        Position.RIGHT: ((0.2, 0.0), (2.0, 1.0), (0.2, 2.0)),
        Position.LEFT: ((1.8, 0.0), (0.0, 1.0), (1.8, 2.0)),
        Position.ACROSS: ((0.0, 1.8), (1.0, 0.0), (2.0, 1.8)),
        Position.OWN: ((0.0, 0.2), (1.0, 2.0), (2.0, 0.2)),
    }[feeder]
    points = [(x * half, y * half) for x, y in tip]
    colour = view.services.theme.colours.brass_light
    picture = view.services.painter.picture(
        ("arrow", feeder), (side, side), lambda: polygon_svg((side, side), points, colour)
    )
    surface.blit(picture, picture.get_rect(center=centre))


def _last_place(view: TableView) -> Placed | None:
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
    return next(((cell.tile, place) for cell, place in cells if cell.claimed), None)


def _draw_last(view: TableView, surface: pygame.Surface, last: Placed) -> None:
    """The ring of the last discard, and the pin where it lies in a river."""
    tile, place = last
    draw_ring(view, surface, place.rect, view.effects.last_mark)
    surface.blit(tile_picture(view, tile, place), (place.x, place.y))
    if view.effects.last is not None and view.effects.last[0] == "river":
        draw_pin(view, surface, place.rect, view.position(view.effects.last[1]))


# ---- rivers ---------------------------------------------------------------------------------------------------------


def river_tiles(view: TableView, position: Position) -> list[Placed]:
    """The discards of a seat with their places, but for the one in the air."""
    seat = view.seat(position)
    upright = view.services.chosen.upright_rivers
    return [
        (tile, view.layout.river(position, index, upright))
        for index, tile in enumerate(view.shown.seats[seat].river)
        if ("river", seat, index) not in view.effects.hidden
    ]


def _draw_equals(view: TableView, surface: pygame.Surface, marked: Tile) -> None:
    for place in _equal_places(view, marked):
        draw_brackets(view, surface, place)


def _equal_places(view: TableView, marked: Tile) -> Iterator[Place]:
    """Where copies of a tile lie open on the table."""
    for position in Position:
        yield from (place for tile, place in river_tiles(view, position) if tile == marked)
        rows = rows_of(view, view.seat(position))
        for row, places in zip(rows, meld_places(view, position), strict=True):
            for cell, place in zip(row.cells, places.cells, strict=True):
                if cell.tile == marked and place.body is Body.LYING:
                    yield place
