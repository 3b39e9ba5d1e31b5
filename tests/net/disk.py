"""A disk that can lose its power or refuse work: what it has been told to keep, and what it may have kept besides.

`Disk` watches one folder through the few calls by which a table writes. A crash state gives every name and every file
that was not synced yet either its old or its new content, or something in between. `DiskWorld` is a world whose table
is a real `TableProcess` without sockets, on such a disk.
"""

from __future__ import annotations

import io
import os
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from net import table_process
from net.journal import JOURNAL_SUFFIX, Record, read_journal
from net.table import Table
from net.table_process import Serving, TableProcess
from rules.bots import Chooser
from rules.events import Event
from tests.net.world import RULES, World

Files = dict[str, bytes]
CODE = "47K2QD"


class PowerCut(Exception):
    """The machine is off in the middle of what it did."""


class _Watched:
    """A file whose writes the disk may refuse."""

    def __init__(self, file: Any, disk: Disk) -> None:
        self._file, self._disk = file, disk

    def write(self, data: bytes) -> int:
        self._disk.call("write")
        return int(self._file.write(data))

    def __enter__(self) -> _Watched:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class Disk:
    """A folder as it stands, and what of it would be there after a power cut."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.calls = 0
        self.hook: Callable[[str], None] = lambda kind: None
        """Is asked before each call; it may raise OSError or PowerCut."""
        self.forget()
        self._open, self._io_open, self._replace, self._unlink = os.open, io.open, os.replace, os.unlink
        monkeypatch.setattr(os, "open", self._opening)
        monkeypatch.setattr(io, "open", self._opening_file)
        monkeypatch.setattr(os, "replace", self._replacing)
        monkeypatch.setattr(os, "unlink", self._unlinking)
        monkeypatch.setattr(os, "fsync", self._syncing)

    def forget(self) -> None:
        """What lies in the folder now is on the disk."""
        self._files = {path.name: number for number, path in enumerate(self.folder.iterdir())}
        """Which file each name stands for, and `_names`: according to the disk."""
        self._names = dict(self._files)
        self._synced = {number: (self.folder / name).read_bytes() for name, number in self._files.items()}
        self._next = len(self._files)
        self._broken: set[int] = set()
        """Files of which a sync has failed: nothing that another sync says of them can be trusted."""

    def call(self, kind: str) -> None:
        """Something is about to be done."""
        self.calls += 1
        self.hook(kind)

    # ---- after a power cut ----------------------------------------------------------------------------------------

    def after_a_cut(self, chance: Chooser) -> Files:
        """One of the states in which the folder may be found."""
        found: Files = {}
        for name in self._names | self._files:
            number = (self._names, self._files)[chance(2)].get(name)
            if number is not None:
                found[name] = self._content(number, chance)
        return found

    def _content(self, number: int, chance: Chooser) -> bytes:
        safe = self._synced.get(number, b"")
        name = next((name for name, known in self._files.items() if known == number), None)
        new = (self.folder / name).read_bytes() if name is not None else safe
        if new == safe or not new.startswith(safe):
            return (safe, new)[chance(2)]
        cut = len(safe) + chance(len(new) - len(safe) + 1)
        return (safe, new, new[:cut], new[:cut] + bytes(len(new) - cut))[chance(4)]

    def lay(self, files: Files, folder: Path) -> None:
        """Write these files into an empty folder."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, data in files.items():
            with self._io_open(folder / name, "wb") as file:
                file.write(data)

    # ---- calls of the table ---------------------------------------------------------------------------------------

    def _mine(self, path: Any) -> bool:
        return isinstance(path, str | Path) and Path(path).parent == self.folder

    def _opening(self, path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        if self._mine(path) and flags & os.O_CREAT:
            self.call("create")
            assert flags & os.O_EXCL
            descriptor = self._open(path, flags, mode, **more)
            self._files[Path(path).name], self._next = self._next, self._next + 1
            return descriptor
        return self._open(path, flags, mode, **more)

    def _opening_file(self, file: Any, mode: str = "r", buffering: int = -1, *more: Any, **named: Any) -> Any:
        opened = self._io_open(file, mode, buffering, *more, **named)
        written = buffering == 0 and mode in ("wb", "r+b") and (isinstance(file, int) or self._mine(file))
        return _Watched(opened, self) if written else opened

    def _replacing(self, source: Any, target: Any) -> None:
        self.call("replace")
        self._replace(source, target)
        if self._mine(target):
            self._files[Path(target).name] = self._files.pop(Path(source).name)

    def _unlinking(self, path: Any, **more: Any) -> None:
        self._unlink(path, **more)
        if self._mine(path):
            self._files.pop(Path(path).name, None)

    def _syncing(self, descriptor: int) -> None:
        status = os.fstat(descriptor)
        here = status.st_ino == self.folder.stat().st_ino
        name = next((p.name for p in self.folder.iterdir() if p.stat().st_ino == status.st_ino), "")
        if not here and not name:
            return
        number = -1 if here else self._files[name]
        assert number not in self._broken, f"{name} is synced again after a sync that failed"
        try:
            self.call("sync")
        except OSError:
            self._broken |= {number} - {-1}
            raise
        if here:
            self._names = dict(self._files)
        else:
            self._synced[number] = (self.folder / name).read_bytes()


class _Book:
    """The journal on the disk, as the checks of other tests read it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def record(self) -> Record:
        (path,) = self._folder.glob(f"*{JOURNAL_SUFFIX}")
        return read_journal(path)

    @property
    def events(self) -> Sequence[Event]:
        return [event for hand in self.record().hands for event in hand]


class DiskWorld(World):
    """A world whose table lives on a disk; what it sends arrives at once."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, seed: int = 1, **options: Any) -> None:
        self.folder = folder
        folder.mkdir()
        self.disk = Disk(folder, monkeypatch)
        self._process: TableProcess | None = None
        clock = SimpleNamespace(monotonic=lambda: self.now, strftime=time.strftime)
        chance = SimpleNamespace(
            token_bytes=self.secret, token_hex=lambda count: self.secret(count).hex(), randbelow=self._below
        )
        for name, value in (("time", clock), ("secrets", chance), ("rules_hash", lambda: RULES)):
            monkeypatch.setattr(table_process, name, value)
        super().__init__(seed, **options)
        self.process._save()
        self.book = _Book(folder)  # type: ignore[assignment]

    def _below(self, count: int) -> int:
        return self.chance(count)

    @property
    def process(self) -> TableProcess:
        assert self._process is not None
        return self._process

    def process_in(self, folder: Path) -> TableProcess:
        """A table process on a folder, as it starts."""
        return TableProcess(Serving(folder, self.options, 1, CODE, "0.1", False), lambda line: None)

    def new_table(self) -> Table:
        self._process = self.process_in(self.folder)
        return self._process.table

    def publish(self) -> None:
        self.process._publish(self)  # type: ignore[arg-type]

    def send(self, peer: bytes, data: bytes) -> bool:
        """What a Front does, at once."""
        if peer in self.peers and self.up[number := self.peers.index(peer)]:
            self.robots[number].client.receive(data, self.now)
            self.robots[number].client.fold()
        return True

    def power_cut(self, files: Files) -> None:
        """The machine starts again with these files; everybody connects again."""
        self.close()
        self.disk.lay(files, self.folder)
        self.disk.forget()
        self.table = self.new_table()
        self.process.resume()
        self._line.clear()
        self.peers = [self.secret(5) for _ in self.peers]
        for robot in self.robots:
            robot.client.connected(self.now)

    def close(self) -> None:
        """Let go of the journal, without a word to the disk."""
        if self._process is not None and self._process._journal is not None:
            self._process._journal._file.close()
