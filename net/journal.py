"""The journal: one append-only file a match, which is save file, replay and bug report in one.

After eight bytes of magic come records: length and checksum (4 bytes each, big-endian), then MessagePack. Each checksum
goes on from the one before, so that nothing can be lost, changed or moved unnoticed. The first record is the header
(format, settings, players), then every event of every hand as `rules.log` encodes it, and notes ("n") about the table:
the commitments of a fair deal, the time that is left, what was said (`net.remarks`), discards that somebody wanted to
take back. When one was taken back, its note ("take_back") says how many events of the hand before it count; those after
stay in the file, but not in the hand. A last record that a crash cut off is dropped on reading and reported, and so is
a last hand that has not got as far as its first ask; whoever goes on with the file cuts that away and keeps a copy
(`net.torn`).
Source: guides/reliability.md 4.14.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

import msgpack

from net.entrants import Entrant
from net.files import sync_folder, write_atomically
from net.recording import TAKE_BACK
from net.torn import keep_torn
from rules.errors import LogError, RulesError
from rules.events import Asked, Event, RoundEnded, RoundStarted
from rules.log import decode, encode
from rules.match import Length, LengthUnit, MatchSettings
from rules.seats import Seat
from rules.values import value

FORMAT = 2
MAGIC = b"SIFANG2\n"
JOURNAL_SUFFIX = ".sifang"
MAX_RECORD = 1 << 20
_HEAD = struct.Struct(">II")


class JournalError(RulesError):
    """A file that is no journal, or whose header, an event or a checksum is damaged."""


@value
class Record:
    """A journal read back: what the match started from, who played, the events of each hand, and the notes.

    `cut_off` tells that the last record was incomplete and has been left out; `whole` counts the bytes before it.
    """

    settings: MatchSettings
    entrants: tuple[Entrant, ...]
    hands: tuple[tuple[Event, ...], ...]
    cut_off: bool
    notes: tuple[dict[str, Any], ...] = ()
    whole: int = 0
    checksum: int = 0

    @property
    def unfinished(self) -> tuple[Event, ...]:
        """The events of the hand that was being played when the journal ends; empty between hands."""
        if not self.hands or any(isinstance(event, RoundEnded) for event in self.hands[-1]):
            return ()
        return self.hands[-1]


class Journal:
    """An open journal. Calling it appends events; it syncs them to the disk when a hand ends.

    `durable`: every call waits for the disk, so that nothing that was told to others is lost by a power cut. After a
    sync that failed, the system may have thrown away what it was to write: that file is never synced again, but written
    anew under its name.
    """

    def __init__(self, path: Path, settings: MatchSettings, entrants: Sequence[Entrant], durable: bool = False) -> None:
        """Start a new file; the folder is made when it is missing. Raises OSError, also when the file exists."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.durable = durable
        self.torn: Path | None = None
        """Where the end of the file lies that a crash had cut off and that is not in it any more."""
        self._checksum = 0
        path.touch(mode=0o600, exist_ok=False)  # it holds the seed
        self._file: BinaryIO = path.open("wb", buffering=0)
        self._whole = self._safe = 0
        self._torn = self._failed = False
        self._unsafe: list[bytes] = []
        try:
            self._append(MAGIC)
            self._write([_header(settings, entrants)], sync=True)
            sync_folder(path.parent)  # before anything names it: a table that knows of a lost journal cannot go on
        except OSError:
            self._file.close()
            path.unlink()
            raise

    @classmethod
    def append(cls, path: Path, record: Record, durable: bool = False) -> Journal:
        """Go on with a file that was read; an incomplete last record is kept beside it and cut away. Raises OSError."""
        journal = cls.__new__(cls)
        journal.path = path
        journal.torn = keep_torn(path, record.whole) if record.cut_off else None
        journal.durable = durable
        journal._checksum = record.checksum
        journal._file = path.open("r+b", buffering=0)
        journal._whole = journal._safe = record.whole
        journal._torn, journal._failed, journal._unsafe = True, False, []
        try:
            journal._append(b"", sync=True)
        except OSError:
            journal._file.close()
            raise
        return journal

    def __call__(self, events: Sequence[Event]) -> None:
        """Append events; they are in the hands of the operating system when this returns, or on the disk.

        Raises OSError when the disk refuses; then nothing of it counts as written, and it may be tried again.
        """
        self._write(map(encode, events), self.durable or any(isinstance(event, RoundEnded) for event in events))

    def note(self, kind: str, sync: bool = True, **data: Any) -> None:
        """Append a note of plain values, and sync unless it is of little worth. Raises OSError like a call."""
        self._write([{"n": kind} | data], sync)

    def sync(self) -> None:
        """Force everything to the disk. Raises OSError."""
        if self._failed:
            self._write_anew()
        else:
            self._force()
            self._is_safe()

    def close(self) -> None:
        """Sync and close. Raises OSError; it is closed all the same."""
        if not self._file.closed:
            try:
                self.sync()
            finally:
                self._file.close()

    def _write(self, records: Iterable[dict[str, Any]], sync: bool) -> None:
        """Append all of these or nothing: what a full disk has taken of them is cut away before the next."""
        data, checksum = b"", self._checksum
        for record in records:
            payload: bytes = msgpack.packb(record)
            checksum = crc32(payload, checksum)
            data += _HEAD.pack(len(payload), checksum) + payload
        self._append(data, sync)
        self._checksum = checksum

    def _append(self, data: bytes, sync: bool = False) -> None:
        if self._failed:
            self._write_anew()
        if self._torn:
            self._file.truncate(self._whole)
            self._file.seek(self._whole)
        self._torn = True
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]
        if sync:
            self._force()
        self._torn = False
        self._whole += len(data)
        self._unsafe.append(data)
        if sync:
            self._is_safe()

    def _force(self) -> None:
        try:
            os.fsync(self._file.fileno())
        except OSError:
            self._failed = True
            raise

    def _is_safe(self) -> None:
        self._safe, self._unsafe = self._whole, []

    def _write_anew(self) -> None:
        """What was synced is on the disk; what came after it may not be, whatever reading it shows."""
        data = self.path.read_bytes()[: self._safe] + b"".join(self._unsafe)
        self._file.close()  # some systems do not replace an open file
        write_atomically(self.path, data)
        self._file = self.path.open("r+b", buffering=0)
        self._file.seek(self._whole)
        self._torn = self._failed = False
        self._is_safe()


