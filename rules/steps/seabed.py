"""The last tile of the wall is not drawn but offered round the table (海底漫游).

Source: rulebook/changsha.md, "Kong, last tile". Who takes it wins with it or throws it at once; on the thrown tile the
others may only win. A variant that plays so keeps kongs away from the last tile (`TileRules.kong_leaves`). A hand that
ends so without a winner ends about the seat that took the tile, or, if all refused, the first who was offered it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from rules.commands import DISCARD, WIN, Choose, Chow, Pong
from rules.events import Ask, AskKind, Discarded, Drew, Event, Exhausted, Marked, Stage, Staged
from rules.options import remaining
from rules.ruleset import Ruleset, Step
from rules.seats import Seat, next_seat
from rules.state import RoundState
from rules.steps.base import Together
from rules.steps.play import Claim, Draw, Turn, self_drawn_win

LAST_TILE = "last_tile"
TAKE, REFUSE = Choose(LAST_TILE, "take"), Choose(LAST_TILE, "refuse")


class DrawOrOffer(Draw):
    """The last tile of the wall is offered instead of drawn."""

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Draw, or begin the offer with the seat whose turn it is."""
        if remaining(state, rules) == 1:
            yield Staged(Stage.SEABED, state.turn)
        else:
            yield from super().resolve(state, rules)


class LastTileOffer(Together):
    """海底漫游: the last tile is offered to one seat after the other; the clock refuses."""

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """Take it or refuse it."""
        seat = state.turn
        return {seat: Ask(state.seats[seat].asked, seat, AskKind.CHOICE, (TAKE, REFUSE), REFUSE)}

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """The taker draws it; when all four have refused the hand is drawn, about the first who was offered it."""
        seat, following = state.turn, next_seat(state.turn)
        taken = state.answers[seat][1] == TAKE
        yield Marked(seat, LAST_TILE, TAKE.value if taken else REFUSE.value)
        if taken:
            yield Drew(seat, state.wall[0], 0, replacement=False)
            yield Staged(Stage.TURN, seat)
        elif LAST_TILE in state.seats[following].marks:
            yield Exhausted()
            yield Staged(Stage.EXHAUSTED, following)
        else:
            yield Staged(Stage.SEABED, following)


class TurnOrThrow(Turn):
    """The taker of the last tile wins with it, or it is thrown at once; every other turn is as usual."""

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """The taker is asked only when he can win."""
        asks = super().ask(state, rules)
        seat, drawn = state.turn, state.seats[state.turn].hand.drawn
        if state.wall or drawn is None:
            return asks
        options = (WIN, DISCARD[drawn])
        return {seat: replace(asks[seat], options=options, default=DISCARD[drawn])} if WIN in asks[seat].options else {}

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Do what the seat chose; the last tile is thrown for wins alone."""
        seat, drawn = state.turn, state.seats[state.turn].hand.drawn
        if state.wall or drawn is None:
            yield from super().resolve(state, rules)
        elif seat in state.answers and state.answers[seat][1] == WIN:
            yield from self_drawn_win(state, rules, seat)
        else:
            yield Discarded(seat, drawn, drawn=True)
            yield Staged(Stage.SEABED_CLAIM, seat)


class LastTileClaim(Claim):
    """海底炮胡: every other seat may win on the thrown last tile."""

    def unclaimed(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """The hand is drawn, about the taker."""
        yield Exhausted()
        yield Staged(Stage.EXHAUSTED, state.turn)


def only_wins(state: RoundState, rules: Ruleset, seat: Seat, command: Chow | Pong) -> str | None:
    """The gate on chow and pong: nobody may call the thrown last tile."""
    return None if state.wall else "last_tile_only_wins"


def last_tile_draw(state: RoundState, seat: Seat, self_drawn: bool) -> bool:
    """海底捞月: the last tile of the wall."""
    return self_drawn and not state.wall


def last_tile_discard(state: RoundState, seat: Seat, self_drawn: bool) -> bool:
    """海底炮胡: the last tile of the wall, thrown by its taker."""
    return not self_drawn and not state.wall


SEABED_FLOW: Final[Mapping[Stage, Step]] = {
    Stage.DRAW: DrawOrOffer(),
    Stage.TURN: TurnOrThrow(),
    Stage.SEABED: LastTileOffer(),
    Stage.SEABED_CLAIM: LastTileClaim(),
}
"""The rows that replace or join those of the standard flow."""
