"""Readings of complete hands against every substitution and every split."""

from __future__ import annotations

from random import Random

import pytest

from rules.analysis import pack
from rules.readings import PEACOCK_GROUP, Group, GroupKind, readings
from rules.tiles import EAST, WHITE, count_tiles, parse_tiles, show_tiles
from tests.helpers import bruteforce


def read(text: str, melds: int, wilds: int = 0, honour_runs: bool = False) -> list[str]:
    found = readings(pack(count_tiles(parse_tiles(text))), melds, wilds, honour_runs)
    return [
        " ".join([*(show_tiles(g.tiles) for g in r.groups), show_tiles([r.pair] * 2), show_tiles(r.stand_ins)]).strip()
        for r in found
    ]


@pytest.mark.parametrize(("wilds", "tries"), [(0, 300), (1, 120), (2, 20), (3, 2)])
@pytest.mark.parametrize("honour_runs", [False, True])
def test_readings_are_those_of_every_substitution(wilds: int, tries: int, honour_runs: bool) -> None:
    rng = Random(f"readings {wilds}")
    seen = 0
    for _ in range(tries):
        melds = rng.randint(max(1, wilds // 2), 4)
        counts = bruteforce.nearly_complete(rng, melds, wilds, honour_runs=honour_runs)
        found = readings(pack(counts), melds, wilds, honour_runs)
        mine = [(tuple(sorted(g.tiles for g in r.groups)), r.pair, tuple(sorted(r.stand_ins))) for r in found]
        assert len(set(mine)) == len(mine)
        assert set(mine) == bruteforce.readings(counts, wilds, honour_runs)
        seen += len(mine)
    assert seen > 0


def test_the_tiles_of_a_reading_are_the_hand_and_the_stand_ins() -> None:
    rng = Random("tiles")
    for _ in range(50):
        counts = bruteforce.nearly_complete(rng, 4, 2)
        for reading in readings(pack(counts), 4, 2):
            whole = count_tiles(reading.tiles())
            for t in reading.stand_ins:
                whole[t] -= 1
            assert whole == counts


def test_three_triplets_are_three_chows_too() -> None:
    assert read("111222333m55z", 3) == ["123m 123m 123m 55z", "111m 222m 333m 55z"]


def test_a_wild_may_be_a_fifth_copy() -> None:
    assert "555m 555m 11z 55m" in read("5555m11z", 2, 2)


def test_a_hand_that_is_not_complete_has_no_reading() -> None:
    assert read("123m456p789s1122z", 4) == []
    assert read("123m456p789s114z", 4, 1) == []
    assert read("123m11z", 2) == []
    assert read("123m11z", 1, 1) == []


def test_runs_of_honours_are_chows() -> None:
    assert read("1s12z567z99m", 2, 0, honour_runs=True) == ["567z 1s12z 99m"]
    assert read("1s12z567z99m", 2) == []
    assert PEACOCK_GROUP.kind is GroupKind.CHOW


def test_groups_know_their_kind() -> None:
    (reading,) = readings(pack(count_tiles(parse_tiles("111z77z"))), 1)
    assert reading.groups == (Group(GroupKind.TRIPLET, (EAST, EAST, EAST)),)
    assert reading.pair == WHITE
