"""What many hands add up to: counts, rates, averages, the course of the points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from game.profiles import HandResult
from rules.values import value


@value
class Summary:
    """The sums of some hands of one player. `worth` and `unit`: the mean value of a win, where all count alike."""

    hands: int
    wins: int
    self_draws: int
    deal_ins: int
    drawn: int
    points: int
    win_points: int
    worth: float | None
    unit: str
    best: HandResult | None

    @property
    def win_rate(self) -> float:
        """Wins per hand."""
        return self.wins / self.hands if self.hands else 0.0

    @property
    def self_draw_rate(self) -> float:
        """Self-draws among the wins."""
        return self.self_draws / self.wins if self.wins else 0.0

    @property
    def deal_in_rate(self) -> float:
        """Hands in which another won on one's tile."""
        return self.deal_ins / self.hands if self.hands else 0.0

    @property
    def drawn_rate(self) -> float:
        """Hands that nobody won."""
        return self.drawn / self.hands if self.hands else 0.0

    @property
    def per_win(self) -> float:
        """Mean points of the hands one has won."""
        return self.win_points / self.wins if self.wins else 0.0


def summed(hands: Sequence[HandResult]) -> Summary:
    """The sums of these hands."""
    wins = [hand for hand in hands if hand.won]
    valued = [hand for hand in wins if hand.unit]
    units = {hand.unit for hand in valued}
    alike = len(units) == 1 and len({hand.variant for hand in valued}) == 1
    return Summary(
        hands=len(hands),
        wins=len(wins),
        self_draws=sum(hand.self_drawn for hand in hands),
        deal_ins=sum(hand.dealt_in for hand in hands),
        drawn=sum(hand.drawn for hand in hands),
        points=sum(hand.points for hand in hands),
        win_points=sum(hand.points for hand in wins),
        worth=sum(hand.worth for hand in valued) / len(valued) if alike else None,
        unit=units.pop() if alike else "",
        best=max((hand for hand in wins if hand.tiles), key=lambda hand: hand.points, default=None),
    )


def grouped(hands: Iterable[HandResult], keys: Callable[[HandResult], Iterable[str]]) -> dict[str, Summary]:
    """The sums by key; a hand may belong to several (its opponents). Those with most hands come first."""
    found: dict[str, list[HandResult]] = {}
    for hand in hands:
        for key in keys(hand):
            found.setdefault(key, []).append(hand)
    return {key: summed(found[key]) for key in sorted(found, key=lambda key: (-len(found[key]), key))}


def chosen(hands: Iterable[HandResult], variant: str, opponent: str) -> list[HandResult]:
    """The hands of a variant and against an opponent; an empty word chooses all."""
    return [hand for hand in hands if variant in ("", hand.variant) and (not opponent or opponent in hand.opponents)]


def course(hands: Iterable[HandResult]) -> list[int]:
    """The points after each hand, from 0."""
    return list(accumulate((hand.points for hand in hands), initial=0))
