"""The first start: three hints, the name asked once, every way out safe; and again from the settings."""

from __future__ import annotations

import pygame
import pytest

from game.app import render_scene
from game.navigation import Navigation
from game.preferences import Preferences, PreferenceStore, format_preferences, parse_preferences
from game.scenes.settings import SettingsScene
from game.scenes.title import TitleScene
from game.scenes.welcome import HINTS, WelcomeScene
from game.services import Services
from game.widgets.button import Button

from .conftest import MakeServices, click, press

SIZES = [(1024, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1080), (3840, 2160)]


def opened(services: Services, *, again: bool = False) -> tuple[WelcomeScene, list[str]]:
    closed: list[str] = []
    scene = WelcomeScene(services, lambda: closed.append("closed"), again=again)
    services.scenes.push(scene)
    return scene, closed


def test_it_comes_before_the_title_and_only_once(services: Services) -> None:
    navigation = Navigation(services)
    first = navigation.first()
    assert isinstance(first, WelcomeScene)
    services.scenes.push(first)
    first.handle(press(pygame.K_ESCAPE))
    assert isinstance(services.scenes.top, TitleScene)
    assert isinstance(navigation.first(), TitleScene)


def test_who_has_just_come_is_not_welcomed_back(services: Services) -> None:
    navigation = Navigation(services)
    services.scenes.push(navigation.first())
    for event in (pygame.Event(pygame.TEXTINPUT, text="阿梅"), press(pygame.K_RETURN)):
        services.scenes.top.handle(event)
    title = services.scenes.top
    assert isinstance(title, TitleScene)
    later = navigation.title()
    services.scenes.push(later)
    assert title.greeting[0] != later.greeting[0]
    assert "阿梅" in title.greeting[0]


def test_who_skips_is_a_guest(services: Services) -> None:
    scene, closed = opened(services)
    scene.handle(press(pygame.K_ESCAPE))
    assert closed
    assert services.chosen.guest
    assert services.chosen.welcomed


def test_a_name_typed_and_enter_is_enough(services: Services) -> None:
    scene, closed = opened(services)
    scene.handle(pygame.Event(pygame.TEXTINPUT, text="阿梅"))
    scene.handle(press(pygame.K_RETURN))
    assert closed
    assert services.chosen.player_name == "阿梅"
    assert not services.chosen.guest


def test_by_mouse_and_touch_alone(services: Services) -> None:
    scene, closed = opened(services)
    for event in [*click(scene.coach.rect.center), *click(scene.start.rect.center)]:
        scene.handle(event)
    assert closed
    assert services.chosen.coach
    assert services.chosen.guest, "no name was typed"


def test_by_a_gamepad_which_presses_keys(services: Services) -> None:
    scene, closed = opened(services)
    scene.handle(press(pygame.K_TAB))
    scene.handle(press(pygame.K_DOWN))
    assert scene.form.focused is scene.skip
    scene.handle(press(pygame.K_RETURN))
    assert closed


def test_the_settings_show_the_hints_again_and_ask_nothing(services: Services) -> None:
    services.preferences.change(player_name="Mei", welcomed=True)
    settings = SettingsScene(services, "hints")
    services.scenes.push(settings)
    button = next(w for w in settings.form.widgets if isinstance(w, Button) and w.text == "Show again")
    button.activate()
    scene = services.scenes.top
    assert isinstance(scene, WelcomeScene)
    assert scene.form.widgets == [scene.start]
    scene.handle(press(pygame.K_RETURN))
    assert services.scenes.top is settings
    assert services.chosen.player_name == "Mei"


def test_restoring_the_defaults_does_not_welcome_again() -> None:
    store = PreferenceStore(None)
    store.change(welcomed=True, coach=True)
    store.restore()
    assert store.current.welcomed
    assert not store.current.coach
    assert parse_preferences(format_preferences(Preferences(welcomed=True))).welcomed


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("language", ["zh_CN", "zh_TW", "en"])
@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_on_the_sheet_and_nothing_overlaps(
    make_services: MakeServices, size: tuple[int, int], text_size: int, language: str, again: bool
) -> None:
    services = make_services(size, language=language, text_size=text_size)
    scene, _ = opened(services, again=again)
    render_scene(scene)
    parts = [*scene.hint_rows, *scene.question_rows, *(widget.rect for widget in scene.form.widgets)]
    assert len(scene.hint_rows) == len(HINTS) == 3
    assert pygame.Rect((0, 0), size).contains(scene.rect)
    assert all(scene.rect.contains(part) for part in parts)
    assert not [(a, b) for index, a in enumerate(parts) for b in parts[index + 1 :] if a.colliderect(b)]
    width = services.fonts.width
    label = services.steps.label
    for row, question in zip(scene.question_rows, scene.questions, strict=True):
        assert width(question, services.fonts.fit(question, label, row.width)) <= row.width, "a question is cut"
