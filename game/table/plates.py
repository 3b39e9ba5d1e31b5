"""Seat plates, info card, log line and the rail: the panels that belong to the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import pygame

from game.places import Place, Position
from game.strings import signed
from game.table.tiles import draw_tiles, draw_veil
from game.theme import Box, TextStyle
from game.widgets.tip import draw_lines, draw_text, draw_tip
from net.messages import AutoCause
from rules.hints import copies_seen
from rules.seats import Seat
from rules.tiles import Tile

if TYPE_CHECKING:
    from game.table.view import TableView

WILD_WIDTH = 36
TURNED_TOP, TURNED_ROW, TURNED_WIDTH, TURNED_IN_A_ROW = 88, 48, 27, 4
SMALLEST_FACE = 24
VOID = "void"
NAME = TextStyle("sans-bold", 15, 1.4)


def draw_plate(view: TableView, surface: pygame.Surface, position: Position) -> None:
    """A seat: avatar with wind, name, points; a brass line when it is its turn."""
    services, px, seat = view.services, view.layout.px, view.seat(position)
    rect, colours = view.layout.plate(position), services.theme.colours
    now = view.shown.turn == seat and not view.shown.over
    if now:
        services.painter.shadow(surface, rect, "glow", 14)
    services.painter.box(surface, rect, "ink_now" if now else "ink")
    _draw_avatar(view, surface, rect, seat)
    room = rect.width - px(69)
    name_style, points_style = view.capped(NAME, px(19)), view.capped(services.theme.type.figure, px(21))
    name = services.fonts.render(view.table.name(seat), name_style, colours.text, room)
    surface.blit(name, name.get_rect(midleft=(rect.x + px(63), rect.y + px(20))))
    points = pygame.Rect(rect.x + px(63), rect.y + px(31), room, px(25))
    draw_text(services, surface, signed(view.points(seat)), points, points_style, colours.brass_light)
    tags = list(_tags(view, seat))
    if tags:
        _draw_tags(view, surface, rect, tags)
    if seat in view.effects.gains and view.effects.gains_opacity > 0:
        _draw_gain(view, surface, rect, position)


def _draw_avatar(view: TableView, surface: pygame.Surface, rect: pygame.Rect, seat: Seat) -> None:
    services, px, colours = view.services, view.layout.px, view.services.theme.colours
    centre = (rect.x + px(30), rect.centery)
    services.painter.disc(surface, centre, px(20), "#123029", colours.seats[seat])
    name = services.fonts.render(view.table.name(seat)[:1], view.sized("kai", px(22)), colours.text)
    surface.blit(name, name.get_rect(center=centre))
    dealer = seat == view.shown.dealer
    seal = pygame.Rect(0, 0, px(18), px(18))
    seal.center = (rect.x + px(16), rect.bottom - px(16))
    services.painter.box(surface, seal, view.box("seal" if dealer else "key_ink", 4))
    wind = view.words.wind(seat, view.shown.dealer)
    style = view.sized("kai" if services.strings.chinese else "sans-bold", px(14))
    word = services.fonts.render(wind, style, colours.white if dealer else colours.text2)
    surface.blit(word, word.get_rect(center=seal.center))
    if view.table.level(seat) is not None:
        badge = (rect.x + px(49), rect.y + px(13))
        services.painter.disc(surface, badge, px(10), colours.ink, colours.text3)
        robot = services.images.icon("bot", px(13), colours.text2)
        surface.blit(robot, robot.get_rect(center=badge))


def _tags(view: TableView, seat: Seat) -> Iterator[tuple[str, str, str]]:
    """Status tags as (icon, text, colour): on auto, has won, what the variant marks."""
    tr, colours, owner = view.services.tr, view.services.theme.colours, view.shown.seats[seat]
    if owner.out or any(win.seat == seat for win in view.shown.wins):
        yield "check", tr("Won"), colours.jade_light
    if owner.left:
        yield "x", tr("Has left"), colours.error
    if seat == view.own and view.playback.auto is AutoCause.TIMEOUTS:
        yield "bot", tr("On auto"), colours.warn
    if seat == view.own and view.playback.auto is AutoCause.BUTTON:
        yield "check", tr("Auto-win on"), colours.jade_light
    for key, value in (*owner.marks.items(), *owner.secrets.items()):
        badge = view.words.badge(key, value)
        if badge is not None:
            yield "", badge, colours.brass_light


def _draw_tags(
    view: TableView, surface: pygame.Surface, rect: pygame.Rect, tags: Sequence[tuple[str, str, str]]
) -> None:
    """Tags on the upper edge of a plate, from its right corner to the left."""
    services, px = view.services, view.layout.px
    style = view.capped(services.theme.type.small, px(15))
    right = rect.right - px(1)
    for icon, text, colour in tags:
        side = px(13) if icon else 0
        width = services.fonts.width(text, style) + side + px(14) + (px(4) if icon else 0)
        height = max(px(19), services.fonts.size(style) + px(5))
        tag = pygame.Rect(right - width, rect.top - height // 2, width, height)
        services.painter.box(surface, tag, Box(top="#0A201D", line=colour, line_width=1.2, radius=6))
        left = tag.x + px(7)
        if icon:
            picture = services.images.icon(icon, side, colour)
            surface.blit(picture, picture.get_rect(midleft=(left, tag.centery)))
            left += side + px(4)
        word = services.fonts.render(text, style, colour)
        surface.blit(word, word.get_rect(midleft=(left, tag.centery)))
        right = tag.left - px(4)


def _draw_gain(view: TableView, surface: pygame.Surface, rect: pygame.Rect, position: Position) -> None:
    """Points that have just come or gone, beside the plate."""
    services, effects = view.services, view.effects
    gain = effects.gains[view.seat(position)]
    colour = services.theme.colours.brass_light if gain > 0 else services.theme.colours.error
    picture = services.fonts.render(signed(gain), services.theme.type.payment, colour)
    picture.set_alpha(round(255 * effects.gains_opacity))
    place = picture.get_rect(midbottom=(rect.centerx, rect.top - view.layout.px(8)))
    if position is Position.ACROSS:
        place = picture.get_rect(midtop=(rect.centerx, rect.bottom + view.layout.px(6)))
    surface.blit(picture, place)
    picture.set_alpha(255)  # it is kept, and others draw it too


def draw_info(view: TableView, surface: pygame.Surface) -> None:
    """The card at the top left: wild or turned-up tile, variant, what matters in one line."""
    services, px, steps = view.services, view.layout.px, view.services.theme.type
    title, line = view.words.texts.name, _info_line(view)
    title_style, line_style = view.capped(steps.h2, px(23)), view.capped(steps.small, px(17))
    left = px(WILD_WIDTH + 18) if view.shown.indicator else px(14)
    widest = max(services.fonts.width(title, title_style), services.fonts.width(line, line_style))
    rect = view.layout.info(left + widest + px(12))
    services.painter.box(surface, rect, "ink")
    if view.shown.indicator:
        tile = view.shown.wilds[0] if view.shown.wilds else view.shown.indicator[0]
        picture = services.images.face(tile, px(WILD_WIDTH), wild=view.wild_word(tile))
        surface.blit(picture, picture.get_rect(midleft=(rect.x + px(10), rect.centery)))
    room = pygame.Rect(rect.x + left, rect.y + px(6), rect.width - left - px(6), px(29))
    draw_text(services, surface, title, room, title_style, services.theme.colours.text)
    room = pygame.Rect(room.x, rect.y + px(35), room.width, px(24))
    draw_text(services, surface, line, room, line_style, services.theme.colours.text2)


def _info_line(view: TableView) -> str:
    shown, words, tr = view.shown, view.words, view.services.tr
    if not shown.wilds:
        return words.texts.chip
    word = words.texts.find("mark", "wild") or tr("Wild")
    parts = [tr("{word} {tile}", word=word, tile=words.tiles(shown.wilds))]
    parts += [tr("{tile} as {face}", tile=words.tile(t), face=words.tile(face)) for t, face in shown.stand_ins]
    return " · ".join(parts)


def draw_turned_up(view: TableView, surface: pygame.Surface) -> None:
    """Tiles that lie turned up beside the wall: a bird, tiles that a kong made void (darkened)."""
    width, layout = max(SMALLEST_FACE, view.layout.px(TURNED_WIDTH)), view.layout
    for index, (tile, why, _) in enumerate(view.shown.flipped):
        row, column = divmod(index, TURNED_IN_A_ROW)
        top = layout.px(TURNED_TOP) + row * layout.px(TURNED_ROW)
        place = Place(layout.px(16) + column * (width + layout.px(4)), top, width)
        draw_tiles(view, surface, [(tile, place)])
        if why == VOID:
            draw_veil(view, surface, place.face, 0.47)


def draw_told(
    view: TableView,
    surface: pygame.Surface,
    told: tuple[Tile, pygame.Rect] | None,
    why_not: Callable[[Tile], str],
) -> None:
    """The note about the tile that the pointer rests on: its name, copies seen and left, why it may not go."""
    if told is None or view.covered:
        return
    tile, rect = told
    seen = copies_seen(view.shown, view.own)[tile]
    tr, why = view.services.tr, why_not(tile)
    text = tr("{tile}: {seen} seen, {left} left", tile=view.words.tile(tile), seen=seen, left=max(0, 4 - seen))
    draw_tip(view.services, surface, rect, f"{text}\n{why}" if why else text)


def draw_log_line(view: TableView, surface: pygame.Surface, text: str) -> None:
    """The last action in words."""
    services, px = view.services, view.layout.px
    style = view.capped(services.theme.type.note, px(17))
    rect = view.layout.log_line(services.fonts.width(text, style) + 2 * px(12))
    services.painter.box(surface, rect, Box(top="#0A201D", opacity=0.84, radius=8))
    draw_text(services, surface, text, rect.inflate(-2 * px(12), 0), style, services.theme.colours.text, "center")


def draw_log(view: TableView, surface: pygame.Surface, rect: pygame.Rect, lines: Sequence[str]) -> None:
    """The log as a panel: the newest lines at the bottom."""
    services, px, colours = view.services, view.layout.px, view.services.theme.colours
    services.painter.box(surface, rect, "ink")
    head = pygame.Rect(rect.x + px(20), rect.y + px(10), rect.width - 2 * px(20), px(28))
    draw_text(services, surface, services.tr("Log"), head, services.theme.type.strong, colours.text)
    surface.fill(colours.brass_light, (head.x, head.bottom + px(2), px(56), services.units.line(3)))
    style = services.theme.type.note
    bottom, top = rect.bottom - px(12), head.bottom + px(14)
    height, width = services.fonts.line_height(style), rect.width - 2 * px(20)
    for index, line in enumerate(reversed(lines)):
        wrapped = services.fonts.wrap(line, style, width)
        bottom -= height * len(wrapped) + px(4)
        if bottom < top:
            break
        place = pygame.Rect(rect.x + px(20), bottom, width, height)
        draw_lines(services, surface, line, place, style, colours.text if index == 0 else colours.text2)
