"""Sichuan mahjong (四川麻将): the ordinary table (普通场) and the bloody end (血战到底). rulebook/sichuan.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from rules.commands import Choose, Discard, Kong, Pong
from rules.events import Ask, AskKind, Drew, Event, Marked, Melded, Paid, Won
from rules.flow import STANDARD_FLOW
from rules.goals import Allowed, two_suit_goals
from rules.ladders import CoinRules, Ladder
from rules.melds import KongKind
from rules.patterns import (
    all_triplets,
    full_flush,
    has_fact,
    is_258,
    is_seven_pairs,
    is_standard,
    is_terminal,
    parts,
    suits_held,
)  # fmt: skip
from rules.policies import facts
from rules.policies.claims import after_discarder, lock_passed_win, passed_win, unlock_on_draw
from rules.policies.dealers import by_dice, deals_next
from rules.policies.escape import ESCAPE, best_wait, dice_after_leaving, ends_hand
from rules.policies.forced import FORCED_WINS, at_four_tiles
from rules.policies.payments import KONG, in_play, kongs_at_once
from rules.ruleset import (
    NO_YES,
    YES_NO,
    CallRules,
    NextDealer,
    Option,
    Options,
    Pattern,
    Reaction,
    Ruleset,
    ScoreRules,
    Summary,
    TileRules,
    Variant,
    WinRules,
)  # fmt: skip
from rules.score import Breakdown, Factor, ScoreItem, Transfer, Unit, amount_of, pay, plus, times
from rules.seats import SEATS, Seat
from rules.shapes import SevenPairs, StandardShape
from rules.state import RoundState
from rules.steps.base import Together
from rules.steps.closing import unpaid
from rules.steps.items import with_items
from rules.steps.opening import Deal
from rules.tiles import SUIT_LETTERS, SUIT_OF, SUITED_TILES, Tile
from rules.win import WinContext

UNIT = 6
PIG_UNITS = 16
LAST_TILES = 4
KONG_TRANSFER = "kong_transfer"
VOID = "void"


# ---- patterns -------------------------------------------------------------------------------------------------------


def _terminals(context: WinContext) -> bool:
    """带幺九: every meld and the pair contains a 1 or a 9."""
    return is_standard(context) and all(any(is_terminal(tile) for tile in part) for part in parts(context))


def _fours(context: WinContext) -> int:
    """Kinds of which hand and pongs hold four that are not a kong."""
    konged = {meld.tile for meld in context.melds if meld.kong is not None}
    return sum(n == 4 and tile not in konged for tile, n in Counter(context.all_tiles()).items())


def _dragon(context: WinContext) -> bool:
    """龙七对: seven pairs with four alike."""
    return is_seven_pairs(context) and _fours(context) > 0


def _triplets_258(context: WinContext) -> bool:
    """将对: all triplets of 2, 5, 8 only."""
    return all_triplets(context) and all(map(is_258, context.all_tiles()))


BASE = (
    Pattern("plain", 1, is_standard),
    Pattern("all_triplets", 2, all_triplets),
    Pattern("full_flush", 3, full_flush),
    Pattern("terminals", 3, _terminals),
    Pattern("seven_pairs", 3, is_seven_pairs),
    Pattern("flush_triplets", 4, lambda c: full_flush(c) and all_triplets(c)),
    Pattern("triplets_258", 4, _triplets_258),
    Pattern("dragon_seven_pairs", 5, _dragon),
    Pattern("flush_seven_pairs", 5, lambda c: full_flush(c) and is_seven_pairs(c)),
    Pattern("flush_terminals", 5, lambda c: full_flush(c) and _terminals(c)),
    Pattern("heavenly", 6, has_fact("heavenly")),
    Pattern("earthly", 6, has_fact("earthly")),
    Pattern("flush_dragon_seven_pairs", 6, lambda c: full_flush(c) and _dragon(c)),
)
EXTRAS = (
    Pattern("kong_draw", 1, has_fact("kong_draw")),
    Pattern("kong_discard", 1, has_fact("kong_discard")),
    Pattern("root", 1, _fours),
)
DRAGONS = frozenset({"dragon_seven_pairs", "flush_dragon_seven_pairs"})
_BASE_NAMES = frozenset(pattern.name for pattern in BASE)


def _highest_base(cap: int | None, context: WinContext, items: Sequence[ScoreItem]) -> Breakdown:
    """The highest base pattern plus extras; the dragons use up one root, 天胡 and 地胡 do not."""
    extras = [item for item in items if item.name not in _BASE_NAMES]
    candidates = [(base, *_beside(base, extras)) for base in items if base.name in _BASE_NAMES]
    counted = max(candidates, key=lambda chosen: (sum(item.value * item.count for item in chosen), chosen[0].value))
    fan = sum(item.value * item.count for item in counted)
    return Breakdown(counted, fan if cap is None else min(fan, cap), Unit.FAN)


def _beside(base: ScoreItem, extras: Sequence[ScoreItem]) -> list[ScoreItem]:
    if base.name not in DRAGONS:
        return list(extras)
    fewer = [replace(item, count=item.count - 1) if item.name == "root" else item for item in extras]
    return [item for item in fewer if item.count]


# ---- gates ----------------------------------------------------------------------------------------------------------


def _three_suits(context: WinContext, breakdown: Breakdown) -> str | None:
    """缺一门: hand and melds hold two suits at most."""
    return "three_suits" if len(suits_held(context.all_tiles())) > 2 else None


def _void_suit_held(context: WinContext, breakdown: Breakdown) -> str | None:
    """Option declare_void: no win while holding the named suit."""
    void = context.state.seats[context.seat].marks.get(VOID)
    return "void_suit_held" if void and any(_of_suit(t, void) for t in context.all_tiles()) else None


def _of_suit(tile: Tile, letter: object) -> bool:
    return SUIT_LETTERS[SUIT_OF[tile]] == letter


def _void_first(state: RoundState, rules: Ruleset, seat: Seat, command: Discard) -> str | None:
    """Option declare_void: tiles of the named suit go first."""
    void = state.seats[seat].marks.get(VOID)
    if not void or _of_suit(command.tile, void):
        return None
    return "void_suit_first" if any(_of_suit(t, void) for t in state.seats[seat].hand.tiles()) else None


def _void_not_called(state: RoundState, rules: Ruleset, seat: Seat, command: Pong | Kong) -> str | None:
    """Option declare_void: the named suit is never called or konged."""
    void = state.seats[seat].marks.get(VOID)
    tile = command.tile if isinstance(command, Kong) else state.offered.tile if state.offered else None
    return "void_suit_called" if void and tile and _of_suit(tile, void) else None


class DeclareVoid(Together):
    """Option declare_void (定缺): each seat names a suit; all are told together. The clock names the shortest suit."""

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """All four seats."""
        choices = tuple(Choose(VOID, letter) for letter in SUIT_LETTERS[:3])
        return {
            seat: Ask(state.seats[seat].asked, seat, AskKind.CHOICE, choices, choices[self._shortest(state, seat)])
            for seat in SEATS
        }

    @staticmethod
    def _shortest(state: RoundState, seat: Seat) -> int:
        suits = [SUIT_OF[tile] for tile in state.seats[seat].hand.tiles()]
        return min(range(3), key=suits.count)

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Tell them."""
        for seat in SEATS:
            _, command = state.answers[seat]
            if isinstance(command, Choose):
                yield Marked(seat, VOID, command.value)


