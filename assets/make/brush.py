"""The brush set (毛笔): characters of Ma Shan Zheng, everything else in strokes of our own brush.

A stroke is a curve through a few points with a width at each; its outline wavers a little, as hair on paper does, and
fine art shows where the brush runs dry. The wavering is seeded by the tile's name, so that every build is the same.
Face units as in `assets.make.tiles`; dots and sticks lie where they lie in the standard set.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

from assets.make.layouts import dots, sticks
from assets.make.shapes import IVORY, NUMBERS, Box, font_with, glyph_path, number, outline

INK, VERMILION, INDIGO, PINE, OCHRE = "#20242B", "#B32B1C", "#22507F", "#276243", "#A8711B"
DOT_COLOURS: Final = {"G": INK, "B": INDIGO, "R": VERMILION}
STICK_COLOURS: Final = {"G": PINE, "B": INDIGO, "R": VERMILION}
FONT: Final = "ma-shan-zheng"
WAVER: Final = 0.05  # of the stroke's width
PIECE: Final = 10  # length of the pieces of a curve
DRY_COUNT: Final = 3

Point = tuple[float, float]
Knot = tuple[float, float, float]
"""x, y and the width of the stroke there."""


class Brush:
    """Draws strokes; `fine`: with the marks of dry hair."""

    def __init__(self, name: str, fine: bool) -> None:
        self.fine = fine
        self._chance = random.Random(f"brush {name}")

    def stroke(self, knots: Sequence[Knot], colour: str, dry: bool = False) -> str:
        """One stroke through the knots, round at its ends; `dry` leaves streaks of paper in its second half."""
        way = _curve(knots)
        sides = _normals(way)
        left: list[Point] = []
        right: list[Point] = []
        for (x, y, width), (across, down) in zip(way, sides, strict=True):
            for side, sign in ((left, 1), (right, -1)):
                reach = sign * width * (0.5 + self._chance.uniform(-WAVER, WAVER))
                side.append((x + reach * across, y + reach * down))
        shape = [*_cap(way[0], sides[0], -1), *left, *_cap(way[-1], sides[-1], 1), *reversed(right)]
        drawn = f'<path d="{_closed(shape)}" fill="{colour}"/>'
        return drawn + self._streaks(way, sides) if dry and self.fine else drawn

    def _streaks(self, way: Sequence[Knot], sides: Sequence[Point]) -> str:
        """Thin slivers of paper along the end of a stroke."""
        drawn = []
        for index in range(DRY_COUNT):
            first = self._chance.randrange(len(way) // 3, len(way) * 2 // 3)
            last = min(len(way) - 2, first + self._chance.randrange(len(way) // 5, len(way) // 3 + 1))
            aside = (index - (DRY_COUNT - 1) / 2) * 0.24 + self._chance.uniform(-0.05, 0.05)
            spots = []
            for (x, y, width), (across, down) in list(zip(way, sides, strict=True))[first : last + 1]:
                spots.append((x + aside * width * across, y + aside * width * down, 0.055 * width))
            if len(spots) > 1:
                spots[0], spots[-1] = (*spots[0][:2], 0.4), (*spots[-1][:2], 0.4)
                ribbon = [(x, y - half) for x, y, half in spots] + [(x, y + half) for x, y, half in reversed(spots)]
                drawn.append(f'<path d="{_closed(ribbon)}" fill="{IVORY}"/>')
        return "".join(drawn)

    def dab(self, x: float, y: float, radius: float, colour: str) -> str:
        """A round touch of the brush."""
        spots = []
        for step in range(18):
            angle = 2 * math.pi * step / 18
            reach = radius * (1 + self._chance.uniform(-WAVER, WAVER))
            spots.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
        return f'<path d="{_closed(spots)}" fill="{colour}"/>'

    def ring(self, x: float, y: float, radius: float, width: float, colour: str) -> str:
        """A circle in one go (圆相), heavy at first, lifted where it meets its beginning; `radius` is the outer one."""
        start = self._chance.uniform(150, 230)
        sweep = 352 if self.fine else 372
        knots = []
        for step in range(13):
            share = step / 12
            angle = math.radians(start + sweep * share)
            wide = width * (1.16 - 0.46 * share + 0.10 * math.sin(3 * math.pi * share))
            reach = radius - wide / 2
            knots.append((x + reach * math.cos(angle), y + reach * math.sin(angle), wide))
        return self.stroke(knots, colour, dry=True)


def _curve(knots: Sequence[Knot]) -> list[Knot]:
    """A smooth way (Catmull-Rom) through the knots, widths included."""
    padded = [knots[0], *knots, knots[-1]]
    way = []
    for before, first, last, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        pieces = max(2, round(math.dist(first[:2], last[:2]) / PIECE))
        for step in range(pieces):
            way.append(_between(before, first, last, after, step / pieces))
    return [*way, knots[-1]]


def _between(before: Knot, first: Knot, last: Knot, after: Knot, share: float) -> Knot:
    x, y, width = (
        0.5 * (2 * b + (c - a) * share + (2 * a - 5 * b + 4 * c - d) * share**2 + (3 * b - a - 3 * c + d) * share**3)
        for a, b, c, d in zip(before, first, last, after, strict=True)
    )
    return x, y, max(0.5, width)


def _normals(way: Sequence[Knot]) -> list[Point]:
    """At each spot of a way, the unit vector to its left."""
    found = []
    for index in range(len(way)):
        before, after = way[max(0, index - 1)], way[min(len(way) - 1, index + 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        found.append((-dy / length, dx / length))
    return found


def _cap(knot: Knot, side: Point, sign: int) -> list[Point]:
    """A blunt round end: from the right of a beginning to its left, from the left of an end to its right."""
    x, y, width = knot
    forward = (side[1], -side[0])
    spots = []
    for degrees in (-60, -25, 15, 55):
        angle = math.radians(degrees)
        across, along = -sign * math.sin(angle) * width / 2, sign * math.cos(angle) * width * 0.42
        spots.append((x + across * side[0] + along * forward[0], y + across * side[1] + along * forward[1]))
    return spots


def _closed(spots: Sequence[Point]) -> str:
    """Path data of a polygon; the commands between the points are left out, as SVG allows."""
    return "M" + " ".join(f"{number(round(x, 1))} {number(round(y, 1))}" for x, y in spots) + "Z"


def brush_face(name: str, fine: bool) -> str:
    """A face of the brush set, without a corner numeral."""
    brush, rank, suit = Brush(name, fine), int(name[0]), name[1]
    if suit == "m":
        return _characters(rank, fine)
    if suit == "z":
        return _frame(brush) if rank == 7 else _honour(rank, fine)
    if rank == 1:
        return _great_dot(brush) if suit == "p" else _bird(brush)
    return _dots(brush, name) if suit == "p" else _bamboos(brush, name)


def _glyph(char: str, box: Box, colour: str, stroke: float, stretch: tuple[float, float]) -> str:
    return glyph_path(outline(font_with(char, FONT), char, box, stretch), colour, stroke)


def _characters(rank: int, fine: bool) -> str:
    """1m - 9m: the number over 万."""
    height = {1: 46, 2: 92, 3: 114}.get(rank, 132)
    upper = _glyph(NUMBERS[rank - 1], Box(150, 102, 200, height), INK, 4 if fine else 9, (0.55, 1.0))
    return upper + _glyph("万", Box(150, 290, 200, 172), VERMILION, 4 if fine else 7, (0.8, 1.05))


def _honour(rank: int, fine: bool) -> str:
    """1z - 6z."""
    colour = {5: VERMILION, 6: PINE}.get(rank, INK)
    box = Box(150, 200, 200 if rank == 5 else 238, 306)
    return _glyph("东南西北中发"[rank - 1], box, colour, 6 if fine else 10, (0.9, 1.42))


def _frame(brush: Brush) -> str:
    """7z: a frame in four strokes that cross at the corners, and a second, thinner one inside."""
    wide = 21 if brush.fine else 26
    sides = [
        [(52, 40, wide), (55, 200, 0.8 * wide), (50, 362, wide)],
        [(248, 42, wide), (245, 200, 0.8 * wide), (250, 360, 0.9 * wide)],
        [(36, 55, wide), (150, 51, 0.75 * wide), (262, 56, 0.9 * wide)],
        [(38, 346, wide), (150, 350, 0.75 * wide), (264, 344, 0.9 * wide)],
    ]
    thin = 7 if brush.fine else 10
    inner = [[(92, 96, thin), (208, 94, thin), (207, 305, thin), (93, 306, thin), (92, 98, thin)]]
    corners = [inner[0][index : index + 2] for index in range(4)]
    return "".join(brush.stroke(side, INDIGO, dry=True) for side in sides) + "".join(
        brush.stroke(corner, INDIGO) for corner in corners
    )


def _dots(brush: Brush, name: str) -> str:
    """2p - 9p: small circles with a touch in the middle."""
    drawn = []
    for x, y, radius, letter in dots(name):
        colour = DOT_COLOURS[letter]
        drawn.append(brush.ring(x, y, radius, (0.36 if brush.fine else 0.40) * radius, colour))
        drawn.append(brush.dab(x, y, (0.26 if brush.fine else 0.32) * radius, colour))
    return "".join(drawn)


def _great_dot(brush: Brush) -> str:
    """1p: a great circle of ink round a red sun."""
    great = brush.ring(150, 200, 124, 40 if brush.fine else 44, INK)
    sun = brush.dab(150, 200, 50 if brush.fine else 46, VERMILION)
    if not brush.fine:
        return great + sun
    swirl = [(128, 206, 4), (136, 182, 9), (160, 178, 9), (172, 200, 7), (158, 218, 5), (146, 208, 3)]
    return great + sun + brush.stroke(swirl, IVORY)


def _bamboos(brush: Brush, name: str) -> str:
    """2s - 9s: each stick two pieces of stem with a joint between them."""
    drawn = []
    for x, y, height, width, letter, angle in sticks(name):
        stem = _stem(brush, x, y, height, width, STICK_COLOURS[letter])
        turn = f"rotate({number(angle)} {number(x)} {number(y)})"
        drawn.append(f'<g transform="{turn}">{stem}</g>' if angle else stem)
    return "".join(drawn)


def _stem(brush: Brush, x: float, y: float, height: float, width: float, colour: str) -> str:
    """Two pieces of stem, wide at their ends, and the joint drawn across."""
    wide, half = (0.62 if brush.fine else 0.70) * width, 0.95 * height / 2
    gap = 0.07 * width
    parts = []
    for top, bottom in ((y - half + 0.28 * wide, y - gap - 0.3 * wide), (y + gap + 0.3 * wide, y + half - 0.28 * wide)):
        middle = (top + bottom) / 2
        knots = [(x, top, wide), (x, top + 4, 0.92 * wide), (x, middle, 0.68 * wide), (x, bottom - 4, 0.92 * wide)]
        parts.append(brush.stroke([*knots, (x, bottom, wide)], colour, dry=True))
    reach, thick = 0.56 * width, 0.22 * width
    joint = [(x - reach, y + 0.10 * width, 0.6 * thick), (x, y - 0.02 * width, thick)]
    return "".join(parts) + brush.stroke([*joint, (x + reach, y + 0.08 * width, 0.5 * thick)], colour)


def _bird(brush: Brush) -> str:
    """1s: a bird on a twig."""
    stroke = brush.stroke
    tail = stroke([(176, 240, 40), (222, 306, 34), (262, 372, 8)], INK, dry=True)
    tail += stroke([(160, 250, 36), (188, 318, 30), (204, 384, 6)], INDIGO, dry=True)
    legs = stroke([(118, 286, 9), (112, 318, 7), (104, 344, 6)], OCHRE)
    legs += stroke([(146, 288, 9), (144, 318, 7), (150, 344, 6)], OCHRE)
    twig = stroke([(26, 362, 17), (96, 350, 13), (160, 356, 12), (212, 346, 4)], PINE, dry=True)
    leaf = stroke([(40, 352, 3), (52, 322, 17), (44, 296, 2)], PINE)
    body = stroke([(112, 112, 78), (112, 170, 108), (136, 224, 112), (166, 262, 66), (180, 282, 24)], PINE)
    breast = stroke([(84, 156, 20), (82, 200, 34), (104, 244, 26), (128, 268, 8)], VERMILION)
    wing = stroke([(128, 150, 20), (166, 196, 56), (206, 242, 40), (244, 288, 5)], INK, dry=True)
    feather = stroke([(136, 178, 5), (164, 214, 12), (204, 252, 3)], IVORY)
    head = brush.dab(112, 92, 44, PINE)
    crest = "".join(
        stroke([(x, 56, 11), (x + lean * 0.4, 40, 10), (x + lean, 18, 3)], VERMILION)
        for x, lean in ((98, -14), (114, 6), (130, 28))
    )
    beak = stroke([(76, 90, 24), (54, 97, 13), (30, 106, 2)], OCHRE)
    eye = brush.dab(100, 84, 13, IVORY) + brush.dab(97, 85, 6.5, INK)
    return tail + legs + twig + leaf + body + breast + wing + feather + crest + head + beak + eye
