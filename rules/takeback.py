"""Taking a discard back (悔牌): among friends, while nobody has seen a new tile because of it.

No rule of mahjong: a courtesy of the program, for a slip of the hand. Source: guides/peers.md 2, item 5.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.commands import PASS, Discard
from rules.events import Answered, Asked, Cause, Discarded, Drew, Event, Marked, SecretMarked, Staged
from rules.seats import Seat


def before_discard(log: Sequence[Event], seat: Seat, unseen: Collection[Seat], consent: bool = False) -> int | None:
    """How many events stood in the log before the seat's last discard, when it may be taken back; None otherwise.

    It may as long as no new tile has been seen: only seats in `unseen` have drawn, whose tiles nobody looks at. Without
    `consent` they have done nothing else but pass, and nobody else has been asked. With it, others may have been asked
    for a claim and have answered: each of them has a say in it. The hand that is run again from so many events stands
    before the discard, and its wall is the same.
    """
    for number in range(len(log) - 1, -1, -1):
        event = log[number]
        if _is_discard_of(event, seat):
            return number
        if not _tells_nothing(event, seat, unseen, consent):
            return None
    return None


def _is_discard_of(event: Event, seat: Seat) -> bool:
    if not isinstance(event, Answered) or event.seat != seat or event.cause is not Cause.PLAYER:
        return False
    return isinstance(event.command, Discard)


def _tells_nothing(event: Event, seat: Seat, unseen: Collection[Seat], consent: bool) -> bool:
    """Whether nobody at the screen has learned anything by this event that the discard itself did not tell."""
    match event:
        case Staged() | Marked() | SecretMarked():
            return True
        case Discarded():
            return event.seat == seat
        case Drew():
            return event.seat in unseen
        case Asked():
            return event.seat in unseen or (consent and event.seat != seat)
        case Answered():
            return (event.seat in unseen and event.command is PASS) or (consent and event.seat != seat)
        case _:
            return False
