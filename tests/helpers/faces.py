"""Tile faces in plain colours, so that a test can tell from a picture whose tiles are on it."""

from __future__ import annotations

import numpy
import pygame
import pytest

from game.images import Images
from game.tileart import Body, TileLook, Turn
from rules.tiles import HIDDEN, Tile


def colour_of(tile: Tile) -> tuple[int, int, int]:
    """A colour that nothing else on the screen has."""
    return (1, 254, 60 + int(tile))


def colour_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every face is a plain colour of its own; backs stay as they are."""
    tile, face = Images.tile, Images.face

    def flat(picture: pygame.Surface, kind: Tile) -> pygame.Surface:
        if kind == HIDDEN:
            return picture
        plain = pygame.Surface(picture.get_size())
        plain.fill(colour_of(kind))
        return plain

    def plain_tile(
        self: Images, kind: Tile, width: int, body: Body = Body.LYING, turn: Turn = Turn.UPRIGHT,
        wild: str = "", look: TileLook | None = None,
    ) -> pygame.Surface:  # fmt: skip
        return flat(tile(self, kind, width, body, turn, wild, look), kind)

    def plain_face(self: Images, kind: Tile, width: int, turn: Turn = Turn.UPRIGHT, wild: str = "") -> pygame.Surface:
        return flat(face(self, kind, width, turn, wild), kind)

    monkeypatch.setattr(Images, "tile", plain_tile)
    monkeypatch.setattr(Images, "face", plain_face)


def faces_on(surface: pygame.Surface) -> set[int]:
    """Which tiles have a pixel of their face on the picture."""
    pixels = pygame.surfarray.array3d(surface)
    marked = pixels[(pixels[..., 0] == 1) & (pixels[..., 1] == 254)]
    return {int(blue) - 60 for blue in numpy.unique(marked[:, 2])} if len(marked) else set()
