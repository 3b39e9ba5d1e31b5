"""The answers of a drill as buttons: words or tiles, and after the answer which was right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.encyclopedia.drills import Answer, Kind, Question
from game.encyclopedia.verdict import VerdictWords, figure_words
from game.strings import number
from game.theme import Box
from game.tileart import Body, tile_size
from game.widgets.base import Widget
from game.widgets.keycap import draw_keycap, keycap_size
from game.widgets.stacked import Still
from rules.score import Breakdown
from rules.tiles import Tile

if TYPE_CHECKING:
    from game.services import Services

TILE = 34
RIGHT = Box(top="#227C5E", bottom="#185F47", line="#7FD3B0", line_width=2.2, radius=11)
WRONG = Box(top="#5A1C17", bottom="#45130F", line="#FFB4A6", line_width=2.2, radius=11)
REST = Box(top="#12302A", bottom="#0E2722", line="#1F423A", radius=11)
LOOKS: dict[str, Box | str] = {"": "button_ink", "right": RIGHT, "wrong": WRONG, "rest": REST}


def answer_text(words: VerdictWords, question: Question, answer: Answer) -> str:
    """An answer in words; empty for one that is drawn as tiles."""
    strings = words.strings
    match question.kind:
        case Kind.WIN:
            return strings.tr("It wins") if answer else strings.tr("No win")
        case Kind.WORTH if isinstance(answer, int) and question.verdict.breakdown is not None:
            breakdown = question.verdict.breakdown
            figure, unit = figure_words(strings, Breakdown(breakdown.items, answer, breakdown.unit))
            return f"{figure} {unit}".strip()
        case Kind.GAIN if isinstance(answer, int):
            return f"+{number(answer)}"
        case Kind.PATTERNS if isinstance(answer, tuple):
            return pattern_names(words, [str(name) for name in answer])
    return ""


def pattern_names(words: VerdictWords, names: Sequence[str]) -> str:
    """Patterns in a row, one that counts more than once with its number; none is a plain win."""
    counted = Counter(names)
    written = [words.texts.pattern(name) + (f" × {count}" if count > 1 else "") for name, count in counted.items()]
    return " + ".join(written) or words.strings.tr("Plain win")


class AnswerButton(Widget):
    """One answer with its key; `state` is "" until the question is answered, then "right", "wrong" or "rest"."""

    def __init__(
        self, services: Services, text: str, tiles: Sequence[Tile], key: str, on_press: Callable[[], object]
    ) -> None:
        super().__init__(services)
        self.text, self.tiles, self.shortcut, self.on_press = text, tuple(tiles), key, on_press
        self.state = ""
        self.label = text

    @property
    def takes_focus(self) -> bool:
        """Only while there is something to answer."""
        return super().takes_focus and not self.state

    def _room(self, width: int) -> int:
        """For the words or tiles, between key and sign."""
        return width - self.services.px(16 + 16) - self.services.units.type_length(30 + 26)

    def _tile_width(self, width: int) -> int:
        return max(8, min(self.services.px(TILE), self._room(width) // max(1, len(self.tiles))))

    def height_for(self, width: int) -> int:
        """What the answer needs, in device pixels."""
        px = self.services.px
        if self.tiles:
            return tile_size(self._tile_width(width), Body.LYING)[1] + px(18)
        style = self.services.steps.strong
        lines = len(self.services.fonts.wrap(self.text, style, self._room(width)))
        return lines * self.services.fonts.line_height(style) + px(20)

    def activate(self) -> None:
        """Give this answer."""
        if not self.state:
            self.on_press()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it in its state: also by a check or a cross, never by colour alone."""
        services, colours, px = self.services, self.services.colours, self.services.px
        look = LOOKS[self.state]
        rect = self.rect.move(0, services.units.line() if self.pressed and not self.state else 0)
        services.painter.box(surface, rect, look, 0.0 if self.state else self.shade)
        left = rect.x + px(16)
        if not self.state:
            right = left + keycap_size(services, self.shortcut)[0]
            draw_keycap(services, surface, self.shortcut, (right, rect.centery), "ink")
        elif self.state != "rest":
            side = services.units.type_length(24)
            sign = services.images.icon("check" if self.state == "right" else "x", side, colours.white)
            surface.blit(sign, sign.get_rect(midleft=(left, rect.centery)))
        inner = pygame.Rect(left + services.units.type_length(34), rect.y, self._room(rect.width), rect.height)
        self._draw_content(surface, inner)
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 11)

    def _draw_content(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        services, style = self.services, self.services.steps.strong
        if self.tiles:
            width = self._tile_width(self.rect.width)
            for index, tile in enumerate(self.tiles):
                picture = services.images.tile(tile, width)
                surface.blit(picture, picture.get_rect(midleft=(inner.x + index * width, inner.centery)))
            return
        style = services.fonts.fit_lines(self.text, style, inner.size)
        lines = services.fonts.wrap(self.text, style, inner.width)
        high = len(lines) * services.fonts.line_height(style)
        colour = services.colours.text2 if self.state == "rest" else services.colours.text
        place = pygame.Rect(inner.x, inner.centery - high // 2, inner.width, high)
        services.fonts.write_lines(surface, self.text, place, style, colour)


class TileRow(Still):
    """Tiles on a band of cloth, a short text below each: what a hand waits for and what each is worth."""

    def __init__(self, services: Services, tiles: Sequence[tuple[Tile, str]]) -> None:
        super().__init__(services)
        self.tiles = tuple(tiles)

    def _pitch(self) -> int:
        fonts, style = self.services.fonts, self.services.steps.small
        widest = max((fonts.width(text, style) for _, text in self.tiles), default=0)
        return max(self.services.px(TILE), widest) + self.services.px(12)

    def _each(self) -> int:
        """The height of a line of tiles."""
        tile = tile_size(self.services.px(TILE), Body.LYING)[1]
        return tile + self.services.fonts.line_height(self.services.steps.small) + self.services.px(12)

    def _columns(self, width: int) -> int:
        return max(1, (width - 2 * self.services.px(12)) // self._pitch())

    def height_for(self, width: int) -> int:
        """As many lines as the tiles need."""
        return -(-len(self.tiles) // self._columns(width)) * self._each() + self.services.px(16)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the band and the tiles."""
        services, px, style = self.services, self.services.px, self.services.steps.small
        band = pygame.Rect(self.rect.x, self.rect.y, self.rect.width, self.rect.height - px(6))
        services.painter.box(surface, band, "band")
        columns, pitch = self._columns(self.rect.width), self._pitch()
        for index, (tile, text) in enumerate(self.tiles):
            centre = band.x + px(12) + index % columns * pitch + pitch // 2
            top = band.y + px(7) + index // columns * self._each()
            picture = services.images.tile(tile, px(TILE))
            place = picture.get_rect(midtop=(centre, top))
            surface.blit(picture, place)
            written = services.fonts.render(text, style, services.colours.text)
            surface.blit(written, written.get_rect(midtop=(centre, place.bottom + px(1))))
