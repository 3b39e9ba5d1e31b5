"""Opening steps: dealing, the dice, turning up a wild indicator."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.events import Buried, Dealt, Drew, Event, WildRevealed
from rules.ruleset import Ruleset
from rules.seats import AFTER, SEATS, Seat, distance
from rules.state import RoundState
from rules.steps.base import Silent

BLOCKS = (4, 4, 4, 1)
"""Tiles taken at a time: thirteen a seat, in turn from the dealer."""


def dealt_places(dealer: Seat, seat: Seat) -> list[int]:
    """The places of the wall whose tiles `Deal` gives to a seat, its thirteen."""
    places: list[int] = []
    start = 0
    for block in BLOCKS:
        first = start + block * distance(dealer, seat)
        places += range(first, first + block)
        start += block * len(SEATS)
    return places


class Deal(Silent):
    """Thirteen tiles each, and the dealer's fourteenth, which counts as his first draw."""

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Deal from the front of the wall."""
        dealer = state.dealer
        for block in BLOCKS:
            for seat in (dealer, *AFTER[dealer]):
                yield Dealt(seat, tuple(state.wall[:block]))
        yield Drew(dealer, state.wall[0], 0, replacement=False)


class TurnUpWild(Silent):
    """An indicator is taken out of the wall and turned up; `rules.tiles` says which kinds it makes wild, and stand-ins.

    `place(state)`: wall index of the indicator; `bury(state)`: wall indexes of tiles that leave play unseen after it.
    """

    def __init__(
        self, place: Callable[[RoundState], int], bury: Callable[[RoundState], tuple[int, ...]] = lambda state: ()
    ) -> None:
        self.place, self._bury = place, bury

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Turn it up. Raises ValueError when the variant's tiles have no wild."""
        if rules.tiles.wild is None:
            raise ValueError("these tiles have no wild kind to turn up")
        at = self.place(state)
        indicator = state.wall[at]
        wild = rules.tiles.wild(indicator)
        yield WildRevealed(indicator, at, (wild,), rules.tiles.stand_ins(wild))
        for index in self._bury(state):
            yield Buried(state.wall[index], index)
