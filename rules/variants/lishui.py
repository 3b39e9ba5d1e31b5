"""Lishui caishen mahjong (丽水茶苑麻将, 财神). rulebook/lishui.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import prod

from rules.commands import Chow, Command, Kong, Pong
from rules.events import Discarded, Drew, Event, Flipped, Marked, Paid, Stage, Staged, WinSource, Won
from rules.flow import STANDARD_FLOW
from rules.goals import PairsGoal, StandardGoal
from rules.judging import NO_SHAPE
from rules.melds import KongKind, MeldKind
from rules.options import remaining
from rules.patterns import all_triplets, full_flush, has_fact, is_seven_pairs, shaped
from rules.patterns.wild_waits import any_tile_wins, waited_on_any_tile
from rules.policies import facts
from rules.policies.claims import after_discarder
from rules.policies.dealers import dealer_holds_or_passes
from rules.ruleset import (
    NO_YES,
    CallRules,
    Gate,
    Lengths,
    Option,
    Options,
    Pattern,
    Ruleset,
    ScoreRules,
    Shape,
    Summary,
    TileRules,
    Variant,
    WinRules,
)
from rules.score import Breakdown, Factor, ScoreItem, Transfer, Unit, amount_of, pay, plus, times
from rules.seats import AFTER, Seat, next_seat, previous_seat
from rules.shapes import SevenPairs, StandardShape
from rules.state import RoundState
from rules.steps.base import Silent
from rules.steps.opening import Deal, TurnUpWild
from rules.tiles import ALL_TILES, WHITE, Tile
from rules.unconnected import REGULAR_UNCONNECTED, UNCONNECTED, Unconnected, UnconnectedGoal, seven_honours
from rules.win import Arrangement, Tray, WinContext

STACK = 2
DEAD_WALL = 18
"""Ten stacks less the caishen's own, which is taken out of the wall."""
CAISHENS_IN_PLAY = 3
LEAST_FROM_DISCARD = 2
FIRST_BASE = 2
FED_MELDS = 3
PENALTY = 2
FLOATS = "floats"
WINDOW = "float_window"
ALONE = "three_caishen_alone"


# ---- wall and caishen -----------------------------------------------------------------------------------------------


def _place_of_indicator(state: RoundState) -> int:
    """The upper tile of the n-th stack from the tail, n being the sum of the dice."""
    return -STACK * sum(state.dice)


def _lower_tile(state: RoundState) -> tuple[int, ...]:
    """The tile under the indicator never comes into play; what remains behind it are whole stacks."""
    return (_place_of_indicator(state) + 1,)


def _white_stands_in(wild: Tile) -> tuple[tuple[Tile, Tile], ...]:
    """白板 plays as the caishen's natural face, unless it is the caishen."""
    return () if wild == WHITE else ((WHITE, wild),)


class LowerTileFirst(Silent):
    """杠: the lower tile of the last stack is the replacement, the upper one is turned up and void."""

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Draw it and turn up the other."""
        yield Drew(state.turn, state.wall[-1], -1, replacement=True)
        yield Flipped(state.wall[-1], "void", -1)
        yield Staged(Stage.TURN, state.turn)


# ---- winning --------------------------------------------------------------------------------------------------------


def _floats(state: RoundState, seat: Seat) -> int:
    floats = state.seats[seat].marks.get(FLOATS, 0)
    return floats if isinstance(floats, int) else 0


def _float_count(context: WinContext) -> int:
    """漂财: floats in a row that still count."""
    return _floats(context.state, context.seat)


def _has_all_caishens(context: WinContext) -> bool:
    return context.tray.wilds + _float_count(context) >= CAISHENS_IN_PLAY


def _three_caishen(from_discard: bool, context: WinContext) -> bool:
    """财神会: all caishens are in the winning hand or were floated; it does not count in a win from a discard."""
    return _has_all_caishens(context) and (from_discard or context.source is not WinSource.DISCARD)


class ThreeCaishenAlone:
    """Option three_caishen_alone: all three caishens win without a shape; `_alone_on_ones_own_draw` says when."""

    def fits(self, context: WinContext) -> bool:
        """Whether all are there, so that a hand that lacks one tile for it is ready."""
        return _has_all_caishens(context)

    def arrangements(self, context: WinContext) -> Iterable[Arrangement]:
        """No reading at all."""
        return (Arrangement(ALONE, ()),)


def _alone_on_ones_own_draw(context: WinContext, breakdown: Breakdown) -> str | None:
    """Without a shape the three caishens win at one's own turn only."""
    return NO_SHAPE if _shapeless(context) and not context.self_drawn else None


def _shapeless(context: WinContext) -> bool:
    return context.arrangement.shape == ALONE


def _flush_with_a_shape(context: WinContext) -> bool:
    return not _shapeless(context) and full_flush(context)


def _shapes(options: Options) -> tuple[Shape, ...]:
    shapes: tuple[Shape, ...] = (StandardShape(), SevenPairs(), Unconnected())
    return (*shapes, ThreeCaishenAlone()) if options["three_caishen_alone"] == "yes" else shapes


