"""One hand (盘): the machine that runs steps, asks seats and writes the log. Commands in, events out."""

from __future__ import annotations

from collections.abc import Mapping

from rules.commands import WIN, Command
from rules.errors import IllegalCommand
from rules.events import (
    Answered,
    Ask,
    Asked,
    Buried,
    Cause,
    Event,
    Left,
    Marked,
    Rolled,
    RoundStarted,
    Stage,
    Staged,
    WallBuilt,
)  # fmt: skip
from rules.evolve import evolve
from rules.ruleset import Ruleset, Step
from rules.seats import Seat
from rules.state import RoundState
from rules.tiles import Tile
from rules.values import value


@value
class Deal:
    """Everything that a hand starts from; the same deal and the same answers give the same log.

    `gone`: places of the wall, falling, whose tiles leave play unseen before the deal; only rigged hands have any.
    `carried`: the marks that the players bring from their last hand.
    """

    variant: str
    options: tuple[tuple[str, str], ...]
    wall: tuple[Tile, ...]
    dice: tuple[int, ...] = (1, 1)
    number: int = 1
    dealer: Seat = 0
    streak: int = 0
    gone: tuple[int, ...] = ()
    carried: tuple[Marked, ...] = ()

    def events(self) -> list[Event]:
        """How the log of the hand begins."""
        return [
            RoundStarted(self.variant, self.options, self.number, self.dealer, self.streak),
            *self.carried,
            WallBuilt(self.wall),
            Rolled(self.dice),
            *(Buried(self.wall[place], place) for place in self.gone),
            Staged(Stage.OPENING, self.dealer),
        ]


class Round:
    """A running hand. `state` is the truth, `log` all events so far; both are for reading."""

    def __init__(self, rules: Ruleset, deal: Deal) -> None:
        """Start from a deal; `rules.rerun` goes on where a recorded log ends."""
        self.rules = rules
        self._reactions = rules.scoring.reactions
        self.log: list[Event] = []
        self.state = RoundState()
        for event in deal.events():
            self._emit(event)
        self._run()

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.state.stage is Stage.OVER

    @property
    def asks(self) -> dict[Seat, Ask]:
        """The open asks by seat."""
        return self.state.asks

    def submit(self, seat: Seat, command: Command, cause: Cause = Cause.PLAYER) -> None:
        """A seat answers its open ask.

        Raises IllegalCommand when nothing was asked of it or the command is not among the options; nothing changes.
        """
        ask = self.state.asks.get(seat)
        if ask is None:
            raise IllegalCommand(f"seat {seat} is not asked anything")
        if command not in ask.options:
            raise IllegalCommand(f"seat {seat} may not {command}")
        self._emit(Answered(seat, ask.id, command, cause))
        self._run()

    def expire(self, seat: Seat) -> None:
        """The clock answers for a seat with the ask's default.

        Raises IllegalCommand when nothing was asked of it.
        """
        ask = self.state.asks.get(seat)
        if ask is None:
            raise IllegalCommand(f"seat {seat} is not asked anything")
        self.submit(seat, ask.default, Cause.TIMEOUT)

    def may_leave(self, seat: Seat) -> bool:
        """Whether the rules say what follows when this seat leaves the table now."""
        return self.rules.scoring.leave is not None and not self.over and not self.state.seats[seat].left

    def leave(self, seat: Seat) -> None:
        """The player of a seat leaves on purpose (逃跑): at any time in the hand, asked or not.

        Raises IllegalCommand when the hand is over, the seat has left before, or the variant has no rule for it.
        """
        follows = self.rules.scoring.leave
        if follows is None or not self.may_leave(seat):
            raise IllegalCommand(f"seat {seat} cannot leave the hand")
        self._emit(Left(seat))
        for event in follows(self.state, self.rules, seat):
            self._emit(event)
        self._run()

    def _emit(self, event: Event) -> None:
        self.log.append(event)
        evolve(self.state, event)
        if type(event) in self._reactions:
            self._react(event)

    def _react(self, event: Event) -> None:
        for reaction in self._reactions[type(event)]:
            for consequence in reaction(self.state, event, self.rules):
                self.log.append(consequence)
                evolve(self.state, consequence)

    def _run(self) -> None:
        state = self.state
        while state.stage is not Stage.OVER:
            step = self._step()
            if not state.asks and not state.answers:
                asks = step.ask(state, self.rules)
                if asks:
                    self._put(asks)
            if state.asks and not step.settled(state, self.rules):
                return
            last: Event | None = None
            for event in step.resolve(state, self.rules):
                self._emit(event)
                last = event
            if not isinstance(last, Staged):
                self._next_opening()

    def _put(self, asks: Mapping[Seat, Ask]) -> None:
        for seat, ask in asks.items():
            self._emit(Asked(seat, ask))
        for seat, ask in asks.items():
            if ask.options == (WIN,):
                self._emit(Answered(seat, ask.id, WIN, Cause.FORCED))

    def _step(self) -> Step:
        if self.state.stage is Stage.OPENING:
            return self.rules.opening[self.state.opening - 1]
        return self.rules.flow[self.state.stage]

    def _next_opening(self) -> None:
        done = self.state.opening >= len(self.rules.opening)
        self._emit(Staged(Stage.TURN if done else Stage.OPENING, self.state.dealer))
