"""Where a replay stands: which hand, which moment, from whose eyes, how fast. No picture here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.records.recorded import Recorded, RecordedHand
from game.records.tape import Tape
from game.tableinfo import TableInfo
from rules import events as e
from rules.seats import SEATS, Seat
from rules.values import value

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
DWELL: dict[type[object], float] = {e.Drew: 0.15, e.Discarded: 0.45, e.Melded: 0.5, e.Won: 0.8, e.Paid: 0.6}
"""How long a replay rests on an event at speed 1 once nothing moves any more, in seconds."""
READING = 1.5
"""So much longer where something was said."""
ALL_OPEN = -1


@value
class Eyes:
    """From whom the table is seen: the player at the bottom, and whether all hands lie open."""

    player: int
    all_open: bool


class Transport:
    """The place in a record. `on_hand` is told when another tape is in, `on_jump` when the moment has changed."""

    def __init__(
        self, recorded: Recorded, on_hand: Callable[[], object], on_jump: Callable[[], object], hand: int = 0
    ) -> None:
        self.recorded = recorded
        self.eyes = Eyes(recorded.person or 0, not recorded.partial)
        self.speed = 1.0
        self.playing = False
        self.number = max(0, min(len(recorded.hands) - 1, hand))
        self.stop = 0
        self._on_hand, self._on_jump = on_hand, on_jump
        self.tape = self._tape()
        self.stop = min(1, self.tape.end)

    @property
    def hand(self) -> RecordedHand:
        """The hand that is shown."""
        return self.recorded.hands[self.number]

    @property
    def table(self) -> TableInfo:
        """The table as it was seated in this hand."""
        return replace(self.recorded.table, players=self.hand.players)

    @property
    def own(self) -> Seat:
        """The seat at the bottom."""
        return SEATS[self.hand.players.index(self.eyes.player)] if self.hand.seat is None else self.hand.seat

    def _tape(self) -> Tape:
        return Tape(self.hand, None if self.eyes.all_open else self.own)

    # ---- going somewhere --------------------------------------------------------------------------------------------

    def go(self, stop: int) -> None:
        """To a moment of this hand."""
        self.stop = max(0, min(self.tape.end, stop))
        self._on_jump()

    def open_hand(self, number: int, stop: int = 1) -> bool:
        """To a moment of another hand; False when there is no such hand."""
        if not 0 <= number < len(self.recorded.hands):
            return False
        self.number = number
        self.tape = self._tape()
        self.stop = max(0, min(self.tape.end, stop))
        self._on_hand()
        return True

    def look(self, choice: int) -> None:
        """From a player's eyes, or with all hands open (ALL_OPEN)."""
        if self.recorded.partial:
            return
        self.eyes = Eyes(self.eyes.player, True) if choice == ALL_OPEN else Eyes(choice, False)
        self.tape = self._tape()
        self._on_hand()

    def sit(self, player: int) -> None:
        """Have this player at the bottom; hands that lie open stay open."""
        if not self.recorded.partial and player != self.eyes.player:
            self.eyes = Eyes(player, self.eyes.all_open)
            self.tape = self._tape()
            self._on_hand()

    @property
    def looks(self) -> int:
        """What `look` was told last."""
        return ALL_OPEN if self.eyes.all_open else self.eyes.player

    def landmark(self, step: int) -> int | None:
        """The stop of the next (1) or previous (-1) call, kong or win; None when there is none."""
        return _beyond([landmark.stop for landmark in self.tape.landmarks], self.stop, step)

    def decision(self, step: int) -> int | None:
        """The stop of the next or previous choice of the seat at the bottom; None when there is none."""
        return _beyond(self.tape.decisions(self.own), self.stop, step)

    def dwell(self, stop: int) -> float:
        """How long to rest at a stop, in seconds."""
        count = self.tape.stops[stop]
        event = self.hand.events[count - 1] if count else None
        reading = READING if stop in self.tape.remarks else 0.0
        return (DWELL.get(type(event), 0.0) + reading) / self.speed

    def faster(self, step: int) -> None:
        """The next speed up or down."""
        place = SPEEDS.index(self.speed) + step
        self.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, place))]


def _beyond(stops: list[int], stop: int, step: int) -> int | None:
    later = [found for found in stops if (found > stop if step > 0 else found < stop)]
    return None if not later else min(later) if step > 0 else max(later)
