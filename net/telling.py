"""What each viewer still has to be told: one outbox a viewer, filled from the log by redaction alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from net.messages import Message, News
from rules.events import Event
from rules.seats import Seat
from rules.secrecy import redact

SeatOf = Callable[[int | None], Seat | None]
"""Where a viewer sits in the present hand; None for a spectator."""


class _Outbox:
    """`told` events of the log have been looked at, `sent` of them were for this viewer."""

    __slots__ = ("messages", "sent", "told")

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.told = 0
        self.sent = 0


class Telling:
    """The outboxes of a table. A viewer is a player 0-3, or a spectator: None, or any other number."""

    def __init__(self, seat_of: SeatOf) -> None:
        self._seat_of = seat_of
        self._boxes: dict[int | None, _Outbox] = {}
        self._again = 0

    def attach(self, viewer: int | None, log: Sequence[Event], known: int = 0) -> None:
        """Begin with a viewer, who knows so many events of the hand already; what was waiting for him is dropped."""
        box = self._boxes[viewer] = _Outbox()
        while box.sent < known and box.told < len(log):
            box.sent += redact(log[box.told], self._seat_of(viewer)) is not None
            box.told += 1

    def detach(self, viewer: int | None) -> None:
        """Forget a viewer."""
        self._boxes.pop(viewer, None)

    def has(self, viewer: int | None) -> bool:
        """Whether somebody listens."""
        return viewer in self._boxes

    def begin_hand(self, again: int) -> None:
        """A new log begins; `again` counts the discards of its hand that were taken back."""
        self._again = again
        for box in self._boxes.values():
            box.told = box.sent = 0

    def tell(self, log: Sequence[Event], hand: int) -> None:
        """Tell everybody what is new in the log."""
        known: dict[tuple[int, bool], Event | None] = {}
        for viewer, box in self._boxes.items():
            if box.told >= len(log):
                continue
            seat = self._seat_of(viewer)
            events = tuple(_seen(log[box.told :], seat, known))
            box.told = len(log)
            if events:
                box.messages.append(News(seat, hand, box.sent, events, self._again))
                box.sent += len(events)

    def send(self, viewer: int | None, message: Message) -> None:
        """Tell one viewer, if he listens."""
        if viewer in self._boxes:
            self._boxes[viewer].messages.append(message)

    def send_all(self, message: Message) -> None:
        """Tell everybody."""
        for box in self._boxes.values():
            box.messages.append(message)

    def take(self, viewer: int | None) -> list[Message]:
        """What waits for a viewer; it does not wait any more."""
        box = self._boxes[viewer]
        messages, box.messages = box.messages, []
        return messages


def _seen(events: Sequence[Event], seat: Seat | None, known: dict[tuple[int, bool], Event | None]) -> Iterator[Event]:
    """What a seat gets of some events. All who are not an event's own seat get the same object: it is encoded once."""
    for event in events:
        key = id(event), seat is not None and getattr(event, "seat", None) == seat
        seen = known[key] if key in known else known.setdefault(key, redact(event, seat))
        if seen is not None:
            yield seen
