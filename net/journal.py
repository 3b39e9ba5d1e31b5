"""The journal: one append-only file a match, which is save file, replay and bug report in one.

A stream of MessagePack records: a header (format, settings, players), then every event of every hand as `rules.log`
encodes it. The file is synced at the end of each hand and whenever asked; a record that a crash cut off is dropped on
reading and reported, everything before it is kept.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import msgpack

from net.keepers import Keeper
from rules.errors import LogError, RulesError
from rules.events import Event, RoundEnded, RoundStarted
from rules.log import decode, encode
from rules.match import Length, LengthUnit, MatchSettings
from rules.seats import Seat

FORMAT = 1
MAX_RECORD = 1 << 20


class JournalError(RulesError):
    """A file that is no journal, or whose header or an event is damaged."""


@dataclass(slots=True, frozen=True)
class Record:
    """A journal read back: what the match started from, who played, and the events of each hand.

    `cut_off` tells that the last record was incomplete and has been left out.
    """

    settings: MatchSettings
    keepers: tuple[Keeper, ...]
    hands: tuple[tuple[Event, ...], ...]
    cut_off: bool

    @property
    def unfinished(self) -> tuple[Event, ...]:
        """The events of the hand that was being played when the journal ends; empty between hands."""
        if not self.hands or any(isinstance(event, RoundEnded) for event in self.hands[-1]):
            return ()
        return self.hands[-1]


class Journal:
    """An open journal. Calling it appends events; it syncs them to the disk when a hand ends."""

    def __init__(self, path: Path, settings: MatchSettings, keepers: Sequence[Keeper]) -> None:
        """Start a new file; the folder is made when it is missing. Raises OSError, also when the file exists."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._file: BinaryIO = path.open("xb")
        self._write(_header(settings, keepers))
        self.sync()

    @classmethod
    def append(cls, path: Path, record: Record) -> Journal:
        """Go on with a file that was read; an incomplete last record is cut away first."""
        journal = cls.__new__(cls)
        journal.path = path
        whole = _whole_length(path.read_bytes())
        journal._file = path.open("r+b")
        journal._file.truncate(whole)
        journal._file.seek(whole)
        return journal

    def __call__(self, events: Sequence[Event]) -> None:
        """Append events; they are in the hands of the operating system when this returns."""
        for event in events:
            self._write(encode(event))
        self._file.flush()
        if any(isinstance(event, RoundEnded) for event in events):
            self.sync()

    def sync(self) -> None:
        """Force everything to the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Sync and close."""
        if not self._file.closed:
            self.sync()
            self._file.close()

    def _write(self, data: dict[str, Any]) -> None:
        self._file.write(msgpack.packb(data))


def read_journal(path: Path) -> Record:
    """Read a journal.

    Raises JournalError in one line that names the file and what is wrong; OSError when it cannot be read.
    """
    unpacked, cut_off = _unpack(path.read_bytes())
    if not unpacked:
        raise JournalError(f"{path}: no Sifang journal (its beginning is missing or cut off)")
    settings, keepers = _read_header(path, unpacked[0])
    hands: list[list[Event]] = []
    for number, data in enumerate(unpacked[1:], 1):
        try:
            event = decode(data)
        except LogError as error:
            raise JournalError(f"{path}: event {number}: {error}") from error
        if isinstance(event, RoundStarted):
            hands.append([])
        if not hands:
            raise JournalError(f"{path}: event {number}: a hand starts with RoundStarted")
        hands[-1].append(event)
    return Record(settings, keepers, tuple(tuple(hand) for hand in hands), cut_off)


def _unpack(data: bytes) -> tuple[list[Any], bool]:
    unpacker = msgpack.Unpacker(max_buffer_size=len(data) + 1, strict_map_key=True)
    unpacker.feed(data)
    records: list[Any] = []
    try:
        records.extend(unpacker)
    except (ValueError, msgpack.exceptions.UnpackException):
        return records, True
    return records, unpacker.tell() < len(data)


def _whole_length(data: bytes) -> int:
    unpacker = msgpack.Unpacker(max_buffer_size=len(data) + 1)
    unpacker.feed(data)
    whole = 0
    for _ in _whole_records(unpacker):
        whole = unpacker.tell()
    return whole


def _whole_records(unpacker: msgpack.Unpacker) -> Iterator[Any]:
    try:
        yield from unpacker
    except (ValueError, msgpack.exceptions.UnpackException):
        return


def _header(settings: MatchSettings, keepers: Sequence[Keeper]) -> dict[str, Any]:
    return {
        "sifang": FORMAT,
        "variant": settings.variant,
        "options": [list(option) for option in settings.options],
        "length": [settings.length.unit.value, settings.length.count],
        "seed": settings.seed.hex(),
        "first_seated": settings.first_seated,
        "players": [[keeper.name, keeper.level] for keeper in keepers],
    }


def _read_header(path: Path, data: Any) -> tuple[MatchSettings, tuple[Keeper, ...]]:
    if not isinstance(data, dict) or "sifang" not in data:
        raise JournalError(f"{path}: no Sifang journal")
    if data["sifang"] != FORMAT:
        raise JournalError(f"{path}: written by another version (format {data['sifang']!r}, this one reads {FORMAT})")
    try:
        unit, count = data["length"]
        first_seated: Seat = data["first_seated"]
        options = tuple((str(key), str(value)) for key, value in data["options"])
        settings = MatchSettings(
            str(data["variant"]),
            options,
            Length(LengthUnit(unit), int(count)),
            bytes.fromhex(data["seed"]),
            first_seated,
        )
        keepers = tuple(Keeper(str(name), level) for name, level in data["players"])
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(f"{path}: damaged header ({error})") from error
    return settings, keepers
