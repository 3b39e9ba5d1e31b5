"""The frame draws only what changed, hands events on in order, and leaves nothing unsaved."""

from __future__ import annotations

import signal
from pathlib import Path

import pygame
import pytest

from game.app import App, render_scene
from game.files import DATA_DIR_VARIABLE
from game.preferences import FILE_NAME, Preferences, PreferenceStore
from game.scene import MOVING, STILL, Scene
from game.scenes.encyclopedia import EncyclopediaScene
from game.services import Services, make_services
from game.widgets.dialog import Answer, Dialog
from game.window import Offscreen

from .conftest import press


class Clock:
    """A clock that moves when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class CountingCanvas(Offscreen):
    """Counts the pictures shown."""

    shown = 0

    def show(self) -> None:
        self.shown += 1


class Recorder(Scene):
    """Remembers what it was told; moves while `moving` seconds are left."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.told: list[str] = []
        self.moving = 0.0

    def enter(self) -> None:
        self.told.append("enter")

    def leave(self) -> None:
        self.told.append("leave")

    def resize(self) -> None:
        self.told.append(f"resize {self.services.units.width}")

    def handle(self, event: pygame.Event) -> bool:
        self.told.append(pygame.event.event_name(event.type))
        return False

    def update(self, seconds: float) -> float:
        self.moving = max(0.0, self.moving - seconds)
        return MOVING if self.moving else STILL


@pytest.fixture
def store(tmp_path: Path) -> PreferenceStore:
    pygame.display.init()  # the loop asks for events
    made = PreferenceStore(tmp_path / FILE_NAME)
    made.change(language="en")
    made.save()
    return made


@pytest.fixture
def app(store: PreferenceStore) -> App:
    clock = Clock()
    made = App(make_services(CountingCanvas((1280, 720)), store, clock))
    made.services.scenes.push(Recorder(made.services))
    made.frame([])
    made.services.toasts.update(100)
    made.frame([])
    return made


def recorder(app: App) -> Recorder:
    assert isinstance(app.services.scenes.top, Recorder)
    return app.services.scenes.top


def shown(app: App) -> int:
    assert isinstance(app.services.canvas, CountingCanvas)
    return app.services.canvas.shown


def test_nothing_is_drawn_while_nothing_changes(app: App) -> None:
    before = shown(app)
    waits = [app.frame([]) for _ in range(50)]
    assert shown(app) == before
    assert min(waits) == STILL


def test_every_frame_is_drawn_while_something_moves_and_the_last_one_after(app: App) -> None:
    recorder(app).moving = 0.05
    before = shown(app)
    for _ in range(10):
        app.services.clock.now += 0.02  # type: ignore[attr-defined]
        app.frame([])
    assert shown(app) - before == 2


def test_a_change_is_drawn_once(app: App) -> None:
    before = shown(app)
    recorder(app).invalidate()
    app.frame([])
    app.frame([])
    assert shown(app) == before + 1


def test_a_stalled_clock_does_not_skip_an_animation(app: App) -> None:
    recorder(app).moving = 1.0
    app.frame([])
    app.services.clock.now += 30  # type: ignore[attr-defined]
    app.frame([])
    assert recorder(app).moving == pytest.approx(0.75)


def test_a_new_size_lays_out_again(app: App) -> None:
    app.services.canvas = CountingCanvas((1920, 1080))
    app.frame([pygame.Event(pygame.WINDOWSIZECHANGED, x=1920, y=1080)])
    assert recorder(app).told[-1] == "resize 1920"
    assert app.services.units.u == pytest.approx(1.5)


def test_closing_the_window_closes_the_scenes(app: App) -> None:
    scene = recorder(app)
    app.frame([pygame.Event(pygame.QUIT), press(pygame.K_a)])
    assert len(app.services.scenes) == 0
    assert scene.told[-1] == "leave"


def test_focus_rings_come_with_keys_and_go_with_the_mouse(app: App) -> None:
    app.frame([press(pygame.K_a)])
    assert app.services.keys_used
    app.frame([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=1)])
    assert not app.services.keys_used


def test_the_first_touch_lays_out_for_fingers(app: App) -> None:
    app.frame([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=1, touch=True)])
    assert app.services.target(30) == 30, "nothing moves under the finger"
    app.frame([pygame.Event(pygame.MOUSEBUTTONUP, pos=(1, 1), button=1, touch=True)])
    assert app.services.target(30) == 44
    assert "resize 1280" in recorder(app).told[-2:]


