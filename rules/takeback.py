"""Taking a discard back (悔牌): among friends, while nobody has seen a new tile because of it.

No rule of mahjong: a courtesy of the program, for a slip of the hand against bots. Source: guides/peers.md 2, item 5.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.commands import PASS, Discard
from rules.events import Answered, Asked, Cause, Discarded, Drew, Event, Marked, SecretMarked, Staged
from rules.seats import Seat


def before_discard(log: Sequence[Event], seat: Seat, bots: Collection[Seat]) -> int | None:
    """How many events stood in the log before the seat's last discard, when it may be taken back; None otherwise.

    It may as long as only `bots` have been asked since, and have done no more than pass and draw. The hand that is
    run again from so many events stands before the discard, and its wall is the same.
    """
    for number in range(len(log) - 1, -1, -1):
        event = log[number]
        if _is_discard_of(event, seat):
            return number
        if not _tells_nothing(event, seat, bots):
            return None
    return None


def _is_discard_of(event: Event, seat: Seat) -> bool:
    if not isinstance(event, Answered) or event.seat != seat or event.cause is not Cause.PLAYER:
        return False
    return isinstance(event.command, Discard)


def _tells_nothing(event: Event, seat: Seat, bots: Collection[Seat]) -> bool:
    """Whether nobody at the screen has learned anything by this event that the discard itself did not tell."""
    match event:
        case Staged() | Marked() | SecretMarked():
            return True
        case Discarded():
            return event.seat == seat
        case Asked() | Drew():
            return event.seat in bots
        case Answered():
            return event.seat in bots and event.command is PASS
        case _:
            return False
