"""The waits panel (听牌): which tiles win, how many are left, what each is worth. Numbers come from `rules.hints`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pygame

from game.layout import CORNER
from game.places import face_size
from game.table.tiles import draw_veil
from game.theme import Box, TextStyle
from rules.hints import Wait, may_wait, waits_after_discards, waits_now
from rules.score import Unit
from rules.tiles import Tile
from rules.values import value

if TYPE_CHECKING:
    from game.table.view import ScreenView

MOST_ROWS = 5
ROW, HEAD, NOTE = 44, 60, 17
GRID_ROW = 62
SMALLEST_FACE, SMALLEST_COUNT = 24, 14


@value
class WaitsShown:
    """The waits to show; `after` is the tile to discard first, None when the hand is ready as it is."""

    waits: tuple[Wait, ...] = ()
    after: Tile | None = None


class WaitsAdviser:
    """Asks the hints once for each moment; a search of this kind takes milliseconds."""

    def __init__(self) -> None:
        self._version = -1
        self._now: tuple[Wait, ...] = ()
        self._after: dict[Tile, tuple[Wait, ...]] = {}

    def look(self, view: ScreenView) -> None:
        """Ask again when something was shown since, and nothing moves."""
        playback = view.playback
        if playback.version == self._version or not playback.settled:
            return
        self._version = playback.version
        self._now, self._after = (), {}
        if not view.table.hints or view.shown.over:
            return
        ask = view.shown.asks.get(view.own)
        if ask is not None and view.my_turn:
            self._after = waits_after_discards(view.shown, view.table.rules, ask)
        elif may_wait(view.shown, view.own):
            self._now = waits_now(view.shown, view.table.rules, view.own)

    @property
    def ready(self) -> bool:
        """Whether the hand waits for tiles now, or would after a discard."""
        return bool(self._now or self._after)

    def shown(self, selected: Tile | None) -> WaitsShown:
        """The waits after the selected tile is discarded; without one, after the discard that leaves most tiles."""
        if not self._after:
            return WaitsShown(self._now)
        after = selected if selected in self._after else max(self._after, key=lambda tile: _left(self._after[tile]))
        return WaitsShown(self._after[after], after)


def _left(waits: tuple[Wait, ...]) -> int:
    return sum(wait.left for wait in waits)


def waits_height(view: ScreenView, shown: WaitsShown) -> int:
    """How high the panel would like to be, in device pixels."""
    count, px, head = len(shown.waits), view.services.px, _head_height(view, shown)
    if _any_tile(view, shown):
        return head + px(38)
    if count <= MOST_ROWS:
        return head + px(8) + count * max(px(ROW), _face_height(view) + px(6))
    return head + px(8) + -(-count // 3) * px(GRID_ROW)


def _any_tile(view: ScreenView, shown: WaitsShown) -> bool:
    return len(shown.waits) > 12 or len(shown.waits) >= len(view.table.rules.tiles.kinds) - 1


def _face_width(view: ScreenView) -> int:
    return max(view.services.px(27), SMALLEST_FACE)


def _face_height(view: ScreenView) -> int:
    return face_size(_face_width(view))[1]


def draw_waits(view: ScreenView, surface: pygame.Surface, shown: WaitsShown) -> None:
    """Draw the panel."""
    services, px = view.services, view.services.px
    rect = view.layout.waits(waits_height(view, shown))
    services.painter.box(surface, rect, "ink")
    _draw_head(view, surface, rect, shown)
    head = _head_height(view, shown)
    body = pygame.Rect(rect.x + px(10), rect.y + head, rect.width - 2 * px(10), rect.height - head - px(8))
    if _any_tile(view, shown):
        text = services.tr("Any tile")
        services.fonts.write(surface, text, body, services.steps.strong, services.colours.text, "center")
    elif len(shown.waits) <= MOST_ROWS and body.height >= len(shown.waits) * (_face_height(view) + 2):
        _draw_rows(view, surface, body, shown.waits)
    elif len(shown.waits) <= MOST_ROWS:
        _draw_pairs(view, surface, body, shown.waits)
    else:
        _draw_grid(view, surface, body, shown.waits)


def _draw_head(view: ScreenView, surface: pygame.Surface, rect: pygame.Rect, shown: WaitsShown) -> None:
    services, colours, steps, px = view.services, view.services.colours, view.services.steps, view.services.px
    seal = pygame.Rect(rect.x + px(10), rect.y + px(12), px(24), px(24))
    services.painter.box(surface, seal, Box(top=colours.jade, bottom=colours.jade_deep, line="#53A488", radius=5))
    style = services.fonts.sized("kai" if services.strings.chinese else "sans-bold", px(18))
    word = services.fonts.render(services.tr("R"), style, colours.white)
    surface.blit(word, word.get_rect(center=seal.center))
    left = seal.right + px(8)
    notes, style = _notes(view, shown), _note_style(view)
    room = pygame.Rect(left, rect.y + px(13), rect.right - px(4) - left, px(22))
    below = pygame.Rect(rect.x + px(10), seal.bottom + px(1), rect.width - 2 * px(8), px(22))
    if notes and all(services.fonts.width(note, style) <= room.width for note in notes):  # else more room is below
        room.y = rect.y + px(6)
        below = room.move(0, px(22))
    text = services.tr("{kinds} · {tiles} left", kinds=len(shown.waits), tiles=_left(shown.waits))
    services.fonts.write(surface, text, room, services.fonts.capped(steps.strong, px(19)), colours.text)
    for number, note in enumerate(notes):
        services.fonts.write(surface, note, below.move(0, number * px(NOTE)), style, colours.warn)


def _notes(view: ScreenView, shown: WaitsShown) -> list[str]:
    """What to discard first, and limits: on one line when that has room. No line where there is nothing to say."""
    tr = view.services.tr
    parts = []
    if shown.after is not None:
        parts.append(tr("after {tile}", tile=view.words.tile(shown.after)))
    if shown.waits and all(wait.refused for wait in shown.waits):
        parts.append(tr("no win yet"))
    elif shown.waits and all(wait.self_draw_only for wait in shown.waits):
        parts.append(tr("self-draw only"))
    if not parts:
        return []
    line, room = " · ".join(parts), view.services.px(CORNER) - 2 * view.services.px(8)
    return parts if view.services.fonts.width(line, _note_style(view)) > room else [line]


def _note_style(view: ScreenView) -> TextStyle:
    return view.services.fonts.capped(view.services.steps.small, view.services.px(NOTE))


def _head_height(view: ScreenView, shown: WaitsShown) -> int:
    """Room for the count and the notes."""
    return view.services.px(HEAD) + (len(_notes(view, shown)) - 1) * view.services.px(NOTE)


def _value(view: ScreenView, wait: Wait) -> str:
    if not wait.value:
        return ""
    return view.words.value(wait.value, Unit(wait.unit))


def _draw_face(view: ScreenView, surface: pygame.Surface, wait: Wait, place: pygame.Rect) -> None:
    picture = view.services.images.face(wait.tile, place.width, wild=view.wild_word(wait.tile))
    surface.blit(picture, place)
    if not wait.left:
        draw_veil(view, surface, place, 0.60)


def _draw_rows(view: ScreenView, surface: pygame.Surface, body: pygame.Rect, waits: tuple[Wait, ...]) -> None:
    services, colours, steps, px = view.services, view.services.colours, view.services.steps, view.services.px
    pitch, worth = body.height // len(waits), msgspec.structs.replace(steps.small, face="sans-bold")
    wide, high = _face_width(view), _face_height(view)
    for index, wait in enumerate(waits):
        row = pygame.Rect(body.x, body.y + index * pitch, body.width, pitch)
        if index:
            services.painter.hairline(surface, row.topleft, row.width, "#1B3B34")
        _draw_face(view, surface, wait, pygame.Rect(row.x + px(2), row.centery - high // 2, wide, high))
        left = row.x + px(2) + wide + px(8)
        value_width = services.fonts.width(_value(view, wait), worth)
        word = services.fonts.render(services.tr("left"), steps.small, colours.text2)
        if left + word.get_width() + px(5 + 20 + 2) + value_width <= row.right:
            surface.blit(word, word.get_rect(midleft=(left, row.centery)))
            left += word.get_width() + px(5)
        count = pygame.Rect(left, row.y, px(20), row.height)
        services.fonts.write(surface, str(wait.left), count, steps.figure, colours.text if wait.left else colours.text3)
        value = pygame.Rect(count.right, row.y, row.right - px(2) - count.right, row.height)
        colour = colours.brass_light if wait.left else colours.text3
        services.fonts.write(surface, _value(view, wait), value, worth, colour, "right")


def _draw_pairs(view: ScreenView, surface: pygame.Surface, body: pygame.Rect, waits: tuple[Wait, ...]) -> None:
    """Two in a row where a row each has no room: the number left beside the tile, the value below it."""
    services, colours, steps, px = view.services, view.services.colours, view.services.steps, view.services.px
    wide, high = _face_width(view), _face_height(view)
    pitch, width = body.height // -(-len(waits) // 2), body.width // 2 + px(4)
    for index, wait in enumerate(waits):
        left, top = body.x - px(4) + index % 2 * width, body.y + index // 2 * pitch + (pitch - high) // 2
        _draw_face(view, surface, wait, pygame.Rect(left, top, wide, high))
        room = pygame.Rect(left + wide + px(4), top, width - wide - px(6), high // 2)
        lines = ((str(wait.left), steps.label, colours.text), (_value(view, wait), steps.small, colours.brass_light))
        for row, (text, style, colour) in enumerate(lines):
            services.fonts.write(
                surface,
                text,
                room.move(0, row * high // 2),
                services.fonts.capped(style, max(12, high // 2)),
                colour if wait.left else colours.text3,
            )


def _draw_grid(view: ScreenView, surface: pygame.Surface, body: pygame.Rect, waits: tuple[Wait, ...]) -> None:
    services, colours = view.services, view.services.colours
    rows = -(-len(waits) // 3)
    pitch, width = body.height // rows, body.width // 3
    wide, high = _face_width(view), _face_height(view)
    style = services.fonts.capped(services.steps.strong, max(12, pitch - high - 2))
    for index, wait in enumerate(waits):
        cell = pygame.Rect(body.x + index % 3 * width, body.y + index // 3 * pitch, width, pitch)
        face = pygame.Rect(cell.centerx - wide // 2, cell.y, wide, high)
        _draw_face(view, surface, wait, face)
        room = pygame.Rect(cell.x, cell.y + high, cell.width, pitch - high)
        if room.height < SMALLEST_COUNT:  # no room below: on the corner of the tile
            room = pygame.Rect(
                face.centerx, face.bottom - SMALLEST_COUNT, wide // 2 + view.services.px(4), SMALLEST_COUNT
            )
            services.painter.box(surface, room, view.box("ink", 3))
        colour = colours.text if wait.left else colours.text3
        services.fonts.write(surface, str(wait.left), room, style, colour, "center")
