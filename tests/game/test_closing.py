"""Closing the window: a match that goes on is not left unasked, whatever lies over it."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pygame
import pytest

from game.app import App
from game.scenes.settings import SettingsScene
from game.scenes.title import TitleScene
from game.services import Services
from game.shots.catalogue import shots
from game.tableinfo import TableEnd
from game.widgets.dialog import Answer, Dialog, LeaveQuestion
from game.widgets.inputdialog import InputDialog
from tests.helpers.hotseat import hotseat_table
from tests.helpers.menus import title_actions
from tests.helpers.tables import local_table

from .conftest import click, press

CLOSE = pygame.Event(pygame.QUIT)


def dialog(services: Services) -> Dialog:
    return Dialog(services, "Sure?", "Of what?", [Answer("Yes"), Answer("No")])


def field(services: Services) -> Dialog:
    return InputDialog(services, "Name", "Which?", "old", lambda text: None)


@pytest.mark.parametrize("above", [None, dialog, field, SettingsScene])
def test_a_match_is_asked_about_whatever_lies_over_it(above: Callable[[Services], Dialog] | None) -> None:
    table = local_table()
    table.run(1.0)
    scenes = table.services.scenes
    if above is not None:
        scenes.push(above(table.services))
    app = App(table.services)
    before = len(scenes)
    app.frame([CLOSE])
    assert isinstance(scenes.top, LeaveQuestion)
    app.frame([CLOSE])
    assert len(scenes) == before + 1, "asked once"
    app.frame([press(pygame.K_ESCAPE)])
    assert len(scenes) == before, "the safe answer plays on"


def test_enter_is_the_safe_answer_after_a_press_beside_the_answers() -> None:
    table, answers = local_table(), []
    scenes = table.services.scenes
    scenes.push(Dialog(table.services, "Sure?", "", [Answer("Yes", lambda: answers.append(1)), Answer("No")]))
    app, before = App(table.services), len(scenes)
    app.frame(click((3, 3)))
    app.frame([press(pygame.K_RETURN)])
    assert len(scenes) == before - 1
    assert not answers


@pytest.mark.parametrize("by_the_cross", [True, False])
def test_leave_ends_the_program_where_the_window_was_to_be_closed_else_the_match(by_the_cross: bool) -> None:
    table = local_table()
    services = table.services
    title = TitleScene(services, title_actions(), "1.0")
    table.scene.end = TableEnd(on_leave=lambda: services.scenes.reset(title))
    app = App(services)
    for event in [CLOSE] if by_the_cross else [press(key) for key in (pygame.K_ESCAPE, pygame.K_LEFT, pygame.K_RETURN)]:
        app.frame([event])
    question = services.scenes.top
    assert isinstance(question, LeaveQuestion)
    app.frame(click(question.form.widgets[0].rect.center))
    assert len(services.scenes) == (0 if by_the_cross else 1)
    assert by_the_cross or services.scenes.top is title


def test_who_stays_after_all_and_leaves_later_comes_to_the_title() -> None:
    table = local_table()
    services = table.services
    left: list[str] = []
    table.scene.end = TableEnd(on_leave=lambda: left.append("left"))
    app = App(services)
    app.frame([CLOSE])
    app.frame([press(pygame.K_ESCAPE)])
    for key in (pygame.K_ESCAPE, pygame.K_LEFT, pygame.K_RETURN):
        app.frame([press(key)])
    app.frame(click(services.scenes.top.form.widgets[0].rect.center))  # type: ignore[attr-defined]
    assert left == ["left"]
    assert services.scenes.top is table.scene


def test_hotseat_people_are_asked_too() -> None:
    table = hotseat_table()
    services = table.scene.services
    services.scenes.push(dialog(services))
    App(services).frame([CLOSE])
    assert isinstance(services.scenes.top, LeaveQuestion)


def test_a_match_that_is_over_stands_against_nothing() -> None:
    table = local_table()
    table.run(1.0)
    table.scene.playback.standing = SimpleNamespace(over=True)  # type: ignore[assignment]
    App(table.services).frame([CLOSE])
    assert len(table.services.scenes) == 0


@pytest.mark.parametrize(
    "name", ["lan-lobby", "lan-people", "lan-host", "lan-table", "lan-menu", "lan-hotseat-curtain"]
)
def test_a_seat_at_a_table_of_the_network_is_asked_about(name: str) -> None:
    services = shots()[name].open((1280, 720), "en")
    App(services).frame([CLOSE])
    assert isinstance(services.scenes.top, LeaveQuestion)


def test_a_dialog_with_no_match_below_keeps_nobody(services: Services) -> None:
    services.scenes.push(TitleScene(services, title_actions(), "1.0"))
    services.scenes.push(dialog(services))
    App(services).frame([CLOSE])
    assert len(services.scenes) == 0
