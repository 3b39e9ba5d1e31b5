"""rulebook/parlour.md, sentence by sentence: the two rules of Shandong."""

from __future__ import annotations

from typing import Any

import pytest

from rules.goals import PairsGoal, StandardGoal
from rules.state import RoundState
from rules.tiles import show_tiles
from rules.variants import variant
from rules.win import Tray
from tests.helpers.finished import finished
from tests.helpers.scenario import play, scenario

ANY = {"open_self_draw": "any"}


@pytest.mark.parametrize(("pair", "allowed"), [("2m", 1), ("5m", 1), ("8m", 1), ("3m", 0), ("9m", 0), ("2z", 0)])
def test_the_pair_is_a_2_5_or_8_of_a_suit(pair: str, allowed: int) -> None:
    verdict = finished("shandong_1", f"{pair}234567p678999s", pair, 1, 2)
    assert (verdict.wins, verdict.reason) == ((True, None) if allowed else (False, "pair_not_258"))


def test_seven_pairs_need_no_such_pair() -> None:
    assert finished("shandong_1", "1133m4466p7799s3z", "3z", 1, 2).patterns == ("seven_pairs",)


@pytest.mark.parametrize(
    ("key", "options", "facts", "patterns", "side"),
    [
        ("shandong_1", ANY, [], ("dealer", "open_self_draw"), 10),
        ("shandong_1", {}, [], ("dealer",), 5),
        ("shandong_1", {}, ["declared_ready"], ("dealer", "open_self_draw"), 10),
        ("shandong_1", ANY, ["kong_draw"], ("dealer",), 5),
        ("shandong_2", ANY, [], ("dealer", "open_self_draw"), 20),
        ("shandong_2", {}, [], ("dealer",), 10),
    ],
)
def test_a_side_players_self_draw(
    key: str, options: dict[str, str], facts: list[str], patterns: tuple[str, ...], side: int
) -> None:
    verdict = finished(key, "234567m78p22555s", "9p", options=options, facts=facts)
    assert verdict.patterns == patterns
    assert verdict.points == (-2 * side, 4 * side, -side, -side)


@pytest.mark.parametrize(
    ("hand", "tile", "narrow"),
    [
        ("12m456p789p22555s", "3m", True),  # 3 into 12
        ("89m456p789p22555s", "7m", True),  # 7 into 89
        ("46m456p789p22555s", "5m", True),  # the middle
        ("5m456789p222555s", "5m", True),  # a single for the pair
        ("57z456789p22555s", "6z", True),  # the middle of an honour run
        ("1s2z456789p55888m", "1z", True),
        ("67z456789p22555s", "5z", False),  # the end of an honour run
        ("23m456p789p22555s", "1m", False),  # two kinds
        ("2345m456789p555s", "2m", False),  # two kinds that leave good pairs
        ("33p123789m22567s", "3p", False),  # one kind, for 2s would leave a bad pair; but a triplet
        ("1222m123p456p789s", "3m", True),  # 1m would leave a bad pair
        ("1155m3399p6677s4z", "4z", False),  # seven pairs
    ],
)
def test_narrow_wait_self_draw(hand: str, tile: str, narrow: bool) -> None:
    verdict = finished("shandong_2", hand, tile)
    assert ("narrow_wait_self_draw" in verdict.patterns) == narrow


def test_a_kind_of_which_the_winner_holds_all_four_is_no_winning_kind() -> None:
    """8m would win too, with the pair 88m."""
    hand, seats = "5678m123p456p", {"1": {"melds": ["pong 888m<0"]}}
    assert finished("shandong_2", hand, "5m", seats=seats).patterns == ("dealer", "narrow_wait_self_draw")
    assert finished("shandong_2", hand, "5m", seats={"1": {"melds": ["pong 999m<0"]}}).patterns == ("dealer",)


def test_a_narrow_wait_counts_on_a_replacement_tile_and_not_from_a_discard() -> None:
    hand = "12m456789p22555s"
    kong = finished("shandong_2", hand, "3m", options=ANY, facts=["kong_draw"])
    assert kong.patterns == ("dealer", "narrow_wait_self_draw")
    assert finished("shandong_2", hand, "3m", 1, 2).patterns == ()


def test_only_the_second_rules_know_the_narrow_wait() -> None:
    assert finished("shandong_1", "12m456789p22555s", "3m").patterns == ("dealer",)


def test_every_kong_is_paid_by_the_three_others_whoever_wins() -> None:
    seats = {"1": {"melds": ["kong 1111z"]}, "2": {"melds": ["kong 2222z<3"]}}
    first = finished("shandong_1", "234567m78p55s", "9p", 1, 2, seats=seats)
    assert first.points == (-10 - 5, 5 + 30 - 5, -5 - 10 + 15, -10 - 5)
    second = finished("shandong_2", "234567m78p55s", "9p", 1, 2, seats=seats)
    assert second.points == tuple(2 * points for points in first.points)


CHOWER: dict[str, Any] = {"hands": {"1": "258m147p1s125667z"}, "draws": "7z 3z 4z 9m 2z"}


def test_honour_runs_are_chowed_from_the_previous_seat() -> None:
    t = scenario("shandong_1", "0 discard 7z", "? 1 can chow 56z", "? 1 cannot chow 66z", "1 chow 56z", **CHOWER)
    play(t, "1 discard 5m", "2 discard 3z", "3 discard 4z", "0 discard 9m")
    other = {"hands": {"1": "258m147p1s125667z"}, "draws": "9m 9s 2z 1z"}
    t = scenario("shandong_1", "0 discard 9m", "1 discard 9s", "2 discard 2z", "? 1 cannot chow 1s1z", **other)
    play(t, "3 discard 1z", "? 1 cannot chow 1s2z")


def test_the_peacock_is_chowed_with_the_two_winds() -> None:
    given = {"hands": {"1": "258m147p1s125667z"}, "draws": "2z"}
    t = scenario("shandong_2", "0 discard 2z", "1 chow 1s1z", **given)
    assert show_tiles(t.hand.state.seats[1].melds[0].tiles) == "1s12z"


def test_without_the_option_honours_make_no_sequence() -> None:
    given = {"hands": {"1": "258m147p1s125667z"}, "draws": "7z", "options": {"honour_runs": "no"}}
    scenario("shandong_1", "0 discard 7z", "? 1 cannot chow 56z", **given)


def test_goals_know_the_pair_and_the_runs() -> None:
    standard, pairs = variant("shandong_1").rules({}).winning.goals
    assert isinstance(standard, StandardGoal)
    assert isinstance(pairs, PairsGoal)
    assert standard.honour_runs
    t = scenario("shandong_1", hands={"0": "57z456789p22555s"}, draws="6z")
    state: RoundState = t.hand.state
    assert standard.missing(state, 0, Tray(state, 0)) == 0
