"""All the tiles that a variant is played with, on a band of cloth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import pygame

from game.tileart import Body, tile_size
from game.widgets.stacked import Still
from rules.tiles import SUIT_OF, Tile

if TYPE_CHECKING:
    from game.services import Services

TILE, LEAST, PADDING, SUIT_GAP, ROW_GAP = 33, 26, 16, 22, 10


class TileSetBand(Still):
    """One of each kind, the suits beside each other, two in a row or as many as fit."""

    def __init__(self, services: Services, kinds: Sequence[Tile]) -> None:
        super().__init__(services)
        self.suits = [list(run) for _, run in groupby(sorted(kinds), key=lambda kind: SUIT_OF[kind])]

    def _tile(self) -> int:
        return max(LEAST, self.services.px(TILE))

    def _rows(self, width: int) -> list[list[list[Tile]]]:
        """The suits of each row."""
        px, tile = self.services.px, self._tile()
        rows: list[list[list[Tile]]] = [[]]
        x = 2 * px(PADDING)
        for suit in self.suits:
            wide = len(suit) * tile + px(SUIT_GAP)
            if rows[-1] and x + wide - px(SUIT_GAP) > width:
                rows.append([])
                x = 2 * px(PADDING)
            rows[-1].append(suit)
            x += wide
        return rows

    def _pitch(self) -> int:
        return tile_size(self._tile(), Body.LYING)[1] + self.services.px(ROW_GAP)

    def height_for(self, width: int) -> int:
        """The rows, the band around them, a gap above and below."""
        px = self.services.px
        return len(self._rows(width)) * self._pitch() - px(ROW_GAP) + 2 * px(PADDING) + px(16)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the band and the tiles."""
        services, px = self.services, self.services.px
        band = pygame.Rect(self.rect.x, self.rect.y + px(6), self.rect.width, self.rect.height - px(16))
        services.painter.box(surface, band, "band")
        top = band.y + px(PADDING) - px(2)
        for row in self._rows(self.rect.width):
            used = sum(map(len, row)) * self._tile() + (len(row) - 1) * px(SUIT_GAP)
            left = band.x + (band.width - used) // 2
            for suit in row:
                for tile in suit:
                    picture = services.images.tile(tile, self._tile())
                    surface.blit(picture, (left, top))
                    left += self._tile()
                left += px(SUIT_GAP)
            top += self._pitch()
