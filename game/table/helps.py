"""What helps a player who asks for it: danger marks on the hand and the coach's advice, where the table allows helps.

Both are told for one's own discard alone. The panel stands in the column at the right, where no tile ever lies.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

import pygame

from game.iconart import advice_svg, danger_svg
from game.places import Place, Position, face_size
from game.strings import mark
from game.table.tiles import draw_lift
from game.theme import TextStyle
from rules.tiles import Tile

if TYPE_CHECKING:
    from game.table.view import ScreenView
    from rules.bots.coach import Advice

DANGERS = {1: mark("Some risk"), 2: mark("Risky"), 3: mark("Very risky")}
"""The levels that are marked, in the words of the legend."""
SIGN, SMALLEST_SIGN, SMALLEST_NUMBER = 0.38, 22, 12
ROW, HEAD, PADDING = 23, 28, 10
LOG_LINE = 14
"""From the log line to the legend: a second line of the log reaches below the first one."""
ADVICE = 78
POINTER = 0.36


class Helps:
    """Asks the rules once for each moment in which a discard is asked for."""

    def __init__(self) -> None:
        self.levels: Mapping[Tile, int] = {}
        self.advice: Advice | None = None
        self._key: Hashable = None

    def look(self, view: ScreenView) -> None:
        """Ask again when something was shown since, or another help is wanted."""
        chosen = view.services.chosen
        key = (view.playback.version, view.my_turn, view.own, chosen.danger_marks, chosen.coach)
        if key == self._key or not view.playback.settled:
            return
        self._key, self.levels, self.advice = key, {}, None
        ask = view.shown.asks.get(view.own)
        if ask is None or not view.my_turn or not view.table.hints:
            return
        if chosen.danger_marks:
            from rules.danger import dangers  # loaded by who asks for it, as the coach is

            self.levels = dangers(view.shown, view.table.rules, view.own)
        if chosen.coach:
            from rules.bots.coach import advice

            self.advice = advice(view.shown, view.table.rules, ask)


# ---- on the tiles ----------------------------------------------------------------------------------------------------


def draw_danger(view: ScreenView, surface: pygame.Surface, place: Place, level: int) -> None:
    """The triangle with its number at the top right of a tile; nothing for level 0."""
    if level:
        side = max(SMALLEST_SIGN, round(SIGN * place.width))
        face = place.face
        draw_sign(view, surface, pygame.Rect(face.right - side, face.top, side, side), level)


def draw_sign(view: ScreenView, surface: pygame.Surface, rect: pygame.Rect, level: int) -> None:
    """A danger sign: the triangle and its number."""
    side = rect.width
    picture = view.services.painter.picture(("danger", side), rect.size, lambda: danger_svg(side))
    surface.blit(picture, rect)
    style = view.services.fonts.sized("sans-bold", max(SMALLEST_NUMBER, round(0.5 * side)))
    number = view.services.fonts.render(str(level), style, view.services.colours.white)
    surface.blit(number, number.get_rect(center=(rect.centerx, rect.y + round(0.59 * side))))


def draw_advised(view: ScreenView, surface: pygame.Surface, place: Place, rect: pygame.Rect) -> None:
    """The coach's tile: a jade line, and a pointer above it."""
    colour = view.services.colours.jade_light
    draw_lift(view, surface, rect, colour, 2)
    side = max(SMALLEST_SIGN, round(POINTER * place.width))
    picture = view.services.painter.picture(("advised", side), (side, side), lambda: advice_svg(side, colour))
    surface.blit(picture, picture.get_rect(midbottom=(rect.centerx, rect.top - view.services.units.line(2))))


# ---- the panel -------------------------------------------------------------------------------------------------------


def help_places(view: ScreenView, helps: Helps) -> tuple[pygame.Rect | None, pygame.Rect | None]:
    """Where the legend stands, as long as the marks are on, and under it the advice; None for what is not shown."""
    if not view.table.hints or view.covered:
        return None, None
    px, (sort, cover, _) = view.services.px, view.layout.controls()
    left, width, top = sort.left, cover.right - sort.left, view.layout.log_line(0).bottom + px(LOG_LINE)
    legend = advised = None
    if view.services.chosen.danger_marks:
        legend = pygame.Rect(left, top, width, px(HEAD) + len(DANGERS) * px(ROW) + px(5))
        top = legend.bottom + px(8)
    if helps.advice is not None:
        room = view.layout.plate(Position.RIGHT).top - px(8) - top
        advised = pygame.Rect(left, top, width, min(px(ADVICE), room))
    return legend, advised


def draw_helps(view: ScreenView, surface: pygame.Surface, helps: Helps) -> None:
    """The legend of the danger marks, and the coach's advice."""
    legend, advised = help_places(view, helps)
    if legend is not None:
        _draw_legend(view, surface, legend)
    if advised is not None and helps.advice is not None:
        _draw_advice(view, surface, advised, helps.advice)


def _head(view: ScreenView, surface: pygame.Surface, rect: pygame.Rect, text: str) -> None:
    services, px = view.services, view.services.px
    services.painter.box(surface, rect, "ink")
    room = pygame.Rect(rect.x + px(PADDING), rect.y + px(4), rect.width - 2 * px(PADDING), px(HEAD - 6))
    services.fonts.write(surface, text, room, _strong(view), services.colours.text)


def _strong(view: ScreenView) -> TextStyle:
    return view.services.fonts.capped(view.services.steps.label, view.services.px(19))


def _small(view: ScreenView) -> TextStyle:
    return view.services.fonts.capped(view.services.steps.small, view.services.px(17))


def _draw_legend(view: ScreenView, surface: pygame.Surface, rect: pygame.Rect) -> None:
    services, px = view.services, view.services.px
    _head(view, surface, rect, services.tr("Danger"))
    side = max(SMALLEST_SIGN, px(22))
    for row, (level, words) in enumerate(DANGERS.items()):
        line = pygame.Rect(rect.x + px(PADDING), rect.y + px(HEAD) + row * px(ROW), rect.width, px(ROW))
        draw_sign(view, surface, pygame.Rect(line.x, line.centery - side // 2, side, side), level)
        room = pygame.Rect(line.x + side + px(8), line.y, rect.right - px(6) - line.x - side - px(8), line.height)
        services.fonts.write(surface, services.tr(words), room, _small(view), services.colours.text2)


def _draw_advice(view: ScreenView, surface: pygame.Surface, rect: pygame.Rect, found: Advice) -> None:
    services, px = view.services, view.services.px
    _head(view, surface, rect, services.tr("Coach: discard"))
    wide = max(24, px(27))
    high = face_size(wide)[1]
    face = pygame.Rect(rect.x + px(PADDING), rect.y + px(HEAD), wide, high)
    surface.blit(services.images.face(found.discard, wide, wild=view.wild_word(found.discard)), face)
    left = face.right + px(8)
    for row, (text, colour) in enumerate(advice_words(view, found)):
        line = pygame.Rect(left, face.y + row * px(20), rect.right - px(6) - left, px(20))
        services.fonts.write(surface, text, line, _small(view), colour)


def advice_words(view: ScreenView, found: Advice) -> list[tuple[str, str]]:
    """Why: how near a win the hand is then, and what helps. Each line with its colour."""
    tr, colours = view.services.tr, view.services.colours
    near = tr("then ready") if found.missing <= 1 else tr("{count} from ready", count=found.missing - 1)
    helping = tr("{left} tiles help", left=found.left)
    return [(near, colours.text), (helping, colours.brass_light)]
