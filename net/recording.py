"""How far a hand is written down, and whether the disk refuses more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol, runtime_checkable

from rules.events import Event

Recorder = Callable[[Sequence[Event]], None]
"""Called with new events before they are told to anybody. An OSError means that none of them is written."""
TAKE_BACK = "take_back"
"""The kind of note that tells of a discard about which the others were asked, or which was taken back."""


@runtime_checkable
class Book(Protocol):
    """A recorder that keeps notes, too: `net.journal.Journal`, or a list in a test."""

    def __call__(self, events: Sequence[Event]) -> None:
        """Append events."""

    def note(self, kind: str, sync: bool = True, **data: Any) -> None:
        """Append a note; without `sync` it may be lost when the power goes."""


class Recording:
    """Writes down what is new in the log of a hand. `refused`: the last time, the disk took nothing."""

    def __init__(self, recorder: Recorder) -> None:
        self.count = 0
        self.refused = False
        self._recorder = recorder
        self._book = recorder if isinstance(recorder, Book) else None

    def take_back(self, **told: Any) -> bool:
        """Note how a question about a discard ended; False when the disk refuses.

        When the discard is taken back, what was recorded of the hand from event `at` on does not count any more.
        """
        if not told["taken"]:
            with suppress(OSError):  # nothing has changed, and a full disk will stop the match at its next event
                self._note(sync=False, **told)
            return True
        try:
            self._note(sync=True, **told)
        except OSError:
            return False
        self.count = told["at"]
        return True

    def _note(self, sync: bool, **told: Any) -> None:
        if self._book is not None:
            self._book.note(TAKE_BACK, sync, **told)

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
