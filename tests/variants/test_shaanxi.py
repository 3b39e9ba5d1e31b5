"""rulebook/shaanxi.md, sentence by sentence. D = 3; A = 1 from a discard, 2 by self-draw."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cases import HandVerdict, judge_hand, read_hand
from rules.cases.fields import Fields
from rules.cases.table import Table
from rules.commands import Choose
from rules.errors import CaseError
from rules.events import Answered, Asked, Marked, Melded, Shown, WallBuilt
from rules.evolve import fold
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.melds import concealed_kong
from rules.options import can_replace, remaining
from rules.rerun import rerun
from rules.round import Round
from rules.score import amount_of
from rules.seats import SEATS
from rules.secrecy import view_of
from rules.state import RoundState
from rules.tiles import ALL_TILES, EAST, HIDDEN
from rules.variants import variant
from tests.helpers.scenario import scenario

WAITS_36M = "45789m55p999s777z"
HANDS = {"1": WAITS_36M, "0": "127m2469p17s1234z", "2": "27m1469p28s12346z", "3": "128m1468p27s1235z"}
HOLDS_KONG = {"0": "158m9999p27s1235z"}


def judged(hand: str, tile: str, source: int = 1, **more: Any) -> HandVerdict:
    """The verdict on seat 1's hand; by default self-drawn."""
    seat = {"hand": hand} | more.pop("seat", {})
    case = {"variant": "shaanxi", "winner": 1, "from": source, "tile": tile, "seat": {"1": seat}}
    return judge_hand(read_hand(Fields(case | more, "test"), variant))


def table(*lines: str, hands: dict[str, str] | None = None, **given: Any) -> Table:
    """A rigged table; hands that are not named are filled at random, and pass."""
    return scenario("shaanxi", *lines, hands=HANDS if hands is None else hands, **given)


def points(played: Table) -> list[int]:
    return [seat.points for seat in played.hand.state.seats]


def match_of(hands: int = 10) -> Match:
    return Match(MatchSettings("shaanxi", (), Length(LengthUnit.HANDS, hands), b"pao of tests"), variant("shaanxi"))


# ---- tiles and calls ------------------------------------------------------------------------------------------------


def test_136_tiles() -> None:
    assert variant("shaanxi").rules({}).tiles.kinds == ALL_TILES


def test_there_is_no_chow_but_by_the_option() -> None:
    table("0 discard 8m", "? 1 cannot chow 79m", draws="8m")
    table("0 discard 8m", "? 1 can chow 79m", draws="8m", options={"chow": "yes"})


def test_the_nearest_after_the_discarder_wins_alone() -> None:
    """截胡."""
    hands = HANDS | {"3": "45m123p123789s44z"}
    played = table("0 discard 3m", "3 win", "1 win", hands=hands, draws="3m")
    assert [win.seat for win in played.hand.state.wins] == [1]


# ---- shapes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile", "pattern"),
    [
        ("123m456p789s1155z", "5z", "plain"),
        ("111222333z444z5m", "5m", "plain"),
        ("1122m3344p5566s7z", "7z", "seven_pairs"),
        ("1111m3344p5566s7z", "7z", "seven_pairs"),
        ("19m19p19s1234567z", "1m", "thirteen_orphans"),
        ("19m19p19s1134567z", "2z", "thirteen_orphans"),
        ("147m258p369s1234z", "7z", "all_unconnected"),
        ("147s258m369p1234z", "5z", "all_unconnected"),
        ("17m25p36s1234567z", "9s", "all_unconnected"),
        ("147m258p369s123m5z", "5z", "knitted_straight"),
        ("369m147p258s555z9p", "9p", "knitted_straight"),
    ],
)
def test_every_shape_is_worth_the_same(hand: str, tile: str, pattern: str) -> None:
    verdict = judged(hand, tile, dealer=0)
    assert (verdict.patterns, verdict.points) == ((pattern,), (-12, 24, -6, -6))


@pytest.mark.parametrize("meld", ["pong 555z<0", "kong 5555z", "kong 5555z<2", "kong 5555z+2"])
def test_the_meld_of_a_knitted_straight_may_be_called(meld: str) -> None:
    assert judged("147m258p369s9p", "9p", seat={"melds": [meld]}).patterns == ("knitted_straight",)


