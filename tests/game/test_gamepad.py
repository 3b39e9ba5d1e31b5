"""A gamepad presses keys: each button one, a stick an arrow for each push."""

from __future__ import annotations

import pygame
import pytest

from game.app import App
from game.gamepad import Gamepad
from game.preferences import Preferences
from game.scene import Scene
from game.scenes.settlement import SettlementScene
from rules.events import AskKind
from rules.variants import all_variants
from tests.helpers.tables import LocalTable, local_table

A, B, X, Y = (getattr(pygame, f"CONTROLLER_BUTTON_{name}") for name in "ABXY")
UP, RIGHT_SHOULDER = pygame.CONTROLLER_BUTTON_DPAD_UP, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER


@pytest.fixture(autouse=True)
def started() -> None:
    pygame.display.init()  # only then the names of keys are known


def button(number: int, kind: int = pygame.CONTROLLERBUTTONDOWN) -> pygame.Event:
    return pygame.Event(kind, button=number, instance_id=0)


def axis(value: int, number: int = pygame.CONTROLLER_AXIS_LEFTX) -> pygame.Event:
    return pygame.Event(pygame.CONTROLLERAXISMOTION, axis=number, value=value, instance_id=0)


def keys_of(pad: Gamepad, event: pygame.Event) -> list[tuple[int, int]]:
    return [(key.type, key.key) for key in pad.keys(event, Preferences(), pygame.K_TAB)]


@pytest.mark.parametrize(
    ("number", "key"), [(A, pygame.K_RETURN), (B, pygame.K_ESCAPE), (X, pygame.K_SPACE), (Y, pygame.K_s),
                        (UP, pygame.K_UP), (RIGHT_SHOULDER, pygame.K_TAB)],
)  # fmt: skip
def test_a_button_is_a_key(number: int, key: int) -> None:
    pad = Gamepad()
    assert keys_of(pad, button(number)) == [(pygame.KEYDOWN, key)]
    assert keys_of(pad, button(number, pygame.CONTROLLERBUTTONUP)) == [(pygame.KEYUP, key)]


def test_a_key_that_was_changed_is_followed() -> None:
    chosen = Preferences(keys={**Preferences().keys, "pass": "q"})
    (event,) = Gamepad().keys(button(X), chosen, pygame.K_TAB)
    assert event.key == pygame.K_q


def test_the_left_shoulder_goes_back() -> None:
    (event,) = Gamepad().keys(button(pygame.CONTROLLER_BUTTON_LEFTSHOULDER), Preferences(), pygame.K_F6)
    assert (event.key, event.mod) == (pygame.K_F6, pygame.KMOD_SHIFT)


def test_a_push_of_the_stick_is_one_press() -> None:
    pad = Gamepad()
    seen = [keys_of(pad, axis(value)) for value in (5000, 20000, 32000, 12000, 30000, 2000, -20000, 0)]
    right, left = pygame.K_RIGHT, pygame.K_LEFT
    down, up = pygame.KEYDOWN, pygame.KEYUP
    assert seen == [[], [(down, right)], [], [], [], [(up, right)], [(down, left)], [(up, left)]]


def test_buttons_without_a_meaning_do_nothing() -> None:
    assert keys_of(Gamepad(), button(pygame.CONTROLLER_BUTTON_GUIDE)) == []
    assert keys_of(Gamepad(), axis(32000, pygame.CONTROLLER_AXIS_TRIGGERLEFT)) == []


def play_on(table: LocalTable, app: App) -> None:
    """Answer with the pad: X passes, otherwise the drawn tile or the first that may go; questions by the focus."""
    scene = table.scene
    prompt = scene.playback.prompt
    assert prompt is not None

    def answered() -> bool:
        return scene.playback.prompt is not prompt or prompt.answer is not None

    if prompt.prompt.ask.kind is AskKind.TURN:
        app.frame([button(UP)])
        for _ in range(len(scene.hand.arrangement) + 1):
            app.frame([button(A)])
            if answered():
                return
            app.frame([axis(-30000), axis(0)])
        return
    app.frame([button(X)])
    for _ in range(8):
        if answered():
            return
        app.frame([button(RIGHT_SHOULDER), button(A)])


@pytest.mark.parametrize("key", list(all_variants()))
def test_a_whole_hand_with_the_pad(key: str) -> None:
    table = local_table(key)
    app = App(table.services)
    while table.run_until_asked():
        play_on(table, app)
    top: Scene = table.services.scenes.top
    assert isinstance(top, SettlementScene)
