"""Points over time as lines, drawn smooth: an SVG picture over a quiet grid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.strings import signed
from game.theme import TextStyle
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

MOST_POINTS = 400
LINES = 4
STEPS = (1, 2, 5)
PEN, THIN_PEN = 2.4, 1.6
SIGN = TextStyle("kai", 13)


@value
class Line:
    """The course of one sum. `heavy`: the one that matters; its ground is shaded down to zero when it is alone.

    `sign`: the character at its end, by which lines are told apart without their colours.
    """

    values: tuple[int, ...]
    colour: str
    heavy: bool = True
    sign: str = ""


def grid_step(span: float) -> int:
    """The smallest round step (1, 2, 5 times a power of ten) by which no more than LINES lines cross a span."""
    power: int = 10 ** max(0, math.floor(math.log10(max(1.0, span / LINES))))
    return next((step * power for step in STEPS if span / (step * power) <= LINES), 10 * power)


def thinned(values: Sequence[int]) -> list[tuple[int, int]]:
    """At most MOST_POINTS points (place, value): of each stretch its lowest and its highest, and both ends."""
    places = list(enumerate(values))
    if len(places) <= MOST_POINTS:
        return places
    stretch = math.ceil(2 * len(places) / (MOST_POINTS - 2))
    kept = {0, len(places) - 1}
    for start in range(0, len(places), stretch):
        part = places[start : start + stretch]
        kept |= {min(part, key=lambda p: p[1])[0], max(part, key=lambda p: p[1])[0]}
    return [places[place] for place in sorted(kept)]


def spread(middles: Sequence[int], high: int, bottom: int) -> list[int]:
    """Middles from top to bottom, moved apart so that what is `high` does not touch, and kept above `bottom`."""
    placed: list[int] = []
    for middle in middles:
        placed.append(max(middle, placed[-1] + high) if placed else middle)
    limit = bottom
    for place in range(len(placed) - 1, -1, -1):
        placed[place] = min(placed[place], limit - high // 2)
        limit = placed[place] - high + high // 2
    return placed


class Plot:
    """Lines in a rectangle, from 0 on; `ends` are the words under both ends of the time."""

    def __init__(self, services: Services, lines: Sequence[Line], ends: tuple[str, str]) -> None:
        self.services = services
        self.lines, self.ends = sorted(lines, key=lambda line: line.heavy), ends
        every = [level for line in lines for level in line.values]
        low, high = min(0, *every), max(0, *every)
        self.step = grid_step(high - low)
        self.low = math.floor(low / self.step) * self.step
        self.high = max(self.low + self.step, math.ceil(high / self.step) * self.step)

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Grid, labels, lines, and what stands at their ends."""
        services, steps, px = self.services, self.services.steps, self.services.px
        colours = services.colours
        levels = range(self.low, self.high + 1, self.step)
        left = max(services.fonts.width(signed(level), steps.small) for level in levels) + px(10)
        foot = services.fonts.line_height(steps.small)
        end = px(26) if any(line.sign for line in self.lines) else px(8)
        area = pygame.Rect(rect.x + left, rect.y + foot // 2, rect.width - left - end, rect.height - 2 * foot)
        for level in levels:
            y = self._y(area, level)
            services.painter.hairline(
                surface, (area.x, y), area.width, colours.ptext2 if level == 0 else colours.paper_line
            )
            place = pygame.Rect(rect.x, y - foot // 2, left - px(10), foot)
            services.fonts.write(surface, signed(level), place, steps.small, colours.ptext2, "right")
        surface.blit(self._picture(area.size), area)
        self._draw_ends(surface, area)
        below = pygame.Rect(area.x, rect.bottom - foot, area.width, foot)
        services.fonts.write(surface, self.ends[0], below, steps.small, colours.ptext2)
        if self.ends[1] != self.ends[0]:
            services.fonts.write(surface, self.ends[1], below, steps.small, colours.ptext2, "right")

    def _y(self, area: pygame.Rect, level: int) -> int:
        return area.bottom - round(area.height * (level - self.low) / (self.high - self.low))

    def _draw_ends(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Dots, and their signs beside them."""
        services, px = self.services, self.services.px
        lines = sorted(self.lines, key=lambda line: -line.values[-1])
        heights = [self._y(area, line.values[-1]) for line in lines]
        high = services.fonts.line_height(SIGN)
        middles = spread(heights, high, area.bottom + high // 2)
        for line, y, middle in zip(lines, heights, middles, strict=True):
            ground = services.colours.paper_card
            services.painter.disc(surface, (area.right, y), max(4, px(5)), line.colour, ground)
            if line.sign:
                word = services.fonts.render(line.sign, SIGN, line.colour)
                surface.blit(word, word.get_rect(midleft=(area.right + px(9), middle)))

    def _picture(self, size: tuple[int, int]) -> pygame.Surface:
        key = ("plot", tuple(self.lines), self.low, self.high)
        return self.services.painter.picture(key, size, lambda: self._document(size))

    def _document(self, size: tuple[int, int]) -> str:
        wide, high = size
        zero = high + high * self.low / (self.high - self.low)
        body = "".join(self._path(line, size, zero) for line in self.lines)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">'
            f"{body}</svg>"
        )

    def _path(self, line: Line, size: tuple[int, int], zero: float) -> str:
        wide, high = size
        last, span = max(1, len(line.values) - 1), self.high - self.low
        points = [(wide * place / last, high - high * (v - self.low) / span) for place, v in thinned(line.values)]
        drawn = " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        pen = max(1.4, (PEN if line.heavy else THIN_PEN) * self.services.units.u)
        ground = ""
        if len(self.lines) == 1:
            ground = (
                f'<path d="M0 {zero:.1f} L{drawn} L{points[-1][0]:.1f} {zero:.1f} Z"'
                f' fill="{line.colour}" fill-opacity="0.12"/>'
            )
        return (
            f'{ground}<path d="M{drawn}" fill="none" stroke="{line.colour}" stroke-width="{pen:.1f}"'
            ' stroke-linejoin="round" stroke-linecap="round"/>'
        )
