"""Changsha mahjong (长沙麻将). rulebook/changsha.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from rules.commands import PASS, WIN, Choose, Chow, Command, Pong
from rules.events import (
    Ask,
    AskKind,
    Drew,
    Event,
    Flipped,
    Marked,
    Paid,
    Shown,
    Stage,
    Staged,
    WinSource,
    Won,
)
from rules.flow import STANDARD_FLOW
from rules.goals import Goal, PairsGoal, StandardGoal
from rules.judging import NO_SHAPE, Verdict, context_of, facts_of, judge, won_event
from rules.patterns import all_triplets, full_flush, has_fact, is_258, is_seven_pairs, is_standard, suits_held
from rules.policies import facts
from rules.policies.claims import after_discarder, lock_passed_win, passed_win, unlock_on_draw
from rules.policies.dealers import deals_next
from rules.policies.payments import pays_nothing
from rules.ruleset import (
    NO_YES,
    YES_NO,
    CallRules,
    LastStretch,
    Lengths,
    NextDealer,
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
from rules.score import Breakdown, ScoreItem, Transfer, Unit, pay, plus, times
from rules.seats import AFTER, SEATS, Seat
from rules.shapes import EveryTile, SevenPairs, StandardShape
from rules.state import RoundState
from rules.steps.base import Together
from rules.steps.closing import unpaid
from rules.steps.opening import Deal
from rules.steps.seabed import SEABED_FLOW, last_tile_discard, last_tile_draw, only_wins
from rules.tiles import HIDDEN, RANK_OF, SUITED_TILES, Tile
from rules.win import WinContext

SMALL, BIG_SELF_DRAW, BIG_DISCARD, PERIL = 5, 15, 30, 50
DEALER_EXTRA, DEALER_PERIL = 5, 50
SUITS = 3
PLAIN = "plain"
OPENING = "opening"
BIRD = "bird"
DECLARE = Choose(OPENING, "win")


# ---- patterns -------------------------------------------------------------------------------------------------------


def _plain(context: WinContext) -> bool:
    """平胡: four melds and a pair of 2, 5 or 8."""
    return is_standard(context) and _pair_is_258(context)


def _pair_is_258(context: WinContext) -> bool:
    pair = context.arrangement.pair
    return pair is not None and is_258(pair)


def _all_258(context: WinContext) -> bool:
    """将将胡: every tile of hand and melds is a 2, 5 or 8."""
    return all(map(is_258, context.all_tiles()))


SMALL_HAND = Pattern(PLAIN, SMALL, _plain)
BIG_HANDS = (
    Pattern("seven_pairs", BIG_SELF_DRAW, is_seven_pairs),
    Pattern("all_triplets", BIG_SELF_DRAW, all_triplets),
    Pattern("all_258", BIG_SELF_DRAW, _all_258),
    Pattern("full_flush", BIG_SELF_DRAW, full_flush),
)
CIRCUMSTANCES = (
    Pattern("kong_draw", BIG_SELF_DRAW, has_fact("kong_draw")),
    Pattern("heavenly", BIG_SELF_DRAW, has_fact("heavenly")),
    Pattern("earthly", BIG_SELF_DRAW, has_fact("earthly")),
    Pattern("rob_kong", PERIL, has_fact("rob_kong")),
    Pattern("last_tile_draw", BIG_SELF_DRAW, has_fact("last_tile_draw")),
    Pattern("last_tile_discard", PERIL, has_fact("last_tile_discard")),
)
OPENING_HANDS = (
    Pattern("four_alike", SMALL, lambda context: 4 in context.tray.counts),
    Pattern("no_258", SMALL, lambda context: not any(map(is_258, context.all_tiles()))),
    Pattern("missing_suit", SMALL, lambda context: len(suits_held(context.all_tiles())) < SUITS),
)
_ANY_PAIR = frozenset(pattern.name for pattern in BIG_HANDS)
_PERILS = frozenset({"rob_kong", "last_tile_discard"})


def _stakes(source: WinSource, circumstances: Iterable[str], big: bool) -> tuple[int, int]:
    """What one payer owes for a win of one type, and what is added when he or the winner deals."""
    if not _PERILS.isdisjoint(circumstances):
        return PERIL, DEALER_PERIL
    if not big:
        return SMALL, DEALER_EXTRA
    return BIG_SELF_DRAW if source is WinSource.SELF_DRAW else BIG_DISCARD, DEALER_EXTRA


def _doubled_by_type(context: WinContext, items: Sequence[ScoreItem]) -> Breakdown:
    """The points that a side player owes another one: doubled for each big type after the first."""
    big = [item for item in items if item.name != PLAIN]
    stake, _ = _stakes(context.source, context.facts, bool(big))
    counted = tuple(replace(item, value=stake) for item in big or items)
    return Breakdown(counted, stake * 2 ** max(0, len(big) - 1), Unit.POINTS)


def _each_once(context: WinContext, items: Sequence[ScoreItem]) -> Breakdown:
    """Each opening condition is paid once, as a small self-draw."""
    return Breakdown(tuple(items), sum(item.value for item in items), Unit.POINTS)


# ---- gates ----------------------------------------------------------------------------------------------------------


def _pair_not_258(context: WinContext, breakdown: Breakdown) -> str | None:
    """A small shape needs a pair of 2, 5 or 8, also where a circumstance makes it big."""
    free = not is_standard(context) or _pair_is_258(context) or not _ANY_PAIR.isdisjoint(breakdown.names())
    return None if free else "pair_not_258"


def _one_of_both(context: WinContext, breakdown: Breakdown) -> str | None:
    """A dealer who has an opening hand and 天胡 chooses one of them."""
    declared = OPENING in context.state.seats[context.seat].marks
    return "opening_declared" if declared and "heavenly" in context.facts else None


def _no_opening(context: WinContext, breakdown: Breakdown) -> str | None:
    return None if breakdown.items else NO_SHAPE


# ---- opening hands --------------------------------------------------------------------------------------------------


class OpeningHands(Together):
    """四喜, 板板胡, 缺一色: all seats that have one are asked together, and a dealer with 天胡 beside them.

    A declaration ends the hand; `go_on` (option opening_continues) pays it at once, without a bird, and play goes on.
    """

    def __init__(self, go_on: bool) -> None:
        self._go_on = go_on

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """Declaring is optional; the clock declines."""
        options: dict[Seat, tuple[Command, ...]] = {
            seat: (DECLARE, PASS) for seat in _from_dealer(state) if _verdict(state, rules, seat, DECLARE).wins
        }
        dealer = state.dealer
        if options and _verdict(state, rules, dealer, WIN).wins:
            options[dealer] = (WIN, *options.get(dealer, (PASS,)))
        return {seat: Ask(state.seats[seat].asked, seat, AskKind.CHOICE, o, PASS) for seat, o in options.items()}

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Show and pay or win, in playing order from the dealer."""
        winners = []
        for seat in _from_dealer(state):
            if seat not in state.answers or state.answers[seat][1] == PASS:
                continue
            command = state.answers[seat][1]
            won = won_event(_verdict(state, rules, seat, command), took=False)
            if command == DECLARE:
                won = replace(won, hand=_shown(won))
                yield Shown(seat, won.hand, (), OPENING)
            if command == DECLARE and self._go_on:
                yield Marked(seat, OPENING, 1)
                yield Paid(_shares(state, won, None))
            else:
                winners.append(won)
        yield from winners
        if winners:
            yield Staged(Stage.WON, winners[0].seat)


