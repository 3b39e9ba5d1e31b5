"""Taking a discard back on the screen: by its key and by the big button, never by Enter."""

from __future__ import annotations

import pygame
import pytest

from net.timers import Timers
from rules.events import AskKind
from tests.helpers.tables import LocalTable, click, local_table, preferences, press


def after_a_discard(speed: str = "normal") -> tuple[LocalTable, str]:
    """A table at which the person has just discarded, and the hand before that."""
    table = local_table("lishui", chosen=preferences(speed=speed), timers=Timers(pace=5.0))
    while True:
        assert table.run_until_asked(400.0)
        prompt = table.scene.playback.prompt
        assert prompt is not None
        if prompt.prompt.ask.kind is AskKind.TURN:
            break
        press(table.scene, pygame.K_SPACE)
    before = repr(table.scene.view.shown.seats[table.scene.seat].hand)
    press(table.scene, pygame.K_UP)
    press(table.scene, pygame.K_RETURN)
    table.run(1.0)
    assert table.scene.may_take_back
    return table, before


def stands_as(table: LocalTable, before: str) -> bool:
    scene = table.scene
    return repr(scene.view.shown.seats[scene.seat].hand) == before and scene.desk.waiting


def test_the_key_takes_it_back() -> None:
    table, before = after_a_discard()
    press(table.scene, pygame.K_u)
    assert stands_as(table, before)
    table.run(0.5)
    assert not table.scene.timeline.busy, "nothing is dealt again"
    assert stands_as(table, before)


def test_the_big_button_takes_it_back() -> None:
    table, before = after_a_discard()
    button = table.scene.controls.form.widgets[-1]
    click(table.scene, button.rect.center)
    assert stands_as(table, before)


def test_a_double_click_on_the_big_button_only_discards() -> None:
    table, before = after_a_discard()
    click(table.scene, table.scene.controls.form.widgets[-1].rect.center)
    assert stands_as(table, before)
    button = table.scene.controls.form.widgets[-1]
    table.run(0.5)
    press(table.scene, pygame.K_UP)
    click(table.scene, button.rect.center)
    table.run(0.1)
    click(table.scene, button.rect.center)
    assert not stands_as(table, before)
    assert table.scene.may_take_back
    table.run(0.5)
    click(table.scene, button.rect.center)
    assert stands_as(table, before), "a click of its own does"


def test_enter_does_not() -> None:
    table, before = after_a_discard()
    press(table.scene, pygame.K_RETURN)
    assert not stands_as(table, before)
    assert table.scene.may_take_back


def test_when_it_is_too_late_it_says_so() -> None:
    table, before = after_a_discard()
    table.run(11.0, 0.1)
    assert not table.scene.may_take_back
    press(table.scene, pygame.K_u)
    assert table.services.toasts.texts
    assert not stands_as(table, before)


def test_nothing_is_said_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    table, before = after_a_discard()
    said: list[str] = []
    monkeypatch.setattr(table.services.speaker, "say", said.append)
    press(table.scene, pygame.K_u)
    table.run(0.5)
    assert stands_as(table, before)
    assert said == [], "the hand is told again, but nobody has to hear it again"
