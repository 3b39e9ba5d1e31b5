"""The claim window: after every discard the others learn nothing for a while, whether or not anybody may claim.

So a pause does not tell that somebody thought about a claim. What happens meanwhile is written down at once and told
when the window closes. Source: guides/reliability.md 4.6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.bots import Chooser
from rules.events import Ask, Asked, Discarded, Event, KongAnnounced, Staged
from rules.seats import Seat


class ClaimWindow:
    """Open from a discard until `until`. `lengths`: seconds at least and at most; None: there is no window.

    `least`: so long at least after a discard of this seat, which is for all to know.
    """

    def __init__(
        self, lengths: tuple[float, float] | None, chance: Chooser, least: Callable[[Seat], float] = lambda seat: 0.0
    ) -> None:
        self.until: float | None = None
        self._lengths = lengths
        self._chance = chance
        self._least = least
        self._shown = 0

    def watch(self, log: Sequence[Event], first: int, now: float) -> None:
        """Open when a tile that may be claimed lies among the events from number `first` on."""
        if self._lengths is None or self.until is not None:
            return
        for number in range(first, len(log)):
            event = log[number]
            if isinstance(event, Discarded | KongAnnounced):
                self._shown = _end_of_asking(log, number + 1)
                low, high = self._lengths
                self.until = now + max(self._least(event.seat), low + (high - low) * self._chance(1000) / 1000)
                return

    def shown(self, log: Sequence[Event]) -> Sequence[Event]:
        """The part of the log that may be told now."""
        return log if self.until is None else log[: self._shown]

    def covers(self, log: Sequence[Event], ask: Ask) -> bool:
        """Whether this ask must wait for the window to close."""
        return self.until is not None and Asked(ask.seat, ask) not in log[max(0, self._shown - 4) : self._shown]

    def close(self, now: float) -> bool:
        """Close when it is time; whether it has just been closed."""
        if self.until is None or now < self.until:
            return False
        self.until = None
        return True

    def forget(self) -> None:
        """Another log begins."""
        self.until = None

    def stretch(self, seconds: float) -> None:
        """After a pause."""
        if self.until is not None:
            self.until += seconds


def _end_of_asking(log: Sequence[Event], start: int) -> int:
    """After the stage of claims, and the asks that only their own seats get."""
    end = start + 1 if start < len(log) and isinstance(log[start], Staged) else start
    while end < len(log) and isinstance(log[end], Asked):
        end += 1
    return end
