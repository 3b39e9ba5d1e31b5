"""Auto-win mode (听牌 button): the seat is played for its owner until he switches it off (rulebook/README.md)."""

from __future__ import annotations

from rules.commands import WIN, Command
from rules.events import Ask, Discarded
from rules.evolve import evolve
from rules.judging import offers_win, waits
from rules.ruleset import Ruleset
from rules.seats import Seat
from rules.state import RoundState


def may_switch_on(state: RoundState, rules: Ruleset, seat: Seat) -> bool:
    """Whether the mode is offered: the hand without its drawn tile is ready. The seat's own view is enough."""
    drawn = state.seats[seat].hand.drawn
    if drawn is not None:
        state = state.copy()
        evolve(state, Discarded(seat, drawn, drawn=True))
    return bool(waits(state, rules, seat))


def auto_answer(state: RoundState, rules: Ruleset, ask: Ask) -> Command:
    """Win at the first legal chance; else what the clock would do: no claim, no kong, and the drawn tile goes."""
    return WIN if offers_win(state, rules, ask) else ask.default
