"""Shaanxi mahjong (陕西麻将): every shape is worth the same, pao (下炮子) raise the stakes. rulebook/shaanxi.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from rules.commands import Choose
from rules.events import Ask, AskKind, Drew, Event, Marked, Melded, Paid, Won
from rules.flow import STANDARD_FLOW
from rules.goals import PairsGoal, StandardGoal
from rules.knitted import ALL_UNCONNECTED, KNITTED_STRAIGHT, ODD_GOALS, ODD_SHAPES, THIRTEEN_ORPHANS
from rules.ladders import CoinRules, Ladder
from rules.melds import KongKind
from rules.patterns import is_seven_pairs, is_standard, shaped
from rules.policies import facts
from rules.policies.claims import after_discarder, unlock_on_draw
from rules.policies.dealers import dealer_holds_or_passes
from rules.policies.escape import ESCAPE, dice_after_leaving, ends_hand
from rules.policies.passed_kinds import lock_passed_kind, passed_kind
from rules.policies.payments import in_play, kongs_at_once, pays_nothing
from rules.ruleset import (
    NO_YES,
    YES_NO,
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
)  # fmt: skip
from rules.score import Breakdown, ScoreItem, Transfer, Unit, pay, plus, times
from rules.seats import AFTER, SEATS, Seat
from rules.shapes import SevenPairs, StandardShape
from rules.state import RoundState
from rules.steps.base import Together
from rules.steps.closing import unpaid
from rules.steps.opening import Deal
from rules.tiles import ALL_TILES
from rules.win import WinContext

BASE = 3
SELF_DRAW = 2
ESCAPE_BASE = 8
ESCAPE_PAO = 3
DEALER = 2
DICE = 4
STACK = 2
KONG_UNITS = {KongKind.CONCEALED: 2, KongKind.EXPOSED: 2, KongKind.ADDED: 1}
DRAW_STACKS = {"seed": (13, 7, 8, 13), "natural": (6, 7, 8, 9)}
"""Stacks that are left when the hand is drawn, by the kongs on the table; the last for three or more."""

ODD = (THIRTEEN_ORPHANS, ALL_UNCONNECTED, KNITTED_STRAIGHT)
PAO = "pao"
LAST_PAO = "last_pao"
PAO_CHOICES = tuple(Choose(PAO, str(count)) for count in range(5))


# ---- pao ------------------------------------------------------------------------------------------------------------


class LayPao(Together):
    """下炮子: each seat lays 0 to 4 pao, and all are told together. The clock lays as many as that player last did."""

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """All four seats."""
        return {
            seat: Ask(
                state.seats[seat].asked, seat, AskKind.CHOICE, PAO_CHOICES, PAO_CHOICES[_pao(state, seat, LAST_PAO)]
            )
            for seat in SEATS
        }

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Tell them."""
        for seat in SEATS:
            _, command = state.answers[seat]
            yield Marked(seat, PAO, PAO_CHOICES.index(command))


def _pao(state: RoundState, seat: Seat, mark: str = PAO) -> int:
    count = state.seats[seat].marks.get(mark)
    return count if isinstance(count, int) else 0


# ---- wall -----------------------------------------------------------------------------------------------------------


def _limit(stacks: Sequence[int], more_kongs: int, state: RoundState) -> int:
    """荒庄: tiles that are left when nobody draws any more, with so many kongs more than are on the table."""
    kongs = sum(meld.kong is not None for owner in state.seats for meld in owner.melds) + more_kongs
    return STACK * stacks[min(kongs, len(stacks) - 1)]


# ---- points ---------------------------------------------------------------------------------------------------------


def _hand_points(context: WinContext, items: Sequence[ScoreItem]) -> Breakdown:
    """A x D, whatever the shape."""
    return Breakdown(tuple(items), BASE * (SELF_DRAW if context.self_drawn else 1), Unit.POINTS)


def _settle(state: RoundState, rules: Ruleset) -> Iterator[Event]:
    """All three pay, also on a discard."""
    for win in unpaid(state):
        yield Paid(tuple(_share(state, win, payer) for payer in in_play(state, win.seat)))


