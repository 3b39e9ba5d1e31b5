"""The counter of tiles: how many copies of each kind of this variant are left, as one's own seat can know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pygame

from game.places import face_size
from game.table.tiles import draw_veil
from rules.hints import copies_left
from rules.tiles import HONOURS, RANK_OF, SUIT_OF, Tile

if TYPE_CHECKING:
    from game.table.view import ScreenView

COLUMNS = 9
NOTE, ROW_GAP = 26, 10
SMALLEST_FACE, SMALLEST_NUMBER = 24, 14


def left_of(view: ScreenView) -> dict[Tile, int]:
    """The copies of each kind of the set that one's own seat has not seen."""
    left = copies_left(view.shown, view.own)
    return {tile: left[tile] for tile in view.table.rules.tiles.kinds}


def cells(view: ScreenView, body: pygame.Rect) -> Iterator[tuple[Tile, pygame.Rect, pygame.Rect]]:
    """Each kind with the place of its face and the room of its number below: a row for each suit."""
    rows = sorted({SUIT_OF[tile] for tile in view.table.rules.tiles.kinds})
    px, gap = view.services.px, view.services.px(4)
    wide = max(SMALLEST_FACE, min((body.width + gap) // COLUMNS - gap, px(34)))
    column = min((body.width - wide) // (COLUMNS - 1), wide + 2 * gap)
    high = face_size(wide)[1]
    pitch = min((body.height - px(NOTE)) // max(1, len(rows)), high + px(22) + px(ROW_GAP))
    for tile in view.table.rules.tiles.kinds:
        left, top = body.x + (RANK_OF[tile] - 1) * column, body.y + px(NOTE) + rows.index(SUIT_OF[tile]) * pitch
        face = pygame.Rect(left, top, wide, high)
        yield tile, face, pygame.Rect(left, face.bottom, wide, min(px(22), pitch - high))


def draw_count_of_tiles(view: ScreenView, surface: pygame.Surface, body: pygame.Rect) -> None:
    """All kinds with the copies left: four pips of light, and the number."""
    services, colours, px = view.services, view.services.colours, view.services.px
    left = left_of(view)
    note = services.tr("Not seen yet: {left}", left=sum(left.values()))
    room = pygame.Rect(body.x, body.y, body.width, px(NOTE - 6))
    services.fonts.write(surface, note, room, services.fonts.capped(services.steps.small, px(17)), colours.text2)
    for tile, face, below in cells(view, body):
        picture = services.images.face(tile, face.width, wild=view.wild_word(tile))
        surface.blit(picture, face)
        if not left[tile]:
            draw_veil(view, surface, face, 0.60)
        colour = colours.text if left[tile] else colours.text3
        style = services.fonts.sized("sans-bold", max(SMALLEST_NUMBER, min(px(17), below.height)))
        services.fonts.write(surface, str(left[tile]), below, style, colour, "center")


def count_in_words(view: ScreenView) -> list[str]:
    """The same as sentences, a suit each: for readers of the screen."""
    left = left_of(view)
    lines = []
    for suit in range(HONOURS + 1):
        kinds = [tile for tile in left if SUIT_OF[tile] == suit]
        if kinds:
            lines.append(view.services.tr(", ").join(f"{view.words.tile(tile)} {left[tile]}" for tile in kinds))
    return lines
