"""Rare situations of Lishui and Changsha: rulebook/lishui.md, changsha.md."""

from __future__ import annotations

from collections.abc import Iterator

from rules.commands import WIN
from rules.events import (
    Flipped,
    Melded,
    Paid,
    Stage,
    WildRevealed,
    Won,
)
from rules.melds import MeldKind
from rules.seats import Seat
from rules.tiles import WHITE
from tests.helpers.rare.played import Played
from tests.helpers.rare.telling import Shows


def float_lost(hand: Played) -> bool:
    marks = hand.marked("floats")
    return any(before[0] == after[0] and after[1] is None for before, after in zip(marks, marks[1:], strict=False))


def followed_and_claimed(hand: Played) -> bool:
    for _, before, event in hand.neighbours():
        followed = isinstance(before, Paid) and before.transfers[0].reason == "followed"
        if followed and isinstance(event, Melded | Won):
            return True
    return False


def both_liable(hand: Played) -> bool:
    return len({t.payer for t in hand.paid("liability")}) > 1


def fed_winner(hand: Played) -> bool:
    return any("reverse_liability" not in {f.name for f in t.factors} for t in hand.paid("liability"))


def robbed_konger_pays_all(hand: Played) -> bool:
    return any(len(t) == 3 and len({x.payer for x in t}) == 1 and t[0].reason == "win" for t in hand.state.ledger)


def window_without_float(hand: Played) -> bool:
    shut = [seat for seat, given in hand.marked("float_window") if given]
    return len(shut) > len([seat for seat, given in hand.marked("floats") if given])


def kong_in_window(hand: Played) -> bool:
    """A concealed or added kong while a thrown caishen keeps everybody from calling."""
    shut: set[Seat | None] = set()
    for event in hand.log:
        if getattr(event, "key", None) == "float_window":
            seat = getattr(event, "seat", None)
            shut = shut | {seat} if getattr(event, "value", None) else shut - {seat}
        if isinstance(event, Melded) and shut and event.meld.kong is not None:
            return True
    return False


def white_chowed(hand: Played) -> bool:
    return any(e.meld.kind is MeldKind.CHOW and WHITE in e.meld.tiles for e in hand.events(Melded))


def white_is_caishen(hand: Played) -> bool:
    return any(WHITE in event.wilds for event in hand.events(WildRevealed))


def openings(hand: Played) -> list[Won]:
    return [win for win in hand.wins if "opening" in win.facts]


def opening(name: str) -> Shows:
    return lambda hand: any(name in win.breakdown.names() for win in openings(hand))


def opening_goes_on(hand: Played) -> bool:
    return bool(hand.paid("opening")) and not openings(hand)


def opening_beside_heavenly(hand: Played) -> bool:
    return any(d.stage is Stage.OPENING and WIN in d.ask.options and len(d.ask.options) > 2 for d in hand.decisions)


def _birds(hand: Played) -> Iterator[tuple[Seat, list[Won]]]:
    for flipped in hand.events(Flipped):
        if flipped.why == "bird":
            yield (hand.state.dealer + (flipped.tile - 1) % 9) % 4, hand.wins


def bird_on(relation: str) -> Shows:
    """The bird sits on the winner, on a payer, or on nobody who pays or is paid."""

    def related(seat: Seat, wins: list[Won]) -> str:
        if any(win.seat == seat for win in wins):
            return "winner"
        return "payer" if any(win.loser in (None, seat) for win in wins) else "bystander"

    return lambda hand: any(len(wins) == 1 and related(seat, wins) == relation for seat, wins in _birds(hand))


def bird_on_one_of_two(hand: Played) -> bool:
    return any(len(wins) > 1 and seat in [win.seat for win in wins] for seat, wins in _birds(hand))


def bird_is_last_drawn(hand: Played) -> bool:
    return any(flipped.why == "bird" and flipped.at is None for flipped in hand.events(Flipped))


def _last_tile_answers(hand: Played) -> list[object]:
    return [given for _, given in hand.marked("last_tile")]


def last_tile_refused_by_all(hand: Played) -> bool:
    return _last_tile_answers(hand) == ["refuse"] * 4


def last_tile_taken_late(hand: Played) -> bool:
    answers = _last_tile_answers(hand)
    return len(answers) > 1 and answers[-1] == "take"


def last_tile_thrown_in_vain(hand: Played) -> bool:
    return "take" in _last_tile_answers(hand) and not hand.wins
