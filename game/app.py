"""The frame: one window, one stack of scenes, sixty pictures a second while something moves and none otherwise.

When nothing moves the loop sleeps until an event comes or a scene wants its next update; nothing is drawn or shown
then. The sound card is opened after the first picture. Handled here for all scenes: closing, resizing, F1, F11, F12,
Ctrl+M, gamepads (they press keys), errors (a report and the way back to the title), and the system's request to end
(SIGTERM), which nobody is asked about: a match is kept, its journal is whole.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Thread
from types import FrameType

import pygame

from game.files import settings_folder
from game.gamepad import Gamepad
from game.preferences import FILE_NAME, Preferences, PreferenceStore
from game.scene import MOVING, STILL, Scene, SceneStack
from game.services import Services, make_services
from game.window import Offscreen, Window, prepare_environment
from rules.tables import free_table

FRAMES_PER_SECOND = 60
# `pygame.event.wait` looks for events every millisecond, which costs 3 % of a processor. Looking every hundredth of a
# second, and after a while without input every twenty-fifth, costs next to nothing.
DOZE, DEEP_DOZE, SLEEPY_AFTER = 0.01, 0.04, 2.0
NOWHERE = (-1, -1)
LONGEST_STEP = 0.25  # a clock that jumps (a suspended laptop) must not skip a whole animation
SAVE_AFTER = 0.6
SIZE_EVENTS = {pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED, pygame.WINDOWDISPLAYCHANGED}
REDRAW_EVENTS = {pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED}


class App:
    """Runs scenes until the last one is closed. `make_title` makes the screen to go on with after an error."""

    def __init__(self, services: Services, make_title: Callable[[Services], Scene] | None = None) -> None:
        self.services = services
        services.scenes.smooth = True
        self._make_title = make_title
        self._gamepad = Gamepad()
        self._pacer = pygame.time.Clock()
        self._last = services.clock()
        self._moving = False
        self._unsaved = 0.0
        self._told_to_end = False

    def run(self, make_first: Callable[[Services], Scene], smoke: bool = False) -> None:
        """Show the scene that is made, and go on until no scene is left. Preferences are saved also when it fails.

        `smoke`: say "drawn" after the first picture, and leave.
        """
        with self._heeding_the_system():
            try:
                self._show_scenes(make_first, smoke)
            finally:
                self.services.scenes.clear()
                self._remember_window()
                self._save()
                self.services.audio.stop()

    def _show_scenes(self, make_first: Callable[[Services], Scene], smoke: bool) -> None:
        self.services.scenes.push(make_first(self.services))
        wait = self.frame([])
        if smoke:
            print("drawn", flush=True)
            return
        self._start_sound()
        self._gamepad.start()
        while len(self.services.scenes) and not self._told_to_end:
            wait = self.guarded_frame(self._events(wait))

    @contextmanager
    def _heeding_the_system(self) -> Iterator[None]:
        """SIGTERM ends the program after the frame; SDL would make a click on the closing cross of it."""

        def end(number: int, frame: FrameType | None) -> None:
            self._told_to_end = True

        before = signal.signal(signal.SIGTERM, end)
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, before)

    def guarded_frame(self, events: list[pygame.Event]) -> float:
        """One round; an error is written down and shown. One in the picture of an error ends the program."""
        try:
            return self.frame(events)
        except Exception as error:
            from game.crash import keep_report, report_of
            from game.scenes.crash import CrashScene

            services, make_title = self.services, self._make_title
            failed_again = len(services.scenes) and isinstance(services.scenes.top, CrashScene)
            if make_title is None or failed_again:
                raise
            path = keep_report(error)
            services.scenes, services.background = SceneStack(), lambda: STILL
            crash = CrashScene(services, report_of(error), path, lambda: services.scenes.reset(make_title(services)))
            services.scenes.push(crash)
            return MOVING

    def frame(self, events: list[pygame.Event]) -> float:
        """One round: time, events, picture. Returns the seconds until the next is needed (0: as soon as possible)."""
        now = self.services.clock()
        passed, self._last = now - self._last, now
        seconds = min(LONGEST_STEP, passed) if self._moving else passed
        self._update(seconds)
        for event in events:
            for meant in (event, *self._keys_of_pads(event)):
                if len(self.services.scenes):
                    self._handle(self.services.canvas.converted(meant))
        if not len(self.services.scenes):
            return MOVING
        wait = self._update(0.0)
        if self.services.dirty or wait <= MOVING:
            self._draw()
        self._after_picture(seconds)
        self._moving = wait <= MOVING
        return min(wait, SAVE_AFTER) if self.services.preferences.changed else wait

    def _keys_of_pads(self, event: pygame.Event) -> list[pygame.Event]:
        if not len(self.services.scenes):
            return []
        return self._gamepad.keys(event, self.services.chosen, self.services.scenes.top.area_key)

    def _update(self, seconds: float) -> float:
        scenes = self.services.scenes
        waits = [self.services.toasts.update(seconds), self.services.background()]
        if len(scenes):
            waits.append(scenes.top.update(seconds))
            waits.append(scenes.wait)
        return min(waits)

    def _draw(self) -> None:
        canvas = self.services.canvas
        self.services.scenes.draw(canvas.surface)
        self.services.toasts.draw(canvas.surface)
        self.services.dirty = False
        self.services.pictures += 1
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
            if events or waited >= wait or self._told_to_end:
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
            if not services.scenes.ask_to_close():
                services.scenes.clear()
        else:
            self._notice_device(event)
            handled = self._frame_key(event) or services.toasts.handle(event) or services.scenes.top.handle(event)
            if not handled and event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
                self._open_rules()
            if event.type == pygame.MOUSEBUTTONUP and event.dict.get("touch"):
                self._lift_finger()

    def _notice_device(self, event: pygame.Event) -> None:
        """Focus rings show after a key."""
        services = self.services
        if event.type == pygame.KEYDOWN and not services.keys_used:
            services.keys_used = True
            services.invalidate()
        elif event.type == pygame.MOUSEBUTTONDOWN:
            services.keys_used = False

    def _lift_finger(self) -> None:
        """A finger that is gone points at nothing. After the first touch, not under it, targets become larger."""
        services = self.services
        if len(services.scenes):
            services.scenes.top.handle(pygame.Event(pygame.MOUSEMOTION, pos=NOWHERE, rel=(0, 0), buttons=(0, 0, 0)))
        if not services.touched:
            services.touched = True
            services.resized()

    def _frame_key(self, event: pygame.Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        if event.key == pygame.K_F11 or (event.key == pygame.K_RETURN and event.mod & pygame.KMOD_ALT):
            self.services.preferences.change(fullscreen=self.services.canvas.toggle_fullscreen())
            return True
        if event.key == pygame.K_F12:
            if not self.services.scenes.top.save_picture():
                from game.pictures import keep_and_say

                keep_and_say(self.services, self.services.canvas.surface, "sifang")
            return True
        if event.key == pygame.K_m and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            muted = not self.services.chosen.mute
            self.services.preferences.change(mute=muted)
            self.services.say(self.services.tr("Sound off") if muted else self.services.tr("Sound on"))
            return True
        return False

    def _open_rules(self) -> None:
        """The rules open at any time; a scene that knows the right page has opened it by itself."""
        from game.scenes.encyclopedia import EncyclopediaScene

        self.services.scenes.push(EncyclopediaScene(self.services))

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


def play(make_first: Callable[[Services], Scene], language: str = "", smoke: bool = False) -> None:
    """Open the window and show the scene that `make_first` makes, until the game is closed.

    `language` is for this run only; with `smoke`, the first picture is the last. Raises `pygame.error` when there is
    no display.
    """
    unpacking = _beside(free_table)
    store = PreferenceStore(settings_folder() / FILE_NAME)
    chosen = store.current
    prepare_environment(chosen.acceleration)
    window = Window((chosen.window_width, chosen.window_height), chosen.fullscreen)
    try:
        services = make_services(window, store, language=language)
        if store.broken is not None:
            services.say(
                services.tr("The settings file was broken; it was set aside as {name}.", name=store.broken.name), "warn"
            )
        painting = _beside(services.painter.cloth_picture, window.size, chosen.cloth)

        def first(services: Services) -> Scene:
            unpacking.join()
            scene = make_first(services)
            painting.join()
            return scene

        App(services, _title).run(first, smoke)
    finally:
        window.close()
        pygame.quit()


def _beside(work: Callable[..., object], *args: Hashable) -> Thread:
    """Begin with what takes milliseconds outside Python and is wanted soon; nobody may want it before the `join`."""
    thread = Thread(target=work, args=args)
    thread.start()
    return thread


def _title(services: Services) -> Scene:
    from game.navigation import Navigation

    return Navigation(services).title()


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
