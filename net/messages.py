"""What a host tells a viewer. Plain values; a viewer is a seat, or None for a spectator."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from rules.events import Ask, Event
from rules.seats import Seat
from rules.values import value


class AutoCause(StrEnum):
    """Why a seat plays by itself: its own button (听牌), or two time-outs in a row (托管)."""

    BUTTON = "button"
    TIMEOUTS = "timeouts"
    OFF = "off"


@value
class News:
    """Events of one hand as this viewer may know them.

    `first` is the number of the first one in the viewer's stream.
    """

    viewer: Seat | None
    hand: int
    first: int
    events: tuple[Event, ...]


@value
class Prompt:
    """An ask that waits for this seat's answer: (id, index of the option). `seconds` left, None without a timer."""

    id: int
    seat: Seat
    ask: Ask
    seconds: float | None
    limit: float | None


@value
class PromptClosed:
    """The prompt is answered, expired, or cannot matter any more; late answers have no effect."""

    id: int
    seat: Seat


@value
class Standing:
    """The match between hands: totals of players 0-3, who sits on which seat, who is ready for the next hand.

    `seconds` until the next hand starts by itself, None when it waits for everybody.
    """

    hands: int
    rounds: int
    totals: tuple[int, ...]
    players: tuple[int, ...]
    ready: tuple[bool, ...]
    over: bool
    seconds: float | None


@value
class AutoChanged:
    """A seat plays by itself from now on, or does not any more. Told to that seat alone."""

    seat: Seat
    cause: AutoCause


Message: TypeAlias = News | Prompt | PromptClosed | Standing | AutoChanged
