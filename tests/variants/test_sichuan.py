"""rulebook/sichuan.md, sentence by sentence. Worked values: 6 x 2^(fan - 1)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cases import HandVerdict, judge_hand, read_hand
from rules.cases.fields import Fields
from rules.cases.table import Table
from rules.events import Cause, Melded
from rules.score import amount_of
from rules.secrecy import view_of
from rules.tiles import HIDDEN
from rules.variants import variant
from tests.helpers.scenario import play, scenario


def judged(hand: str, tile: str, key: str = "sichuan", source: int = 1, **more: Any) -> HandVerdict:
    """The verdict on seat 1's hand; by default self-drawn."""
    seat = {"hand": hand} | more.pop("seat", {})
    case = {"variant": key, "winner": 1, "from": source, "tile": tile, "seat": {"1": seat}}
    return judge_hand(read_hand(Fields(case | more, "test"), variant))


def table(*lines: str, key: str = "sichuan", hands: dict[str, str] | None = None, **given: Any) -> Table:
    """A rigged table; hands that are not named are filled at random, and pass."""
    return scenario(key, *lines, hands=hands or {}, **given)


def points(played: Table) -> list[int]:
    return [seat.points for seat in played.hand.state.seats]


# ---- the hand -------------------------------------------------------------------------------------------------------


def test_there_is_no_chow() -> None:
    table("0 discard 5s", "? 1 cannot chow 46s", hands={"0": "147m1268p134579s", "1": "258m1378p124689s"})


@pytest.mark.parametrize(("hand", "tile", "wins"), [("2344567p345789s", "7p", True), ("123m2344567p789s", "7p", False)])
def test_two_suits_at_most(hand: str, tile: str, wins: bool) -> None:
    assert judged(hand, tile).wins is wins


def test_honours_are_not_in_the_set() -> None:
    assert len(variant("sichuan").rules({}).tiles.kinds) == 27


# ---- fan ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile", "patterns", "each"),
    [
        ("2344567p345789s", "7p", ["plain"], 6),
        ("111222444m3339p", "9p", ["all_triplets"], 12),
        ("1122233345999s", "6s", ["full_flush"], 24),
        ("111222333m7899p", "9p", ["terminals"], 24),
        ("22445588m66119p", "9p", ["seven_pairs"], 24),
        ("1113335557779p", "9p", ["flush_triplets"], 48),
        ("5888m222555888s", "5m", ["triplets_258"], 48),
        ("55779m11222244p", "9m", ["dragon_seven_pairs"], 96),
        ("1133446677889s", "9s", ["flush_seven_pairs"], 96),
        ("1123777888999p", "1p", ["flush_terminals"], 96),
        ("1122444455779m", "9m", ["flush_dragon_seven_pairs"], 192),
    ],
)
def test_base_patterns(hand: str, tile: str, patterns: list[str], each: int) -> None:
    verdict = judged(hand, tile)
    assert sorted(verdict.patterns) == patterns
    assert verdict.points == (-each, 3 * each, -each, -each)


def test_the_reading_that_pays_most_counts() -> None:
    """Three like chows or three triplets: as triplets it is 对对胡."""
    assert judged("111222333m4445p", "5p").patterns == ("all_triplets",)


def test_terminals_need_a_terminal_in_every_meld() -> None:
    assert judged("111222333m4569p", "9p").patterns == ("plain",)


def test_a_kong_counts_as_a_triplet() -> None:
    verdict = judged("111222m9p", "9p", seat={"melds": ["kong 4444m", "pong 333p<0"]})
    assert verdict.patterns == ("all_triplets",)


def test_a_root_is_four_alike_that_are_no_kong() -> None:
    assert sorted(judged("34577p78789s", "9s", seat={"melds": ["pong 555p<0"]}).patterns) == ["plain", "root"]
    assert judged("23445677p78s", "9s", seat={"melds": ["kong 3333s<0"]}).patterns == ("plain",)


def test_two_roots_count_twice() -> None:
    verdict = judged("1111234444567m", "7m")
    assert verdict.patterns.count("root") == 2


def test_the_dragon_uses_up_one_root_and_heaven_none() -> None:
    assert sorted(judged("5555779m112222p", "9m").patterns) == ["dragon_seven_pairs", "root"]
    heaven = judged("1122444455779m", "9m", facts=["heavenly"], dealer=1)
    assert sorted(heaven.patterns) == ["heavenly", "root"]


def test_the_fan_cap() -> None:
    uncapped = judged("5555779m112222p", "9m", facts=["kong_draw"])
    capped = judged("5555779m112222p", "9m", facts=["kong_draw"], options={"fan_cap": 6})
    assert uncapped.points[1] == 3 * 384
    assert capped.points[1] == 3 * 192


# ---- wind and rain --------------------------------------------------------------------------------------------------


def test_an_exposed_kong_is_paid_by_its_discarder() -> None:
    hands = {"0": "147m1268p134579s", "2": "369m1478p555689s"}
    played = table("0 discard 5s", "2 kong", hands=hands, tail="1p")
    assert points(played) == [-6, 0, 6, 0]


