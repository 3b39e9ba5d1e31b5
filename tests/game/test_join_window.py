"""`main.py join ADDRESS` with a window: through the lobby to the table of a real table process."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.app import offscreen_services
from game.commands.join import lobby_at
from game.files import DATA_DIR_VARIABLE
from game.lobby.lantable import LanTableScene
from game.scenes.lobby import LobbyScene
from game.services import Services
from net.lan import Role, Status
from tests.net.processes import CODE, Running, host

pytestmark = [pytest.mark.usefixtures("frozen"), pytest.mark.timeout(200)]
PATIENCE = 60.0


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Services:
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path / "data"))
    return offscreen_services((1280, 720), clock=time.monotonic)


@pytest.fixture
def table(tmp_path: Path, frozen: None) -> Iterator[Running]:
    running = host(tmp_path / "table", "--variant", "lishui", "--hands", "1", "--wait", "1", "--bots", "uniform")
    yield running
    running.close()


def lobby(services: Services, table: Running, spectate: bool = False) -> LobbyScene:
    given = Namespace(name=["竹影"], spectate=spectate)
    scene = lobby_at(services, ("127.0.0.1", table.lines[0]["port"]), CODE, given)
    assert isinstance(scene, LobbyScene)
    services.scenes.push(scene)
    return scene


def run(services: Services, until: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not until():
        services.background()
        services.scenes.top.update(0.02)
        time.sleep(0.01)
    assert until()


def test_the_window_joins_sits_down_and_plays(services: Services, table: Running) -> None:
    scene = lobby(services, table)
    run(services, lambda: bool(scene.match.seats))
    assert scene.match.view is not None
    sitter = scene.match.view.seats[scene.match.seats[0]]
    assert sitter is not None
    assert sitter.name == "竹影"
    assert scene.match.table is not None
    scene.match.table.ready(True)
    run(services, lambda: isinstance(services.scenes.top, LanTableScene))
    scene.match.close()
    scene.search.close()


def test_the_window_watches(services: Services, table: Running) -> None:
    scene = lobby(services, table, spectate=True)
    run(services, lambda: scene.match.status is Status.JOINED and scene.match.view is not None)
    assert scene.match.view is not None
    assert [guest.role for guest in scene.match.view.guests] == [Role.SPECTATOR]
    assert not scene.match.seats
    scene.match.close()
    scene.search.close()
