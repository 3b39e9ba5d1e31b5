"""Hebei mahjong (河北麻将), rules (1) and (2). rulebook/parlour.md."""

from __future__ import annotations

from dataclasses import replace

from rules.flow import STANDARD_FLOW
from rules.goals import PairsGoal, StandardGoal
from rules.patterns.parlour import DEALER, KONG_DRAW, SEVEN_PAIRS
from rules.policies import facts
from rules.policies.parlour import (
    HIDE_CONCEALED_KONG,
    OPEN_SELF_DRAW,
    Stakes,
    kongs_with_the_win,
    multiplied,
    scoring,
    with_open_self_draw,
)
from rules.ruleset import YES_NO, CallRules, Lengths, Option, Options, Ruleset, Summary, TileRules, Variant, WinRules
from rules.shapes import SevenPairs, StandardShape
from rules.steps.opening import Deal
from rules.tiles import ALL_TILES

STAKES_1 = Stakes(base=5, exposed_kong=5, concealed_kong=10)
STAKES_2 = Stakes(base=10, exposed_kong=10, concealed_kong=20)


def build_2(options: Options) -> Ruleset:
    """Hebei (2): no chow, any pair; only the dealer and seven pairs double."""
    runs = options["honour_runs"] == "yes"
    return Ruleset(
        tiles=TileRules(ALL_TILES, reserve=lambda state: 0),
        opening=(Deal(),),
        calls=CallRules(chow=False, hide_concealed_kong=options["hide_concealed_kong"] == "yes"),
        flow=STANDARD_FLOW,
        winning=WinRules(
            shapes=(StandardShape(honour_runs=runs), SevenPairs()),
            patterns=(DEALER, SEVEN_PAIRS),
            combine=multiplied,
            goals=(StandardGoal(honour_runs=runs), PairsGoal()),
        ),
        scoring=scoring(STAKES_2, kongs_with_the_win),
        summary=Summary(extras=(*(("honour_runs",) if runs else ()), "dealer_stakes"), kongs="kongs_with_win"),
    )


def build_1(options: Options) -> Ruleset:
    """Hebei (1): smaller stakes; 杠呲 and 明自摸 double too."""
    plain = build_2(options)
    winning = replace(
        plain.winning, patterns=(*plain.winning.patterns, KONG_DRAW), facts={"kong_draw": facts.kong_draw}
    )
    rules = replace(plain, winning=winning, scoring=scoring(STAKES_1, kongs_with_the_win))
    return with_open_self_draw(rules, options["open_self_draw"])


HONOUR_RUNS = Option("honour_runs", YES_NO)

VARIANTS = (
    Variant("hebei_1", "hebei", (HONOUR_RUNS, OPEN_SELF_DRAW, HIDE_CONCEALED_KONG), build_1, Lengths(rounds=(1, 4))),
    Variant("hebei_2", "hebei", (HONOUR_RUNS, HIDE_CONCEALED_KONG), build_2, Lengths(rounds=(1, 4))),
)
