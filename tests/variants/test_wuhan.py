"""rulebook/wuhan.md, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.cases import HandVerdict, judge_hand, read_hand
from rules.cases.fields import Fields
from rules.cases.table import Table
from rules.commands import DISCARD, PASS, WIN, Kong
from rules.errors import CaseError
from rules.events import Drew, Melded
from rules.melds import KongKind, solo_kong
from rules.options import remaining
from rules.score import Factor, Op, amount_of
from rules.secrecy import view_of
from rules.tiles import HIDDEN, RED, parse_tile
from rules.variants import variant
from tests.helpers.scenario import play, scenario

# Thirteen tiles each, far from a win.
IDLE = ("147m258p369s1237z", "258m369p147s1346z", "258m369p147s1234z", "369m17p28s123466z")
LAIZI = parse_tile("4p")
ONCE = {"open_mode": "once"}
SMALL = "23m55p678p345s"  # waits on 1m and 4m beside one meld
OPENING = "pong 666z<2"


def judged(
    hand: str, tile: str, melds: Sequence[str] = (), source: int = 1, seats: dict[str, Any] | None = None, **more: Any
) -> HandVerdict:
    """The verdict on a hand of seat 1: seat 3 deals, 7s is wild; `seats` tells about the other seats, too."""
    given = dict(seats or {})
    given["1"] = given.get("1", {}) | {"hand": hand, "melds": list(melds)}
    case = {"variant": "wuhan", "dealer": 3, "wild": "7s", "winner": 1, "from": source, "tile": tile, "seat": given}
    return judge_hand(read_hand(Fields(case | more, "test"), variant))


def table(hands: dict[int, str], draws: str, *lines: str, **more: Any) -> Table:
    """A hand that has been played so far; the seats that are not named hold IDLE tiles. 4p is wild."""
    given = {str(seat): hands.get(seat, hand) for seat, hand in enumerate(IDLE)}
    return scenario("wuhan", *lines, **{"hands": given, "draws": draws, "indicator": "3p"} | more)


def points(t: Table) -> list[int]:
    """The points of the hand so far."""
    return [owner.points for owner in t.hand.state.seats]


# ---- laizi and red dragon -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turned_up", "laizi"),
    [("3p", "4p"), ("9s", "1s"), ("1z", "2z"), ("4z", "6z"), ("5z", "6z"), ("6z", "7z"), ("7z", "1z")],
)
def test_the_tile_after_the_one_turned_up_is_the_laizi(turned_up: str, laizi: str) -> None:
    t = scenario("wuhan", indicator=turned_up)
    assert t.hand.state.wilds == (parse_tile(laizi),)
    assert t.hand.state.indicator == (parse_tile(turned_up),)
    assert remaining(t.hand.state, t.hand.rules) == 136 - 53 - 1 - 10


def test_a_thrown_red_dragon_or_laizi_lies_beside_the_melds_and_is_replaced_from_the_drawable_tail() -> None:
    t = table({0: "147m248p369s1235z"}, "6z", "0 kong 5z", "? 0 holds 9s", "0 kong 4p", "? 0 holds 9p", tail="9s 9p")
    assert t.hand.state.seats[0].melds == [solo_kong(RED), solo_kong(LAIZI)]
    assert [(event.at, event.replacement) for event in t.hand.log if isinstance(event, Drew)][1:] == [(-11, True)] * 2
    play(t, "? wall 70", "? turn 0", "0 discard 1z", "? turn 1", "? wall 69")
    assert points(t) == [0, 0, 0, 0]


def test_a_thrown_red_dragon_or_laizi_is_no_plain_discard() -> None:
    table({0: "147m248p369s1235z"}, "6z", "! 0 discard 5z", "! 0 discard 4p")


def test_kongs_of_its_own_neither_open_the_hand_nor_count_as_a_meld() -> None:
    thrown = {"1": {"red_kongs": 2, "wild_kongs": 1}}
    assert judged("23m55p678p345s999p", "4m", seats=thrown).reason == "not_opened"
    assert judged(SMALL, "4m", [OPENING], seats=thrown).wins


def test_kongs_of_its_own_are_no_tiles_of_a_flush_or_of_honours() -> None:
    thrown = {"1": {"red_kongs": 1, "wild_kongs": 1}}
    assert judged("2245678999m", "3m", ["pong 111m<0"], seats=thrown).patterns == ("full_flush",)
    assert judged("2233446777z", "1z", ["pong 111z<3"], seats=thrown).patterns == ("all_honours",)


def test_four_red_dragons_are_thrown_one_by_one_only() -> None:
    t = table({0: "147m258p369s1555z"}, "5z")
    assert [option for option in t.hand.asks[0].options if isinstance(option, Kong)] == [Kong(KongKind.SOLO, RED)]


def test_after_a_pong_red_dragons_may_be_thrown_and_a_replacement_may_win() -> None:
    lines = ("0 discard 7z", "1 pong", "! 1 win", "1 kong 5z", "! 1 win", "1 kong 5z", "1 win")
    t = table({1: "234m55p2367s5577z"}, "6z", *lines, tail="1s 5s", options=ONCE)
    assert t.hand.state.wins[0].breakdown.names() == ["kong_draw"]
    assert points(t) == [-240, 720, -240, -240]


@pytest.mark.parametrize("drawn", ["5z", "4p"])
def test_the_clock_never_throws_a_red_dragon_or_a_laizi(drawn: str) -> None:
    assert table({}, drawn).hand.asks[0].default == DISCARD[parse_tile("7z")]


def test_auto_win_keeps_the_red_dragon_and_discards_the_rightmost_other_tile() -> None:
    lines = ("0 discard 7z", "1 pong", "1 discard 9m", "1 auto on", "2 discard 1z", "3 discard 2z", "0 discard 3z")
    seat = table({1: "2349m55p23567s77z"}, "6z 1z 2z 3z 5z", *lines).hand.state.seats[1]
    assert (seat.hand.counts[RED], seat.river[-1]) == (1, parse_tile("7s"))


def called_four_times(hand: str, draws: str, *lines: str, **more: Any) -> Table:
    """Seat 1 has made four pongs of winds, the last discard being its turn's; its last two tiles are from `hand`."""
    hands = {1: f"999m11223344z{hand}", 2: "258m369p147s2346z", 3: more.pop("third", "369m17p2255s5577s")}
    calls = ("0 discard 1z", "1 pong", "1 discard 9m", "2 discard 2z", "1 pong", "1 discard 9m")
    last = ("2 discard 3z", "1 pong", "1 discard 9m", "2 discard 4z", "1 pong")
    return table(hands, f"8s 7z 7z 7z {draws}", *calls, *last, *lines, **more)


