"""Icons, logo and smooth shapes as SVG text: panels, rings, arrows, marks on tiles.

Pure text, no pygame; `pygame.draw` has no smooth rounded corners, so everything round goes through SDL's SVG reader,
once, and is kept as an image. Colours are `#RRGGBB`, or `#RRGGBBAA` for translucent ones. Sizes are pixels. Icons come
from `assets/icons/icons.json` (24 x 24, one colour); numbers and paths follow design/art-data.md, sections 8 and 9, and
design/README.md, sections 6 and 7.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

ICONS_FILE: Final = Path(__file__).resolve().parent.parent / "assets" / "icons" / "icons.json"

Point = tuple[float, float]
NOTHING: Final = "#00000000"
CINNABAR: Final = "#B5261C"
CREAM: Final = "#FFF6E2"

_SIGNAL_BARS: Final = 4
_MISSING: Final = 0.28  # opacity of the bars a bad connection lacks
_LOGO_WALL: Final = "M14 16 H40 V28 H14 Z M60 16 H74 V28 H60 Z"
_DIAGONAL: Final = ((-1, -1), (1, 1))
_OTHER: Final = ((1, -1), (-1, 1))
_PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: _DIAGONAL,
    3: (*_DIAGONAL, (0, 0)),
    4: (*_DIAGONAL, *_OTHER),
    5: (*_DIAGONAL, *_OTHER, (0, 0)),
    6: (*_DIAGONAL, *_OTHER, (-1, 0), (1, 0)),
}
"""Where the pips of a die lie, in thirds from its middle."""
DIE_FACES: Final = len(_PIPS)
_PIN: Final = "M12 31 C9 24 2 19 2 11.5 A10 10 0 0 1 22 11.5 C22 19 15 24 12 31 Z"


@cache
def _icons() -> dict[str, str]:
    return msgspec.json.decode(ICONS_FILE.read_bytes(), type=dict[str, str])


def icon_names() -> list[str]:
    """Every icon there is."""
    return sorted(_icons())


def _paint(attribute: str, colour: str) -> str:
    """`fill`, `stroke` or `stop` in a colour with optional alpha: SDL's reader wants the opacity apart."""
    name = "stop-color" if attribute == "stop" else attribute
    if len(colour) == 9:
        return f'{name}="{colour[:7]}" {attribute}-opacity="{int(colour[7:], 16) / 255:.3f}"'
    return f'{name}="{colour}"'


def _pen(colour: str, width: float) -> str:
    return f'{_paint("stroke", colour)} stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'


def _document(size: Point, body: str, box: Point | None = None) -> str:
    wide, high = box or size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]:g}" height="{size[1]:g}" '
        f'viewBox="0 0 {wide:g} {high:g}">{body}</svg>'
    )


def icon_svg(name: str, colour: str, size: int) -> str:
    """An icon `size` px square; small ones get a heavier line. Raises KeyError for a name not in `icon_names()`."""
    line = min(2.6, max(1.9, 2.6 - (size - 14) * 0.035))
    body = _icons()[name].replace('fill="currentColor"', f'{_paint("fill", colour)} stroke="none"')
    return _document((size, size), f'<g fill="none" {_pen(colour, round(line, 2))}>{body}</g>', (24, 24))


def signal_svg(level: int, colour: str, size: int) -> str:
    """Quality of a connection as four bars, `level` (0-4) of them full."""
    bars = []
    for step in range(_SIGNAL_BARS):
        high = 4 * (step + 1)
        opacity = 1 if step < level else _MISSING
        place = f'x="{3 + 5 * step}" y="{20 - high}" width="3.4" height="{high}" rx="1"'
        bars.append(f'<rect {place} fill="{colour}" fill-opacity="{opacity}"/>')
    return _document((size, size), "".join(bars), (24, 24))


def _logo(colour: str) -> str:
    walls = "".join(f'<path d="{_LOGO_WALL}" transform="rotate({turn} 50 50)"/>' for turn in (0, 90, 180, 270))
    pen = f'{_paint("stroke", colour)} stroke-width="7"'
    court = f'<rect x="38" y="38" width="24" height="24" rx="3" fill="none" {pen}/>'
    return f"<g {_paint('fill', colour)}>{walls}</g>{court}"


