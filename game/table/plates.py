"""Seat plates, info card, log line and the rail: the panels that belong to the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from game.fonts import ELLIPSIS, SMALLEST
from game.iconart import signal_svg
from game.layout import CORNER, MARGIN, WILD, TableLayout
from game.places import Position
from game.strings import signed
from game.table.hands import meld_places
from game.table.labels import Label, draw_label
from game.table.tiles import draw_ring, draw_tiles, draw_veil
from game.theme import Box, TextStyle
from game.widgets.avatar import draw_avatar
from game.widgets.tip import draw_tip
from net.messages import AutoCause
from rules.seats import Seat
from rules.tiles import Tile
from rules.values import value

if TYPE_CHECKING:
    from game.table.view import ScreenView

PLATE_RADIUS = 14
SMALLEST_SERIF = 17
VOID, BIRD_MARK = "void", "bird"
NAME = TextStyle("sans-bold", 15, 1.4)
TAGS_FROM = 54.0
LOG_PADDING, MOST_LOG_LINES = 12.0, 4


def draw_plate(view: ScreenView, surface: pygame.Surface, position: Position) -> None:
    """A seat: avatar with wind, name, points; a brass line when it is its turn, a ring when a bird hits it."""
    draw_bare_plate(view, plate_look(view, position), surface)
    draw_plate_marks(view, surface, position)


@value
class PlateLook:
    """What a plate shows, but for its marks. `robot`: a bot plays there; `bars` and `helps`: as in `Presence`."""

    position: Position
    seat: Seat
    light: float
    name: str
    avatar: str
    points: str
    wind: str
    dealer: bool
    robot: bool
    bars: int
    helps: bool


def plate_look(view: ScreenView, position: Position) -> PlateLook:
    """How a plate looks now."""
    seat, table, dealer = view.seat(position), view.table, view.shown.dealer
    presence = table.presence(seat)
    return PlateLook(
        position,
        seat,
        view.light(position),
        table.name(seat),
        table.avatar(table.players[seat]),
        signed(view.points(seat)),
        view.words.wind(seat, dealer),
        seat == dealer,
        table.level(seat) is not None,
        presence.bars,
        presence.helps,
    )


def draw_bare_plate(view: ScreenView, look: PlateLook, surface: pygame.Surface) -> None:
    """A plate without its marks; it shows nothing but its look."""
    services, px = view.services, view.services.px
    rect, colours = view.layout.plate(look.position), services.colours
    _draw_light(view, surface, rect, look.light)
    _draw_avatar(view, surface, rect, look)
    draw_label(services, surface, _name_label(view, look.position, look.name))
    points_style = services.fonts.capped(services.steps.figure, px(21))
    points = pygame.Rect(rect.x + px(63), rect.y + px(31), rect.width - px(69), px(25))
    services.fonts.write(surface, look.points, points, points_style, colours.brass_light)


def draw_plate_marks(view: ScreenView, surface: pygame.Surface, position: Position) -> None:
    """What lies on a plate: the ring of a bird that hits it, and its tags."""
    rect, seat = view.layout.plate(position), view.seat(position)
    if BIRD_MARK in view.shown.seats[seat].marks:
        draw_ring(view, surface, rect, radius=PLATE_RADIUS)
    tags = list(_tags(view, seat))
    if tags:
        _draw_tags(view, surface, rect, tags)


def _draw_light(view: ScreenView, surface: pygame.Surface, rect: pygame.Rect, light: float) -> None:
    """The plate itself, lit by the turn: its light comes and goes in steps."""
    painter = view.services.painter
    if light:
        glow, x, y = painter.shade(rect.size, "glow", PLATE_RADIUS)
        glow.set_alpha(round(255 * light))
        surface.blit(glow, (rect.x + x, rect.y + y))
        glow.set_alpha(255)
    painter.box(surface, rect, "ink_now" if light == 1 else "ink")
    if 0 < light < 1:
        painter.frame(surface, rect, view.services.colours.brass, 2.2, PLATE_RADIUS, round(light * 4) / 4)


def name_label(view: ScreenView, position: Position) -> Label:
    """The name on a plate."""
    return _name_label(view, position, view.table.name(view.seat(position)))


def _name_label(view: ScreenView, position: Position, name: str) -> Label:
    rect, px = view.layout.plate(position), view.services.px
    style = view.services.fonts.capped(NAME, px(19))
    room = pygame.Rect(rect.x + px(63), rect.y + px(6), rect.width - px(69), px(28))
    return Label(name, room, style, view.services.colours.text, fits=False)


def _draw_avatar(view: ScreenView, surface: pygame.Surface, rect: pygame.Rect, look: PlateLook) -> None:
    services, colours, px = view.services, view.services.colours, view.services.px
    centre = (rect.x + px(30), rect.centery)
    draw_avatar(services, surface, centre, px(20), colours.seats[look.seat], look.avatar)
    seal = pygame.Rect(0, 0, px(18), px(18))
    seal.center = (rect.x + px(16), rect.bottom - px(16))
    services.painter.box(surface, seal, view.box("seal" if look.dealer else "key_ink", 4))
    style = services.fonts.sized("kai" if services.strings.chinese else "sans-bold", px(14))
    word = services.fonts.render(look.wind, style, colours.white if look.dealer else colours.text2)
    surface.blit(word, word.get_rect(center=seal.center))
    if look.robot:
        badge = (rect.x + px(49), rect.y + px(13))
        services.painter.disc(surface, badge, px(10), colours.ink, colours.text3)
        robot = services.images.icon("bot", px(13), colours.text2)
        surface.blit(robot, robot.get_rect(center=badge))
    elif look.bars:
        _draw_bars(view, surface, (rect.x + px(49), rect.y + px(13)), look.bars)
    if look.helps:
        _draw_help(view, surface, (rect.x + px(49), rect.bottom - px(13)))


def _draw_bars(view: ScreenView, surface: pygame.Surface, centre: tuple[int, int], bars: int) -> None:
    """How good the connection of a person elsewhere is."""
    services, side, colours = view.services, view.services.px(14), view.services.colours
    services.painter.disc(surface, centre, view.services.px(10), colours.ink, colours.text3)
    tint = colours.jade_light if bars > 2 else colours.warn
    picture = services.painter.picture(("signal", bars, tint), (side, side), lambda: signal_svg(bars, tint, side))
    surface.blit(picture, picture.get_rect(center=centre))


def _draw_help(view: ScreenView, surface: pygame.Surface, centre: tuple[int, int]) -> None:
    """That a person looks at waits or other helps: for the others at the table to know."""
    services, colours, px = view.services, view.services.colours, view.services.px
    services.painter.disc(surface, centre, px(10), colours.ink, colours.ink)
    icon = services.images.icon("help", px(18), colours.info)
    surface.blit(icon, icon.get_rect(center=centre))


def has_tags(view: ScreenView, seat: Seat) -> bool:
    """Whether tags lie on the upper edge of a plate."""
    return any(_tags(view, seat))


def _tags(view: ScreenView, seat: Seat) -> Iterator[tuple[str, str, str]]:
    """Status tags as (icon, text, colour): not there, on auto, has won, what the variant marks."""
    tr, colours, owner = view.services.tr, view.services.colours, view.shown.seats[seat]
    presence = view.table.presence(seat)
    if presence.words:
        yield presence.icon, presence.words, colours.warn
    if owner.out or any(win.seat == seat for win in view.shown.wins):
        yield "check", tr("Won"), colours.jade_light
    if owner.left and not presence.words:
        yield "x", tr("Has left"), colours.error
    if seat == view.own and view.playback.auto is AutoCause.TIMEOUTS:
        yield "bot", tr("On auto"), colours.warn
    if seat == view.own and view.playback.auto is AutoCause.BUTTON:
        yield "check", tr("Auto-win on"), colours.jade_light
    for key, mark in (*owner.marks.items(), *owner.secrets.items()):
        badge = view.words.badge(key, mark)
        if badge is not None:
            yield "", badge, colours.brass_light


def _draw_tags(
    view: ScreenView, surface: pygame.Surface, rect: pygame.Rect, tags: Sequence[tuple[str, str, str]]
) -> None:
    """The tags of a plate: an icon if there is one, a word."""
    services, px = view.services, view.services.px
    style = services.fonts.capped(services.steps.small, px(15))
    side, gap = px(13), px(4)
    widths = [services.fonts.width(text, style) + px(14) + (side + gap if icon else 0) for icon, text, _ in tags]
    places = tag_places(view.layout, rect, widths, max(px(19), services.fonts.size(style) + px(5)))
    for (icon, text, colour), tag in zip(tags, places, strict=True):
        services.painter.box(surface, tag, Box(top=services.colours.ink, line=colour, line_width=1.2, radius=6))
        left = tag.x + px(7)
        if icon:
            picture = services.images.icon(icon, side, colour)
            surface.blit(picture, picture.get_rect(midleft=(left, tag.centery)))
            left += side + gap
        word = services.fonts.render(text, style, colour)
        surface.blit(word, word.get_rect(midleft=(left, tag.centery)))


def tag_places(layout: TableLayout, plate: pygame.Rect, widths: Iterable[int], height: int) -> list[pygame.Rect]:
    """Tags lie on the upper edge of a plate, from its right corner to the left; the rest of them on the lower one as
    soon as one would touch the avatar."""
    corner, found = plate.right - layout.px(1), list[pygame.Rect]()
    edge, right = plate.top, corner
    for width in widths:
        if right < corner and right - width < plate.x + layout.px(TAGS_FROM):
            edge, right = plate.bottom, corner
        found.append(pygame.Rect(right - width, edge - height // 2, width, height))
        right = found[-1].left - layout.px(4)
    return found


def draw_gains(view: ScreenView, surface: pygame.Surface) -> None:
    """Points that have just come or gone, beside the plates."""
    services, effects = view.services, view.effects
    for seat, gain in effects.gains.items():
        position = view.position(seat)
        rect = view.layout.plate(position)
        colour = services.colours.brass_light if gain > 0 else services.colours.error
        picture = services.fonts.render(signed(gain), services.steps.payment, colour)
        picture.set_alpha(round(255 * effects.gains_opacity))
        place = picture.get_rect(midbottom=(rect.centerx, rect.top - view.services.px(8)))
        if position is Position.ACROSS:
            place = picture.get_rect(midtop=(rect.centerx, rect.bottom + view.services.px(6)))
        surface.blit(picture, place)
        picture.set_alpha(255)  # it is kept, and others draw it too


@value
class InfoCard:
    """The card at the top left: variant and what matters in one line, `left` of which a tile may lie.

    `tile`: wild or turned up, None before it lies there.
    """

    width: int
    left: int
    title: str
    line: str
    tile: Tile | None
    wild_word: str


def info_card(view: ScreenView) -> InfoCard:
    """What the card tells now, and how large it is."""
    services, px = view.services, view.services.px
    title_style, line_style = _info_styles(view)
    left = px(WILD + 18) if view.shown.indicator else px(14)
    melds = [places.rect.left for places in meld_places(view, Position.ACROSS)]
    end = min(melds, default=view.layout.width) - px(8) - px(MARGIN)
    most = view.layout.info(end).width - left - px(12)
    names = (view.words.texts.name, view.words.texts.card)
    title = _fitting(view, names, services.fonts.capped(title_style, SMALLEST_SERIF * services.units.u), most)
    parts = info_parts(view)
    lines = (" · ".join(parts), parts[-1])  # the picture tells the first part, too
    line = _fitting(view, lines, services.fonts.capped(line_style, SMALLEST), most)
    widest = max(services.fonts.width(title, title_style), services.fonts.width(line, line_style))
    tile = None
    if view.shown.indicator and not _in_the_air(view, view.shown.indicator[0]):
        tile = view.shown.wilds[0] if view.shown.wilds else view.shown.indicator[0]
    return InfoCard(min(left + widest + px(12), end), left, title, line, tile, view.wild_word(tile) if tile else "")


def _info_styles(view: ScreenView) -> tuple[TextStyle, TextStyle]:
    """Those of the title and of the line."""
    steps, px = view.services.steps, view.services.px
    return view.services.fonts.capped(steps.h2, px(23)), view.services.fonts.capped(steps.small, px(17))


def draw_info(view: ScreenView, card: InfoCard, surface: pygame.Surface) -> None:
    """Draw the card at the top left; it shows nothing but what the card says."""
    services, px, rect = view.services, view.services.px, view.layout.info(card.width)
    title_style, line_style = _info_styles(view)
    services.painter.box(surface, rect, "ink")
    if card.tile is not None:
        place = view.layout.wild()
        surface.blit(services.images.face(card.tile, place.width, wild=card.wild_word), (place.x, place.y))
    room = pygame.Rect(rect.x + card.left, rect.y + px(6), rect.width - card.left - px(6), px(29))
    services.fonts.write(surface, card.title, room, title_style, services.colours.text)
    room = pygame.Rect(room.x, rect.y + px(35), room.width, px(24))
    services.fonts.write(surface, card.line, room, line_style, services.colours.text2)


def _fitting(view: ScreenView, texts: Sequence[str], smallest: TextStyle, room: int) -> str:
    """The first text that has room in the smallest type allowed; the last one when none has."""
    return next((text for text in texts if view.services.fonts.width(text, smallest) <= room), texts[-1])


def info_parts(view: ScreenView) -> list[str]:
    """What matters at this table: the wild tile and what plays in its place, or the most telling rule.

    With house rules that rule may not hold: then how many are not the usual ones.
    """
    shown, words, tr = view.shown, view.words, view.services.tr
    if not shown.wilds:
        usual = view.table.variant.choose({})
        changed = sum(usual[key] != chosen for key, chosen in shown.options)
        told = view.services.strings.tr_plural("{count} house rule changed", "{count} house rules changed", changed)
        return [told if changed else words.texts.chip]
    word = words.texts.find("mark", "wild") or tr("Wild")
    parts = [tr("{word} {tile}", word=word, tile=words.tiles(shown.wilds))]
    return parts + [tr("{tile} as {face}", tile=words.tile(t), face=words.tile(face)) for t, face in shown.stand_ins]


def _in_the_air(view: ScreenView, tile: Tile) -> bool:
    """Whether a tile is still being turned up in the middle."""
    return view.effects.turned_up is not None and view.effects.turned_up.tile == tile


def draw_turned_up(view: ScreenView, surface: pygame.Surface) -> None:
    """Tiles that lie turned up beside the wall, and why: a bird, the open tail, tiles that a kong made void (dark)."""
    flipped = view.shown.flipped
    turning = bool(flipped) and _in_the_air(view, flipped[-1][0])
    for index, (tile, why, _) in enumerate(flipped[:-1] if turning else flipped):
        place = view.layout.turned_up(index)
        draw_tiles(view, surface, [(tile, place)])
        if why == VOID:
            draw_veil(view, surface, place.face, 0.47)
    caption = view.words.texts.find("flipped", flipped[0][1]) if flipped else None
    if caption is not None:
        services, px = view.services, view.services.px
        first = view.layout.turned_up(0)
        room = pygame.Rect(first.x, first.y - px(23), px(CORNER), px(20))
        style = services.fonts.capped(services.steps.small, px(16))
        services.fonts.write(surface, caption, room, style, services.colours.text2)


def log_labels(view: ScreenView, text: str) -> list[Label]:
    """The last action in words: one line, two in the corner column where one has no room, or a few wide ones."""
    px, fonts = view.services.px, view.services.fonts
    style, pad = view.services.fonts.capped(view.services.steps.note, px(17)), 2 * px(LOG_PADDING)
    rect = view.layout.log_line(fonts.width(text, style) + pad)
    smallest = max(fonts.fit(text, style, rect.width - pad), view.services.fonts.capped(style, px(13)), key=fonts.size)
    if fonts.width(text, smallest) <= rect.width - pad:
        return [_log_label(view, text, rect.inflate(-pad, 0), smallest)]
    room, lines = rect, fonts.wrap(text, smallest, rect.width - pad, MOST_LOG_LINES)
    narrow = view.layout.log_line(px(CORNER))
    if len(short := fonts.wrap(text, smallest, narrow.width - pad)) == 2:
        room, lines = narrow, short
    height = fonts.size(smallest) + px(4)
    rows = [pygame.Rect(room.x, room.y + row * height, room.width, height) for row in range(len(lines))]
    return [_log_label(view, line, row.inflate(-pad, 0), smallest) for line, row in zip(lines, rows, strict=True)]


def _log_label(view: ScreenView, text: str, rect: pygame.Rect, style: TextStyle) -> Label:
    return Label(text, rect, style, view.services.colours.text, "center")


def draw_log_line(view: ScreenView, surface: pygame.Surface, text: str) -> None:
    """The last action under the icon buttons."""
    labels = log_labels(view, text)
    box = labels[0].rect.unionall([label.rect for label in labels]).inflate(2 * view.services.px(LOG_PADDING), 0)
    view.services.painter.box(surface, box, Box(top=view.services.colours.ink, opacity=0.84, radius=8))
    for label in labels:
        draw_label(view.services, surface, label)


def draw_log(view: ScreenView, surface: pygame.Surface, rect: pygame.Rect, lines: Sequence[str]) -> None:
    """The log as a panel: the newest lines at the bottom."""
    services, colours, px = view.services, view.services.colours, view.services.px
    services.painter.box(surface, rect, "dialog")
    head = pygame.Rect(rect.x + px(20), rect.y + px(10), rect.width - 2 * px(20), px(28))
    services.fonts.write(surface, services.tr("Log"), head, services.steps.strong, colours.text)
    surface.fill(colours.brass_light, (head.x, head.bottom + px(2), px(56), services.units.line(3)))
    body = pygame.Rect(head.x, head.bottom + px(14), head.width, rect.bottom - px(12) - head.bottom - px(14))
    draw_log_lines(view, surface, body, lines)


def draw_log_lines(view: ScreenView, surface: pygame.Surface, body: pygame.Rect, lines: Sequence[str]) -> None:
    """The newest lines at the bottom, as many as there is room for."""
    services, colours, px = view.services, view.services.colours, view.services.px
    style, bottom, names = services.steps.note, body.bottom, view.table.names
    height, gap = services.fonts.line_height(style), px(5)
    column = min(body.width // 3, max(services.fonts.width(name, style) for name in names) + px(14))
    for index, line in enumerate(reversed(lines)):
        name = next((name for name in names if line.startswith(f"{name} ")), "")
        told = line.removeprefix(name).lstrip()
        room = pygame.Rect(body.x, 0, body.width, height)
        if name:
            room.x, room.width = body.x + column, body.width - column
        bottom -= height * len(services.fonts.wrap(told, style, room.width)) + gap
        if bottom < body.top:
            break
        room.y = bottom
        if name:
            first = pygame.Rect(body.x, bottom, column - px(6), height)
            services.fonts.write(surface, name, first, style, colours.text3)
        services.fonts.write_lines(surface, told, room, style, colours.text if index == 0 else colours.text2)


def cut_under(view: ScreenView, log: Sequence[str], pointer: tuple[int, int]) -> Label | None:
    """The label under the pointer that is cut."""
    plates = [position for position in Position if view.layout.plate(position).collidepoint(pointer)]
    labels = [name_label(view, position) for position in plates]
    found = next((label for label in labels if label.rect.collidepoint(pointer) and label.cut(view.services)), None)
    lines = log_labels(view, log[-1]) if log else []
    if found is None and lines and (lines[-1].text.endswith(ELLIPSIS) or lines[-1].cut(view.services)):
        return next((replace(label, text=log[-1]) for label in lines if label.rect.collidepoint(pointer)), None)
    return found


class CutTip:
    """The pointer rests on a text that is cut: the whole of it is told in a tip."""

    def __init__(self) -> None:
        self._pointer = (-1, -1)

    def point(self, view: ScreenView, log: Sequence[str], position: tuple[int, int]) -> bool:
        """The pointer has moved; whether that changes what is told."""
        before, self._pointer = cut_under(view, log, self._pointer), position
        return cut_under(view, log, position) != before

    def draw(self, view: ScreenView, log: Sequence[str], surface: pygame.Surface) -> None:
        """Draw the tip, if there is one."""
        cut = cut_under(view, log, self._pointer)
        if cut is not None:
            draw_tip(view.services, surface, cut.rect, cut.text)