def test_with_four_tiles_left_who_holds_nothing_else_throws_a_red_dragon_without_effect() -> None:
    t = called_four_times("55z", "", "? wall 4", "! 1 kong 5z", wall_left=7, third="369m17p2288s55z67s")
    assert t.hand.asks[1].default == DISCARD[RED]
    play(t, "1 discard 5z", "? 3 cannot pong")
    assert [meld.kong for meld in t.hand.state.seats[1].melds] == [None] * 4
    assert t.hand.state.drawn_out


def test_while_a_kong_is_possible_even_the_last_tiles_are_thrown_as_kongs() -> None:
    t = called_four_times("5z4p", "", "! 1 discard 5z", "! 1 discard 4p", "? 1 can kong 5z")
    assert t.hand.asks[1].default == Kong(KongKind.SOLO, RED)


def test_a_concealed_kong_stays_face_down_unless_the_option_says_no() -> None:
    for options, tiles in (({}, (HIDDEN,) * 4), ({"hide_concealed_kong": "no"}, (parse_tile("7z"),) * 4)):
        t = table({0: "147m258p369s1777z"}, "7z", "0 kong 7z", options=options)
        assert [event.meld.tiles for event in view_of(t.hand.log, 2) if isinstance(event, Melded)] == [tiles]


# ---- shapes ---------------------------------------------------------------------------------------------------------

