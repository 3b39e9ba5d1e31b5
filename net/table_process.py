"""The table process: engine, journal, timers and sockets of one table, until its match is over.

It may be killed at any instant; started again with `resume` it goes on at the same event, on the same port, with the
same code and seats. Its folder holds `table.json` (people, seats, code) and the journals of its matches.
Source: guides/reliability.md 0.1, 4.14.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from net.beacon import Beacon, own_addresses
from net.build import rules_hash
from net.codes import OPEN_CODE, new_code, read_code, show_code
from net.discovery import GAME_PORT, Offer
from net.entrants import Entrant
from net.files import add_line, write_atomically
from net.journal import JOURNAL_SUFFIX, Journal, Record, read_journal
from net.restart import host_again, load, restore, restore_match, save, table_of, table_state
from net.schema import Phase
from net.session import Bucket
from net.table import Table, TableOptions, Tools
from net.wire import PROTOCOL, ProtocolError
from net.zmq_host import Front
from rules.bots import seeded_chooser
from rules.match import MatchSettings
from rules.values import value

TABLE_FILE = "table.json"
LOG_FILE = "table.log"
"""What happened to the table's files, in words and without secrets."""
LOG_LINES = 200
LAST_WORDS = 3.0
"""Seconds that clients have to take in the end of the match."""
FOR_THE_LOST = 30.0
"""The same when some player is lost who has not taken it in, and may come back."""
GOODBYE = 0.4
"""Seconds for the end of a table that is closed."""
EMPTY_FOR = 600.0
"""A table that belongs to somebody ends when nobody has been there for so long."""
GUESSES = 100
"""Broken handshakes within SLOW_FOR after which nobody new comes in for as long, and then only with a new code."""
SLOW_FOR = 60.0
STOPPED = 2.0
"""Seconds that waiting half a second must not take: the machine slept, or this process was stopped."""
THROW_OUT_AFTER = 2000
"""Frames of banned clients, after which all connections are closed so that theirs are."""
MOST_SILENT = 100
"""The same for connections over which nobody has introduced himself."""


