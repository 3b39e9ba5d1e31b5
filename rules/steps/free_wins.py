"""Wins declared unchecked (炸胡): the win button is always live, and a false win is paid for.

Source: rulebook/parlour.md, option `free_declaration`. A false win pays each other seat, and its seat cannot win any
more in this hand; on a discard it has passed, and the others are asked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from rules.commands import PASS, WIN, Chow, Command, Kong, Pong
from rules.events import Ask, AskKind, Event, Marked, Paid, Stage, Staged
from rules.judging import wins_now
from rules.ruleset import Ruleset, Step
from rules.score import Breakdown, pay, plus
from rules.seats import AFTER, Seat
from rules.state import RoundState
from rules.steps.open_ready import has_declared
from rules.win import WinContext

FALSE_WIN: Final = "false_win"
"""Reason of the payment and mark of the barred seat, whose value tells how many tiles had been discarded: which tile it
has passed."""
PENALTY: Final = 10


class FreeWins:
    """A step of play, beside whose options a win may always be declared; after a false one the step begins again."""

    def __init__(self, inner: Step) -> None:
        self._inner = inner

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """The asks of the inner step, and a win for every seat that may declare one."""
        asks = dict(self._inner.ask(state, rules))
        for seat in _may_declare(state):
            asked = asks.get(seat) or Ask(state.seats[seat].asked, seat, AskKind.CLAIM, (PASS,), PASS)
            if WIN not in asked.options:
                asks[seat] = replace(asked, options=(WIN, *asked.options))
        return asks

    def settled(self, state: RoundState, rules: Ruleset) -> bool:
        """As the inner step says, which takes every declared win for good."""
        return self._inner.settled(state, rules)

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """A false win is paid for and bars the seat; anything else is the inner step's."""
        seats = (state.turn, *AFTER[state.turn])
        declared = [seat for seat in seats if seat in state.answers and state.answers[seat][1] == WIN]
        if not declared or wins_now(state, rules, declared[0]):
            yield from self._inner.resolve(state, rules)
            return
        seat = declared[0]
        yield Paid(tuple(pay(seat, other, FALSE_WIN, plus(FALSE_WIN, PENALTY)) for other in AFTER[seat]))
        yield Marked(seat, FALSE_WIN, len(state.discards))
        yield Staged(state.stage, state.turn)


def _may_declare(state: RoundState) -> list[Seat]:
    """The seat that has drawn, or all that may claim; a thrown wild is nobody's (rulebook/parlour.md)."""
    seats: tuple[Seat, ...] = ()
    if state.stage is Stage.TURN:
        seats = (state.turn,) if state.seats[state.turn].hand.drawn is not None else ()
    elif state.offered is not None and state.offered.tile not in state.wilds:
        seats = AFTER[state.turn]
    return [seat for seat in seats if not _barred(state, seat) and not has_declared(state, seat)]


def _barred(state: RoundState, seat: Seat) -> bool:
    return FALSE_WIN in state.seats[seat].marks


def _false_win_before(context: WinContext, breakdown: Breakdown) -> str | None:
    """Whoever has declared a false win cannot win in this hand."""
    return "false_win_before" if _barred(context.state, context.seat) else None


def _has_passed(state: RoundState, rules: Ruleset, seat: Seat, command: Command) -> str | None:
    """Whoever has just declared a false win on a discard has passed it."""
    passed = state.seats[seat].marks.get(FALSE_WIN) == len(state.discards)
    return FALSE_WIN if passed and state.stage is Stage.CLAIM else None


def with_free_wins(rules: Ruleset) -> Ruleset:
    """The same rules with every win declared unchecked."""
    stages = (Stage.TURN, Stage.CLAIM, Stage.KONG_CLAIM)
    return replace(
        rules,
        calls=replace(rules.calls, unchecked_wins=True).gated(_has_passed, Chow, Pong, Kong),
        flow={**rules.flow, **{stage: FreeWins(rules.flow[stage]) for stage in stages}},
        winning=replace(rules.winning, gates=(*rules.winning.gates, _false_win_before)),
    )
