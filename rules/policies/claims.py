"""Who wins a claimed tile, and what a passed win costs."""

from __future__ import annotations

from collections.abc import Iterator

from rules.events import Drew, Event, Melded, SecretMarked, WinSource
from rules.ruleset import Ruleset
from rules.score import Breakdown
from rules.seats import AFTER, Seat
from rules.state import RoundState
from rules.win import WinContext

PASSED_WIN = "passed_win"


def after_discarder(state: RoundState, discarder: Seat) -> tuple[Seat, ...]:
    """Nearest after the discarder first, in playing order."""
    return AFTER[discarder]


def lock_passed_win(state: RoundState, seat: Seat) -> Iterator[Event]:
    """Who passes a win may not win from a discard until his own next draw (漏胡)."""
    yield SecretMarked(seat, PASSED_WIN, 1)


def unlock_on_draw(state: RoundState, event: Drew | Melded, rules: Ruleset) -> Iterator[Event]:
    """The seat has drawn, or called where that counts too: the bar is lifted."""
    if PASSED_WIN in state.seats[event.seat].secrets:
        yield SecretMarked(event.seat, PASSED_WIN, None)


def passed_win(context: WinContext, breakdown: Breakdown) -> str | None:
    """The gate that goes with the lock; robbing a kong is winning from a discard."""
    if context.source is WinSource.SELF_DRAW or PASSED_WIN not in context.state.seats[context.seat].secrets:
        return None
    return PASSED_WIN
