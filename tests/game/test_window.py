"""The real window under X: its class, resizing, typing, closing, and how little it costs when nothing happens."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from game.files import DATA_DIR_VARIABLE
from game.preferences import FILE_NAME, PreferenceStore

pytestmark = pytest.mark.xdist_group("window")

PATIENCE = 60.0
ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
from game.app import play
from game.scenes.settings import SettingsScene
from game.scenes.title import TitleActions, TitleScene

def first(services):
    def settings():
        services.scenes.push(SettingsScene(services, "person"))
    return TitleScene(services, TitleActions(lambda: services.say("new"), *[print] * 4, settings), "test")

play(first, "en")
"""


@dataclass(slots=True)
class Running:
    """A running game: its window and its process."""

    process: subprocess.Popen[bytes]
    window: str
    display: str

    def xdotool(self, *words: str) -> str:
        return xdotool(self.display, *words)

    def key(self, name: str) -> None:
        self.xdotool("key", "--window", self.window, name)
        time.sleep(0.15)


def xdotool(display: str, *words: str) -> str:
    found = subprocess.run(
        ["xdotool", *words], env={**os.environ, "DISPLAY": display}, capture_output=True, text=True, check=False
    )
    return found.stdout


def wait_for_window(display: str, process: subprocess.Popen[bytes]) -> str:
    deadline = time.monotonic() + PATIENCE
    wanted = ("--onlyvisible", "--all", "--pid", str(process.pid), "--class", "sifang")
    while time.monotonic() < deadline:
        found = xdotool(display, "search", *wanted).split()
        if found:
            return found[-1]
        assert process.poll() is None, "the game ended before its window came up"
        time.sleep(0.05)
    raise AssertionError("no window of class sifang")


@pytest.fixture
def game(display: str, tmp_path: Path) -> Iterator[Running]:
    """The title in a real window, settings in `tmp_path`."""
    environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
    environment[DATA_DIR_VARIABLE] = str(tmp_path)
    command = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            running = Running(process, wait_for_window(display, process), display)
            time.sleep(0.5)
            yield running
        finally:
            process.kill()


def test_a_name_is_typed_and_kept_with_the_size_when_the_window_is_closed(game: Running, tmp_path: Path) -> None:
    game.xdotool("windowsize", game.window, "1100", "640")
    time.sleep(0.4)
    game.key("s")
    for _ in range(12):  # back, restore, nine groups, the field
        game.key("Tab")
    game.xdotool("type", "--window", game.window, "--delay", "60", "Ann")
    time.sleep(0.3)
    game.key("alt+F4")
    assert game.process.wait(PATIENCE) == 0
    kept = PreferenceStore(tmp_path / FILE_NAME).current
    assert (kept.player_name, kept.window_width, kept.window_height) == ("Ann", 1100, 640)


def test_a_still_screen_costs_next_to_nothing(game: Running) -> None:
    """As soon as everything is loaded, however long that takes."""
    deadline = time.monotonic() + PATIENCE
    while cost_of_two_seconds(game.process.pid) >= 0.06:
        assert time.monotonic() < deadline


def cost_of_two_seconds(pid: int) -> float:
    """Processor time that a process uses in two seconds, in seconds."""
    before = process_seconds(pid)
    time.sleep(2)
    return process_seconds(pid) - before


def process_seconds(pid: int) -> float:
    """Processor time a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()
    ticks = os.sysconf("SC_CLK_TCK")
    return (int(fields[11]) + int(fields[12])) / ticks
