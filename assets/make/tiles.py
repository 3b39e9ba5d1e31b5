"""Draw the 34 tile faces as SVG fragments: `python -m assets.make.tiles` writes one file a set into `assets/tiles/`.

A face is a box of 300 x 400, origin top left, y down. "fine" art is meant for tiles 50 px wide or wider, "coarse" for
narrower ones. Numbers, colours and paths: design/art-data.md, sections 1-5 and 7. Glyphs (outlines of two OFL fonts)
become plain paths here, once; the game needs no font to draw a tile.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, Final

from assets.make.brush import brush_face
from assets.make.layouts import dots, sticks
from assets.make.shapes import (
    IVORY,
    NUMBERS,
    Box,
    black_font,
    disc,
    font_with,
    frame,
    glyph_path,
    number,
    outline,
    rect,
)
from assets.make.sources import ASSETS

TILES: Final = ASSETS / "tiles"
BIRD: Final = Path(__file__).with_name("bird.txt")

INK, RED, GREEN, BLUE = "#1C2B4A", "#B5261C", "#17683F", "#1B4F8F"
COLOURS: Final = {"G": GREEN, "B": BLUE, "R": RED}
BLACK, CLEAR_BLUE, ORANGE, CLEAR_RED, CLEAR_GREEN = "#0E0E10", "#0A4BA0", "#A83F00", "#A80F1A", "#005A3C"

NUMERAL_COLOURS: Final = {"m": RED, "p": BLUE, "s": GREEN}
HONOUR_LETTERS: Final = "ESWNCFB"
HONOUR_COLOURS: Final = (INK, INK, INK, INK, RED, GREEN, BLUE)


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
    return "".join(dot(x, y, radius, COLOURS[colour], fine) for x, y, radius, colour in dots(name))


def bamboos_face(name: str, fine: bool) -> str:
    """1s - 9s; 1s is the bird, of which coarse art leaves out the lines marked fine."""
    if name == "1s":
        lines = BIRD.read_text("utf-8").splitlines()
        drawn = "".join(line.removeprefix("fine ") for line in lines if fine or not line.startswith("fine "))
        return f'<g transform="translate(-2,6) scale(.99)">{drawn}</g>'
    parts = []
    for x, y, height, width, colour, angle in sticks(name):
        drawn = stick(x, y, height, width, COLOURS[colour], fine)
        turn = f"rotate({number(angle)} {number(x)} {number(y)})"
        parts.append(f'<g transform="{turn}">{drawn}</g>' if angle else drawn)
    return "".join(parts)


def characters_face(rank: int, fine: bool) -> str:
    """1m - 9m: the number over 萬."""
    char = NUMBERS[rank - 1]
    box = Box(150, 104, 200 if rank == 1 else 196, {1: 38, 2: 92, 3: 112}.get(rank, 132))
    upper = glyph_path(outline(font_with(char, "yuji-boku"), char, box, (0.55, 1.0)), INK, 3 if fine else 5)
    lower = outline(font_with("萬", "yuji-boku"), "萬", Box(150, 276, 206, 196), (0.9, 1.06))
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
    return glyph_path(outline(font_with(char, "yuji-boku"), char, box, (0.9, most)), colour, stroke)


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


def write(name: str, drawings: dict[str, dict[str, str]]) -> None:
    """Write one file of drawings, a drawing a line."""
    path = TILES / f"{name}.json"
    path.write_text(json.dumps(drawings, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"{path.name}: {path.stat().st_size / 1e3:.0f} kB")


def main() -> None:
    """Write the three sets, and the marks that lie over them."""
    names = [f"{rank}{suit}" for suit, last in (("m", 9), ("p", 9), ("s", 9), ("z", 7)) for rank in range(1, last + 1)]
    TILES.mkdir(exist_ok=True)
    write("standard", {name: details(standard_face, name) for name in names})
    write("clear", {name: dict.fromkeys(("fine", "coarse"), clear_face(name)) for name in names})
    write("brush", {name: details(brush_face, name) for name in names})
    write("numerals", {name: details(numeral, name) for name in names})
    write("wild", {char: details(wild_word, char) for char in "财混癞"})


if __name__ == "__main__":
    main()
