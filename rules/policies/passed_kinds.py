"""A passed win that bars one kind of tile only (漏胡只针对一张牌): the other waits stay open.

Lifted by `rules.policies.claims.unlock_on_draw`, as the bar on every kind is: both are the same secret mark, which here
names the kinds.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.events import Event, SecretMarked, WinSource
from rules.policies.claims import PASSED_WIN
from rules.score import Breakdown
from rules.seats import Seat
from rules.state import RoundState
from rules.tiles import Tile, parse_tiles, show_tiles
from rules.win import WinContext


def lock_passed_kind(state: RoundState, seat: Seat) -> Iterator[Event]:
    """Who passes a win on a tile may not win on that kind from a discard."""
    if state.offered is not None:
        yield SecretMarked(seat, PASSED_WIN, show_tiles(sorted({*_barred(state, seat), state.offered.tile})))


def passed_kind(context: WinContext, breakdown: Breakdown) -> str | None:
    """The gate that goes with the lock; robbing a kong is winning from a discard."""
    if context.source is WinSource.SELF_DRAW or context.tile not in _barred(context.state, context.seat):
        return None
    return PASSED_WIN


def _barred(state: RoundState, seat: Seat) -> list[Tile]:
    return parse_tiles(str(state.seats[seat].secrets.get(PASSED_WIN, "")))
