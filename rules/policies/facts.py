"""Circumstances of a win that several variants know. Each answers for the moment at which the win is declared."""

from __future__ import annotations

from rules.seats import Seat
from rules.state import RoundState


def kong_draw(state: RoundState, seat: Seat, self_drawn: bool) -> bool:
    """On the replacement tile of a kong (杠上花, 杠底)."""
    return self_drawn and state.chain > 0


def kong_discard(state: RoundState, seat: Seat, self_drawn: bool) -> bool:
    """On the discard that follows a kong's replacement tile (杠上炮)."""
    return not self_drawn and state.chain > 0 and state.offered is not None and not state.offered.robbing


def rob_kong(state: RoundState, seat: Seat, self_drawn: bool) -> bool:
    """On the tile that is being added to a pong (抢杠)."""
    return not self_drawn and state.offered is not None and state.offered.robbing


def heavenly(state: RoundState, seat: Seat, self_drawn: bool) -> bool:
    """The dealer wins with the fourteen tiles dealt (天胡)."""
    return self_drawn and seat == state.dealer and not state.discards and not state.calls


def earthly_draw(state: RoundState, seat: Seat, self_drawn: bool) -> bool:
    """A side player wins on his own first draw, no call or kong having been made before it (地胡)."""
    return self_drawn and seat != state.dealer and state.seats[seat].draws == 1 and not state.calls


def earthly_discard(state: RoundState, seat: Seat, self_drawn: bool) -> bool:
    """A side player wins on the dealer's first discard (地胡)."""
    return not self_drawn and len(state.discards) == 1 and state.offered is not None and not state.offered.robbing
