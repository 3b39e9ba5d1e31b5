"""Starting a table process, watching it, and starting it again when it dies. Polled by the hosting player's game."""

from __future__ import annotations

import json
import os
import subprocess
from collections import deque
from collections.abc import Mapping, Sequence
from threading import Thread
from typing import IO, Any

OWNER_VARIABLE = "SIFANG_OWNER"
"""How the table process learns whom to obey: never on a command line, where others could read it."""
RESTARTS = 5
RESTARTS_WITHIN = 600.0


class _Ear:
    """Listens to a stream of a process, in a thread of its own: not every system can read a pipe without waiting."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        self.lines: deque[bytes] = deque()
        self._stream = stream
        self._thread = Thread(target=self._listen, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take in the rest of what a process has said that has ended."""
        self._thread.join()
        if self._stream is not None:
            self._stream.close()

    def _listen(self) -> None:
        for line in self._stream or ():
            self.lines.append(line)


class HostedTable:
    """A table process. `ready` is what it said when it listened, `over` what it said at the end of match or table.

    `failed` is what it wrote on standard error when it cannot be started (again).
    """

    def __init__(self, command: Sequence[str], owner: bytes, environment: Mapping[str, str] | None = None) -> None:
        """Start it: `main.py host ...` with a --journal folder. Raises OSError."""
        self.ready: dict[str, Any] | None = None
        self.over: dict[str, Any] | None = None
        self.failed = ""
        self.restarts: list[float] = []
        self._command = list(command)
        self._environment = {**(os.environ if environment is None else environment), OWNER_VARIABLE: owner.hex()}
        self._process = self._start(())

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def poll(self, now: float) -> None:
        """Read what it says; when it has died before the end, start it again."""
        if self.failed or self.over is not None:
            return
        status = self._process.poll()
        if status is not None:
            self._close_ears()
        self._read()
        if status is not None and self.over is None:
            self._again(status, now)

    def close(self) -> None:
        """End it. What it wrote down stays: it can be resumed."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(3)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._close_ears()

    def _start(self, more: Sequence[str]) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [*self._command, *more], env=self._environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )  # fmt: skip
        self._out, self._wrong = _Ear(process.stdout), _Ear(process.stderr)
        return process

    def _close_ears(self) -> None:
        for ear in (self._out, self._wrong):
            ear.close()

    def _again(self, status: int, now: float) -> None:
        self.restarts = [at for at in self.restarts if now - at < RESTARTS_WITHIN]
        wrong = b"".join(self._wrong.lines).decode(errors="replace").strip()
        if self.ready is None or status == 2 or len(self.restarts) >= RESTARTS:
            self.failed = wrong or f"the table process ended with status {status}"
            return
        self.restarts.append(now)
        self.close()
        self._process = self._start([] if "--resume" in self._command else ["--resume"])

    def _read(self) -> None:
        while self._out.lines:
            said = json.loads(self._out.lines.popleft())
            if said.get("ready"):
                self.ready = said
            if said.get("over") or said.get("closed"):
                self.over = said