FOUR_CALLED = ["chow 123m<0", "pong 999p<2", "kong 4444s+2", "chow 678s<0"]
FOUR_WINDS = ["pong 111z<0", "pong 222z<2", "pong 333z<0", "pong 444z<0"]


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "facts", "patterns"),
    [
        (SMALL, "4m", [OPENING], [], ()),
        ("333m777p88s66z", "8s", ["pong 222z<0"], [], ("all_triplets",)),
        ("2245678999m", "3m", ["pong 111m<0"], [], ("full_flush",)),
        ("1112223334m", "4m", ["pong 999m<0"], [], ("all_triplets", "full_flush")),
        ("2233446777z", "1z", ["pong 111z<3"], [], ("all_honours",)),
        ("11233667z77s", "2z", ["pong 444z<0"], [], ("all_honours",)),  # wilds count as fitting
        ("2258m28p2588s", "5m", ["pong 555p<0"], [], ("all_258",)),
        ("2258m28p25s77s", "5m", ["pong 555p<0"], [], ("all_258",)),
        ("5p", "5p", FOUR_CALLED, [], ("all_called",)),
        ("4p", "4p", FOUR_WINDS, [], ("all_triplets", "all_called")),  # the triplets free the pair
        ("6z", "7z", FOUR_WINDS, [], ("all_honours", "all_called")),  # the honours free it altogether
        (SMALL, "4m", [OPENING], ["kong_draw"], ("kong_draw",)),
        (SMALL, "4m", [OPENING], ["last_draw"], ("last_draw",)),
    ],
)
def test_big_types_add_up(hand: str, tile: str, melds: list[str], facts: list[str], patterns: tuple[str, ...]) -> None:
    verdict = judged(hand, tile, melds, facts=facts)
    assert verdict.wins
    assert verdict.patterns == patterns


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "more", "reason"),
    [
        ("1133557799m228p", "8p", [], {}, "no_shape"),  # no seven pairs
        ("23m55z678p345s", "4m", ["pong 111z<2"], {}, "holds_red"),
        ("23m33p678p345s555z", "4m", [], {}, "holds_red"),  # though the pair is wrong and nothing is opened, too
        ("23m33p678p345s", "4m", [OPENING], {}, "pair_not_258"),
        ("23m33p678p345s", "4m", [OPENING], {"facts": ["kong_draw"]}, "pair_not_258"),
        ("4p", "4p", FOUR_CALLED, {}, "pair_not_258"),
        ("34m55p678p3s77s", "2m", [OPENING], {}, "two_laizi_small"),
        ("34m55p678p3s77s", "2m", ["kong 9999m"], {}, "two_laizi_small"),
        ("34m55p678p34s7s", "7s", [OPENING], {}, "two_laizi_small"),  # the winning tile included
        (SMALL, "4m", ["kong 9999m"], {"options": {"minimum": 16}}, "not_opened"),
        ("2345675688m", "4m", ["kong 1111m"], {}, "not_opened"),  # big, too
        (SMALL, "4m", [OPENING], {"options": {"minimum": 16}}, "below_minimum"),
    ],
)
def test_what_cannot_win_and_the_first_reason_in_the_order_of_the_text(
    hand: str, tile: str, melds: list[str], more: dict[str, Any], reason: str
) -> None:
    assert judged(hand, tile, melds, **more).reason == reason


def test_a_circumstance_makes_a_small_hand_with_two_laizi_big() -> None:
    assert judged("34m55p678p3s77s", "2m", [OPENING], facts=["kong_draw"]).patterns == ("kong_draw",)


# ---- points ---------------------------------------------------------------------------------------------------------

