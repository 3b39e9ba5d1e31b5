"""The line above the hand: a complete hand that does not win says which rule forbids it, for four seconds."""

from __future__ import annotations

from game.scenes.table import TableScene
from game.shots.catalogue import shots
from net.messages import News, Prompt
from rules import events as e
from rules.commands import DISCARD, PASS, WIN
from rules.events import Ask, AskKind
from rules.melds import pong
from rules.tiles import parse_tile
from tests.helpers.tables import Clock, ScriptedLink, beginning, scripted_table

THREE_SUITS = "三门都有，要缺一门：你有万、筒、条"
READY = "123m456m789p11s22s"


def offered(tile: str, hand: str = READY) -> tuple[TableScene, ScriptedLink, Clock]:
    """Somebody throws a tile, and nobody is asked."""
    events = [*beginning({0: hand}, dealer=3), e.Discarded(3, parse_tile(tile), True), e.Staged(e.Stage.CLAIM, 3)]
    return scripted_table(events)


def test_a_tile_that_completes_the_hand_and_may_not_win_is_explained_for_four_seconds() -> None:
    scene, _, clock = offered("1s")
    assert scene.refusal.text == THREE_SUITS
    scene.draw(scene.services.canvas.surface)
    clock.now += 3.9
    scene.update(3.9)
    assert scene.refusal.text == THREE_SUITS
    clock.now += 0.2
    scene.update(0.2)
    assert scene.refusal.text == ""


def test_a_tile_that_does_not_complete_it_says_nothing() -> None:
    scene, _, _ = offered("9s")
    assert scene.refusal.text == ""
    scene, _, _ = offered("1p", hand="123m456m789m11p22p")
    assert scene.refusal.text == "", "this one would win"


def test_the_own_draw_is_explained_too_and_the_grey_card_says_the_same() -> None:
    ask = Ask(1, 0, AskKind.TURN, (DISCARD[parse_tile("1s")],), DISCARD[parse_tile("1s")])
    events = [*beginning({0: READY}, dealer=3), e.Drew(0, parse_tile("1s"), 0, False), e.Asked(0, ask)]
    scene, _, _ = scripted_table(events, Prompt(1, 0, ask, None, None))
    assert scene.refusal.text == THREE_SUITS
    assert scene.desk.box is not None
    assert scene.desk.box.cards[0].reason == THREE_SUITS


def test_a_win_that_is_offered_takes_it_away() -> None:
    scene, link, _ = offered("1s")
    ask = Ask(1, 0, AskKind.CLAIM, (WIN, PASS), PASS)
    link.messages.append(News(0, 2, 0, (e.Asked(0, ask),)))
    scene.update(0.0)
    assert scene.refusal.text == ""


def test_a_new_hand_begins_without_it() -> None:
    scene, link, _ = offered("1s")
    link.messages.append(News(0, 2, 0, tuple(beginning({0: READY}))))
    scene.update(0.0)
    assert scene.refusal.text == ""


def test_where_wins_are_declared_unchecked_nothing_is_given_away() -> None:
    events = [*beginning({0: "123m456m789p1123s"}, dealer=3), e.Discarded(3, parse_tile("1p"), True)]
    scene, _, _ = scripted_table(events, key="beijing", options=(("free_declaration", "yes"),))
    assert scene.refusal.text == ""


def test_a_call_that_a_rule_forbids_is_explained_once_in_a_hand() -> None:
    """A chow or pong was made: no other before a kong (parlour.md, Beijing limits)."""
    events = [
        *beginning({0: "22z45m77p8888s99m1p"}, dealer=3),
        e.Discarded(3, parse_tile("2z"), False),
        e.Melded(0, pong(parse_tile("2z"), 3), (parse_tile("2z"),) * 2),
        e.Discarded(0, parse_tile("1p"), False),
        e.Discarded(3, parse_tile("3m"), True),
    ]
    scene, link, clock = scripted_table(events, key="beijing")
    assert scene.refusal.text == "吃碰过了，再杠一次才能再吃碰"
    clock.now += 5.0
    scene.update(5.0)
    link.messages.append(News(0, 1, len(events), (e.Discarded(3, parse_tile("6m"), True),)))
    scene.update(0.0)
    assert scene.refusal.text == ""


def test_throwing_the_wild_tile_instead_of_winning_is_announced_as_a_float() -> None:
    services = shots()["ask-float"].open((1280, 720), "zh_CN")
    scene = services.scenes.top
    assert isinstance(scene, TableScene)
    assert scene.refusal.note
    assert "财飘" in scene.refusal.text
    scene.refusal.look(e.Discarded(scene.view.own, scene.view.shown.wilds[0], False), scene.view.shown)
    assert not scene.refusal.text


def test_a_wild_tile_that_would_be_no_float_is_not_announced() -> None:
    services = shots()["drag"].open((1280, 720), "zh_CN")
    scene = services.scenes.top
    assert isinstance(scene, TableScene)
    assert not scene.refusal.text
