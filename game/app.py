"""The frame: one window, one stack of scenes, sixty pictures a second while something moves and none otherwise.

When nothing moves the loop sleeps until an event comes or a scene wants its next update; nothing is drawn or shown
then. The sound card is opened after the first picture. Handled here for all scenes: closing, resizing, F11, Ctrl+M.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pygame

from game.preferences import FILE_NAME, Preferences, PreferenceStore, settings_folder
from game.scene import MOVING, Scene
from game.services import Services, make_services
from game.window import Offscreen, Window, prepare_environment

FRAMES_PER_SECOND = 60
# `pygame.event.wait` looks for events every millisecond, which costs 3 % of a processor. Looking every hundredth of a
# second, and after a while without input every twenty-fifth, costs next to nothing.
DOZE, DEEP_DOZE, SLEEPY_AFTER = 0.01, 0.04, 2.0
LONGEST_STEP = 0.25  # a clock that jumps (a suspended laptop) must not skip a whole animation
SAVE_AFTER = 0.6
SIZE_EVENTS = {pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED, pygame.WINDOWDISPLAYCHANGED}
REDRAW_EVENTS = {pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED}


class App:
    """Runs scenes until the last one is closed."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._pacer = pygame.time.Clock()
        self._last = services.clock()
        self._moving = False
        self._unsaved = 0.0

    def run(self, first: Scene, smoke: bool = False) -> None:
        """Show a scene, and go on until no scene is left. Preferences are saved also when it fails.

        `smoke`: leave after the first picture.
        """
        self.services.scenes.push(first)
        try:
            wait = self.frame([])
            if smoke:
                return
            self._start_sound()
            while len(self.services.scenes):
                wait = self.frame(self._events(wait))
        finally:
            self.services.scenes.clear()
            self._remember_window()
            self._save()
            self.services.audio.stop()

    def frame(self, events: list[pygame.Event]) -> float:
        """One round: time, events, picture. Returns the seconds until the next is needed (0: as soon as possible)."""
        now = self.services.clock()
        passed, self._last = now - self._last, now
        seconds = min(LONGEST_STEP, passed) if self._moving else passed
        self._update(seconds)
        for event in events:
            if len(self.services.scenes):
                self._handle(self.services.canvas.converted(event))
        if not len(self.services.scenes):
            return MOVING
        wait = self._update(0.0)
        if self.services.dirty or wait <= MOVING:
            self._draw()
        self._after_picture(seconds)
        self._moving = wait <= MOVING
        return min(wait, SAVE_AFTER) if self.services.preferences.changed else wait

    def _update(self, seconds: float) -> float:
        scenes = self.services.scenes
        waits = [self.services.toasts.update(seconds), self.services.background()]
        if len(scenes):
            waits.append(scenes.top.update(seconds))
        return min(waits)

    def _draw(self) -> None:
        canvas = self.services.canvas
        self.services.scenes.draw(canvas.surface)
        self.services.toasts.draw(canvas.surface)
        self.services.dirty = False
        canvas.show()

    def _start_sound(self) -> None:
        if not self.services.audio.start():
            self.services.say(self.services.tr("No sound card was found: the game is silent."), "warn")

    def _after_picture(self, seconds: float) -> None:
        if self.services.preferences.changed:
            self._unsaved += seconds
            if self._unsaved >= SAVE_AFTER:
                self._save()

    def _events(self, wait: float) -> list[pygame.Event]:
        if wait <= MOVING:
            self._pacer.tick(FRAMES_PER_SECOND)
            return pygame.event.get()
        start = self.services.clock()
        while True:
            events = pygame.event.get()
            waited = self.services.clock() - start
            if events or waited >= wait:
                return events
            time.sleep(min(wait - waited, DOZE if waited < SLEEPY_AFTER else DEEP_DOZE))

    def _handle(self, event: pygame.Event) -> None:
        services = self.services
        if event.type in SIZE_EVENTS:
            if services.canvas.size != (services.units.width, services.units.height):
                services.resized()
        elif event.type in REDRAW_EVENTS:
            services.invalidate()
        elif event.type == pygame.QUIT:
            if not services.scenes.top.handle(event):
                services.scenes.clear()
        else:
            self._notice_device(event)
            if not self._frame_key(event) and not services.toasts.handle(event):
                services.scenes.top.handle(event)

    def _notice_device(self, event: pygame.Event) -> None:
        """Focus rings show after a key, larger targets after a touch."""
        services = self.services
        if event.type == pygame.KEYDOWN and not services.keys_used:
            services.keys_used = True
            services.invalidate()
        elif event.type == pygame.MOUSEBUTTONDOWN:
            services.keys_used = False
            if event.dict.get("touch") and not services.touched:
                services.touched = True
                services.resized()

    def _frame_key(self, event: pygame.Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        if event.key == pygame.K_F11 or (event.key == pygame.K_RETURN and event.mod & pygame.KMOD_ALT):
            self.services.preferences.change(fullscreen=self.services.canvas.toggle_fullscreen())
            return True
        if event.key == pygame.K_m and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            muted = not self.services.chosen.mute
            self.services.preferences.change(mute=muted)
            self.services.say(self.services.tr("Sound off") if muted else self.services.tr("Sound on"))
            return True
        return False

    def _remember_window(self) -> None:
        canvas = self.services.canvas
        if isinstance(canvas, Window) and not canvas.fullscreen:
            width, height = canvas.windowed_size
            self.services.preferences.change(window_width=width, window_height=height)

    def _save(self) -> None:
        self._unsaved = 0.0
        try:
            self.services.preferences.save()
        except OSError as error:
            self.services.preferences.give_up_saving()
            self.services.say(
                self.services.tr("The settings could not be saved: {error}", error=error.strerror), "error"
            )


def play(
    make_first: Callable[[Services], Scene], data_dir: Path | None = None, language: str = "", smoke: bool = False
) -> None:
    """Open the window and show the scene that `make_first` makes, until the game is closed.

    `language` is for this run only; with `smoke`, the first picture is the last. Raises `pygame.error` when there is
    no display.
    """
    store = PreferenceStore(settings_folder(data_dir) / FILE_NAME)
    chosen = store.current
    prepare_environment(chosen.acceleration)
    pygame.display.init()
    window = Window((chosen.window_width, chosen.window_height), chosen.fullscreen)
    try:
        services = make_services(window, store, language=language)
        if store.broken is not None:
            services.say(
                services.tr("The settings file was broken; it was set aside as {name}.", name=store.broken.name), "warn"
            )
        App(services).run(make_first(services), smoke)
    finally:
        window.close()
        pygame.quit()


def offscreen_services(
    size: tuple[int, int], preferences: Preferences | None = None, clock: Callable[[], float] = lambda: 0.0
) -> Services:
    """Services that draw on a surface, keep nothing and make no sound: pictures and tests. Needs no display."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    prepare_environment()
    pygame.display.init()
    store = PreferenceStore(None)
    store.current = preferences or Preferences(language="zh_CN")
    return make_services(Offscreen(size), store, clock)


def render_scene(scene: Scene, size: tuple[int, int] | None = None) -> pygame.Surface:
    """A picture of a scene with off-screen services, at their size or another one; opens it if it is not open."""
    services = scene.services
    if size is not None and size != services.canvas.size:
        services.canvas = Offscreen(size)
        services.resized()
    if not len(services.scenes) or services.scenes.top is not scene:
        services.scenes.push(scene)
    scene.update(0.0)
    services.scenes.draw(services.canvas.surface)
    services.toasts.draw(services.canvas.surface)
    return services.canvas.surface.copy()
