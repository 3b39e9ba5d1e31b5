"""The table process: engine, journal, timers and sockets of one table, until its match is over.

It may be killed at any instant; started again with `resume` it goes on at the same event, on the same port, with the
same code and seats. Its folder holds `table.json` (people, seats, code) and the journals of its matches.
Source: guides/reliability.md 0.1, 4.14.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from net.beacon import Beacon, own_addresses
from net.build import rules_hash
from net.codes import OPEN_CODE, read_code, show_code
from net.discovery import Offer
from net.journal import Journal, read_journal
from net.keepers import Keeper
from net.restart import load, restore, restore_match, save, table_state
from net.schema import Phase
from net.table import Table, TableOptions, Tools
from net.wire import PROTOCOL, ProtocolError
from net.zmq_host import Front
from rules.match import MatchSettings

TABLE_FILE = "table.json"
JOURNAL_SUFFIX = ".sifang"
LAST_WORDS = 3.0
"""Seconds that clients have to take in the end of the match."""
EMPTY_FOR = 600.0
"""A table that belongs to somebody ends when nobody has been there for so long."""
THROW_OUT_AFTER = 2000
"""Frames of banned clients, after which all connections are closed so that theirs are."""


@dataclass(slots=True, frozen=True)
class Serving:
    """How a table is served: its folder, its options, port (0: any) and code; `build` is the program's version."""

    folder: Path
    options: TableOptions
    port: int
    code: str
    build: str
    discover: bool = True


Report = Callable[[dict[str, Any]], None]


class TableProcess:
    """One table with its sockets and files. `run` returns when the match is over, or nobody is left."""

    def __init__(self, serving: Serving, report: Report) -> None:
        """Open everything. Raises OSError."""
        self._serving = serving
        self._report = report
        self._journal: Journal | None = None
        self._journal_name = ""
        tools = Tools(secrets.token_bytes, secrets.randbelow, self._open_book, serving.build, rules_hash())
        self.table = Table(secrets.token_hex(16), serving.options, tools)
        self._code = serving.code
        self._port = serving.port
        self._beacon: Beacon | None = None
        self._last_here = time.monotonic()
        self._refused = 0

    def resume(self) -> bool:
        """Take up what the folder holds; False when its match is over. Raises OSError, ProtocolError, JournalError."""
        state = load(self._serving.folder / TABLE_FILE)
        if not isinstance(state.get("code"), str) or not isinstance(state.get("port"), int):
            raise ProtocolError(f"{self._serving.folder / TABLE_FILE}: damaged")
        self._code, self._port = read_code(state["code"]), state["port"]
        self.table.id = str(state.get("id"))
        restore(self.table, state)
        self._journal_name = str(state.get("journal", ""))
        if self._journal_name:
            path = self._serving.folder / Path(self._journal_name).name
            record = read_journal(path)
            self._journal = Journal.append(path, record, durable=True)
            restore_match(self.table, record, self._journal, time.monotonic())
        return self.table.phase is not Phase.OVER

    def run(self) -> None:
        """Listen and serve. Raises OSError when the port is taken."""
        front = Front(self._code, self._port, self.table.banned.__contains__)
        self._port = front.port
        self._save()
        self._beacon = self._open_beacon()
        self._report(self._ready())
        try:
            self._serve(front)
        finally:
            front.close()
            if self._beacon is not None:
                self._beacon.close()
            if self._journal is not None:
                self._journal.close()

    def outcome(self) -> dict[str, Any]:
        """What is printed at the end."""
        match = self.table.play.host.match if self.table.play is not None else None
        return {
            "over": True,
            "hands": match.hands if match is not None else 0,
            "points": list(match.totals) if match is not None else [0, 0, 0, 0],
        }

    def _serve(self, front: Front) -> None:
        over_at: float | None = None
        while True:
            now = time.monotonic()
            for peer, key, data in front.receive(self.table.next_due(now) - now, now):
                self.table.receive(peer, key, data, time.monotonic())
            now = time.monotonic()
            self.table.tick(now)
            self._publish(front)
            if self._beacon is not None:
                self._beacon.poll(now, self._offer)
            self._throw_out(front)
            over_at = (over_at or now) if self.table.phase is Phase.OVER else None
            if over_at is not None and (now - over_at > LAST_WORDS or self.table.all_acknowledged):
                return
            if self._empty(now):
                return

    def _publish(self, front: Front) -> None:
        """First the disk, then the network."""
        frames = self.table.outgoing()
        if self.table.dirty:
            self._save()
        for peer, data in frames:
            front.send(peer, data)

    def _throw_out(self, front: Front) -> None:
        if self.table.banned_frames - self._refused > THROW_OUT_AFTER:
            self._refused = self.table.banned_frames
            front.throw_out()

    def _empty(self, now: float) -> bool:
        if any(session.here for session in self.table.sessions.values()):
            self._last_here = now
        return bool(self._serving.options.owner) and now - self._last_here > EMPTY_FOR

    def _save(self) -> None:
        self._serving.folder.mkdir(parents=True, exist_ok=True)
        self.table.dirty = False
        data = table_state(self.table)
        data |= {"code": self._code, "port": self._port, "journal": self._journal_name}
        save(self._serving.folder / TABLE_FILE, data)

    def _open_book(self, settings: MatchSettings, keepers: Sequence[Keeper]) -> Journal:
        """The journal of a match. `table.json` names it before the first event is told."""
        self._serving.folder.mkdir(parents=True, exist_ok=True)
        stem = time.strftime("%Y%m%d-%H%M%S")
        names = (f"{stem}-{settings.variant}-{n}{JOURNAL_SUFFIX}" for n in range(1000))
        path = next(p for name in names if not (p := self._serving.folder / name).exists())
        self._journal = Journal(path, settings, keepers, durable=True)
        self._journal_name = path.name
        return self._journal

    def _open_beacon(self) -> Beacon | None:
        """Being found is not needed to be joined by address."""
        if not self._serving.discover:
            return None
        try:
            return Beacon()
        except OSError:
            return None

    def _offer(self) -> Offer:
        table = self.table
        play = table.play
        hand = play.host.match.hands + 1 if play is not None else 0
        seats = 4 - table.free_seats
        return Offer(
            table.id, table.options.name, table.settings.variant, table.phase, table.free_seats, seats,
            table.settings.spectators, PROTOCOL, self._serving.build, table.tools.rules, self._port,
            self._code != OPEN_CODE, hand,
        )  # fmt: skip

    def _ready(self) -> dict[str, Any]:
        return {
            "ready": True, "table": self.table.options.name, "id": self.table.id, "addresses": list(own_addresses()),
            "port": self._port, "code": None if self._code == OPEN_CODE else self._code,
            "shown": None if self._code == OPEN_CODE else show_code(self._code), "found": self._beacon is not None,
        }  # fmt: skip
