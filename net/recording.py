"""How far a hand is written down, and whether the disk refuses more."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.events import Event

Recorder = Callable[[Sequence[Event]], None]
"""Called with new events before they are told to anybody. An OSError means that none of them is written."""


class Recording:
    """Writes down what is new in the log of a hand. `refused`: the last time, the disk took nothing."""

    def __init__(self, recorder: Recorder) -> None:
        self.count = 0
        self.refused = False
        self._recorder = recorder

    def write(self, log: Sequence[Event]) -> bool:
        """Record everything from event `count` on; False when that has to be tried again."""
        try:
            if log[self.count :]:
                self._recorder(log[self.count :])
        except OSError:
            self.refused = True
            return False
        self.count, self.refused = len(log), False
        return True
