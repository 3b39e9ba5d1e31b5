"""Pictures of tiles (牌) as SVG text: faces, bodies, backs, corner numerals and the wild mark.

Pure text, no pygame: the screen renders a document at `TileArt.size` and keeps the image. A tile's `width` is always
that of its upright face in pixels; the face is 1.333 times as high. All tiles share one light from above: a lying tile
shows its thickness at the bottom, whichever way its face is turned, a standing one at the top.

Face units: a face is 300 x 400. Faces come from `assets/tiles/`, one file a set, drawn by `assets/make/tiles.py`; a
file is read when a tile of its set is first shown. The bodies follow design/art-data.md, sections 4 to 7.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from rules.tiles import HIDDEN, NAME_OF, Tile
from rules.values import value

TILE_FOLDER: Final = Path(__file__).resolve().parent.parent / "assets" / "tiles"

FACE_WIDTH: Final = 300
FACE_HEIGHT: Final = 400
THICKNESS: Final = 62  # what a lying tile shows of its side
TOP_EDGE: Final = 46  # what a standing tile shows of its top
LIP: Final = 8
RADIUS: Final = 30
COLUMN_WIDTH: Final = 220
COLUMN_STEP: Final = 190
COLUMN_END: Final = 230
COLUMN_RADIUS: Final = 22
FINE_FROM: Final = 50  # px: the detailed art
FACE_FROM: Final = 24  # px: below, no face and no ornament
WILD_WORDS: Final = ("财", "混", "癞")


class FaceSet(StrEnum):
    """Which drawings of the 34 faces."""

    STANDARD = "standard"
    CLEAR = "clear"  # large figures for low vision and colour blindness (清晰)
    BRUSH = "brush"  # as if written and painted (毛笔)


class Numerals(StrEnum):
    """Corner numerals; the clear set never has any."""

    OFF = "off"
    SMALL = "small"
    LARGE = "large"


class Back(StrEnum):
    """Colour of the backs."""

    CELADON = "celadon"  # 青瓷
    AZURE = "azure"  # 天青


class Body(StrEnum):
    """How a tile lies or stands."""

    LYING = "lying"  # face up on the table
    LYING_DOWN = "lying_down"  # face down
    STANDING = "standing"  # one's own hand, face to us
    ACROSS = "across"  # standing with its back to us


class Turn(IntEnum):
    """Clockwise turn of a lying tile, in degrees."""

    UPRIGHT = 0
    RIGHT = 90
    OVER = 180
    LEFT = 270


class Side(StrEnum):
    """On which side of a column of standing tiles its owner sits."""

    LEFT = "left"
    RIGHT = "right"


class TileLook(NamedTuple):
    """What a player chose for all tiles. A tuple, as it is looked up with every tile that is drawn."""

    faces: FaceSet = FaceSet.STANDARD
    numerals: Numerals = Numerals.OFF
    back: Back = Back.CELADON


@value
class TileArt:
    """An SVG document and the size in pixels (width, height) to draw it at."""

    svg: str
    size: tuple[int, int]


@value
class _BackColours:
    light: str
    middle: str
    dark: str
    deep: str
    line: str
    edge: str


_BACKS: Final = {
    Back.CELADON: _BackColours("#8CCDB0", "#5FAE8D", "#3F8C6D", "#2C6B52", "#E3F6EC", "#B9E6D2"),
    Back.AZURE: _BackColours("#A3C9EC", "#6FA2D6", "#4679B0", "#2F5A8C", "#E1EEFB", "#B5D4F3"),
}
_PLAIN_LOOK: Final = TileLook()


Colours = tuple[str, str]


class _Canvas:
    """Collects shapes and their gradients, then writes the document."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._gradients: list[str] = []
        self._shapes: list[str] = []

    def add(self, shape: str) -> None:
        self._shapes.append(shape)

    def gradient(self, start: tuple[float, float], end: tuple[float, float], first: str, last: str) -> str:
        """A linear gradient in user space (SDL's reader draws any other kind flat); returns its paint."""
        name = f"g{len(self._gradients)}"
        points = f'gradientUnits="userSpaceOnUse" x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}"'
        stops = f'<stop offset="0" stop-color="{first}"/><stop offset="1" stop-color="{last}"/>'
        self._gradients.append(f'<linearGradient id="{name}" {points}>{stops}</linearGradient>')
        return f"url(#{name})"

    def block(self, top: float, height: float, colours: Colours, span: tuple[float, float] | None = None) -> None:
        """A rounded block over the whole width, shaded from the first to the second colour (over `span` in y)."""
        first, last = span or (top, top + height)
        paint = self.gradient((0, first), (0, last), *colours)
        self.add(f'<rect x="0" y="{top}" width="{self.width}" height="{height}" rx="{RADIUS}" fill="{paint}"/>')

    def document(self) -> str:
        box = f'width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}"'
        defs = f"<defs>{''.join(self._gradients)}</defs>"
        return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{defs}{"".join(self._shapes)}</svg>'


