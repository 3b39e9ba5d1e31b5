"""Draw the 34 tile faces as SVG fragments: `python -m assets.make.tiles` writes `assets/tiles/faces.json`.

A face is a box of 300 x 400, origin top left, y down. "fine" art is meant for tiles 50 px wide or wider, "coarse" for
narrower ones. Numbers, colours and paths: design/art-data.md, sections 1-5 and 7. Glyphs (outlines of two OFL fonts)
become plain paths here, once; the game needs no font to draw a tile.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from fontTools.pens.boundsPen import BoundsPen  # type: ignore[import-untyped]
from fontTools.pens.svgPathPen import SVGPathPen  # type: ignore[import-untyped]
from fontTools.pens.transformPen import TransformPen  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from assets.make.sources import ASSETS, noto_sc, npm_slices

FACES: Final = ASSETS / "tiles" / "faces.json"
BIRD: Final = Path(__file__).with_name("bird.txt")

INK, RED, GREEN, BLUE, IVORY = "#1C2B4A", "#B5261C", "#17683F", "#1B4F8F", "#FBF6E9"
COLOURS: Final = {"G": GREEN, "B": BLUE, "R": RED}
BLACK, CLEAR_BLUE, ORANGE, CLEAR_RED, CLEAR_GREEN = "#0E0E10", "#0A4BA0", "#A83F00", "#A80F1A", "#005A3C"

# As x,y,radius,colour.
DOTS: Final = {
    "2p": "150,108,74,G; 150,292,74,B",
    "3p": "82,84,58,B; 150,200,58,R; 218,316,58,G",
    "4p": "86,108,60,B; 214,108,60,G; 86,292,60,G; 214,292,60,B",
    "5p": "77,84,55,B; 223,84,55,G; 150,200,55,R; 77,316,55,G; 223,316,55,B",
    "6p": "92,78,50,G; 208,78,50,G; 92,216,50,R; 208,216,50,R; 92,323,50,R; 208,323,50,R",
    "7p": "60,60,42,G; 150,102,42,G; 240,144,42,G; 94,232,48,R; 206,232,48,R; 94,334,48,R; 206,334,48,R",
    "8p": "98,60,44,B; 202,60,44,B; 98,153,44,B; 202,153,44,B; 98,247,44,B; 202,247,44,B; 98,340,44,B; 202,340,44,B",
    "9p": "56,74,45,G; 150,74,45,G; 244,74,45,G; 56,200,45,R; 150,200,45,R; 244,200,45,R; "
    "56,326,45,B; 150,326,45,B; 244,326,45,B",
}
# As x,y,height,width,colour and, for a leaning stick, degrees clockwise about its centre.
STICKS: Final = {
    "2s": "150,110,156,60,G; 150,290,156,60,B",
    "3s": "150,110,156,58,B; 88,290,156,58,G; 212,290,156,58,G",
    "4s": "88,110,156,58,G; 212,110,156,58,B; 88,290,156,58,B; 212,290,156,58,G",
    "5s": "66,110,156,54,G; 234,110,156,54,B; 150,200,156,54,R; 66,290,156,54,B; 234,290,156,54,G",
    "6s": "64,110,156,54,G; 150,110,156,54,G; 236,110,156,54,G; 64,290,156,54,B; 150,290,156,54,B; 236,290,156,54,B",
    "7s": "150,72,112,50,R; 64,200,112,50,G; 150,200,112,50,G; 236,200,112,50,G; "
    "64,328,112,50,B; 150,328,112,50,B; 236,328,112,50,B",
    "8s": "50,112,160,46,G; 250,112,160,46,G; 115,112,140,42,G,-24; 185,112,140,42,G,24; "
    "50,288,160,46,B; 250,288,160,46,B; 115,288,140,42,B,24; 185,288,140,42,B,-24",
    "9s": "64,72,112,50,G; 64,200,112,50,G; 64,328,112,50,G; 150,72,112,50,R; 150,200,112,50,R; 150,328,112,50,R; "
    "236,72,112,50,B; 236,200,112,50,B; 236,328,112,50,B",
}
NUMBERS: Final = "一二三四五六七八九"
NUMERAL_COLOURS: Final = {"m": RED, "p": BLUE, "s": GREEN}
HONOUR_LETTERS: Final = "ESWNCFB"
HONOUR_COLOURS: Final = (INK, INK, INK, INK, RED, GREEN, BLUE)


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
def brush_font(char: str) -> Any:
    """The Yuji Boku slice that draws `char`."""
    for path in npm_slices("yuji-boku"):
        font = TTFont(path)
        if ord(char) in font.getBestCmap():
            return font
    raise LookupError(f"Yuji Boku has no {char}")


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


def ring_of_discs(box: Box, count: int, radius: float, colour: str) -> str:
    """`count` discs on the circle whose centre is the box's and whose radius is half the box's width."""
    turns = (2 * math.pi * step / count for step in range(count))
    spots = ((box.x + box.width / 2 * math.cos(a), box.y + box.width / 2 * math.sin(a)) for a in turns)
    return "".join(disc(x, y, radius, colour) for x, y in spots)


def dot(x: float, y: float, r: float, colour: str, fine: bool) -> str:
    """One dot of the dots suit."""
    if not fine:
        return disc(x, y, r, colour) + disc(x, y, 0.60 * r, IVORY) + disc(x, y, 0.34 * r, colour)
    petals = ring_of_discs(Box(x, y, 0.84 * r, 0), 8, 0.125 * r, IVORY)
    rim = disc(x, y, r, colour) + disc(x, y, 0.80 * r, IVORY) + disc(x, y, 0.69 * r, colour)
    return rim + petals + disc(x, y, 0.19 * r, IVORY) + disc(x, y, 0.10 * r, colour)


def one_dot(fine: bool) -> str:
    """The 1p: one large ornament."""
    x, y = 150, 200
    beads = ring_of_discs(Box(x, y, 182, 0), 24, 8.5, BLUE) if fine else disc(x, y, 94, BLUE) + disc(x, y, 80, IVORY)
    petals = "".join(
        f'<ellipse cx="184" cy="200" rx="14" ry="8.5" fill="{IVORY}" transform="rotate({22.5 + 45 * step} {x} {y})"/>'
        for step in range(8)
    )
    rim = disc(x, y, 120, GREEN) + disc(x, y, 106, IVORY)
    flower = disc(x, y, 70, GREEN) + disc(x, y, 61, IVORY) + disc(x, y, 55, RED) + petals
    return rim + beads + flower + disc(x, y, 15, IVORY) + disc(x, y, 9, GREEN)


def stick(x: float, y: float, height: float, width: float, colour: str, fine: bool) -> str:
    """One upright bamboo stick: body, three knots, and two light lines when fine."""
    knot, body = 0.26 * width, 0.70 * width
    parts = [rect(x - body / 2, y - (height - 0.8 * knot) / 2, body, height - 0.8 * knot, 0.28 * body, colour)]
    for top in (y - height / 2, y - knot / 2, y + height / 2 - knot):
        parts.append(rect(x - width / 2, top, width, knot, knot / 2, colour))
    if fine:
        line = 0.16 * width
        length = height / 2 - 0.95 * knot - 1.35 * knot
        for top in (y - height / 2 + 1.35 * knot, y + 0.95 * knot):
            parts.append(rect(x - line / 2, top, line, length, line / 2, IVORY))
    return "".join(parts)


def dots_face(name: str, fine: bool) -> str:
    """1p - 9p."""
    if name == "1p":
        return one_dot(fine)
    parts = []
    for entry in DOTS[name].split("; "):
        x, y, radius, colour = entry.split(",")
        parts.append(dot(float(x), float(y), float(radius), COLOURS[colour], fine))
    return "".join(parts)


def bamboos_face(name: str, fine: bool) -> str:
    """1s - 9s; 1s is the bird, of which coarse art leaves out the lines marked fine."""
    if name == "1s":
        lines = BIRD.read_text("utf-8").splitlines()
        drawn = "".join(line.removeprefix("fine ") for line in lines if fine or not line.startswith("fine "))
        return f'<g transform="translate(-2,6) scale(.99)">{drawn}</g>'
    parts = []
    for entry in STICKS[name].split("; "):
        x, y, height, width, colour, *angle = entry.split(",")
        drawn = stick(float(x), float(y), float(height), float(width), COLOURS[colour], fine)
        parts.append(f'<g transform="rotate({angle[0]} {x} {y})">{drawn}</g>' if angle else drawn)
    return "".join(parts)


def characters_face(rank: int, fine: bool) -> str:
    """1m - 9m: the number over 萬."""
    char = NUMBERS[rank - 1]
    box = Box(150, 104, 200 if rank == 1 else 196, {1: 38, 2: 92, 3: 112}.get(rank, 132))
    upper = glyph_path(outline(brush_font(char), char, box, (0.55, 1.0)), INK, 3 if fine else 5)
    lower = outline(brush_font("萬"), "萬", Box(150, 276, 206, 196), (0.9, 1.06))
    return upper + glyph_path(lower, RED, 3 if fine else 4)


def white_face(fine: bool) -> str:
    """7z: a blue double frame, never an empty tile."""
    art = frame(Box(42, 52, 216, 296), 14, BLUE, 15 if fine else 18)
    art += frame(Box(70, 80, 160, 240), 6, BLUE, 6 if fine else 8)
    if fine:
        for x, y in ((42, 52), (258, 52), (42, 348), (258, 348)):
            for size, radius, colour in ((34, 7, IVORY), (24, 5, BLUE), (10, 2, IVORY)):
                art += rect(x - size / 2, y - size / 2, size, size, radius, colour)
    return art


def honours_face(rank: int, fine: bool) -> str:
    """1z - 7z."""
    if rank == 7:
        return white_face(fine)
    char, colour = "東南西北中發"[rank - 1], HONOUR_COLOURS[rank - 1]
    boxes = {5: (Box(150, 200, 210, 316), 1.45, 8), 6: (Box(150, 200, 232, 292), 1.22, 5)}
    box, most, stroke = boxes.get(rank, (Box(150, 200, 226, 300), 1.22, 5))
    return glyph_path(outline(brush_font(char), char, box, (0.9, most)), colour, stroke)


def standard_face(name: str, fine: bool) -> str:
    """A face of the standard set, without a corner numeral."""
    rank, suit = int(name[0]), name[1]
    if suit in "ps":
        return dots_face(name, fine) if suit == "p" else bamboos_face(name, fine)
    return characters_face(rank, fine) if suit == "m" else honours_face(rank, fine)


def black(char: str, box: Box, colour: str) -> str:
    """A glyph of the clear set."""
    return glyph_path(outline(black_font(), char, box), colour)


def clear_honour(rank: int) -> str:
    """1z - 7z of the clear set: winds with their letter; dragons differ by plate, ring and frame."""
    if rank <= 4:
        wind = black("东南西北"[rank - 1], Box(150, 176, 214, 250), BLACK)
        return wind + black("ESWN"[rank - 1], Box(150, 350, 80, 62), BLACK)
    if rank == 5:
        return rect(34, 40, 232, 320, 30, CLEAR_RED) + black("中", Box(150, 200, 160, 240), "#FFFFFF")
    if rank == 6:
        ring = f'<circle cx="150" cy="200" r="120" fill="none" stroke="{CLEAR_GREEN}" stroke-width="20"/>'
        return ring + black("发", Box(150, 200, 150, 150), CLEAR_GREEN)
    return frame(Box(50, 60, 200, 280), 12, CLEAR_BLUE, 28) + black("白", Box(150, 200, 104, 128), CLEAR_BLUE)


def clear_face(name: str) -> str:
    """A face of the clear set: a large figure over the suit's shape."""
    rank, suit = int(name[0]), name[1]
    if suit == "z":
        return clear_honour(rank)
    colour = {"m": BLACK, "p": CLEAR_BLUE, "s": ORANGE}[suit]
    figure = black(name[0], Box(150, 112, 150, 164), colour)
    if suit == "m":
        return figure + black("万", Box(150, 296, 156, 132), colour)
    if suit == "p":
        return figure + disc(150, 296, 74, colour) + disc(150, 296, 46, "#FFFFFF") + disc(150, 296, 20, colour)
    knots = "".join(rect(100, top, 100, 24, 12, colour) for top in (219, 284, 349))
    return figure + rect(122, 222, 56, 70, 20, colour) + rect(122, 300, 56, 70, 20, colour) + knots


