"""rulebook/yunnan.md, sentence by sentence. Worked values: 3 x 2^(n-1) from each, 4 x 2^(n-1) from the discarder."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cases import HandVerdict, judge_hand, read_hand
from rules.cases.fields import Fields
from rules.cases.table import Table
from rules.commands import DISCARD
from rules.events import AskKind, Cause, Flipped, Marked, Melded
from rules.hints import waits_now
from rules.score import amount_of
from rules.secrecy import view_of
from rules.tiles import HIDDEN, parse_tiles
from rules.variants import variant
from tests.helpers.scenario import play, scenario

NOT_READY = {"0": "258m147p258s1234z", "1": "258m147p258s1234z", "2": "369m369p147s1237z", "3": "369m258p369s5667z"}
WAITS_5S = "123789m46s99p"
"""Ten tiles beside a meld: a plain hand that waits on 5s."""
TRIPLETS_OR_CHOW = "111m2223p777999s"
"""3p makes triplets only; 1p and 4p make a chow."""
TEN = {"0": "1112223334445z", "1": "159m159p159s5667z", "2": "126m126p126s5677z", "3": "237m237p2378s567z"}


def judged(hand: str, tile: str | None, source: int = 1, **more: Any) -> HandVerdict:
    """The verdict on seat 1's hand; by default self-drawn."""
    seat = {"hand": hand} | more.pop("seat", {})
    case = {"variant": "yunnan", "winner": 1, "from": source, "seat": {"1": seat}} | ({"tile": tile} if tile else {})
    return judge_hand(read_hand(Fields(case | more, "test"), variant))


def table(*lines: str, hands: dict[str, str] | None = None, **given: Any) -> Table:
    """A rigged table; hands that are not named are filled at random, and pass."""
    return scenario("yunnan", *lines, hands=hands or {}, **given)


def points(played: Table) -> list[int]:
    return [seat.points for seat in played.hand.state.seats]


# ---- tiles and calls ------------------------------------------------------------------------------------------------


def test_all_136_tiles_and_81_that_can_be_drawn() -> None:
    assert len(variant("yunnan").rules({}).tiles.kinds) * 4 == 136
    table("? wall 81")


def test_there_is_no_chow() -> None:
    table("0 discard 5s", "? 1 cannot chow 46s", hands={"1": "258m1378p124689s"}, draws="5s")


def test_the_last_two_tiles_are_turned_up_for_all_and_stay_in_the_wall() -> None:
    played = table(indicator="5p 6p")
    for viewer in (None, 2):
        shown = [event.tile for event in view_of(played.hand.log, viewer) if isinstance(event, Flipped)]
        assert shown == parse_tiles("56p")
    assert played.hand.state.wall[-2:] == parse_tiles("56p")


def test_the_turned_up_tiles_are_never_drawn() -> None:
    played = table("0 discard 7z", "1 discard 1z", hands=NOT_READY, draws="7z 1z", indicator="5p 6p", wall_left=1)
    assert played.hand.state.drawn_out
    assert played.hand.state.wall == parse_tiles("56p")


def test_a_turned_up_tile_counts_among_those_that_a_seat_can_see() -> None:
    played = table(hands={"3": "123m456p234789s5z"}, indicator="5z 1p")
    (wait,) = waits_now(played.hand.state.masked(3), played.hand.rules, 3)
    assert (wait.left, wait.value, wait.self_draw_only) == (2, 0, True)


# ---- open tail tiles ------------------------------------------------------------------------------------------------


def test_a_turned_up_tile_wins_after_an_exposed_kong() -> None:
    played = table("0 discard 5p", "2 kong", "? 2 can win", "2 win", hands={"2": WAITS_5S + "555p"}, draws="5p",
                   indicator="5s 2z")  # fmt: skip
    assert points(played) == [-5, -3, 11, -3]
    assert played.hand.state.wins[0].breakdown.names() == ["kong_draw"]