# ---- payments -------------------------------------------------------------------------------------------------------


def _wind_and_rain(exposed_units: int) -> Reaction:
    """刮风下雨: kongs are paid at once, in units of 6."""
    return partial(kongs_at_once, UNIT, {KongKind.EXPOSED: exposed_units, KongKind.ADDED: 1, KongKind.CONCEALED: 2})


def _settle(state: RoundState, rules: Ruleset) -> Iterator[Event]:
    """The discarder pays each winner; on a self-draw every player still in the hand pays."""
    for win in unpaid(state):
        payers = in_play(state, win.seat) if win.loser is None else [win.loser]
        yield Paid(tuple(_share(win, payer) for payer in payers))
    for win in unpaid(state):
        if "kong_discard" in win.facts and win.loser is not None:
            yield from _hand_over(state, win, win.loser)


def _share(win: Won, payer: Seat) -> Transfer:
    return pay(payer, win.seat, "win", *_fan_value(win.breakdown.value))


def _fan_value(fan: int) -> tuple[Factor, Factor]:
    """6 x 2^(fan - 1)."""
    return plus("base", UNIT), times("fan", 2 ** (fan - 1))


def _hand_over(state: RoundState, win: Won, konger: Seat) -> Iterator[Event]:
    """杠上炮: what the konger received for his last kong goes to the winner."""
    last = _last_kong(state.ledger, konger)
    if last:
        yield Paid((pay(konger, win.seat, KONG_TRANSFER, plus("kong_income", sum(t.amount for t in last))),))


def _last_kong(ledger: Sequence[tuple[Transfer, ...]], konger: Seat) -> tuple[Transfer, ...]:
    return next((b for b in reversed(ledger) if b and b[0].reason == KONG and b[0].payee == konger), ())


