"""What steps have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.commands import WIN
from rules.events import Ask, Event
from rules.ruleset import Ruleset
from rules.seats import AFTER, Seat
from rules.state import RoundState


class Silent:
    """A step that asks nobody."""

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """Nothing to decide."""
        return {}

    def settled(self, state: RoundState, rules: Ruleset) -> bool:
        """Nothing is open."""
        return True


class Together:
    """A step that waits for all its answers."""

    def settled(self, state: RoundState, rules: Ruleset) -> bool:
        """All asked seats have answered."""
        return not state.asks


def passed_events(state: RoundState, rules: Ruleset) -> Iterator[Event]:
    """What the seats that let a win go must live with (漏胡).

    Seats whose answer was not needed any more passed nothing.
    """
    if rules.calls.passed is None:
        return
    for seat in sorted(state.answers):
        ask, command = state.answers[seat]
        if WIN in ask.options and command != WIN:
            yield from rules.calls.passed(state, seat)


def next_in_play(state: RoundState, seat: Seat) -> Seat:
    """The next seat after this one that has not left the hand."""
    return next((s for s in AFTER[seat] if not state.seats[s].out), seat)
