"""Voices for spoken calls: packs of sound files, shipped in `assets/voices` or dropped into the player's data folder.

A pack is a folder. Its file `voice.toml` tells the `name` (shown as it is) and, if wanted, `language`, `author` and
`licence` as texts and `synthetic = true` for a voice that no human spoke. Beside it lies a sound file for each word,
OGG Vorbis or WAV, at most half a megabyte: the calls `chow pong kong win self_draw ready` and the 34 tiles by their
short names (`1m.ogg` ... `7z.ogg`). A word without a file stays silent. The folder's name is the pack's key; a pack of
the player's own hides a shipped one with the same key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec

from game.strings import clean_text, mark
from game.theme import ASSETS
from rules.tiles import ALL_TILES, NAME_OF
from rules.values import value

SHIPPED: Final = ASSETS / "voices"
FOLDER: Final = "voices"
ABOUT: Final = "voice.toml"
CALL_WORDS: Final = ("chow", "pong", "kong", "win", "self_draw", "ready")
WORDS: Final = (*CALL_WORDS, *(NAME_OF[tile] for tile in ALL_TILES))
HEADS: Final = {".ogg": b"OggS", ".wav": b"RIFF"}
MOST_BYTES: Final = 512 * 1024
MOST_PACKS: Final = 32


class Wrong(StrEnum):
    """What can be wrong with a file of a pack."""

    ABOUT = "about"
    UNREADABLE = "unreadable"
    LARGE = "large"
    FORMAT = "format"
    EMPTY = "empty"


WRONG_WORDS: Final = {
    Wrong.ABOUT: mark("no voice.toml with a name"),
    Wrong.UNREADABLE: mark("cannot be read"),
    Wrong.LARGE: mark("larger than 512 KB"),
    Wrong.FORMAT: mark("neither OGG nor WAV"),
    Wrong.EMPTY: mark("no word in it"),
}


@value
class Fault:
    """A file (or a whole pack, by its folder's name) that cannot be used, and why."""

    file: str
    wrong: Wrong


@value
class VoicePack:
    """A voice: its key and name, the file of each word it has, and the files that cannot be used."""

    key: str
    name: str
    synthetic: bool
    files: Mapping[str, Path]
    faults: tuple[Fault, ...] = ()


@value
class Voices:
    """All packs by key, and the folders that are none."""

    packs: Mapping[str, VoicePack]
    faults: tuple[Fault, ...] = ()


class _About(msgspec.Struct, frozen=True):
    name: str
    language: str = ""
    author: str = ""
    licence: str = ""
    synthetic: bool = False


def find_voices(folders: Iterable[Path]) -> Voices:
    """The packs in some folders, the later folder first; whatever is wrong with them is told, nothing is raised."""
    packs: dict[str, VoicePack] = {}
    faults = []
    for folder in folders:
        for place in _folders_in(folder):
            pack = read_pack(place)
            if isinstance(pack, Fault):
                faults.append(pack)
            else:
                packs[pack.key] = pack
    return Voices(packs, tuple(faults))


def read_pack(folder: Path) -> VoicePack | Fault:
    """The pack in a folder, or why it is none."""
    try:
        content = (folder / ABOUT).read_text("utf-8")
        about = msgspec.convert(tomllib.loads(content), _About)
    except (OSError, ValueError):  # bad TOML, bad UTF-8 and msgspec's errors are all ValueErrors
        return Fault(folder.name, Wrong.ABOUT)
    name = clean_text(about.name)
    if not name:
        return Fault(folder.name, Wrong.ABOUT)
    files, faults = _words_in(folder)
    if not files:
        return Fault(folder.name, Wrong.EMPTY)
    return VoicePack(folder.name, name, about.synthetic, files, tuple(faults))


def _folders_in(folder: Path) -> list[Path]:
    try:
        return sorted(place for place in folder.iterdir() if place.is_dir())[:MOST_PACKS]
    except OSError:  # most players have no folder of voices
        return []


def _words_in(folder: Path) -> tuple[dict[str, Path], list[Fault]]:
    files: dict[str, Path] = {}
    faults = []
    for word in WORDS:
        for ending in HEADS:
            path = folder / f"{word}{ending}"
            if word in files or not path.is_file():
                continue
            wrong = _wrong_with(path)
            if wrong is None:
                files[word] = path
            else:
                faults.append(Fault(path.name, wrong))
    return files, faults


def _wrong_with(path: Path) -> Wrong | None:
    """What a glance at a file shows; whether it can be decoded is known when it is first played."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return Wrong.LARGE
        with path.open("rb") as file:
            head = file.read(4)
    except OSError:
        return Wrong.UNREADABLE
    return None if head == HEADS[path.suffix] else Wrong.FORMAT
