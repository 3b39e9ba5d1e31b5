"""Table processes for the LAN measurements, and coming back to one in the middle of a match."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from game.bench.measure import Comparison, Effort, Goal, Measurement, spread
from game.bench.start import HOME
from net.codes import OPEN_CODE, secret_key
from net.identity import Identity
from net.lan import Joining, LanTable, Person, Phase
from net.messages import Message, Prompt, Standing
from rules.variants import ORDER

LOCALHOST = "127.0.0.1"
PLAYABLE = 1000.0
STUCK = 20.0
DECISIONS_BETWEEN = 7


class TableRun:
    """`main.py host` for open tables, until it is ended."""

    def __init__(self, folder: Path, *more: str) -> None:
        command = [sys.executable, str(HOME / "main.py"), "host", "--open", "--port", "0", "--variant", ORDER[0]]
        command += ["--hands", "999", "--journal", str(folder), *more]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)
        self._port: int | None = None

    @property
    def port(self) -> int:
        """Where it listens, as soon as it does."""
        if self._port is None and self.process.stdout is not None:
            self._port = int(json.loads(self.process.stdout.readline())["port"])
        return self._port or 0

    def end(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextmanager
def running(many: int, *more: str) -> Iterator[list[TableRun]]:
    """So many table processes."""
    with tempfile.TemporaryDirectory(prefix="sifang-bench-") as folder:
        tables = [TableRun(Path(folder) / str(number), *more) for number in range(many)]
        try:
            yield tables
        finally:
            for table in tables:
                table.end()


def coming_back(effort: Effort) -> Measurement:
    """From nothing but the ticket to the open prompt, or the standing between two hands; the code is worked out."""
    with running(1, "--fast", "--wait", "1", "--bots", "uniform") as (table,):
        identity = Identity()
        player = _Player(table.port, identity)
        player.sit()
        times = []
        for _ in range(3 * effort.starts):
            player.play(DECISIONS_BETWEEN)
            player.lan.close()
            secret_key.cache_clear()
            began = time.perf_counter()
            player = _Player(table.port, identity)
            player.wait_for_something()
            times.append(1000 * (time.perf_counter() - began))
        player.lan.close()
    figure = spread(times)
    beside = Comparison("1 s", Goal(1, at_most=True), ratio=figure.high / PLAYABLE)
    return Measurement("coming back to a match, until playable (the ratio: slowest)", "ms", figure, (beside,))


class _Player:
    def __init__(self, port: int, identity: Identity) -> None:
        self.lan = LanTable(LOCALHOST, port, OPEN_CODE, Joining([Person("x")], "bench"), identity)
        self._open: Message | None = None

    def sit(self) -> None:
        """Take a seat; the match begins."""
        self._until(lambda: self.lan.view is not None)
        self.lan.sit(0)
        self.lan.ready(True)
        self._until(lambda: self.lan.view is not None and self.lan.view.phase is Phase.PLAY)

    def wait_for_something(self) -> None:
        """Until there is something to do."""
        self._until(lambda: self._open is not None)

    def play(self, many: int) -> None:
        """Decide something so many times."""
        for _ in range(many):
            self.wait_for_something()
            asked, self._open = self._open, None
            now = time.monotonic()
            if isinstance(asked, Prompt):
                choice = secrets.randbelow(len(asked.ask.options))
                self.lan.link.answer(asked.seat, asked.id, choice, now)
            else:
                self.lan.link.ready(self.lan.link.seats[0], now)

    def _until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + STUCK
        while not done():
            self.lan.wait(0.01)
            for message in self.lan.link.poll(time.monotonic()):
                # How the match stands is told in the middle of a hand, too: it must not hide an open prompt.
                if isinstance(message, Prompt) or (isinstance(message, Standing) and self._open is None):
                    self._open = message
            self.lan.poll(time.monotonic())
            if time.monotonic() > end:
                raise TimeoutError(f"nothing to do within {STUCK:.0f} seconds")
