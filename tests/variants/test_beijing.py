"""rulebook/parlour.md, sentence by sentence: the two rules of Beijing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.auto import auto_answer
from rules.bots import LEVELS, seeded_chooser
from rules.cases import HandVerdict
from rules.cases.table import Table
from rules.commands import WIN
from rules.events import Melded
from rules.options import remaining
from rules.score import Factor, Op, amount_of
from rules.secrecy import view_of
from rules.tiles import HIDDEN, parse_tile
from rules.variants import variant
from rules.variants.beijing import next_in_circle
from tests.helpers.finished import finished
from tests.helpers.scenario import play, scenario

# Thirteen tiles each, far from a win and from calls.
IDLE = ("258m147p369s1234z", "369m258p147s1234z", "258m147p369s1567z", "369m258p147s2567z")
READY = "234567m78p22z234s"  # 6p or 9p
FREE = {"free_declaration": "yes"}


def judged(hand: str, tile: str, winner: int = 1, source: int = 1, **more: Any) -> HandVerdict:
    """The verdict under the basic rules: seat 0 deals, the red dragon is wild."""
    return finished("beijing", hand, tile, winner, source, **({"wild": "5z"} | more))


def table(hands: Sequence[str | None] = IDLE, draws: str = "", *lines: str, key: str = "beijing", **more: Any) -> Table:
    """A hand that has been played so far: 9m is turned up and 1m wild; a hand that is None may be any."""
    given = {str(seat): hand for seat, hand in enumerate(hands) if hand is not None}
    return scenario(key, *lines, hands=given, draws=draws, **({"indicator": "9m"} | more))


def points(t: Table) -> list[int]:
    """The points of the hand so far."""
    return [owner.points for owner in t.hand.state.seats]


# ---- the wild -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("indicator", "wild"),
    [("1m", "2m"), ("9m", "1m"), ("9p", "1p"), ("9s", "1s"), ("1z", "2z"), ("4z", "1z"), ("5z", "6z"), ("7z", "5z")],
)
def test_the_next_in_its_circle_is_wild(indicator: str, wild: str) -> None:
    assert next_in_circle(parse_tile(indicator)) == parse_tile(wild)


def test_the_turned_up_tile_is_out_of_play() -> None:
    t = table(IDLE, "5z")
    assert t.hand.state.wilds == (parse_tile("1m"),)
    assert t.hand.state.indicator == (parse_tile("9m"),)
    assert remaining(t.hand.state, t.hand.rules) == 136 - 4 * 13 - 1 - 1


def test_a_wild_is_not_used_in_a_call_and_a_thrown_one_not_claimed() -> None:
    hands = ("258m147p369s134z1m", "13m58m258p147s124z", "11m258p147p36s155z", IDLE[3])
    t = table(hands, "5z 6z", "0 discard 1m", "? 2 cannot pong", "? turn 1", "1 discard 4z", "2 discard 1m")
    play(t, "? turn 3", "3 discard 2z", "0 discard 2m", "? 1 cannot chow 13m", "? turn 1")


def test_a_thrown_wild_is_won_on_by_nobody() -> None:
    assert judged("123456m789p22s45s", "5z", 1, 2).reason == "no_shape"
    assert judged("123456m789p22s45s", "5z").wins


def test_who_throws_a_wild_cannot_win_any_more() -> None:
    t = table((READY, *IDLE[1:]), "1m 9p 6z 7z 9p", "? 0 can win", "0 discard 1m", "1 discard 9p", "? 0 cannot win")
    play(t, "2 discard 6z", "3 discard 7z", "! 0 win")


@pytest.mark.parametrize(
    ("hand", "source", "reason"),
    [
        ("34m555z567p789p11s", 2, "three_wilds_self_draw_only"),
        ("34m555z567p789p11s", 1, None),
        ("34m55z4567p789p11s", 2, None),
    ],
)
def test_with_three_wilds_there_is_no_win_from_a_discard(hand: str, source: int, reason: str | None) -> None:
    assert judged(hand, "2m", 1, source).reason == reason


def test_with_three_wilds_no_kong_is_robbed_for_that_is_a_discard() -> None:
    konger = {"2": {"melds": ["pong 222m<0"]}}
    verdict = judged("34m555z567p789p11s", "2m", 1, 2, seats=konger, facts=["rob_kong"])
    assert verdict.reason == "three_wilds_self_draw_only"


def test_four_wilds_are_paid_at_ones_own_turn_once_and_never_konged() -> None:
    hands = (IDLE[0], "111m258p147s1234z", *IDLE[2:])
    t = table(hands, "7z 1m 6z 6z 5z 7z", "0 discard 7z")
    assert points(t) == [-40, 120, -40, -40]
    play(t, "! 1 kong 1m", "1 discard 4z", "2 discard 6z", "3 discard 6z", "0 discard 5z", "1 discard 7z")
    assert points(t) == [-40, 120, -40, -40]


def test_four_wilds_are_not_paid_again_after_a_false_win() -> None:
    hands = ("111m25p147p369s23z", *IDLE[1:])
    assert points(table(hands, "1m", "? points 120 -40 -40 -40", "0 win", options=FREE)) == [90, -30, -30, -30]


def test_four_wilds_mean_nothing_in_the_new_rules() -> None:
    assert points(table(("111m25p147p369s23z", *IDLE[1:]), "1m", key="beijing_new")) == [0, 0, 0, 0]


# ---- calls ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["beijing", "beijing_new"])
def test_at_most_one_chow_or_pong(key: str) -> None:
    hands = (None, "3366m57p147s1234z", None, None)
    t = table(hands, "3m 7z 6z 6p 6m", "0 discard 3m", "1 pong", "1 discard 1s", "2 discard 7z", key=key)
    play(t, "3 discard 6z", "0 discard 6p", "? 1 cannot chow 57p", "1 discard 6m")


def test_a_kong_allows_one_more() -> None:
    hands = (None, "333m66m22p147s344z", None, None)
    t = table(hands, "3m 5z 6z 6m 7z 2p 7z 6z 4z", "0 discard 3m", "1 kong", "1 discard 7z", tail="7z")
    play(t, "2 discard 5z", "3 discard 6z", "0 discard 6m", "1 pong", "1 discard 4s")
    play(t, "2 discard 7z", "3 discard 2p", "1 pong", "1 discard 1s")
    play(t, "2 discard 7z", "3 discard 6z", "0 discard 4z", "? 1 cannot pong")


def test_an_added_kong_still_counts_as_a_pong_and_gives_one_more() -> None:
    hands = (None, "3366m22p147s3444z", None, None)
    t = table(hands, "3m 5z 6z 2z 3m 5z 7z 6m 6z 7z 2p", "0 discard 3m", "1 pong", "1 discard 1s", tail="6z")
    play(t, "2 discard 5z", "3 discard 6z", "0 discard 2z", "1 kong 3m", "1 discard 6z")
    play(t, "2 discard 5z", "3 discard 7z", "0 discard 6m", "1 pong", "1 discard 4s")
    play(t, "2 discard 6z", "3 discard 7z", "0 discard 2p", "? 1 cannot pong")


@pytest.mark.parametrize(
    ("hand", "melds", "source", "reason"),
    [
        ("56p678s34577m", ["chow 123m<0"], 2, "called_self_draw_only"),
        ("56p678s34577m", ["pong 333z<2"], 2, "called_self_draw_only"),
        ("56p678s34577m", ["kong 3333z+2"], 2, "called_self_draw_only"),
        ("56p678s77m", ["pong 333z<2", "kong 4444z<2"], 2, "called_self_draw_only"),
        ("56p678s34577m", ["kong 3333z<2"], 2, None),
        ("56p678s34577m", ["kong 3333z"], 2, None),
        ("56p678s34577m", ["pong 333z<2"], 1, None),
    ],
)
def test_who_has_called_wins_by_self_draw_only(hand: str, melds: list[str], source: int, reason: str | None) -> None:
    assert judged(hand, "4p", 1, source, seats={"1": {"melds": melds}}).reason == reason


def test_a_called_hand_robs_no_kong() -> None:
    seats = {"1": {"melds": ["chow 123m<0"]}, "2": {"melds": ["pong 444p<3"]}}
    assert judged("56p678s34577m", "4p", 1, 2, seats=seats, facts=["rob_kong"]).reason == "called_self_draw_only"


def test_several_gates_are_told_in_the_order_of_the_text() -> None:
    seats = {"1": {"melds": ["pong 333z<2"]}}
    assert judged("34m555z567p11s", "2m", 1, 2, seats=seats).reason == "three_wilds_self_draw_only"
    assert judged("34m555z567p14s", "9m", 1, 2, seats=seats, wild="6z").reason == "no_shape"


# ---- doublings ------------------------------------------------------------------------------------------------------

PONG, KONG, CHOW = "pong 333z<2", "kong 3333z<2", "chow 456m<0"


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "patterns", "times"),
    [
        ("234567m23s9p5z", "9p", [PONG], (), 1),
        ("234567m234s9p", "9p", [PONG], ("no_wild",), 2),
        ("234567m45p234s9p5z", "9p", [], ("concealed_hand",), 2),
        ("234567m456p234s9p", "9p", [], ("concealed_hand", "no_wild"), 4),
        ("123456m78m9p5z", "9p", [KONG], ("pure_straight",), 2),
        ("123456789m9p", "9p", [KONG], ("pure_straight",), 4),
        ("123m789m99p23s", "4s", [CHOW], ("pure_straight",), 4),
        ("123456m78m99p23s5z", "4s", [], ("concealed_hand", "pure_straight"), 4),
        ("123456789m9p234s", "9p", [], ("concealed_hand", "pure_straight"), 8),
        ("1133m5577p99s2z44z", "2z", [], ("seven_pairs",), 4),
        ("1133m5577p99s2z5z4z", "2z", [], ("seven_pairs",), 2),
        ("1133m7777p99s2z44z", "2z", [], ("seven_pairs", "luxury"), 8),
        ("1133m777p5z99s2z44z", "2z", [], ("seven_pairs", "luxury"), 4),
        ("1133m5577p99s2z55z", "2z", [], ("seven_pairs", "luxury"), 4),  # two spare wilds: the second pair of a face
        ("1111m7777p99s2z44z", "2z", [], ("seven_pairs", "luxury"), 8),  # once
        ("234567m456p234s9p", "5z", [], ("concealed_hand",), 2),  # a drawn wild
    ],
)
def test_doublings_of_a_self_draw(
    hand: str, tile: str, melds: list[str], patterns: tuple[str, ...], times: int
) -> None:
    verdict = judged(hand, tile, seats={"1": {"melds": melds}})
    assert verdict.patterns == ("dealer", *patterns)
    kong = 2 if melds == [KONG] else 0
    assert verdict.points == (-2 * times - kong, 4 * times + 3 * kong, -times - kong, -times - kong)


def test_a_wild_used_as_its_own_face_is_a_wild() -> None:
    assert judged("234567m456p234s9p", "9p", wild="3s").patterns == ("dealer", "concealed_hand")


@pytest.mark.parametrize(
    ("hand", "more", "catches"),
    [
        ("46m123789p222s11z", {}, True),
        ("4446m123789p222s", {}, False),  # 6m wins too
        ("4446666m123789p", {}, True),  # 6m would win too, but all four are held
        ("4446m123789p", {"seats": {"1": {"melds": ["pong 666m<0"]}}}, True),  # in hand and melds
        ("34m123789p222s11z", {}, False),
        ("46m123789p222s11z", {"wild": "5m"}, False),  # the 5m must be a real one
        ("4m5z123789p222s11z", {}, False),
    ],
)
def test_catch_five_is_the_only_winning_tile_into_46m(hand: str, more: dict[str, Any], catches: bool) -> None:
    assert ("catch_five" in judged(hand, "5m", **more).patterns) == catches


@pytest.mark.parametrize(
    ("winner", "source", "dealer", "points"),
    [
        (1, 2, 0, (0, 4, -4, 0)),
        (1, 2, 1, (0, 8, -8, 0)),
        (1, 2, 2, (0, 8, -8, 0)),
        (1, 1, 1, (-8, 24, -8, -8)),
        (1, 1, 3, (-4, 16, -4, -8)),
    ],
)
def test_the_dealer_doubles_what_he_pays_and_what_he_wins(
    winner: int, source: int, dealer: int, points: tuple[int, ...]
) -> None:
    verdict = judged("234567m456p234s9p", "9p", winner, source, dealer=dealer)
    assert verdict.points == points
    assert ("dealer" in verdict.patterns) == (points != (0, 4, -4, 0))


def test_new_rules_know_fewer_doublings_and_a_larger_base() -> None:
    more: dict[str, Any] = {"wild": "5z", "dealer": 3, "options": {"open_self_draw": "any"}}
    straight = finished("beijing_new", "123456789m9p234s", "9p", 1, 2, **more)
    assert (straight.patterns, straight.points) == (("concealed_hand",), (0, 10, -10, 0))
    five = finished("beijing_new", "46m123789p222s11z", "5m", 1, 1, **more)
    assert (five.patterns, five.points[0]) == (("dealer", "concealed_hand", "open_self_draw"), -20)


def test_every_kong_is_paid_by_the_three_others_at_the_end() -> None:
    seats = {"1": {"melds": [KONG, "kong 4444z"]}, "2": {"melds": ["kong 9999s+3"]}, "3": {"melds": ["kong 1111s"]}}
    verdict = judged("234567m9p", "9p", 1, 2, seats=seats)
    assert verdict.patterns == ("no_wild",)
    assert verdict.points == (-6 - 2 - 4, 18 - 2 - 4 + 2, 6 - 6 - 4 - 2, 12 - 6 - 2)


def test_the_sheet_can_be_added_up_line_by_line() -> None:
    t = table(("1111s23467m78p22z", None, None, None), "5m", "0 kong 1s", "0 win", tail="9p")
    win, kongs = t.hand.state.ledger
    doublings = tuple(Factor(name, Op.TIMES, 2) for name in ("dealer", "concealed_hand", "no_wild", "kong_draw"))
    assert win[0].factors == (Factor("base", Op.PLUS, 1), *doublings)
    assert kongs[0].factors == (Factor("concealed_kong", Op.PLUS, 4),)
    assert all(transfer.amount == amount_of(transfer.factors) for transfer in (*win, *kongs))
    assert points(t) == [60, -20, -20, -20]


# ---- free declaration (炸胡) -----------------------------------------------------------------------------------------


def test_without_the_option_a_false_win_cannot_occur() -> None:
    table(IDLE, "5z", "! 0 win")


@pytest.mark.parametrize("key", ["beijing", "beijing_new"])
def test_a_false_win_pays_ten_to_each_and_bars_the_seat(key: str) -> None:
    t = table((READY, *IDLE[1:]), "7z 9p", "0 win", key=key, options=FREE)
    assert points(t) == [-30, 10, 10, 10]
    play(t, "! 0 win", "0 discard 7z", "1 discard 9p", "? 0 cannot win")


def test_a_false_win_on_a_discard_has_passed_it_and_others_may_still_claim_the_tile() -> None:
    hands = (None, None, READY, "369m2599p1457s66z")
    t = table(hands, "9p", "0 discard 9p", "? 3 can pong", "3 win", "? points 10 10 10 -30", options=FREE)
    play(t, "? 3 cannot pong", "? 3 cannot win", "1 pass", "? 2 can win", "2 win")
    assert points(t) == [10 - 8, 10, 10 + 8, -30]


def test_what_others_have_answered_stands_after_a_false_win() -> None:
    t = table((None, IDLE[1], IDLE[2], READY), "9p", "0 discard 9p", "3 win", "2 win", options=FREE)
    play(t, "? points 10 10 -30 10", "1 pass")
    assert [win.seat for win in t.hand.state.wins] == [3]


def test_the_barred_seat_may_call_the_next_discard_again() -> None:
    t = table((None, None, None, "369m258p147s6677z"), "9p 7z 6z", options=FREE)
    play(t, "0 discard 9p", "3 win", "1 discard 7z", "? 3 can pong", "? 3 cannot win")


def test_a_lower_claim_stands_after_a_false_win() -> None:
    t = table((None, "69m78p25p147s1267z", None, None), "9p", "0 discard 9p", "1 chow 78p", "2 win", options=FREE)
    play(t, "? points 10 10 -30 10", "3 pass", "1 discard 7z")
    assert [event.seat for event in t.hand.log if isinstance(event, Melded)] == [1]


def test_a_kong_may_be_robbed_falsely_and_then_stands() -> None:
    hands = (None, "3366m22p147s3444z", None, None)
    t = table(hands, "3m 5z 6z 2z 3m", "0 discard 3m", "1 pong", "1 discard 1s", tail="6z", options=FREE)
    play(t, "2 discard 5z", "3 discard 6z", "0 discard 2z", "1 kong 3m", "2 win", "? points 10 10 -30 10")
    play(t, "1 discard 6z")
    assert [meld.kong for meld in t.hand.state.seats[1].melds] == ["added"]


def test_after_a_call_and_on_a_thrown_wild_there_is_nothing_to_declare() -> None:
    hands = (None, "1m336m258p47s3447z", None, None)
    t = table(
        hands, "3m 5z", "0 discard 3m", "1 pong", "! 1 win", "1 discard 1m", "? turn 2", "? 2 can win", options=FREE
    )
    assert points(t) == [0, 0, 0, 0]


def test_of_two_declared_wins_the_nearer_is_looked_at_first() -> None:
    t = table((None, None, READY, None), "9p", "0 discard 9p", "1 win", "? points 10 -30 10 10", "2 win", options=FREE)
    assert [win.seat for win in t.hand.state.wins] == [2]


def test_auto_win_mode_and_bots_declare_no_false_win() -> None:
    t = table((None, IDLE[1], READY, IDLE[3]), "9p", "0 discard 9p", options=FREE)
    state, rules = t.hand.state, t.hand.rules
    assert set(state.asks) == {1, 2, 3}
    for seat, ask in state.asks.items():
        assert WIN in ask.options
        assert (auto_answer(state, rules, ask) == WIN) == (seat == 2)
        chosen = LEVELS["efficient"](state.masked(seat), rules, ask, seeded_chooser(b"", 1))
        assert (chosen == WIN) == (seat == 2)


def test_who_has_declared_ready_makes_no_false_win() -> None:
    t = table((None, READY, None, None), "9s 7z 1z", "0 discard 9s", key="beijing_new", options=FREE)
    play(t, "1 ready", "! 1 win", "1 discard 7z", "2 discard 1z", "? 1 cannot win", "? 0 can win")


# ---- end ------------------------------------------------------------------------------------------------------------


def test_passing_a_win_costs_nothing_and_the_deal_passes_on() -> None:
    t = table((None, None, READY, None), "9p 9p", "0 discard 9p", "2 pass", "1 discard 9p", "2 win")
    assert (t.hand.state.next_dealer, t.hand.state.next_streak) == (1, 0)


def test_the_dealer_stays_on_a_draw() -> None:
    t = table(IDLE, "5z 6z", "0 discard 5z", "1 discard 6z", wall_left=1)
    assert t.hand.state.drawn_out
    assert (t.hand.state.next_dealer, points(t)) == (0, [0, 0, 0, 0])


def test_option_hide_concealed_kong() -> None:
    t = table(("258m147p6666s123z", None, None, None), "5z", "0 kong 6s", options={"hide_concealed_kong": "yes"})
    assert [event.meld.tiles for event in view_of(t.hand.log, 2) if isinstance(event, Melded)] == [(HIDDEN,) * 4]


def test_first_dealer_by_dice_and_rounds_of_the_deal() -> None:
    assert all(variant(key).dealer_by_dice for key in ("beijing", "beijing_new"))
    assert variant("beijing").lengths.rounds == (1, 4)