def _patterns(options: Options) -> tuple[Pattern, ...]:
    always = (
        Pattern("seven_pairs", 2, is_seven_pairs),
        Pattern(UNCONNECTED, int(options["unconnected_factor"]), shaped(UNCONNECTED)),
        Pattern(REGULAR_UNCONNECTED, 2, shaped(REGULAR_UNCONNECTED)),
        Pattern("seven_honours", 2, seven_honours),
        Pattern("lone_wait", 2, lambda context: context.tray.needed == 0),
        Pattern("caishen_head", 2, waited_on_any_tile),
        Pattern("three_caishen", 2, partial(_three_caishen, options["three_caishen_discard"] == "yes")),
        Pattern("caishen_float", 2, _float_count),
        Pattern("kong_draw", 2, has_fact("kong_draw")),
        Pattern("rob_kong", 2, has_fact("rob_kong")),
    )
    by_option = (
        Pattern("all_triplets", int(options["all_triplets"]), all_triplets),
        Pattern("full_flush", int(options["full_flush"]), _flush_with_a_shape),
    )
    return (*always, *(pattern for pattern in by_option if pattern.value))


def _multiply(context: WinContext, items: Sequence[ScoreItem]) -> Breakdown:
    """S x the product of the features, S being 1 for a discard, else 2. All floats together are one item."""
    counted = tuple(ScoreItem(item.name, item.value**item.count) for item in items)
    source = 1 if context.source is WinSource.DISCARD else 2
    return Breakdown(counted, source * prod(item.value for item in counted), Unit.TIMES)


def _discard_needs_two(context: WinContext, breakdown: Breakdown) -> str | None:
    """二倍以上才可放铳."""
    from_discard = context.source is WinSource.DISCARD
    return "discard_needs_two" if from_discard and breakdown.value < LEAST_FROM_DISCARD else None


def _head_self_draw_only(context: WinContext, breakdown: Breakdown) -> str | None:
    """A hand for which any tile would do never wins from a discard; it may rob a kong."""
    from_discard = context.source is WinSource.DISCARD
    return "caishen_head_self_draw_only" if from_discard and waited_on_any_tile(context) else None


def _win_in_window(context: WinContext, breakdown: Breakdown) -> str | None:
    """While a window is shut nobody wins from a discard, and its thrower robs no kong."""
    if context.source is WinSource.DISCARD:
        return WINDOW if _window_shut(context.state) else None
    robbing = context.source is WinSource.ROB_KONG
    return WINDOW if robbing and WINDOW in context.state.seats[context.seat].marks else None


# ---- floats and calls -----------------------------------------------------------------------------------------------


def _window_shut(state: RoundState) -> bool:
    return any(WINDOW in owner.marks for owner in state.seats)


def _call_in_window(state: RoundState, rules: Ruleset, seat: Seat, command: Command) -> str | None:
    """While a window is shut nobody calls a discard; concealed and added kongs stay possible."""
    if isinstance(command, Kong) and command.kind is not KongKind.EXPOSED:
        return None
    return WINDOW if _window_shut(state) else None


def _last_discard_called(state: RoundState, rules: Ruleset, seat: Seat, command: Command) -> str | None:
    """The discard of the last tile can only be won on."""
    return "last_discard" if remaining(state, rules) == 0 else None


def _is_float(state: RoundState, event: Discarded) -> bool:
    """漂财: a caishen thrown instead of winning while another one keeps the wait on any tile.

    That any tile wins now implies that any tile won before the draw: a wild would have done for the tile drawn.
    After a chow or pong there was no win to give up.
    """
    called = state.calls > 0 and state.chain == 0 and state.last_call == len(state.discards) - 1
    if event.tile not in state.wilds or called:
        return False
    return any_tile_wins(Tray(state, event.seat))


def _count_floats(any_caishen: bool, state: RoundState, event: Discarded, rules: Ruleset) -> Iterator[Event]:
    """A float counts and shuts the thrower's window until his next discard, any other discard loses the count.

    Option float_window: every thrown caishen shuts the window (any), or only a float (head).
    """
    seat, floating = event.seat, _is_float(state, event)
    before = _floats(state, seat)
    floats = before + 1 if floating else 0
    if floats != before:
        yield Marked(seat, FLOATS, floats or None)
    shut = floating or (any_caishen and event.tile in state.wilds)
    if shut != (WINDOW in state.seats[seat].marks):
        yield Marked(seat, WINDOW, 1 if shut else None)


# ---- payments -------------------------------------------------------------------------------------------------------


def _pays_each(payer: Seat, reason: str) -> Paid:
    return Paid(tuple(pay(payer, other, reason, plus(reason, PENALTY)) for other in AFTER[payer]))


def _followed(state: RoundState, event: Discarded, rules: Ruleset) -> Iterator[Event]:
    """被跟: four equal discards round the table with no call or kong between; the first discarder pays each."""
    first = len(state.discards) - len(state.seats)
    if first >= 0 and state.last_call <= first and all(tile == event.tile for _, tile in state.discards[first:]):
        yield _pays_each(state.discards[first][0], "followed")


