"""Yunnan mahjong as played in Yuxi (云南麻将, 玉溪). rulebook/yunnan.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from rules.commands import PASS, WIN, Choose, Command
from rules.events import Ask, AskKind, Drew, Event, Flipped, Marked, Melded, Paid, Stage, Staged, WinSource, Won
from rules.evolve import evolve
from rules.flow import STANDARD_FLOW
from rules.goals import PairsGoal, StandardGoal
from rules.judging import NO_SHAPE, Verdict, context_of, judge, judge_now, waits, won_event
from rules.melds import KongKind
from rules.patterns import all_triplets, has_fact, is_seven_pairs
from rules.policies import facts
from rules.policies.claims import after_discarder, lock_passed_win, passed_win, unlock_on_draw
from rules.policies.dealers import deals_next
from rules.policies.forced import FORCED_WINS, at_four_tiles
from rules.policies.payments import kongs_at_once
from rules.ruleset import (
    NO_YES,
    CallRules,
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
from rules.score import Breakdown, Factor, ScoreItem, Transfer, Unit, pay, plus, times
from rules.seats import AFTER, SEATS, Seat, next_seat
from rules.shapes import EveryTile, SevenPairs, StandardShape
from rules.state import RoundState
from rules.steps.base import Silent, Together
from rules.steps.opening import Deal
from rules.steps.play import Claim, self_drawn_win
from rules.tiles import ALL_TILES, HIDDEN, HONOURS, NAME_OF, SUIT_OF, Tile, parse_tile
from rules.win import WinContext

PLAIN, SELF_DRAW, DISCARD = 1, 3, 4
"""Points of a payer: for a hand without a feature, and for the first feature by self-draw and from a discard."""
OPEN_TAIL = 2
OPEN_PLACES = tuple(range(-OPEN_TAIL, 0))
KONG_POINTS = {KongKind.EXPOSED: 2, KongKind.ADDED: 1, KongKind.CONCEALED: 2}
DRAGON = "dragon_seven_pairs"
DRAGON_VALUE = 2
HONOURS_TO_WIN = 10
TEN_HONOURS = "ten_honours"
TURNED_UP = "turned_up"
RUN_FROM = "honours_from"


# ---- open tail tiles ------------------------------------------------------------------------------------------------


class TurnUpTail(Silent):
    """The last two tiles of the wall are turned up where they lie."""

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Turn them up, the front one first."""
        for at in OPEN_PLACES:
            yield Flipped(state.wall[at], "open_tail", None)


def _open_tiles(state: RoundState) -> int:
    """How many turned-up tiles are still there; nobody draws them, and they do not count as wall."""
    return OPEN_TAIL - (TURNED_UP in state.marks)


def _completing(state: RoundState, rules: Ruleset) -> dict[Tile, int]:
    """The turned-up tiles that complete the konger's hand, with their place in the wall, the dearest first."""
    found: list[tuple[int, Tile, int]] = []
    for at in OPEN_PLACES:
        tile = state.wall[at]
        after = state.copy()
        evolve(after, Drew(state.turn, tile, at, replacement=True))
        verdict = judge_now(after, rules, state.turn, tile, WinSource.SELF_DRAW)
        if verdict is not None and verdict.breakdown is not None:
            found.append((verdict.breakdown.value, tile, at))
    return {tile: at for _, tile, at in sorted(found, key=lambda item: -item[0])}