def _from_dealer(state: RoundState) -> tuple[Seat, ...]:
    return (state.dealer, *AFTER[state.dealer])


def _verdict(state: RoundState, rules: Ruleset, seat: Seat, command: Command) -> Verdict:
    """The judgement on the dealt tiles: as an opening hand, which has no winning tile, or as 天胡."""
    source = WinSource.SELF_DRAW
    if command == DECLARE:
        return judge(context_of(state, rules, seat, HIDDEN, source, frozenset({OPENING})))
    drawn = state.seats[seat].hand.drawn or HIDDEN
    return judge(context_of(state, rules, seat, drawn, source, facts_of(state, rules, seat, source)))


def _shown(won: Won) -> tuple[Tile, ...]:
    """Only the four tiles for 四喜, the whole hand for the others."""
    if won.breakdown.names() != ["four_alike"]:
        return won.hand
    four = next(tile for tile in won.hand if won.hand.count(tile) == 4)
    return (four,) * 4


# ---- payments, dealer, variant --------------------------------------------------------------------------------------


def _settle(with_bird: bool, go_on: bool, state: RoundState, rules: Ruleset) -> Iterator[Event]:
    """All wins are paid in full; one bird (扎鸟) serves them all, but no opening after which play goes on."""
    wins = unpaid(state)
    bird = None
    if with_bird and not (go_on and all(OPENING in win.facts for win in wins)):
        tile, at = (state.wall[0], 0) if state.wall else (wins[0].tile, None)
        yield Flipped(tile, BIRD, at)
        bird = SEATS[(state.dealer + RANK_OF[tile] - 1) % len(SEATS)]
        yield Marked(bird, BIRD, 1)
    for win in wins:
        yield Paid(_shares(state, win, bird))


