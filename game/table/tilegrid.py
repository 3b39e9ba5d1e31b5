"""A grid of tiles to choose one from, on ink."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.places import Place
from game.table.tiles import draw_lift, draw_tiles
from game.widgets.base import Widget
from rules.tiles import Tile

if TYPE_CHECKING:
    from game.table.view import ScreenView

COLUMNS = 9
WIDTH, LEAST_WIDTH, GAP = 34, 26, 5
STEPS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -COLUMNS, pygame.K_DOWN: COLUMNS}


class TileGrid(Widget):
    """Nine tiles a row; the chosen one is lifted and ringed. Arrow keys move the choice."""

    def __init__(
        self, view: ScreenView, tiles: Sequence[Tile], chosen: Tile | None, on_choose: Callable[[Tile], object]
    ) -> None:
        super().__init__(view.services)
        self.view, self.tiles, self.chosen, self.on_choose = view, list(tiles), chosen, on_choose
        self._pointed = -1

    @property
    def content(self) -> str:
        """The chosen tile."""
        return "" if self.chosen is None else self.view.words.tile(self.chosen)

    @property
    def _width(self) -> int:
        return max(LEAST_WIDTH, self.view.services.px(WIDTH))

    @property
    def _cell(self) -> tuple[int, int]:
        """Width and height of a place with its gap."""
        gap = self.services.px(GAP)
        return self._width + gap, round(1.54 * self._width) + gap

    @property
    def natural_size(self) -> tuple[int, int]:
        """As many rows as the tiles need."""
        width, height = self._cell
        return COLUMNS * width, -(-len(self.tiles) // COLUMNS) * height

    def place(self, index: int) -> Place:
        """Where a tile lies."""
        width, height = self._cell
        row, column = divmod(index, COLUMNS)
        return Place(self.rect.x + column * width, self.rect.y + row * height, self._width)

    def _at(self, position: tuple[int, int]) -> int:
        width, height = self._cell
        column, row = (position[0] - self.rect.x) // width, (position[1] - self.rect.y) // height
        index = row * COLUMNS + column
        return index if 0 <= column < COLUMNS and 0 <= index < len(self.tiles) else -1

    def pressed_at(self, position: tuple[int, int]) -> None:
        """Remember the tile under the pointer."""
        self._pointed = self._at(position)

    def activate(self) -> None:
        """Choose the tile that was pressed."""
        if self._pointed >= 0:
            self._choose(self._pointed)

    def _choose(self, index: int) -> None:
        self.chosen = self.tiles[index]
        self.services.audio.play("tile.pick")
        self.services.invalidate()
        self.on_choose(self.chosen)

    def key(self, event: pygame.Event) -> bool:
        """Arrows move the choice; Enter belongs to the panel."""
        step = STEPS.get(event.key)
        if step is None:
            return False
        at = self.tiles.index(self.chosen) + step if self.chosen in self.tiles else 0
        if 0 <= at < len(self.tiles):
            self._choose(at)
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tiles; the chosen one with a brass line."""
        services, colours = self.services, self.services.colours
        draw_tiles(self.view, surface, [(tile, self.place(index)) for index, tile in enumerate(self.tiles)])
        for index, tile in enumerate(self.tiles):
            if tile == self.chosen:
                draw_lift(self.view, surface, self.place(index).face, colours.brass_light, 3)
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 8)
