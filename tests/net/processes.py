"""Real processes: a table and its clients, started, killed and started again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.helpers.ports import own_port

HOME = Path(__file__).resolve().parent.parent.parent
CODE = "47K2QD"


class Running:
    """`main.py` with these arguments; its JSON lines as they come. `within`: words before, such as ip netns exec."""

    def __init__(self, *arguments: str, within: Sequence[str] = ()) -> None:
        self.lines: list[dict[str, Any]] = []
        self.process = subprocess.Popen(
            [*within, sys.executable, str(HOME / "main.py"), *arguments], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, cwd=HOME,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(json.loads(line))

    def said(self, key: str, seconds: float = 60.0) -> dict[str, Any]:
        """The line that has this key, as soon as it comes."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for line in self.lines:
                if key in line:
                    return line
            if self.process.poll() is not None and not self._reader.is_alive():
                break
            time.sleep(0.005)
        raise AssertionError(f"never said {key}: {self.lines}, {self.wrong()}")

    def finished(self, seconds: float = 100.0) -> dict[str, Any]:
        """Wait for the end; its last line. The exit status must be 0."""
        self.process.wait(seconds)
        self._reader.join(5)
        wrong = self.wrong()
        assert self.process.returncode == 0, wrong
        assert wrong == ""
        return self.lines[-1]

    def kill(self) -> None:
        """kill -9."""
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
        self.close()

    def close(self) -> None:
        """Make sure that it is gone."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join(5)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def wrong(self) -> str:
        """What stands on standard error of a process that has ended."""
        if self.process.poll() is None or self.process.stderr is None or self.process.stderr.closed:
            return ""
        return self.process.stderr.read().decode()


def host(folder: Path, *more: str, port: int | None = None, within: Sequence[str] = ()) -> Running:
    """A table process that listens, at a port of this worker's own."""
    arguments = ["host", "--port", str(port or own_port()), "--code", CODE, "--fast", "--journal", str(folder), *more]
    table = Running(*arguments, within=within)
    table.said("ready")
    return table


def join(address: str, port: int, *more: str, within: Sequence[str] = ()) -> Running:
    """A headless client."""
    return Running("join", f"{address}:{port}", "--code", CODE, "--bot", "uniform", *more, within=within)


def under_way(folder: Path, hand: int = 1, seconds: float = 60.0) -> Path:
    """The journal of the match that is played there, as soon as some tiles of a hand have been discarded."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for journal in folder.glob("*.sifang"):
            _, *hands = journal.read_bytes().split(b"RoundStarted")
            if sum(events.count(b"Discarded") for events in hands[hand - 1 :]) > 3:
                return journal
        time.sleep(0.02)
    raise AssertionError(f"no match is under way in {folder}")