@cache
def _drawings(name: str) -> dict[str, dict[str, str]]:
    """The drawings of a file, each fine and coarse: a face set, "numerals" or "wild"."""
    return msgspec.json.decode((TILE_FOLDER / f"{name}.json").read_bytes(), type=dict[str, dict[str, str]])


def pixels(units: float, width: int) -> int:
    """A length in face units, in whole pixels for tiles `width` px wide (halves round up)."""
    return int(units * width / FACE_WIDTH + 0.5)


def _face_size(turn: Turn) -> tuple[int, int]:
    return (FACE_HEIGHT, FACE_WIDTH) if turn in (Turn.RIGHT, Turn.LEFT) else (FACE_WIDTH, FACE_HEIGHT)


@cache
def tile_size(width: int, body: Body, turn: Turn = Turn.UPRIGHT) -> tuple[int, int]:
    """Size in pixels of a tile `width` px wide with its body."""
    across, down = _face_size(turn)
    extra = {Body.STANDING: TOP_EDGE + LIP, Body.ACROSS: TOP_EDGE}.get(body, THICKNESS)
    return pixels(across, width), pixels(down + extra, width)


def column_size(count: int, width: int) -> tuple[int, int]:
    """Size in pixels of a side column of `count` standing tiles, each `width` px wide."""
    return pixels(COLUMN_WIDTH, width), pixels(COLUMN_STEP * count + COLUMN_END, width)


def tile_art(
    tile: Tile,
    width: int,
    look: TileLook = _PLAIN_LOOK,
    *,
    body: Body = Body.LYING,
    turn: Turn = Turn.UPRIGHT,
    wild: str = "",
) -> TileArt:
    """A tile with its body, `width` px wide.

    `wild` is the word of the variant's wild mark (财, 混 or 癞), empty for a tile that is not wild. A body that shows
    its back needs no tile (HIDDEN will do). Raises ValueError for a HIDDEN face, another word or a width under 1.
    """
    if width < 1 or wild not in ("", *WILD_WORDS):
        raise ValueError(f"no such tile picture: width {width}, wild word {wild!r}")
    canvas = _Canvas(*tile_size(FACE_WIDTH, body, turn))
    colours = _BACKS[look.back]
    if body is Body.LYING_DOWN:
        _draw_lying_down(canvas, colours, width)
    elif body is Body.ACROSS:
        _draw_across(canvas, colours, width)
    else:
        art = _face_art(tile, width, look, wild)
        if body is Body.STANDING:
            _draw_standing(canvas, colours)
        else:
            _draw_lying(canvas, colours)
        _draw_plate(canvas, TOP_EDGE if body is Body.STANDING else 0, look.faces, art, turn)
    return TileArt(canvas.document(), tile_size(width, body, turn))


def face_art(
    tile: Tile, width: int, look: TileLook = _PLAIN_LOOK, *, turn: Turn = Turn.UPRIGHT, wild: str = ""
) -> TileArt:
    """The face plate alone, without thickness: tiles in lists, rules and wait panels. Raises as `tile_art`."""
    across, down = _face_size(turn)
    canvas = _Canvas(across, down)
    _draw_plate(canvas, 0, look.faces, _face_art(tile, width, look, wild), turn)
    return TileArt(canvas.document(), (pixels(across, width), pixels(down, width)))


def column_art(count: int, width: int, look: TileLook = _PLAIN_LOOK, *, owner: Side) -> TileArt:
    """A column of `count` standing tiles of a player at the side, near end at the bottom.

    `width` is the width these tiles would have lying; the column is 0.733 of it. Raises ValueError for no tiles.
    """
    if count < 1:
        raise ValueError(f"a column of {count} tiles")
    canvas = _Canvas(COLUMN_WIDTH, COLUMN_STEP * count + COLUMN_END)
    colours = _BACKS[look.back]
    _draw_column_end(canvas, colours, owner)
    for place in range(count):
        _draw_column_top(canvas, colours, owner, COLUMN_STEP * place)
    return TileArt(canvas.document(), column_size(count, width))


