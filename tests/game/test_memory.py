"""Hands leave nothing behind, and a table that nobody sees keeps no picture of itself. No test looks at megabytes."""

from __future__ import annotations

import gc
from collections.abc import Iterable

import pygame

from game.bench.memory import kept_after
from game.scene import Scene
from game.scenes.settlement import SettlementScene
from tests.helpers.tables import local_table


def alive(kinds: type[Scene]) -> int:
    gc.collect()
    return sum(isinstance(found, kinds) for found in gc.get_objects())


def pictures(scenes: Iterable[object]) -> list[tuple[int, int]]:
    """Sizes of the pictures that these keep."""
    kept = [getattr(scene, "_picture", None) for scene in scenes]
    return [picture.get_size() for picture in kept if isinstance(picture, pygame.Surface)]


def test_hands_leave_nothing_behind() -> None:
    sheets = alive(SettlementScene)
    early, late = kept_after((4, 10))
    assert late.objects < 1.02 * early.objects
    assert alive(SettlementScene) == sheets, "the sheets of ten hands are gone"


def test_a_table_out_of_sight_keeps_no_picture() -> None:
    table = local_table()
    scene = table.scene
    table.draw()
    assert pictures([scene.board]) == [(1280, 720)]
    scene.open_settings()
    assert pictures([scene.board, scene.resting]) == [(1, 1), (1, 1)]
    before = table.services.canvas.surface.copy()
    table.services.scenes.pop()
    table.draw()
    assert pictures([scene.board]) == [(1280, 720)], "it is made again when it is needed"
    assert pygame.image.tobytes(before, "RGB") == pygame.image.tobytes(table.services.canvas.surface, "RGB")
