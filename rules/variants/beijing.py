"""Beijing mahjong (北京麻将): the basic rules (基本打法) and the new ones (新规打法). rulebook/parlour.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.commands import Chow, Pong
from rules.events import Event, Paid, Stage, Staged
from rules.flow import STANDARD_FLOW
from rules.goals import PairsGoal, StandardGoal
from rules.melds import KongKind, Meld, MeldKind
from rules.patterns.parlour import (
    CATCH_FIVE,
    CONCEALED_HAND,
    DEALER,
    KONG_DRAW,
    LUXURY,
    NO_WILD,
    PURE_STRAIGHT,
    SEVEN_PAIRS,
    SEVEN_PAIRS_BEST_WITHOUT_WILD,
)
from rules.policies import facts
from rules.policies.parlour import (
    HIDE_CONCEALED_KONG,
    OPEN_SELF_DRAW,
    Stakes,
    multiplied,
    scoring,
    with_open_self_draw,
)
from rules.ruleset import NO_YES, CallRules, Lengths, Option, Options, Ruleset, Summary, TileRules, Variant, WinRules
from rules.score import Breakdown, pay, plus
from rules.seats import AFTER, Seat
from rules.shapes import SevenPairs, StandardShape
from rules.state import RoundState
from rules.steps.free_wins import with_free_wins
from rules.steps.opening import Deal, TurnUpWild
from rules.tiles import ALL_TILES, EAST, HONOURS, NORTH, RED, WHITE, Tile, tile
from rules.win import WinContext

STAKES = Stakes(base=1, exposed_kong=2, concealed_kong=4)
STAKES_NEW = Stakes(base=5, exposed_kong=5, concealed_kong=10)
FOUR_WILDS = "four_wilds"
FOUR_WILDS_POINTS = 40
ALL_WILDS: Final = 4
SELF_DRAW_ONLY_WILDS: Final = 3
TAIL = -1
_CIRCLES: Final = (*((tile(suit, 1), tile(suit, 9)) for suit in range(HONOURS)), (EAST, NORTH), (RED, WHITE))


# ---- the wild (混儿) ------------------------------------------------------------------------------------------------


def next_in_circle(indicator: Tile) -> Tile:
    """The tile after the one turned up: 1-9, 东南西北 and 中发白 each in a circle."""
    first, last = next((first, last) for first, last in _CIRCLES if first <= indicator <= last)
    return first if indicator == last else Tile(indicator + 1)


def _threw_wild(context: WinContext, breakdown: Breakdown) -> str | None:
    """发混儿不许胡: a thrown wild is never claimed, so it lies in its thrower's river."""
    river = context.state.seats[context.seat].river
    return "threw_wild" if any(tile in context.state.wilds for tile in river) else None


def _three_wilds(context: WinContext, breakdown: Breakdown) -> str | None:
    """三张混儿只许自摸."""
    held = context.tray.wilds >= SELF_DRAW_ONLY_WILDS
    return "three_wilds_self_draw_only" if held and not context.self_drawn else None


def _four_wilds(state: RoundState, event: Staged, rules: Ruleset) -> Iterator[Event]:
    """四张混: whoever holds all four at his own turn is paid by each other player, once."""
    seat = event.seat
    held = sum(state.seats[seat].hand.counts[wild] for wild in state.wilds)
    if event.stage is not Stage.TURN or held < ALL_WILDS or _four_wilds_paid(state):
        return
    yield Paid(tuple(pay(other, seat, FOUR_WILDS, plus(FOUR_WILDS, FOUR_WILDS_POINTS)) for other in AFTER[seat]))


def _four_wilds_paid(state: RoundState) -> bool:
    return any(transfer.reason == FOUR_WILDS for batch in state.ledger for transfer in batch)


# ---- limits ---------------------------------------------------------------------------------------------------------