def _face_art(tile: Tile, width: int, look: TileLook, wild: str) -> str:
    """The drawing on the plate, upright: face, numeral, wild mark. Empty below FACE_FROM px."""
    if tile == HIDDEN:
        raise ValueError("a hidden tile has no face")
    if width < FACE_FROM:
        return ""
    detail = "fine" if width >= FINE_FROM else "coarse"
    art = _drawings(look.faces)[NAME_OF[tile]][detail]
    if look.faces is not FaceSet.CLEAR and look.numerals is not Numerals.OFF:
        art = _with_numeral(art, tile, detail if look.numerals is Numerals.SMALL else "coarse")
    return _with_wild_mark(art, wild, detail) if wild else art


def _with_numeral(art: str, tile: Tile, size: str) -> str:
    place = "translate(33,58) scale(.84)" if size == "fine" else "translate(52,72) scale(.8)"
    return f'<g transform="{place}">{art}</g>{_drawings("numerals")[NAME_OF[tile]][size]}'


_WILD_FRAME: Final = (
    '<path d="M40 12 L260 12 L288 40 L288 360 L260 388 L40 388 L12 360 L12 40 Z" fill="none" stroke="#B07A1E"'
    ' stroke-width="15" stroke-linejoin="miter"/>'
    '<path d="M50 33 L250 33 L267 50 L267 350 L250 367 L50 367 L33 350 L33 50 Z" fill="none" stroke="#B07A1E"'
    ' stroke-width="5"/>'
)
_WILD_FLAG: Final = {
    "fine": '<path d="M196 0 L270 0 Q300 0 300 30 L300 108 L248 88 L196 108 Z" fill="#B5261C"/>'
    '<path d="M203 6 L270 6 Q294 6 294 30 L294 98 L248 81 L203 98 Z" fill="none" stroke="#F2CF86" stroke-width="5"/>',
    "coarse": '<path d="M160 0 L270 0 Q300 0 300 30 L300 158 L230 132 L160 158 Z" fill="#B5261C"/>',
}


def _with_wild_mark(art: str, word: str, detail: str) -> str:
    place = "translate(33,52) scale(.78)" if detail == "fine" else "translate(27,84) scale(.74)"
    return f'<g transform="{place}">{art}</g>{_WILD_FRAME}{_WILD_FLAG[detail]}{_drawings("wild")[word][detail]}'


def _outline(canvas: _Canvas, top: float, height: float, inset: float, stroke: str, radius: float = RADIUS) -> None:
    """A rounded outline `inset` from the plate's edge; `stroke` is its colour and width as attributes."""
    size = f'width="{canvas.width - 2 * inset}" height="{height - 2 * inset}" rx="{radius}"'
    canvas.add(f'<rect x="{inset}" y="{top + inset}" {size} fill="none" {stroke}/>')


def _draw_plate(canvas: _Canvas, top: int, faces: FaceSet, art: str, turn: Turn) -> None:
    """The face plate; the art turns, the light on the plate does not."""
    across, down = _face_size(turn)
    if faces is FaceSet.CLEAR:
        canvas.block(top, down, ("#FFFFFF", "#FFFFFF"))
        _outline(canvas, top, down, 5, 'stroke="#2A2A2E" stroke-width="7"', RADIUS - 5)
    else:
        canvas.block(top, down, ("#FFFCF3", "#F3EAD5"))
        _outline(canvas, top, down, 3, 'stroke="#FFFFFF" stroke-width="6"', RADIUS - 3)
        _outline(canvas, top, down, 1.5, 'stroke="#CDBF9F" stroke-width="3"', RADIUS - 1.5)
    shift = {
        Turn.UPRIGHT: (0, 0),
        Turn.RIGHT: (FACE_HEIGHT, 0),
        Turn.OVER: (FACE_WIDTH, FACE_HEIGHT),
        Turn.LEFT: (0, FACE_WIDTH),
    }[turn]
    canvas.add(f'<g transform="translate({shift[0]},{shift[1] + top}) rotate({int(turn)})">{art}</g>')


def _draw_back_mark(canvas: _Canvas, colours: _BackColours, top: int, height: int, width: int) -> None:
    def line(stroke: int, opacity: float) -> str:
        return f'stroke="{colours.line}" stroke-width="{stroke}" stroke-opacity="{opacity}"'

    _outline(canvas, top, height, 4, line(6, 0.55), RADIUS - 4)
    if width < FACE_FROM:
        return
    _outline(canvas, top, height, 34, line(5, 0.45), 14)
    x, y = canvas.width // 2, top + height // 2
    for half, stroke in ((58, 9), (30, 8)):
        path = f"M{x} {y - half} L{x + half} {y} L{x} {y + half} L{x - half} {y} Z"
        canvas.add(f'<path d="{path}" fill="none" {line(stroke, 0.5)}/>')


