"""What a win is worth and who pays whom: items, breakdowns, factors and transfers.

Points are whole numbers. A transfer explains its amount by factors applied in order, so that the settlement sheet
can be printed line by line without knowing a rule, and a test can add it up again.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from math import prod
from typing import Final

from rules.seats import SEATS, Seat
from rules.values import value

DEALER_ITEM: Final = "dealer"
"""The pattern that may double the payment of one payer alone (庄)."""


class Unit(StrEnum):
    """What the headline value of a win counts."""

    TIMES = "times"
    FAN = "fan"
    POINTS = "points"


class Op(StrEnum):
    """What a factor does to the amount so far."""

    PLUS = "plus"
    TIMES = "times"
    CAP = "cap"


@value
class ScoreItem:
    """One pattern (番型) that counts in a win: its id, how often, and its value in the breakdown's unit."""

    name: str
    value: int
    count: int = 1


@value
class Factor:
    """One step of an amount: `plus 5`, `times 3/2`, `cap 300`, with the name of the reason."""

    name: str
    op: Op
    numerator: int
    denominator: int = 1


def plus(name: str, points: int) -> Factor:
    """Points added."""
    return Factor(name, Op.PLUS, points)


def times(name: str, numerator: int, denominator: int = 1) -> Factor:
    """A multiplier; 3/2 is `times(name, 3, 2)`."""
    return Factor(name, Op.TIMES, numerator, denominator)


@value
class Breakdown:
    """The value of a win: the patterns that count and what they combine to."""

    items: tuple[ScoreItem, ...]
    value: int
    unit: Unit

    def names(self) -> list[str]:
        """The pattern ids, an id once for each time it counts."""
        return [item.name for item in self.items for _ in range(item.count)]

    @property
    def shared(self) -> tuple[ScoreItem, ...]:
        """The items that make up the value. The dealer's does not where he alone pays double (rulebook/parlour.md)."""
        if self.unit is not Unit.TIMES or prod(item.value for item in self.items) <= self.value:
            return self.items
        return tuple(item for item in self.items if item.name != DEALER_ITEM)

    def factors(self) -> tuple[Factor, ...]:
        """What each of the `shared` items does to the value; a cap at the end where it takes something away.

        Times multiply, fan and points add up; but of big types of the same points each after the first doubles
        (rulebook/changsha.md). What the factors leave of the value comes from how the hand was won, or from melds.
        """
        if self.unit is Unit.TIMES:
            return tuple(times(item.name, item.value) for item in self.shared)
        if self._types_double:
            first, *more = self.items
            return (plus(first.name, first.value), *(times(item.name, 2) for item in more))
        added = tuple(plus(item.name, item.value * item.count) for item in self.items)
        if self.unit is Unit.FAN and amount_of(added) > self.value:
            return (*added, Factor("cap", Op.CAP, self.value))
        return added

    @property
    def _types_double(self) -> bool:
        values = [item.value for item in self.items]
        doubled = len(values) > 1 and values[0] * 2 ** (len(values) - 1) == self.value
        return doubled and self.unit is Unit.POINTS


@value
class Transfer:
    """Points that one seat pays to another, with the reason and the factors that the amount came from."""

    payer: Seat
    payee: Seat
    amount: int
    reason: str
    factors: tuple[Factor, ...] = ()


def amount_of(factors: Iterable[Factor]) -> int:
    """The whole points that factors come to, applied in order from zero.

    >>> amount_of((plus("base", 15), plus("dealer", 5), times("types", 2)))
    40

    Raises ValueError when they do not come to a whole number.
    """
    above, below = 0, 1
    for factor in factors:
        match factor.op:
            case Op.PLUS:
                above += factor.numerator * below
            case Op.TIMES:
                above, below = above * factor.numerator, below * factor.denominator
            case Op.CAP if above > factor.numerator * below:
                above, below = factor.numerator, 1
    if above % below:
        raise ValueError(f"factors come to {above}/{below}, not to whole points")
    return above // below


def pay(payer: Seat, payee: Seat, reason: str, *factors: Factor) -> Transfer:
    """The transfer that these factors make."""
    return Transfer(payer, payee, amount_of(factors), reason, factors)


def net(transfers: Iterable[Transfer]) -> list[int]:
    """Change of each seat's points; always sums to zero."""
    points = [0 for _ in SEATS]
    for transfer in transfers:
        points[transfer.payer] -= transfer.amount
        points[transfer.payee] += transfer.amount
    return points
