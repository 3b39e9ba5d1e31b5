"""rulebook/sichuan.md, "Items" (道具), sentence by sentence."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.bots import LEVELS, seeded_chooser
from rules.cases.table import Table
from rules.commands import Choose
from rules.events import Answered, Cause, Dealt, Event, Exchanged, Marked, SecretMarked, WallBuilt
from rules.evolve import fold, tiles_in_play
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.rerun import rerun
from rules.round import Deal, Round
from rules.seats import SEATS
from rules.secrecy import redact, view_of
from rules.simulate import play_hand, simulate
from rules.steps.items import BEND_DEAL, ITEM_NAMES, KEEP_DEAL
from rules.steps.opening import dealt_places
from rules.tiles import HIDDEN, SUIT_OF, Tile, parse_tile
from rules.variants import variant
from tests.helpers.scenario import scenario

BOTH = pytest.mark.parametrize("key", ["sichuan", "sichuan_bloody"])
READY = "2344567p345789s"
"""Wins with 1p, 4p and 7p."""
OTHERS = {"1": "258m1378p124689s", "2": "369m249p1235568s", "3": "147m2358p134679s"}


def table(*lines: str, key: str = "sichuan", **given: Any) -> Table:
    return scenario(key, *lines, options={"items": "yes"}, **given)


def match_of(key: str = "sichuan", seed: bytes = b"items") -> Match:
    return Match(MatchSettings(key, (("items", "yes"),), Length(LengthUnit.HANDS, 99), seed), variant(key))


def told(played: Table, seat: int) -> list[SecretMarked]:
    return [event for event in played.hand.log if isinstance(event, SecretMarked) and event.seat == seat]


# ---- swaps ----------------------------------------------------------------------------------------------------------


def test_there_are_no_items_by_default() -> None:
    scenario("sichuan", "! 0 item gold_hand", "? 0 cannot item swap_named 1m 9p", hands={"0": "147m1268p134579s"})


@BOTH
def test_a_hand_tile_for_a_named_one_that_takes_its_place_in_the_wall(key: str) -> None:
    """The dealer's 1m goes where 9p lay: seat 1 draws it."""
    hands = {"0": "147m1268p134579s"} | OTHERS
    played = table(
        "0 item swap_named 1m 9p", "? 0 holds 47m12689p134579s", "0 discard 4m", "1 discard 1m", key=key, hands=hands,
        draws="5m 9p", tail="9p 9p",
    )  # fmt: skip
    assert Counter(played.hand.state.wall)[parse_tile("9p")] == 2


@pytest.mark.parametrize(
    "use", ["swap_named 1m 9m", "swap_named 9s 1p", "swap_named 1m 1m", "swap_named 1m", "swap_random 9s", "flush_deal"]
)
def test_what_cannot_be_exchanged_is_refused(use: str) -> None:
    """All 9m lie in hands, 9s is not the dealer's."""
    hands = {"0": "1479999m1268p13s", "1": "258m1378p124689s"}
    table(f"! 0 item {use}", hands=hands, draws="5m")


def test_a_random_tile_of_the_wall() -> None:
    """With one tile left it can only be that one; it then takes the other's place."""
    hands = {"0": "147m1268p134579s"}
    played = table("0 item swap_random 1m", "? 0 holds 4578m", hands=hands, draws="5m 8m", wall_left=1)
    assert played.hand.state.wall == [parse_tile("1m")]


def test_the_same_hand_always_exchanges_the_same_random_tile() -> None:
    logs = [table("0 item swap_random 1m", hands={"0": "147m1268p134579s"}).hand.log for _ in range(2)]
    assert logs[0] == logs[1]


def test_a_swap_is_no_draw_so_there_is_no_win_in_that_moment() -> None:
    played = table(
        "? 0 cannot win", "0 item swap_named 2m 7p", "? 0 holds 23445677p345789s", "! 0 win", "0 discard 7p",
        hands={"0": READY}, draws="2m",
    )  # fmt: skip
    assert not played.hand.over


def test_a_win_that_was_drawn_is_lost_by_a_swap() -> None:
    table("? 0 can win", "0 item swap_named 9s 7p", "! 0 win", hands={"0": READY}, draws="4p")