def test_ctrl_m_mutes_and_says_so(app: App) -> None:
    app.frame([press(pygame.K_m, pygame.KMOD_CTRL)])
    assert app.services.chosen.mute
    assert app.services.toasts.texts == ["Sound off"]
    assert app.services.audio.volume("tile.drop") == 0


def test_f1_opens_the_rules_on_any_screen_and_escape_goes_back(app: App) -> None:
    below = recorder(app)
    app.frame([press(pygame.K_F1)])
    assert isinstance(app.services.scenes.top, EncyclopediaScene)
    app.frame([press(pygame.K_ESCAPE)])
    assert recorder(app) is below


def test_f12_keeps_a_picture_under_any_question(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path))
    app.services.scenes.push(Dialog(app.services, "Leave?", "", [Answer("Stay")]))
    app.frame([press(pygame.K_F12)])
    assert len(list(tmp_path.rglob("*.png"))) == 1


def test_a_changed_setting_is_saved_a_moment_later(app: App, store: PreferenceStore, tmp_path: Path) -> None:
    app.services.preferences.change(cloth="maroon")
    assert app.frame([]) <= 0.6
    app.services.clock.now += 0.7  # type: ignore[attr-defined]
    app.frame([])
    assert PreferenceStore(tmp_path / FILE_NAME).current.cloth == "maroon"


def test_a_disk_that_refuses_is_said_once_and_the_game_goes_on(app: App, tmp_path: Path) -> None:
    blocker = tmp_path / "blocker"
    blocker.touch()
    app.services.preferences._path = blocker / FILE_NAME
    app.services.preferences.change(cloth="maroon")
    for _ in range(3):
        app.services.clock.now += 0.7  # type: ignore[attr-defined]
        app.frame([])
    assert len(app.services.toasts.texts) == 1
    assert app.services.chosen.cloth == "maroon"


def test_without_a_sound_card_the_game_is_silent_and_says_so_once(
    store: PreferenceStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_card(**_: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", no_card)
    app = App(make_services(CountingCanvas((1280, 720)), store, Clock()))
    pygame.event.post(pygame.Event(pygame.QUIT))
    app.run(Recorder)
    assert app.services.toasts.texts == ["No sound card was found: the game is silent."]
    app.services.audio.play("tile.drop")


def test_a_smoke_run_ends_with_its_first_picture_and_opens_no_sound_card(
    store: PreferenceStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.mixer, "init", lambda **_: pytest.fail("opened"))
    canvas = CountingCanvas((1280, 720))
    scene = Recorder(make_services(canvas, store, Clock()))
    App(scene.services).run(lambda _: scene, smoke=True)
    assert canvas.shown == 1
    assert scene.told[-1] == "leave"


def test_an_overlay_leaves_what_is_below_visible_and_covers_its_input(services: Services) -> None:
    below, above = Recorder(services), Recorder(services)
    above.overlay = True
    services.scenes.push(below)
    services.scenes.push(above)
    assert below.told == ["resize 1280", "enter", "leave", "resize 1280"]
    assert services.scenes.top is above
    services.scenes.pop()
    assert below.told[-1] == "enter"


def test_a_scene_can_be_pictured_at_another_size(services: Services) -> None:
    assert render_scene(Recorder(services), (1024, 600)).get_size() == (1024, 600)


def test_the_loop_ends_with_the_last_scene_and_saves(store: PreferenceStore, tmp_path: Path) -> None:
    services = make_services(CountingCanvas((1280, 720)), store)
    services.preferences.change(speed="fast")
    pygame.event.post(pygame.Event(pygame.QUIT))
    App(services).run(Recorder)
    assert PreferenceStore(tmp_path / FILE_NAME).current == Preferences(language="en", speed="fast")


class Terminated(Recorder):
    """The system tells the program to end while this is made, and again while it is left."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        signal.raise_signal(signal.SIGTERM)

    def leave(self) -> None:
        super().leave()
        signal.raise_signal(signal.SIGTERM)


def test_when_the_system_ends_the_program_nobody_is_asked_and_all_is_saved(
    store: PreferenceStore, tmp_path: Path
) -> None:
    services = make_services(CountingCanvas((1280, 720)), store)
    services.preferences.change(speed="fast")
    made: list[Recorder] = []

    def make(services: Services) -> Scene:
        made.append(Terminated(services))
        return made[0]

    before = signal.getsignal(signal.SIGTERM)
    App(services).run(make)
    assert made[0].told == ["resize 1280", "enter", "leave"]
    assert PreferenceStore(tmp_path / FILE_NAME).current.speed == "fast"
    assert signal.getsignal(signal.SIGTERM) is before
