"""A gamepad plays by the keys: every button stands for a key of the keyboard, so that every screen knows it.

Buttons are named as on the usual pad, whatever the maker: SDL's controller mapping sees to that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pygame

from game.preferences import Preferences

if TYPE_CHECKING:
    from pygame._sdl2 import controller

FAR, NEAR = 16000, 9000
"""A stick counts as pushed beyond the first, as let go within the second."""
FIXED = {
    pygame.CONTROLLER_BUTTON_A: pygame.K_RETURN,
    pygame.CONTROLLER_BUTTON_B: pygame.K_ESCAPE,
    pygame.CONTROLLER_BUTTON_BACK: pygame.K_TAB,
    pygame.CONTROLLER_BUTTON_START: pygame.K_F1,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: pygame.K_LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: pygame.K_RIGHT,
    pygame.CONTROLLER_BUTTON_DPAD_UP: pygame.K_UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: pygame.K_DOWN,
}
CHOSEN = {pygame.CONTROLLER_BUTTON_X: "pass", pygame.CONTROLLER_BUTTON_Y: "sort"}
SHOULDERS = {pygame.CONTROLLER_BUTTON_LEFTSHOULDER: pygame.KMOD_SHIFT, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: 0}
STICK = {
    (pygame.CONTROLLER_AXIS_LEFTX, -1): pygame.K_LEFT,
    (pygame.CONTROLLER_AXIS_LEFTX, 1): pygame.K_RIGHT,
    (pygame.CONTROLLER_AXIS_LEFTY, -1): pygame.K_UP,
    (pygame.CONTROLLER_AXIS_LEFTY, 1): pygame.K_DOWN,
}


class Gamepad:
    """Turns what pads do into keys. `start` looks for pads; those that are plugged in later come by themselves."""

    def __init__(self) -> None:
        self._pads: dict[int, controller.Controller] = {}
        self._pushed: dict[int, int] = {}

    def start(self) -> None:
        """Find the pads that are there."""
        from pygame._sdl2 import controller

        controller.init()
        for index in range(pygame.joystick.get_count()):
            self._open(index)

    def _open(self, index: int) -> None:
        from pygame._sdl2 import controller

        if controller.is_controller(index):
            pad = controller.Controller(index)
            self._pads[pad.as_joystick().get_instance_id()] = pad

    def keys(self, event: pygame.Event, chosen: Preferences, area_key: int) -> list[pygame.Event]:
        """The key events that an event of a pad stands for; `area_key` moves the focus on this screen."""
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._open(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            self._pads.pop(event.instance_id, None)
        elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            kind = pygame.KEYDOWN if event.type == pygame.CONTROLLERBUTTONDOWN else pygame.KEYUP
            return self._button(kind, event.button, chosen.keys, area_key)
        elif event.type == pygame.CONTROLLERAXISMOTION:
            return self._axis(event.axis, event.value)
        return []

    def _button(self, kind: int, button: int, keys: Mapping[str, str], area_key: int) -> list[pygame.Event]:
        if button in SHOULDERS:
            return [_key(kind, area_key, SHOULDERS[button])]
        key = pygame.key.key_code(keys[CHOSEN[button]]) if button in CHOSEN else FIXED.get(button)
        return [] if key is None else [_key(kind, key)]

    def _axis(self, axis: int, value: float) -> list[pygame.Event]:
        """A push of the stick is one press of an arrow; it counts again after it was let go."""
        pushed = self._pushed.get(axis, 0)
        if pushed and abs(value) < NEAR:
            self._pushed[axis] = 0
            return [_key(pygame.KEYUP, STICK[axis, pushed])]
        side = 1 if value > FAR else -1 if value < -FAR else 0
        if not side or pushed or (axis, side) not in STICK:
            return []
        self._pushed[axis] = side
        return [_key(pygame.KEYDOWN, STICK[axis, side])]


def _key(kind: int, key: int, mod: int = 0) -> pygame.Event:
    return pygame.Event(kind, key=key, mod=mod, unicode="")
