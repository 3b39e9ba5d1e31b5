"""The settings of sound, voices, tile sets and task bar, by mouse alone and by keyboard alone, at every size."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.app import render_scene
from game.files import DATA_DIR_VARIABLE
from game.scenes.settings import SettingsScene
from game.scenes.settings_pictures import FacesChoice
from game.scenes.settings_sound import VoiceChoice
from game.services import Services
from game.tileart import FaceSet
from game.voices import ABOUT, FOLDER
from game.widgets.base import Widget
from game.widgets.choices import Toggle
from game.widgets.dropdown import DropdownList
from game.widgets.label import Label
from game.widgets.slider import Slider

from .conftest import MakeServices, click, press

VOICE = "mandarin-synthetic"
SIZES = [(1024, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1080), (3840, 2160)]


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's folder for voices."""
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path))
    return tmp_path / FOLDER


def page(services: Services, group: str = "sound") -> SettingsScene:
    scene = SettingsScene(services, group)
    services.scenes.push(scene)
    return scene


def widgets(scene: SettingsScene, kind: type[Widget]) -> list[Widget]:
    return [widget for widget in scene.form.widgets if isinstance(widget, kind)]


def texts(scene: SettingsScene) -> list[str]:
    return [widget.text for widget in scene.form.widgets if isinstance(widget, Label)]


def press_keys(services: Services, *keys: int) -> None:
    for key in keys:
        services.scenes.top.handle(press(key))


def reach(services: Services, scene: SettingsScene, wanted: Callable[[], Widget]) -> None:
    """Walk by Tab until a widget has the focus."""
    services.keys_used = True
    for _ in range(80):
        if wanted().focused:
            scene.update(1.0)
            return
        press_keys(services, pygame.K_TAB)
    raise AssertionError("Tab never comes there")


def test_a_voice_is_chosen_by_keys_and_each_seat_can_be_told_apart(services: Services) -> None:
    scene = page(services)
    reach(services, scene, lambda: widgets(scene, VoiceChoice)[0])
    press_keys(services, pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN)
    assert services.chosen.voice == VOICE
    assert len(widgets(scene, VoiceChoice)) == 5
    reach(services, scene, lambda: widgets(scene, VoiceChoice)[2])
    press_keys(services, pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN)
    assert services.chosen.seat_voices == {"right": ""}
    press_keys(services, pygame.K_RETURN, pygame.K_UP, pygame.K_RETURN)
    assert services.chosen.seat_voices == {}


def test_a_voice_is_chosen_by_mouse(services: Services) -> None:
    scene = page(services)
    scene._scroll.scroll_to(10_000)
    field = widgets(scene, VoiceChoice)[0]
    for event in click(field.rect.center):
        services.scenes.top.handle(event)
    opened = services.scenes.top
    assert isinstance(opened, DropdownList)
    second = opened.list.rect.x + 20, opened.list.rect.y + opened.list.row_height * 3 // 2
    for event in click(second):
        services.scenes.top.handle(event)
    assert services.chosen.voice == VOICE


def test_the_synthetic_voice_says_so(services: Services) -> None:
    field = widgets(page(services), VoiceChoice)[0]
    assert isinstance(field, VoiceChoice)
    assert [row.text for row in field.rows] == ["Off", "普通话 Mandarin (synthetic)"]


def test_bad_voices_are_told_on_the_page(services: Services, own_data: Path) -> None:
    (own_data / "odd").mkdir(parents=True)
    half = own_data / "half"
    half.mkdir()
    (half / ABOUT).write_text('name = "Half"', "utf-8")
    (half / "pong.wav").write_bytes(b"RIFF....WAVE")
    (half / "1m.ogg").write_bytes(b"nothing")
    told = texts(page(services))
    assert "odd: no voice.toml with a name · half/1m.ogg: neither OGG nor WAV" in told


def test_choosing_a_voice_that_cannot_be_decoded_tells_its_files(
    services: Services, own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    half = own_data / "half"
    half.mkdir(parents=True)
    (half / ABOUT).write_text('name = "Half"', "utf-8")
    (half / "pong.wav").write_bytes(b"RIFF....WAVE")
    told: list[str] = []
    monkeypatch.setattr(Services, "say", lambda self, text, tone="info": told.append(text))
    assert services.audio.start()
    field = widgets(page(services), VoiceChoice)[0]
    assert isinstance(field, VoiceChoice)
    field.choose("half")
    services.audio.stop()
    assert told == ["These voice files cannot be played: pong.wav"]
    assert services.chosen.voice == "half"


def test_every_volume_has_a_slider_that_acts_at_once(services: Services) -> None:
    scene = page(services)
    sliders = widgets(scene, Slider)
    names = ("volume_all", "volume_tiles", "volume_voices", "volume_alerts", "volume_music", "volume_ambience")
    assert len(sliders) == len(names)
    for slider, name in zip(sliders, names, strict=True):
        assert isinstance(slider, Slider)
        slider.set(55)
        assert getattr(services.chosen, name) == 55


def test_without_a_sound_card_the_page_says_so(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "No sound card was found." not in texts(page(services))
    monkeypatch.setattr(pygame.mixer, "init", lambda **kind: (_ for _ in ()).throw(pygame.error("none")))
    assert not services.audio.start()
    assert "No sound card was found." in texts(page(services))


def test_each_flash_of_the_task_bar_has_its_switch(services: Services) -> None:
    scene = page(services, "window")
    switches = widgets(scene, Toggle)[-4:]
    for switch, name in zip(switches, ("flash_turn", "flash_call", "flash_full", "flash_back"), strict=True):
        switch.activate()
        assert not getattr(services.chosen, name)


def test_the_arrow_keys_go_through_the_three_tile_sets(services: Services) -> None:
    scene = page(services, "tiles")
    reach(services, scene, lambda: widgets(scene, FacesChoice)[0])
    seen = [services.images.look.faces]
    for _ in range(2):
        press_keys(services, pygame.K_RIGHT)
        seen.append(services.images.look.faces)
    assert seen == [FaceSet.STANDARD, FaceSet.CLEAR, FaceSet.BRUSH]


def test_the_preview_follows_every_choice(services: Services) -> None:
    scene = page(services, "tiles")
    pictures = set()
    for faces in FaceSet:
        for back in ("celadon", "azure"):
            for cloth in ("green", "indigo", "maroon"):
                services.preferences.change(tile_set=str(faces), back=back, cloth=cloth)
                pictures.add(pygame.image.tobytes(render_scene(scene), "RGB"))
    assert len(pictures) == 18


@pytest.mark.parametrize("language", ["zh_CN", "zh_TW", "en"])
@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_whole_page_has_room(
    make_services: MakeServices, size: tuple[int, int], text_size: int, language: str
) -> None:
    services = make_services(size, language=language, text_size=text_size, voice=VOICE)
    for group in ("sound", "tiles", "window", "access"):
        scene = page(services, group)
        controls = [widget for widget in scene.form.widgets if widget.clip is not None and widget.focusable]
        for control in controls:
            assert control.rect.left >= scene._paper.left, (group, control)
            assert control.rect.right <= scene._paper.right, (group, control)
        rects = [control.rect for control in controls]
        assert not [(a, b) for index, a in enumerate(rects) for b in rects[index + 1 :] if a.colliderect(b)]
