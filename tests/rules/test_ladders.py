"""Titles and coins (rulebook/sichuan.md "Room", rulebook/shaanxi.md)."""

from __future__ import annotations

import pytest

from rules.errors import OptionError
from rules.ladders import CoinRules, Ladder
from rules.variants import variant


def ladder_of(key: str) -> Ladder:
    found = variant(key).ladder
    assert found is not None
    return found


def coins_of(key: str) -> CoinRules:
    found = variant(key).coins
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("points", "title"),
    [(-50, None), (99, None), (100, "yidu_red_first"), (200, "yidu_red_good"), (1000, "dahongpao_first"),
     (199_999, "zhitianjiao_good"), (200_000, "zhitianjiao_best")],
)  # fmt: skip
def test_sichuan_titles(points: int, title: str | None) -> None:
    assert ladder_of("sichuan").title(points) == title


@pytest.mark.parametrize(
    ("points", "title"),
    [(0, "7z"), (100, "1m"), (50_000, "9m"), (80_000, "1z"), (100_000, "3z"), (200_000, "2z"), (500_000, "4z"),
     (2_000_000, "sparrow_god")],
)  # fmt: skip
def test_shaanxi_titles(points: int, title: str) -> None:
    assert ladder_of("shaanxi").title(points) == title


def test_both_sichuan_games_climb_one_ladder() -> None:
    assert ladder_of("sichuan").key == ladder_of("sichuan_bloody").key


@pytest.mark.parametrize("rate", ["0", "1001", "-5", "many", "1.5"])
def test_the_rate_is_a_number_from_1_to_1000(rate: str) -> None:
    with pytest.raises(OptionError, match="coin_rate"):
        variant("sichuan").choose({"coin_rate": rate})


@pytest.mark.parametrize("key", ["sichuan", "sichuan_bloody", "shaanxi"])
def test_a_table_may_have_titles_switched_off(key: str) -> None:
    ladder, found = ladder_of(key), variant(key)
    assert ladder.counts(found.choose({}))
    assert not ladder.counts(found.choose({"titles": "no"}))
