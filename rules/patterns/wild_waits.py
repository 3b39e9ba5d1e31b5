"""The wait on any tile at all (财神头): a hand of complete melds, or six pairs, and one wild left over."""

from __future__ import annotations

from rules.analysis import PAIRS_NEEDED, melds_distance, pairs_distance
from rules.win import MELDS_IN_A_HAND, Tray, WinContext


def any_tile_wins(tray: Tray) -> bool:
    """Whether tiles that are one short of a hand are, without one of their wilds, melds only or six pairs."""
    if melds_distance(tray.codes, tray.needed) < tray.wilds:
        return True
    return tray.needed == MELDS_IN_A_HAND and pairs_distance(tray.codes, PAIRS_NEEDED - 1) < tray.wilds


def waited_on_any_tile(context: WinContext) -> bool:
    """Whether any tile would have done before the winning one came, whatever reading wins."""
    came = context.tile if context.self_drawn else None
    return any_tile_wins(Tray(context.state, context.seat, without=came))