@pytest.mark.parametrize(
    ("hand", "tile", "melds"),
    [
        ("147m147p369s1234z", "5z", []),  # one series in two suits
        ("147m258p369s1234z", "4z", []),  # two alike
        ("147m258p369s1234z", "2m", []),  # out of its series
        ("19m19p19s1234567z", "5m", []),  # none of the thirteen is doubled
        ("19m19p1s12345677z", "7z", []),
        ("147m258p369s125m5z", "5z", []),  # nine and no meld
        ("147m258p36s44455z", "1z", []),  # a meld, a pair and eight of the nine
        ("147m258p3s", "6s", ["pong 555z<0", "pong 666z<0"]),  # no room for the nine
        ("1122m3344p77z", "6z", ["kong 5555s"]),  # seven pairs have no meld
    ],
)
def test_what_is_no_shape(hand: str, tile: str, melds: list[str]) -> None:
    assert judged(hand, tile, seat={"melds": melds}).reason == "no_shape"


# ---- points ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pao", "source", "dealer", "expected"),
    [
        ([1, 2, 0, 3], 2, 0, (-15, 42, -9, -18)),
        ([1, 2, 0, 3], 1, 0, (-30, 84, -18, -36)),
        ([0, 0, 0, 0], 2, 0, (-6, 12, -3, -3)),
        ([0, 0, 0, 0], 2, 2, (-3, 12, -6, -3)),
        ([0, 0, 0, 0], 2, 1, (-6, 18, -6, -6)),
        ([0, 0, 0, 0], 1, 1, (-12, 36, -12, -12)),
        ([0, 1, 0, 0], 2, 1, (-9, 27, -9, -9)),
    ],
)
def test_worked_figures(pao: list[int], source: int, dealer: int, expected: tuple[int, ...]) -> None:
    assert judged("123m456p789s1155z", "5z", source, pao=pao, dealer=dealer).points == expected


def test_every_transfer_explains_itself() -> None:
    played = table("0 discard 3m", "1 win", draws="3m", pao=[1, 2, 0, 3])
    transfers = played.hand.state.ledger[0]
    assert [amount_of(transfer.factors) for transfer in transfers] == [transfer.amount for transfer in transfers]
    from_dealer = next(transfer for transfer in transfers if transfer.payer == 0)
    assert [factor.name for factor in from_dealer.factors] == ["base", "dealer", "payer_pao", "winner_pao"]


@pytest.mark.parametrize(
    ("hands", "lines", "draws", "expected"),
    [
        (HOLDS_KONG, ["0 kong 9p"], "4z", [18, -6, -6, -6]),
        ({"2": HOLDS_KONG["0"][:4] + "999p27s12355z"}, ["0 discard 9p", "2 kong"], "9p", [-6, 0, 6, 0]),
        (
            {"0": "158m246p27s12345z", "1": "158m99p2467s1235z"},
            ["0 discard 9p", "1 pong", "1 discard 1z", "2 discard 1z", "3 discard 4z", "0 discard 4z", "1 kong 9p"],
            "9p 1z 4z 4z 9p",
            [-3, 9, -3, -3],
        ),
    ],
)
def test_kongs_are_paid_at_once(hands: dict[str, str], lines: list[str], draws: str, expected: list[int]) -> None:
    assert points(table(*lines, hands=hands, draws=draws, tail="7z")) == expected


def test_a_robbed_kong_brings_nothing() -> None:
    hands = HANDS | {"3": "11338m468p27s123z"}
    lines = ("0 discard 3m", "1 pass", "3 pong", "3 discard 1z", "0 discard 5z", "1 discard 6z", "2 discard 5z")
    given: dict[str, Any] = {"hands": hands, "draws": "3m 5z 6z 5z 3m"}
    assert points(table(*lines, "3 kong 3m", **given)) == [0, 0, 0, 0]
    assert points(table(*lines, "3 kong 3m", "1 win", **given)) == [-6, 12, -3, -3]
    assert points(table(*lines, "3 kong 3m", "1 pass", **given)) == [-3, -3, -3, 9]


# ---- pao ------------------------------------------------------------------------------------------------------------


