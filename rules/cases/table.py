"""A rigged hand being played by a script: actions in words, and the seats that the script does not name pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from rules.auto import auto_answer, may_switch_on
from rules.cases.actions import AUTO, LEAVE, Action
from rules.commands import Choose, Command
from rules.errors import IllegalCommand
from rules.events import AskKind
from rules.round import Round
from rules.seats import Seat


class Table:
    """A hand and what plays in it beside the script: the answers to opening questions, by the key of the question and
    seat, and the seats in auto-win mode."""

    def __init__(self, hand: Round, answers: Mapping[str, Sequence[str]]) -> None:
        self.hand = hand
        self._answers = answers
        self._auto: set[Seat] = set()
        self._answer_by_itself()

    def can(self, action: Action) -> bool:
        """Whether the action is legal now."""
        if action.verb == AUTO:
            return (action.word == "on") != (action.seat in self._auto) and self._may_switch(action)
        if action.verb == LEAVE:
            return self.hand.may_leave(action.seat)
        return self._command(action) is not None

    def _may_switch(self, action: Action) -> bool:
        return action.word == "off" or may_switch_on(self.hand.state, self.hand.rules, action.seat)

    def act(self, action: Action) -> bool:
        """Do it, and tell whether it was legal. While it is not, the seats that could claim pass, one by one.

        One may leave at any time: then the others that could claim pass first.
        """
        while action.verb == LEAVE and self._pass_one(but=action.seat):
            pass
        while not self.can(action):
            if not self._pass_one():
                return False
        self._do(action)
        self._answer_by_itself()
        return True

    def refuses(self, action: Action) -> bool:
        """Whether the action is refused and changes nothing."""
        if self.can(action):
            return False
        before, length = self.hand.state.copy(), len(self.hand.log)
        tries = [partial(self.hand.submit, action.seat, c) for c in action.meanings(self.hand.state.offered)]
        for attempt in [partial(self.hand.leave, action.seat)] if action.verb == LEAVE else tries:
            try:
                attempt()
            except IllegalCommand:
                continue
            return False
        return self.hand.state == before and len(self.hand.log) == length

    def pass_all(self) -> None:
        """Whoever could claim lets it go."""
        while self._pass_one():
            pass

    def _command(self, action: Action) -> Command | None:
        ask = self.hand.asks.get(action.seat)
        options = ask.options if ask is not None else ()
        return next((c for c in action.meanings(self.hand.state.offered) if c in options), None)

    def _do(self, action: Action) -> None:
        if action.verb == AUTO:
            self._auto ^= {action.seat}
        elif action.verb == LEAVE:
            self.hand.leave(action.seat)
        elif (command := self._command(action)) is not None:
            self.hand.submit(action.seat, command)

    def _pass_one(self, but: Seat | None = None) -> bool:
        asked = (seat for seat, ask in self.hand.asks.items() if ask.kind is not AskKind.TURN and seat != but)
        if (seat := next(asked, None)) is None:
            return False
        self.hand.expire(seat)
        self._answer_by_itself()
        return True

    def _answer_by_itself(self) -> None:
        """Opening questions that the script answers beforehand, and the seats in auto-win mode."""
        while (answer := self._next_answer()) is not None:
            self.hand.submit(*answer)

    def _next_answer(self) -> tuple[Seat, Command] | None:
        for seat, ask in self.hand.asks.items():
            if seat in self._auto:
                return seat, auto_answer(self.hand.state, self.hand.rules, ask)
            for option in ask.options:
                if isinstance(option, Choose) and self._answers.get(option.key, {seat: None})[seat] == option.value:
                    return seat, option
        return None
