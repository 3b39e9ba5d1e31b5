"""Sound cues with five volumes. Without a sound card everything stays silent; what is heard is also seen.

A cue is the name of a file in `assets/sounds` ("turn.mine"). Files that end in a number are takes of one cue
("tile.drop.1"): they take turns, so that the same one never sounds twice in a row.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pygame

from game.preferences import Preferences
from game.strings import mark
from game.theme import ASSETS

SOUND_FOLDER = ASSETS / "sounds"

TILES, VOICES, ALERTS, MUSIC = "tiles", "voices", "alerts", "music"
# A cue's volume, by the first part of its name; a kind that is not here belongs to the alerts.
VOLUME_OF_KIND = {
    "tile": TILES,
    "deal": TILES,
    "dice": TILES,
    "wall": TILES,
    "wild": TILES,
    "bird": TILES,
    "call": VOICES,
    "voice": VOICES,
    "win": VOICES,
    "music": MUSIC,
}

CAPTIONS: dict[str, str] = {
    "deal": mark("Tiles are dealt"),
    "dice": mark("The dice roll"),
    "wall.push": mark("The walls are pushed together"),
    "wild.reveal": mark("The wild tile is turned up"),
    "bird.flip": mark("A bird is turned up"),
    "call.chow": mark("Chow"),
    "call.pong": mark("Pong"),
    "call.kong": mark("Kong"),
    "call.hidden": mark("Concealed kong"),
    "win.discard": mark("Win on a discard"),
    "win.self": mark("Win by self-draw"),
    "win.rob": mark("Win by robbing a kong"),
    "hand.draw": mark("The hand ends without a winner"),
    "turn.mine": mark("Your turn"),
    "can.call": mark("You can call"),
    "timer.tick": mark("Time is running out"),
    "no": mark("Not allowed"),
    "pay.in": mark("Points come in"),
    "pay.out": mark("Points go out"),
    "sum.zero": mark("The payments add up to zero"),
    "seat.join": mark("Somebody sits down"),
    "seat.leave": mark("Somebody leaves"),
    "seat.lost": mark("A connection is lost"),
    "seat.back": mark("Somebody is back"),
    "seat.ready": mark("Somebody is ready"),
    "table.full": mark("The table is full"),
    "chat": mark("A chat message"),
}


class Audio:
    """Plays cues. Silent until `start`, and for ever if that finds no sound card."""

    def __init__(self, preferences: Preferences, folder: Path = SOUND_FOLDER) -> None:
        self._preferences = preferences
        self._folder = folder
        self._takes: dict[str, Iterator[Path]] = {}
        self._sounds: dict[Path, pygame.mixer.Sound] = {}
        self._music = ""
        self._ready = False

    def start(self) -> bool:
        """Open the sound card (about 50 ms: after the first frame). False when there is none."""
        try:
            pygame.mixer.init(frequency=44100, channels=2, buffer=512)
        except pygame.error:
            return False
        pygame.mixer.set_num_channels(16)
        self._ready = True
        self._start_music()
        return True

    def use(self, preferences: Preferences) -> None:
        """Follow changed volumes: music at once, cues from the next one on."""
        self._preferences = preferences
        if self._ready:
            pygame.mixer.music.set_volume(self.volume(MUSIC))

    def music(self, name: str) -> None:
        """Play "title" or "table" over and over instead of what plays now; "" ends the music."""
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
            pygame.mixer.music.play(loops=-1, fade_ms=800)
        else:
            pygame.mixer.music.stop()

    def play(self, cue: str) -> None:
        """Sound a cue; a cue without a file, a muted volume or a missing card is silence."""
        volume = self.volume(cue)
        if not self._ready or volume <= 0:
            return
        path = next(self._takes_of(cue), None)
        if path is not None:
            sound = self._sound(path)
            sound.set_volume(volume)
            sound.play()

    def volume(self, cue: str) -> float:
        """How loud a cue is, 0 to 1: its own volume times the one for all."""
        chosen = self._preferences
        kind = VOLUME_OF_KIND.get(cue.split(".")[0], ALERTS)
        own = {
            TILES: chosen.volume_tiles,
            VOICES: chosen.volume_voices,
            ALERTS: chosen.volume_alerts,
            MUSIC: chosen.volume_music,
        }[kind]
        return 0.0 if chosen.mute else own * chosen.volume_all / 10_000

    def stop(self) -> None:
        """Close the sound card."""
        if self._ready:
            pygame.mixer.quit()
            self._ready = False
            self._sounds.clear()

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