def test_everybody_lays_0_to_4_pao_before_anybody_acts_with_his_hand_before_him() -> None:
    hand = Round(variant("shaanxi").rules({}), match_of().next_deal())
    assert set(hand.asks) == set(SEATS)
    for seat in SEATS:
        assert hand.asks[seat].options == tuple(Choose("pao", str(count)) for count in range(5))
        assert hand.asks[seat].default == Choose("pao", "0")
        assert hand.state.seats[seat].hand.size >= 13


def test_nobody_lays_more_than_4_pao() -> None:
    with pytest.raises(CaseError, match="pao: four numbers from 0 to 4 expected"):
        judged("123m456p789s1155z", "5z", 2, pao=[0, 0, 0, 5])


def test_pao_are_told_together() -> None:
    hand = Round(variant("shaanxi").rules({}), match_of().next_deal())
    for seat, count in ((2, "4"), (0, "1"), (3, "0")):
        hand.submit(seat, Choose("pao", count))
    assert not any(isinstance(event, Marked) for event in hand.log)
    assert not any(isinstance(event, Asked | Answered) and event.seat != 0 for event in view_of(hand.log, 0))
    hand.submit(1, Choose("pao", "2"))
    told = [event for event in view_of(hand.log, None) if isinstance(event, Marked)]
    assert told == [Marked(0, "pao", 1), Marked(1, "pao", 2), Marked(2, "pao", 4), Marked(3, "pao", 0)]


def test_the_default_is_the_last_choice_of_the_match() -> None:
    match = match_of()
    first = Round(match.rules, match.next_deal())
    for seat, count in enumerate("2041"):
        first.submit(seat, Choose("pao", count))
    while not first.over:
        first.expire(next(iter(first.asks)))
    match.record(first.state)
    second = Round(match.rules, match.next_deal())
    assert [second.asks[seat].default for seat in SEATS] == [Choose("pao", count) for count in "2041"]
    assert rerun(match.rules, second.log).log == second.log, "the log tells what was carried over"
    while not second.over:
        second.expire(next(iter(second.asks)))
    assert [second.state.seats[seat].marks["pao"] for seat in SEATS] == [2, 0, 4, 1]


# ---- passed win -----------------------------------------------------------------------------------------------------


def test_a_passed_win_bars_its_kind_only() -> None:
    passed = ("2 discard 3m", "1 pass")
    table(*passed, "3 discard 3m", "? 1 cannot win", draws="3m 3m", dealer=2)
    table(*passed, "3 discard 6m", "? 1 can win", draws="3m 6m", dealer=2)


def test_both_kinds_can_be_barred() -> None:
    lines = ("2 discard 3m", "1 pass", "3 discard 6m", "1 pass")
    for tile in ("3m", "6m"):
        table(*lines, f"0 discard {tile}", "? 1 cannot win", draws=f"3m 6m {tile}", dealer=2)


def test_who_passes_by_silence_is_barred_too() -> None:
    played = table("2 discard 3m", draws="3m 3m", dealer=2)
    played.hand.expire(1)
    assert played.hand.state.seats[1].secrets == {"passed_win": "3m"}
    assert played.hand.state.masked(0).seats[1].secrets == {}


def test_his_own_draw_lifts_the_bar() -> None:
    table("0 discard 3m", "1 pass", "1 discard 1z", "2 discard 3m", "? 1 can win", draws="3m 1z 3m")


def test_a_pong_lifts_the_bar() -> None:
    lines = ("2 discard 3m", "1 pass", "3 discard 5p", "1 pong", "1 discard 7z", "2 discard 3m")
    table(*lines, "? 1 can win", draws="3m 5p 3m", dealer=2)


def test_a_pong_of_the_passed_tile_itself_lifts_the_bar() -> None:
    hands = HANDS | {"1": "3345m789m55p999s1z"}
    played = table("2 discard 3m", "1 pong", "1 discard 1z", hands=hands, draws="3m", dealer=2)
    assert played.hand.state.seats[1].secrets == {}


def test_a_kong_lifts_the_bar() -> None:
    lines = ("2 discard 3m", "1 pass", "3 discard 9s", "1 kong", "1 discard 1z", "2 discard 3m")
    table(*lines, "? 1 can win", draws="3m 9s 3m", tail="1z", dealer=2)


