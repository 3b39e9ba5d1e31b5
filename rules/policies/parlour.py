"""How the parlour rules pay (rulebook/parlour.md): base times two for each doubling, and the kongs of the hand.

A self-draw is paid by all three, a discard by its thrower alone. Kongs go with the win (杠随胡), or each is paid by
the three others once somebody has won; on a drawn hand no kong is paid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import prod

from rules.events import Event, Paid, Won
from rules.melds import KongKind
from rules.patterns.parlour import DEALER, OPEN_SELF_DRAWS
from rules.policies.claims import after_discarder
from rules.policies.dealers import dealer_holds_or_passes
from rules.policies.payments import KONG, pays_nothing
from rules.ruleset import NO_YES, Option, Ruleset, ScoreRules
from rules.score import Breakdown, Factor, ScoreItem, Unit, pay, plus, times
from rules.seats import AFTER, SEATS, Seat
from rules.state import RoundState
from rules.steps.open_ready import with_open_ready
from rules.values import value
from rules.win import WinContext

HIDE_CONCEALED_KONG = Option("hide_concealed_kong", NO_YES)
OPEN_SELF_DRAW = Option("open_self_draw", ("declared", "any"))


@value
class Stakes:
    """Points of a plain win (平胡), an exposed or added kong (明杠), and a concealed one (暗杠)."""

    base: int
    exposed_kong: int
    concealed_kong: int

    def kongs(self, state: RoundState, seat: Seat) -> list[Factor]:
        """What each kong of a seat is worth, in the order made."""
        return [
            plus(f"{meld.kong}_kong", self.concealed_kong if meld.kong is KongKind.CONCEALED else self.exposed_kong)
            for meld in state.seats[seat].melds
            if meld.kong is not None
        ]


def multiplied(context: WinContext, items: Sequence[ScoreItem]) -> Breakdown:
    """Each pattern doubles, some twice; the headline leaves out the dealer where only one payer doubles for him."""
    counted = tuple(ScoreItem(item.name, item.value**item.count) for item in items)
    for_all = not context.self_drawn or context.seat == context.state.dealer
    return Breakdown(counted, prod(i.value for i in counted if for_all or i.name != DEALER.name), Unit.TIMES)


def _doubled(stakes: Stakes, state: RoundState, win: Won, payer: Seat) -> list[Factor]:
    """Base and doublings of one payer; the dealer's counts where he is the winner or this payer."""
    deals = state.dealer in (payer, win.seat)
    doublings = [times(item.name, item.value) for item in win.breakdown.items if deals or item.name != DEALER.name]
    return [plus("base", stakes.base), *doublings]


def _payers(win: Won) -> tuple[Seat, ...]:
    return AFTER[win.seat] if win.loser is None else (win.loser,)


def kongs_with_the_win(stakes: Stakes, state: RoundState, rules: Ruleset) -> Iterator[Event]:
    """杠随胡: whoever pays the win pays the winner's kongs in full, undoubled; other kongs count for nothing."""
    win = state.wins[-1]
    kongs = stakes.kongs(state, win.seat)
    yield Paid(tuple(pay(p, win.seat, "win", *_doubled(stakes, state, win, p), *kongs) for p in _payers(win)))


def kongs_of_everybody(stakes: Stakes, state: RoundState, rules: Ruleset) -> Iterator[Event]:
    """The win, then every kong of every seat, each paid by the three others."""
    win = state.wins[-1]
    yield Paid(tuple(pay(p, win.seat, "win", *_doubled(stakes, state, win, p)) for p in _payers(win)))
    kongs = {seat: stakes.kongs(state, seat) for seat in SEATS}
    paid = tuple(pay(payer, seat, KONG, *kongs[seat]) for seat in SEATS if kongs[seat] for payer in AFTER[seat])
    if paid:
        yield Paid(paid)


def scoring(
    stakes: Stakes, settle: Callable[[Stakes, RoundState, Ruleset], Iterator[Event]] = kongs_of_everybody
) -> ScoreRules:
    """One winner; the dealer stays on his win or a draw."""
    return ScoreRules(
        settle=partial(settle, stakes),
        exhausted=pays_nothing,
        next_dealer=dealer_holds_or_passes,
        play_on=lambda state: False,
        several_winners=False,
        winner_order=after_discarder,
    )


def with_open_self_draw(rules: Ruleset, choice: str) -> Ruleset:
    """The same rules with 明自摸: after a declaration of ready only (`declared`), or on every self-draw (`any`)."""
    doubled = replace(
        rules, winning=replace(rules.winning, patterns=(*rules.winning.patterns, OPEN_SELF_DRAWS[choice]))
    )
    return with_open_ready(doubled) if choice == "declared" else doubled
