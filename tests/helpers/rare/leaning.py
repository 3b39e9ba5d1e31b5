"""Hands from walls that lean towards rare situations: chance with a purpose, the same in every run.

A table is drawn by a plan, which says what some places of the wall hold; the rest is filled at random, and so are
options, dealer and tempers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.bots import Chooser, seeded_chooser
from rules.cases.fields import Fields
from rules.cases.rigging import Start, rigged_round
from rules.events import Cause
from rules.options import remaining
from rules.rerun import deal_of
from rules.round import Round
from rules.ruleset import Variant
from rules.seats import SEATS, Seat
from rules.simulate import Watch
from rules.variants import variant
from tests.helpers.rare.biased import Temper, biased
from tests.helpers.rare.draft import draft_of
from tests.helpers.rare.plans import PLANS


def _options(choose: Chooser, known: Variant) -> tuple[tuple[str, str], ...]:
    """The defaults at every other table, else any value of each option."""
    if choose(2):
        return tuple(known.choose({}).items())
    return tuple((option.key, option.values[choose(len(option.values))]) for option in known.options)


def leaning_hand(key: str, number: int) -> Round:
    """The hand of this number, played to its end by biased players, every law checked at every event.

    Raises CheckFailed.
    """
    choose = seeded_chooser(b"leaning " + key.encode(), number)
    known = variant(key)
    options = _options(choose, known)
    start = Start(known, options, known.rules(dict(options)), dealer=choose(4), streak=choose(3))
    draft = draft_of(start.rules, choose, start.dealer)
    PLANS[number % len(PLANS)](draft)
    hand = rigged_round(start, draft.rig(), Fields({}, f"{key} {number}"))
    _play(hand, draft.tempers, choose)
    return hand


def _play(hand: Round, tempers: Mapping[Seat, Temper], choose: Chooser) -> None:
    watch = Watch(deal_of(hand.log))
    leaving = (4, 4, 12, 30)[choose(4)] if choose(3) == 0 else -1
    while True:
        watch.follow(hand)
        if hand.over:
            return
        if remaining(hand.state, hand.rules) <= leaving and (leaver := _leaver(hand, choose)) is not None:
            leaving = -1
            hand.leave(leaver)
            continue
        seat, ask = next(iter(hand.asks.items()))
        hand.submit(seat, biased(tempers[seat], hand.state.masked(seat), hand.rules, ask, choose), Cause.BOT)


def _leaver(hand: Round, choose: Chooser) -> Seat | None:
    """Who leaves the table: one who has won, if there is one and he may."""
    seats = [seat for seat in SEATS if hand.may_leave(seat)]
    won = [seat for seat in seats if hand.state.seats[seat].out]
    return (won or seats)[choose(len(won or seats))] if seats else None


def leaning_hands(key: str, count: int) -> Iterator[Round]:
    """The first hands of a variant's series."""
    return (leaning_hand(key, number) for number in range(count))
