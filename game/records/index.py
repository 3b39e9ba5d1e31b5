"""All records of this computer, without reading one twice: what each is about, kept in a file beside them.

Files are found at once; those that are new or have changed are read one after the other beside the game, the newest
first, so that thousands of them stop nothing. A file that cannot be used is listed, with the reason.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Literal

import msgspec

from game.files import LAN, RECORDS, STAMP, write_atomically
from game.records.recorded import (
    MADE_UP,
    lan_folder,
    read_recorded,
    siblings,
    table_id,
    table_of,
)  # fmt: skip
from game.records.sitters import read_sitters
from net.journal import JOURNAL_SUFFIX, MAGIC, Record, read_journal
from net.keepsake import SUFFIX as KEPT_SUFFIX
from rules.errors import OptionError, RulesError, UnknownVariant
from rules.events import Left, Marked, Paid, RoundEnded, RoundStarted
from rules.evolve import fold
from rules.match import Match
from rules.variants import variant

FILE_NAME = "index.json"
VERSION = 1
IMPORTED = "imported"
STAMP_LENGTH = 15
RESULTS = frozenset({RoundStarted, Marked, Paid, Left, RoundEnded})
"""The events that tell how a match went."""

Trouble = Literal["", "foreign", "version", "damaged", "rules", "empty", "unreadable"]
Kind = Literal["journal", "kept"]


class Entry(msgspec.Struct, frozen=True):
    """A record in the list. `name`: its path from the data folder; by `size` and `changed` (ns) it is known again.

    `names` and `bots` are those of players 0-3; a client's own record does not know names. `seat`: whose eyes it has.
    `course`: the totals after each finished hand.
    """

    name: str
    size: int
    changed: int
    kind: Kind = "journal"
    trouble: Trouble = ""
    variant: str = ""
    names: tuple[str, ...] = ()
    bots: tuple[bool, ...] = ()
    hands: int = 0
    totals: tuple[int, ...] = ()
    course: tuple[tuple[int, ...], ...] = ()
    over: bool = False
    seat: int = -1

    @property
    def begun(self) -> datetime:
        """When the match began, as its file says; else when the file was written last."""
        stem = Path(self.name).name[:STAMP_LENGTH]
        try:
            return datetime.strptime(stem, STAMP)
        except ValueError:
            return datetime.fromtimestamp(self.changed / 1e9)

    @property
    def imported(self) -> bool:
        """Whether it came from elsewhere."""
        return self.name.startswith(f"{RECORDS}/{IMPORTED}/")

    def person(self, name: str) -> int | None:
        """Whose record it is: the player of this name, else the first person; None when only bots played."""
        if self.seat >= 0:
            return self.seat
        people = [player for player, bot in enumerate(self.bots) if not bot]
        return next((player for player in people if self.names[player] == name), people[0] if people else None)

    def opponents(self, name: str) -> list[str]:
        """The names of the others."""
        own = self.person(name)
        return [one for player, one in enumerate(self.names) if player != own]


class _File(msgspec.Struct, frozen=True):
    version: int
    entries: list[Entry]


class Index:
    """What is known of the records below a data folder. `look` first; then `take` now and then until not `reading`."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.entries: dict[str, Entry] = {}
        self._file = data / RECORDS / FILE_NAME
        self._found: queue.SimpleQueue[Entry] = queue.SimpleQueue()
        self._left = 0
        self._stopped = threading.Event()

    @property
    def reading(self) -> int:
        """How many records are still to be read."""
        return self._left

    def look(self) -> None:
        """List the files; begin to read what is new."""
        known = self._known()
        self.entries, new = {}, []
        for path in self._paths():
            try:
                name, size, changed = self._state(path)
            except OSError:
                continue  # it went away just now
            entry = known.get(name)
            if entry is not None and (entry.size, entry.changed) == (size, changed):
                self.entries[name] = entry
            else:
                new.append((path, Entry(name, size, changed)))
        new.sort(key=lambda item: item[1].begun, reverse=True)
        self._left = len(new)
        if new:
            self._stopped, self._found = threading.Event(), queue.SimpleQueue()
            threading.Thread(target=_read, args=(new, self._found, self._stopped), daemon=True).start()

    def take(self, wait: bool = False) -> bool:
        """Take what was read meanwhile; whether there was any. `wait`: until all is read."""
        taken = 0
        while self._left and (wait or not self._found.empty()):
            entry = self._found.get()
            self.entries[entry.name] = entry
            self._left -= 1
            taken += 1
        if taken and not self._left:
            self._keep()
        return bool(taken)

    def stop(self) -> None:
        """Read no further; what was read is remembered."""
        if self._left:
            self._stopped.set()
            self.take()
            self._keep()

    def path(self, entry: Entry) -> Path:
        """Where a record lies."""
        return self.data / entry.name

    def _known(self) -> dict[str, Entry]:
        """What was known last time; a damaged file is as good as none."""
        try:
            kept = msgspec.json.decode(self._file.read_bytes(), type=_File)
        except (OSError, msgspec.DecodeError):
            return {}
        return {entry.name: entry for entry in kept.entries} if kept.version == VERSION else {}

    def _keep(self) -> None:
        """Remember it. The index can always be made again: a disk that refuses only costs time."""
        content = msgspec.json.encode(_File(VERSION, list(self.entries.values())))
        try:
            write_atomically(self._file, content)
        except OSError:
            return

    def _paths(self) -> Iterator[Path]:
        yield from (self.data / RECORDS).rglob(f"*{JOURNAL_SUFFIX}")
        tables = set()
        for path in sorted((self.data / LAN).rglob(f"*{KEPT_SUFFIX}")):
            table = (path.parent, table_id(path))
            if table in tables:
                continue
            tables.add(table)
            sitters = read_sitters(lan_folder(path), table[1])
            if sitters is None or not sitters.hosted:
                yield path

    def _state(self, path: Path) -> tuple[str, int, int]:
        files = siblings(path) if path.suffix == KEPT_SUFFIX else [path]
        states = [file.stat() for file in files]
        size, changed = sum(state.st_size for state in states), max(state.st_mtime_ns for state in states)
        return path.relative_to(self.data).as_posix(), size, changed