def test_a_turned_up_tile_wins_after_an_added_kong() -> None:
    lines = ("0 discard 5p", "1 pong", "1 discard 1z", "2 discard 4z", "3 discard 5z", "0 discard 6z", "1 kong 5p")
    played = table(*lines, "1 take 5s", hands={"1": WAITS_5S + "55p1z"}, draws="5p 4z 5z 6z 5p", indicator="2z 5s")
    assert points(played) == [-4, 12, -4, -4]


def test_nothing_is_asked_when_no_turned_up_tile_wins() -> None:
    table("0 kong 1m", "? 0 holds 7z", "? 0 can discard 7z", hands={"0": TRIPLETS_OR_CHOW}, draws="1m", tail="7z",
          indicator="5s 2z")  # fmt: skip


@pytest.mark.parametrize(("answer", "each"), [("0 take 1p", 3), ("0 take 3p", 6), ("0 win", 6)])
def test_the_konger_chooses_between_two_winning_tiles(answer: str, each: int) -> None:
    """Without a choice he takes the dearer one: 碰碰胡 and 杠上花."""
    played = table("0 kong 1m", "! 0 take 4p", answer, hands={"0": TRIPLETS_OR_CHOW}, draws="1m", indicator="1p 3p")
    assert points(played) == [6 + 3 * each, *(-2 - each,) * 3]
    play(played, "? wall 81")


def test_everybody_learns_which_tile_was_taken() -> None:
    played = table("0 kong 1m", "0 take 1p", hands={"0": TRIPLETS_OR_CHOW}, draws="1m", indicator="1p 3p")
    assert Marked(None, "turned_up", "1p") in list(view_of(played.hand.log, None))


def test_winning_on_the_face_down_replacement_is_a_kong_draw_too() -> None:
    played = table("0 kong 1m", "0 win", hands={"0": TRIPLETS_OR_CHOW}, draws="1m", tail="4p", indicator="5s 2z")
    assert played.hand.state.wins[0].breakdown.names() == ["kong_draw"]


def test_taking_a_turned_up_tile_is_a_choice_also_at_the_end() -> None:
    given: dict[str, Any] = {
        "hands": {"0": TRIPLETS_OR_CHOW},
        "draws": "1m",
        "indicator": "1p 3p",
        "wall_left": 4,
        "tail": "7z",
    }
    played = table("0 kong 1m", "? 0 can pass", "0 pass", "? 0 holds 7z", "? 0 can discard 7z", **given)
    assert not played.hand.over


def test_the_clock_leaves_the_turned_up_tile() -> None:
    played = table("0 kong 1m", hands={"0": TRIPLETS_OR_CHOW}, draws="1m", tail="7z", indicator="1p 3p")
    assert played.hand.asks[0].kind is AskKind.CHOICE
    played.hand.expire(0)
    play(played, "? 0 holds 7z")


def test_auto_win_takes_it() -> None:
    played = table("0 auto on", hands={"0": "123m1112p777999s"}, draws="1p", tail="7z", indicator="3p 2z")
    assert played.hand.state.wins == []  # no kong is made by itself
    played = table("0 kong 1m", "0 auto on", hands={"0": TRIPLETS_OR_CHOW}, draws="1m", indicator="1p 3p")
    assert played.hand.over