def test_the_next_draw_may_win_again() -> None:
    lines = ["0 item swap_named 2m 3m", "0 discard 3m", "1 discard 5s", "2 discard 1s", "3 discard 9m", "0 win"]
    played = table(*lines, hands={"0": READY} | OTHERS, draws="2m 5s 1s 9m 4p")
    assert [win.seat for win in played.hand.state.wins] == [0]


def test_a_win_from_a_discard_is_free_after_the_turn() -> None:
    lines = ["0 item swap_named 2m 3m", "0 discard 3m", "1 discard 7p", "0 win"]
    assert table(*lines, hands={"0": READY} | OTHERS, draws="2m 7p").hand.over


def test_a_kong_stays_possible_and_its_replacement_may_win() -> None:
    """Three 9s and a swap that brings the fourth: concealed kong, and the replacement wins."""
    lines = ["0 item swap_named 5s 9s", "! 0 win", "0 kong 9s", "0 win"]
    played = table(*lines, hands={"0": "2344567p345s999s"}, draws="5s", tail="7p")
    assert played.hand.state.wins[0].facts == ("kong_draw",)


def test_who_exchanges_the_drawn_tile_holds_the_other_as_the_drawn_one() -> None:
    """So the clock throws it."""
    played = table("0 item swap_named 5m 6m", hands={"0": "147m1268p134579s"}, draws="5m 6m")
    assert played.hand.state.seats[0].hand.drawn == parse_tile("6m")
    played = table("0 item swap_named 1m 6m", hands={"0": "147m1268p134579s"}, draws="5m 6m")
    assert played.hand.state.seats[0].hand.drawn == parse_tile("5m")


# ---- far sight, next tile, gold hand --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "where"), [("5m", "5m first"), ("6m", "6m middle"), ("7m", "7m last"), ("9p", "9p none")]
)
def test_far_sight_names_the_third_of_the_wall_with_the_nearest_copy(named: str, where: str) -> None:
    played = table(f"0 item far_sight {named}", draws="1s 1m 5m 2m 6m 5m 3m 6m 7m 5m", wall_left=9)
    assert [(event.key, event.value) for event in told(played, 0)] == [("far_sight", where)]


def test_next_tile_shows_it_to_the_user_alone() -> None:
    played = table("0 item next_tile", draws="1s 8p")
    (shown,) = told(played, 0)
    assert (shown.key, shown.value) == ("next_tile", "8p")
    assert [redact(shown, viewer) for viewer in (None, 1, 2, 3)] == [None] * 4
    assert played.hand.state.wall[0] == parse_tile("8p")


def test_with_an_empty_wall_there_is_nothing_to_swap_or_to_show() -> None:
    lines = [f"! 1 item {use}" for use in ("next_tile", "swap_random 2m", "swap_named 2m 5p")]
    table("0 discard 9m", *lines, "1 item far_sight 5p", hands=OTHERS, draws="9m 3m", wall_left=1)


def test_the_gold_hand_stays_in_the_next_hand() -> None:
    marks = next_hand(match_of(), Choose("item", "gold_hand")).state.seats[0].marks
    assert "last_gold_hand" in marks


def test_the_gold_hand_lasts_until_its_player_leaves_the_table() -> None:
    match = match_of()
    hand = dealt(match)
    (user,) = hand.asks
    hand.submit(user, Choose("item", "gold_hand"))
    hand.leave(user)
    match.record(hand.state)
    assert Round(match.rules, match.next_deal()).state.seats[user].marks == {}


# ---- how many, and who learns of it ---------------------------------------------------------------------------------


def test_one_item_a_turn_and_one_of_each() -> None:
    table(
        "0 item gold_hand", "! 0 item next_tile", "! 0 item gold_hand", "0 discard 9m", "1 discard 3m", "2 discard 4m",
        "3 discard 5m", "! 0 item gold_hand", "0 item next_tile", "! 0 item far_sight 5p",
        hands=OTHERS, draws="9m 3m 4m 5m 6m",
    )  # fmt: skip


def test_an_item_may_be_used_after_a_call_too() -> None:
    table("0 discard 5m", "1 pong", "1 item gold_hand", "1 discard 2s", hands={"1": "55m1378p1246889s"}, draws="5m")


