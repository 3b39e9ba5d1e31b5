"""Rare situations of Yunnan, Sichuan, Shaanxi and Wuhan: rulebook/yunnan.md, sichuan.md, shaanxi.md, wuhan.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from rules.commands import WIN
from rules.events import (
    Discarded,
    Drew,
    Exhausted,
    Left,
    Melded,
    SeatOut,
    SecretMarked,
    Stage,
    WildRevealed,
    WinSource,
    Won,
)
from rules.evolve import fold
from rules.melds import KongKind
from rules.tiles import RED, Tile
from tests.helpers.rare.played import Played
from tests.helpers.rare.telling import Shows


def ten_honours(won: bool) -> Shows:
    return lambda hand: any(d.stage is Stage.UNCLAIMED and (d.command == WIN) == won for d in hand.decisions)


def ten_honours_again(hand: Played) -> bool:
    asked = Counter(d.ask.seat for d in hand.decisions if d.stage is Stage.UNCLAIMED)
    return any(count > 1 for count in asked.values())


def turned_up_taken(hand: Played) -> bool:
    return bool(hand.marked("turned_up"))


def turned_up_choice(hand: Played) -> bool:
    return any(d.stage is Stage.KONG_DRAW and len(d.ask.options) > 3 for d in hand.decisions)


def kong_transfers(count: int) -> Shows:
    """杠上炮 that hands a kong's income over to so many winners."""
    return lambda hand: len(hand.paid("kong_transfer")) >= count


def transfer_after_chain(hand: Played) -> bool:
    thrown = {seat for seat, kongs, event in hand.chains() if kongs > 1 and isinstance(event, Discarded)}
    return any(t.payer in thrown for t in hand.paid("kong_transfer"))


def refund_to_winner(hand: Played) -> bool:
    return any(hand.state.seats[t.payee].out for t in hand.paid("kong_refund"))


def pig_with_refund(hand: Played) -> bool:
    return bool({t.payer for t in hand.paid("pig")} & {t.payer for t in hand.paid("kong_refund")})


def roots(count: int) -> Shows:
    return lambda hand: any(win.breakdown.names().count("root") >= count for win in hand.wins)


def out(count: int) -> Shows:
    return lambda hand: len(hand.events(SeatOut)) >= count and not hand.events(Left)


def drawn_after_wins(hand: Played) -> bool:
    return bool(hand.wins) and bool(hand.events(Exhausted))


def escaped(by_winner: bool) -> Shows:
    return lambda hand: any(fold(hand.log[:p]).seats[e.seat].out == by_winner for p, e in _leavings(hand))


def _leavings(hand: Played) -> Iterator[tuple[int, Left]]:
    return ((place, event) for place, event in enumerate(hand.log) if isinstance(event, Left))


def escape_at_the_end(hand: Played) -> bool:
    return any(hand.left[place] <= 4 for place, _ in _leavings(hand))


def winner_forfeits(hand: Played) -> bool:
    return any("won" in {f.name for f in t.factors} for t in hand.paid("escape"))


def goes_on_after_leaving(hand: Played) -> bool:
    return any(isinstance(event, Drew) for place, _ in _leavings(hand) for event in hand.log[place:])


def flush_dealt_to_two(hand: Played) -> bool:
    return len(hand.marked("flush_deal")) > 1


def far_sight_none(hand: Played) -> bool:
    return any(e.key == "far_sight" and str(e.value).endswith("none") for e in hand.events(SecretMarked))


def carried_bar(hand: Played) -> bool:
    """A passed win whose bar is lifted by the next draw."""
    marks = [event for event in hand.events(SecretMarked) if event.key == "passed_win"]
    return any(event.value is not None for event in marks) and any(event.value is None for event in marks)


def passed_two_kinds(hand: Played) -> bool:
    bars = [str(event.value) for event in hand.events(SecretMarked) if event.key == "passed_win" and event.value]
    return any(sum(letter.isdigit() for letter in bar) > 1 for bar in bars)


def bar_lifted_by_call(hand: Played) -> bool:
    return any(
        isinstance(before, Melded) and isinstance(event, SecretMarked) and event.key == "passed_win"
        for _, before, event in hand.neighbours()
    )


def drawn_with_kongs(*kongs: int) -> Shows:
    """荒庄 with so many kongs on the table."""

    def shows(hand: Played) -> bool:
        made = sum(meld.kong is not None for owner in hand.state.seats for meld in owner.melds)
        return hand.state.drawn_out and made in kongs

    return shows


def knitted_called(hand: Played) -> bool:
    return any("knitted_straight" in w.breakdown.names() and hand.state.seats[w.seat].melds for w in hand.wins)


def solo(tiles: Callable[[Played], tuple[Tile, ...]]) -> Shows:
    return lambda hand: any(e.meld.kong is KongKind.SOLO and e.meld.tile in tiles(hand) for e in hand.events(Melded))


def solo_after_call(hand: Played) -> bool:
    """A red dragon or laizi thrown right after a chow or pong."""
    return any(before.meld.kong is None and solo.meld.kong is KongKind.SOLO for before, solo in _melds_in_a_row(hand))


def _melds_in_a_row(hand: Played) -> Iterator[tuple[Melded, Melded]]:
    laid = [event for event in hand.log if isinstance(event, Melded | Discarded | Drew)]
    for before, event in zip(laid, laid[1:], strict=False):
        if isinstance(before, Melded) and isinstance(event, Melded):
            yield before, event


def plain_red_discard(hand: Played) -> bool:
    return any(event.tile in (RED, *hand.state.wilds) for event in hand.events(Discarded))


def liable(why: Callable[[Won], bool]) -> Shows:
    return lambda hand: bool(hand.paid("liability")) and any(map(why, hand.wins))


def robbed(win: Won) -> bool:
    return win.source is WinSource.ROB_KONG


def fed_all_called(win: Won) -> bool:
    return "caller_not_ready" in win.facts and win.source is WinSource.DISCARD


def fed_third(win: Won) -> bool:
    return not robbed(win) and not fed_all_called(win)


def red_turned_up(hand: Played) -> bool:
    return any(event.indicator == RED for event in hand.events(WildRevealed))


def last_draws_to_the_end(hand: Played) -> bool:
    return any(isinstance(e, Drew) and hand.left[p] == 1 for p, e in enumerate(hand.log)) and hand.state.drawn_out
