"""Wins that nobody may let go."""

from __future__ import annotations

from rules.ruleset import LastStretch
from rules.seats import Seat
from rules.state import RoundState

FORCED_AT = 4
FORCED_WINS = LastStretch(FORCED_AT, "forced_wins")


def at_four_tiles(reserve: int, state: RoundState, seat: Seat) -> bool:
    """From four tiles left on, a win from a discard or on one of those tiles is forced (rulebook/README.md).

    `reserve`: tiles of the wall that nobody can draw.
    """
    left = len(state.wall) - reserve
    own_turn = state.seats[seat].hand.drawn is not None
    return left <= (FORCED_AT - 1 if own_turn else FORCED_AT)
