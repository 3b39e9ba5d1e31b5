"""Racing contenders against each other: round-robin, medians, ratios, goals."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from statistics import median
from typing import TypeVar

from rules.values import value

T = TypeVar("T")


@value
class Effort:
    """How long to measure: rounds, seconds for a race, hands in a sample, starts of a process."""

    rounds: int
    seconds: float
    hands: int
    starts: int


FULL = Effort(rounds=9, seconds=4.0, hands=12_000, starts=7)
QUICK = Effort(rounds=1, seconds=0.01, hands=60, starts=1)


@value
class Spread:
    """The median of several rounds, with the lowest and the highest."""

    middle: float
    low: float
    high: float


def spread(figures: Sequence[float]) -> Spread:
    """What some rounds come to."""
    return Spread(median(figures), min(figures), max(figures))


@value
class Goal:
    """A bound on a ratio: at least, or at most."""

    bound: float
    at_most: bool = False

    def verdict(self, ratio: float) -> str:
        """`met`, or by how much the ratio falls short."""
        if ratio <= self.bound if self.at_most else ratio >= self.bound:
            return "met"
        factor = ratio / self.bound if self.at_most else self.bound / ratio
        return f"short by {factor:.2f}x"


@value
class Comparison:
    """Our figure beside another one of the same run: `ratio` is None when that one could not be measured.

    `figure` is also None for a fixed figure, which `against` names.
    """

    against: str
    goal: Goal | None
    figure: Spread | None = None
    ratio: float | None = None

    @property
    def verdict(self) -> str:
        """What came of the goal; empty when there is none."""
        if self.ratio is None:
            return "absent"
        return self.goal.verdict(self.ratio) if self.goal else ""


@value
class Measurement:
    """One figure of ours and what it is compared with."""

    what: str
    unit: str
    figure: Spread
    comparisons: tuple[Comparison, ...] = ()


@value
class Agreement:
    """Whether two contenders gave the same answers about the hands they were compared on."""

    what: str
    hands: int
    differences: int


@value
class Findings:
    """What a part of the suite found; `notes` say what could not be measured, and why."""

    measurements: tuple[Measurement, ...] = ()
    agreements: tuple[Agreement, ...] = ()
    notes: tuple[str, ...] = ()


def compared(against: str, ours: Spread, theirs: Spread | None, goal: Goal | None = None) -> Comparison:
    """Our figure over theirs."""
    if theirs is None:
        return Comparison(against, goal)
    return Comparison(against, goal, theirs, ours.middle / theirs.middle)


Piece = Callable[[], int]
"""Does a piece of work; how many units that were."""


def over(items: Sequence[T], size: int, work: Callable[[Sequence[T]], object]) -> Piece:
    """Work through items piece by piece, over and over."""
    pieces: Iterator[Sequence[T]] = cycle([items[i : i + size] for i in range(0, len(items), size)])

    def piece() -> int:
        chunk = next(pieces)
        work(chunk)
        return len(chunk)

    return piece


def race(contenders: dict[str, Piece], effort: Effort) -> dict[str, Spread]:
    """Units per second of each contender; they take turns, so that a busy moment of the machine hits all of them."""
    slice_seconds = effort.seconds / effort.rounds / len(contenders)
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for piece in contenders.values():
        piece()
    gc.collect()
    for _ in range(effort.rounds):
        for name, piece in contenders.items():
            rates[name].append(_rate(piece, slice_seconds))
    return {name: spread(found) for name, found in rates.items()}


def _rate(piece: Piece, seconds: float) -> float:
    started = time.perf_counter()
    done = 0
    while (passed := time.perf_counter() - started) < seconds or not done:
        done += piece()
    return done / passed
