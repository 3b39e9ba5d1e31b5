"""Who deals next."""

from __future__ import annotations

from rules.ruleset import NextDealer
from rules.seats import Seat, next_seat
from rules.state import RoundState


def deals_next(state: RoundState, seat: Seat) -> NextDealer:
    """This seat deals next; the holds go on only when it is the dealer."""
    return NextDealer(seat, state.streak + 1 if seat == state.dealer else 0)


def dealer_holds_or_passes(state: RoundState) -> NextDealer:
    """The dealer stays when he wins or the hand is drawn, otherwise the next seat deals."""
    stays = state.drawn_out or any(win.seat == state.dealer for win in state.wins)
    return deals_next(state, state.dealer if stays else next_seat(state.dealer))


def by_dice(state: RoundState) -> NextDealer:
    """Dice decide before every hand."""
    return NextDealer(None)
