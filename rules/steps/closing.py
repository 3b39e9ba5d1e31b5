"""The steps that end a hand: paying wins, the drawn hand, the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.events import Event, RoundEnded, SeatOut, Shown, Stage, Staged, Won
from rules.ruleset import Ruleset
from rules.seats import SEATS
from rules.state import RoundState
from rules.steps.base import Silent, next_in_play


def unpaid(state: RoundState) -> list[Won]:
    """The wins that have not been settled: a winner leaves the hand only after the payments."""
    return [win for win in state.wins if not state.seats[win.seat].out]


class Settle(Silent):
    """Payments of the wins just declared; then the hand ends, or goes on without the winners (血战)."""

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Pay, and go on or end."""
        winners = [win.seat for win in unpaid(state)]
        yield from rules.scoring.settle(state, rules)
        for seat in winners:
            yield SeatOut(seat)
        if rules.scoring.play_on(state):
            yield Staged(Stage.DRAW, next_in_play(state, state.turn))
        else:
            yield Staged(Stage.FINISH, state.turn)


class DrawnHand(Silent):
    """Nobody can draw any more (荒牌, 流局)."""

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """The payments of a drawn hand."""
        yield from rules.scoring.exhausted(state, rules)
        yield Staged(Stage.FINISH, state.turn)


class Finish(Silent):
    """All hands are shown together, and the next dealer is known."""

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """End the hand."""
        following = rules.scoring.next_dealer(state)
        for seat in SEATS:
            owner = state.seats[seat]
            melds = tuple(replace(meld, down=False) for meld in owner.melds)
            yield Shown(seat, tuple(owner.hand.tiles()), melds, "end")
        points = tuple(owner.points for owner in state.seats)
        yield RoundEnded(points, state.drawn_out, following.seat, following.streak)
        yield Staged(Stage.OVER, state.dealer)
