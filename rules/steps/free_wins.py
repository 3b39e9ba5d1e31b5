"""Wins declared unchecked (炸胡): the win button is always live, and a false win is paid for.

Source: rulebook/parlour.md, option `free_declaration`. A false win pays each other seat at once, and its seat cannot
win any more in this hand; on a discard it has passed, and what the others answer stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from rules.commands import PASS, WIN
from rules.events import Answered, Ask, Asked, AskKind, Cause, Event, Marked, Paid, Stage, Staged
from rules.judging import wins_now
from rules.ruleset import Ruleset, Step
from rules.score import Breakdown, pay, plus
from rules.seats import AFTER, Seat
from rules.state import RoundState
from rules.steps.open_ready import has_declared
from rules.win import WinContext

FALSE_WIN: Final = "false_win"
"""Reason of the payment and mark of the barred seat."""
PENALTY: Final = 10


class FreeWins:
    """A step of play, beside whose options a win may always be declared; a turn goes on after a false one."""

    def __init__(self, inner: Step) -> None:
        self._inner = inner

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """The asks of the inner step, and a win for every seat that may declare one."""
        asks = dict(self._inner.ask(state, rules))
        for seat in _may_declare(state):
            asked = asks.get(seat) or _only_pass(state, seat)
            if WIN not in asked.options:
                asks[seat] = replace(asked, options=(WIN, *asked.options))
        return asks

    def settled(self, state: RoundState, rules: Ruleset) -> bool:
        """As the inner step says, to which every win that is left is a good one."""
        return self._inner.settled(state, rules)

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """After a false win the same turn again; anything else is the inner step's."""
        answered = state.answers.get(state.turn)
        if answered is not None and answered[1] == WIN and _barred(state, state.turn):
            yield Staged(state.stage, state.turn)
        else:
            yield from self._inner.resolve(state, rules)


def _false_win(state: RoundState, event: Answered, rules: Ruleset) -> Iterator[Event]:
    """A false win is paid for and bars its seat, which has passed what was offered; no other answer waits for it."""
    seat = event.seat
    if event.command != WIN or wins_now(state, rules, seat):
        return
    yield Paid(tuple(pay(seat, other, FALSE_WIN, plus(FALSE_WIN, PENALTY)) for other in AFTER[seat]))
    yield Marked(seat, FALSE_WIN, 1)
    if state.stage is not Stage.TURN:
        ask = _only_pass(state, seat)
        yield Asked(seat, ask)
        yield Answered(seat, ask.id, PASS, Cause.FORCED)


def _only_pass(state: RoundState, seat: Seat) -> Ask:
    return Ask(state.seats[seat].asked, seat, AskKind.CLAIM, (PASS,), PASS)


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


def with_free_wins(rules: Ruleset) -> Ruleset:
    """The same rules with every win declared unchecked."""
    reactions = rules.scoring.reactions
    stages = (Stage.TURN, Stage.CLAIM, Stage.KONG_CLAIM)
    return replace(
        rules,
        calls=replace(rules.calls, unchecked_wins=True),
        flow={**rules.flow, **{stage: FreeWins(rules.flow[stage]) for stage in stages}},
        winning=replace(rules.winning, gates=(*rules.winning.gates, _false_win_before)),
        scoring=replace(rules.scoring, reactions={**reactions, Answered: (*reactions.get(Answered, ()), _false_win)}),
    )
