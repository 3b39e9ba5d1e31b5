"""What every test gets: no screen, no sound, none of your own folders; a real X display for those who ask."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any

import pytest
from hypothesis import settings

# Before anything imports pygame.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

IN_CI = "CI" in os.environ

# In CI the examples are the same in every run: a new one that fails is found by whoever works, not by who lands.
settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=150, deadline=None, derandomize=True)
settings.load_profile("ci" if IN_CI else "dev")

ROOT = Path(__file__).resolve().parent.parent
WINDOW_TOOLS = ("Xvfb", "openbox", "xdotool", "xprop")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--scale 40`: tests that can try harder do so (see tests/net/scale.py)."""
    parser.addoption("--scale", type=int, metavar="N", help="how many times as much as in CI, as SIFANG_SCALE=N")


def pytest_configure(config: pytest.Config) -> None:
    """Settings, journals and statistics of the tests go to a folder that is thrown away."""
    if config.getoption("--scale"):
        os.environ["SIFANG_SCALE"] = str(config.getoption("--scale"))
    folder = tempfile.mkdtemp(prefix="sifang-tests-")
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        os.environ[f"XDG_{name}_HOME"] = f"{folder}/{name.lower()}"
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@cache
def group_of(module: str) -> str:
    """The group that the mark of a module names, given its path from the project's folder; empty without one."""
    found = re.search(r'mark\.xdist_group\("([^"]+)"\)', (ROOT / module).read_text("utf-8"))
    return found[1] if found else ""


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `--dist loadgroup`: the tests of a group share a worker, any other goes to whichever is free.

    By itself xdist 3.8 writes the groups into the ids of tests, which pytest 9.2 does not heed.
    """
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadGroupScheduling  # type: ignore[import-untyped]

    scheduler = LoadGroupScheduling(config, log)
    scheduler._split_scope = lambda test: group_of(test.partition("::")[0]) or test
    return scheduler


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """What is closed at the end of a test: processes, clients, sockets."""
    with ExitStack() as opened:
        yield opened


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """The name of a running X display (1280x800) with a window manager, for programs started by a test.

    Skips where the tools are missing, except in CI. Mark the tests of a module `xdist_group` so that they share one.
    """
    missing = [tool for tool in WINDOW_TOOLS if shutil.which(tool) is None]
    if missing:
        reason = f"a real window needs {', '.join(missing)}"
        pytest.fail(reason) if IN_CI else pytest.skip(reason)
    # -noreset: or the server throws everybody out whenever its last client leaves.
    server = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"]
    with _running(server, dict(os.environ)) as output:
        name = f":{output.readline().strip()}"
        with _running(["openbox"], {**os.environ, "DISPLAY": name}):
            _wait_for_manager(name)
            yield name


@contextmanager
def _running(command: list[str], environment: dict[str, str]) -> Iterator[IO[str]]:
    """A program that is ended afterwards; its output."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=quiet, text=True) as program:
        assert program.stdout is not None
        try:
            yield program.stdout
        finally:
            program.terminate()


def _wait_for_manager(display: str) -> None:
    asked = ["xprop", "-display", display, "-root", "_NET_SUPPORTING_WM_CHECK"]
    deadline = time.monotonic() + 60
    while "window id" not in subprocess.run(asked, capture_output=True, text=True, check=False).stdout:
        assert time.monotonic() < deadline, "openbox does not start"
        time.sleep(0.02)
