"""Running a recorded hand again from its deal and its answers, and comparing every event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from rules.errors import IllegalCommand, LogError
from rules.events import Answered, Buried, Cause, Event, Left, Marked, Rolled, RoundStarted, WallBuilt
from rules.round import Deal, Round
from rules.ruleset import Ruleset

T = TypeVar("T")


def deal_of(log: Sequence[Event]) -> Deal:
    """The deal that a recorded hand started from.

    Raises LogError when the log does not begin like a hand.
    """
    carried = tuple(_leading(Marked, log[1:]))
    rest = log[1 + len(carried) :]
    match [*log[:1], *rest[:2]]:
        case [RoundStarted(variant, options, number, dealer, streak), WallBuilt(tiles), Rolled(dice)]:
            gone = tuple(event.at for event in _leading(Buried, rest[2:]))
            return Deal(variant, options, tiles, dice, number, dealer, streak, gone, carried)
        case _:
            raise LogError("a hand starts with RoundStarted, WallBuilt and Rolled")


def _leading(kind: type[T], events: Sequence[Event]) -> Iterator[T]:
    """The events of one kind that some events begin with."""
    for event in events:
        if not isinstance(event, kind):
            return
        yield event


def rerun(rules: Ruleset, log: Sequence[Event]) -> Round:
    """The hand played again by what its players did; its log equals the recorded one event by event.

    A log may end anywhere, also between two events of one step: what must follow without an answer follows, and the
    hand goes on from there. Nothing is ever dealt again.

    Raises LogError naming the first event that differs, or the answer or leaving that the rules refuse.
    """
    hand = Round(rules, deal_of(log))
    for number, event in enumerate(log, 1):
        if not from_a_player(event):
            continue
        _compare(hand.log, log[: number - 1])
        try:
            do_again(hand, event)
        except IllegalCommand as error:
            raise LogError(f"event {number}: {error}") from error
    _compare(hand.log, log)
    return hand


def from_a_player(event: Event) -> bool:
    """Whether an event came from outside: an answer, or somebody leaving. All others follow by themselves."""
    return isinstance(event, Left) or (isinstance(event, Answered) and event.cause is not Cause.FORCED)


def do_again(hand: Round, event: Event) -> None:
    """Do in a hand what a player did, by its event.

    Raises IllegalCommand when the rules refuse it.
    """
    match event:
        case Answered():
            hand.submit(event.seat, event.command, event.cause)
        case Left():
            hand.leave(event.seat)


def _compare(again: Sequence[Event], recorded: Sequence[Event]) -> None:
    for number, (ours, theirs) in enumerate(zip(again, recorded, strict=False), 1):
        if ours != theirs:
            raise LogError(f"event {number} differs: recorded {theirs}, played again {ours}")
    if len(recorded) > len(again):
        raise LogError(f"event {len(again) + 1} does not follow from the answers: {recorded[len(again)]}")