def read_journal(path: Path, only: frozenset[type[Event]] | None = None) -> Record:
    """Read a journal; with `only`, events of other kinds are passed over, which takes a tenth of the time.

    Raises JournalError in one line that names the file and what is wrong; OSError when it cannot be read.
    """
    data = path.read_bytes()
    if data[: len(MAGIC)] != MAGIC:
        raise JournalError(f"{path}: no Sifang journal of this version (its beginning is missing or different)")
    payloads = list(_payloads(path, data))
    if not payloads:
        raise JournalError(f"{path}: no Sifang journal (its header is cut off)")
    settings, entrants = _read_header(path, payloads[0].data)
    whole = _until_a_deal_that_was_cut_off(payloads)
    hands: list[list[Event]] = []
    notes = [payload.data for payload in payloads[1:whole] if _is_note(payload)]
    kinds = None if only is None else {kind.__name__ for kind in only}
    for number in _standing(path, payloads[:whole]):
        if kinds is None or _kind(payloads[number]) in kinds:
            _add_event(path, hands, number, payloads[number].data)
    last = payloads[whole - 1]
    finished = tuple(tuple(hand) for hand in hands)
    return Record(settings, entrants, finished, last.end < len(data), tuple(notes), last.end, last.checksum)


@value
class _Payload:
    data: Any
    end: int
    checksum: int


def _kind(payload: _Payload) -> str:
    """The kind of event that a record holds; '' when it is none."""
    return str(payload.data.get("e", "")) if isinstance(payload.data, dict) else ""


def _is_note(payload: _Payload) -> bool:
    return isinstance(payload.data, dict) and "n" in payload.data


def _standing(path: Path, payloads: Sequence[_Payload]) -> list[int]:
    """The numbers of the records that hold an event, without those that were taken back."""
    events: list[int] = []
    begun = 0
    for number, payload in enumerate(payloads[1:], 1):
        if not _is_note(payload):
            begun = len(events) if _kind(payload) == RoundStarted.__name__ else begun
            events.append(number)
        elif payload.data["n"] == TAKE_BACK and payload.data.get("taken"):
            at = payload.data.get("at")
            if type(at) is not int or not 0 < at <= len(events) - begun:
                raise JournalError(f"{path}: record {number}: what was taken back is not there")
            del events[begun + at :]
    return events


def _until_a_deal_that_was_cut_off(payloads: Sequence[_Payload]) -> int:
    """How many records count: a hand that has not got as far as its first ask does not, nobody was told of it.

    What it was dealt from stands before it, or in the header: it is dealt again, and the same.
    """
    for number in range(len(payloads) - 1, 0, -1):
        match _kind(payloads[number]):
            case Asked.__name__ | RoundEnded.__name__:
                return len(payloads)
            case RoundStarted.__name__:
                return number
    return len(payloads)


def _payloads(path: Path, data: bytes) -> Iterator[_Payload]:
    place, checksum = len(MAGIC), 0
    while place + _HEAD.size <= len(data):
        length, expected = _HEAD.unpack_from(data, place)
        start, end = place + _HEAD.size, place + _HEAD.size + length
        if length > MAX_RECORD:
            raise JournalError(f"{path}: damaged at byte {place} (a record of {length} bytes)")
        if end > len(data):
            return
        checksum = crc32(data[start:end], checksum)
        if checksum != expected:
            if not any(data[end:]):
                return  # it was being written when the power went; the file may have been made longer before
            raise JournalError(f"{path}: damaged at byte {place} (checksum)")
        yield _Payload(_unpacked(path, place, data[start:end]), end, checksum)
        place = end


def _unpacked(path: Path, place: int, payload: bytes) -> Any:
    try:
        return msgpack.unpackb(payload, strict_map_key=True)
    except (ValueError, RecursionError, msgpack.exceptions.UnpackException) as error:
        raise JournalError(f"{path}: damaged at byte {place} ({type(error).__name__})") from error


def _add_event(path: Path, hands: list[list[Event]], number: int, data: Any) -> None:
    try:
        event = decode(data)
    except LogError as error:
        raise JournalError(f"{path}: record {number}: {error}") from error
    if isinstance(event, RoundStarted):
        hands.append([])
    if not hands:
        raise JournalError(f"{path}: record {number}: a hand starts with RoundStarted")
    hands[-1].append(event)


def _header(settings: MatchSettings, entrants: Sequence[Entrant]) -> dict[str, Any]:
    return {
        "sifang": FORMAT,
        "variant": settings.variant,
        "options": [list(option) for option in settings.options],
        "length": [settings.length.unit.value, settings.length.count],
        "seed": settings.seed.hex(),
        "first_seated": settings.first_seated,
        "players": [[entrant.name, entrant.level] for entrant in entrants],
    }


def _read_header(path: Path, data: Any) -> tuple[MatchSettings, tuple[Entrant, ...]]:
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
        entrants = tuple(Entrant(str(name), level) for name, level in data["players"])
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(f"{path}: damaged header ({error})") from error
    return settings, entrants