def logo_svg(colour: str, size: int) -> str:
    """The logo in one colour: four walls round a court, a gate in each."""
    return _document((size, size), _logo(colour), (100, 100))


def seal_svg(size: int) -> str:
    """The logo on a cinnabar seal, as in the window icon."""
    square = f'<rect x="0" y="0" width="100" height="100" rx="22" {_paint("fill", CINNABAR)}/>'
    return _document((size, size), f'{square}<g transform="translate(14,14) scale(.72)">{_logo(CREAM)}</g>', (100, 100))


def panel_svg(
    size: tuple[int, int],
    radius: float,
    fill: tuple[str, str] = (NOTHING, NOTHING),
    *,
    line: str = NOTHING,
    line_width: float = 1,
) -> str:
    """A rounded rectangle filled from top to bottom, with a line inside its edge: panels, buttons, discs, focus rings.

    `radius` up to half of the shorter side gives a capsule or a disc.
    """
    wide, high = size
    inset = 0 if line == NOTHING else line_width / 2
    shape = f'x="{inset:g}" y="{inset:g}" width="{wide - 2 * inset:g}" height="{high - 2 * inset:g}"'
    shape += f' rx="{max(0, min(radius, wide / 2, high / 2) - inset):g}"'
    body = "" if fill[0] == NOTHING else _filled(shape, fill, high)
    if line != NOTHING:
        body += f'<rect {shape} fill="none" {_paint("stroke", line)} stroke-width="{line_width:g}"/>'
    return _document(size, body)


def _filled(shape: str, fill: tuple[str, str], high: int) -> str:
    stops = "".join(f'<stop offset="{at}" {_paint("stop", colour)}/>' for at, colour in enumerate(fill))
    span = f'gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="{high}"'
    defs = f'<defs><linearGradient id="f" {span}>{stops}</linearGradient></defs>'
    return f'{defs}<rect {shape} fill="url(#f)"/>'


def polygon_svg(
    size: tuple[int, int], points: Sequence[Point], fill: str, *, line: str = NOTHING, line_width: float = 1
) -> str:
    """A closed shape of straight edges with round joins: compass wings, notches, feeder arrows."""
    path = "M" + " L".join(f"{x:g} {y:g}" for x, y in points) + " Z"
    edge = "" if line == NOTHING else _pen(line, line_width)
    return _document(size, f'<path d="{path}" {_paint("fill", fill)} {edge}/>')


def _arc(centre: float, radius: float, start: float, end: float) -> str:
    """Path of an arc of less than a whole circle; `start` and `end` are fractions of it, clockwise from the top."""
    (x, y), (to_x, to_y) = (
        (centre + radius * math.sin(2 * math.pi * place), centre - radius * math.cos(2 * math.pi * place))
        for place in (start, end)
    )
    return f"M{x:.3f} {y:.3f} A{radius:g} {radius:g} 0 {int(end - start > 0.5)} 1 {to_x:.3f} {to_y:.3f}"


def _dashes(centre: float, radius: float, fraction: float, dash: float) -> str:
    """Path of an arc from the top, broken into dashes. The SVG reader's own dashes may end in a line across."""
    pixel = 1 / (2 * math.pi * radius)
    step = 1.75 * dash * pixel
    starts = (step * number for number in range(math.ceil(fraction / step)))
    dashes = ((start, min(fraction, start + dash * pixel)) for start in starts)
    return " ".join(_arc(centre, radius, start, end) for start, end in dashes if end - start >= pixel)


def ring_svg(diameter: int, width: float, colour: str, fraction: float = 1.0, *, dashed: bool = False) -> str:
    """The timer ring: what is left of the time, clockwise from the top, broken into dashes in the last seconds."""
    centre, radius = diameter / 2, (diameter - width) / 2
    pen = f'fill="none" {_paint("stroke", colour)} stroke-width="{width:g}"'
    if fraction <= 0:
        return _document((diameter, diameter), "")
    if dashed:
        dashes = _dashes(centre, radius, min(1.0, fraction), width)
        return _document((diameter, diameter), f'<path d="{dashes}" {pen}/>')
    if fraction >= 1:
        return _document((diameter, diameter), f'<circle cx="{centre:g}" cy="{centre:g}" r="{radius:g}" {pen}/>')
    return _document(
        (diameter, diameter), f'<path d="{_arc(centre, radius, 0.0, fraction)}" stroke-linecap="round" {pen}/>'
    )