def _draw_lying(canvas: _Canvas, colours: _BackColours) -> None:
    down = canvas.height - THICKNESS
    canvas.block(THICKNESS, down, (colours.dark, colours.deep), (down, down + THICKNESS))
    canvas.block(35, down, ("#E2D6BA", "#BFAF8B"), (down - 20, down + 36))


def _draw_lying_down(canvas: _Canvas, colours: _BackColours, width: int) -> None:
    down = canvas.height - THICKNESS
    canvas.block(THICKNESS, down, ("#CDBF9D", "#A89874"), (down, down + THICKNESS))
    canvas.block(27, down, (colours.middle, colours.deep), (down - 20, down + 27))
    canvas.block(0, down, (colours.light, colours.middle))
    _draw_back_mark(canvas, colours, 0, down, width)


def _draw_standing(canvas: _Canvas, colours: _BackColours) -> None:
    canvas.block(0, FACE_HEIGHT, (colours.light, colours.middle), (0, TOP_EDGE))
    canvas.block(19, FACE_HEIGHT, ("#FFFDF6", "#E9DEC4"), (19, TOP_EDGE + RADIUS))
    canvas.block(48, 406, ("#A8976F", "#A8976F"))


def _draw_across(canvas: _Canvas, colours: _BackColours, width: int) -> None:
    canvas.block(0, FACE_HEIGHT, ("#FFFDF6", "#E9DEC4"), (0, TOP_EDGE))
    canvas.block(23, FACE_HEIGHT, (colours.edge, colours.light), (23, TOP_EDGE + RADIUS))
    canvas.block(TOP_EDGE, FACE_HEIGHT, (colours.light, colours.dark))
    _draw_back_mark(canvas, colours, TOP_EDGE, FACE_HEIGHT, width)


def _half_block(canvas: _Canvas, owner: Side, top: float, height: float, paint: str) -> None:
    """The owner's 54 % of a column's block: round at its outer corners, straight inside."""
    inner = 0.54 * COLUMN_WIDTH
    outer, edge, sweep = (0, inner, 1) if owner is Side.LEFT else (COLUMN_WIDTH, COLUMN_WIDTH - inner, 0)
    near = outer + (COLUMN_RADIUS if owner is Side.LEFT else -COLUMN_RADIUS)
    arc = f"A{COLUMN_RADIUS} {COLUMN_RADIUS} 0 0 {sweep}"
    path = (
        f"M{edge} {top + height} L{near} {top + height} {arc} {outer} {top + height - COLUMN_RADIUS} "
        f"L{outer} {top + COLUMN_RADIUS} {arc} {near} {top} L{edge} {top} Z"
    )
    canvas.add(f'<path d="{path}" fill="{paint}"/>')


def _column_rect(top: float, height: float, attributes: str, inset: float = 0) -> str:
    size = f'width="{COLUMN_WIDTH - 2 * inset}" height="{height - 2 * inset}" rx="{COLUMN_RADIUS - inset}"'
    return f'<rect x="{inset}" y="{top + inset}" {size} {attributes}/>'


def _draw_column_end(canvas: _Canvas, colours: _BackColours, owner: Side) -> None:
    """The front of the nearest tile, behind the tops."""
    foot = canvas.height - COLUMN_END
    back = canvas.gradient((0, foot), (0, canvas.height), colours.dark, colours.deep)
    ivory = canvas.gradient((0, foot), (0, canvas.height), "#D8CBAC", "#B5A57F")
    canvas.add(_column_rect(0, canvas.height, f'fill="{back}"'))
    _half_block(canvas, owner, 0, canvas.height, ivory)


def _draw_column_top(canvas: _Canvas, colours: _BackColours, owner: Side, top: int) -> None:
    """The top of one tile: ivory on the owner's side, the back towards the middle of the table."""
    height = COLUMN_STEP - 4
    ends = ((0, 0), (COLUMN_WIDTH, 0)) if owner is Side.LEFT else ((COLUMN_WIDTH, 0), (0, 0))
    middle = 0.54 if owner is Side.LEFT else 0.46
    split = (COLUMN_WIDTH * middle, 0)
    back = canvas.gradient(split, ends[1], colours.light, colours.middle)
    canvas.add(_column_rect(top, COLUMN_STEP, f'fill="{colours.deep}"'))
    canvas.add(_column_rect(top, height, f'fill="{back}"'))
    _half_block(canvas, owner, top, height, canvas.gradient(ends[0], split, "#FFFDF6", "#EADFC6"))
    canvas.add(_column_rect(top, height, 'fill="none" stroke="#FFFFFF" stroke-opacity="0.28" stroke-width="5"', 2.5))
