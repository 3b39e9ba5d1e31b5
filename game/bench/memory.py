"""Hand after hand at the table with every animation, drawn as fast as it goes: whether memory grows."""

from __future__ import annotations

import functools
import gc
import mmap
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pygame

from game.app import App, offscreen_services
from game.bench.measure import Effort, Findings, Goal, Measurement, Spread, compared
from game.newmatch import NewMatch, start_match
from game.preferences import Preferences
from game.scenes.table import TableScene
from game.tableinfo import TableEnd
from net.entrants import Entrant
from net.messages import Standing
from net.timers import Timers
from rules.match import default_length
from rules.state import RoundState
from rules.values import value
from rules.variants import ORDER, variant

HANDS: Final = 200
SIZE: Final = (1024, 600)
STEP: Final = 0.1
"""Seconds from one picture to the next: the shortest animation is seen once."""
PAGES: Final = Path("/proc/self/statm")
OBJECTS: Final = Goal(1.02, at_most=True)
MEMORY: Final = Goal(1.1, at_most=True)
"""The pictures that are kept go on growing for long, up to their limits."""
ENTRANTS: Final = (Entrant("A"), Entrant("B", "efficient"), Entrant("C", "efficient"), Entrant("D", "efficient"))


@value
class Kept:
    """What is there after some hands: MiB in memory (None: the system does not say), objects that Python knows."""

    hands: int
    resident: float | None
    objects: int


class Evening:
    """Match after match at one window; whoever sits there answers what is proposed. `clock` passes as it is told."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._now = folder, 0.0
        chosen = Preferences(language="zh_CN", turn_seconds=0)
        self._services = offscreen_services(SIZE, chosen, lambda: self._now)
        self._app = App(self._services)
        self._matches = 0
        self.hands = 0

    def play(self, hands: int) -> None:
        """Until so many hands have been played in all."""
        while self.hands < hands:
            self._play_match(hands)

    def _play_match(self, hands: int) -> None:
        found = variant(ORDER[0])
        new = NewMatch(found.key, (), default_length(found), ENTRANTS)
        seed = b"bench-memory-%05d" % self._matches
        self._matches += 1
        running = start_match(new, Timers(), self._folder, self._now, seed)
        over: list[Standing] = []

        def end(state: RoundState, standing: Standing) -> None:
            over.append(standing)

        scene = TableScene(self._services, running.link, 0, running.table, TableEnd(self._count, end))
        self._services.scenes.reset(scene)
        while not over and self.hands < hands:
            self._frame(scene)
        self._services.scenes.clear()
        running.close()

    def _count(self, state: RoundState, standing: Standing) -> None:
        self.hands += 1

    def _frame(self, scene: TableScene) -> None:
        """A picture, and an answer to what is asked; the sheet of a hand is read and put away."""
        self._now += STEP
        on_table = self._services.scenes.top is scene
        self._app.frame([] if on_table else [pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")])
        prompt = scene.playback.prompt
        if on_table and prompt is not None and prompt.answer is None:
            ask = prompt.prompt.ask
            scene.link.answer(scene.seat, prompt.prompt.id, ask.options.index(ask.default), self._now)


def kept_after(counts: Sequence[int]) -> Iterator[Kept]:
    """What is kept after so many hands in all, for each of the numbers."""
    with tempfile.TemporaryDirectory(prefix="sifang-bench-") as folder:
        evening = Evening(Path(folder))
        for hands in counts:
            evening.play(hands)
            _empty_memos()
            gc.collect()
            yield Kept(hands, resident(), len(gc.get_objects()))


def _empty_memos() -> None:
    """What the rules keep in their bounded memos is no growth, but would look like it for hundreds of hands."""
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper):
            found.cache_clear()


def resident() -> float | None:
    """MiB of this process in memory."""
    if not PAGES.exists():
        return None
    return int(PAGES.read_text("ascii").split()[1]) * mmap.PAGESIZE / 2**20


def measure(effort: Effort) -> Findings:
    """After half of the hands everything has been seen that is kept; after all of them there should be no more."""
    hands = min(HANDS, effort.hands // 15)
    before, after = kept_after((hands // 2, hands))
    against = f"after {before.hands} hands"
    found = [_grown(f"objects after {hands} hands", "objects", before.objects, after.objects, against, OBJECTS)]
    if before.resident is None or after.resident is None:
        return Findings(tuple(found), notes=("memory in use: this system has no /proc",))
    found.append(_grown(f"memory after {hands} hands", "MiB", before.resident, after.resident, against, MEMORY))
    return Findings(tuple(found))


def _grown(what: str, unit: str, before: float, after: float, against: str, goal: Goal) -> Measurement:
    ours, theirs = (Spread(figure, figure, figure) for figure in (after, before))
    return Measurement(what, unit, ours, (compared(against, ours, theirs, goal),))
