"""Scenes (screens) and their stack. Invariant: *draw changes nothing*.

The frame calls, in this order: `resize` and `enter` when a scene comes up; `handle` for each event; `update` with the
seconds that passed; `draw` when something changed. There is no global: a scene reaches everything by its `services`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from game.services import Services

MOVING = 0.0
STILL = math.inf


class Scene:
    """A screen. Subclasses override what they need; an `overlay` leaves what is below it visible."""

    overlay = False
    area_key = pygame.K_TAB
    """The key that moves the focus here, for the shoulder buttons of a gamepad."""

    def __init__(self, services: Services) -> None:
        self.services = services

    def enter(self) -> None:
        """The scene is on top now, for the first time or again."""

    def leave(self) -> None:
        """The scene is no longer on top: closed, or covered by another."""

    def resize(self) -> None:
        """Lay out for `services.units`: a new window size, text size, language or tile set. Comes before `enter`."""

    def handle(self, event: pygame.Event) -> bool:
        """React to an event (mouse positions in device pixels); True when nobody else should see it."""
        return False

    def ask_to_close(self) -> bool:
        """The window is to be closed: True when that is asked first, False when nothing here stands against it."""
        return False

    def save_picture(self) -> bool:
        """F12: keep what of the scene is worth keeping; False when that is all of the window."""
        return False

    def update(self, seconds: float) -> float:
        """Go on by `seconds`; returns the seconds until the next update is needed: MOVING, STILL or a number.

        Also called with 0 after events, so that what they started is moving at once.
        """
        return STILL

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything. Called only after `invalidate`, or while `update` says MOVING.

        Without `services.dirty`, only what moves by itself looks different from the last picture.
        """

    def invalidate(self) -> None:
        """Ask for a new picture."""
        self.services.invalidate()


class SceneStack:
    """The open scenes, the one with the input on top."""

    def __init__(self) -> None:
        self._scenes: list[Scene] = []

    def __len__(self) -> int:
        return len(self._scenes)

    @property
    def top(self) -> Scene:
        """The scene that gets the input. Raises IndexError when all are closed."""
        return self._scenes[-1]

    def push(self, scene: Scene) -> None:
        """Open a scene above the others."""
        if self._scenes:
            self.top.leave()
        self._scenes.append(scene)
        self._show(scene)

    def pop(self) -> None:
        """Close the top scene; the game ends with the last one."""
        self._scenes.pop().leave()
        if self._scenes:
            self._show(self.top)

    def replace(self, scene: Scene) -> None:
        """Put a scene in the place of the top one."""
        self._scenes.pop().leave()
        self._scenes.append(scene)
        self._show(scene)

    def reset(self, scene: Scene) -> None:
        """Close all and open this one."""
        self.clear()
        self.push(scene)

    def ask_to_close(self) -> bool:
        """The window is to be closed: whether any open scene, also one that lies under others, asks first.

        The question is then the top scene, and hears what it is about.
        """
        asked = any(scene.ask_to_close() for scene in reversed(self._scenes))
        if asked:
            self.top.ask_to_close()
        return asked

    def clear(self) -> None:
        """Close all: the game ends."""
        while self._scenes:
            self._scenes.pop().leave()

    def resize(self) -> None:
        """Have all that is visible lay itself out again."""
        for scene in self._visible():
            scene.resize()
            scene.invalidate()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the topmost full scene and the overlays above it."""
        for scene in self._visible():
            scene.draw(surface)

    def _show(self, scene: Scene) -> None:
        for visible in self._visible():
            visible.resize()
        scene.enter()
        scene.invalidate()

    def _visible(self) -> list[Scene]:
        first = len(self._scenes) - 1
        while first > 0 and self._scenes[first].overlay:
            first -= 1
        return self._scenes[max(0, first) :]