# ---- features -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile", "facts", "patterns", "each", "discard"),
    [
        ("123m456p234789s5z", "5z", (), [], 1, None),
        ("111m222p333s44p55z", "5z", (), ["all_triplets"], 3, 4),
        ("1233456788m999m", "8m", (), ["full_flush"], 3, 4),
        ("1112223334445z", "5z", (), ["all_triplets", "full_flush"], 6, 8),
        ("1113335557779p", "9p", (), ["all_triplets", "full_flush"], 6, 8),
        ("1133m5577p2244s6z", "6z", (), ["seven_pairs"], 3, 4),
        ("1133557788p226p", "6p", (), ["full_flush", "seven_pairs"], 6, 8),
        ("1133m5577p22s666z", "6z", (), ["dragon_seven_pairs"], 6, 7),
        ("1133m5555p22s666z", "6z", (), ["dragon_seven_pairs"], 6, 7),
        ("1133557788999p", "9p", (), ["dragon_seven_pairs", "full_flush"], 12, 16),
        ("1133m5577p2s6666z", "2s", (), ["seven_pairs"], 3, 4),
    ],
)
def test_features_double(
    hand: str, tile: str, facts: tuple[str, ...], patterns: list[str], each: int, discard: int | None
) -> None:
    drawn = judged(hand, tile, facts=list(facts))
    assert sorted(drawn.patterns) == patterns
    assert drawn.points == (-each, 3 * each, -each, -each)
    claimed = judged(hand, tile, source=3)
    assert claimed.points == ((0, discard, 0, -discard) if discard else (0, 0, 0, 0))
    assert claimed.reason == (None if discard else "plain_self_draw_only")


@pytest.mark.parametrize(
    ("source", "fact", "expected"),
    [
        (1, "kong_draw", (-12, 36, -12, -12)),
        (3, "kong_discard", (0, 16, 0, -16)),
    ],
)
def test_the_worked_figures_with_a_circumstance(source: int, fact: str, expected: tuple[int, ...]) -> None:
    verdict = judged("1115557779p", "9p", source, facts=[fact], seat={"melds": ["kong 3333p<0"]})
    assert verdict.points == expected


@pytest.mark.parametrize("fact", ["kong_discard", "rob_kong"])
def test_a_circumstance_lets_a_plain_hand_win_from_a_discard(fact: str) -> None:
    verdict = judged("123m57p234789s55z", "6p", 3, facts=[fact])
    assert verdict.patterns == (fact,)
    assert verdict.points == (0, 4, 0, -4)


def test_the_dragon_with_another_pattern_has_no_figure_of_its_own() -> None:
    assert judged("1133m5577p22s666z", "6z", 3, facts=["kong_discard"]).points == (0, 16, 0, -16)


def test_option_dragon_discard() -> None:
    assert judged("1133m5577p22s666z", "6z", 3, options={"dragon_discard": 8}).points == (0, 8, 0, -8)


def test_seven_pairs_need_a_hand_without_any_meld() -> None:
    assert judged("1133m5577p22s", "2s", seat={"melds": ["kong 6666z"]}).reason == "no_shape"


def test_the_reading_that_pays_most_counts() -> None:
    """Two like chows three times over are seven pairs as well: 清一色 and 小七对."""
    assert sorted(judged("2233445566778m", "8m").patterns) == ["full_flush", "seven_pairs"]


def test_every_transfer_explains_itself() -> None:
    played = table("0 kong 1m", "0 win", hands={"0": TRIPLETS_OR_CHOW}, draws="1m", indicator="1p 3p")
    transfers = [transfer for batch in played.hand.state.ledger for transfer in batch]
    assert transfers
    assert all(amount_of(transfer.factors) == transfer.amount for transfer in transfers)


# ---- ten honours ----------------------------------------------------------------------------------------------------


def discards(played: Table, tiles: str) -> None:
    """Seat 0 throws these tiles in its next turns; all others let the clock answer."""
    for tile in parse_tiles(tiles):
        while 0 not in played.hand.asks or played.hand.asks[0].kind is not AskKind.TURN:
            played.hand.expire(next(iter(played.hand.asks)))
        played.hand.submit(0, DISCARD[tile])
    while (asked := next(iter(played.hand.asks))) != 0 and played.hand.asks[asked].kind is AskKind.CLAIM:
        played.hand.expire(asked)


def test_ten_honours_are_offered_after_the_tenth() -> None:
    played = table(hands=TEN, draws="1m")
    discards(played, "111222333z")
    play(played, "? 0 cannot win")
    discards(played, "4z")
    play(played, "? 0 can win", "0 win")
    assert points(played) == [9, -3, -3, -3]
    assert played.hand.state.wins[0].tile == HIDDEN
    assert played.hand.state.next_dealer == 0


