"""Opening steps: dealing, the dice, turning up a wild indicator."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.events import Buried, Dealt, Drew, Event, WildRevealed
from rules.ruleset import Ruleset
from rules.seats import AFTER
from rules.state import RoundState
from rules.steps.base import Silent
from rules.tiles import Tile

BLOCKS = (4, 4, 4, 1)
"""Tiles taken at a time: thirteen a seat, in turn from the dealer."""


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
    """An indicator is taken out of the wall and turned up; it tells which kinds are wild, and which tile stands in.

    `place(state)`: wall index of the indicator; `wild(indicator)`: the wild kind; `stand_ins(wild)`: pairs of a tile
    and the face it plays as; `bury(state)`: wall indexes of tiles that leave play unseen after it.
    """

    def __init__(
        self,
        place: Callable[[RoundState], int],
        wild: Callable[[Tile], Tile],
        stand_ins: Callable[[Tile], tuple[tuple[Tile, Tile], ...]],
        bury: Callable[[RoundState], tuple[int, ...]],
    ) -> None:
        self._place, self._wild, self._stand_ins, self._bury = place, wild, stand_ins, bury

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Turn it up."""
        at = self._place(state)
        indicator = state.wall[at]
        wild = self._wild(indicator)
        yield WildRevealed(indicator, at, (wild,), self._stand_ins(wild))
        for index in self._bury(state):
            yield Buried(state.wall[index], index)


