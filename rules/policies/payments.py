"""Money that several variants pay in the same way."""

from __future__ import annotations

from rules.melds import KongKind, Meld
from rules.score import Transfer, pay, plus, times
from rules.seats import AFTER, Seat
from rules.state import RoundState

KONG = "kong"


def in_play(state: RoundState, but: Seat) -> list[Seat]:
    """The other seats that have not left the hand, in playing order after `but`."""
    return [seat for seat in AFTER[but] if not state.seats[seat].out]


def kong_income(state: RoundState, seat: Seat, meld: Meld, unit: int, units: dict[KongKind, int]) -> list[Transfer]:
    """What a kong brings at once: an exposed one from its discarder, the others from everybody still in the hand."""
    if meld.kong is None:
        return []
    discarder = meld.source if meld.kong is KongKind.EXPOSED else None
    payers = in_play(state, seat) if discarder is None else [discarder]
    count = units[meld.kong]
    return [pay(payer, seat, KONG, plus(f"{meld.kong}_kong", unit), times("units", count)) for payer in payers]
