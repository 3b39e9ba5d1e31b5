"""The first picture of a table waits for nothing that it does not show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]
TOLD = """
import sys
from game.cli import run
assert run(sys.argv[1:]) == 0
print(*sys.modules)
"""
# Loaded when first used: by a setting, a key, another screen, a second player.
LATER = (
    *"fractions json pygame._sdl2.controller secrets sqlite3 subprocess tomllib tomli_w platformdirs".split(),
    *"game.crash game.encyclopedia game.hotseat game.lobby game.pictures game.presets game.profiles".split(),
    *"game.records game.scenes.title game.settlement game.table.itempanel game.voices game.widgets.dialog".split(),
    *"net.client net.fairness net.lan net.table rules.bots.coach rules.cases rules.danger zmq".split(),
)
MOST_MODULES = 160  # of ours: each costs a quarter of a millisecond


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The modules of a new process that has drawn the first picture of a table."""
    settings = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    folder = str(tmp_path_factory.mktemp("data"))
    command = [sys.executable, "-c", TOLD, "play", "--smoke", "--seed", "7", "--data-dir", folder]
    done = subprocess.run(command, cwd=HOME, env=settings, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stderr
    drawn, modules = done.stdout.splitlines()[-2:]
    assert drawn == "drawn"
    return set(modules.split())


@pytest.mark.parametrize("name", LATER)
def test_what_the_first_picture_does_not_need_is_loaded_later(loaded: set[str], name: str) -> None:
    assert not {module for module in loaded if module == name or module.startswith(f"{name}.")}


def test_few_modules_are_loaded_for_the_first_picture(loaded: set[str]) -> None:
    ours = {module for module in loaded if module.split(".")[0] in {"game", "net", "rules"}}
    assert "game.scenes.table" in ours
    assert len(ours) <= MOST_MODULES
