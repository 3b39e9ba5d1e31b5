"""How the items of a win combine to its value."""

from __future__ import annotations

import pytest

from rules.score import Breakdown, Factor, Op, ScoreItem, Unit, plus, times

DEALER, CONCEALED = ScoreItem("dealer", 2), ScoreItem("concealed_hand", 2)
HEAVENLY, ROOTS = ScoreItem("heavenly", 6), ScoreItem("root", 1, 2)
BIG_TYPES = tuple(ScoreItem(name, 20) for name in ("all_258", "full_flush", "seven_pairs"))


@pytest.mark.parametrize(
    ("breakdown", "factors"),
    [
        (Breakdown((DEALER, CONCEALED), 4, Unit.TIMES), (times("dealer", 2), times("concealed_hand", 2))),
        (Breakdown((DEALER, CONCEALED), 2, Unit.TIMES), (times("concealed_hand", 2),)),
        (Breakdown((HEAVENLY, ROOTS), 8, Unit.FAN), (plus("heavenly", 6), plus("root", 2))),
        (Breakdown((HEAVENLY, ROOTS), 6, Unit.FAN), (plus("heavenly", 6), plus("root", 2), Factor("cap", Op.CAP, 6))),
        (Breakdown(BIG_TYPES, 80, Unit.POINTS), (plus("all_258", 20), times("full_flush", 2), times("seven_pairs", 2))),
        (Breakdown(BIG_TYPES[:2], 160, Unit.POINTS), (plus("all_258", 20), plus("full_flush", 20))),
        (Breakdown((), 6, Unit.POINTS), ()),
    ],
    ids=["the dealer wins", "the dealer alone pays double", "fan", "capped fan", "types double", "melds", "no pattern"],
)
def test_each_item_says_what_it_does_to_the_value(breakdown: Breakdown, factors: tuple[Factor, ...]) -> None:
    assert breakdown.factors() == factors
