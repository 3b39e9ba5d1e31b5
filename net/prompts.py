"""Prompts that are open, their ids, and what the log says about their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from net.messages import Message, Prompt, Standing
from rules.bots import Bot
from rules.events import Answered, Ask, Asked, Cause, Event
from rules.seats import Seat
from rules.values import mutable


@mutable
class Open:
    """A prompt that waits: who answers it (None: a person), and when that bot or the clock does (None: never)."""

    prompt_id: int
    ask: Ask
    bot: Bot | None
    due: float | None
    limit: float | None


def with_time_left(message: Message, opened: Mapping[Seat, Open], rest: float | None, now: float) -> Message:
    """A prompt as it is told now, or how the match stands: so many seconds before the next hand. Others as they are."""
    if isinstance(message, Standing) and rest is not None and message.seconds is not None:
        return replace(message, seconds=rest)
    if not isinstance(message, Prompt) or message.seconds is None:
        return message
    found = opened.get(message.seat)
    due = found.due if found is not None and found.prompt_id == message.id else None
    left = message.seconds if due is None else min(message.seconds, max(0.0, due - now))
    return Prompt(message.id, message.seat, message.ask, left, message.limit)


def time_left(opened: Iterable[Open], now: float) -> dict[int, int]:
    """Milliseconds that persons have left, by ask."""
    timed = ((one.ask.id, one.due) for one in opened if one.bot is None and one.limit is not None)
    return {ask: max(0, round(1000 * (due - now))) for ask, due in timed if due is not None}


def shorten(opened: Iterable[Open], left: Mapping[int, int], now: float) -> None:
    """Give persons no more time than this, in milliseconds by ask."""
    for one in opened:
        if one.bot is None and one.due is not None and one.ask.id in left:
            one.due = min(one.due, now + left[one.ask.id] / 1000)


def prompt_id(seed: bytes, hand: int, again: int, ask: Ask) -> int:
    """The id of an ask's prompt: nobody can guess it, and it is the same again after a restart.

    Not after a discard was taken back (`again` times in this hand): a late answer must not fit what is asked then.
    """
    digest = sha256(seed + f"prompt {hand} {again} {ask.seat} {ask.id}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1 | 1


def was_answered(log: Sequence[Event], seat: Seat, id_of: Callable[[Ask], int], prompt: int, index: int) -> bool:
    """Whether a log says that a person's answer with this index to this prompt was taken."""
    asks = (event.ask for event in log if isinstance(event, Asked) and event.seat == seat)
    asked = next((ask for ask in asks if id_of(ask) == prompt), None)
    if asked is None or not 0 <= index < len(asked.options):
        return False
    return Answered(seat, asked.id, asked.options[index], Cause.PLAYER) in log
