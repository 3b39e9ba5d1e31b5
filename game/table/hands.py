"""The hands and melds before their owners: standing, laid open, with what lies beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.cues import READY
from game.iconart import polygon_svg
from game.meldcells import MeldRow, meld_row
from game.places import MeldPlaces, Place, Position
from game.table.tiles import Placed, draw_count, draw_ring, draw_ring_glow, draw_tiles
from game.tileart import Side
from rules.events import Won
from rules.melds import MeldKind, added_kong
from rules.seats import Seat
from rules.state import RoundState
from rules.tiles import HIDDEN, Tile
from rules.values import value

if TYPE_CHECKING:
    from game.table.view import ScreenView

ARROW = 6


@value
class HandShown:
    """A hand as it is seen: `count` tiles stand, or lie open from their owner's left to right (HIDDEN: face down).

    `apart`: the last of them lies a little away, the winning tile or one that is not shown.
    """

    count: int
    opened: tuple[Tile, ...] = ()
    apart: bool = False


def hand_of(view: ScreenView, seat: Seat) -> HandShown:
    """The hand of a seat: open once it has won or is declared ready, and all hands at the end."""
    owner, size = view.shown.seats[seat], view.shown.seats[seat].hand.size
    won = next((win for win in view.shown.wins if win.seat == seat), None)
    opened = _sorted(view, _open_tiles(view, seat, won))
    last: tuple[Tile, ...] = ()
    if not opened:
        return HandShown(size)
    rest = size - len(opened)
    if won is not None and won.tile != HIDDEN:
        last, rest = (won.tile,), rest - (won.loser is None)
    elif view.open_hands and owner.hand.drawn and owner.hand.drawn in opened:
        place = opened.index(owner.hand.drawn)
        opened, last = (*opened[:place], *opened[place + 1 :]), (owner.hand.drawn,)
    elif READY in owner.marks:
        last, rest = (HIDDEN,) * (rest > 0), 0
    tiles = (*opened, *(HIDDEN for _ in range(rest)), *last)
    faces = len(tiles) if seat == view.own or view.open_hands else view.effects.faces.get(seat, len(tiles))
    return HandShown(len(tiles), (*tiles[:faces], *(HIDDEN for _ in tiles[faces:])), bool(last))


def _open_tiles(view: ScreenView, seat: Seat, won: Won | None) -> tuple[Tile, ...]:
    """The tiles of a hand that lie open; one's own stands until it has won."""
    owner, showing = view.shown.seats[seat], view.effects.showing
    if won is not None:
        return won.hand
    if seat == view.own:
        return ()
    if view.open_hands and not owner.shown and HIDDEN not in (tiles := tuple(owner.hand.tiles())):
        return tiles
    if view.shown.over or READY in owner.marks:
        return owner.shown
    return showing[1] if showing is not None and showing[0] == seat else ()