class TakeOrReplace(Together):
    """A turned-up tile that completes the konger's hand may be taken to win (杠上花); never forced.

    Otherwise the replacement is the rearmost face-down tile. To win without naming a tile takes the dearest.
    """

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """The konger, when a turned-up tile wins; the clock declines."""
        seat = state.turn
        tiles = [Choose(TURNED_UP, NAME_OF[tile]) for tile in _completing(state, rules)]
        if not tiles:
            return {}
        return {seat: Ask(state.seats[seat].asked, seat, AskKind.CHOICE, (WIN, *tiles, PASS), PASS)}

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Win with the tile taken, or draw the replacement."""
        seat = state.turn
        command: Command = state.answers[seat][1] if seat in state.answers else PASS
        if command == PASS:
            at = -1 - _open_tiles(state)
            yield Drew(seat, state.wall[at], at, replacement=True)
            yield Staged(Stage.TURN, seat)
            return
        places = _completing(state, rules)
        tile = parse_tile(command.value) if isinstance(command, Choose) else next(iter(places))
        yield Marked(None, TURNED_UP, NAME_OF[tile])
        yield Drew(seat, tile, places[tile], replacement=True)
        yield from self_drawn_win(state, rules, seat)


# ---- patterns and gates ---------------------------------------------------------------------------------------------


def _one_class(context: WinContext) -> bool:
    """清一色: one of the four classes m, p, s, honours."""
    return len({SUIT_OF[tile] for tile in context.all_tiles()}) == 1


def _dragon(context: WinContext) -> bool:
    """龙七对: seven pairs, the winning tile the fourth of its kind."""
    return is_seven_pairs(context) and context.tray.counts[context.tile] == 4


FEATURES = (
    Pattern("all_triplets", 1, all_triplets),
    Pattern("full_flush", 1, _one_class),
    Pattern("seven_pairs", 1, lambda context: is_seven_pairs(context) and not _dragon(context)),
    Pattern(DRAGON, DRAGON_VALUE, _dragon),
    Pattern("kong_draw", 1, has_fact("kong_draw")),
    Pattern("kong_discard", 1, has_fact("kong_discard")),
    Pattern("rob_kong", 1, has_fact("rob_kong")),
)


def _added_up(context: WinContext, items: Sequence[ScoreItem]) -> Breakdown:
    """The number of features (番)."""
    return Breakdown(tuple(items), sum(item.value * item.count for item in items), Unit.FAN)


def _plain_self_draw_only(context: WinContext, breakdown: Breakdown) -> str | None:
    """平胡: a hand without a feature wins by self-draw only."""
    return None if context.self_drawn or breakdown.items else "plain_self_draw_only"


# ---- ten honours ----------------------------------------------------------------------------------------------------


def _begin_anew(state: RoundState, event: Melded, rules: Ruleset) -> Iterator[Event]:
    """A claimed discard begins the discarder's run of honours anew, at this place of the river."""
    meld = event.meld
    if meld.source is not None and meld.kong is not KongKind.ADDED:
        yield Marked(meld.source, RUN_FROM, len(state.seats[meld.source].river))


def _honours_in_a_row(state: RoundState, seat: Seat) -> int:
    """The seat's last discards in a row that were honours and that nobody claimed."""
    owner = state.seats[seat]
    start = owner.marks.get(RUN_FROM, 0)
    run = 0
    for tile in reversed(owner.river[start:] if isinstance(start, int) else owner.river):
        if SUIT_OF[tile] != HONOURS:
            break
        run += 1
    return run


