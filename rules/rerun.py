"""Running a recorded hand again from its deal and its answers, and comparing every event."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from rules.errors import IllegalCommand, LogError
from rules.events import Answered, Buried, Cause, Event, Rolled, RoundStarted, WallBuilt
from rules.round import Deal, Round
from rules.ruleset import Ruleset


def deal_of(log: Sequence[Event]) -> Deal:
    """The deal that a recorded hand started from.

    Raises LogError when the log does not begin like a hand.
    """
    match list(log[:3]):
        case [RoundStarted() as started, WallBuilt(tiles), Rolled(dice)]:
            gone = tuple(e.at for e in takewhile(lambda e: isinstance(e, Buried), log[3:]) if isinstance(e, Buried))
            return Deal(
                started.variant, started.options, tiles, dice, started.number, started.dealer, started.streak, gone
            )
        case _:
            raise LogError("a hand starts with RoundStarted, WallBuilt and Rolled")


def rerun(rules: Ruleset, log: Sequence[Event]) -> Round:
    """The hand played again by its recorded answers; its log equals the recorded one event by event.

    A log may end anywhere, also between two events of one step: what must follow without an answer follows, and the
    hand goes on from there. Nothing is ever dealt again.

    Raises LogError naming the first event that differs, or the answer that the rules refuse.
    """
    hand = Round(rules, deal_of(log))
    for number, event in enumerate(log, 1):
        if not isinstance(event, Answered) or event.cause is Cause.FORCED:
            continue
        _compare(hand.log, log[: number - 1])
        try:
            hand.submit(event.seat, event.command, event.cause)
        except IllegalCommand as error:
            raise LogError(f"event {number}: {error}") from error
    _compare(hand.log, log)
    return hand


def _compare(again: Sequence[Event], recorded: Sequence[Event]) -> None:
    for number, (ours, theirs) in enumerate(zip(again, recorded, strict=False), 1):
        if ours != theirs:
            raise LogError(f"event {number} differs: recorded {theirs}, played again {ours}")
    if len(recorded) > len(again):
        raise LogError(f"event {len(again) + 1} does not follow from the answers: {recorded[len(again)]}")
