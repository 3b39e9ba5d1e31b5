"""The four seats (座位) in playing order.

Seats 0-3 run counter-clockwise: the next seat (下家) of s is (s + 1) % 4, the previous one (上家) (s + 3) % 4
(rulebook/README.md, "Words and notation").
"""

from __future__ import annotations

from typing import Final, TypeAlias

Seat: TypeAlias = int

SEATS: Final[tuple[Seat, ...]] = (0, 1, 2, 3)
AFTER: Final[tuple[tuple[Seat, ...], ...]] = tuple(tuple((s + i) % 4 for i in (1, 2, 3)) for s in SEATS)
"""AFTER[s]: the other three seats in playing order after s."""


def next_seat(seat: Seat) -> Seat:
    """The seat that plays after this one (下家)."""
    return (seat + 1) % 4


def previous_seat(seat: Seat) -> Seat:
    """The seat that plays before this one (上家)."""
    return (seat + 3) % 4


def distance(start: Seat, seat: Seat) -> int:
    """How many seats after `start` (0-3) a seat comes in playing order."""
    return (seat - start) % 4