FLUSH = ("2245678789m", "6m", ["chow 123m<0"])
TWO_OPENINGS = ("2245678m", "3m", ["chow 123m<0", "pong 999m<3"])
ADDED_KONG = ("1145678999m", "9m", ["kong 3333m+0"])


@pytest.mark.parametrize(
    ("dealer", "loss"),
    [
        ({}, 32),
        ({"melds": ["chow 123p<2"]}, 64),
        ({"melds": ["kong 9999s"]}, 128),
        ({"red_kongs": 2}, 128),
        ({"wild_kongs": 1, "melds": ["kong 9999s<2"]}, 256),
    ],
)
def test_worked_figures_of_a_small_hard_self_draw_with_a_red_kong(dealer: dict[str, Any], loss: int) -> None:
    """W = opened 2 x red_kong 2 x hard 2 x self-draw 2 = 16."""
    verdict = judged(SMALL, "4m", [OPENING], seats={"1": {"red_kongs": 1}, "3": dealer}, options=ONCE)
    assert verdict.points == (-16, 32 + loss, -16, -loss)


@pytest.mark.parametrize(
    ("win", "mode", "side", "discarder"),
    [
        (FLUSH, "once", 40, 60),
        (FLUSH, "each", 40, 60),
        (TWO_OPENINGS, "once", 40, 60),
        (TWO_OPENINGS, "each", 80, 120),
        (ADDED_KONG, "once", 80, 120),
        (ADDED_KONG, "each", 80, 120),
    ],
)
def test_every_opening_counts_or_all_of_them_once(
    win: tuple[str, str, list[str]], mode: str, side: int, discarder: int
) -> None:
    """Base 10, hard; the dealer does not count in a big hand."""
    verdict = judged(*win, 2, options={"open_mode": mode})
    assert verdict.points == (-side, 2 * side + discarder, -discarder, -side)


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "wild", "hard"),
    [
        ("456p2234567s", "8s", ["chow 789m<0"], "5p", True),  # as its own face
        ("46p2234567s1z", "8s", ["chow 789m<0"], "1z", False),
        ("1144667z2z33z", "7z", ["pong 222z<0"], "3z", True),  # an honour in a hand of honours is itself
        ("1144667z2z33m", "7z", ["pong 222z<0"], "3m", False),
        ("225m28p255s88m", "5m", ["pong 555p<0"], "8m", True),
        ("225m28p255s11z", "5m", ["pong 555p<0"], "1z", False),
    ],
)
def test_a_laizi_used_as_its_own_face_is_hard(hand: str, tile: str, melds: list[str], wild: str, hard: bool) -> None:
    verdict = judged(hand, tile, melds, 2, wild=wild)
    base = 10 if verdict.patterns else 1
    assert verdict.points[0] == -base * 2 * (2 if hard else 1)


def test_the_discarder_pays_twice_in_a_small_hand_and_half_as_much_again_in_a_big_one() -> None:
    assert judged(SMALL, "4m", [OPENING], 0).points == (-8, 20, -4, -8)
    assert judged(*FLUSH, 0).points == (-60, 140, -40, -40)


CAPPED = ("3335557799s", "9s", ["pong 111s<0"])  # full_flush, all_triplets: 120 from who has nothing


@pytest.mark.parametrize(
    ("seats", "options", "points"),
    [
        ({"0": {"melds": ["kong 2222p<3"], "red_kongs": 1}}, {}, (-300, 540, -120, -120)),
        ({"0": {"melds": ["kong 2222p<3"], "red_kongs": 1}}, {"cap": "none"}, (-960, 1200, -120, -120)),
        ({"1": {"red_kongs": 2}}, {}, (-400, 1200, -400, -400)),
        ({"1": {"red_kongs": 2}}, {"open_mode": "each"}, (-500, 1500, -500, -500)),
        ({"1": {"red_kongs": 2}}, {"cap": "none"}, (-480, 1440, -480, -480)),
        ({"1": {"wild_kongs": 1}}, {}, (-240, 720, -240, -240)),
        ({"1": {"wild_kongs": 1}}, {"wild_kong_factor": 4}, (-400, 1200, -400, -400)),
    ],
)
def test_a_loser_pays_at_most_the_cap_and_golden_top_needs_all_three(
    seats: dict[str, Any], options: dict[str, Any], points: tuple[int, ...]
) -> None:
    assert judged(*CAPPED, seats=seats, wild="6m", options=ONCE | options).points == points