def _exhausted(state: RoundState, rules: Ruleset) -> Iterator[Event]:
    """荒牌: the dealer pays each."""
    yield _pays_each(state.dealer, "draw_penalty")


def _share(state: RoundState, win: Won, seat: Seat) -> tuple[Factor, ...]:
    """What this seat owes in the normal way: the base, which the dealer's holds raise, times the multiplier."""
    dealer = state.dealer in (win.seat, seat)
    base = plus("dealer_base", FIRST_BASE + state.streak) if dealer else plus("base", 1)
    share = (base, times("times", win.breakdown.value))
    discarded = win.source is WinSource.DISCARD and win.loser == seat
    return (*share, times("discarder", 2)) if discarded else share


def _fed(chows_only: bool, state: RoundState, seat: Seat) -> bool:
    """Whether a seat took three melds from the one before it."""
    taken = [meld for meld in state.seats[seat].melds if meld.source == previous_seat(seat)]
    return sum(meld.kind is MeldKind.CHOW or not chows_only for meld in taken) >= FED_MELDS


def _settle(chows_only: bool, state: RoundState, rules: Ruleset) -> Iterator[Event]:
    """All three pay their shares; a robbed konger pays all of them alone; 大包 makes a neighbour pay more."""
    win = state.wins[-1]
    shares = {seat: _share(state, win, seat) for seat in AFTER[win.seat]}
    if win.source is WinSource.ROB_KONG and win.loser is not None:
        yield Paid(tuple(pay(win.loser, win.seat, "win", *share) for share in shares.values()))
        return
    liable = _liable(chows_only, state, win.seat, list(shares.values()))
    yield Paid(tuple(liable.get(seat) or pay(seat, win.seat, "win", *share) for seat, share in shares.items()))


def _liable(
    chows_only: bool, state: RoundState, winner: Seat, shares: Sequence[tuple[Factor, ...]]
) -> Mapping[Seat, Transfer]:
    """大包: who fed the winner pays all three shares (顺包), whom the winner fed pays them twice (反包)."""
    feeder, fed = previous_seat(winner), next_seat(winner)
    all_shares = [plus("share", amount_of(share)) for share in shares]
    liable = {}
    if _fed(chows_only, state, winner):
        liable[feeder] = pay(feeder, winner, "liability", *all_shares)
    if _fed(chows_only, state, fed):
        liable[fed] = pay(fed, winner, "liability", *all_shares, times("reverse_liability", 2))
    return liable


# ---- the variant ----------------------------------------------------------------------------------------------------


def build(options: Options) -> Ruleset:
    """The rules with these options."""
    called: tuple[Gate, ...] = (_call_in_window, _last_discard_called)
    return Ruleset(
        tiles=TileRules(
            ALL_TILES,
            reserve=lambda state: DEAD_WALL,
            kong_cost=STACK,
            wild=lambda indicator: indicator,
            stand_ins=_white_stands_in,
        ),
        opening=(Deal(), TurnUpWild(_place_of_indicator, _lower_tile)),
        calls=CallRules(
            chow=True,
            hide_concealed_kong=options["hide_concealed_kong"] == "yes",
            gates={Chow: called, Pong: called, Kong: (_call_in_window,)},
        ),
        flow={**STANDARD_FLOW, Stage.KONG_DRAW: LowerTileFirst()},
        winning=WinRules(
            shapes=_shapes(options),
            patterns=_patterns(options),
            combine=_multiply,
            gates=(_alone_on_ones_own_draw, _discard_needs_two, _head_self_draw_only, _win_in_window),
            facts={"kong_draw": facts.kong_draw, "rob_kong": facts.rob_kong},
            goals=(StandardGoal(), PairsGoal(), UnconnectedGoal()),
        ),
        scoring=ScoreRules(
            settle=partial(_settle, options["liability_counts"] == "chows"),
            exhausted=_exhausted,
            next_dealer=dealer_holds_or_passes,
            play_on=lambda state: False,
            several_winners=False,
            winner_order=after_discarder,
            reactions={Discarded: (partial(_count_floats, options["float_window"] == "any"), _followed)},
        ),
        summary=Summary(
            demands=("discard_needs_two", "caishen_head_self_draw_only", "float_window"),
            extras=("white_stands_in", "liability", "followed", "dealer_stakes"),
            payers="all_pay",
            drawn="draw_dealer_pays",
        ),
    )


OPTIONS = (
    Option("three_caishen_alone", NO_YES),
    Option("all_triplets", ("0", "2")),
    Option("full_flush", ("0", "4")),
    Option("unconnected_factor", ("1", "2")),
    Option("three_caishen_discard", NO_YES),
    Option("liability_counts", ("chows", "exposed")),
    Option("float_window", ("any", "head")),
    Option("hide_concealed_kong", NO_YES),
)

VARIANTS = (Variant("lishui", "zhejiang", OPTIONS, build, Lengths(rounds=(1, 4), reseat_after=4), wild_name="财"),)
