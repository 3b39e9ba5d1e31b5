"""Fixtures for the front end: no window, no sound card, a clock that only moves when told."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
import pytest

from game.app import offscreen_services
from game.bootstrap import HOME
from game.preferences import Preferences
from game.services import Services
from game.shots.acts import ShotClock
from net.build import rules_hash
from tests.helpers.faces import colour_faces
from tests.helpers.ports import own_port

MakeServices = Callable[..., Services]


@pytest.fixture
def make_services() -> MakeServices:
    """Off-screen services of a size, with preferences as keyword arguments."""

    def make(size: tuple[int, int] = (1280, 720), **preferences: object) -> Services:
        chosen = {"language": "en", **preferences}
        return offscreen_services(size, Preferences(**chosen))  # type: ignore[arg-type]

    return make


@pytest.fixture
def coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every tile face is a plain colour of its own: `faces_on` finds them on a picture."""
    colour_faces(monkeypatch)


@pytest.fixture
def services(make_services: MakeServices) -> Services:
    """English, 1280x720."""
    return make_services()


@pytest.fixture
def clock() -> ShotClock:
    """A clock that a test moves."""
    return ShotClock()


@pytest.fixture
def timed_services(make_services: MakeServices, clock: ShotClock) -> Services:
    """English, 1280x720, by that clock, and everything moves at once; the player has his name of the shots."""
    services = make_services((1280, 720), language="en", player_name="竹影", speed="instant")
    services.clock = clock
    return services


@pytest.fixture(scope="session")
def frozen_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program as it is now: whoever edits meanwhile does not part processes that have to have the same rules.

    With ports of its own: no table of another test is found from there, nor takes the port of one that will be back.
    """
    home = tmp_path_factory.mktemp("frozen")
    for name in ("game", "net", "rules"):
        shutil.copytree(HOME / name, home / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HOME / "main.py", home)
    (home / "assets").symlink_to(HOME / "assets")
    discovery = home / "net" / "discovery.py"
    own, count = re.subn(r"(?m)^(GAME|DISCOVERY)_PORT = \d+$", _at_own_port, discovery.read_text("utf-8"))
    assert count == 2
    discovery.write_text(own, "utf-8")
    return home


def _at_own_port(found: re.Match[str]) -> str:
    return f"{found[1]}_PORT = {own_port()}"


@pytest.fixture
def frozen(frozen_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every process of a test runs from that copy, and this one takes the rules for its own, too."""
    for place in ("game.lobby.hosting.HOME", "tests.net.processes.HOME", "tests.helpers.lanwindow.ROOT"):
        monkeypatch.setattr(place, frozen_home)
    monkeypatch.setattr("rules.__file__", str(frozen_home / "rules" / "__init__.py"))
    rules_hash.cache_clear()
    yield
    rules_hash.cache_clear()


def click(position: tuple[int, int]) -> list[pygame.Event]:
    """A click with the left button, as three events."""
    return [
        pygame.Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0)),
        pygame.Event(pygame.MOUSEBUTTONDOWN, pos=position, button=1),
        pygame.Event(pygame.MOUSEBUTTONUP, pos=position, button=1),
    ]


def press(key: int, mod: int = 0) -> pygame.Event:
    """A key going down."""
    return pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")
