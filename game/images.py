"""Surfaces made from SVG at exactly the size they are shown, kept in bounded caches. Nothing is scaled at run time."""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import field

import pygame

from game.iconart import icon_svg
from game.tileart import Body, Side, TileArt, TileLook, Turn, column_art, face_art, tile_art
from rules.tiles import Tile
from rules.values import mutable

# A 4K cloth is 8 million pixels; four bytes each.
IMAGE_PIXELS = 32_000_000


class SurfaceCache:
    """Surfaces by key; the least recently used go when there are more than `pixels` pixels in all."""

    def __init__(self, pixels: int) -> None:
        self._limit = pixels
        self._pixels = 0
        self._surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def __len__(self) -> int:
        return len(self._surfaces)

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface of a key, made now if it is not there. Nobody may draw on it."""
        surface = self._surfaces.get(key)
        if surface is not None:
            self._surfaces.move_to_end(key)
            return surface
        surface = self._surfaces[key] = make()
        self._pixels += _pixels(surface)
        while self._pixels > self._limit and len(self._surfaces) > 1:
            self._pixels -= _pixels(self._surfaces.popitem(last=False)[1])
        return surface

    def clear(self) -> None:
        """Forget everything."""
        self._surfaces.clear()
        self._pixels = 0


def _pixels(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height()


def rasterise(document: str, size: tuple[int, int]) -> pygame.Surface:
    """An SVG document at an exact size in pixels, with alpha, in the byte order that SDL blits forty times faster."""
    loaded = pygame.image.load_sized_svg(io.BytesIO(document.encode()), size)
    return loaded.convert(pygame.Surface((1, 1), pygame.SRCALPHA))


@mutable
class Images:
    """Tiles and icons. `look` is what the player chose for all tiles."""

    look: TileLook
    _cache: SurfaceCache = field(default_factory=lambda: SurfaceCache(IMAGE_PIXELS))

    def tile(
        self,
        tile: Tile,
        width: int,
        body: Body = Body.LYING,
        turn: Turn = Turn.UPRIGHT,
        wild: str = "",
        look: TileLook | None = None,
    ) -> pygame.Surface:
        """A tile with its body, its upright face `width` device pixels wide (see `tileart.tile_art`)."""
        shown = look or self.look
        key = ("tile", tile, width, body, turn, wild, shown)
        return self._cache.get(key, lambda: _drawn(tile_art(tile, width, shown, body=body, turn=turn, wild=wild)))

    def face(self, tile: Tile, width: int, turn: Turn = Turn.UPRIGHT, wild: str = "") -> pygame.Surface:
        """The face plate of a tile alone: lists, waits, buttons."""
        key = ("face", tile, width, turn, wild, self.look)
        return self._cache.get(key, lambda: _drawn(face_art(tile, width, self.look, turn=turn, wild=wild)))

    def column(self, count: int, width: int, owner: Side) -> pygame.Surface:
        """A side player's standing tiles, seen from above (see `tileart.column_art`)."""
        key = ("column", count, width, owner, self.look)
        return self._cache.get(key, lambda: _drawn(column_art(count, width, self.look, owner=owner)))

    def icon(self, name: str, size: int, colour: str) -> pygame.Surface:
        """A square icon in one colour. Raises KeyError for a name `iconart.icon_names` does not list."""
        return self._cache.get(
            ("icon", name, size, colour), lambda: rasterise(icon_svg(name, colour, size), (size, size))
        )


def _drawn(art: TileArt) -> pygame.Surface:
    return rasterise(art.svg, art.size)
