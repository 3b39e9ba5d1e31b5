"""No calls: one press passes every call of a hand, in the moment it comes in; a win is still asked for."""

from __future__ import annotations

import pygame
import pytest

from game.scenes.table import TableScene
from net.messages import News, Prompt
from rules.commands import DISCARD, PASS, PONG, WIN
from rules.events import Ask, AskKind
from rules.tiles import parse_tile
from tests.helpers.hotseat import hotseat_table
from tests.helpers.tables import (
    OWN,
    ScriptedLink,
    beginning,
    claimed,
    click,
    local_table,
    press,
    scripted_table,
    six_options,
)  # fmt: skip


def call(number: int, *options: object, kind: AskKind = AskKind.CLAIM) -> Prompt:
    chosen = (*options, PASS)
    return Prompt(number, 0, Ask(number, 0, kind, chosen, PASS), 9.0, 10.0)  # type: ignore[arg-type]


def asked_to_call() -> tuple[TableScene, ScriptedLink]:
    prompt = call(1, PONG)
    scene, link, _ = scripted_table(claimed(prompt), prompt)
    return scene, link


@pytest.mark.parametrize("by", ["mouse", "key"])
def test_one_press_passes_this_call_and_all_that_follow(by: str) -> None:
    scene, link = asked_to_call()
    assert scene.controls.calls.visible
    if by == "mouse":
        click(scene, scene.controls.calls.rect.center)
    else:
        press(scene, pygame.key.key_code(scene.services.chosen.keys["no_calls"]))
    assert link.answers == [(1, 1)]
    link.messages = [call(2, PONG), call(3, PONG, PONG)]
    scene.update(0.0)
    assert link.answers == [(1, 1), (2, 1), (3, 2)]
    assert scene.playback.prompt is None or scene.playback.prompt.prompt.id == 1


def test_it_answers_before_anything_is_shown() -> None:
    """A call that waits for an animation would be passed after the claim window: that would be seen."""
    scene, link = asked_to_call()
    scene.passing.toggle()
    scene.playback.held = True
    link.messages = [call(2, PONG)]
    scene.update(0.0)
    assert (2, 1) in link.answers


def test_a_win_and_ones_own_turn_are_still_asked_for() -> None:
    scene, link = asked_to_call()
    scene.passing.toggle()
    link.messages = [call(2, WIN, PONG), call(3, kind=AskKind.CHOICE)]
    scene.update(0.0)
    assert link.answers == [(1, 1)]
    turn = Ask(4, 0, AskKind.TURN, (DISCARD[parse_tile("1m")],), DISCARD[parse_tile("1m")])
    link.messages = [Prompt(4, 0, turn, None, None)]
    scene.update(0.0)
    assert link.answers == [(1, 1)]


def test_a_second_press_asks_again() -> None:
    scene, link = asked_to_call()
    scene.passing.toggle()
    scene.update(0.0)
    assert scene.controls.calls.visible
    click(scene, scene.controls.calls.rect.center)
    link.messages = [call(2, PONG)]
    scene.update(0.0)
    assert link.answers == [(1, 1)]


def test_it_ends_with_the_hand_and_not_when_the_hand_is_told_again() -> None:
    scene, link = asked_to_call()
    scene.passing.toggle()
    again = News(0, 1, 0, tuple(beginning({0: OWN}, dealer=3)))
    link.messages = [again, call(2, PONG)]
    scene.update(0.0)
    assert link.answers == [(1, 1), (2, 1)]
    following = News(0, 2, 0, tuple(beginning({0: OWN}, dealer=3, number=4)))
    link.messages = [following, call(3, PONG)]
    scene.update(0.0)
    assert link.answers == [(1, 1), (2, 1)]
    assert not scene.passing.on


def test_what_came_too_late_is_shown_as_ever() -> None:
    scene, link = asked_to_call()
    scene.passing.toggle()
    link.late = True
    link.messages = [call(2, PONG)]
    assert [m for m in scene.passing.take(link.poll(0.0), 0.0) if isinstance(m, Prompt)]


def test_without_a_call_it_cannot_be_switched() -> None:
    prompt = six_options()
    scene, link, _ = scripted_table(claimed(prompt), prompt)
    assert not scene.controls.calls.visible, "a win is at stake"
    scene.passing.toggle()
    assert not scene.passing.on
    assert link.answers == []


def test_a_whole_hand_is_played_without_calls() -> None:
    table = local_table("sichuan")
    calls = 0
    while table.run_until_asked():
        scene = table.scene
        assert scene.playback.prompt is not None
        prompt = scene.playback.prompt.prompt
        if scene.passing.offered and not scene.passing.on:
            scene.passing.toggle()
            continue
        calls += scene.passing.on and prompt.ask.kind is AskKind.CLAIM and WIN not in prompt.ask.options
        scene.desk.answer(prompt.ask.options.index(prompt.ask.default))
    assert table.scene.passing.on
    assert calls == 0


def test_several_people_at_one_screen_call_in_secret_and_have_no_such_button() -> None:
    table = hotseat_table()
    for scene in table.scene.tables.values():
        assert not scene.passing.allowed
        assert not scene.passing.offered


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (3840, 2160)])
def test_the_button_does_not_touch_its_neighbours(size: tuple[int, int]) -> None:
    prompt = call(1, PONG)
    scene, _, _ = scripted_table(claimed(prompt), prompt, size)
    box, calls = scene.desk.box, scene.controls.calls
    assert box is not None
    others = [widget.rect for widget in scene.controls.form.widgets if widget.visible and widget is not calls]
    assert calls.rect.collidelist([box.rect, *others]) == -1
    scene.passing.toggle()
    scene.playback.withdraw()
    scene.update(0.0)
    assert calls.visible
    assert calls.rect.collidelist([widget.rect for widget in scene.controls.form.widgets if widget is not calls]) == -1
