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
POLL_SECONDS = 0.05
"""So often a table is heard."""
FADE_SECONDS = 0.14


class Scene:
    """A screen. Subclasses override what they need; an `overlay` leaves what is below it visible."""

    overlay = False
    fades = False
    """Whether it fades in over the picture before, and lets that of the next screen that does fade in over its own."""
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


class _Fade:
    """The picture before goes away over the next one. `picture` is taken before that is drawn."""

    def __init__(self, begun: float) -> None:
        self._begun = begun
        self.picture: pygame.Surface | None = None

    def over(self, now: float) -> bool:
        """Whether nothing of it is seen any more."""
        return now - self._begun >= FADE_SECONDS

    def draw(self, surface: pygame.Surface, now: float) -> None:
        """What is left of it."""
        left = 1 - (now - self._begun) / FADE_SECONDS
        if self.picture is not None and left > 0 and self.picture.get_size() == surface.get_size():
            self.picture.set_alpha(round(255 * left))
            surface.blit(self.picture, (0, 0))


class SceneStack:
    """The open scenes, the one with the input on top.

    With `smooth` a screen fades in, where it and the one before do that; it takes input from the first moment.
    """

    def __init__(self) -> None:
        self._scenes: list[Scene] = []
        self.smooth = False
        self._fade: _Fade | None = None

    def __len__(self) -> int:
        return len(self._scenes)

    @property
    def top(self) -> Scene:
        """The scene that gets the input. Raises IndexError when all are closed."""
        return self._scenes[-1]

    def push(self, scene: Scene) -> None:
        """Open a scene above the others."""
        before = self.top if self._scenes else None
        if before is not None:
            before.leave()
        self._scenes.append(scene)
        self._show(scene, before)

    def pop(self) -> None:
        """Close the top scene; the game ends with the last one."""
        before = self._scenes.pop()
        before.leave()
        if self._scenes:
            self._show(self.top, before)

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
        """Draw the topmost full scene and the overlays above it, the picture before over them while it fades."""
        fade = self._fade
        if fade is not None and fade.picture is None:
            fade.picture = surface.copy()
        for scene in self._visible():
            scene.draw(surface)
        if fade is not None:
            fade.draw(surface, self.top.services.clock())

    @property
    def wait(self) -> float:
        """Seconds until the next picture is needed, whatever the top scene needs."""
        if self._fade is None or not self._scenes:
            return STILL
        if self._fade.over(self.top.services.clock()):
            self._fade = None
            self.top.invalidate()
        return MOVING

    def _show(self, scene: Scene, before: Scene | None) -> None:
        fades = self.smooth and before is not None and before.fades and scene.fades
        self._fade = _Fade(scene.services.clock()) if fades and scene.services.chosen.speed != "instant" else None
        for visible in self._visible():
            visible.resize()
        scene.enter()
        scene.invalidate()

    def _visible(self) -> list[Scene]:
        first = len(self._scenes) - 1
        while first > 0 and self._scenes[first].overlay:
            first -= 1
        return self._scenes[max(0, first) :]
