"""Title and settings: every control inside the window and apart from the others, drawn without changing anything."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.app import render_scene
from game.scene import Scene
from game.scenes.settings import SettingsScene
from game.scenes.settings_pages import GROUPS
from game.scenes.title import TitleScene, UnfinishedEntry
from game.services import Services
from game.widgets.base import Widget
from game.widgets.choices import Toggle
from game.widgets.dialog import Dialog
from game.widgets.slider import Slider
from tests.helpers.menus import title_actions

from .conftest import MakeServices, click, press

SIZES = [(1024, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1080), (3840, 2160)]


def title(services: Services, opened: list[str] | None = None) -> TitleScene:
    seen = [] if opened is None else opened
    actions = title_actions(seen)
    return TitleScene(services, actions, "1.0", UnfinishedEntry("Lishui", "Hand 3", lambda: seen.append("continue")))


def settings(group: str) -> Callable[[Services], SettingsScene]:
    return lambda services: SettingsScene(services, group)


SCENES: dict[str, Callable[[Services], TitleScene | SettingsScene]] = {
    "title": title,
    **{group.key: settings(group.key) for group in GROUPS},
}


def controls(scene: TitleScene | SettingsScene) -> list[Widget]:
    """What can be pressed and is in view, whole or in part."""
    return [w for w in scene.form.widgets if w.focusable and (w.clip is None or w.clip.colliderect(w.rect))]


@pytest.mark.parametrize("language", ["zh_CN", "en"])
@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_controls_are_inside_the_window_and_do_not_overlap(
    make_services: MakeServices, size: tuple[int, int], name: str, text_size: int, language: str
) -> None:
    services = make_services(size, language=language, text_size=text_size)
    scene = SCENES[name](services)
    services.scenes.push(scene)
    rects = [w.rect if w.clip is None else w.rect.clip(w.clip) for w in controls(scene)]
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(rect) for rect in rects)
    assert not [(a, b) for index, a in enumerate(rects) for b in rects[index + 1 :] if a.colliderect(b)]


@pytest.mark.parametrize("name", SCENES)
def test_drawing_changes_nothing(make_services: MakeServices, name: str) -> None:
    services = make_services()
    scene: Scene = SCENES[name](services)
    first = pygame.image.tobytes(render_scene(scene), "RGB")
    services.dirty = False
    assert pygame.image.tobytes(render_scene(scene), "RGB") == first
    assert not services.dirty


def test_the_title_is_worked_by_keys_and_mouse(services: Services) -> None:
    opened: list[str] = []
    scene = title(services, opened)
    services.scenes.push(scene)
    scene.handle(press(pygame.K_RETURN))
    scene.handle(press(pygame.K_n))
    scene.handle(press(pygame.K_s))
    scene.handle(press(pygame.K_l))
    continue_button = next(widget for widget in scene.form.widgets if getattr(widget, "kind", "") == "brass")
    for event in click(continue_button.rect.center):
        scene.handle(event)
    assert opened == ["continue", "new", "settings", "lan", "continue"]


@pytest.mark.parametrize("language", ["zh_CN", "zh_TW", "en"])
@pytest.mark.parametrize("size", [(1024, 600), (1280, 720)])
def test_every_entry_shows_its_key_however_large_the_text(
    make_services: MakeServices, size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def draw(services: Services, surface: pygame.Surface, key: str, place: tuple[int, int], *_: str) -> pygame.Rect:
        drawn.append(key)
        return pygame.Rect(place, (0, 0))

    monkeypatch.setattr("game.scenes.title.draw_keycap", draw)
    render_scene(title(make_services(size, language=language, text_size=150, large_targets=True)))
    assert drawn == ["n", "h", "l", "b", "r", "s"]


def test_the_language_changes_at_once_and_keeps_the_focus(services: Services) -> None:
    scene = title(services)
    services.scenes.push(scene)
    switch = scene.form.widgets[0]
    for event in click((switch.rect.x + 10, switch.rect.centery)):
        scene.handle(event)
    assert services.chosen.language == services.strings.language == "zh_CN"
    assert scene.form.widgets[1].text == "继续"  # type: ignore[attr-defined]


def test_a_setting_acts_at_once_by_keyboard_alone(services: Services) -> None:
    scene = SettingsScene(services, "sound")
    services.scenes.push(scene)
    services.keys_used = True
    for _ in range(len(GROUPS) + 3):
        scene.handle(press(pygame.K_TAB))
    scene.handle(press(pygame.K_SPACE))
    assert services.chosen.mute
    scene.handle(press(pygame.K_TAB))
    scene.handle(press(pygame.K_LEFT))
    assert services.chosen.volume_all == 75


def test_every_group_is_reached_by_mouse(services: Services) -> None:
    scene = SettingsScene(services)
    services.scenes.push(scene)
    for index, group in enumerate(GROUPS):
        for event in click(scene.form.widgets[2 + index].rect.center):
            scene.handle(event)
        assert scene.group == group.key


def test_a_key_in_use_cannot_be_given_to_another_action(services: Services) -> None:
    scene = SettingsScene(services, "controls")
    services.scenes.push(scene)
    capture = next(widget for widget in scene.form.widgets if getattr(widget, "shown_key", "") == "h")
    scene.form.focus(capture)
    for key in (pygame.K_RETURN, pygame.K_p, pygame.K_RETURN, pygame.K_TAB, pygame.K_RETURN, pygame.K_j):
        scene.handle(press(key))
    assert services.chosen.keys["win"] == "j"
    assert services.chosen.keys["pong"] == "p"
    assert len(services.toasts.texts) == 2


def test_every_setting_has_a_title_of_its_own(services: Services) -> None:
    for group in GROUPS:
        scene = SettingsScene(services, group.key)
        render_scene(scene)
        titles = [widget.label for widget in scene.form.widgets if isinstance(widget, Toggle | Slider)]
        assert len(set(titles)) == len(titles)


def test_restoring_asks_first(services: Services) -> None:
    scene = SettingsScene(services)
    services.scenes.push(scene)
    services.preferences.change(cloth="maroon")
    for keys, cloth in (([pygame.K_ESCAPE], "maroon"), ([pygame.K_LEFT, pygame.K_RETURN], "green")):
        for event in click(scene.form.widgets[1].rect.center):
            scene.handle(event)
        assert isinstance(services.scenes.top, Dialog)
        for key in keys:
            services.scenes.top.handle(press(key))
        assert services.chosen.cloth == cloth


def test_escape_on_the_title_asks_before_it_leaves(services: Services) -> None:
    services.scenes.push(title(services))
    for keys, left in (([pygame.K_ESCAPE, pygame.K_ESCAPE], 1), ([pygame.K_ESCAPE, pygame.K_LEFT, pygame.K_RETURN], 0)):
        for key in keys:
            services.scenes.top.handle(press(key))
        assert len(services.scenes) == left
