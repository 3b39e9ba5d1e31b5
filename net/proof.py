"""A client checks a hand by itself: deals it from everybody's shares and plays it again by everybody's answers.

What comes out, redacted for its own seat, must be event by event what it was told during the hand.
Source: guides/reliability.md 4.15.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from net.fairdeal import commitment, context_of, seed_of
from rules.errors import RulesError
from rules.events import Event, Marked, Rolled, RoundStarted
from rules.log import decode_all
from rules.rerun import do_again
from rules.round import Deal, Round
from rules.ruleset import Variant
from rules.seats import Seat
from rules.secrecy import view_of
from rules.tiles import NAME_OF
from rules.values import value
from rules.wall import below, random_words, roll, shuffled


class ProofError(RulesError):
    """A hand that was not dealt, or not played, as it was told."""


@value
class Promise:
    """What was known before a hand: the host's commitment, those of the players, and one's own share."""

    table: str
    hand: int
    digest: bytes
    digests: tuple[bytes, ...] = ()
    player: int = -1
    share: bytes = b""


def check(promise: Promise, proof: dict[str, Any], variant: Variant, told: Sequence[Event], seat: Seat | None) -> None:
    """Check the proof of a hand against the promise, and against all that one was told. Raises ProofError."""
    kinds = [NAME_OF[kind] for kind in variant.rules(_options(told)).tiles.kinds]
    if commitment(promise.table, promise.hand, proof["share"], context_of(kinds)) != promise.digest:
        raise ProofError("the host's share is not the one it committed to")
    for digest, share in zip(promise.digests, proof["shares"], strict=True):
        if share and commitment(promise.table, promise.hand, share) != digest:
            raise ProofError("a share is not the one committed to")
    seed = seed_of(promise.table, promise.hand, proof["share"], proof["shares"])
    try:
        hand = Round(variant.rules(_options(told)), _deal(seed, variant, told))
        for event in decode_all(proof["answers"]):
            do_again(hand, event)
    except RulesError as error:
        raise ProofError(f"the answers do not fit the deal: {error}") from error
    if tuple(view_of(hand.log, seat)) != tuple(told):
        raise ProofError("the hand was not dealt or played as it was told")


def _options(told: Sequence[Event]) -> dict[str, str]:
    match told[:1]:
        case [RoundStarted(options=options)]:
            return dict(options)
        case _:
            raise ProofError("the beginning of the hand is not known")


def _deal(seed: bytes, variant: Variant, told: Sequence[Event]) -> Deal:
    """The deal of a seed; what every hand starts from in the open is taken from what was told."""
    start = told[0]
    dice = next((event.dice for event in told if isinstance(event, Rolled)), ())
    carried = []
    for event in told[1:]:
        if not isinstance(event, Marked):
            break
        carried.append(event)
    assert isinstance(start, RoundStarted)
    words = random_words(seed, start.number)
    wall = tuple(shuffled(words, variant.rules(dict(start.options)).tiles.kinds))
    rolled = roll(words, len(dice))
    if rolled != dice and variant.dealer_by_dice:
        rolled = (*rolled, below(words, 6) + 1, below(words, 6) + 1)
        if (sum(rolled[:2]) - 1) % 4 != start.dealer:
            raise ProofError("the dice did not choose this dealer")
        rolled = rolled[2:]
    place = (start.number, start.dealer, start.streak)
    return Deal(start.variant, start.options, wall, rolled, *place, carried=tuple(carried))
