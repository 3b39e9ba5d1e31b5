"""What belongs together stands on one page of the settings: language and what it changes, the window and its sizes."""

from __future__ import annotations

import pygame
import pytest

from game.app import render_scene
from game.scenes.settings import SettingsScene
from game.services import Services
from game.widgets.choices import Segments, Toggle

from .conftest import MakeServices, click


def named(scene: SettingsScene, label: str) -> Segments[object] | Toggle:
    """The control of a setting."""
    return next(w for w in scene.form.widgets if w.label == label and isinstance(w, Segments | Toggle))


def opened(services: Services, group: str) -> SettingsScene:
    scene = SettingsScene(services, group)
    services.scenes.push(scene)
    return scene


def test_the_tiles_on_the_page_of_languages_show_what_a_language_does_to_them(make_services: MakeServices) -> None:
    services = make_services(language="zh_CN")
    scene = opened(services, "language")
    before = render_scene(scene).copy()
    choice = named(scene, "语言")
    assert isinstance(choice, Segments)
    for event in click(choice.part(3).center):
        scene.handle(event)
    assert services.chosen.language == "en"
    band = pygame.Rect(640, 110, 170, 90)  # in the middle of the page, where nothing is written
    after = render_scene(scene)
    pictures = [pygame.image.tobytes(picture.subsurface(band), "RGB") for picture in (before, after)]
    assert pictures[0] != pictures[1], "numerals have come to the corners"


@pytest.mark.parametrize(("label", "field"), [("Text size", "text_size"), ("Large targets", "large_targets")])
def test_sizes_are_set_where_the_window_is(services: Services, label: str, field: str) -> None:
    scene = opened(services, "window")
    before = getattr(services.chosen, field)
    control = named(scene, label)
    place = control.part(4).center if isinstance(control, Segments) else control.rect.center
    for event in click(place):
        scene.handle(event)
    assert getattr(services.chosen, field) != before


def test_a_row_that_larger_text_moves_away_stays_in_view(services: Services) -> None:
    scene = opened(services, "tiles")
    render_scene(scene)
    size = named(scene, "Text size")
    assert isinstance(size, Segments)
    for event in click(size.part(5).center):
        scene.handle(event)
    services.resized()
    assert services.chosen.text_size == 200
    moved = named(scene, "Text size")
    assert moved.rect.top >= scene._scroll.rect.top
    assert moved.rect.bottom <= scene._scroll.rect.bottom
