"""What the player has chosen: typed, kept in `settings.toml`, never able to stop the game from starting.

The file is replaced as a whole (temporary file, fsync, rename), so that a power cut leaves the old one. A file that
cannot be read is set aside as `settings.toml.bad` and the defaults are used, with a notice.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from game.files import write_atomically

FILE_NAME = "settings.toml"
VERSION = 1

Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Language = Literal["", "zh_CN", "zh_TW", "en"]
Speed = Literal["slow", "normal", "fast", "instant"]
Numerals = Literal["auto", "off", "small", "large"]
Cloth = Literal["green", "indigo", "maroon"]
TileSet = Literal["standard", "clear", "brush"]
Back = Literal["celadon", "azure"]

SPEED_FACTORS: dict[str, float] = {"slow": 1.5, "normal": 1.0, "fast": 0.6, "instant": 0.0}
TEXT_SIZES = (80, 100, 115, 130, 150, 200)

# What "restore defaults" leaves alone.
KEPT = {"language", "player_name", "guest", "last_variant", "compared_with", "tables", "practice", "welcomed"}

# Action -> key, by pygame's key names. Keys of the frame (Tab, F1, F6, F11, Esc) are fixed.
DEFAULT_KEYS: dict[str, str] = {
    "win": "h",
    "kong": "g",
    "pong": "p",
    "chow": "c",
    "declare": "d",
    "pass": "space",
    "discard": "return",
    "drawn": "up",
    "sort": "s",
    "auto_win": "a",
    "no_calls": "b",
    "take_back": "u",
    "items": "i",
    "explain": "e",
    "count": "n",
    "log": "l",
    "chat": "t",
}


class KeptTable(msgspec.Struct, frozen=True, kw_only=True):
    """How a variant was played last: house rules, length, and (which bot, its level) in playing order."""

    options: dict[str, str] = {}
    unit: Literal["hands", "rounds"] = "hands"
    count: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 4
    bots: tuple[tuple[int, str], ...] = ()


class Tally(msgspec.Struct, frozen=True):
    """How somebody did at the drills of a variant: questions, right answers, and how many right ones in a row."""

    asked: Annotated[int, msgspec.Meta(ge=0)] = 0
    right: Annotated[int, msgspec.Meta(ge=0)] = 0
    streak: Annotated[int, msgspec.Meta(ge=0)] = 0
    best: Annotated[int, msgspec.Meta(ge=0)] = 0

    def after(self, right: bool) -> Tally:
        """The tally after one answer more."""
        streak = self.streak + 1 if right else 0
        return Tally(self.asked + 1, self.right + right, streak, max(self.best, streak))


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """All settings. An empty `language` follows the system; times are seconds, 0 means no limit.

    A `guest` plays without a record; `last_variant` was played last, `compared_with` is the one whose differences are
    told at the new table (empty: the one played last); `tables`: how each variant was played last,
    `practice`: how its drills went. `welcomed`: the hints of the first start have been read.
    """

    language: Language = ""
    player_name: str = ""
    guest: bool = False
    keep_records: bool = True
    titles_and_coins: bool = True
    last_variant: str = ""
    compared_with: str = ""
    tables: dict[str, KeptTable] = {}
    volume_all: Percent = 80
    volume_music: Percent = 40
    volume_tiles: Percent = 80
    volume_voices: Percent = 80
    volume_alerts: Percent = 80
    volume_ambience: Percent = 30
    mute: bool = False
    mono: bool = False
    voice: str = ""
    seat_voices: dict[str, str] = {}
    voice_tiles: bool = False
    captions: bool = True
    flash_turn: bool = True
    flash_call: bool = True
    flash_full: bool = True
    flash_back: bool = True
    text_size: Literal[80, 100, 115, 130, 150, 200] = 100
    speed: Speed = "normal"
    reduced_motion: bool = False
    large_targets: bool = False
    cloth: Cloth = "green"
    tile_set: TileSet = "standard"
    back: Back = "celadon"
    numerals: Numerals = "auto"
    upright_rivers: bool = False
    two_step_discard: bool = False
    auto_sort: bool = True
    waits_panel: bool = True
    same_tile_marks: bool = True
    danger_marks: bool = False
    coach: bool = False
    speak: bool = False
    welcomed: bool = False
    timers: bool = True
    turn_seconds: Annotated[int, msgspec.Meta(ge=5, le=120)] = 20
    claim_seconds: Annotated[int, msgspec.Meta(ge=3, le=60)] = 10
    hotseat_names: tuple[str, ...] = ()
    hotseat_flip: bool = False
    hotseat_take_back: bool = True
    secret_call_seconds: Annotated[float, msgspec.Meta(ge=0.8, le=4.0)] = 1.5
    acceleration: bool = False
    window_width: Annotated[int, msgspec.Meta(ge=640, le=16384)] = 1280
    window_height: Annotated[int, msgspec.Meta(ge=400, le=16384)] = 720
    fullscreen: bool = False
    keys: dict[str, str] = msgspec.field(default_factory=lambda: dict(DEFAULT_KEYS))
    practice: dict[str, Tally] = msgspec.field(default_factory=dict)

    @property
    def speed_factor(self) -> float:
        """What animation times are multiplied by (design section 10)."""
        return SPEED_FACTORS[self.speed]


def parse_preferences(content: bytes) -> Preferences:
    """The preferences in a TOML text; unknown keys and unknown actions are dropped.

    Raises ValueError (of tomllib, of Unicode or of msgspec) when it is no TOML or a value is out of its range.
    """
    import tomllib  # slow to load, and a new player has no file yet

    table = tomllib.loads(content.decode("utf-8"))
    if table.get("file") != {"version": VERSION}:
        raise ValueError("the end of the file is missing, or it is of another version")
    found = msgspec.convert(table, Preferences)
    keys = {action: found.keys.get(action, key) for action, key in DEFAULT_KEYS.items()}
    return msgspec.structs.replace(found, keys=keys)


def format_preferences(preferences: Preferences) -> bytes:
    """The TOML text of preferences. The version comes last, so that a text cut off anywhere is known as such."""
    import tomli_w

    table: dict[str, Any] = msgspec.to_builtins(preferences)
    return tomli_w.dumps({**table, "file": {"version": VERSION}}).encode("utf-8")


class PreferenceStore:
    """The current preferences and their file. `broken` names the file set aside at the start, if there was one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._saved: Preferences | None = None
        self._listeners: list[Callable[[Preferences, Preferences], None]] = []
        self.broken: Path | None = None
        self.current = self._read()

    def _read(self) -> Preferences:
        if self._path is None or not self._path.is_file():
            return Preferences()
        try:
            self._saved = parse_preferences(self._path.read_bytes())
        except (ValueError, OSError):
            self.broken = self._path.with_name(self._path.name + ".bad")
            with contextlib.suppress(OSError):  # a folder we may not write to: the file stays, `save` will tell
                self._path.replace(self.broken)
            return Preferences()
        return self._saved

    def listen(self, listener: Callable[[Preferences, Preferences], None]) -> None:
        """Have `listener(before, after)` called at each change."""
        self._listeners.append(listener)

    def change(self, **fields: object) -> None:
        """Set fields; acts at once, is written at the next `save`. Raises ValueError for a value out of range."""
        before = self.current
        candidate = msgspec.to_builtins(msgspec.structs.replace(before, **fields))
        self.current = msgspec.convert(candidate, Preferences)
        if self.current != before:
            for listener in self._listeners:
                listener(before, self.current)

    def restore(self, *names: str) -> None:
        """Bring the named fields back to their defaults; without names all but the language and the name."""
        chosen = names or tuple(set(Preferences.__struct_fields__) - KEPT)
        defaults = Preferences()
        self.change(**{name: getattr(defaults, name) for name in chosen})

    @property
    def changed(self) -> bool:
        """Whether there is something to save."""
        return self._path is not None and self.current != (self._saved or Preferences())

    def give_up_saving(self) -> None:
        """The disk refuses: keep the preferences for this run only."""
        self._path = None

    def save(self) -> None:
        """Write the file if something changed. Raises OSError when the disk refuses."""
        if self._path is not None and self.changed:
            write_atomically(self._path, format_preferences(self.current))
            self._saved = self.current
