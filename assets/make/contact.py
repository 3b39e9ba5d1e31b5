"""Contact sheets of the tile sets (pictures 17 to 19): `python -m assets.make.contact FOLDER` writes one PNG a sheet.

All 34 faces and the back at 96, 64, 44 and 28 px, tiles that stand and lie turned, wild tiles and side columns.
"""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Final

import pygame

from game.tileart import Back, Body, FaceSet, Numerals, Side, TileArt, TileLook, Turn, column_art, tile_art
from rules.tiles import ALL_TILES, HIDDEN, Tile, parse_tile

SIZE: Final = (1280, 1250)
CLOTH: Final = "#12483E"
ROWS: Final = (ALL_TILES[:9], ALL_TILES[9:18], ALL_TILES[18:27], (*ALL_TILES[27:], HIDDEN))
BLOCKS: Final = ((96, 40, 24), (64, 40, 720), (44, 734, 720), (28, 734, 1040))
SHEETS: Final = {
    "standard": TileLook(),
    "numerals": TileLook(numerals=Numerals.SMALL, back=Back.AZURE),
    "clear": TileLook(FaceSet.CLEAR),
    "brush": TileLook(FaceSet.BRUSH),
    "brush-numerals": TileLook(FaceSet.BRUSH, Numerals.SMALL, Back.AZURE),
}


def put(sheet: pygame.Surface, art: TileArt, left: int, top: int) -> None:
    """Draw a picture at a place."""
    sheet.blit(pygame.image.load_sized_svg(io.BytesIO(art.svg.encode()), art.size), (left, top))


def tile(kind: Tile, width: int, look: TileLook) -> TileArt:
    """A tile lying on the table; HIDDEN lies face down."""
    return tile_art(kind, width, look, body=Body.LYING_DOWN if kind == HIDDEN else Body.LYING)


def block(sheet: pygame.Surface, look: TileLook, width: int, left: int, top: int) -> None:
    """All faces at one width, a suit a row."""
    for row, kinds in enumerate(ROWS):
        for place, kind in enumerate(kinds):
            put(sheet, tile(kind, width, look), left + place * round(1.13 * width), top + row * round(1.68 * width))


def bodies(sheet: pygame.Surface, look: TileLook) -> None:
    """Standing and turned tiles, wild ones and side columns, at the right edge."""
    five = parse_tile("5m")
    put(sheet, tile_art(five, 96, look, body=Body.STANDING), 1034, 24)
    put(sheet, tile_art(HIDDEN, 96, look, body=Body.ACROSS), 1150, 24)
    put(sheet, tile_art(parse_tile("3s"), 96, look, turn=Turn.LEFT), 1034, 200)
    put(sheet, tile_art(parse_tile("8m"), 64, look, body=Body.STANDING, wild="财"), 1034, 350)
    put(sheet, tile_art(parse_tile("7p"), 44, look, wild="混"), 1114, 350)
    put(sheet, tile_art(parse_tile("2s"), 28, look, wild="癞"), 1174, 350)
    put(sheet, column_art(4, 34, look, owner=Side.LEFT), 1050, 500)
    put(sheet, column_art(4, 34, look, owner=Side.RIGHT), 1120, 500)


def main(folder: Path) -> None:
    """Write the sheets."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    for name, look in SHEETS.items():
        sheet = pygame.Surface(SIZE)
        sheet.fill(CLOTH)
        for width, left, top in BLOCKS:
            block(sheet, look, width, left, top)
        bodies(sheet, look)
        pygame.image.save(sheet, folder / f"tiles-{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
