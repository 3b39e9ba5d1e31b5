"""A finished hand made easy to ask about: its decisions, wins, payments and kong chains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from rules.commands import Command
from rules.events import Answered, Ask, Asked, Cause, Discarded, Drew, Event, Mark, Marked, Stage, Staged, Won
from rules.evolve import evolve
from rules.options import remaining
from rules.round import Round
from rules.ruleset import Ruleset
from rules.score import Transfer
from rules.seats import Seat
from rules.state import RoundState
from rules.values import value

E = TypeVar("E")


@value
class Decision:
    """An answered ask, the stage it was put in, and how many tiles could still be drawn."""

    ask: Ask
    command: Command
    cause: Cause
    stage: Stage
    left: int


class Played:
    """A hand that has been played, and what its log tells.

    `left[i]`: tiles that could be drawn before event i.
    """

    def __init__(self, hand: Round) -> None:
        self.log: list[Event] = hand.log
        self.state: RoundState = hand.state
        self.rules: Ruleset = hand.rules
        self.left: list[int] = []
        self.decisions: list[Decision] = []
        state = RoundState()
        for event in hand.log:
            self.left.append(remaining(state, hand.rules))
            if isinstance(event, Answered):
                ask = state.asks[event.seat]
                self.decisions.append(Decision(ask, event.command, event.cause, state.stage, self.left[-1]))
            evolve(state, event)

    def events(self, kind: type[E]) -> list[E]:
        """The events of one kind."""
        return [event for event in self.log if isinstance(event, kind)]

    @property
    def wins(self) -> list[Won]:
        """All wins."""
        return self.state.wins

    @property
    def transfers(self) -> list[Transfer]:
        """All payments."""
        return [transfer for batch in self.state.ledger for transfer in batch]

    def wins_together(self) -> Iterator[list[Won]]:
        """The wins of one moment each."""
        group: list[Won] = []
        for event in self.log:
            if isinstance(event, Won):
                group.append(event)
            elif group:
                yield group
                group = []

    def neighbours(self) -> Iterator[tuple[int, Event, Event]]:
        """Every event with the one before it and its place, asks, answers and stages left out."""
        before: Event | None = None
        for place, event in enumerate(self.log):
            if isinstance(event, Asked | Answered | Staged):
                continue
            if before is not None:
                yield place, before, event
            before = event

    def chains(self) -> Iterator[tuple[Seat, int, Event]]:
        """Each win and discard that follows a replacement tile: who drew it, and after how many kongs in a row."""
        seat, kongs = 0, 0
        for event in self.log:
            if isinstance(event, Drew):
                kongs = (kongs if event.seat == seat else 0) + 1 if event.replacement else 0
                seat = event.seat
            elif isinstance(event, Won | Discarded) and kongs:
                yield seat, kongs, event
                kongs = 0

    def marked(self, key: str) -> list[tuple[Seat | None, Mark]]:
        """What was marked under a key, in order."""
        return [(event.seat, event.value) for event in self.events(Marked) if event.key == key]

    def paid(self, reason: str) -> list[Transfer]:
        """The payments with a reason."""
        return [transfer for transfer in self.transfers if transfer.reason == reason]
