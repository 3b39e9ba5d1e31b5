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

    `first` is the number of the first one in the viewer's stream, which begins anew when a discard is taken back:
    `again` counts how often that was in this hand.
    """

    viewer: Seat | None
    hand: int
    first: int
    events: tuple[Event, ...]
    again: int = 0


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


class Regret(StrEnum):
    """What became of the wish to take a discard back (悔牌).

    TAKEN; or the discard stands, since somebody refused, somebody was silent, or the table stopped (a pause, somebody
    left, the disk). Or the others were not even asked: too late, asked about this discard before, or not played here.
    LOST: the connection broke meanwhile, what became of it will be seen.
    """

    TAKEN = "taken"
    REFUSED = "refused"
    SILENT = "silent"
    STOPPED = "stopped"
    LATE = "late"
    ASKED = "asked"
    OFF = "off"
    LOST = "lost"


@value
class TakeBackAsked:
    """A seat asks the people on `others` to let it take its last discard back; all clocks stand still meanwhile.

    `id` names the question; `seconds` are left to agree, and silence means no.
    """

    id: int
    seat: Seat
    others: tuple[Seat, ...]
    seconds: float


@value
class TakeBackOver:
    """The end of it; `by` is who refused. When it was taken back, the hand is told again up to before the discard."""

    seat: Seat
    outcome: Regret
    by: Seat | None = None


Message: TypeAlias = News | Prompt | PromptClosed | Standing | AutoChanged | TakeBackAsked | TakeBackOver