def test_option_exposed_kong_units() -> None:
    hands = {"0": "147m1268p134579s", "2": "369m1478p555689s"}
    options = {"exposed_kong_units": 2}
    played = table("0 discard 5s", "2 kong", hands=hands, tail="1p", options=options)
    assert points(played) == [-12, 0, 12, 0]


def test_a_concealed_kong_is_paid_by_everybody() -> None:
    played = table("0 kong 1m", hands={"0": "11147m1268p3467s"}, draws="1m", tail="9p")
    assert points(played) == [36, -12, -12, -12]


def test_every_transfer_explains_itself() -> None:
    played = table("0 kong 1m", hands={"0": "11147m1268p3467s"}, draws="1m", tail="9p")
    for batch in played.hand.state.ledger:
        for transfer in batch:
            assert amount_of(transfer.factors) == transfer.amount


def test_a_concealed_kong_is_seen_by_all() -> None:
    played = table("0 kong 1m", hands={"0": "11147m1268p3467s"}, draws="1m", tail="9p")
    meld = next(event.meld for event in view_of(played.hand.log, 2) if isinstance(event, Melded))
    assert HIDDEN not in meld.tiles


def test_option_hide_concealed_kong() -> None:
    options = {"hide_concealed_kong": "yes"}
    played = table("0 kong 1m", hands={"0": "11147m1268p3467s"}, draws="1m", tail="9p", options=options)
    seen = {seat: [e for e in view_of(played.hand.log, seat) if isinstance(e, Melded)][0] for seat in (0, 2)}
    assert seen[2].meld.tiles == (HIDDEN,) * 4
    assert seen[2].face_down == (HIDDEN,) * 4
    assert HIDDEN not in seen[0].face_down


# ---- gates ----------------------------------------------------------------------------------------------------------


def test_option_pass_lock_off() -> None:
    hands = {
        "0": "147m1268p134679s", "1": "258m1378p125689s", "2": "369m1478p125689s", "3": "123789m4612399p",
    }  # fmt: skip
    lines = ("0 discard 1s", "1 discard 5p", "3 pass", "2 discard 5p")
    locked = table(*lines, hands=hands, draws="1s 5p 5p 2m")
    play(locked, "? 3 cannot win")
    free = table(*lines, hands=hands, draws="1s 5p 5p 2m", options={"pass_lock": "no"})
    play(free, "? 3 can win")


def test_a_forced_win_is_declared_by_the_engine() -> None:
    hands = {"3": "123789m4612399p"}
    played = table("0 discard 1s", "1 discard 5p", hands=hands, draws="1s 5p", wall_left=4)
    assert played.hand.over
    assert any(getattr(event, "cause", None) is Cause.FORCED for event in played.hand.log)


# ---- declare_void ---------------------------------------------------------------------------------------------------


def test_option_declare_void_names_a_suit_that_must_go_first() -> None:
    options = {"declare_void": "yes"}
    played = table(hands={"0": "147m1268p134679s"}, draws="1s", options=options, void=["m", "m", "m", "m"])
    play(played, "? 0 can discard 1m", "? 0 cannot discard 1s", "? 0 cannot discard 1p")


def test_the_named_suit_is_not_called() -> None:
    options = {"declare_void": "yes"}
    hands = {"0": "147m1268p134679s", "2": "11369m478p12568s"}
    played = table("0 discard 1m", hands=hands, draws="1s", options=options, void=["m", "m", "m", "m"])
    play(played, "? 2 cannot pong")


def test_no_win_while_holding_the_named_suit() -> None:
    verdict = judged("2344567p345789s", "7p", options={"declare_void": "yes"}, seat={"void": "p"})
    assert verdict.reason == "void_suit_held"
    assert judged("2344567p345789s", "7p", options={"declare_void": "yes"}, seat={"void": "m"}).wins


# ---- dealer, end ----------------------------------------------------------------------------------------------------


def test_a_self_drawn_winner_deals_next() -> None:
    hands = {"1": "123789m4612399p"}
    played = table("0 discard 1s", "1 win", hands=hands, draws="1s 5p")
    assert played.hand.state.next_dealer == 1


def test_the_dealer_stays_after_a_draw() -> None:
    hands = {"0": "147m1268p134679s"}
    played = table("0 discard 1s", "1 discard 9p", hands=hands, draws="1s 9p", wall_left=1)
    assert played.hand.state.drawn_out
    assert played.hand.state.next_dealer == 0


def test_in_the_bloody_end_dice_decide_every_time() -> None:
    hands = {"1": "123789m4612399p"}
    played = table("0 discard 1s", key="sichuan_bloody", hands=hands, draws="1s 5p", wall_left=1)
    while not played.hand.over:
        played.hand.expire(next(iter(played.hand.asks)))
    assert played.hand.state.next_dealer is None


def test_in_the_bloody_end_a_winner_neither_plays_nor_pays_any_more() -> None:
    hands = {"1": "123789m4612399p", "2": "11145678p12377s"}
    played = table("0 discard 1s", "1 win", key="sichuan_bloody", hands=hands, draws="1s 5p 7s")
    assert played.hand.state.seats[1].out
    assert played.hand.state.turn == 2
    before = points(played)
    play(played, "2 discard 2s")
    assert points(played)[1] == before[1]