def test_a_kong_does_not_begin_a_new_turn() -> None:
    table("0 item gold_hand", "0 kong 9s", "! 0 item next_tile", hands={"0": "2344567p345s999s"}, draws="9s")


def test_a_robbed_kong_ends_the_turn() -> None:
    """Seat 1 lets 7p go to seat 0, and robs its added kong later; on its next turn seat 0 may use an item again."""
    table(
        "3 discard 7p", "1 pass", "0 pong", "0 discard 1m", "1 discard 1s", "2 discard 2m", "3 discard 3m",
        "0 item gold_hand", "0 kong 7p", "1 win", "2 discard 5m", "3 discard 6m", "0 item next_tile",
        key="sichuan_bloody", hands={"0": "1259m77p1346888s", "1": "23456p34578999s"}, dealer=3,
        draws="7p 1s 2m 3m 7p 5m 6m 8m",
    )  # fmt: skip


def next_hand(match: Match, *uses: Choose) -> Round:
    """A hand is recorded in which the dealer, made to be seat 0, uses these; the next one begins."""
    deal = match.next_deal()
    hand = Round(match.rules, Deal(deal.variant, deal.options, deal.wall, deal.dice, deal.number, 0))
    for seat in SEATS:
        hand.submit(seat, KEEP_DEAL)
    for use in uses:
        hand.submit(0, use)
        while not hand.over:
            hand.expire(next(iter(hand.asks)))
    match.record(hand.state)
    return Round(match.rules, match.next_deal())


def test_what_was_used_is_used_up_for_the_match() -> None:
    match = match_of()
    second = next_hand(match, Choose("item", "gold_hand"))
    assert second.state.seats[0].marks == {"last_gold_hand": 1}
    match.record(second.state)
    third = Round(match.rules, match.next_deal())
    assert third.state.seats[0].marks == {"last_gold_hand": 1}
    for seat in list(third.asks):
        third.submit(seat, KEEP_DEAL)
    dealer = third.state.turn
    offered = {option.value.split()[0] for option in third.asks[dealer].options if isinstance(option, Choose)}
    assert ("gold_hand" in offered) is (dealer != 0)


@pytest.mark.parametrize("use", ["swap_named 1m 9p", "swap_random 1m", "far_sight 9p", "next_tile", "gold_hand"])
def test_every_use_is_announced_but_not_what_it_showed(use: str) -> None:
    played = table(f"0 item {use}", hands={"0": "147m1268p134579s"}, draws="5m")
    name = use.split()[0]
    for viewer in (None, 1, 2, 3):
        seen = list(view_of(played.hand.log, viewer))
        assert Marked(0, name, 1) in seen
        assert not any(isinstance(event, SecretMarked) for event in seen)
        assert {(e.gave, e.got, e.at) for e in seen if isinstance(e, Exchanged)} <= {(HIDDEN, HIDDEN, HIDDEN)}


def test_nobody_learns_from_where_in_the_wall_a_tile_came() -> None:
    event = Exchanged(0, parse_tile("1m"), parse_tile("9p"), 17)
    assert redact(event, 0) == Exchanged(0, parse_tile("1m"), parse_tile("9p"), HIDDEN)
    assert redact(event, 1) == redact(event, None) == Exchanged(0, HIDDEN, HIDDEN, HIDDEN)


@pytest.mark.parametrize("use", ["swap_named 1m 9p", "gold_hand"])
def test_two_walls_that_differ_in_their_order_look_the_same(use: str) -> None:
    """Twin worlds: where the named tile lies shows in nothing that anybody gets."""
    draws = ["5m 9p 2s 3s", "5m 3s 2s 9p"]
    worlds = [table(f"0 item {use}", hands={"0": "147m1268p134579s"} | OTHERS, draws=d) for d in draws]
    assert worlds[0].hand.state != worlds[1].hand.state
    for viewer in (None, *SEATS):
        first, second = (list(view_of(world.hand.log, viewer)) for world in worlds)
        assert first == second


# ---- the flush deal -------------------------------------------------------------------------------------------------


