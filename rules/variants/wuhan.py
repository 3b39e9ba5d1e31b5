"""Wuhan mahjong, red dragon and laizi kongs (武汉麻将, 红中癞子杠, 开口翻). rulebook/wuhan.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from rules.commands import Command, Discard, Kong, Pong
from rules.events import Event, Paid, Stage, WinSource, Won
from rules.flow import STANDARD_FLOW
from rules.goals import OUT_OF_REACH, EveryTileGoal, Goal, StandardGoal
from rules.judging import waits
from rules.melds import KongKind, Meld
from rules.options import can_replace
from rules.patterns import all_triplets, full_flush, has_fact, is_258, is_standard
from rules.policies import facts
from rules.policies.dealers import dealer_holds_or_passes
from rules.policies.payments import pays_nothing
from rules.ruleset import (
    YES_NO,
    CallRules,
    Fact,
    LastStretch,
    Lengths,
    Option,
    Options,
    Pattern,
    Ruleset,
    ScoreRules,
    Summary,
    TileRules,
    Variant,
    WinRules,
)
from rules.score import Breakdown, Factor, Op, ScoreItem, Transfer, Unit, amount_of, pay, plus, times
from rules.seats import AFTER, Seat
from rules.shapes import EveryTile, StandardShape
from rules.state import RoundState
from rules.steps.closing import unpaid
from rules.steps.last_draws import LastDrawable, last_draw, last_draws_flow
from rules.steps.opening import Deal, TurnUpWild
from rules.tiles import ALL_TILES, HONOUR_TILES, HONOURS, NORTH, RED, SUIT_OF, SUITED_TILES, Tile
from rules.values import value
from rules.win import MELDS_IN_A_HAND, Tray, WinContext

NEVER_DRAWN = 10
LAST_DRAWS = 4
SMALL, BIG = 1, 10
FEEDING_MELD = 3
PAIR_TILES = tuple(filter(is_258, SUITED_TILES))


@value
class House:
    """The options that money depends on; None: no cap, no minimum."""

    each_opening: bool
    wild_kong: int
    cap: int | None
    minimum: int | None

    @property
    def golden_top(self) -> int:
        """What 金顶 adds to the cap."""
        return 200 if self.each_opening else 100


# ---- laizi and red dragon -------------------------------------------------------------------------------------------


def _laizi(indicator: Tile) -> Tile:
    """The tile after the one turned up: each suit in a circle, the honours too, without the red dragon."""
    circle = [t for t in ALL_TILES if SUIT_OF[t] == SUIT_OF[indicator] and t != RED]
    shown = NORTH if indicator == RED else indicator
    return circle[(circle.index(shown) + 1) % len(circle)]


def _thrown_as_kongs(state: RoundState) -> tuple[Tile, ...]:
    """The tiles that are kongs of their own."""
    return (*state.wilds, RED)


def _solo_kongs(state: RoundState, rules: Ruleset, seat: Seat) -> list[Command]:
    """红中杠, 癞子杠: at any time of one's own turn, also right after a chow or pong."""
    if not can_replace(state, rules):
        return []
    held = state.seats[seat].hand.counts
    return [Kong(KongKind.SOLO, t) for t in _thrown_as_kongs(state) if held[t]]


def _never_a_plain_discard(state: RoundState, rules: Ruleset, seat: Seat, command: Discard) -> str | None:
    """A red dragon or laizi is thrown as a kong; without effect only at the end, by who holds nothing else."""
    special = _thrown_as_kongs(state)
    if command.tile not in special:
        return None
    something_else = any(t not in special for t in state.seats[seat].hand.tiles())
    return "thrown_as_kong" if something_else or can_replace(state, rules) else None


def _red_is_not_called(state: RoundState, rules: Ruleset, seat: Seat, command: Pong | Kong) -> str | None:
    """The red dragon is never called, nor a kong of four."""
    if isinstance(command, Kong):
        called = command.kind is not KongKind.SOLO and command.tile == RED
    else:
        called = state.offered is not None and state.offered.tile == RED
    return "red_not_called" if called else None


# ---- patterns and gates ---------------------------------------------------------------------------------------------

ALL_HONOURS = EveryTile("all_honours", lambda t: SUIT_OF[t] == HONOURS)
ALL_258 = EveryTile("all_258", is_258)


