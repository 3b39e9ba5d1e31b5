"""rulebook/changsha.md, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.cases import HandVerdict, judge_hand, read_hand
from rules.cases.fields import Fields
from rules.commands import WIN
from rules.events import Flipped, Melded, Shown, Stage
from rules.round import Round
from rules.seats import SEATS
from rules.secrecy import view_of
from rules.tiles import HIDDEN, parse_tile, show_tiles
from rules.variants import variant
from tests.helpers.scenario import scenario

# Thirteen tiles each. Nobody of IDLE has an opening hand or is near a win; seats 1 and 3 of WAITING win with 5p.
IDLE = ("2469m2379p1369s7p", "4679m1278p369s47m", "2569m2369p1369s7p", "3479m28p2447s369s")
WAITING = (IDLE[0], "123m46p12355789s", IDLE[2], "78889m46p456789s")
FOUR_ALIKE = "1111m2459p23678s"
MISSING_SUIT = "34789m13455688p"
SMALL = "123m4565p234789s"  # the winning 5p makes the pair
SEVEN_PAIRS = "1133m5577p22446s"
FLUSH_TRIPLETS = "1113335557779p"
TRIPLETS = "999444777s33p11m"


def judged(
    hand: str,
    tile: str,
    facts: Sequence[str] = (),
    winner: int = 1,
    source: int = 1,
    melds: Sequence[str] = (),
    **more: Any,
) -> HandVerdict:
    """The verdict on a finished hand; seat 0 deals."""
    seat = {str(winner): {"hand": hand, "melds": list(melds)}}
    case = {"variant": "changsha", "winner": winner, "from": source, "tile": tile, "facts": list(facts), "seat": seat}
    return judge_hand(read_hand(Fields(case | more, "test"), variant))


def played(hands: Sequence[str], draws: str, *lines: str, **more: Any) -> Round:
    """A hand dealt like this, after these lines."""
    concealed = {str(seat): tiles for seat, tiles in enumerate(hands)}
    return scenario("changsha", *lines, hands=concealed, draws=draws, **more).hand


def points_of(hand: Round) -> list[int]:
    return [seat.points for seat in hand.state.seats]


def won_with(hand: Round) -> list[list[str]]:
    return [win.breakdown.names() for win in hand.state.wins]


# ---- shapes ---------------------------------------------------------------------------------------------------------


def test_a_small_hand_needs_a_pair_of_2_5_or_8() -> None:
    assert judged("123m4565p234789s", "5p").patterns == ("plain",)
    assert judged("123m4569p234789s", "9p").reason == "pair_not_258"
    assert judged("123m4569p234789s", "8p").reason == "no_shape"


@pytest.mark.parametrize("fact", ["kong_draw", "heavenly", "last_tile_draw"])
def test_with_a_small_shape_the_pair_of_a_circumstance_must_be_258_too(fact: str) -> None:
    assert judged("123m4565p234789s", "5p", [fact], winner=0, source=0).patterns == (fact,)
    assert judged("123m4569p234789s", "9p", [fact], winner=0, source=0).reason == "pair_not_258"


@pytest.mark.parametrize(
    ("hand", "tile", "patterns"),
    [
        (SEVEN_PAIRS, "6s", {"seven_pairs"}),
        ("1111m5577p22446s", "6s", {"seven_pairs"}),  # four equal tiles are two pairs
        (TRIPLETS, "1m", {"all_triplets"}),
        ("12345666789s11s", "1s", {"full_flush"}),
        ("2258m25588p2588s", "2s", {"all_258"}),  # no shape needed
        ("222m555m888p222s5s", "5s", {"all_258", "all_triplets"}),
        ("1122335566778m", "8m", {"full_flush", "seven_pairs"}),
        ("2255m5588p22885s", "5s", {"seven_pairs", "all_258"}),
    ],
)
def test_big_hands_have_any_pair_and_add_up(hand: str, tile: str, patterns: set[str]) -> None:
    assert set(judged(hand, tile).patterns) == patterns


def test_seven_pairs_is_wholly_concealed() -> None:
    assert judged("33m5577p2244s", "3m", melds=["pong 111m<0"]).reason == "no_shape"


def test_melds_count_for_the_flush_and_for_258() -> None:
    assert judged("2234566699s", "9s", melds=["chow 123s<0"]).patterns == ("full_flush",)
    assert judged("2234566699s", "9s", melds=["chow 123p<0"]).patterns == ("plain",)
    assert judged("2258m25588p5s", "2p", melds=["kong 8888s"]).patterns == ("all_258",)


def test_the_reading_that_pays_most_counts() -> None:
    as_triplets = judged("1112223334449m", "9m")  # also 123 123 123 444
    assert set(as_triplets.patterns) == {"full_flush", "all_triplets"}
    as_pairs = judged("22334455m66778p", "8p")  # also four runs and a pair
    assert as_pairs.patterns == ("seven_pairs",)


# ---- points ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile", "facts", "winner", "source", "points"),
    [
        # the worked figures
        (FLUSH_TRIPLETS, "9p", [], 1, 1, (-40, 100, -30, -30)),
        (SEVEN_PAIRS, "6s", [], 0, 3, (35, 0, 0, -35)),
        (SEVEN_PAIRS, "6s", ["heavenly"], 0, 0, (120, -40, -40, -40)),
        # the table, line by line: between side players, from the dealer, to the dealer
        (SMALL, "5p", [], 1, 1, (-10, 20, -5, -5)),
        (SMALL, "5p", [], 0, 0, (30, -10, -10, -10)),
        (SMALL, "5p", [], 1, 2, (0, 5, -5, 0)),
        (SMALL, "5p", [], 1, 0, (-10, 10, 0, 0)),
        (SMALL, "5p", [], 0, 2, (10, 0, -10, 0)),
        (SEVEN_PAIRS, "6s", [], 1, 1, (-20, 50, -15, -15)),
        (SEVEN_PAIRS, "6s", [], 1, 2, (0, 30, -30, 0)),
        (SEVEN_PAIRS, "6s", [], 1, 0, (-35, 35, 0, 0)),
        (FLUSH_TRIPLETS, "9p", [], 1, 0, (-70, 70, 0, 0)),
        (SMALL, "5p", ["earthly"], 1, 0, (-35, 35, 0, 0)),
        (SMALL, "5p", ["rob_kong"], 1, 2, (0, 50, -50, 0)),
        (SMALL, "5p", ["rob_kong"], 1, 0, (-100, 100, 0, 0)),
        (SEVEN_PAIRS, "6s", ["rob_kong"], 1, 2, (0, 100, -100, 0)),
        (SMALL, "5p", ["last_tile_discard"], 1, 2, (0, 50, -50, 0)),
        (FLUSH_TRIPLETS, "9p", ["last_tile_discard"], 0, 2, (400, 0, -400, 0)),
        (SMALL, "5p", ["last_tile_draw"], 1, 1, (-20, 50, -15, -15)),
        (FLUSH_TRIPLETS, "9p", ["kong_draw"], 1, 1, (-80, 200, -60, -60)),
    ],
)
def test_points_from_each_payer(
    hand: str, tile: str, facts: list[str], winner: int, source: int, points: tuple[int, ...]
) -> None:
    assert judged(hand, tile, facts, winner, source).points == points


@pytest.mark.parametrize(("rank", "hit"), list(enumerate([2, 3, 0, 1, 2, 3, 0, 1, 2], 1)))
def test_the_rank_of_the_bird_counts_seats_from_the_dealer(rank: int, hit: int) -> None:
    points = judged(SMALL, "5p", winner=1, dealer=2, bird=f"{rank}s").points
    paid = {0: 5, 2: 10, 3: 5}
    doubled = {payer: amount * (2 if hit in (payer, 1) else 1) for payer, amount in paid.items()}
    assert points == (-doubled[0], sum(doubled.values()), -doubled[2], -doubled[3])


# ---- opening hands --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile", "patterns"),
    [
        ("1111m2459p2367s", "8s", {"four_alike"}),
        ("1346m1346p1346s", "9s", {"no_258"}),
        ("34789m1345568p", "8p", {"missing_suit"}),
        ("1111m33446677p", "9p", {"four_alike", "no_258", "missing_suit"}),
    ],
)
def test_opening_hands_by_the_dealt_tiles(hand: str, tile: str, patterns: set[str]) -> None:
    found = judged(hand, tile, ["opening"])
    assert set(found.patterns) == patterns
    assert found.points == tuple(len(patterns) * share for share in (-10, 20, -5, -5))


def test_dealt_tiles_without_a_condition_are_no_opening_hand() -> None:
    assert judged("14479m1278p369s", "7m", ["opening"]).reason == "no_shape"


def test_an_opening_hand_ends_the_hand_and_a_bird_is_turned_up() -> None:
    hand = played((IDLE[0], FOUR_ALIKE, *IDLE[2:]), "9p 4s", "1 open win")
    assert hand.over
    assert points_of(hand) == [-10, 25, -5, -10]  # 4s: the seat before the dealer
    assert hand.state.next_dealer == 1


def test_declaring_is_optional_and_the_clock_declines() -> None:
    hand = played((IDLE[0], FOUR_ALIKE, *IDLE[2:]), "9p", "? 1 can open win")
    hand.expire(1)
    assert (hand.state.stage, hand.state.turn) == (Stage.TURN, 0)


def test_opening_hands_are_for_the_moment_after_the_deal() -> None:
    played((IDLE[0], FOUR_ALIKE, *IDLE[2:]), "9p 9s", "1 pass", "0 discard 9p", "? turn 1", "? 1 cannot open win")


def test_the_dealers_fourteen_tiles_count_for_him() -> None:
    played(("111m2459p236789s", *IDLE[1:]), "1m", "? 0 can open win")


def test_only_the_four_tiles_are_shown_for_four_alike() -> None:
    hand = played((IDLE[0], FOUR_ALIKE, IDLE[2], MISSING_SUIT), "9p 4s", "1 open win", "3 open win")
    shown = {e.seat: show_tiles(e.tiles) for e in hand.log if isinstance(e, Shown) and e.why == "opening"}
    assert shown == {1: "1111m", 3: MISSING_SUIT}
    assert [show_tiles(win.hand) for win in hand.state.wins] == ["1111m", MISSING_SUIT]


def test_of_several_opening_winners_the_first_from_the_dealer_deals_next() -> None:
    hands = ("2569m2369p1369s7p", MISSING_SUIT, IDLE[0], FOUR_ALIKE)
    hand = played(hands, "9p 4s", "1 open win", "3 open win", dealer=2)
    assert [win.seat for win in hand.state.wins] == [3, 1]
    assert hand.state.next_dealer == 3


def test_a_dealer_with_heavenly_is_asked_together_with_opening_hands() -> None:
    hands = ("234m4565p234789s", FOUR_ALIKE, *IDLE[2:])
    hand = played(hands, "5p 4s", "? 0 can win", "? 0 cannot open win", "1 open win", "0 win")
    assert [win.seat for win in hand.state.wins] == [0, 1]
    assert hand.state.next_dealer == 0


def test_heavenly_alone_is_declared_on_the_dealers_turn() -> None:
    hand = played(("234m4565p234789s", *IDLE[1:]), "5p 1s")
    assert hand.state.stage is Stage.TURN
    hand.submit(0, WIN)
    assert won_with(hand) == [["heavenly"]]
    assert points_of(hand) == [120, -40, -40, -40]  # 1s: the dealer


@pytest.mark.parametrize("option", ["no", "yes"])
def test_a_dealer_who_has_both_chooses_one(option: str) -> None:
    both = ("23455666p56778s", *IDLE[1:])
    lines = ("? 0 can win", "? 0 can open win", "0 open win", "? 0 cannot win")
    hand = played(both, "9s 1s", *lines, options={"opening_continues": option})
    assert hand.over == (option == "no")


def test_opening_continues_pays_without_a_bird_and_plays_on() -> None:
    hands = (IDLE[0], FOUR_ALIKE, IDLE[2], WAITING[3])
    lines = ("1 open win", "? points -10 20 -5 -5", "? turn 0", "0 discard 9p", "1 discard 9s", "2 discard 5p", "3 win")
    hand = played(hands, "9p 9s 5p 2s", *lines, options={"opening_continues": "yes"})
    assert points_of(hand) == [-10, 20, -10, 0]
    assert [win.seat for win in hand.state.wins] == [3]
    assert hand.state.next_dealer == 3


def test_no_bird_for_openings_that_do_not_end_the_hand() -> None:
    """The bird of a judged opening hand doubles nothing where play goes on."""
    hand, facts, play_on = "1111m2459p2367s", ["opening"], {"opening_continues": "yes"}
    assert judged(hand, "8s", facts, bird="2m").points == (-20, 40, -10, -10)
    assert judged(hand, "8s", facts, bird="2m", options=play_on).points == (-10, 20, -5, -5)


# ---- kong -----------------------------------------------------------------------------------------------------------


def test_a_kong_pays_nothing_and_brings_a_tile_from_the_tail() -> None:
    lines = ("0 kong 8m", "? 0 holds 8p", "? points 0 0 0 0")
    played(("4578889m37p1369s", *IDLE[1:]), "8m", *lines, tail="8p")


def test_a_win_on_the_replacement_is_a_big_hand() -> None:
    hand = played(("111m46p12355789s", *IDLE[1:]), "1m 8s", "0 kong 1m", "0 win", tail="5p")
    assert won_with(hand) == [["kong_draw"]]
    assert points_of(hand) == [80, -20, -20, -40]  # 8s doubles for the seat before the dealer


def test_a_robbed_kong_that_is_let_go_bars_like_a_discard() -> None:
    hands = (IDLE[0], "1479m1266p3689s7p", "2569m2389p1369s7p", "78889m45p456789s")  # 3 waits for 3p and 6p
    before = ("1 discard 9p", "2 discard 6p", "1 pong", "1 discard 9s", "2 discard 1m", "3 discard 2m", "0 discard 3m")
    lines = ("1 kong 6p", "? 3 can win", "3 pass", "1 discard 3p", "? 3 cannot win")
    played(hands, "9p 6p 1m 2m 3m 6p", *before, *lines, dealer=1, tail="3p")


def test_a_concealed_kong_may_be_hidden_until_the_end() -> None:
    hands = ("111m46p12355789s", *IDLE[1:])
    hand = played(hands, "1m 8s", "0 kong 1m", "0 win", tail="5p", options={"hide_concealed_kong": "yes"})
    events = list(view_of(hand.log, 2))
    assert [event.meld.tiles for event in events if isinstance(event, Melded)] == [(HIDDEN,) * 4]
    assert [show_tiles(e.melds[0].tiles) for e in events if isinstance(e, Shown) and e.melds] == ["1111m"]


# ---- passed win, several winners ------------------------------------------------------------------------------------


def test_who_passes_a_discard_win_is_barred_until_his_own_next_draw() -> None:
    passed = ("0 discard 9p", "1 discard 5p", "3 pass", "2 discard 5p", "? 3 cannot win")
    again = ("3 discard 1m", "0 discard 5p", "? 3 can win")
    played((*IDLE[:3], WAITING[3]), "9p 5p 5p 1m 5p 2m", *passed, *again)


def test_who_calls_instead_of_winning_is_barred_too() -> None:
    called = ("0 discard 9p", "1 discard 5p", "? 3 can win", "3 pong", "3 discard 9s")  # now waits for 3s, 6s, 9s
    played((*IDLE[:3], "888m5588p456789s"), "9p 5p", *called, "0 discard 6s", "? 3 cannot win")


def test_several_win_from_one_discard_each_paid_in_full_and_the_discarder_deals() -> None:
    hand = played(WAITING, "9p 9m 5p 3s", "0 discard 9p", "1 discard 9m", "2 discard 5p", "1 win", "3 win")
    assert [win.seat for win in hand.state.wins] == [3, 1]
    assert points_of(hand) == [0, 10, -20, 10]  # one bird, 3s: seat 2 pays both doubled
    assert [seat for seat in SEATS if "bird" in hand.state.seats[seat].marks] == [2], "the seat it hits is told"
    assert hand.state.next_dealer == 2


def test_earthly_is_a_win_on_the_dealers_first_discard() -> None:
    hand = played(WAITING, "5p 8s", "0 discard 5p", "1 win", "3 pass")
    assert won_with(hand) == [["earthly"]]
    assert points_of(hand) == [-35, 35, 0, 0]


# ---- the last tile --------------------------------------------------------------------------------------------------


def test_the_last_tile_is_offered_in_turn_and_the_clock_refuses() -> None:
    hand = played(IDLE, "9p 5p", "0 discard 9p", "1 pass", "? 1 can take", "! 2 take", "1 refuse", wall_left=1)
    for seat in (2, 3, 0):
        assert list(hand.asks) == [seat]
        hand.expire(seat)
    assert hand.state.drawn_out
    assert hand.state.next_dealer == 1  # the first who was offered it
    assert len(hand.state.wall) == 1


def test_the_taker_may_win_or_throw_it() -> None:
    lines = ("0 discard 9p", "1 take", "? 1 can win", "? 1 cannot discard 1m", "1 discard 5p", "3 win")
    hand = played(WAITING, "9p 5p", *lines, wall_left=1)
    assert won_with(hand) == [["last_tile_discard"]]
    assert points_of(hand) == [0, -50, 0, 50]
    assert hand.state.next_dealer == 3


def test_a_taker_who_cannot_win_throws_it_at_once_and_nobody_may_call_it() -> None:
    hands = (*IDLE[:3], "3479m55p2447s369s")
    lines = ("0 discard 9p", "1 refuse", "2 take")
    hand = played(hands, "9p 5p", *lines, wall_left=1)
    assert hand.state.discards[-1] == (2, parse_tile("5p"))
    assert hand.state.drawn_out
    assert hand.state.next_dealer == 2  # the taker


def test_the_bird_of_a_last_tile_is_the_tile_itself() -> None:
    hand = played(WAITING, "9p 5p", "0 discard 9p", "1 take", "1 win", wall_left=1)
    assert [event for event in hand.log if isinstance(event, Flipped)] == [Flipped(parse_tile("5p"), "bird", None)]
    assert points_of(hand) == [-40, 70, -15, -15]


def test_a_passed_win_bars_from_the_thrown_last_tile() -> None:
    lines = ("0 discard 9p", "1 discard 5p", "3 pass", "2 take")
    hand = played((*IDLE[:3], WAITING[3]), "9p 5p 5p", *lines, wall_left=2)
    assert hand.state.drawn_out
    assert not hand.state.wins


def test_the_last_tile_is_never_a_replacement() -> None:
    hands = ("4578889m37p1369s", *IDLE[1:])
    played(hands, "8m 1p 2s", "0 pass", "? 0 can kong 8m", wall_left=2)
    played(hands, "8m 1p", "0 pass", "? 0 holds 8888m", "? 0 cannot kong 8m", wall_left=1)


def test_the_player_who_took_a_seat_first_deals_first() -> None:
    assert not variant("changsha").dealer_by_dice
