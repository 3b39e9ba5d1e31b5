"""Why a complete hand may not win, and why a call is not offered: reasons and values, from the seat's own view."""

from __future__ import annotations

from rules.cases.table import Table
from rules.commands import WIN, Chow, Pong
from rules.hints import waits_now
from rules.seats import Seat
from rules.tiles import parse_tile
from rules.whynot import WILD_CLAIMED, Refusal, refused_calls, refused_win
from tests.helpers.scenario import scenario


def win_refused(table: Table, seat: Seat) -> Refusal | None:
    hand = table.hand
    return refused_win(hand.state.masked(seat), hand.rules, seat)


def calls_refused(table: Table, seat: Seat) -> dict[type, str]:
    hand = table.hand
    found = refused_calls(hand.state.masked(seat), hand.rules, seat)
    return {type(refusal.command): refusal.reason for refusal in found}


def test_the_pair_that_is_not_2_5_or_8_is_named() -> None:
    hands = {"0": "2469m2379p1369s7p", "2": "123m5679p234789s"}
    found = win_refused(scenario("changsha", "0 discard 9p", hands=hands, draws="9p 1m"), 2)
    assert found is not None
    assert (found.reason, found.pair) == ("pair_not_258", parse_tile("9p"))


def test_a_hand_without_a_shape_has_no_reason_to_tell() -> None:
    table = scenario("changsha", hands={"0": "2469m2379p1369s7p"}, draws="9p")
    assert win_refused(table, 0) is None


def test_the_suits_of_a_hand_with_three_are_named() -> None:
    table = scenario("sichuan", hands={"0": "123m2344567p789s"}, draws="7p")
    found = win_refused(table, 0)
    assert found is not None
    assert (found.command, found.reason, found.suits) == (WIN, "three_suits", (0, 1, 2))


def test_a_passed_win_is_remembered_by_its_own_seat() -> None:
    hands = {"0": "2469m2379p1369s7p", "1": "1479m1278p369s47m", "2": "2569m2369p1369s7p", "3": "78889m46p456789s"}
    lines = ("0 discard 9p", "1 discard 5p", "3 pass", "2 discard 5p")
    table = scenario("changsha", *lines, hands=hands, draws="9p 5p 5p 1m")
    found = win_refused(table, 3)
    assert found is not None
    assert (found.reason, found.tile) == ("passed_win", parse_tile("5p"))


def test_the_value_that_is_too_small_is_told() -> None:
    hands = {"0": "2469m2379p1369s7p", "2": "123m456p234789s5z"}
    found = win_refused(scenario("lishui", "0 discard 5z", hands=hands, draws="5z 1z", indicator="9m"), 2)
    assert found is not None
    assert (found.reason, found.value) == ("discard_needs_two", 1)


def test_a_hand_that_may_win_is_not_refused() -> None:
    hands = {"0": "147m1268p134679s", "1": "123789m4612399p"}
    assert win_refused(scenario("sichuan", "0 discard 5p", hands=hands, draws="5p"), 1) is None


def test_calls_that_a_rule_forbids_are_told() -> None:
    """From every thrown caishen until its thrower's next discard nobody may chow, pong or kong (lishui.md, Float)."""
    hands = {"0": "1258m1258p125s1z9m", "1": "1258m1258p1s99m12z", "2": "2458m2479p46s556z", "3": "1367m1367p136s34z"}
    lines = ("0 discard 9m", "1 discard 5z")
    table = scenario("lishui", *lines, hands=hands, draws="2z 5z 3z 4z 5z", indicator="9m")
    assert calls_refused(table, 2) == {Pong: "float_window"}


def test_a_thrown_wild_is_never_claimed() -> None:
    hands = {"0": "1258m1258p125s1z9m", "1": "78m1258p14s99m126z"}
    table = scenario("lishui", "0 discard 9m", hands=hands, draws="2z", indicator="9m")
    assert calls_refused(table, 1)[Chow] == WILD_CLAIMED


def test_nothing_is_refused_that_the_tiles_do_not_allow() -> None:
    table = scenario("sichuan", "0 discard 5p", hands={"0": "147m1268p134679s", "1": "147m123p147s2589m"}, draws="5p")
    assert calls_refused(table, 1) == {}
    assert win_refused(table, 1) is None


def test_a_ready_hand_that_may_not_win_at_all_says_so_beside_its_waits() -> None:
    """Who throws a wild cannot win in this hand (parlour.md, "Beijing wild")."""
    hands = {"0": "123m456p222789s5z"}
    thrown = scenario("beijing", "0 discard 9m", hands=hands, draws="9m", indicator="8m").hand
    assert {wait.refused for wait in waits_now(thrown.state.masked(0), thrown.rules, 0)} == {"threw_wild"}
    kept = scenario("beijing", "0 discard 1z", hands=hands, draws="1z", indicator="8m").hand
    assert {wait.refused for wait in waits_now(kept.state.masked(0), kept.rules, 0)} == {None}
