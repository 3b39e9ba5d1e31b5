"""From starting the program to the first picture of a table, beside an empty pygame-ce window."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Final

from game.bench.measure import Effort, Findings, Goal, Measurement, compared, spread

HOME: Final = Path(__file__).resolve().parents[2]
TIMEOUT: Final = 60
BARE_WINDOW: Final = """
import pygame
pygame.display.init()
screen = pygame.display.set_mode((1280, 720), pygame.RESIZABLE)
screen.fill((20, 60, 50))
pygame.display.flip()
print("drawn", flush=True)
"""
BARE = "a bare pygame-ce window"


class StartFailed(Exception):
    """A program that was to be timed ended with an error; the message ends with its last words."""


def measure(effort: Effort) -> Findings:
    """`main.py play` and the bare window, as new processes, one after the other, until they have drawn a picture.

    With the dummy driver, and on a real display when there is one or Xvfb can make one.
    """
    measurements, notes = [], []
    with _display() as display, tempfile.TemporaryDirectory(prefix="sifang-bench-") as folder:
        table = [sys.executable, str(HOME / "main.py"), "play", "--smoke", "--data-dir", folder]
        for driver, settings in _drivers(display, folder).items():
            try:
                measurements.append(_beside_a_window(table, driver, settings, effort))
            except StartFailed as problem:
                notes.append(f"start to first table ({driver}): {problem}")
    if display is None:
        notes.append("start to first table (x11): no DISPLAY and no Xvfb")
    return Findings(tuple(measurements), notes=tuple(notes))


def _drivers(display: str | None, folder: str) -> dict[str, Mapping[str, str]]:
    """Settings of each driver. Compiled modules are kept, as they are on a player's machine.

    No SDL setting of ours is handed on: other parts of the suite make some, and they would reach the bare window too.
    """
    ours = ("PYTHONDONTWRITEBYTECODE", "SDL_")
    plain = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    plain |= {"SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1", "PYTHONPYCACHEPREFIX": folder}
    drivers: dict[str, Mapping[str, str]] = {"dummy": {**plain, "SDL_VIDEODRIVER": "dummy"}}
    if display is not None:
        drivers["x11"] = {**plain, "SDL_VIDEODRIVER": "x11", "DISPLAY": display}
    return drivers


def _beside_a_window(table: list[str], driver: str, settings: Mapping[str, str], effort: Effort) -> Measurement:
    commands = table, [sys.executable, "-c", BARE_WINDOW]
    rounds = [[_milliseconds(command, settings) for command in commands] for _ in range(1 + effort.starts)]
    ours, bare = zip(*rounds[1:], strict=True)  # the first start compiles
    figure, other = spread(ours), spread(bare)
    comparison = compared(BARE, figure, other, Goal(2, at_most=True))
    return Measurement(f"start to first table ({driver})", "ms", figure, (comparison,))


def _milliseconds(command: list[str], settings: Mapping[str, str]) -> float:
    """Until the program says that it has drawn."""
    started = time.perf_counter()
    with subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        timer = Timer(TIMEOUT, program.kill)
        timer.start()
        said = program.stdout.readline() if program.stdout else ""
        passed = time.perf_counter() - started
        _, problem = program.communicate()
        timer.cancel()
    if program.returncode or not said:
        last = (problem.strip().splitlines() or ["no message"])[-1]
        raise StartFailed(f"exit status {program.returncode}: {last}")
    return 1000 * passed


@contextmanager
def _display() -> Iterator[str | None]:
    """The display of the session, or one that Xvfb makes for a while; None when there is neither."""
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    if shutil.which("Xvfb") is None:
        yield None
        return
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1920x1080x24", "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            number = server.stdout.readline().strip() if server.stdout else ""
            yield f":{number}" if number else None
        finally:
            server.terminate()
