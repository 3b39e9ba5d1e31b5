"""rulebook/lishui.md, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.cases import HandVerdict, judge_hand, read_hand
from rules.cases.fields import Fields
from rules.cases.table import Table
from rules.events import Flipped, Melded
from rules.options import remaining
from rules.round import Deal, Round
from rules.score import Factor, Op, ScoreItem, amount_of
from rules.secrecy import view_of
from rules.tiles import ALL_TILES, HIDDEN, WHITE, parse_tile
from rules.variants import variant
from rules.wall import random_words, shuffled
from tests.helpers.scenario import play, scenario

# Thirteen tiles each, far from a win; with the indicators used here nobody of IDLE can call what the others discard.
IDLE = ("1258m1258p136s12z", "1258m1258p124s36z", "2458m247p14556s1z", "1369m1369p136s34z")
HEAD = "123m456p222789s9m"  # with the caishen 9m any tile wins
PAIRS = "1133m5577p2244s6z"
UNCONNECTED = "159m269p148s1234z"
FOUR_MELDS = ["chow 123m<2", "pong 555p<0", "chow 789s<2", "pong 222z<1"]  # of seat 3
THREE_CHOWS = ["chow 123m<1", "chow 456p<1", "chow 234s<1"]  # of seat 2


def judged(
    hand: str, tile: str, winner: int = 1, source: int = 1, seats: dict[str, Any] | None = None, **more: Any
) -> HandVerdict:
    """The verdict on a finished hand: seat 0 deals, 9m is wild; `seats` tells about the other seats, too."""
    given = dict(seats or {})
    given[str(winner)] = given.get(str(winner), {}) | {"hand": hand}
    case = {"variant": "lishui", "wild": "9m", "winner": winner, "from": source, "tile": tile, "seat": given}
    return judge_hand(read_hand(Fields(case | more, "test"), variant))


def table(hands: Sequence[str] = IDLE, draws: str = "", *lines: str, indicator: str = "9m", **more: Any) -> Table:
    """A hand that has been played so far."""
    given = {str(seat): hand for seat, hand in enumerate(hands)}
    return scenario("lishui", *lines, hands=given, draws=draws, indicator=indicator, **more)


def points(t: Table) -> list[int]:
    """The points of the hand so far."""
    return [owner.points for owner in t.hand.state.seats]


# ---- wall and caishen -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [(1, 1), (3, 5), (5, 6), (6, 6)])
def test_the_upper_tile_of_the_nth_stack_from_the_tail_is_the_caishen(dice: tuple[int, int]) -> None:
    wall = tuple(shuffled(random_words(b"any", 1), ALL_TILES))
    started = Round(variant("lishui").rules({}), Deal("lishui", (), wall, dice))
    place = len(wall) - 2 * sum(dice)
    assert started.state.wilds == (wall[place],)
    assert started.state.buried == [wall[place + 1]]
    assert remaining(started.state, started.rules) == 63


def test_white_dragon_stands_in_unless_it_is_the_caishen() -> None:
    assert table(indicator="5m").hand.state.stand_ins == ((WHITE, parse_tile("5m")),)
    assert table(indicator="7z").hand.state.stand_ins == ()


def test_a_kong_takes_the_lower_tile_and_turns_the_upper_one_up() -> None:
    t = table(("1258m1258p12s222z", *IDLE[1:]), "2z", "? wall 63", "0 kong 2z", tail="5z", indicator="8s")
    assert [event.why for event in t.hand.log if isinstance(event, Flipped)] == ["void"]
    play(t, "? 0 holds 5z", "? wall 61")
    assert points(t) == [0, 0, 0, 0]


@pytest.mark.parametrize(("left", "allowed"), [(1, "cannot"), (2, "can")])
def test_no_kong_when_fewer_than_two_tiles_remain(left: int, allowed: str) -> None:
    hands = ("1258m1258p12s222z", *IDLE[1:])
    table(hands, "2z", f"? 0 {allowed} kong 2z", indicator="8s", wall_left=left)


def test_the_last_discard_can_only_be_won_on_then_the_dealer_pays_and_stays() -> None:
    hands = (*IDLE[:2], "2458m247p14556s1z", "1133m4477p6688s5s")
    t = table(hands, "2z 5s", "0 discard 2z", "1 discard 5s", wall_left=1, streak=2)
    play(t, "? 2 cannot pong", "? 2 cannot chow 46s", "? 3 can win", "3 pass")
    assert t.hand.state.drawn_out
    assert points(t) == [-6, 2, 2, 2]
    assert (t.hand.state.next_dealer, t.hand.state.next_streak) == (0, 3)


def test_white_dragon_is_chowed_as_the_caishens_face_and_the_caishen_never() -> None:
    hands = ("1256m1258p125s12z", "4456m1258p125s17z", "2479m2479p247s27z", "46m1369p13679s34z")
    t = table(hands, "2z 1z 4z", "0 discard 6m", "? 1 cannot chow 45m", "1 chow 4m7z", indicator="5m")
    assert [event.meld.tiles for event in t.hand.log if isinstance(event, Melded)] == [
        (parse_tile("4m"), WHITE, parse_tile("6m"))
    ]
    play(t, "1 discard 1z", "2 discard 7z", "3 chow 46m")


# ---- shapes and features --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile", "more", "patterns", "times"),
    [
        ("123m456p234789s5z", "5z", {}, (), 2),
        (PAIRS, "6z", {}, ("seven_pairs",), 4),
        ("123m456p7s225z999m", "9s", {}, ("three_caishen",), 4),
        (HEAD, "4z", {}, ("caishen_head",), 4),
        (HEAD, "4z", {"floats": 1}, ("caishen_head", "caishen_float"), 8),
        ("123m456p22789s99m", "4z", {"floats": 1}, ("caishen_head", "three_caishen", "caishen_float"), 16),
        (HEAD, "4z", {"floats": 2}, ("caishen_head", "three_caishen", "caishen_float"), 32),
        (UNCONNECTED, "5z", {}, ("unconnected",), 2),
        ("159m26p48s123467z", "5z", {}, ("unconnected", "seven_honours"), 4),
        ("147m258p36s12z999m", "3z", {}, ("regular_unconnected", "three_caishen"), 8),
        ("147m25p12456z999m", "3z", {}, ("regular_unconnected", "seven_honours", "three_caishen"), 16),
        ("1133m5577p2244s9m", "4z", {}, ("seven_pairs", "caishen_head"), 8),
    ],
)
def test_a_self_drawn_win_is_worth_twice_the_product(
    hand: str, tile: str, more: dict[str, int], patterns: tuple[str, ...], times: int
) -> None:
    verdict = judged(hand, tile, seats={"1": more})
    assert verdict.patterns == patterns
    assert verdict.points == (-2 * times, 4 * times, -times, -times)


@pytest.mark.parametrize(("floats", "times"), [(0, 8), (1, 16)])
def test_lone_wait_with_the_caishen(floats: int, times: int) -> None:
    seats = {"3": {"melds": FOUR_MELDS, "floats": floats}}
    verdict = judged("9p", "1z", 3, 3, seats, wild="9p")
    assert verdict.points == (-2 * times, -times, -times, 4 * times)
    assert judged("9p", "1z", 3, 0, {"3": {"melds": FOUR_MELDS}}, wild="9p").reason == "caishen_head_self_draw_only"


def test_a_concealed_kong_is_one_of_the_four_called_melds_of_a_lone_wait() -> None:
    melds = ["chow 123m<2", "kong 5555p", "chow 789s<2", "pong 222z<1"]
    assert judged("6s", "6s", 3, 0, {"3": {"melds": melds}}).patterns == ("lone_wait",)


@pytest.mark.parametrize("hand", ["139m269p148s1234z", "159m269p148s1134z", "159m269p1448s123z"])
def test_unconnected_tiles_are_three_apart_and_all_different(hand: str) -> None:
    assert judged(hand, "5z").reason == "no_shape"


def test_a_caishen_in_an_unconnected_hand_must_stand_for_a_tile_that_fits() -> None:
    assert judged("37m37p37s1234567z", "9m").reason == "no_shape"
    assert judged("37m37p36s1234567z", "9m").patterns == ("unconnected", "seven_honours")


def test_white_dragon_counts_as_itself_in_an_unconnected_hand_only() -> None:
    assert judged("147m258p369s1237z", "4z").patterns == ("regular_unconnected",)
    assert judged("78m123456p345s11z", "7z").patterns == ()


def test_unconnected_has_no_meld() -> None:
    assert judged("1m2p1s123456z9m", "7z", seats={"1": {"melds": ["pong 555p<0"]}}).reason == "no_shape"


@pytest.mark.parametrize(
    ("hand", "tile", "reason"),
    [
        ("123m456p234789s5z", "5z", "discard_needs_two"),
        (UNCONNECTED, "5z", "discard_needs_two"),
        ("123m456p78s14z999m", "9s", "discard_needs_two"),  # 财神会 does not count in a win from a discard
        (HEAD, "4z", "caishen_head_self_draw_only"),
        ("1133m5577p2244s9m", "4z", "caishen_head_self_draw_only"),
        ("123m456p234789s5z", "6z", "no_shape"),
    ],
)
def test_what_cannot_be_won_from_a_discard(hand: str, tile: str, reason: str) -> None:
    assert judged(hand, tile, 1, 2).reason == reason


def test_a_robbed_kong_counts_as_self_drawn_and_the_konger_pays_all() -> None:
    konger = {"3": {"melds": ["pong 555p<0"]}}
    verdict = judged("123m46p123789s44z", "5p", 2, 3, konger, facts=["rob_kong"])
    assert (verdict.patterns, verdict.points) == (("rob_kong",), (0, 0, 16, -16))


def test_a_hand_that_waits_on_any_tile_may_rob_a_kong() -> None:
    konger = {"3": {"melds": ["pong 555p<0"]}}
    verdict = judged("123m46p123789s99m", "5p", 2, 3, konger, facts=["rob_kong"])
    assert (verdict.patterns, verdict.points) == (("caishen_head", "rob_kong"), (0, 0, 32, -32))


# ---- options --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "hand", "tile", "times"),
    [
        ({}, "111333555777m8m", "8m", 2),
        ({"all_triplets": 2}, "111333555777m8m", "8m", 4),
        ({"full_flush": 4}, "111333555777m8m", "8m", 8),
        ({"all_triplets": 2, "full_flush": 4}, "111333555777m8m", "8m", 16),
        ({"unconnected_factor": 2}, UNCONNECTED, "5z", 4),
        ({"three_caishen_alone": "yes"}, "158m2p88s1123z999m", "5z", 4),
    ],
)
def test_options_that_change_the_multiplier(options: dict[str, Any], hand: str, tile: str, times: int) -> None:
    assert judged(hand, tile, options=options).points == (-2 * times, 4 * times, -times, -times)


def test_three_caishens_alone_need_the_option_and_ones_own_turn() -> None:
    assert judged("158m2p88s1123z999m", "5z").reason == "no_shape"
    assert judged("158m2p88s1123z999m", "5z", 1, 2, options={"three_caishen_alone": "yes"}).reason == "no_shape"


def test_with_three_caishens_alone_a_hand_that_lacks_the_third_is_ready() -> None:
    """Ready is one tile short of a win (rulebook/README.md): auto-win mode is offered, and wins on that draw."""
    hands = (IDLE[0], "1258m1258p12s1z99m", IDLE[2], "1368m1369p136s34z")
    draws, lines = "2z 3z 4z 5z 6z 9m", ("0 discard 2z", "1 discard 3z")
    table(hands, draws, *lines, "? 1 cannot auto on")
    rest = ("1 auto on", "2 discard 4z", "3 discard 5z", "0 discard 6z", "? points -8 16 -4 -4")
    table(hands, draws, *lines, *rest, options={"three_caishen_alone": "yes"})


def test_three_caishens_alone_double_on_a_kongs_replacement() -> None:
    """Without a shape there is no full flush, though the kong is of one suit."""
    more: dict[str, Any] = {"options": {"three_caishen_alone": "yes", "full_flush": 4}, "facts": ["kong_draw"]}
    verdict = judged("15m2p88s11z999m", "5z", seats={"1": {"melds": ["kong 4444s"]}}, **more)
    assert (verdict.patterns, verdict.points) == (("three_caishen", "kong_draw"), (-16, 32, -8, -8))


def test_option_three_caishen_discard_lets_them_count() -> None:
    verdict = judged("123m456p78s14z999m", "9s", 1, 3, options={"three_caishen_discard": "yes"})
    assert (verdict.patterns, verdict.points) == (("three_caishen",), (-4, 10, -2, -4))


def test_option_unconnected_factor_opens_discards() -> None:
    assert judged(UNCONNECTED, "5z", 1, 2, options={"unconnected_factor": 2}).wins


def test_option_hide_concealed_kong() -> None:
    hands = ("1258m1258p12s222z", *IDLE[1:])
    t = table(hands, "2z", "0 kong 2z", options={"hide_concealed_kong": "yes"}, indicator="8s")
    assert [event.meld.tiles for event in view_of(t.hand.log, 2) if isinstance(event, Melded)] == [(HIDDEN,) * 4]


# ---- floats ---------------------------------------------------------------------------------------------------------

FLOATING = (HEAD, "1258m1258p135s12z", "2458m2479p146s55z", "1133m4477p6688s5z")


def test_a_float_counts_and_any_next_tile_wins() -> None:
    t = table(FLOATING, "9m 5z 2z 3z 6z", "? 0 can win", "0 discard 9m")
    assert t.hand.state.seats[0].marks["floats"] == 1
    play(t, "1 discard 5z", "? 2 cannot pong", "? 3 cannot win", "2 discard 2z", "3 discard 3z", "0 win")
    assert points(t) == [48, -16, -16, -16]


def test_floats_in_a_row_are_one_item_and_count_for_three_caishens() -> None:
    hands = ("123m456p22789s99m", *FLOATING[1:])
    t = table(hands, "9m 1z 2z 3z 2s 1z 2z 3z 4z", "0 discard 9m", "1 discard 1z", "2 discard 2z", "3 discard 3z")
    play(t, "0 discard 9m", "1 discard 1z", "2 discard 2z", "3 discard 3z", "0 win")
    assert points(t) == [192, -64, -64, -64]
    assert ScoreItem("caishen_float", 4) in t.hand.state.wins[0].breakdown.items
    assert "three_caishen" in t.hand.state.wins[0].breakdown.names()


def test_a_float_that_another_discard_ends_is_lost_for_three_caishens_too() -> None:
    hands = ("123m456p22789s99m", *FLOATING[1:])
    t = table(hands, "9m 5z 2z 3z 6z 1z 2z 4z 4z", "0 discard 9m", "1 discard 5z", "2 discard 2z", "3 discard 3z")
    play(t, "0 discard 6z", "1 discard 1z", "2 discard 2z", "3 discard 4z", "0 win")
    assert t.hand.state.wins[0].breakdown.names() == ["caishen_head"]


def test_a_kong_does_not_end_a_float() -> None:
    t = table(FLOATING, "9m 1z 2z 3z 2s", "0 discard 9m", "1 discard 1z", "2 discard 2z", "3 discard 3z", tail="5z")
    play(t, "0 kong 2s", "0 win")
    assert t.hand.state.wins[0].breakdown.names() == ["caishen_head", "caishen_float", "kong_draw"]
    assert points(t) == [96, -32, -32, -32]


def test_a_caishen_thrown_after_a_call_is_no_float() -> None:
    hands = ("1258m1258p125s15z", "123m456p789s55z99m", "2458m2479p146s66z", IDLE[3])
    t = table(hands, "2z", "0 discard 5z", "1 pong", "1 discard 9m")
    assert list(t.hand.state.seats[1].marks) == ["float_window"]


def test_a_thrown_caishen_can_never_be_claimed() -> None:
    hands = ("1258m1258p125s12z", "46m1258p136s1233z", "55m2479p247s2366z", IDLE[3])
    refused = ("? 1 cannot chow 46m", "? 2 cannot pong", "? turn 1")
    table(hands, "2z", "0 discard 5m", *refused, indicator="5m", options={"float_window": "head"})


@pytest.mark.parametrize(("window", "allowed"), [("any", "cannot"), ("head", "can")])
def test_any_thrown_caishen_shuts_the_window_unless_only_floats_do(window: str, allowed: str) -> None:
    hands = ("1258m1258p125s1z9m", "1258m1258p136s12z", "2458m2479p46s556z", "1367m1367p136s34z")
    t = table(hands, "2z 5z", "0 discard 9m", "1 discard 5z", options={"float_window": window})
    play(t, f"? 2 {allowed} pong")


def test_the_window_opens_with_the_throwers_next_discard() -> None:
    hands = ("1258m1258p125s1z9m", "1258m1258p136s12z", "2458m2479p46s556z", "1367m1367p136s34z")
    t = table(hands, "2z 1z 3z 4z 5z", "0 discard 9m", "1 discard 1z", "2 discard 3z", "3 discard 4z")
    play(t, "0 discard 5z", "2 pong")


@pytest.mark.parametrize(("second", "third", "allowed"), [("9m", "3z", "can"), ("2z", "9m", "cannot")])
def test_while_a_window_is_shut_all_but_its_thrower_may_rob_a_kong(second: str, third: str, allowed: str) -> None:
    hands = ("1258m1369p136s14z", "1247m55p1258s167z", "2478m2479p247s16z", "123m46p123789s44z")
    t = table(hands, f"5p {second} {third} 4z 5p", "0 discard 5p", "1 pong", "1 discard 1z")
    play(t, f"2 discard {second}", f"3 discard {third}", "0 discard 4z", "1 kong 5p", f"? 3 {allowed} win")


# ---- payment --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winner", "source", "points"),
    [
        (0, 0, (36, -12, -12, -12)),  # the dealer in his second hand
        (0, 2, (24, -6, -12, -6)),
        (1, 0, (-12, 16, -2, -2)),
        (1, 1, (-12, 20, -4, -4)),
    ],
)
def test_worked_figures_of_seven_pairs_in_the_dealers_second_hand(
    winner: int, source: int, points: tuple[int, ...]
) -> None:
    assert judged(PAIRS, "6z", winner, source, streak=1).points == points


def test_who_fed_the_winner_three_chows_pays_all_shares_beside_the_others() -> None:
    fed = {"2": {"melds": THREE_CHOWS}}
    assert judged("789s5z", "5z", 2, 2, fed).points == (-4, -8, 14, -2)


def test_whom_the_winner_fed_pays_twice_all_shares_beside_the_others() -> None:
    fed = {"2": {"melds": THREE_CHOWS}}
    assert judged(PAIRS, "6z", 1, 1, fed).points == (-8, 44, -32, -4)


def test_two_liabilities_at_once_both_apply() -> None:
    """Seat 2 was fed by 1 and fed 3: shares 4 + 2 + 2, so 1 pays 8, 3 pays 16 and the dealer his own 4."""
    fed = {"2": {"melds": THREE_CHOWS}, "3": {"melds": ["chow 345m<2", "chow 345p<2", "chow 567s<2"]}}
    assert judged("789s5z", "5z", 2, 2, fed).points == (-4, -8, 28, -16)


def test_a_robbed_kong_sets_liability_aside() -> None:
    fed = {"2": {"melds": THREE_CHOWS}, "3": {"melds": ["pong 666s<0"]}}
    assert judged("78s55z", "6s", 2, 3, fed, facts=["rob_kong"]).points == (0, 0, 16, -16)


@pytest.mark.parametrize(("counts", "points"), [("chows", (-4, -2, 8, -2)), ("exposed", (-4, -8, 14, -2))])
def test_option_liability_counts_pongs_and_exposed_kongs_too(counts: str, points: tuple[int, ...]) -> None:
    fed = {"2": {"melds": ["chow 123m<1", "pong 555p<1", "kong 3333s<1"]}}
    assert judged("789s5z", "5z", 2, 2, fed, options={"liability_counts": counts}).points == points


def test_followed_pays_at_once() -> None:
    hands = ("1258m1258p125s12z", "1258m1258p125s13z", "1369m1369p136s14z", "2479m2479p247s16z")
    t = table(hands, "2z 3z 4z 6z", "0 discard 1z", "1 discard 1z", "2 discard 1z", indicator="8s")
    assert points(t) == [0, 0, 0, 0]
    play(t, "3 discard 1z")
    assert points(t) == [-6, 2, 2, 2]
    assert [transfer.reason for batch in t.hand.state.ledger for transfer in batch] == ["followed"] * 3


def test_a_kong_between_means_not_followed() -> None:
    hands = ("1258m1258p136s12z", "1258m1258p136s13z", "1369m136p2222s14z", "2479m2479p479s16z")
    t = table(hands, "2z 3z 4z 6z", "0 discard 1z", "1 discard 1z", "2 kong 2s", "2 discard 1z", indicator="8s")
    play(t, "3 discard 1z")
    assert points(t) == [0, 0, 0, 0]


def test_the_sheet_can_be_added_up_line_by_line() -> None:
    t = table((PAIRS, *IDLE[1:]), "6z", "0 win", indicator="8s", streak=1)
    (batch,) = t.hand.state.ledger
    assert batch[0].factors == (Factor("dealer_base", Op.PLUS, 3), Factor("times", Op.TIMES, 4))
    assert all(transfer.amount == amount_of(transfer.factors) for transfer in batch)


# ---- dealer and match -----------------------------------------------------------------------------------------------


def test_the_deal_passes_when_a_side_player_wins() -> None:
    hands = ("1258m1258p136s12z", "1133m5577p2244s6z", *IDLE[2:])
    t = table(hands, "6z", "0 discard 6z", "1 win", indicator="8s", streak=2)
    assert (t.hand.state.next_dealer, t.hand.state.next_streak) == (1, 0)


def test_one_round_is_the_default_and_seats_change_after_four() -> None:
    lengths = variant("lishui").lengths
    assert lengths.rounds == (1, 4)
    assert lengths.reseat_after == 4