def _read(entries: Iterable[tuple[Path, Entry]], found: queue.SimpleQueue[Entry], stopped: threading.Event) -> None:
    """In a thread of its own."""
    for path, entry in entries:
        if stopped.is_set():
            return
        found.put(read_entry(path, entry))


def read_entry(path: Path, entry: Entry) -> Entry:
    """What a record is about, as far as it can be read; never raises for what a file holds."""
    try:
        if path.suffix == KEPT_SUFFIX:
            return _kept_entry(path, entry)
        head = _head(path)
        if head != MAGIC:
            trouble: Trouble = "version" if head.startswith(MAGIC[:6]) else "foreign"
            return msgspec.structs.replace(entry, trouble=trouble)
        return _journal_entry(read_journal(path, RESULTS), entry)
    except (UnknownVariant, OptionError):
        return msgspec.structs.replace(entry, trouble="rules")
    except (RulesError, *MADE_UP):
        return msgspec.structs.replace(entry, trouble="damaged")
    except OSError:
        return msgspec.structs.replace(entry, trouble="unreadable")


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(len(MAGIC))


def _journal_entry(record: Record, entry: Entry) -> Entry:
    table = table_of(record)
    match = Match(record.settings, variant(record.settings.variant))
    course = []
    for events in record.hands:
        if any(isinstance(event, RoundEnded) for event in events):
            match.record(fold(events))
            course.append(tuple(match.totals))
    return msgspec.structs.replace(
        entry,
        trouble="" if record.hands else "empty",
        variant=table.variant.key,
        names=table.names,
        bots=tuple(level is not None for level in table.levels),
        hands=match.hands,
        totals=tuple(match.totals),
        course=tuple(course),
        over=match.over,
    )


def _kept_entry(path: Path, entry: Entry) -> Entry:
    recorded, sitters = read_recorded(path), read_sitters(lan_folder(path), table_id(path))
    return msgspec.structs.replace(
        entry,
        kind="kept",
        names=sitters.names if sitters is not None else (),
        bots=sitters.bots if sitters is not None else (),
        variant=recorded.table.variant.key,
        hands=len(recorded.hands),
        totals=recorded.totals,
        course=(*(hand.before for hand in recorded.hands[1:]), recorded.totals),
        over=True,
        seat=-1 if recorded.person is None else recorded.person,
    )
