"""The last tiles that can be drawn go round the table without a discard (海底捞): who draws one may only win with it.

Source: rulebook/wuhan.md, "End". A variant that plays so keeps kongs away from these tiles (`TileRules.kong_leaves`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.commands import PASS, WIN
from rules.events import Ask, AskKind, Drew, Event, Stage, Staged, WinSource
from rules.judging import judge_now
from rules.options import remaining
from rules.ruleset import Ruleset, Step
from rules.seats import Seat
from rules.state import RoundState
from rules.steps.base import Silent, Together, next_in_play
from rules.steps.play import Draw, self_drawn_win


class DrawOrLast(Draw):
    """A normal draw, or the first of the last `count` draws."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Draw, or begin the last draws with the seat whose turn it is."""
        if remaining(state, rules) <= self._count:
            yield Staged(Stage.SEABED, state.turn)
        else:
            yield from super().resolve(state, rules)


class WinOrPass(Together):
    """Who can win with the tile just drawn is asked; nobody discards."""

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """Win or let it go, which the clock does."""
        seat, drawn = state.turn, state.seats[state.turn].hand.drawn
        verdict = judge_now(state, rules, seat, drawn, WinSource.SELF_DRAW) if drawn is not None else None
        if verdict is None or not verdict.wins:
            return {}
        return {seat: Ask(state.seats[seat].asked, seat, AskKind.CHOICE, (WIN, PASS), PASS)}

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """The win, or the next seat's draw."""
        seat = state.turn
        if seat in state.answers and state.answers[seat][1] == WIN:
            yield from self_drawn_win(state, rules, seat)
        else:
            yield Staged(Stage.SEABED, next_in_play(state, seat))


class LastDrawable(Silent):
    """The replacement tile (补张) from the tail of the part of the wall that can be drawn."""

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Draw it."""
        at = -1 - rules.tiles.reserve(state)
        yield Drew(state.turn, state.wall[at], at, replacement=True)
        yield Staged(Stage.TURN, state.turn)


def last_draw(state: RoundState, seat: Seat, self_drawn: bool) -> bool:
    """海底捞: self-drawn with one of the last tiles."""
    return self_drawn and state.stage is Stage.SEABED_CLAIM


def last_draws_flow(count: int) -> Mapping[Stage, Step]:
    """The rows that replace or join those of the standard flow when the last `count` tiles are drawn so."""
    return {Stage.DRAW: DrawOrLast(count), Stage.SEABED: Draw(Stage.SEABED_CLAIM), Stage.SEABED_CLAIM: WinOrPass()}
