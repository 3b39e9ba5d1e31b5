"""Drawing the table in the middle of a hand: all of it, and one picture of an animation, without a window."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pygame

from game.app import offscreen_services
from game.bench.measure import Comparison, Effort, Findings, Goal, Measurement, Piece, Spread, compared, race
from game.newmatch import NewMatch, start_match
from game.scenes.table import TableScene
from game.table.board import draw_board
from net.entrants import Entrant
from net.timers import Timers
from rules.match import default_length
from rules.values import mutable
from rules.variants import all_variants

SIZES: Final = ((1280, 720), (1920, 1080), (3840, 2160))
LEAST_FRAMES: Final = {(1920, 1080): 240, (3840, 2160): 60}
DISCARDS = 40
STEP = 1 / 60
SEED = b"bench-drawing-16"
FULL = "full redraw"


@mutable
class _Clock:
    """Time that passes when we say so."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def measure(effort: Effort) -> Findings:
    """Every size of window; an animated picture is one in which the still table is as it was."""
    return Findings(tuple(m for size in SIZES for m in _at(size, effort)))


def _at(size: tuple[int, int], effort: Effort) -> Iterator[Measurement]:
    with _table(size) as scene:
        surface = scene.services.canvas.surface
        rates = race({FULL: _full(scene, surface), "moving": _moving(scene, surface)}, effort)
    name = f"{size[0]}x{size[1]}"
    yield Measurement(f"drawing {name}, {FULL}", "frames/s", rates[FULL], _enough(size, rates[FULL]))
    beside_full = compared(FULL, rates["moving"], rates[FULL], Goal(5))
    yield Measurement(f"drawing {name}, animated frame", "frames/s", rates["moving"], (beside_full,))


def _enough(size: tuple[int, int], figure: Spread) -> tuple[Comparison, ...]:
    least = LEAST_FRAMES.get(size)
    return () if least is None else (Comparison(f"{least} frames/s", Goal(1), None, figure.middle / least),)


def _full(scene: TableScene, surface: pygame.Surface) -> Piece:
    """The still table anew, then everything above it."""

    def piece() -> int:
        scene.services.dirty = True
        draw_board(scene.view, surface)
        scene.draw(surface)
        return 1

    return piece


def _moving(scene: TableScene, surface: pygame.Surface) -> Piece:
    """One picture of an animation: nothing changed but what moves."""

    def piece() -> int:
        scene.services.dirty = False
        scene.draw(surface)
        return 1

    return piece


@contextmanager
def _table(size: tuple[int, int]) -> Iterator[TableScene]:
    """A table with many discards, just while a tile flies."""
    clock = _Clock()
    found = next(iter(all_variants().values()))
    b, c, d = (Entrant(name, "uniform") for name in "BCD")
    new = NewMatch(found.key, tuple(found.choose({}).items()), default_length(found), (Entrant("A"), b, c, d))
    with tempfile.TemporaryDirectory(prefix="sifang-bench-") as folder:
        running = start_match(new, Timers(), Path(folder), clock(), SEED)
        services = offscreen_services(size, clock=clock)
        scene = TableScene(services, running.link, 0, running.table)
        services.scenes.push(scene)
        try:
            _play(scene, clock)
            yield scene
        finally:
            services.scenes.clear()
            running.close()


def _play(scene: TableScene, clock: _Clock) -> None:
    """The person throws what he draws, until there are enough discards and something moves."""
    while len(scene.view.shown.discards) < DISCARDS or not scene.timeline.busy:
        clock.now += STEP
        scene.update(STEP)
        prompt = scene.playback.prompt
        if prompt is not None and prompt.answer is None:
            ask = prompt.prompt.ask
            scene.link.answer(scene.seat, prompt.prompt.id, ask.options.index(ask.default), clock())
