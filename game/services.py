"""What every scene gets: one typed object instead of globals."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from dataclasses import field

import pygame

from game.audio import Audio
from game.fonts import Fonts
from game.images import Images
from game.paint import Painter
from game.preferences import Preferences, PreferenceStore
from game.scene import STILL, SceneStack
from game.speech import Speaker
from game.strings import Strings, mark, system_language
from game.theme import Colours, Theme, TypeScale, load_theme
from game.tileart import Back, FaceSet, Numerals, TileLook
from game.units import Units
from game.widgets.toast import Toasts, Tone
from game.window import Canvas
from rules.values import mutable

Clock = Callable[[], float]
REFUSALS = {
    errno.ENOENT: mark("no such file or folder"),
    errno.EACCES: mark("no permission"),
    errno.EPERM: mark("no permission"),
    errno.ENOSPC: mark("the disk is full"),
    errno.EROFS: mark("the disk is read-only"),
    errno.EISDIR: mark("that is a folder"),
}
"""Why a disk refuses, in the player's words."""
LAYOUT_FIELDS = ("language", "text_size", "large_targets")
FLASHES = {"turn.mine": "flash_turn", "can.call": "flash_call", "table.full": "flash_full", "seat.back": "flash_back"}
"""Cues that also call for attention in the task bar, and the setting of each."""


@mutable
class Services:
    """Window, pictures, type, sound, texts, preferences and clock. `clock()` is monotonic, in seconds.

    `touched`: a finger was seen; `keys_used`: the last press was a key; `dirty`: a new picture is asked for, and
    `pictures` counts those of the frame.
    """

    canvas: Canvas
    theme: Theme
    units: Units
    fonts: Fonts
    images: Images
    painter: Painter
    audio: Audio
    strings: Strings
    preferences: PreferenceStore
    clock: Clock = time.monotonic
    scenes: SceneStack = field(default_factory=SceneStack)
    touched: bool = False
    pictures: int = 0
    keys_used: bool = False
    dirty: bool = True
    background: Callable[[], float] = lambda: STILL
    """Called by the frame whatever screen is open; the seconds until it wants to be called again."""
    toasts: Toasts = field(init=False)
    speaker: Speaker = field(init=False)

    def __post_init__(self) -> None:
        self.toasts = Toasts(self)
        self.speaker = Speaker(self.strings, lambda: self.chosen.speak)
        self.speaker.failed = self._tell_silence
        self.audio.listeners.append(self._attend)

    @property
    def chosen(self) -> Preferences:
        """The current preferences."""
        return self.preferences.current

    @property
    def colours(self) -> Colours:
        """The palette."""
        return self.theme.colours

    @property
    def steps(self) -> TypeScale:
        """The steps of type."""
        return self.theme.type

    def px(self, length: float) -> int:
        """A virtual length in whole device pixels."""
        return self.units.px(length)

    def tr(self, message: str, **values: object) -> str:
        """A text in the player's language, `{name}` filled in."""
        return self.strings.tr(message, **values)

    def invalidate(self) -> None:
        """Ask for a new picture."""
        self.dirty = True

    def say(self, text: str, tone: Tone = "info") -> None:
        """Show a short message at the bottom (see `toasts` for one with an action)."""
        self.toasts.say(text, tone)
        self.speaker.say(text)

    def say_refused(self, error: OSError) -> None:
        """Say that the disk refuses, and why."""
        known = REFUSALS.get(error.errno or 0)
        why = self.tr(known) if known else error.strerror or str(error)
        self.say(self.tr("Could not read or write: {error}", error=why), "error")

    def resized(self) -> None:
        """The canvas or the text setting changed: everything is laid out again."""
        self.units = Units(*self.canvas.size, text=self.chosen.text_size / 100)
        self.fonts.units = self.units
        self.painter.units = self.units
        self.scenes.resize()
        self.invalidate()

    def target(self, length: float) -> int:
        """The side of something one presses, in device pixels, large enough for a finger once one was seen."""
        return self.units.target(length, self.touched, self.chosen.large_targets)

    def control_height(self, length: float) -> int:
        """The height of something with a line of text that one presses, in device pixels: grows with the text, too."""
        return max(self.target(length), self.units.type_length(length))

    def _tell_silence(self, error: OSError) -> None:
        self.toasts.say(
            self.tr("The lines for screen readers cannot be written: {error}", error=error.strerror), "error"
        )

    def _attend(self, cue: str) -> None:
        if cue in FLASHES and getattr(self.chosen, FLASHES[cue]):
            self.canvas.flash()

    def _changed(self, before: Preferences, after: Preferences) -> None:
        if after.language != before.language:
            self.strings.use(language_of(after))
        self.audio.use(after)
        self.images.look = tile_look(after, self.strings)
        if any(getattr(before, name) != getattr(after, name) for name in LAYOUT_FIELDS):
            self.resized()
        self.invalidate()


def language_of(preferences: Preferences) -> str:
    """The language chosen, else the system's."""
    if preferences.language:
        return preferences.language
    return system_language((found["language"], found["country"] or "") for found in pygame.system.get_pref_locales())


def tile_look(preferences: Preferences, strings: Strings) -> TileLook:
    """How tiles look for these preferences: numerals come by themselves when the language is not Chinese."""
    numerals = preferences.numerals
    if numerals == "auto":
        numerals = "off" if strings.chinese and not preferences.large_targets else "small"
    return TileLook(FaceSet(preferences.tile_set), Numerals(numerals), Back(preferences.back))


def make_services(
    canvas: Canvas, preferences: PreferenceStore, clock: Clock = time.monotonic, language: str = ""
) -> Services:
    """Services for a canvas; follows the preferences from then on. `language` wins at the start."""
    chosen = preferences.current
    theme = load_theme()
    units = Units(*canvas.size, text=chosen.text_size / 100)
    strings = Strings(language or language_of(chosen))
    services = Services(
        canvas=canvas,
        theme=theme,
        units=units,
        fonts=Fonts(units),
        images=Images(tile_look(chosen, strings)),
        painter=Painter(theme, units),
        audio=Audio(chosen),
        strings=strings,
        preferences=preferences,
        clock=clock,
    )
    preferences.listen(services._changed)
    return services