def _exhausted(state: RoundState, rules: Ruleset) -> Iterator[Event]:
    """流局: 查花猪, 查大叫, 退税, among the players still in the hand."""
    players = [seat for seat in SEATS if not state.seats[seat].out]
    pigs = [seat for seat in players if len(_suits_of(state, seat)) == 3]
    worth = {seat: best_wait(state, rules, seat) for seat in players}
    batches = [
        [_pig(pig, other) for pig in pigs for other in players if other not in pigs],
        [
            pay(seat, ready, "not_ready", *_fan_value(worth[ready]))
            for seat in players
            for ready in players
            if not worth[seat] and seat not in pigs and worth[ready]
        ],
        [refund for seat in players if not worth[seat] for refund in _refunds(state, seat)],
    ]
    for batch in batches:
        if batch:
            yield Paid(tuple(batch))


def _pig(pig: Seat, other: Seat) -> Transfer:
    return pay(pig, other, "pig", plus("base", UNIT), times("units", PIG_UNITS))


def _suits_of(state: RoundState, seat: Seat) -> set[int]:
    owner = state.seats[seat]
    return suits_held([*owner.hand.tiles(), *(tile for meld in owner.melds for tile in meld.tiles)])


def _refunds(state: RoundState, konger: Seat) -> list[Transfer]:
    """退税: his kong income goes back to those who paid it; what is due to a winner who has left the table lapses."""
    return [
        pay(konger, t.payer, "kong_refund", plus("kong_income", t.amount))
        for t in _kept_income(state.ledger, konger)
        if not state.seats[t.payer].left
    ]


def _kept_income(ledger: Sequence[tuple[Transfer, ...]], konger: Seat) -> list[Transfer]:
    """What a seat's kongs brought, without what was handed over after 杠上炮 (to several winners, but once)."""
    kept: list[tuple[Transfer, ...]] = []
    handed_over = False
    for batch in ledger:
        if batch and batch[0].reason == KONG and batch[0].payee == konger:
            kept.append(batch)
        handing_over = any(t.reason == KONG_TRANSFER and t.payer == konger for t in batch)
        if handing_over and not handed_over:
            kept.pop()
        handed_over = handing_over
    return [transfer for batch in kept for transfer in batch]


# ---- escape ---------------------------------------------------------------------------------------------------------


def _escape(state: RoundState, rules: Ruleset, seat: Seat) -> Iterator[Event]:
    """逃跑: who has not won pays each other player still in the hand, and the hand ends.

    A winner who leaves the bloody table keeps what he has: "a net gain of his is booked at the end of the hand, a net
    loss at once" is about coins changing hands; in points both are the sum of the same transfers.
    """
    if not state.seats[seat].out:
        yield from ends_hand(seat, [_fine(state, rules, seat, other) for other in in_play(state, seat)])


def _fine(state: RoundState, rules: Ruleset, seat: Seat, other: Seat) -> Transfer:
    """16 units; with four tiles or fewer left the value of his highest wait instead, if that is more."""
    fines = [(plus("base", UNIT), times("units", PIG_UNITS))]
    if len(state.wall) <= LAST_TILES and (fan := best_wait(state, rules, other)):
        fines.append(_fan_value(fan))
    return pay(seat, other, ESCAPE, *max(fines, key=amount_of))


def _escape_forfeiting(state: RoundState, rules: Ruleset, seat: Seat) -> Iterator[Event]:
    """Option winner_leaves: what a winner who leaves had won returns to those who paid; the hand goes on."""
    yield from _escape(state, rules, seat)
    won = [t for batch in state.ledger for t in batch if t.payee == seat and t.reason in ("win", KONG_TRANSFER)]
    returned = [*won, *_kept_income(state.ledger, seat)]
    if state.seats[seat].out and returned:
        yield Paid(tuple(pay(seat, t.payer, ESCAPE, plus("won", t.amount)) for t in returned))


# ---- dealer, end, variant -------------------------------------------------------------------------------------------


def _next_dealer(state: RoundState) -> NextDealer:
    """The discarder of the winning tile; on a self-draw the winner; drawn: the dealer stays; after an escape: dice."""
    if (after_leaving := dice_after_leaving(state)) is not None:
        return after_leaving
    if not state.wins:
        return deals_next(state, state.dealer)
    win = state.wins[0]
    return deals_next(state, win.seat if win.loser is None else win.loser)


def _three_have_won(state: RoundState) -> bool:
    return sum(owner.out for owner in state.seats) >= 3


def _keeps_to(suits: frozenset[int]) -> Allowed:
    """With a named suit (declare_void) a hand can only keep to the other two."""
    letters = [SUIT_LETTERS[suit] for suit in suits]
    return lambda state, seat: state.seats[seat].marks.get(VOID) not in letters


