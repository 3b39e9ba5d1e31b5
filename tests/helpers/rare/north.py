"""Rare situations of the parlour rules: rulebook/parlour.md."""

from __future__ import annotations

from rules.analysis import pack
from rules.commands import WIN
from rules.events import (
    Discarded,
    Drew,
    Melded,
    Paid,
    Shown,
    Stage,
    Won,
)
from rules.melds import KongKind, MeldKind
from rules.readings import readings
from rules.tiles import HONOURS, SUIT_OF, count_tiles
from rules.win import MELDS_IN_A_HAND
from tests.helpers.rare.played import Played
from tests.helpers.rare.telling import Shows


def wild_thrown(hand: Played) -> bool:
    return any(event.tile in hand.state.wilds for event in hand.events(Discarded))


def second_call_after_kong(hand: Played) -> bool:
    """Two chows or pongs, which only a kong between them allows."""
    for owner in hand.state.seats:
        if sum(meld.kong is None or meld.kong is KongKind.ADDED for meld in owner.melds) > 1:
            return True
    return False


def three_wilds_won(hand: Played) -> bool:
    return any(sum(t in hand.state.wilds for t in (*win.hand, win.tile)) >= 3 for win in hand.wins)


def false_win(*stages: Stage) -> Shows:
    def shows(hand: Played) -> bool:
        marked = {seat for seat, _ in hand.marked("false_win")}
        won = {win.seat for win in hand.wins}
        return any(d.stage in stages and d.command == WIN and d.ask.seat in marked - won for d in hand.decisions)

    return shows


def others_go_on_after_false_win(hand: Played) -> bool:
    """A discard that a false win was declared on, called or won on by another seat."""
    return any(isinstance(e, Melded | Won) and _false_win_just_before(hand, p) for p, e in enumerate(hand.log))


def _false_win_just_before(hand: Played, place: int) -> bool:
    for event in reversed(hand.log[:place]):
        if isinstance(event, Discarded | Drew):
            return False
        if isinstance(event, Paid):
            return event.transfers[0].reason == "false_win"
    return False


def declared_ready(hand: Played) -> bool:
    return any(event.why == "ready" for event in hand.events(Shown))


def kongs_in_the_win(hand: Played) -> bool:
    return any(f.name.endswith("_kong") for t in hand.paid("win") for f in t.factors)


def loser_paid_for_kongs(hand: Played) -> bool:
    return bool({t.payee for t in hand.paid("kong")} - {win.seat for win in hand.wins})


def run_chowed(*kinds: int) -> Shows:
    """An honour run laid open that holds one of these kinds."""
    return lambda hand: any(
        event.meld.kind is MeldKind.CHOW
        and any(SUIT_OF[t] == HONOURS for t in event.meld.tiles)
        and set(kinds) & set(event.meld.tiles)
        for event in hand.events(Melded)
    )


def run_in_hand(hand: Played) -> bool:
    """A win whose concealed tiles are complete only because runs of honours are sequences."""
    for win in hand.wins:
        needed = MELDS_IN_A_HAND - len(hand.state.seats[win.seat].melds)
        codes = pack(count_tiles((*win.hand, win.tile)))
        if readings(codes, needed, 0, True) and not readings(codes, needed, 0, False):
            return True
    return False
