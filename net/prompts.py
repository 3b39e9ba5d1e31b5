"""The ids of prompts, and what the log says about their answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

from rules.events import Answered, Ask, Asked, Cause, Event
from rules.seats import Seat


def prompt_id(seed: bytes, hand: int, ask: Ask) -> int:
    """The id of an ask's prompt: nobody can guess it, and it is the same again after a restart."""
    digest = sha256(seed + f"prompt {hand} {ask.seat} {ask.id}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1 | 1


def was_answered(log: Sequence[Event], seat: Seat, id_of: Callable[[Ask], int], prompt: int, index: int) -> bool:
    """Whether a log says that a person's answer with this index to this prompt was taken."""
    asks = (event.ask for event in log if isinstance(event, Asked) and event.seat == seat)
    asked = next((ask for ask in asks if id_of(ask) == prompt), None)
    if asked is None or not 0 <= index < len(asked.options):
        return False
    return Answered(seat, asked.id, asked.options[index], Cause.PLAYER) in log