def _share(state: RoundState, win: Won, payer: Seat) -> Transfer:
    """The points of the hand, doubled for the dealer, and both players' pao, which are not."""
    factors = [plus("base", BASE)]
    if state.dealer in (win.seat, payer):
        factors.append(times("dealer", DEALER))
    for name, seat in (("payer_pao", payer), ("winner_pao", win.seat)):
        if _pao(state, seat):
            factors.append(plus(name, BASE * _pao(state, seat)))
    if win.loser is None:
        factors.append(times("self_draw", SELF_DRAW))
    return pay(payer, win.seat, "win", *factors)


# ---- escape, dealer -------------------------------------------------------------------------------------------------


def _escape(state: RoundState, rules: Ruleset, seat: Seat) -> Iterator[Event]:
    """逃跑: D x (8 + 3 x own pao + the others' pao), in three equal parts; the hand ends, kong points stay.

    D = 3 points, so the three parts are always whole and nothing is left over.
    """
    factors = [plus("base", ESCAPE_BASE)]
    for name, points in (
        ("own_pao", ESCAPE_PAO * _pao(state, seat)),
        ("others_pao", sum(_pao(state, other) for other in AFTER[seat])),
    ):
        if points:
            factors.append(plus(name, points))
    factors += [times("points", BASE), times("share", 1, len(AFTER[seat]))]
    yield from ends_hand(seat, [pay(seat, other, ESCAPE, *factors) for other in AFTER[seat]])


def _next_dealer(state: RoundState) -> NextDealer:
    """The dealer stays when he wins or on a draw, else the next seat; when somebody has left, a new one by chance."""
    return dice_after_leaving(state) or dealer_holds_or_passes(state)


# ---- variant --------------------------------------------------------------------------------------------------------


def build(options: Options) -> Ruleset:
    """The rules with these options."""
    stacks = DRAW_STACKS[options["draw_stacks"]]
    return Ruleset(
        tiles=TileRules(ALL_TILES, reserve=partial(_limit, stacks, 0), kong_reserve=partial(_limit, stacks, 1)),
        opening=(Deal(), LayPao()),
        calls=CallRules(
            chow=options["chow"] == "yes",
            hide_concealed_kong=options["hide_concealed_kong"] == "yes",
            passed=lock_passed_kind,
        ),
        flow=STANDARD_FLOW,
        winning=WinRules(
            shapes=(StandardShape(), SevenPairs(), *ODD_SHAPES),
            patterns=(
                Pattern("plain", BASE, is_standard),
                Pattern("seven_pairs", BASE, is_seven_pairs),
                *(Pattern(shape, BASE, shaped(shape)) for shape in ODD),
            ),
            combine=_hand_points,
            gates=(passed_kind,),
            facts={"kong_draw": facts.kong_draw, "rob_kong": facts.rob_kong},
            goals=(StandardGoal(), PairsGoal(), *ODD_GOALS),
        ),
        scoring=ScoreRules(
            settle=_settle,
            exhausted=pays_nothing,
            next_dealer=_next_dealer,
            play_on=lambda state: False,
            several_winners=False,
            winner_order=after_discarder,
            reactions={Melded: (partial(kongs_at_once, BASE, KONG_UNITS), unlock_on_draw), Drew: (unlock_on_draw,)},
            leave=_escape if options["escape_penalty"] == "yes" else None,
        ),
        summary=Summary(
            demands=("passed_win",),
            extras=("pao", "stacks_left", "dealer_stakes"),
            payers="all_pay",
            kongs="kongs_at_once",
        ),
        carries=(PAO,),
    )


OPTIONS = (
    Option("chow", NO_YES),
    Option("draw_stacks", tuple(DRAW_STACKS)),
    Option("hide_concealed_kong", NO_YES),
    Option("escape_penalty", YES_NO),
    Option("titles", YES_NO),
    Option("coins", NO_YES),
    Option("coin_rate", ("200", "50", "1000"), range(1, 1001)),
)

_POINTS = (
    100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 80000, 100000, 200000, 500000, 800000, 1200000, 2000000,
)  # fmt: skip
_TITLES = (*(f"{rank}m" for rank in range(1, 10)), "1z", "3z", "2z", "4z", "5z", "6z", "sparrow_god")
LADDER = Ladder("shaanxi", tuple(zip(_POINTS, _TITLES, strict=True)), below="7z")

VARIANTS = (
    Variant(
        "shaanxi",
        "shaanxi",
        OPTIONS,
        build,
        Lengths(rounds=(1, 4)),
        dice=DICE,
        ladder=LADDER,
        coins=CoinRules(switch="coins", rate="coin_rate"),
    ),
)