def dealt(match: Match, *users: int) -> Round:
    hand = Round(match.rules, match.next_deal())
    for seat in SEATS:
        hand.submit(seat, BEND_DEAL if seat in users else KEEP_DEAL)
    return hand


def dealt_to(hand: Round, seat: int) -> list[Tile]:
    return [tile for event in hand.log if isinstance(event, Dealt) and event.seat == seat for tile in event.tiles]


def most_of_a_suit(hand: Round, seat: int) -> int:
    return max(Counter(SUIT_OF[tile] for tile in dealt_to(hand, seat)).values())


@pytest.mark.parametrize("users", [(0,), (2,), (1, 3), (0, 1, 2), (0, 1, 2, 3)], ids=str)
def test_at_least_nine_of_thirteen_tiles_are_of_one_suit(users: tuple[int, ...]) -> None:
    for number in range(12):
        match = match_of(seed=bytes([number]))
        hand = dealt(match, *users)
        assert all(most_of_a_suit(hand, seat) >= 9 for seat in users)
        assert {event.seat for event in hand.log if isinstance(event, Marked)} == set(users)
        walls = [sorted(event.tiles) for event in hand.log if isinstance(event, WallBuilt)]
        assert len(walls) == 2
        assert walls[0] == walls[1]


def test_the_bent_deal_follows_from_the_wall() -> None:
    assert dealt(match_of(), 1, 2).log == dealt(match_of(), 1, 2).log


def test_without_a_user_the_wall_stays_as_it_is() -> None:
    assert sum(isinstance(event, WallBuilt) for event in dealt(match_of()).log) == 1


def test_who_has_used_it_is_not_asked_again() -> None:
    match = match_of()
    hand = dealt(match, 2)
    while not hand.over:
        hand.expire(next(iter(hand.asks)))
    match.record(hand.state)
    assert set(Round(match.rules, match.next_deal()).asks) == {0, 1, 3}


def test_the_clock_keeps_the_deal() -> None:
    hand = Round(match_of().rules, match_of().next_deal())
    assert {ask.default for ask in hand.asks.values()} == {KEEP_DEAL}


@pytest.mark.parametrize("dealer", SEATS)
def test_the_places_of_a_seat_are_those_that_it_is_dealt_from(dealer: int) -> None:
    rules = variant("sichuan").rules({})
    wall = match_of().next_deal().wall
    hand = Round(rules, Deal("sichuan", (), wall, dealer=dealer))
    for seat in SEATS:
        assert dealt_to(hand, seat) == [wall[place] for place in dealt_places(dealer, seat)]


# ---- whole hands ----------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("level", ["uniform", "efficient"])
def test_every_law_holds_with_items(key: str, level: str) -> None:
    assert simulate(match_of(key), [level] * 4, 10, check=True).hands == 10


@BOTH
def test_a_hand_with_items_goes_on_from_any_event(key: str) -> None:
    match = match_of(key)
    hand = play_hand(match.rules, match.next_deal(), [LEVELS["uniform"]] * 4, seeded_chooser(b"i", 1))
    assert uses(hand.log) > 8
    assert rerun(match.rules, hand.log).state == hand.state == fold(hand.log)
    for cut in range(5, len(hand.log), 23):
        again = rerun(match.rules, hand.log[:cut])
        for event in hand.log[len(again.log) :]:
            if isinstance(event, Answered) and event.cause is not Cause.FORCED:
                again.submit(event.seat, event.command, event.cause)
        assert again.state == hand.state


def uses(log: list[Event]) -> int:
    return sum(isinstance(event, Marked) and event.key in ITEM_NAMES for event in log)


def test_every_offered_use_can_be_played_and_loses_no_tile() -> None:
    """All options of the dealer's first turn, tried one by one."""
    match = match_of()
    hand = dealt(match)
    (ask,) = hand.asks.values()
    assert len(ask.options) > 200
    for option in ask.options:
        again = rerun(match.rules, hand.log)
        again.submit(ask.seat, option)
        assert sorted(tiles_in_play(again.state)) == sorted(match.next_deal().wall)
        assert (again.state.turn, bool(again.asks)) == (ask.seat, True) or not isinstance(option, Choose)