def _shares(state: RoundState, win: Won, bird: Seat | None) -> tuple[Transfer, ...]:
    payers = AFTER[win.seat] if win.loser is None else (win.loser,)
    return tuple(_share(state, win, payer, bird) for payer in payers)


def _share(state: RoundState, win: Won, payer: Seat, bird: Seat | None) -> Transfer:
    """The stake, more when the dealer pays or wins, times the types or conditions, twice for the seat on the bird."""
    opening = OPENING in win.facts
    names = win.breakdown.names()
    base, dealer_extra = _stakes(win.source, win.facts, big=not opening and names != [PLAIN])
    factors = [plus("base", base)]
    if state.dealer in (payer, win.seat):
        factors.append(plus("dealer", dealer_extra))
    if len(names) > 1:
        factors.append(times("conditions", len(names)) if opening else times("types", 2 ** (len(names) - 1)))
    if bird in (payer, win.seat):
        factors.append(times("bird", 2))
    return pay(payer, win.seat, OPENING if opening else "win", *factors)


def _next_dealer(state: RoundState) -> NextDealer:
    """Several winners on one discard: the discarder; else the winner, of several openings the first from the dealer.

    A drawn hand ends about the taker of the last tile, or the first who was offered it (`rules.steps.seabed`).
    """
    losers = {win.loser for win in state.wins if win.loser is not None}
    if len(state.wins) > 1 and losers:
        return deals_next(state, losers.pop())
    return deals_next(state, state.wins[0].seat if state.wins else state.turn)


GOALS: tuple[Goal, ...] = (
    StandardGoal(pair=tuple(filter(is_258, SUITED_TILES))),
    PairsGoal(),
    *(StandardGoal(frozenset({suit})) for suit in range(SUITS)),
)
OPENING_RULES = WinRules(
    shapes=(EveryTile(OPENING, lambda tile: True),),
    patterns=OPENING_HANDS,
    combine=_each_once,
    shape_gates=(_no_opening,),
)


FACTS = {
    "kong_draw": facts.kong_draw,
    "heavenly": facts.heavenly,
    "earthly": facts.earthly_discard,
    "rob_kong": facts.rob_kong,
    "last_tile_draw": last_tile_draw,
    "last_tile_discard": last_tile_discard,
}


def _summary(bird: bool) -> Summary:
    return Summary(
        demands=("pair_not_258", "passed_win"),
        extras=("opening_hands", *(("bird",) if bird else ()), "last_tile_offered", "dealer_stakes"),
        dealer="dealer_winner",
    )


def build(options: Options) -> Ruleset:
    """The rules with these options."""
    bird = options["bird"] == "yes"
    go_on = options["opening_continues"] == "yes"
    return Ruleset(
        tiles=TileRules(
            SUITED_TILES, reserve=lambda state: 0, kong_leaves=1, last_stretch=LastStretch(1, "last_draws")
        ),
        opening=(Deal(), OpeningHands(go_on)),
        calls=CallRules(
            chow=True,
            hide_concealed_kong=options["hide_concealed_kong"] == "yes",
            gates={Chow: (only_wins,), Pong: (only_wins,)},
            passed=lock_passed_win,
        ),
        flow={**STANDARD_FLOW, **SEABED_FLOW},
        winning=WinRules(
            shapes=(StandardShape(), SevenPairs(), EveryTile("all_258", is_258)),
            patterns=(SMALL_HAND, *BIG_HANDS, *CIRCUMSTANCES),
            combine=_doubled_by_type,
            shape_gates=(_pair_not_258,),
            gates=(_one_of_both, passed_win),
            facts=FACTS,
            special={OPENING: OPENING_RULES},
            goals=GOALS,
        ),
        scoring=ScoreRules(
            settle=partial(_settle, bird, go_on),
            exhausted=pays_nothing,
            next_dealer=_next_dealer,
            play_on=lambda state: False,
            several_winners=True,
            winner_order=after_discarder,
            reactions={Drew: (unlock_on_draw,)},
        ),
        summary=_summary(bird),
    )


OPTIONS = (
    Option("bird", YES_NO),
    Option("opening_continues", NO_YES),
    Option("hide_concealed_kong", NO_YES),
)

VARIANTS = (Variant("changsha", "hunan", OPTIONS, build, Lengths(hands=(4, 8, 16)), dealer_by_dice=False),)