def test_refused_ten_honours_are_offered_again_after_each_further_honour() -> None:
    played = table(hands=TEN, draws="1m")
    discards(played, "1112223334z")
    play(played, "0 pass", "? 0 cannot win")
    discards(played, "4z")
    play(played, "? 0 can win")


def test_a_suit_discard_starts_the_count_anew() -> None:
    played = table(hands=TEN, draws="1m")
    discards(played, "111222333z1m4z")
    play(played, "? 0 cannot win")


@pytest.mark.parametrize(("claimed", "by"), [("5z", "1"), ("1m", "2")])
def test_a_claimed_discard_starts_the_count_anew(claimed: str, by: str) -> None:
    """Also a suit discard that is no longer in the river."""
    hands = TEN | {"1": "159m159p159s5567z", "2": "116m126p126s5677z", "3": "237m237p2378s667z"}
    played = table(hands=hands, draws="1m")
    discards(played, "11122z")
    while 0 not in played.hand.asks:
        played.hand.expire(next(iter(played.hand.asks)))
    play(played, f"0 discard {claimed}", f"{by} pong")
    discards(played, "23334z")
    play(played, "? 0 cannot win")
    assert played.hand.state.seats[0].river == parse_tiles("1112223334z")


def test_nothing_is_offered_when_the_tenth_is_claimed() -> None:
    hands = {"0": "1112223334567z", "1": "159m159p159s4467z", "2": "126m126p126s5677z", "3": "237m237p2378s556z"}
    played = table(hands=hands, draws="1m")
    discards(played, "111222333z")
    while 0 not in played.hand.asks:
        played.hand.expire(next(iter(played.hand.asks)))
    play(played, "0 discard 4z", "1 pong", "? 0 cannot win", "? turn 1")


def test_option_ten_honours_closed() -> None:
    """By default one's own melds do not matter."""
    melded = {"melds": ["pong 777p<0"]}
    assert judged("1258m45p3399s", None, facts=["ten_honours"], seat=melded).patterns == ("ten_honours",)
    closed: dict[str, Any] = {"options": {"ten_honours_closed": "yes"}, "facts": ["ten_honours"]}
    assert not judged("1258m45p3399s", None, seat=melded, **closed).wins
    assert judged("1258m12345p3399s", None, **closed).points == (-3, 9, -3, -3)


# ---- kong points ----------------------------------------------------------------------------------------------------


def test_kong_points_are_kept_in_a_drawn_hand() -> None:
    hands = NOT_READY | {"0": "111m258p369s1245z"}
    played = table("0 kong 1m", "0 discard 1z", "1 discard 1z", hands=hands, draws="1m 1z", tail="9s", wall_left=2)
    assert played.hand.state.drawn_out
    assert points(played) == [6, -2, -2, -2]


def test_no_kong_without_a_replacement_tile() -> None:
    hands = NOT_READY | {"1": "111m258p369s1245z"}
    table("0 discard 7z", "? wall 0", "? 1 cannot kong 1m", hands=hands, draws="7z 1m", wall_left=1)


def test_option_hide_concealed_kong() -> None:
    given: dict[str, Any] = {"hands": {"0": TRIPLETS_OR_CHOW}, "draws": "1m", "tail": "7z", "indicator": "5s 2z"}
    for option, hidden in (("no", False), ("yes", True)):
        played = table("0 kong 1m", options={"hide_concealed_kong": option}, **given)
        meld = next(event.meld for event in view_of(played.hand.log, 2) if isinstance(event, Melded))
        assert (HIDDEN in meld.tiles) is hidden


# ---- gates ----------------------------------------------------------------------------------------------------------


