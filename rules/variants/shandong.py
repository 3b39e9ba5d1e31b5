"""Shandong mahjong (山东麻将), rules (1) and (2). rulebook/parlour.md."""

from __future__ import annotations

from dataclasses import replace

from rules.analysis import PEACOCK_RUN
from rules.flow import STANDARD_FLOW
from rules.goals import PairsGoal, StandardGoal
from rules.patterns import is_258
from rules.patterns.parlour import DEALER, NARROW_WAIT_SELF_DRAW, SEVEN_PAIRS
from rules.policies import facts
from rules.policies.parlour import (
    HIDE_CONCEALED_KONG,
    OPEN_SELF_DRAW,
    Stakes,
    multiplied,
    scoring,
    with_open_self_draw,
)
from rules.ruleset import YES_NO, CallRules, Lengths, Option, Options, Ruleset, Summary, TileRules, Variant, WinRules
from rules.score import Breakdown
from rules.shapes import SevenPairs, StandardShape
from rules.steps.opening import Deal
from rules.tiles import ALL_TILES, GREEN, RED, WHITE
from rules.win import WinContext

STAKES_1 = Stakes(base=5, exposed_kong=5, concealed_kong=10)
STAKES_2 = Stakes(base=10, exposed_kong=10, concealed_kong=20)
HONOUR_RUNS = ((RED, GREEN, WHITE), PEACOCK_RUN)
PAIRS = tuple(filter(is_258, ALL_TILES))


def _pair_not_258(context: WinContext, breakdown: Breakdown) -> str | None:
    """2、5、8 坐将: the pair of a standard hand is a 2, 5 or 8 of a suit; not asked of seven pairs."""
    pair = context.arrangement.pair
    return "pair_not_258" if pair is not None and not is_258(pair) else None


def build_1(options: Options) -> Ruleset:
    """Shandong (1): chow and pong; the dealer, seven pairs and 明自摸 double."""
    runs = options["honour_runs"] == "yes"
    rules = Ruleset(
        tiles=TileRules(ALL_TILES, reserve=lambda state: 0),
        opening=(Deal(),),
        calls=CallRules(
            chow=True,
            hide_concealed_kong=options["hide_concealed_kong"] == "yes",
            runs=HONOUR_RUNS if runs else (),
        ),
        flow=STANDARD_FLOW,
        winning=WinRules(
            shapes=(StandardShape(honour_runs=runs), SevenPairs()),
            patterns=(DEALER, SEVEN_PAIRS),
            combine=multiplied,
            shape_gates=(_pair_not_258,),
            facts={"kong_draw": facts.kong_draw},
            goals=(StandardGoal(pair=PAIRS, honour_runs=runs), PairsGoal()),
        ),
        scoring=scoring(STAKES_1),
        summary=Summary(
            demands=("pair_not_258",),
            extras=(*(("honour_runs",) if runs else ()), "dealer_stakes"),
            kongs="kongs_at_end",
        ),
    )
    return with_open_self_draw(rules, options["open_self_draw"])


def build_2(options: Options) -> Ruleset:
    """Shandong (2): larger stakes; 边砍吊自摸 doubles too."""
    first = build_1(options)
    winning = replace(first.winning, patterns=(*first.winning.patterns, NARROW_WAIT_SELF_DRAW))
    return replace(first, winning=winning, scoring=replace(first.scoring, settle=scoring(STAKES_2).settle))


OPTIONS = (Option("honour_runs", YES_NO), OPEN_SELF_DRAW, HIDE_CONCEALED_KONG)

VARIANTS = (
    Variant("shandong_1", "shandong", OPTIONS, build_1, Lengths(rounds=(1, 4))),
    Variant("shandong_2", "shandong", OPTIONS, build_2, Lengths(rounds=(1, 4))),
)