@pytest.mark.parametrize(("source", "reason"), [(1, None), (2, "below_minimum")])
def test_the_minimum_is_w_times_the_smallest_l_without_base_and_dealer(source: int, reason: str | None) -> None:
    """W = opened 2 x wild_kong 2 x hard 2, twice that self-drawn; the smallest L is 1."""
    verdict = judged(SMALL, "4m", [OPENING], source, seats={"1": {"wild_kongs": 1}}, options={"minimum": 16})
    assert verdict.reason == reason


def test_a_big_hand_must_reach_the_minimum_too() -> None:
    assert judged(*FLUSH, options={"minimum": 16}).reason == "below_minimum"


def test_the_sheet_can_be_added_up_line_by_line() -> None:
    hands = {0: "147m248p369s1235z", 1: "1234m678p556799s"}
    lines = ("0 kong 4p", "0 kong 5z", "0 discard 9s", "1 pong", "1 discard 1m", "2 discard 8s", "1 win")
    t = table(hands, "6z 8s", *lines, tail="7z 7z")
    (batch,) = t.hand.state.ledger
    assert [transfer.factors for transfer in batch if transfer.payer == 0] == [
        (
            Factor("base", Op.PLUS, 1),
            Factor("opened", Op.TIMES, 2),
            Factor("hard", Op.TIMES, 2),
            Factor("loser_red_kong", Op.TIMES, 2),
            Factor("loser_wild_kong", Op.TIMES, 2),
            Factor("dealer", Op.TIMES, 2),
        )
    ]
    assert all(transfer.amount == amount_of(transfer.factors) for transfer in batch)
    assert points(t) == [-32, 44, -8, -4]


# ---- liability ------------------------------------------------------------------------------------------------------

THREE_FED = ["pong 111z<0", "kong 6666z", "pong 222z<3", "kong 3333z+2"]


@pytest.mark.parametrize(("source", "total"), [(1, 3 * 480), (0, 480 + 320 + 320)])
def test_who_fed_the_third_exposed_meld_pays_all(source: int, total: int) -> None:
    """The concealed kong is skipped and the added kong stands at the place of its pong. W = 2 x 4 x 2 x 2 (x 1.5)."""
    verdict = judged("7z", "4z", THREE_FED, source, options=ONCE | {"cap": "none"})
    assert (verdict.patterns, verdict.points) == (("all_honours",), (0, total, -total, 0))


def test_with_two_exposed_melds_everybody_pays_his_own_share() -> None:
    assert judged("7744z", "7z", THREE_FED[:3]).points == (-500, 1500, -500, -500)


def test_liability_pays_the_sum_of_the_capped_losses_with_golden_top() -> None:
    assert judged("7z", "4z", THREE_FED, options=ONCE).points == (0, 1200, -1200, 0)


def test_who_is_robbed_pays_all_three_shares() -> None:
    konger = {"2": {"melds": ["pong 666p<0"]}}
    verdict = judged("57p88p123m345s", "6p", ["chow 789s<0"], 2, konger, facts=["rob_kong"], wild="4z")
    assert (verdict.patterns, verdict.points) == (("rob_kong",), (0, 200, -200, 0))