def _flush_with_a_shape(context: WinContext) -> bool:
    return is_standard(context) and full_flush(context)


def _all_called(context: WinContext) -> bool:
    """全求人: four exposed melds and one tile in hand."""
    return len(context.melds) == MELDS_IN_A_HAND and all(meld.exposed for meld in context.melds)


FREE_PAIR = (
    Pattern("all_triplets", BIG, all_triplets),
    Pattern("full_flush", BIG, _flush_with_a_shape),
    Pattern("all_honours", BIG, ALL_HONOURS.fits),
    Pattern("all_258", BIG, ALL_258.fits),
)
BIG_TYPES = (
    *FREE_PAIR,
    Pattern("all_called", BIG, _all_called),
    Pattern("last_draw", BIG, has_fact("last_draw")),
    Pattern("kong_draw", BIG, has_fact("kong_draw")),
    Pattern("rob_kong", BIG, has_fact("rob_kong")),
)
_FREE_NAMES = frozenset(pattern.name for pattern in FREE_PAIR)
FED_TYPES = frozenset({"full_flush", "all_honours", "all_258"})


def _hard(context: WinContext) -> bool:
    """硬胡: no laizi in the hand, or each used as its own face; in a class of tiles that is its being one of them."""
    wilds = context.tray.wilds
    if not wilds:
        return True
    (wild,) = context.state.wilds
    match context.arrangement.shape:
        case "all_honours":
            return SUIT_OF[wild] == HONOURS
        case "all_258":
            return is_258(wild)
        case _:
            return context.arrangement.tiles.count(wild) == wilds


def _holds_red(context: WinContext, breakdown: Breakdown) -> str | None:
    return "holds_red" if context.tray.raw[RED] else None


def _pair_not_258(context: WinContext, breakdown: Breakdown) -> str | None:
    """A pair of 2, 5 or 8 unless a big shape frees it."""
    pair = context.arrangement.pair
    free = pair is None or is_258(pair) or not _FREE_NAMES.isdisjoint(breakdown.names())
    return None if free else "pair_not_258"


def _two_laizi_small(context: WinContext, breakdown: Breakdown) -> str | None:
    return "two_laizi_small" if context.tray.wilds > 1 and not breakdown.items else None


def _opened(state: RoundState, seat: Seat) -> int:
    """How often the hand was opened (开口)."""
    return sum(meld.exposed for meld in state.seats[seat].melds)


def _not_opened(context: WinContext, breakdown: Breakdown) -> str | None:
    return None if _opened(context.state, context.seat) else "not_opened"


def _below_minimum(house: House, context: WinContext, breakdown: Breakdown) -> str | None:
    """Option minimum (起胡): W times the smallest L must reach it, big hands too."""
    if house.minimum is None:
        return None
    whole, items = plus("winner", breakdown.value), breakdown.items
    least = min(amount_of((whole, *_loser_side(house, context, context.state, items, s))) for s in AFTER[context.seat])
    return "below_minimum" if least < house.minimum * _base(items) else None


def _caller_not_ready(rules: Ruleset, state: RoundState, seat: Seat, self_drawn: bool) -> bool:
    """Who discards for 全求人 is not ready himself, by shape and pair."""
    if self_drawn or state.offered is None or state.offered.robbing or _opened(state, seat) < MELDS_IN_A_HAND:
        return False
    return not waits(state, rules, state.offered.seat)


# ---- points ---------------------------------------------------------------------------------------------------------


def _base(items: Sequence[ScoreItem]) -> int:
    return sum(item.value for item in items) or SMALL


def _meld_factors(house: House, state: RoundState, seat: Seat) -> Iterator[tuple[str, int]]:
    """What a seat's own openings and kongs multiply, as winner and as loser alike."""
    opened = _opened(state, seat)
    if opened:
        yield "opened", 2 ** (opened if house.each_opening else 1)
    worth = {"concealed_kong": 4, "exposed_kong": 2, "added_kong": 2, "red_kong": 2, "wild_kong": house.wild_kong}
    kongs = Counter(_kong_name(meld) for meld in state.seats[seat].melds if meld.kong is not None)
    for name, each in worth.items():
        if kongs[name]:
            yield name, each ** kongs[name]