def test_passing_the_robbing_of_a_kong_bars_from_the_next_discard() -> None:
    """Seat 3 waits on 4p and 7p: it could win on 4p by 杠上炮 had it not let the kong of 7p go."""
    hands = {"0": "147m269p369s1245z", "1": "258m77p147s12336z", "2": "369m148p258s1367z", "3": "12399m56p123789s"}
    lines = ("0 discard 7p", "1 pong", "1 discard 1z", "2 discard 4z", "3 discard 5z", "0 discard 6z", "1 kong 7p")
    given: dict[str, Any] = {"hands": hands, "draws": "7p 4z 5z 6z 7p 4z", "tail": "4p", "indicator": "1m 1m"}
    played = table(*lines, "3 pass", "1 discard 4p", "? 3 cannot win", **given)
    assert not played.hand.over
    assert points(table(*lines, "3 win", **given)) == [0, -4, 0, 4]


def test_a_barred_seat_cannot_rob_a_kong() -> None:
    hands = {"0": "147m269m369s1245z", "1": "258m55p147s12336z", "3": "3466777888999p"}
    lines = ("0 discard 5p", "1 pong", "1 discard 1z", "2 discard 4z", "3 discard 5z", "0 discard 2p")
    given: dict[str, Any] = {"hands": hands, "draws": "5p 4z 5z 2p 5p", "indicator": "1m 1m"}
    table(*lines, "? 3 can win", "3 pass", "1 kong 5p", "? 3 cannot win", **given)


def test_wins_are_forced_on_the_last_four_tiles_and_not_before() -> None:
    given: dict[str, Any] = {"hands": NOT_READY | {"1": "123m456p234789s5z"}, "draws": "7z 5z"}
    forced = table("0 discard 7z", **given, wall_left=4)
    assert forced.hand.state.wins[0].seat == 1
    assert any(getattr(event, "cause", None) is Cause.FORCED for event in forced.hand.log)
    free = table("0 discard 7z", "? 1 can win", "? 1 can discard 5z", **given, wall_left=5)
    assert not free.hand.over


# ---- drawn hand, dealer ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "each"),
    [("123m456p234789s5z", 1), (TRIPLETS_OR_CHOW, 3), ("1133m5577p22s666z", 6), ("1133557788999p", 12)],
)
def test_who_is_not_ready_pays_the_highest_wait_at_the_self_draw_rate(hand: str, each: int) -> None:
    hands = NOT_READY | {"3": hand}
    played = table("0 discard 7z", "1 discard 1z", hands=hands, draws="7z 1z", indicator="8m 8m", wall_left=1)
    assert points(played) == [-each, -each, -each, 3 * each]
    assert {transfer.reason for batch in played.hand.state.ledger for transfer in batch} == {"not_ready"}


def test_nobody_ready_pays_nothing() -> None:
    played = table("0 discard 7z", "1 discard 1z", hands=NOT_READY, draws="7z 1z", wall_left=1)
    assert points(played) == [0, 0, 0, 0]
    assert played.hand.state.next_dealer == 0


def test_the_winner_deals_next() -> None:
    played = table("0 discard 7z", "1 win", hands=NOT_READY | {"1": "123m456p234789s5z"}, draws="7z 5z")
    assert played.hand.state.next_dealer == 1


@pytest.mark.parametrize(("option", "dealer"), [("winner", 0), ("next_seat", 3)])
def test_option_next_dealer_speaks_of_several_winners(option: str, dealer: int) -> None:
    hands = {"0": "1112246778899s", "1": "1133m447788p5s66z", "2": "258m147p369s1234z"}
    given: dict[str, Any] = {"hands": hands, "draws": "5s", "dealer": 2, "options": {"next_dealer": option}}
    both = table("2 discard 5s", "0 win", "1 win", **given)
    assert points(both) == [4, 4, -8, 0]
    assert both.hand.state.next_dealer == dealer
    one = table("2 discard 5s", "0 pass", "1 win", **given)
    assert one.hand.state.next_dealer == 1


def test_the_first_dealer_is_found_by_dice() -> None:
    assert variant("yunnan").dealer_by_dice