def numeral(name: str, fine: bool) -> str:
    """The corner numeral of a standard face, over an ivory rim."""
    rank, suit = int(name[0]), name[1]
    char = HONOUR_LETTERS[rank - 1] if suit == "z" else name[0]
    colour = HONOUR_COLOURS[rank - 1] if suit == "z" else NUMERAL_COLOURS[suit]
    box = Box(46, 54, 52, 66) if fine else Box(52, 62, 74, 96)
    data = outline(black_font(), char, box, (0.9, 1.7))
    return glyph_path(data, IVORY, 22 if fine else 30, IVORY) + glyph_path(data, colour)


def wild_word(char: str, fine: bool) -> str:
    """The word on the wild tile's flag."""
    return black(char, Box(249, 46, 60, 60) if fine else Box(230, 66, 112, 108), "#FFF3D6" if fine else "#FFF6E2")


def details(draw: Any, key: str) -> dict[str, str]:
    """Both levels of detail of one drawing."""
    return {"fine": draw(key, True), "coarse": draw(key, False)}


def main() -> None:
    """Write faces.json, one drawing a line."""
    names = [f"{rank}{suit}" for suit, last in (("m", 9), ("p", 9), ("s", 9), ("z", 7)) for rank in range(1, last + 1)]
    faces = {
        "standard": {name: details(standard_face, name) for name in names},
        "clear": {name: dict.fromkeys(("fine", "coarse"), clear_face(name)) for name in names},
        "numerals": {name: details(numeral, name) for name in names},
        "wild": {char: details(wild_word, char) for char in "财混癞"},
    }
    FACES.parent.mkdir(exist_ok=True)
    FACES.write_text(json.dumps(faces, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"faces.json: {FACES.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
