"""rulebook/parlour.md, sentence by sentence: the two rules of Hebei, and declaring ready with the hand laid open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.cases.table import Table
from rules.events import Answered, Asked, Discarded, Melded, Shown
from rules.score import Factor, Op
from rules.secrecy import view_of
from rules.tiles import HIDDEN, parse_tiles
from tests.helpers.finished import finished
from tests.helpers.scenario import play, scenario

ANY = {"open_self_draw": "any"}
READY = "234567m78p22z234s"  # 6p or 9p


def table(hands: Sequence[str | None], draws: str, *lines: str, key: str = "hebei_1", **more: Any) -> Table:
    """A hand that has been played so far; a hand that is None may be any."""
    given = {str(seat): hand for seat, hand in enumerate(hands) if hand is not None}
    return scenario(key, *lines, hands=given, draws=draws, **more)


def points(t: Table) -> list[int]:
    """The points of the hand so far."""
    return [owner.points for owner in t.hand.state.seats]


# ---- winning and payment --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "options", "facts", "patterns", "side"),
    [
        ("hebei_1", ANY, [], ("dealer", "open_self_draw"), 10),
        ("hebei_1", ANY, ["kong_draw"], ("dealer", "kong_draw"), 10),
        ("hebei_1", {}, [], ("dealer",), 5),
        ("hebei_1", {}, ["declared_ready"], ("dealer", "open_self_draw"), 10),
        ("hebei_1", {}, ["kong_draw"], ("dealer", "kong_draw"), 10),
        ("hebei_2", {}, [], ("dealer",), 10),
        ("hebei_2", {}, ["kong_draw"], ("dealer",), 10),
    ],
)
def test_a_side_players_self_draw(
    key: str, options: dict[str, str], facts: list[str], patterns: tuple[str, ...], side: int
) -> None:
    seats = {"1": {"melds": ["pong 555s<0"]}}
    verdict = finished(key, "234567m78p22z", "9p", seats=seats, options=options, facts=facts)
    assert verdict.patterns == patterns
    assert verdict.points == (-2 * side, 4 * side, -side, -side)


@pytest.mark.parametrize(("key", "base"), [("hebei_1", 5), ("hebei_2", 10)])
def test_from_a_discard_the_discarder_alone_pays(key: str, base: int) -> None:
    assert finished(key, READY, "9p", 1, 3).points == (0, base, 0, -base)
    assert finished(key, READY, "9p", 1, 0).points == (-2 * base, 2 * base, 0, 0)


def test_only_the_winners_kongs_count_undoubled_in_full_from_each_payer() -> None:
    seats = {"1": {"melds": ["kong 9999s", "kong 1111s<3"]}, "2": {"melds": ["kong 6666s"]}}
    verdict = finished("hebei_1", "234m78p22z", "9p", seats=seats)
    assert verdict.points == (-10 - 15, 4 * 5 + 3 * 15, -5 - 15, -5 - 15)
    assert finished("hebei_2", "234m78p22z", "9p", 1, 2, seats=seats).points == (0, 10 + 30, -40, 0)


def test_kong_points_are_part_of_the_win_payment() -> None:
    t = table(("1111s23467m78p22z", None, None, None), "5m", "0 kong 1s", "0 win", tail="9p", options=ANY)
    (batch,) = t.hand.state.ledger
    assert {transfer.reason for transfer in batch} == {"win"}
    assert batch[0].factors == (
        Factor("base", Op.PLUS, 5),
        Factor("dealer", Op.TIMES, 2),
        Factor("kong_draw", Op.TIMES, 2),
        Factor("concealed_kong", Op.PLUS, 10),
    )
    assert points(t) == [90, -30, -30, -30]


def test_a_robbed_kong_does_not_count_and_is_a_discard() -> None:
    seats = {"2": {"melds": ["pong 999p<3", "kong 1111z"]}}
    assert finished("hebei_1", READY, "9p", 1, 2, seats=seats, facts=["rob_kong"]).points == (0, 5, -5, 0)


@pytest.mark.parametrize(("hand", "tile"), [("22m567p67z234s999m", "5z"), ("22m567p1s2z234s999m", "1z")])
def test_runs_of_honours_are_formed_in_the_hand(hand: str, tile: str) -> None:
    assert finished("hebei_1", hand, tile).wins
    assert finished("hebei_1", hand, tile, options={"honour_runs": "no"}).reason == "no_shape"


def test_there_is_no_chow_not_even_of_honours() -> None:
    hands = (None, "34m258p147s11267z", None, None)
    table(hands, "5m 9m", "0 discard 5m", "? 1 cannot chow 34m", "1 discard 9m")
    table(hands, "5z 9m", "0 discard 5z", "? 1 cannot chow 67z", "1 discard 9m")


def test_option_hide_concealed_kong() -> None:
    hands = ("258m147p6666s123z", None, None, None)
    t = table(hands, "5z", "0 kong 6s", options={"hide_concealed_kong": "yes"})
    assert [event.meld.tiles for event in view_of(t.hand.log, 2) if isinstance(event, Melded)] == [(HIDDEN,) * 4]


# ---- declaring ready with the hand laid open ------------------------------------------------------------------------


def test_ready_is_declared_after_a_draw_with_a_discard_that_leaves_it_ready() -> None:
    t = table((None, READY, None, None), "1z 7z", "0 discard 1z", "? 1 can ready", "1 ready")
    play(t, "! 1 ready", "! 1 discard 2m", "? 1 cannot discard 4s", "? 1 can discard 7z", "1 discard 7z")
    (shown,) = [event for event in view_of(t.hand.log, 3) if isinstance(event, Shown)]
    assert (shown.seat, shown.why) == (1, "ready")
    assert sorted(shown.tiles) == sorted(parse_tiles(READY))


def test_a_hand_that_no_discard_leaves_ready_cannot_declare() -> None:
    table((None, "258m147p369s1234z", None, None), "1z 7z", "0 discard 1z", "? 1 cannot ready")


def test_a_wait_of_which_all_four_are_held_does_not_make_ready() -> None:
    """Only a fifth 1s would complete 1111s beside three melds."""
    hands = (None, "1111s234567m234p", None, None)
    table(hands, "1z 7z", "0 discard 1z", "? 1 can ready", "1 ready", "! 1 discard 7z", "? 1 can discard 1s")


def test_it_is_not_declared_after_a_call_nor_with_the_option_any() -> None:
    hands = (None, "234567m78p22z23s5s", None, None)
    t = table(hands, "2z 7z", "0 discard 2z", "? 1 can pong", "1 pong", "? 1 cannot ready", "1 discard 5s")
    assert points(t) == [0, 0, 0, 0]
    table((None, READY, None, None), "1z 7z", "0 discard 1z", "? 1 cannot ready", options=ANY)


def test_an_open_hand_calls_nothing_and_discards_what_it_draws_unasked() -> None:
    hands = (None, "234567m78p222z44s", None, None)
    t = table(hands, "1z 8s 6z 2z 5z 7z 6z", "0 discard 1z", "1 ready", "1 discard 8s")
    play(t, "2 discard 6z", "3 discard 2z", "0 discard 5z", "? turn 2")
    assert [event.tile for event in t.hand.log if isinstance(event, Discarded) and event.seat == 1] == parse_tiles(
        "8s7z"
    )


def test_an_open_hand_wins_at_the_first_chance_from_a_discard() -> None:
    t = table((None, READY, None, None), "1z 7z 9p", "0 discard 1z", "1 ready", "1 discard 7z", "2 discard 9p")
    assert [win.seat for win in t.hand.state.wins] == [1]
    assert points(t) == [0, 5, -5, 0]


def test_an_open_self_draw_doubles() -> None:
    t = table((None, READY, None, None), "1z 7z 1z 6z 5z 9s 1z 6z 7z 6p", "0 discard 1z", "1 ready", "1 discard 7z")
    play(t, "2 discard 1z", "3 discard 6z", "0 discard 5z", "2 discard 1z", "3 discard 6z", "0 discard 7z")
    assert points(t) == [-20, 40, -10, -10]
    opened = next(place for place, event in enumerate(t.hand.log) if isinstance(event, Shown))
    asked = [event for event in t.hand.log[opened:] if isinstance(event, Asked | Answered) and event.seat == 1]
    assert len(asked) == 2