def _summary(options: Options) -> Summary:
    void = ("void_suit_held",) if options["declare_void"] == "yes" else ()
    lock = ("passed_win",) if options["pass_lock"] == "yes" else ()
    cap = () if options["fan_cap"] == "none" else ("cap",)
    return Summary(
        demands=(*void, "three_suits", *lock),
        extras=("forced_wins", *cap),
        kongs="kongs_at_once",
        drawn="draw_checked",
        dealer="dealer_discarder",
    )


def build(options: Options) -> Ruleset:
    """The ordinary table."""
    void = options["declare_void"] == "yes"
    lock = options["pass_lock"] == "yes"
    cap = None if options["fan_cap"] == "none" else int(options["fan_cap"])
    rules = Ruleset(
        tiles=TileRules(SUITED_TILES, reserve=lambda state: 0, last_stretch=FORCED_WINS),
        opening=(Deal(), DeclareVoid()) if void else (Deal(),),
        calls=CallRules(
            chow=False,
            hide_concealed_kong=options["hide_concealed_kong"] == "yes",
            gates={Discard: (_void_first,), Kong: (_void_not_called,), Pong: (_void_not_called,)} if void else {},
            forced=partial(at_four_tiles, 0),
            passed=lock_passed_win if lock else None,
        ),
        flow=STANDARD_FLOW,
        winning=WinRules(
            shapes=(StandardShape(), SevenPairs()),
            patterns=BASE + EXTRAS,
            combine=partial(_highest_base, cap),
            shape_gates=(_void_suit_held, _three_suits),
            gates=(passed_win,) if lock else (),
            goals=two_suit_goals(_keeps_to),
            facts={
                "kong_draw": facts.kong_draw,
                "kong_discard": facts.kong_discard,
                "rob_kong": facts.rob_kong,
                "heavenly": facts.heavenly,
                "earthly": facts.earthly_draw,
            },
        ),
        scoring=ScoreRules(
            settle=_settle,
            exhausted=_exhausted,
            next_dealer=_next_dealer,
            play_on=lambda state: False,
            several_winners=True,
            winner_order=after_discarder,
            reactions={
                Melded: (_wind_and_rain(int(options["exposed_kong_units"])),),
                Drew: (unlock_on_draw,),
            },
            leave=_escape if options["escape_penalty"] == "yes" else None,
        ),
        summary=_summary(options),
    )
    return with_items(rules) if options["items"] == "yes" else rules


def build_bloody(options: Options) -> Ruleset:
    """Winners leave the hand, the rest play on until three have won or the wall is empty; dice for every deal."""
    ordinary = build(options)
    scoring = replace(ordinary.scoring, play_on=lambda s: not _three_have_won(s), next_dealer=by_dice)
    if scoring.leave is not None and options["winner_leaves"] == "forfeits":
        scoring = replace(scoring, leave=_escape_forfeiting)
    summary = replace(ordinary.summary, extras=(*ordinary.summary.extras, "play_on"), dealer="dealer_by_dice")
    return replace(ordinary, scoring=scoring, summary=summary)


OPTIONS = (
    Option("declare_void", NO_YES),
    Option("fan_cap", ("none", "6")),
    Option("exposed_kong_units", ("1", "2")),
    Option("pass_lock", YES_NO),
    Option("hide_concealed_kong", NO_YES),
    Option("escape_penalty", YES_NO),
    Option("items", NO_YES),
    Option("titles", YES_NO),
    Option("coins", NO_YES),
    Option("coin_rate", ("200", "50", "1000"), range(1, 1001)),
    Option("coin_fee", ("400", "0"), range(1_000_001)),
)
BLOODY_OPTIONS = (*OPTIONS, Option("winner_leaves", ("keeps", "forfeits")))

_PEPPERS = ("yidu_red", "dahongpao", "erjingtiao", "chaotianjiao", "shuanjiao", "zhitianjiao")
_GRADES = ("first", "good", "best")
_POINTS = (
    100, 200, 500, 1000, 1500, 2300, 3000, 4000, 6000, 9000, 13000, 18000, 25000, 35000, 50000, 70000, 100000, 200000,
)  # fmt: skip
LADDER = Ladder(
    "sichuan", tuple(zip(_POINTS, (f"{pepper}_{grade}" for pepper in _PEPPERS for grade in _GRADES), strict=True))
)
COINS = CoinRules(switch="coins", rate="coin_rate", fee="coin_fee")

VARIANTS = (
    Variant("sichuan", "sichuan", OPTIONS, build, ladder=LADDER, coins=COINS),
    Variant("sichuan_bloody", "sichuan", BLOODY_OPTIONS, build_bloody, ladder=LADDER, coins=COINS),
)
