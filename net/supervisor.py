"""Starting a table process, watching it, and starting it again when it dies. Polled by the hosting player's game."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any

OWNER_VARIABLE = "SIFANG_OWNER"
"""How the table process learns whom to obey: never on a command line, where others could read it."""
RESTARTS = 5
RESTARTS_WITHIN = 600.0


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
        self._pending = b""
        self._process = self._start(())

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def poll(self, now: float) -> None:
        """Read what it says; when it has died before the end, start it again."""
        if self.failed or self.over is not None:
            return
        self._read()
        status = self._process.poll()
        if status is None:
            return
        self._read()
        if self.over is None:
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
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _start(self, more: Sequence[str]) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [*self._command, *more], env=self._environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )  # fmt: skip
        if process.stdout is not None:
            os.set_blocking(process.stdout.fileno(), False)
        return process

    def _again(self, status: int, now: float) -> None:
        self.restarts = [at for at in self.restarts if now - at < RESTARTS_WITHIN]
        wrong = self._process.stderr.read().decode(errors="replace").strip() if self._process.stderr else ""
        if self.ready is None or status == 2 or len(self.restarts) >= RESTARTS:
            self.failed = wrong or f"the table process ended with status {status}"
            return
        self.restarts.append(now)
        self.close()
        self._pending = b""
        self._process = self._start([] if "--resume" in self._command else ["--resume"])

    def _read(self) -> None:
        if self._process.stdout is None:
            return
        self._pending += self._process.stdout.read() or b""
        *lines, self._pending = self._pending.split(b"\n")
        for line in lines:
            said = json.loads(line)
            if said.get("ready"):
                self.ready = said
            if said.get("over") or said.get("closed"):
                self.over = said
