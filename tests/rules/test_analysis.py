"""The hand tables against search and substitution."""

from __future__ import annotations

import zlib
from functools import partial
from importlib import import_module
from pkgutil import get_data
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import special_hands
from rules.analysis import (
    POWER,
    Codes,
    distance,
    is_complete,
    lowering_tiles,
    melds_distance,
    melds_useful_tiles,
    pack,
    pairs_distance,
    pairs_useful_tiles,
    shanten,
    tiles_in,
    unpack,
    useful_tiles,
)
from rules.tiles import ALL_TILES, SUIT_OF, count_tiles, parse_tiles, show_tiles, tiles_of
from tests.helpers import bruteforce

FEW_KINDS = [*ALL_TILES[:4], *ALL_TILES[16:20], *ALL_TILES[26:30]]


def codes(text: str) -> Codes:
    return pack(count_tiles(parse_tiles(text)))


def shown(mask: int) -> str:
    return show_tiles(tiles_in(mask))


def winning_tiles(hand: Codes, melds_needed: int, wilds: int = 0, honour_runs: bool = False) -> int:
    """The natural tiles that complete a hand one tile short, as a mask; none that is held four times."""
    one_short = distance(hand, melds_needed, wilds > 0, honour_runs) == wilds + 1
    return useful_tiles(hand, melds_needed, wilds, honour_runs) if one_short else 0


def hands(size: int) -> st.SearchStrategy[list[int]]:
    """Counts of up to so many tiles, many of them near each other."""
    one = st.sampled_from(ALL_TILES) | st.integers(1, 5).map(lambda i: ALL_TILES[i]) | st.sampled_from(ALL_TILES[17:30])
    return st.lists(one, max_size=size).map(count_tiles).filter(lambda counts: max(counts) <= 4)


@given(hands(14))
def test_codes_hold_the_counts(counts: list[int]) -> None:
    assert unpack(pack(counts)) == counts
    kept = [0, 0, 0, 0]
    for t in ALL_TILES:
        kept[SUIT_OF[t]] += counts[t] * POWER[t]
    assert tuple(kept) == pack(counts)


@given(hands(14), st.integers(0, 4), st.booleans())
def test_distance_is_what_a_search_finds(counts: list[int], melds: int, free: bool) -> None:
    assert distance(pack(counts), melds, free) == bruteforce.distance(counts, melds, capped=not free)


@pytest.mark.parametrize("free", [False, True])
def test_distance_of_whole_hands(free: bool) -> None:
    rng = Random("whole")
    for kinds in (ALL_TILES, ALL_TILES[:9], FEW_KINDS) * 12:
        counts = bruteforce.random_hand(rng, 13, kinds)
        assert distance(pack(counts), 4, free) == bruteforce.distance(counts, 4, capped=not free)


@given(hands(14), st.integers(0, 4))
def test_distance_without_a_pair(counts: list[int], melds: int) -> None:
    assert melds_distance(pack(counts), melds) == bruteforce.distance(counts, melds, 0, capped=False)


@given(hands(13), st.integers(0, 4))
def test_distance_with_runs_of_honours(counts: list[int], melds: int) -> None:
    found = distance(pack(counts), melds, free=True, honour_runs=True)
    assert found == bruteforce.distance(counts, melds, capped=False, honour_runs=True)
    alone = melds_distance(pack(counts), melds, honour_runs=True)
    assert alone == bruteforce.distance(counts, melds, 0, capped=False, honour_runs=True)


def test_a_fifth_copy_is_missing_only_for_those_without_wilds() -> None:
    hand = codes("1111m222333z456p")
    assert shanten(hand, 4) == 1
    assert distance(hand, 4, free=True) == 1
    assert winning_tiles(hand, 4) == 0


