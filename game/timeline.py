"""Animations as values in time: tweens, waits and calls, in sequence or side by side. No pygame here.

An animation gets `tick(seconds)` and returns the seconds it had no use for, so that a sequence loses no time at
its joints. `finish()` brings everything to its end at once, in order: a click during an animation ends it and counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

Ease = Callable[[float], float]
OVERSHOOT = 1.4


def linear(t: float) -> float:
    """Even speed."""
    return t


def ease_out(t: float) -> float:
    """Fast, then slow: 1 - (1 - t)^3."""
    return 1 - (1 - t) ** 3


def ease_in_out(t: float) -> float:
    """Slow, fast, slow: cubic."""
    return 4 * t**3 if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2


def ease_back(t: float) -> float:
    """Goes a little beyond the end and comes back."""
    rest = t - 1
    return 1 + (OVERSHOOT + 1) * rest**3 + OVERSHOOT * rest**2


class Animation(Protocol):
    """Something that takes time."""

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""

    def tick(self, seconds: float) -> float:
        """Go on by `seconds`; returns the part that was not needed (0 while it still runs)."""

    def finish(self) -> None:
        """Go to the end at once. Does nothing the second time."""


class Pause:
    """Nothing for some seconds."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds

    @property
    def done(self) -> bool:
        """Whether the time is over."""
        return self._left <= 0

    def tick(self, seconds: float) -> float:
        """Use up to `seconds` of the wait."""
        unused = max(0.0, seconds - max(0.0, self._left))
        self._left -= seconds
        return unused

    def finish(self) -> None:
        """Wait no more."""
        self._left = 0


class Call:
    """One call of a function, which takes no time."""

    def __init__(self, function: Callable[[], object]) -> None:
        self._function: Callable[[], object] | None = function

    @property
    def done(self) -> bool:
        """Whether it was called."""
        return self._function is None

    def tick(self, seconds: float) -> float:
        """Call it."""
        self.finish()
        return seconds

    def finish(self) -> None:
        """Call it, if it was not called yet."""
        function, self._function = self._function, None
        if function is not None:
            function()


class Tween:
    """A value that goes from `start` to `end` in `seconds`; each new value is handed to `apply`."""

    def __init__(
        self,
        seconds: float,
        apply: Callable[[float], object],
        start: float = 0.0,
        end: float = 1.0,
        ease: Ease = ease_out,
    ) -> None:
        self._seconds = seconds
        self._apply = apply
        self._start = start
        self._end = end
        self._ease = ease
        self._passed = 0.0
        self._done = False

    @property
    def done(self) -> bool:
        """Whether the end value was applied."""
        return self._done

    def tick(self, seconds: float) -> float:
        """Apply the value `seconds` later."""
        if self._done:
            return seconds
        self._passed += seconds
        if self._passed >= self._seconds:
            self.finish()
            return self._passed - self._seconds
        self._apply(self._start + (self._end - self._start) * self._ease(self._passed / self._seconds))
        return 0.0

    def finish(self) -> None:
        """Apply the end value."""
        if not self._done:
            self._done = True
            self._apply(self._end)


class Sequence:
    """One animation after the other."""

    def __init__(self, *animations: Animation) -> None:
        self._animations = list(animations)

    @property
    def done(self) -> bool:
        """Whether the last one is done."""
        return not self._animations

    def tick(self, seconds: float) -> float:
        """Hand the time to the first that is not done, and what it leaves to the next."""
        while self._animations:
            seconds = self._animations[0].tick(seconds)
            if not self._animations[0].done:
                return 0.0
            self._animations.pop(0)
        return seconds

    def finish(self) -> None:
        """Finish each, in order."""
        while self._animations:
            self._animations.pop(0).finish()


class Parallel:
    """Animations side by side; done when the longest is."""

    def __init__(self, *animations: Animation) -> None:
        self._animations = list(animations)

    @property
    def done(self) -> bool:
        """Whether all are done."""
        return all(animation.done for animation in self._animations)

    def tick(self, seconds: float) -> float:
        """Hand the time to each that is not done."""
        return min((animation.tick(seconds) for animation in self._animations if not animation.done), default=seconds)

    def finish(self) -> None:
        """Finish each, in order."""
        for animation in self._animations:
            animation.finish()


def staggered(animations: Iterable[Animation], gap: float) -> Parallel:
    """Side by side, each starting `gap` seconds after the one before (a hand that opens from the left)."""
    return Parallel(*(Sequence(Pause(index * gap), animation) for index, animation in enumerate(animations)))


class Timeline:
    """What runs at the moment. `factor` stretches all times: 1.5 slow, 1 normal, 0.6 fast, 0 at once."""

    def __init__(self, factor: float = 1.0) -> None:
        self.factor = factor
        self._running: list[Animation] = []

    @property
    def busy(self) -> bool:
        """Whether anything still runs."""
        return bool(self._running)

    def add(self, animation: Animation) -> None:
        """Start an animation now, beside what runs."""
        self._running.append(animation)
        if self.factor <= 0:
            self.finish()

    def tick(self, seconds: float) -> None:
        """Go on by `seconds` of real time."""
        if self.factor <= 0:
            self.finish()
            return
        for animation in list(self._running):
            animation.tick(seconds / self.factor)
        self._running = [animation for animation in self._running if not animation.done]

    def finish(self) -> None:
        """Bring everything to its end at once, also what an ending animation starts."""
        while self._running:
            self._running.pop(0).finish()