@pytest.mark.parametrize(
    ("discarder", "won"),
    [
        ("369m17p2255s5577s", [0, 280, 0, -280]),  # not ready
        ("123456789m123s3p", [0, 280, 0, -280]),  # ready but for the pair
        ("123456789m123s2p", [-80, 280, -80, -120]),  # ready, though not opened
        ("123456m555z78s22p", [-80, 280, -80, -120]),  # ready, though holding red dragons
    ],
)
def test_who_feeds_all_called_without_being_ready_pays_all(discarder: str, won: list[int]) -> None:
    lines = ("1 discard 9p", "2 discard 8s", "3 discard 5p", "1 win")
    t = called_four_times("59p", "8s 5p", *lines, third=discarder, options=ONCE)
    assert t.hand.state.wins[0].breakdown.names() == ["all_triplets", "all_called"]
    assert points(t) == won
    reasons = {transfer.reason for batch in t.hand.state.ledger for transfer in batch}
    assert reasons == {"liability" if won[0] == 0 else "win"}


# ---- end ------------------------------------------------------------------------------------------------------------

LAST = {1: "258m369p147s1236z", 2: "369m147p58s12346z"}


def test_the_last_four_tiles_are_drawn_in_turn_and_only_a_self_draw_may_win() -> None:
    hands = {0: "147m258p369s1346z", 1: LAST[1], 2: LAST[2], 3: "3459m22678p56s77z"}
    lines = ("1 discard 7z", "3 pong", "3 discard 9m", "? wall 4", "0 discard 1z", "? wall 1", "? turn 3")
    t = table(hands, "7z 1z 2z 3z 4s", *lines, indicator="1s", dealer=1, wall_left=5, options=ONCE)
    assert {seat: ask.options for seat, ask in t.hand.asks.items()} == {3: (WIN, PASS)}
    play(t, "3 pass")
    assert (t.hand.state.drawn_out, points(t), t.hand.state.next_dealer) == (True, [0, 0, 0, 0], 1)


def test_the_first_of_the_last_draws_is_not_asked_again_after_the_fourth() -> None:
    """Seat 1 draws what it would win with first, lets it go, and three others draw after it."""
    hands = {0: "147m258p369s1346z", 1: "345m22678p569s77z", 2: LAST[2], 3: "369m147p258s1236z"}
    lines = ("0 discard 7z", "1 pong", "1 discard 9s", "2 discard 1z", "3 discard 2z", "0 discard 3z")
    t = table(hands, "7z 1z 2z 3z 4s", *lines, indicator="1s", wall_left=7, options=ONCE)
    play(t, "? turn 1", "? 1 can win", "? wall 3", "1 pass")
    assert t.hand.state.drawn_out


def test_of_several_winners_the_dealer_is_the_first() -> None:
    hands = {"0": "147m259p169s3466z", "1": "345m678p3488s112z", "2": "258m149p169s2346z", "3": "234m678p2234s177z"}
    lines = ("3 discard 1z", "1 pong", "1 discard 2z", "2 discard 7z", "3 pong", "3 discard 9m", "0 discard 5s")
    t = scenario("wuhan", *lines, hands=hands, dealer=3, draws="9m 7z 5s", indicator="2p")
    play(t, "1 win", "? 3 can win", "3 win")
    assert [win.seat for win in t.hand.state.wins] == [3]
    assert t.hand.state.next_dealer == 3


def test_a_passed_win_costs_nothing_and_the_deal_passes_to_the_next_seat() -> None:
    lines = ("0 discard 9s", "1 pong", "1 discard 1m", "2 discard 8s", "1 pass", "3 discard 8s", "1 win")
    t = table({1: "1234m678p556799s"}, "6z 8s 8s", *lines)
    assert [win.seat for win in t.hand.state.wins] == [1]
    assert t.hand.state.next_dealer == 1


def test_a_case_with_a_laizi_kong_must_name_the_laizi() -> None:
    seat = {"1": {"hand": "23m55p678p345s", "melds": [OPENING], "wild_kongs": 1}}
    case = {"variant": "wuhan", "winner": 1, "from": 1, "tile": "4m", "seat": seat}
    with pytest.raises(CaseError, match="wild_kongs"):
        read_hand(Fields(case, "test"), variant)