def _called(meld: Meld) -> bool:
    """A chow, or a pong, which it still is after it became an added kong."""
    return meld.kind is not MeldKind.KONG or meld.kong is KongKind.ADDED


def _call_limit(state: RoundState, rules: Ruleset, seat: Seat, command: Chow | Pong) -> str | None:
    """吃、碰一口，开杠可以再吃碰一口."""
    melds = state.seats[seat].melds
    allowed = 1 + sum(meld.kong is not None for meld in melds)
    return "call_limit" if sum(map(_called, melds)) >= allowed else None


def _called_self_draw_only(context: WinContext, breakdown: Breakdown) -> str | None:
    """吃碰后点炮不能胡; a robbed kong is a discard, and kongs alone do not bar."""
    called = any(map(_called, context.melds))
    return "called_self_draw_only" if called and not context.self_drawn else None


# ---- the variants ---------------------------------------------------------------------------------------------------


def _rules(options: Options) -> Ruleset:
    """The basic rules, without the option `free_declaration`."""
    return Ruleset(
        tiles=TileRules(ALL_TILES, reserve=lambda state: 0, wild=next_in_circle),
        opening=(Deal(), TurnUpWild(lambda state: TAIL)),
        calls=CallRules(
            chow=True,
            hide_concealed_kong=options["hide_concealed_kong"] == "yes",
            gates={Chow: (_call_limit,), Pong: (_call_limit,)},
        ),
        flow=STANDARD_FLOW,
        winning=WinRules(
            shapes=(StandardShape(), SevenPairs()),
            patterns=(
                DEALER,
                CONCEALED_HAND,
                NO_WILD,
                PURE_STRAIGHT,
                SEVEN_PAIRS_BEST_WITHOUT_WILD,
                LUXURY,
                KONG_DRAW,
                CATCH_FIVE,
            ),
            combine=multiplied,
            gates=(_threw_wild, _three_wilds, _called_self_draw_only),
            facts={"kong_draw": facts.kong_draw},
            goals=(StandardGoal(), PairsGoal()),
        ),
        scoring=replace(scoring(STAKES), reactions={Staged: (_four_wilds,)}),
        summary=Summary(
            demands=("call_limit", "called_self_draw_only", "threw_wild", "three_wilds_self_draw_only"),
            extras=("four_wilds", "dealer_stakes"),
            kongs="kongs_at_end",
        ),
    )


def _with_free_declaration(rules: Ruleset, options: Options) -> Ruleset:
    return with_free_wins(rules) if options["free_declaration"] == "yes" else rules


def build(options: Options) -> Ruleset:
    """The basic rules."""
    return _with_free_declaration(_rules(options), options)


def build_new(options: Options) -> Ruleset:
    """The new rules: larger stakes, fewer doublings, nothing for many wilds; 明自摸 doubles."""
    basic = _rules(options)
    winning = replace(
        basic.winning,
        patterns=(DEALER, CONCEALED_HAND, SEVEN_PAIRS, KONG_DRAW),
        gates=(_threw_wild, _called_self_draw_only),
    )
    summary = replace(
        basic.summary, demands=("call_limit", "called_self_draw_only", "threw_wild"), extras=("dealer_stakes",)
    )
    rules = replace(basic, winning=winning, scoring=scoring(STAKES_NEW), summary=summary)
    return _with_free_declaration(with_open_self_draw(rules, options["open_self_draw"]), options)


FREE_DECLARATION = Option("free_declaration", NO_YES)

VARIANTS = (
    Variant(
        "beijing",
        "beijing",
        (FREE_DECLARATION, HIDE_CONCEALED_KONG),
        build,
        Lengths(rounds=(1, 4)),
        wild_name="混",
    ),
    Variant(
        "beijing_new",
        "beijing",
        (FREE_DECLARATION, OPEN_SELF_DRAW, HIDE_CONCEALED_KONG),
        build_new,
        Lengths(rounds=(1, 4)),
        wild_name="混",
    ),
)
