"""Money that several variants pay in the same way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.events import Event, Melded, Paid
from rules.melds import KongKind
from rules.ruleset import Ruleset
from rules.score import pay, plus, times
from rules.seats import AFTER, Seat
from rules.state import RoundState

KONG = "kong"


def in_play(state: RoundState, but: Seat) -> list[Seat]:
    """The other seats that have not left the hand, in playing order after `but`."""
    return [seat for seat in AFTER[but] if not state.seats[seat].out]


def kongs_at_once(
    unit: int, units: Mapping[KongKind, int], state: RoundState, event: Melded, rules: Ruleset
) -> Iterator[Event]:
    """The reaction that pays a kong when it is laid: an exposed one its discarder, the others all still in the hand."""
    kong = event.meld.kong
    if kong is None:
        return
    discarder = event.meld.source if kong is KongKind.EXPOSED else None
    payers = in_play(state, event.seat) if discarder is None else [discarder]
    factors = plus(f"{kong}_kong", unit), times("units", units[kong])
    yield Paid(tuple(pay(payer, event.seat, KONG, *factors) for payer in payers))


def pays_nothing(state: RoundState, rules: Ruleset) -> Iterator[Event]:
    """A drawn hand pays nothing."""
    return iter(())