@value
class Serving:
    """How a table is served: its folder, its options, port and code; `build` is the program's version.

    Port 0 is any free one; None the usual one, or any when another table of this machine has that.
    """

    folder: Path
    options: TableOptions
    port: int | None
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
        seed = serving.options.seed
        chance = secrets.randbelow if seed is None else seeded_chooser(seed, 0)
        tools = Tools(secrets.token_bytes, chance, self._open_book, serving.build, rules_hash())
        self.table = Table(secrets.token_hex(16), serving.options, tools)
        self._code = serving.code
        self._port = GAME_PORT if serving.port is None else serving.port
        self._may_move = serving.port is None
        self._older: list[tuple[str, int]] = []
        """Codes and ports of before, by which those who are at the table find back."""
        self._guesses = Bucket(GUESSES / SLOW_FOR, GUESSES)
        self._opens_at: float | None = None
        self._beacon: Beacon | None = None
        self._last_here = time.monotonic()
        self._refused = 0
        self._told = False

    def resume(self) -> bool:
        """Take up what the folder holds; False when its match is over and everybody knows.

        Raises OSError, ProtocolError, JournalError.
        """
        state = load(self._serving.folder / TABLE_FILE)
        if not isinstance(state.get("code"), str) or not isinstance(state.get("port"), int):
            raise ProtocolError(f"{self._serving.folder / TABLE_FILE}: damaged")
        self._code, self._port, self._may_move = read_code(state["code"]), state["port"], False
        self._older = [(read_code(str(code)), int(port)) for code, port in state.get("older", ())]
        self.table.id = str(state.get("id"))
        restore(self.table, state)
        self._journal_name = str(state.get("journal", ""))
        if self._journal_name:
            restore_match(self.table, *self._go_on_with(Path(self._journal_name).name), time.monotonic())
        return self.table.phase is not Phase.OVER or not state.get("told")

    def host_again(self, file: Path) -> bool:
        """Take up a saved match, in a copy of its journal; False when it is over.

        With the clocks of the table before, and if it can be at its port: there its people look for it.
        Raises OSError, JournalError, LogError.
        """
        read_journal(file)
        before = table_of(file, TABLE_FILE)
        if before is not None and self._may_move:
            self._port = before.port
        write_atomically(self._serving.folder / file.name, file.read_bytes())
        self._journal_name = file.name
        host_again(self.table, *self._go_on_with(file.name), time.monotonic(), before)
        return self.table.phase is not Phase.OVER

    def _go_on_with(self, name: str) -> tuple[Record, Journal]:
        """Read and open a journal of the folder; of an end that had to be cut off, the log tells."""
        path = self._serving.folder / name
        record = read_journal(path)
        self._journal = Journal.append(path, record, durable=True)
        if self._journal.torn is not None:
            self._log(f"{name}: its last record was cut off; what there was of it is in {self._journal.torn.name}")
        return record, self._journal

    def _log(self, line: str) -> None:
        with suppress(OSError):  # a table needs its journal to go on, and not this line
            add_line(self._serving.folder / LOG_FILE, f"{time.strftime('%Y-%m-%d %H:%M:%S')} {line}", LOG_LINES)

    def run(self) -> None:
        """Listen and serve. Raises OSError when the port is taken."""
        front = self._open_front()
        self._save()
        self._beacon = self._open_beacon()
        if self._beacon is not None:
            front.watch(self._beacon.fileno())
        self._report(self._ready())
        try:
            self._serve(front)
        finally:
            front.close()
            if self._beacon is not None:
                self._beacon.close()
            if self._journal is not None:
                self._journal.close()

    def end(self) -> None:
        """Say goodbye to all and stop, as soon as the loop comes round; safe to call in a signal handler."""
        self.table.wants_end = True

    def _open_front(self) -> Front:
        (code, port), *newer = [*self._older, (self._code, self._port)]
        front = self._first_door(code, port)
        try:
            for code, port in newer:
                front.open_door(code, port)
        except OSError:
            front.close()
            raise
        self._port = front.port
        self.table.reception.address = front.arrivals.address
        return front

    def _first_door(self, code: str, port: int) -> Front:
        """To look first whether the port is free, and then to take it, would be too late now and then."""
        known = self.table.banned.__contains__, self.table.knows
        try:
            return Front(code, port, *known)
        except OSError:
            if not self._may_move:
                raise
        return Front(code, 0, *known)

    def outcome(self) -> dict[str, Any]:
        """What is printed at the end: whether the match is over, or the table was closed before."""
        match = self.table.play.host.match if self.table.play is not None else None
        return {
            "over" if self.table.phase is Phase.OVER else "closed": True,
            "hands": match.hands if match is not None else 0,
            "points": list(match.totals) if match is not None else [0, 0, 0, 0],
        }

    def _serve(self, front: Front) -> None:
        over_at: float | None = None
        while True:
            now, awake = time.monotonic(), _clock_with_sleep()
            frames = list(front.receive(self.table.next_due(now) - now, now))
            if _clock_with_sleep() - awake > STOPPED:
                self.table.absence.restarted(time.monotonic(), stopped=now)
            for peer, key, data in frames:
                self.table.receive(peer, key, data, time.monotonic())
            now = time.monotonic()
            self.table.tick(now)
            self._publish(front)
            if self._beacon is not None:
                self._beacon.poll(now, self._offer)
            self._throw_out(front, now)
            self._guard_code(front, now)
            over_at = (over_at or now) if self.table.phase is Phase.OVER else None
            if over_at is not None and self._all_know(now - over_at):
                self._told = True
                self._save()
                return
            if self.table.wants_end or self._empty(now):
                self._say_goodbye(front)
                return

    def _all_know(self, seconds: float) -> bool:
        """Whether so long after its end everybody has taken in the match, or has had time enough."""
        lost = any(s.players and not s.here and not s.knows_end for s in self.table.sessions.values())
        return seconds > (FOR_THE_LOST if lost else LAST_WORDS) or (self.table.all_acknowledged and not lost)

    def _say_goodbye(self, front: Front) -> None:
        """A connection that closes with frames unread takes the goodbye with it: read until all have heard it."""
        self.table.close()
        self._publish(front)
        end = time.monotonic() + GOODBYE
        while (now := time.monotonic()) < end:
            for _ in front.receive(end - now, now):
                continue

    def _publish(self, front: Front) -> None:
        """First the disk, then the network."""
        frames = self.table.outgoing()
        if self.table.phase is Phase.OVER:
            self._note_who_knows()
        if self.table.dirty:
            try:
                self._save()
            except OSError:
                self.table.dirty = True  # tried again; silence would look like a lost table
        for peer, data in frames:
            front.send(peer, data)

    def _note_who_knows(self) -> None:
        """All has been said. Whoever has acknowledged it may go: he is not waited for, nor by the next process."""
        for session in self.table.sessions.values():
            if session.here and session.stream.acknowledged and not session.knows_end:
                session.knows_end = self.table.dirty = True

    def _throw_out(self, front: Front, now: float) -> None:
        frames = self.table.banned_frames - self._refused
        if frames > THROW_OUT_AFTER or front.arrivals.silent(now) > MOST_SILENT:
            self._refused = self.table.banned_frames
            front.throw_out()

    def _guard_code(self, front: Front, now: float) -> None:
        """Who guesses gets a hundred tries a minute, and then the code is another one."""
        if self.table.wants_code or (self._opens_at is not None and now >= self._opens_at):
            self._renew_code(front)
        elif self._code != OPEN_CODE and self._opens_at is None and not self._guesses.take(now, front.take_failed()):
            front.shut, self._opens_at = True, now + SLOW_FOR

    def _renew_code(self, front: Front) -> None:
        """With no door left for a new code, the table stays shut for newcomers."""
        self.table.wants_code, self._opens_at = False, None
        code = new_code(secrets.randbelow)
        try:
            front.open_door(code, 0)
        except OSError:
            self._opens_at = float("inf")
            return
        self._older.append((self._code, self._port))
        self._code, self._port, front.shut = code, front.port, False
        self.table.dirty = True
        self.table.tell_code(code, front.port)
        self._report(self._ready())

    def _empty(self, now: float) -> bool:
        if any(session.here for session in self.table.sessions.values()):
            self._last_here = now
        return bool(self._serving.options.owner) and now - self._last_here > EMPTY_FOR

    def _save(self) -> None:
        self._serving.folder.mkdir(parents=True, exist_ok=True)
        self.table.dirty = False
        data = table_state(self.table)
        data |= {"code": self._code, "port": self._port, "older": self._older, "journal": self._journal_name}
        data["told"] = self._told
        save(self._serving.folder / TABLE_FILE, data)

    def _open_book(self, settings: MatchSettings, entrants: Sequence[Entrant]) -> Journal:
        """The journal of a match. `table.json` names it before the first event is told."""
        self._serving.folder.mkdir(parents=True, exist_ok=True)
        stem = time.strftime("%Y%m%d-%H%M%S")
        names = (f"{stem}-{settings.variant}-{n}{JOURNAL_SUFFIX}" for n in range(1000))
        path = next(p for name in names if not (p := self._serving.folder / name).exists())
        self._journal = Journal(path, settings, entrants, durable=True)
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


def _clock_with_sleep() -> float:
    """Seconds that also pass while the machine sleeps."""
    if sys.platform == "linux":
        seconds = time.clock_gettime(time.CLOCK_BOOTTIME)
    elif sys.platform == "darwin":
        seconds = time.clock_gettime(time.CLOCK_MONOTONIC)  # which Python's own monotonic clock there is not
    else:
        seconds = time.monotonic()
    return seconds