def arrow_svg(size: tuple[int, int], start: Point, end: Point, colour: str, width: float) -> str:
    """A payment arrow from payer to payee: a line `width` px wide with a solid head at `end`."""
    length = math.dist(start, end) or 1.0
    ahead = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    head = min(length, 2.2 * width + 6)
    neck = (end[0] - head * ahead[0], end[1] - head * ahead[1])
    half = head * 0.62
    wings = [(neck[0] - side * half * ahead[1], neck[1] + side * half * ahead[0]) for side in (1, -1)]
    tip = "M" + " L".join(f"{x:.2f} {y:.2f}" for x, y in (end, *wings)) + " Z"
    shaft = f'<path d="M{start[0]:g} {start[1]:g} L{neck[0]:.2f} {neck[1]:.2f}" fill="none" {_pen(colour, width)}/>'
    return _document(size, f'{shaft}<path d="{tip}" {_paint("fill", colour)}/>')


def brackets_svg(size: tuple[int, int], colour: str, width: float) -> str:
    """Four corner brackets: the tiles equal to the selected one."""
    wide, high = size
    arm, edge = wide * 0.28, width / 2
    paths = []
    for x, across in ((edge, 1), (wide - edge, -1)):
        for y, down in ((edge, 1), (high - edge, -1)):
            paths.append(f"M{x + across * arm:g} {y:g} L{x:g} {y:g} L{x:g} {y + down * arm:g}")
    pen = f'fill="none" {_paint("stroke", colour)} stroke-width="{width:g}"'
    return _document(size, f'<path d="{" ".join(paths)}" {pen}/>')


def pin_svg(height: int) -> str:
    """The map pin over the last discard, three quarters as wide as high; its tip points down."""
    drop = f'<path d="{_PIN}" {_paint("fill", "#F3D899")} {_pen("#1A1204", 2)}/>'
    hole = f'<circle cx="12" cy="11.5" r="3.4" {_paint("fill", "#1A1204")}/>'
    return _document((round(height * 0.75), height), drop + hole, (24, 32))


def die_svg(value: int, size: int, angle: float) -> str:
    """A die seen from above, turned by some degrees; it has room to turn, and shows its thickness at the bottom."""
    turned = f'transform="rotate({angle:g} 24 24)"'
    shape = '<rect x="8" y="8" width="32" height="32" rx="7"'
    sides = "".join(
        f'<g transform="translate(0 {down})">{shape} fill="#C4B48D" {turned}/></g>' for down in (4, 2.6, 1.3)
    )
    top = f'{shape} fill="#FBF5E6" stroke="#FFFFFF" stroke-opacity="0.7" stroke-width="1" {turned}/>'
    colour, radius = ("#C2281C" if value in (1, 4) else "#16263F"), 5.6 if value == 1 else 3.1
    pips = "".join(f'<circle cx="{24 + 9 * x}" cy="{24 + 9 * y}" r="{radius}"/>' for x, y in _PIPS[value])
    return _document((size, size), f'{sides}{top}<g fill="{colour}" {turned}>{pips}</g>', (48, 48))


def forbidden_svg(size: int) -> str:
    """The sign on a tile that may not be discarded: a dark disc, a pale ring and a bar."""
    ring = '<circle cx="12" cy="12" r="9.8" fill="#0A201D" fill-opacity="0.85" stroke="#FFB4A6" stroke-width="2.2"/>'
    bar = f'<path d="M18.4 5.6 L5.6 18.4" {_pen("#FFB4A6", 2.2)}/>'
    return _document((size, size), ring + bar, (24, 24))


def danger_svg(size: int) -> str:
    """The triangle of the danger mark; its level (1, 2 or 3) is written on it as text."""
    triangle = f'<path d="M12 3 L22 21 L2 21 Z" {_paint("fill", CINNABAR)} {_pen(CREAM, 1.6)}/>'
    return _document((size, size), triangle, (24, 24))


def advice_svg(size: int, colour: str) -> str:
    """The pointer above the tile that the coach would throw."""
    triangle = f'<path d="M2 5 L22 5 L12 20 Z" {_paint("fill", colour)} {_pen("#0A201D", 2)}/>'
    return _document((size, size), triangle, (24, 24))