def _kong_name(meld: Meld) -> str:
    if meld.beside:
        return "red_kong" if meld.tile == RED else "wild_kong"
    return f"{meld.kong}_kong"


def _small_or_big(name: str, items: Sequence[ScoreItem]) -> Factor:
    """Self-draw and discarder: twice in a small hand, one and a half times in a big one."""
    return times(name, 3, 2) if items else times(name, 2)


HARD = times("hard", 2)


def _winner_side(house: House, win: WinContext | Won, state: RoundState, items: Sequence[ScoreItem]) -> list[Factor]:
    """Base and W, without what the reading adds (hard)."""
    factors = [plus("base", _base(items))]
    factors += [times(name, n) for name, n in _meld_factors(house, state, win.seat)]
    if win.source is WinSource.SELF_DRAW:
        factors.append(_small_or_big("self_draw", items))
    return factors


def _loser_side(
    house: House, win: WinContext | Won, state: RoundState, items: Sequence[ScoreItem], seat: Seat
) -> list[Factor]:
    """L of a loser."""
    factors = [times(f"loser_{name}", n) for name, n in _meld_factors(house, state, seat)]
    return [*factors, _small_or_big("discarder", items)] if win.loser == seat else factors


def _points(house: House, context: WinContext, items: Sequence[ScoreItem]) -> Breakdown:
    """Base times W."""
    factors = _winner_side(house, context, context.state, items)
    if _hard(context):
        factors.append(HARD)
    return Breakdown(tuple(items), amount_of(factors), Unit.POINTS)


def _shares(house: House, state: RoundState, win: Won) -> list[list[Factor]]:
    """What each of the three others loses, in playing order after the winner, capped."""
    items = win.breakdown.items
    winner = _winner_side(house, win, state, items)
    if amount_of(winner) < win.breakdown.value:
        winner.append(HARD)  # the only factor that depends on how the hand was read
    shares = []
    for seat in AFTER[win.seat]:
        share = winner + _loser_side(house, win, state, items, seat)
        if not items and state.dealer in (win.seat, seat):
            share.append(times("dealer", 2))
        shares.append(share)
    return shares if house.cap is None else _capped(shares, house.cap, house.golden_top)


def _capped(shares: list[list[Factor]], cap: int, golden_top: int) -> list[list[Factor]]:
    """A loser pays at most the cap; when all three reach it, 金顶 comes on top."""
    amounts = [amount_of(share) for share in shares]
    top = [plus("golden_top", golden_top)] if min(amounts) >= cap else []
    limit = Factor("cap", Op.CAP, cap)
    return [
        [*share, limit, *top] if amount > cap else share + top for share, amount in zip(shares, amounts, strict=True)
    ]


def _settle(house: House, state: RoundState, rules: Ruleset) -> Iterator[Event]:
    """All three pay, or one pays for all (承包)."""
    for win in unpaid(state):
        liable = _liable(state, win)
        shares = zip(AFTER[win.seat], _shares(house, state, win), strict=True)
        yield Paid(tuple(_payment(liable, seat, win.seat, share) for seat, share in shares))


def _payment(liable: Seat | None, loser: Seat, winner: Seat, share: Sequence[Factor]) -> Transfer:
    if liable is None:
        return pay(loser, winner, "win", *share)
    return pay(liable, winner, "liability", *share)


def _liable(state: RoundState, win: Won) -> Seat | None:
    """Who pays for all: the robbed konger, who was not ready and fed 全求人, who fed the third exposed meld."""
    names = win.breakdown.names()
    if win.source is WinSource.ROB_KONG or ("all_called" in names and "caller_not_ready" in win.facts):
        return win.loser
    exposed = [meld for meld in state.seats[win.seat].melds if meld.exposed]
    if len(exposed) < FEEDING_MELD or FED_TYPES.isdisjoint(names):
        return None
    return exposed[FEEDING_MELD - 1].source


# ---- goals ----------------------------------------------------------------------------------------------------------


