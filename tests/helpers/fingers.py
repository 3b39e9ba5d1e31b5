"""Fingers and a gamepad for a program in a window of its own, started by way of `touchprogram.py`."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

TESTS = Path(__file__).resolve().parents[2]
TAP, AFTER, STEP = 0.06, 0.06, 0.015

Point = tuple[float, float]


def start_program(
    words: Sequence[object], home: Path, environment: dict[str, str], said: IO[str]
) -> subprocess.Popen[bytes]:
    """Start the program of a folder so that it can be touched; what it complains of goes to `said`."""
    more = {"PYTHONPATH": str(TESTS), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "tests.helpers.touchprogram", *map(str, words)], cwd=home, env=environment | more,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said,
    )  # fmt: skip


@dataclass(slots=True)
class Fingers:
    """Places are pixels of a window of `size`. The program's standard input and output are pipes."""

    process: subprocess.Popen[bytes]
    size: tuple[int, int]

    def send(self, *words: object) -> dict[str, Any]:
        """Have a command carried out; what the program says."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write((" ".join(map(str, words)) + "\n").encode())
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the program has ended"
        said: dict[str, Any] = json.loads(line)
        return said

    def _place(self, place: Point) -> Point:
        return (place[0] + 0.5) / self.size[0], (place[1] + 0.5) / self.size[1]

    def down(self, place: Point, finger: int = 1) -> None:
        """Come down."""
        self.send("down", finger, *self._place(place))

    def move(self, place: Point, finger: int = 1) -> None:
        """Move there at once."""
        self.send("move", finger, *self._place(place))

    def up(self, finger: int = 1) -> None:
        """Go up."""
        self.send("up", finger)

    def tap(self, place: Point, times: int = 1, hold: float = TAP) -> None:
        """A short touch, or a longer one."""
        for _ in range(times):
            self.down(place)
            time.sleep(hold)
            self.up()
            time.sleep(AFTER)

    def drag(self, places: Sequence[Point], finger: int = 1, lift: bool = True) -> None:
        """From the first place along the others, as smoothly as a hand."""
        self.down(places[0], finger)
        for start, end in zip(places, places[1:], strict=False):
            for part in range(1, 9):
                share = part / 8
                self.move((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])), finger)
                time.sleep(STEP)
        if lift:
            self.up(finger)
            time.sleep(AFTER)

    def where(self) -> dict[str, Any]:
        """The screen on top (see `touchprogram.py`)."""
        return self.send("where")
