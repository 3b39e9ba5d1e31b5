"""Sound cues with six volumes, music, a room's ambience and spoken calls. Without a sound card everything stays silent.

A cue is the name of a file in `assets/sounds` ("turn.mine"). Files that end in a number are takes of one cue
("tile.drop.1"): they take turns, so that the same one never sounds twice in a row. Whatever is heard is also seen:
`listeners` hear of every cue, loud or silent, for captions and the task bar.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pygame

from game.preferences import Preferences
from game.theme import ASSETS

SOUND_FOLDER: Final = ASSETS / "sounds"

TILES, VOICES, ALERTS, MUSIC, AMBIENCE = "tiles", "voices", "alerts", "music", "ambience"
# A cue's volume, by the first part of its name; a kind that is not here belongs to the alerts.
VOLUME_OF_KIND: Final = {
    "tile": TILES,
    "deal": TILES,
    "dice": TILES,
    "wall": TILES,
    "wild": TILES,
    "bird": TILES,
    "curtain": TILES,
    "call": VOICES,
    "voice": VOICES,
    "win": VOICES,
    "music": MUSIC,
    "ambience": AMBIENCE,
}
ROOMS: Final = {"table": "ambience.room"}
"""Where the room is heard: the ambience under the music of a place."""
CHANNELS: Final = 20
ROOM_CHANNEL: Final = 0
SPEAKERS: Final = (1, 2, 3, 4)
"""A channel for each seat: a player's newer word ends the older one."""
WIDTH: Final = 0.6
"""How much softer the far ear hears what is wholly at one side."""
FADE_MS: Final = 800


class Audio:
    """Plays cues. Silent until `start`, and for ever if that finds no sound card."""

    def __init__(self, preferences: Preferences, folder: Path = SOUND_FOLDER) -> None:
        self._preferences = preferences
        self._folder = folder
        self._takes: dict[str, Iterator[Path]] = {}
        self._sounds: dict[Path, pygame.mixer.Sound] = {}
        self._music = ""
        self._room = ""
        self._ready = False
        self.untried = True
        self.listeners: list[Callable[[str], object]] = []

    @property
    def ready(self) -> bool:
        """Whether there is a sound card, and it is open."""
        return self._ready

    def start(self) -> bool:
        """Open the sound card (about 50 ms: after the first frame). False when there is none.

        The rooms are decoded now (another 60 ms), so that no table has to wait for its own.
        """
        self.untried = False
        try:
            pygame.mixer.init(frequency=44100, channels=2, buffer=512)
        except pygame.error:
            return False
        pygame.mixer.set_num_channels(CHANNELS)
        pygame.mixer.set_reserved(1 + len(SPEAKERS))
        self._ready = True
        self._decode_rooms()
        self._start_music()
        return True

    def use(self, preferences: Preferences) -> None:
        """Follow changed volumes: music and ambience at once, cues from the next one on."""
        self._preferences = preferences
        if self._ready:
            pygame.mixer.music.set_volume(self.volume(MUSIC))
            self._start_room()

    # ---- music and ambience -----------------------------------------------------------------------------------------

    def music(self, name: str) -> None:
        """Play "title" or "table" over and over instead of what plays now; "" ends the music. A table has a room."""
        if name != self._music:
            self._music = name
            self._start_music()

    def _start_music(self) -> None:
        path = self._folder / f"{MUSIC}.{self._music}.ogg"
        if not self._ready:
            return
        if path.is_file():
            pygame.mixer.music.load(path)
            pygame.mixer.music.set_volume(self.volume(MUSIC))
            pygame.mixer.music.play(loops=-1, fade_ms=FADE_MS)
        else:
            pygame.mixer.music.stop()
        self._start_room()

    def _decode_rooms(self) -> None:
        if self.volume(AMBIENCE) > 0:
            for path in filter(Path.is_file, (self._folder / f"{room}.ogg" for room in ROOMS.values())):
                self._sound(path)

    def _start_room(self) -> None:
        """Let the room of the present place be heard, unless nobody would hear it."""
        room = ROOMS.get(self._music, "") if self.volume(AMBIENCE) > 0 else ""
        channel = pygame.mixer.Channel(ROOM_CHANNEL)
        channel.set_volume(self.volume(AMBIENCE))
        if room == self._room:
            return
        self._room = room
        path = self._folder / f"{room}.ogg"
        if path.is_file():
            channel.play(self._sound(path), loops=-1, fade_ms=FADE_MS)
            channel.set_volume(self.volume(AMBIENCE))
        else:
            channel.fadeout(FADE_MS)

    # ---- cues -------------------------------------------------------------------------------------------------------

    def play(self, cue: str, side: float = 0.0) -> None:
        """Sound a cue, from the left (-1) to the right (1); without a file, a volume or a card it is silence."""
        for listener in list(self.listeners):
            listener(cue)
        volume = self.volume(cue)
        if not self._ready or volume <= 0:
            return
        path = next(self._takes_of(cue), None)
        channel = pygame.mixer.find_channel() if path is not None else None
        if path is not None and channel is not None:
            channel.play(self._sound(path))
            channel.set_volume(*self._ears(volume, side))

    def speak(self, path: Path, seat: int, side: float = 0.0) -> bool:
        """Say a word with the voice of a seat (0-3 from one's own). False when the file cannot be decoded."""
        volume = self.volume(VOICES)
        if not self._ready or volume <= 0:
            return True
        if not self.playable(path):
            return False
        channel = pygame.mixer.Channel(SPEAKERS[seat])
        channel.play(self._sound(path))
        channel.set_volume(*self._ears(volume, side))
        return True

    def playable(self, path: Path) -> bool:
        """Whether a file can be decoded; without a sound card nobody knows, and nobody needs to."""
        try:
            return not self._ready or self._sound(path) is not None
        except (pygame.error, OSError):
            return False

    def _ears(self, volume: float, side: float) -> tuple[float, float]:
        """How loud the left and the right ear hear something at a side; mono has no sides."""
        if self._preferences.mono:
            side = 0.0
        return volume * (1 - WIDTH * max(0.0, side)), volume * (1 - WIDTH * max(0.0, -side))

    def volume(self, cue: str) -> float:
        """How loud a cue or a kind of cues is, 0 to 1: its own volume times the one for all."""
        chosen = self._preferences
        kind = cue.split(".")[0]
        own = {
            TILES: chosen.volume_tiles,
            VOICES: chosen.volume_voices,
            ALERTS: chosen.volume_alerts,
            MUSIC: chosen.volume_music,
            AMBIENCE: chosen.volume_ambience,
        }
        share = own.get(kind, own[VOLUME_OF_KIND.get(kind, ALERTS)])
        return 0.0 if chosen.mute else share * chosen.volume_all / 10_000

    def stop(self) -> None:
        """Close the sound card."""
        if self._ready:
            pygame.mixer.quit()
            self._ready = False
            self._sounds.clear()
            self._room = ""

    def _takes_of(self, cue: str) -> Iterator[Path]:
        if cue not in self._takes:
            single = self._folder / f"{cue}.ogg"
            paths = [single] if single.is_file() else sorted(self._folder.glob(f"{cue}.[0-9].ogg"))
            self._takes[cue] = itertools.cycle(paths)
        return self._takes[cue]

    def _sound(self, path: Path) -> pygame.mixer.Sound:
        if path not in self._sounds:
            self._sounds[path] = pygame.mixer.Sound(path)
        return self._sounds[path]
