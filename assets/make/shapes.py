"""Shapes for the scripts that draw: discs, rectangles and the outlines of glyphs as SVG text, in face units."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from fontTools.pens.boundsPen import BoundsPen  # type: ignore[import-untyped]
from fontTools.pens.svgPathPen import SVGPathPen  # type: ignore[import-untyped]
from fontTools.pens.transformPen import TransformPen  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from assets.make.sources import noto_sc, npm_slices

IVORY: Final = "#FBF6E9"
NUMBERS: Final = "一二三四五六七八九"


class Box(NamedTuple):
    """Where a glyph goes: centre and size in face units."""

    x: float
    y: float
    width: float
    height: float


def number(value: float) -> str:
    """At most two decimals, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def disc(x: float, y: float, radius: float, colour: str) -> str:
    """A filled circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{colour}"/>'


def rect(x: float, y: float, width: float, height: float, radius: float, colour: str) -> str:
    """A filled rectangle with round corners."""
    size = f'width="{number(width)}" height="{number(height)}" rx="{number(radius)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size} fill="{colour}"/>'


def frame(box: Box, radius: float, colour: str, stroke: float) -> str:
    """The outline of a rectangle; the box gives its top left corner and size."""
    place = f'x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="{radius}"'
    return f'<rect {place} fill="none" stroke="{colour}" stroke-width="{stroke}"/>'


@cache
def font_with(char: str, name: str) -> Any:
    """The slice of a @fontsource font that draws `char`. Raises LookupError when none does."""
    for path in npm_slices(name):
        font = TTFont(path)
        if ord(char) in font.getBestCmap():
            return font
    raise LookupError(f"{name} has no {char}")


@cache
def black_font() -> Any:
    """Noto Sans CJK SC Black."""
    return noto_sc("Sans", "Black")


def outline(font: Any, char: str, box: Box, stretch: tuple[float, float] = (0.9, 1.22)) -> str:
    """Path data of a glyph, its own bounding box fitted into `box` and centred.

    `stretch` bounds the vertical scale divided by the horizontal one.
    """
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(char)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    assert bounds.bounds is not None
    left, low, right, high = bounds.bounds
    across, down = box.width / (right - left), box.height / (high - low)
    down = min(down, across * stretch[1])
    across = min(across, down / stretch[0])
    pen = SVGPathPen(glyphs, ntos=lambda value: number(round(value, 1)))
    shift = (box.x - across * (left + right) / 2, box.y + down * (low + high) / 2)
    glyph.draw(TransformPen(pen, (across, 0, 0, -down, *shift)))
    return str(pen.getCommands())


def glyph_path(data: str, colour: str, stroke: float = 0, line: str = "") -> str:
    """A filled path, made heavier (or rimmed, with `line`) by a stroke of width `stroke`."""
    if not stroke:
        return f'<path d="{data}" fill="{colour}"/>'
    edge = f'stroke="{line or colour}" stroke-width="{number(stroke)}" stroke-linejoin="round"'
    return f'<path d="{data}" fill="{colour}" {edge}/>'
