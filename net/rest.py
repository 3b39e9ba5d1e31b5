"""The rest between two hands: who is ready for the next one, and when it comes by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from net.timers import Timers
from rules.seats import SEATS, Seat


class Rest:
    """`until`: when the next hand is dealt; None while one is played, or there is none, or it waits for everybody."""

    def __init__(self, timers: Timers) -> None:
        self.ready: set[Seat] = set()
        self.until: float | None = None
        self._timers = timers

    def begin(self, ready: Iterable[Seat], goes_on: bool, now: float) -> None:
        """A hand is over; with `goes_on`, another one follows."""
        self.ready = set(ready)
        if goes_on and (self._timers.between is not None or self.all_ready):
            self.until = now + (self._timers.between or self._timers.pace)

    def end(self) -> None:
        """A hand begins."""
        self.ready.clear()
        self.until = None

    @property
    def all_ready(self) -> bool:
        """Whether nobody has to be waited for."""
        return len(self.ready) == len(SEATS)

    def make_ready(self, seats: Iterable[Seat], now: float) -> bool:
        """These are ready, too; whether all are, and the next hand is due."""
        self.ready.update(seats)
        if self.all_ready:
            self.until = now
        return self.all_ready

    def stretch(self, seconds: float) -> None:
        """The clocks stood still for so long."""
        if self.until is not None:
            self.until += seconds

    def left(self, now: float) -> float | None:
        """Seconds until the next hand."""
        return None if self.until is None else max(0.0, self.until - now)

    def plain(self, now: float) -> dict[str, Any]:
        """What a restart needs, in milliseconds."""
        left = self.left(now)
        return {"ready": sorted(self.ready), "left": None if left is None else round(1000 * left)}

    def take_up(self, plain: dict[str, Any], now: float) -> None:
        """After a restart: who was ready still is, and nobody has more time than before."""
        if self.until is not None and plain["left"] is not None:
            self.until = min(self.until, now + plain["left"] / 1000)
        self.make_ready(set(plain["ready"]) & set(SEATS), now)
