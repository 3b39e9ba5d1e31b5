"""The doublings of the parlour rules (rulebook/parlour.md, second table) and the waits that some of them ask about."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules.patterns import has_fact, is_seven_pairs, is_standard, parts
from rules.readings import Group, GroupKind
from rules.ruleset import Pattern
from rules.score import DEALER_ITEM, Breakdown, Unit
from rules.tiles import RANK_OF, Tile, tile
from rules.wall import COPIES
from rules.win import Tray, WinContext

_UNVALUED: Final = Breakdown((), 0, Unit.TIMES)
_FIVE: Final = tile(0, 5)
_AROUND_FIVE: Final = (tile(0, 4), _FIVE, tile(0, 6))
_STRAIGHTS: Final = tuple(
    frozenset((tile(suit, low), tile(suit, low + 1), tile(suit, low + 2)) for low in (1, 4, 7)) for suit in range(3)
)


def winning_kinds(context: WinContext) -> list[Tile]:
    """The ordinary faces that would have completed the hand before its winning tile came.

    Kinds of which the winner held all four, and those that a gate of the shape forbids, are none.
    """
    state, seat = context.state, context.seat
    came = context.tile if context.self_drawn else None
    held = Tray(state, seat, without=came).raw
    melded = [tile for meld in context.melds for tile in meld.tiles]
    return [
        kind
        for kind in context.rules.tiles.kinds
        if kind not in state.wilds and held[kind] + melded.count(kind) < COPIES and _completes(context, kind, came)
    ]


def _completes(context: WinContext, kind: Tile, came: Tile | None) -> bool:
    """Whether this kind, instead of the one that came, would have made a hand of an allowed shape."""
    winning = context.rules.winning
    instead = replace(context, tile=kind, tray=Tray(context.state, context.seat, extra=kind, without=came))
    return any(
        not any(gate(instead.read_as(arrangement), _UNVALUED) for gate in winning.shape_gates)
        for shape in winning.shapes
        if shape.fits(instead)
        for arrangement in shape.arrangements(instead)
    )


def _dealer(context: WinContext) -> bool:
    """庄: winner or payer deals; on a self-draw one of them always does."""
    return context.self_drawn or context.state.dealer in (context.seat, context.loser)


def _concealed_hand(context: WinContext) -> bool:
    """不开门, 门前清: nothing but concealed kongs is laid out; seven pairs imply it."""
    return not is_seven_pairs(context) and not any(meld.exposed for meld in context.melds)


def has_wild(context: WinContext) -> bool:
    """Whether a wild is in the winning hand; one that is used as its own face is a wild."""
    return context.tray.wilds > 0


def is_straight(context: WinContext) -> bool:
    """一条龙: 123 456 789 of one suit among the melds, in hand or called."""
    found = set(parts(context))
    return any(straight <= found for straight in _STRAIGHTS)


def _no_wild(context: WinContext) -> bool:
    """无混儿; pure straight and seven pairs have their own."""
    return not has_wild(context) and not is_seven_pairs(context) and not is_straight(context)


def _luxury(context: WinContext) -> bool:
    """豪华: seven pairs with four equal tiles, stand-ins included; counts once."""
    tiles = context.arrangement.tiles
    return is_seven_pairs(context) and any(tiles.count(tile) >= COPIES for tile in tiles)


def _catch_five(context: WinContext) -> bool:
    """捉五魁: a real 5m, the only winning tile, into 46m."""
    return (
        context.tile == _FIVE
        and _FIVE not in context.state.wilds
        and any(group.tiles == _AROUND_FIVE for group in context.arrangement.groups)
        and winning_kinds(context) == [_FIVE]
    )


def _open_self_draw(context: WinContext) -> bool:
    """明自摸: self-drawn, not on the replacement tile of a kong."""
    return context.self_drawn and "kong_draw" not in context.facts


def _narrow_wait_self_draw(context: WinContext) -> bool:
    """边砍吊自摸: self-drawn on the one winning kind, at the edge, in the middle, or as the pair."""
    arrangement = context.arrangement
    return (
        context.self_drawn
        and is_standard(context)
        and (arrangement.pair == context.tile or any(_narrow(group, context.tile) for group in arrangement.groups))
        and winning_kinds(context) == [context.tile]
    )


def _narrow(group: Group, came: Tile) -> bool:
    """The middle of a sequence (honour runs too), 3 into 12, 7 into 89."""
    if group.kind is not GroupKind.CHOW or came not in group.tiles:
        return False
    place = group.tiles.index(came)
    return place == 1 or (place, RANK_OF[came]) in ((2, 3), (0, 7))


def _doublings_without_wild(context: WinContext) -> int:
    return 1 if has_wild(context) else 2


DEALER: Final = Pattern(DEALER_ITEM, 2, _dealer)
CONCEALED_HAND: Final = Pattern("concealed_hand", 2, _concealed_hand)
NO_WILD: Final = Pattern("no_wild", 2, _no_wild)
PURE_STRAIGHT: Final = Pattern("pure_straight", 2, lambda c: _doublings_without_wild(c) if is_straight(c) else 0)
SEVEN_PAIRS: Final = Pattern("seven_pairs", 2, is_seven_pairs)
SEVEN_PAIRS_BEST_WITHOUT_WILD: Final = Pattern(
    "seven_pairs", 2, lambda c: _doublings_without_wild(c) if is_seven_pairs(c) else 0
)
LUXURY: Final = Pattern("luxury", 2, _luxury)
KONG_DRAW: Final = Pattern("kong_draw", 2, has_fact("kong_draw"))
CATCH_FIVE: Final = Pattern("catch_five", 2, _catch_five)
NARROW_WAIT_SELF_DRAW: Final = Pattern("narrow_wait_self_draw", 2, _narrow_wait_self_draw)
OPEN_SELF_DRAWS: Final = {
    "declared": Pattern("open_self_draw", 2, lambda c: _open_self_draw(c) and "declared_ready" in c.facts),
    "any": Pattern("open_self_draw", 2, _open_self_draw),
}
"""明自摸 by the values of the option `open_self_draw`."""