@pytest.mark.parametrize(("wilds", "tries"), [(0, 300), (1, 150), (2, 25), (3, 2)])
@pytest.mark.parametrize("honour_runs", [False, True])
def test_a_win_with_wilds_is_a_win_for_some_substitution(wilds: int, tries: int, honour_runs: bool) -> None:
    rng = Random(f"win {wilds}")
    outcomes = set()
    for _ in range(tries):
        melds = rng.randint(max(1, wilds // 2), 4)
        counts = bruteforce.nearly_complete(rng, melds, wilds, honour_runs=honour_runs)
        wins = bool(bruteforce.readings(counts, wilds, honour_runs))
        outcomes.add(wins)
        hand = pack(counts)
        assert (distance(hand, melds, wilds > 0, honour_runs) <= wilds) == wins, show_tiles(tiles_of(counts))
        if not honour_runs:
            assert is_complete(*hand, melds, wilds) == wins
    assert True in outcomes


@pytest.mark.parametrize(("wilds", "honour_runs"), [(0, False), (1, False), (2, False), (2, True)])
def test_useful_tiles_are_those_that_lower_the_distance(wilds: int, honour_runs: bool) -> None:
    rng = Random(f"useful {wilds} {honour_runs}")
    for melds in (1, 2, 2, 3, 3, 3, 4):
        counts = bruteforce.random_hand(rng, 3 * melds + 1 - wilds, rng.choice([ALL_TILES, FEW_KINDS]))
        before = bruteforce.distance(counts, melds, capped=wilds == 0, honour_runs=honour_runs)
        useful = 0
        for t in ALL_TILES:
            more = counts[:]
            more[t] += 1
            if counts[t] < 4:
                lower = bruteforce.distance(more, melds, capped=wilds == 0, honour_runs=honour_runs) < before
                useful |= lower << t
        assert shown(useful_tiles(pack(counts), melds, wilds, honour_runs)) == shown(useful)


@pytest.mark.parametrize("honour_runs", [False, True])
def test_tiles_useful_to_melds_alone_are_those_that_lower_their_distance(honour_runs: bool) -> None:
    random = Random(8)
    for _ in range(200):
        melds = random.randrange(1, 5)
        dealt = pack(count_tiles(random.sample([tile for tile in ALL_TILES for _ in range(4)], 3 * melds)))
        lowering = lowering_tiles(dealt, partial(melds_distance, melds_needed=melds, honour_runs=honour_runs))
        assert melds_useful_tiles(dealt, melds, honour_runs) == lowering


@pytest.mark.parametrize(("wilds", "honour_runs"), [(0, False), (0, True), (1, False), (1, True)])
def test_winning_tiles_are_those_that_complete(wilds: int, honour_runs: bool) -> None:
    rng = Random(f"waits {wilds}")
    waits = 0
    for _ in range(100 if wilds == 0 else 15):
        melds = rng.randint(1, 4)
        counts = bruteforce.nearly_complete(rng, melds, 1 + wilds, honour_runs=honour_runs)
        mask = 0
        for t in ALL_TILES:
            if counts[t] < 4:
                more = counts[:]
                more[t] += 1
                mask |= bool(bruteforce.readings(more, wilds, honour_runs)) << t
        assert shown(winning_tiles(pack(counts), melds, wilds, honour_runs)) == shown(mask)
        waits += mask != 0
    assert waits > 3


def test_runs_of_honours_in_words() -> None:
    assert shown(winning_tiles(codes("123m456p789s56z11p"), 4, 0, honour_runs=True)) == "7z"
    assert shown(winning_tiles(codes("123m456p1s1z567z11p"), 4, 0, honour_runs=True)) == "2z"
    assert distance(codes("111s111222z99m"), 3, honour_runs=True) == 0
    assert winning_tiles(codes("123m456p789s56z11p"), 4) == 0


@given(hands(14), st.integers(0, 4))
def test_seven_pairs(counts: list[int], wilds: int) -> None:
    hand = pack(counts)
    singles = sum(n % 2 for n in counts)
    pairs = sum(n // 2 for n in counts)
    # Wilds first go to single tiles, then two by two to new pairs.
    least = next(k for k in range(15) if pairs + min(k, singles) + max(0, k - singles) // 2 >= 7)
    assert pairs_distance(hand) == least
    assert pairs_useful_tiles(hand) == lowering_tiles(hand, pairs_distance)


def test_six_pairs_wait_on_any_tile() -> None:
    assert pairs_distance(codes("1122m3344p5566z"), 6) == 0
    assert pairs_distance(codes("1122m3344p556z"), 6) == 1


@pytest.mark.parametrize(
    ("hand", "plain", "regular", "honours"),
    [
        ("147m258p369s12345z", 0, 0, 2),
        ("147m258p9s1234567z", 0, 0, 0),
        ("159m26p9s1234567z", 1, 4, 1),
        ("37m37p37s1234567z", 2, 4, 2),
        ("111m1p", 12, 12, 12),
        ("", 14, 14, 14),
    ],
)
def test_unconnected_hands(hand: str, plain: int, regular: int, honours: int) -> None:
    measured = special_hands.unconnected_distance
    assert measured(codes(hand)) == plain
    assert measured(codes(hand), regular=True) == regular
    assert measured(codes(hand), seven_honours=True) == honours


@pytest.mark.parametrize(
    ("hand", "distances"),
    [
        ("19m19p19s12345677z", (0, 5)),
        ("19m19p19s1234567z", (1, 5)),
        ("147m258p369s12345z", (7, 0)),
        ("147s258m369p1234z", (8, 1)),
        ("147s258m369p1234567z", (5, 0)),
    ],
)
def test_orphans_and_all_unconnected(hand: str, distances: tuple[int, int]) -> None:
    measured = (
        special_hands.thirteen_orphans_distance(codes(hand)),
        special_hands.all_unconnected_distance(codes(hand)),
    )
    assert measured == distances


def test_knitted_straights() -> None:
    measured = special_hands.knitted_straight_distance
    assert measured(codes("147m258p369s55z234m"), 4) == 0
    assert measured(codes("147m258p369s55z"), 3) == 0
    assert measured(codes("147m258p369s5z"), 3) == 1
    assert measured(codes("47m258p369s55z234m"), 4) == 1
    with pytest.raises(ValueError, match="one meld"):
        measured(codes("147m258p369s55z"), 2)


@pytest.mark.parametrize(("name", "capped"), [("capped.z", True), ("free.z", False)])
def test_the_shipped_tables_are_those_that_the_script_makes(name: str, capped: bool) -> None:
    pytest.importorskip("numpy")
    make = import_module("assets.make.hand_tables")
    packed = get_data("rules.tables", name)
    assert packed is not None
    assert len(packed) <= 200 * 1024
    assert zlib.decompress(packed) == make.table(capped)