@value
class WinnableGoal:
    """A goal with what else a win needs: an opened hand, no red dragon, for a small hand no second laizi."""

    goal: Goal
    small: bool = False

    def missing(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles missing, and one for each hindrance."""
        if self.small and tray.wilds > 1:
            return OUT_OF_REACH
        return self.goal.missing(state, seat, tray) + tray.raw[RED] + (not _opened(state, seat))

    def useful(self, state: RoundState, seat: Seat, tray: Tray) -> int:
        """Tiles that help; the red dragon never does."""
        return self.goal.useful(state, seat, tray) & ~(1 << RED)

    def keeps(self, state: RoundState, seat: Seat, tile: Tile) -> bool:
        """Whether the hand is opened, and the tile no red dragon."""
        return tile != RED and bool(_opened(state, seat)) and self.goal.keeps(state, seat, tile)


GOALS: tuple[Goal, ...] = (
    WinnableGoal(StandardGoal(pair=PAIR_TILES), small=True),
    *(WinnableGoal(StandardGoal(frozenset({suit}))) for suit in range(HONOURS)),
    WinnableGoal(EveryTileGoal(HONOUR_TILES)),
    WinnableGoal(EveryTileGoal(PAIR_TILES)),
)


# ---- the variant ----------------------------------------------------------------------------------------------------


def _from_dealer(state: RoundState, discarder: Seat) -> tuple[Seat, ...]:
    """一炮单响: nearest after the dealer, the dealer first."""
    return (state.dealer, *AFTER[state.dealer])


def _number(word: str) -> int | None:
    return None if word == "none" else int(word)


def _summary(house: House) -> Summary:
    minimum = () if house.minimum is None else ("below_minimum",)
    cap = () if house.cap is None else ("cap",)
    return Summary(
        demands=("not_opened", "holds_red", "pair_not_258", "two_laizi_small", *minimum),
        extras=("thrown_kongs", *cap, "liability", "last_draws", "dealer_stakes"),
        payers="all_pay",
        kongs="kongs_multiply",
    )


def build(options: Options) -> Ruleset:
    """The rules with these options."""
    house = House(
        each_opening=options["open_mode"] == "each",
        wild_kong=int(options["wild_kong_factor"]),
        cap=_number(options["cap"]),
        minimum=_number(options["minimum"]),
    )
    by_shape = WinRules(
        shapes=(StandardShape(), ALL_HONOURS, ALL_258),
        patterns=BIG_TYPES,
        combine=partial(_points, house),
        shape_gates=(_pair_not_258,),
        gates=(_holds_red, _pair_not_258, _two_laizi_small, _not_opened, partial(_below_minimum, house)),
        facts={"kong_draw": facts.kong_draw, "rob_kong": facts.rob_kong, "last_draw": last_draw},
        goals=GOALS,
    )
    rules = Ruleset(
        tiles=TileRules(
            ALL_TILES,
            reserve=lambda state: NEVER_DRAWN,
            kong_leaves=LAST_DRAWS,
            wild=_laizi,
            last_stretch=LastStretch(LAST_DRAWS, "last_draws"),
        ),
        opening=(Deal(), TurnUpWild(place=lambda state: 0)),
        calls=CallRules(
            chow=True,
            hide_concealed_kong=options["hide_concealed_kong"] == "yes",
            gates={Discard: (_never_a_plain_discard,), Pong: (_red_is_not_called,), Kong: (_red_is_not_called,)},
            offers=(_solo_kongs,),
        ),
        flow={**STANDARD_FLOW, **last_draws_flow(LAST_DRAWS), Stage.KONG_DRAW: LastDrawable()},
        winning=by_shape,
        scoring=ScoreRules(
            settle=partial(_settle, house),
            exhausted=pays_nothing,
            next_dealer=dealer_holds_or_passes,
            play_on=lambda state: False,
            several_winners=False,
            winner_order=_from_dealer,
        ),
        summary=_summary(house),
    )
    known: dict[str, Fact] = {**by_shape.facts, "caller_not_ready": partial(_caller_not_ready, rules)}
    return replace(rules, winning=replace(by_shape, facts=known))


OPTIONS = (
    Option("open_mode", ("each", "once")),
    Option("wild_kong_factor", ("2", "4")),
    Option("cap", ("300", "none")),
    Option("minimum", ("none", "16")),
    Option("hide_concealed_kong", YES_NO),
)

VARIANTS = (Variant("wuhan", "hubei", OPTIONS, build, Lengths(rounds=(1, 4)), wild_name="癞"),)