class ClaimOrTenHonours(Claim):
    """After a discard that nobody claimed, ten honours in a row (十老头) may win."""

    def unclaimed(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Ask the discarder, or go on."""
        if _honours_in_a_row(state, state.turn) >= HONOURS_TO_WIN:
            yield Staged(Stage.UNCLAIMED, state.turn)
        else:
            yield from super().unclaimed(state, rules)


def _ten_honours(state: RoundState, rules: Ruleset) -> Verdict:
    """The judgement on the thirteen tiles: there is no winning tile."""
    return judge(context_of(state, rules, state.turn, HIDDEN, WinSource.SELF_DRAW, frozenset({TEN_HONOURS})))


class TenHonours(Together):
    """十老头: offered after the tenth honour, and again after each further one of the same run."""

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """The discarder; the clock declines."""
        seat = state.turn
        if not _ten_honours(state, rules).wins:
            return {}
        return {seat: Ask(state.seats[seat].asked, seat, AskKind.CHOICE, (WIN, PASS), PASS)}

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Win, or the next seat draws."""
        seat = state.turn
        if seat in state.answers and state.answers[seat][1] == WIN:
            yield won_event(_ten_honours(state, rules), took=False)
            yield Staged(Stage.WON, seat)
        else:
            yield Staged(Stage.DRAW, next_seat(seat))


def _without_meld(context: WinContext, breakdown: Breakdown) -> str | None:
    """Option ten_honours_closed: no meld at all."""
    return NO_SHAPE if context.melds else None


def _ten_honours_rules(closed: bool) -> WinRules:
    return WinRules(
        shapes=(EveryTile(TEN_HONOURS, lambda tile: True),),
        patterns=(Pattern(TEN_HONOURS, 1, has_fact(TEN_HONOURS)),),
        combine=_added_up,
        shape_gates=(_without_meld,) if closed else (),
    )


# ---- payments, dealer, variant --------------------------------------------------------------------------------------


def _rate(first: int, features: int) -> tuple[Factor, ...]:
    """The first feature's points, doubled for each further one; a plain hand has a rate of its own."""
    if not features:
        return (plus("plain", PLAIN),)
    return plus("base", first), times("fan", 2 ** (features - 1))


def _settle(dragon_discard: int, state: RoundState, rules: Ruleset) -> Iterator[Event]:
    """Self-drawn, each of the three pays; from a discard the discarder alone."""
    for win in state.wins:
        payers = AFTER[win.seat] if win.loser is None else (win.loser,)
        factors = _factors(win, dragon_discard)
        yield Paid(tuple(pay(payer, win.seat, "win", *factors) for payer in payers))


def _factors(win: Won, dragon_discard: int) -> tuple[Factor, ...]:
    """What one payer owes; the dragon alone has its own figure from a discard."""
    if win.loser is None:
        return _rate(SELF_DRAW, win.breakdown.value)
    if win.breakdown.names() == [DRAGON]:
        return (plus("dragon_discard", dragon_discard),)
    return _rate(DISCARD, win.breakdown.value)


def _exhausted(state: RoundState, rules: Ruleset) -> Iterator[Event]:
    """查大叫: who is not ready pays every ready player his dearest wait at the self-draw rate."""
    worth = {seat: [wait.value for wait in waits(state, rules, seat).values()] for seat in SEATS}
    payers = [seat for seat in SEATS if not worth[seat]]
    transfers = [_not_ready(payer, seat, max(worth[seat])) for payer in payers for seat in SEATS if worth[seat]]
    if transfers:
        yield Paid(tuple(transfers))


def _not_ready(seat: Seat, ready: Seat, features: int) -> Transfer:
    return pay(seat, ready, "not_ready", *_rate(SELF_DRAW, features))


def _next_dealer(with_several: str, state: RoundState) -> NextDealer:
    """The winner; of several the first after the discarder, or by option the discarder's next seat. Drawn: he stays."""
    if not state.wins:
        return deals_next(state, state.dealer)
    first = state.wins[0]
    if len(state.wins) > 1 and first.loser is not None and with_several == "next_seat":
        return deals_next(state, next_seat(first.loser))
    return deals_next(state, first.seat)


def build(options: Options) -> Ruleset:
    """The rules with these options."""
    return Ruleset(
        tiles=TileRules(ALL_TILES, reserve=_open_tiles, last_stretch=FORCED_WINS),
        opening=(TurnUpTail(), Deal()),
        calls=CallRules(
            chow=False,
            hide_concealed_kong=options["hide_concealed_kong"] == "yes",
            forced=partial(at_four_tiles, OPEN_TAIL),
            passed=lock_passed_win,
        ),
        flow={
            **STANDARD_FLOW,
            Stage.CLAIM: ClaimOrTenHonours(),
            Stage.UNCLAIMED: TenHonours(),
            Stage.KONG_DRAW: TakeOrReplace(),
        },
        winning=WinRules(
            shapes=(StandardShape(), SevenPairs()),
            patterns=FEATURES,
            combine=_added_up,
            gates=(_plain_self_draw_only, passed_win),
            facts={"kong_draw": facts.kong_draw, "kong_discard": facts.kong_discard, "rob_kong": facts.rob_kong},
            special={TEN_HONOURS: _ten_honours_rules(options["ten_honours_closed"] == "yes")},
            goals=(StandardGoal(), PairsGoal()),
        ),
        scoring=ScoreRules(
            settle=partial(_settle, int(options["dragon_discard"])),
            exhausted=_exhausted,
            next_dealer=partial(_next_dealer, options["next_dealer"]),
            play_on=lambda state: False,
            several_winners=True,
            winner_order=after_discarder,
            reactions={Melded: (partial(kongs_at_once, 1, KONG_POINTS), _begin_anew), Drew: (unlock_on_draw,)},
        ),
        summary=Summary(
            demands=("plain_self_draw_only", "passed_win"),
            extras=("open_tail", "forced_wins"),
            kongs="kongs_at_once",
            drawn="draw_not_ready_pays",
            dealer="dealer_winner",
        ),
    )


OPTIONS = (
    Option("ten_honours_closed", NO_YES),
    Option("dragon_discard", ("7", "8")),
    Option("next_dealer", ("winner", "next_seat")),
    Option("hide_concealed_kong", NO_YES),
)

VARIANTS = (Variant("yunnan", "yunnan", OPTIONS, build, Lengths(hands=(4, 8, 16))),)