def _sorted(view: ScreenView, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """In order, wild tiles first."""
    return tuple(sorted(tiles, key=lambda tile: (tile not in view.shown.wilds, tile)))


def rows_of(view: ScreenView, seat: Seat) -> list[MeldRow]:
    """The melds of a seat as rows; a tile that is just being added to a kong lies there already."""
    rows = [meld_row(meld, seat) for meld in view.shown.seats[seat].melds]
    place = being_added(view.shown, seat)
    if place is not None:
        rows[place] = meld_row(added_kong(view.shown.seats[seat].melds[place]), seat)
    return rows


def being_added(shown: RoundState, seat: Seat) -> int | None:
    """Which pong of a seat gets a fourth tile that may still be robbed."""
    offered = shown.offered
    if offered is None or not offered.robbing or offered.seat != seat:
        return None
    melds = shown.seats[seat].melds
    return next((i for i, meld in enumerate(melds) if meld.kind is MeldKind.PONG and meld.tile == offered.tile), None)


def meld_places(view: ScreenView, position: Position, rows: Sequence[MeldRow] | None = None) -> tuple[MeldPlaces, ...]:
    """Where the melds of a seat lie, or would lie if they were these rows."""
    seat = view.seat(position)
    rows, hand = rows_of(view, seat) if rows is None else rows, hand_of(view, seat)
    if position is Position.OWN:
        apart = hand.apart or (not hand.opened and view.shown.seats[seat].hand.drawn is not None)
        return view.layout.own_melds(rows, hand.count, apart)
    if position is Position.ACROSS:
        return view.layout.across_melds(rows, hand.count, hand.apart)
    return view.layout.side(position, hand.count, rows, bool(hand.opened), hand.apart).melds


def laid_open(view: ScreenView, position: Position) -> list[pygame.Rect]:
    """Where tiles of a seat lie face up before it: its melds, and its hand once it is shown."""
    hand = hand_of(view, view.seat(position))
    shown = [place.rect for place in hand_places(view, position, hand)] if hand.opened else []
    return shown + [places.rect for places in meld_places(view, position)]


def draw_hand(view: ScreenView, surface: pygame.Surface, position: Position) -> None:
    """A hand, standing or laid open. One's own standing hand is not drawn here: its tiles move by themselves."""
    seat = view.seat(position)
    hand = hand_of(view, seat)
    if position.beside and not hand.opened:
        _draw_column(view, surface, position, hand.count)
        return
    tiles, places = hand.opened or (HIDDEN,) * hand.count, hand_places(view, position, hand)
    placed = list(zip(tiles, places, strict=False))  # one's own has no places while it stands
    if not hand.apart:
        draw_tiles(view, surface, placed)
        return
    draw_tiles(view, surface, placed[:-1])
    if ("won", seat, 0) not in view.effects.hidden:
        won = any(win.seat == seat for win in view.shown.wins)
        _draw_apart(view, surface, placed[-1], won and placed[-1][0] != HIDDEN)


def _draw_apart(view: ScreenView, surface: pygame.Surface, placed: Placed, won: bool) -> None:
    """The winning tile has a ring and a glow; one that was only drawn, or that nobody may see, has none."""
    if won:
        draw_ring_glow(view, surface, placed[1].rect)
    draw_tiles(view, surface, [placed])
    if won:
        draw_ring(view, surface, placed[1].rect)


def hand_places(view: ScreenView, position: Position, hand: HandShown) -> Sequence[Place]:
    """Where single tiles of a hand lie, from their owner's left to right; none for columns and one's own that stand."""
    layout, opened = view.layout, bool(hand.opened)
    if position is Position.ACROSS:
        return layout.across_hand(hand.count, opened, hand.apart)[::-1]
    if position is Position.OWN:
        return _own_places(view, hand) if opened else ()
    rows = rows_of(view, view.seat(position))
    down = layout.side(position, hand.count, rows, opened, hand.apart).opened
    return down if position is Position.LEFT else down[::-1]


def _own_places(view: ScreenView, hand: HandShown) -> list[Place]:
    """One's own hand, tiles that lie down one after the other."""
    layout, down = view.layout, view.effects.faces.get(view.own, hand.count)
    return [
        (layout.own_opened if index < down else layout.hand_place)(index, hand.count, hand.apart)
        for index in range(hand.count)
    ]


def _draw_column(view: ScreenView, surface: pygame.Surface, position: Position, count: int) -> None:
    """The standing hand at a side."""
    side = view.layout.side(position, count, rows_of(view, view.seat(position)))
    if side.column is not None:
        services = view.services
        services.painter.shadow(surface, side.column, "button", 3)
        owner = Side.LEFT if position is Position.LEFT else Side.RIGHT
        surface.blit(services.images.column(count, side.width, owner), side.column)


# ---- melds ----------------------------------------------------------------------------------------------------------


def draw_melds(view: ScreenView, surface: pygame.Surface, position: Position) -> None:
    """All melds of a seat, but for those in the air; equal solo kongs as one pile with their number."""
    seat = view.seat(position)
    rows, hidden = rows_of(view, seat), view.effects.hidden
    lying = [index for index in range(len(rows)) if ("meld", seat, index) not in hidden]
    places, aside = meld_places(view, position), view.effects.own_melds
    if position is Position.OWN and aside:
        places = tuple(place.moved(aside) for place in places)
    for index in lying:
        row = rows[index]
        draw_meld(view, surface, row, places[index], added=("kong", seat, index) not in hidden)
        if row.beside:
            draw_count(view, surface, places[index].cells[0], sum(rows[other] == row for other in lying))
        arrow = places[index].arrow
        if arrow is not None:
            _draw_arrow(view, surface, arrow, Position((position + row.feeder) % len(Position)))


def draw_meld(view: ScreenView, surface: pygame.Surface, row: MeldRow, places: MeldPlaces, added: bool = True) -> None:
    """The tiles of a meld; what lies on top comes last, unless it is still in the air."""
    flat: list[Placed] = []
    on_top: list[Placed] = []
    for cell, place in zip(row.cells, places.cells, strict=True):
        (on_top if cell.on_top else flat).append((cell.tile, place))
    draw_tiles(view, surface, flat)
    if added:
        draw_tiles(view, surface, on_top)


def _draw_arrow(view: ScreenView, surface: pygame.Surface, centre: tuple[int, int], feeder: Position) -> None:
    """A small brass arrow in the notch beside the turned tile; its lines are dark, as it may lie next to ivory."""
    half = max(4, view.services.px(ARROW))
    side = 2 * half
    tip = {
        Position.RIGHT: ((0.2, 0.0), (2.0, 1.0), (0.2, 2.0)),
        Position.LEFT: ((1.8, 0.0), (0.0, 1.0), (1.8, 2.0)),
        Position.ACROSS: ((0.0, 1.8), (1.0, 0.0), (2.0, 1.8)),
        Position.OWN: ((0.0, 0.2), (1.0, 2.0), (2.0, 0.2)),
    }[feeder]
    points = [(x * half, y * half) for x, y in tip]
    colour = view.services.colours.brass_light
    picture = view.services.painter.picture(
        ("arrow", feeder), (side, side), lambda: polygon_svg((side, side), points, colour)
    )
    surface.blit(picture, picture.get_rect(center=centre))
