"""The menu of a table at this computer: signs and keys in words, the clocks stand, leaving is asked about."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.app import App
from game.files import DATA_DIR_VARIABLE
from game.hotseat.flow import Screen
from game.preferences import DEFAULT_KEYS
from game.scenes.encyclopedia import EncyclopediaScene
from game.scenes.settings import SettingsScene
from game.scenes.table import TableScene
from game.shots.catalogue import shots
from game.table.menu import TableMenu
from game.widgets.dialog import Answer, Dialog, LeaveQuestion
from net.timers import Timers
from tests.helpers.hotseat import hotseat_table
from tests.helpers.tables import LocalTable, local_table, my_turn, scripted_table

from .conftest import click, press

SETTINGS, LEAVE, PLAY_ON = 1, 4, 5


def opened() -> tuple[App, LocalTable, TableMenu]:
    """A table with its menu, opened by the sign at the top right."""
    table = local_table(timers=Timers(turn=20.0, claim=10.0, choice=20.0))
    assert table.run_until_asked()
    app = App(table.services)
    sign = next(w for w in table.scene.controls.form.widgets if getattr(w, "icon", "") == "menu")
    app.frame(click(sign.rect.center))
    menu = table.services.scenes.top
    assert isinstance(menu, TableMenu)
    return app, table, menu


@pytest.mark.parametrize(
    ("key", "screen"), [(pygame.K_F1, EncyclopediaScene), (pygame.K_ESCAPE, TableScene), (pygame.K_RETURN, TableScene)]
)
def test_keys_that_stand_on_the_menu_do_what_it_says(key: int, screen: type[object]) -> None:
    app, table, _ = opened()
    app.frame([press(key)])
    assert isinstance(table.services.scenes.top, screen)


def test_the_log_opens_by_its_key_also_when_that_was_changed() -> None:
    table = local_table()
    table.services.preferences.change(keys=DEFAULT_KEYS | {"log": "o"})
    app = App(table.services)
    app.frame([press(pygame.K_ESCAPE)])
    app.frame([press(pygame.K_o)])
    assert table.services.scenes.top is table.scene
    assert table.scene.panel.open


@pytest.mark.parametrize(("place", "screen"), [(SETTINGS, SettingsScene), (LEAVE, LeaveQuestion)])
def test_its_entries_open_what_they_name_and_the_way_back_is_the_table(place: int, screen: type[object]) -> None:
    app, table, menu = opened()
    app.frame(click(menu.form.widgets[place].rect.center))
    assert isinstance(table.services.scenes.top, screen)
    app.frame([press(pygame.K_ESCAPE)])
    assert table.services.scenes.top is table.scene


def test_the_clocks_stand_while_it_is_open() -> None:
    app, table, menu = opened()
    left, prompt = table.scene.answer_clock.left, table.scene.playback.prompt
    assert left is not None
    table.clock.now += 60
    app.frame([])
    app.frame(click(menu.form.widgets[PLAY_ON].rect.center))
    assert table.services.scenes.top is table.scene
    assert table.scene.answer_clock.left == pytest.approx(left)
    assert table.scene.playback.prompt is prompt, "nothing was answered for the player"


@pytest.mark.parametrize("button", [1, 3])
def test_a_press_beside_it_plays_on_and_does_nothing_at_the_table(button: int) -> None:
    app, table, menu = opened()
    before = [piece.tile for piece in table.scene.hand.arrangement.pieces]
    place = table.scene.view.layout.hand_place(0, len(before), False).face.center
    assert not menu.rect.collidepoint(place)
    app.frame([pygame.Event(kind, pos=place, button=button) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)])
    assert table.services.scenes.top is table.scene
    assert [piece.tile for piece in table.scene.hand.arrangement.pieces] == before
    assert table.scene.hand.input.selected is None


def test_arrows_move_in_both_directions() -> None:
    app, _, menu = opened()
    places = []
    for key in (pygame.K_UP, pygame.K_LEFT, pygame.K_DOWN, pygame.K_RIGHT):
        app.frame([press(key)])
        places.append(next(place for place, widget in enumerate(menu.form.widgets) if widget.focused))
    assert places == [3, 2, 4, 5]


@pytest.mark.parametrize("by_key", [True, False])
def test_a_screenshot_shows_the_table_without_the_menu(
    by_key: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path))
    scene, _, _ = scripted_table(*my_turn())
    app = App(scene.services)
    app.frame([])
    still = scene.services.canvas.surface.copy()
    app.frame([press(pygame.K_ESCAPE)])
    menu = scene.services.scenes.top
    assert isinstance(menu, TableMenu)
    app.frame([press(pygame.K_F12)] if by_key else click(menu.form.widgets[3].rect.center))
    assert scene.services.scenes.top is scene
    kept = pygame.image.load(next(tmp_path.rglob("*.png")))
    assert kept.get_at(menu.rect.center) == still.get_at(menu.rect.center)
    assert kept.get_at(menu.rect.move(8, 0).topleft) == still.get_at(menu.rect.move(8, 0).topleft)


def test_people_at_one_computer_have_it_over_the_curtain_without_what_needs_the_table() -> None:
    table = hotseat_table()
    assert table.run_until(Screen.CURTAIN)
    table.scene.handle(press(pygame.K_ESCAPE))
    menu = table.scene.services.scenes.top
    assert isinstance(menu, TableMenu)
    assert [answer.icon for answer in menu.answers] == ["help", "gear", "door", "play"]
    menu.handle(press(pygame.K_l))
    assert table.scene.services.scenes.top is menu


def test_the_log_of_an_open_hand_is_that_of_its_own_table() -> None:
    table = hotseat_table()
    assert table.run_until(Screen.CURTAIN)
    table.scene.handle(press(pygame.K_RETURN))
    turn = table.scene.flow.turn
    assert turn is not None
    table.scene.handle(press(pygame.K_ESCAPE))
    table.scene.services.scenes.top.handle(press(pygame.K_l))
    assert table.on_top
    assert table.shows(Screen.SEAT)
    assert table.scene.tables[turn.player].panel.open
    assert not table.scene.public.panel.open


@pytest.mark.parametrize("name", ["lan-table", "lan-hotseat-own", "lan-hotseat-curtain"])
def test_where_others_play_elsewhere_it_is_the_sheet_of_people(name: str) -> None:
    services = shots()[name].open((1280, 720), "en")
    services.scenes.top.handle(press(pygame.K_ESCAPE))
    assert type(services.scenes.top).__name__ == "PeopleSheet"


def test_a_key_of_an_answer_gives_it_in_any_question() -> None:
    table = local_table()
    given: list[str] = []
    answers = [Answer("Yes", lambda: given.append("yes"), key="y"), Answer("No", lambda: given.append("no"))]
    table.services.scenes.push(Dialog(table.services, "Sure?", "Of what?", answers))
    app = App(table.services)
    app.frame([press(pygame.K_n)])
    assert not given
    app.frame([press(pygame.K_y)])
    assert given == ["yes"]


@pytest.mark.parametrize("sits", [False, True])
@pytest.mark.parametrize("keys", [[pygame.K_ESCAPE, pygame.K_ESCAPE], [pygame.K_F1, pygame.K_ESCAPE]])
def test_whatever_lies_over_a_shared_screen_takes_nobody_time(keys: list[int], sits: bool) -> None:
    """Under the curtain as over an open hand; what is shown is what the host counts."""
    table = hotseat_table(timers=Timers(turn=20.0, claim=10.0, choice=20.0))
    app = App(table.scene.services)
    assert table.run_until(Screen.CURTAIN)
    turn = table.scene.flow.turn
    assert turn is not None
    mine = table.scene.tables[turn.player]
    if sits:
        app.frame([press(pygame.K_RETURN)])
    left = mine.answer_clock.left
    assert left is not None
    table.clock.now += 0 if sits else 7.0
    for key in keys:
        table.clock.now += 0.0 if table.on_top else 30.0
        app.frame([press(key)])
    assert table.on_top
    if not sits:
        app.frame([press(pygame.K_RETURN)])
    assert mine.answer_clock.left == pytest.approx(left)
    table.clock.now += 5.0
    app.frame([])
    assert mine.answer_clock.left == pytest.approx(left - 5)
    (opened,) = [prompt for prompt in table.host.open_prompts if prompt.ask.seat == mine.seat]
    assert opened.due == pytest.approx(table.clock.now + left - 5)


def test_who_may_call_in_secret_has_the_same_time_after_the_menu() -> None:
    table = hotseat_table()
    app = App(table.scene.services)
    assert table.run_until(Screen.CURTAIN)
    app.frame([press(pygame.K_RETURN)])
    table.answer()
    while table.scene.flow.window is None:
        table.run(0.02)
    left = table.scene.flow.window - table.clock.now
    app.frame([press(pygame.K_ESCAPE)])
    table.clock.now += 30.0
    app.frame([press(pygame.K_ESCAPE)])
    assert table.on_top
    assert table.scene.flow.window - table.clock.now == pytest.approx(left)