def test_a_chow_lifts_the_bar() -> None:
    lines = ("2 discard 3m", "1 pass", "3 discard 1z", "0 discard 8m", "1 chow 79m", "1 discard 8m", "2 discard 3m")
    table(*lines, "? 1 can win", draws="3m 1z 8m 3m", dealer=2, options={"chow": "yes"})


def test_the_bar_holds_against_robbing_a_kong() -> None:
    """A pong leaps over the seat that passed, so that it has not drawn when the same kind is added to another pong."""
    hands = HANDS | {"2": "27m14699p28s1234z", "3": "11338m468p27s123z"}
    lines = ("0 discard 3m", "1 pass", "3 pong", "3 discard 1z", "0 discard 9p", "2 pong", "2 discard 1z", "3 kong 3m")
    played = table(*lines, "? 1 cannot win", "? turn 3", hands=hands, draws="3m 9p 3m")
    assert points(played) == [-3, -3, -3, 9]


# ---- drawn hand -----------------------------------------------------------------------------------------------------


def on_the_table(kongs: int, wall: int = 0) -> RoundState:
    """A table with so many kongs and tiles in the wall."""
    melds = tuple(concealed_kong(tile) for tile in ALL_TILES[:kongs])
    return fold([WallBuilt((EAST,) * wall), Shown(0, (), melds[:2], "test"), Shown(1, (), melds[2:], "test")])


@pytest.mark.parametrize(
    ("option", "stacks"), [("seed", [13, 7, 8, 13, 13]), ("natural", [6, 7, 8, 9, 9])], ids=["seed", "natural"]
)
def test_the_stacks_that_are_left_by_the_kongs_on_the_table(option: str, stacks: list[int]) -> None:
    rules = variant("shaanxi").rules({"draw_stacks": option})
    for kongs, count in enumerate(stacks):
        assert remaining(on_the_table(kongs, 40), rules) == 40 - 2 * count


@pytest.mark.parametrize(
    ("option", "kongs", "needed"),
    [("seed", 0, 15), ("seed", 1, 17), ("seed", 2, 27), ("seed", 3, 27), ("natural", 0, 15), ("natural", 2, 19)],
)
def test_a_kong_needs_a_tile_above_the_limit_that_holds_with_it(option: str, kongs: int, needed: int) -> None:
    rules = variant("shaanxi").rules({"draw_stacks": option})
    assert can_replace(on_the_table(kongs, needed), rules)
    assert not can_replace(on_the_table(kongs, needed - 1), rules)


def test_a_kong_can_open_a_wall_that_was_at_its_end() -> None:
    table("? wall 0", "0 kong 9p", "? wall 11", "0 discard 7z", "? turn 1", hands=HOLDS_KONG, wall_left=0, tail="7z")


def test_nobody_pays_for_a_drawn_hand_and_the_dealer_stays() -> None:
    options = {"draw_stacks": "natural"}
    played = table("0 kong 9p", "0 discard 7z", hands=HOLDS_KONG, wall_left=3, tail="7z", options=options)
    played.pass_all()
    state = played.hand.state
    assert (state.drawn_out, state.next_dealer, points(played)) == (True, 0, [18, -6, -6, -6])


def test_the_last_discard_may_still_be_won() -> None:
    played = table("0 discard 3m", "1 win", draws="3m", wall_left=0)
    assert played.hand.state.wins[0].seat == 1


# ---- dealer, dice, shared option ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dealer", "following"), [(1, 1), (0, 1), (2, 3)])
def test_the_dealer_stays_when_he_wins_else_the_next_seat_deals(dealer: int, following: int) -> None:
    lines = {0: ["0 discard 3m"], 1: [], 2: ["2 discard 3m"]}[dealer]
    played = table(*lines, "1 win", draws="3m", dealer=dealer)
    assert played.hand.state.next_dealer == following


def test_two_throws_of_two_dice() -> None:
    dice = match_of().next_deal().dice
    assert len(dice) == 4
    assert all(1 <= die <= 6 for die in dice)


def test_option_hide_concealed_kong() -> None:
    for value, tile in (("no", False), ("yes", True)):
        played = table("0 kong 9p", hands=HOLDS_KONG, draws="4z", options={"hide_concealed_kong": value})
        meld = next(event.meld for event in view_of(played.hand.log, 2) if isinstance(event, Melded))
        assert (HIDDEN in meld.tiles) is tile
