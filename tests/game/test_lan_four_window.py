"""Two real windows with two people each at one table of the network, by mouse; a window and the table are killed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from game.files import LAN, RECORDS
from game.scenes.lobby import LobbyScene
from game.shots import lan
from tests.helpers.lanshared import Sharers
from tests.helpers.lanwindow import TableFile, mirror, next_hand, went_on
from tests.net.processes import CODE, Running, host

pytestmark = [
    pytest.mark.xdist_group("lan hotseat window"),
    pytest.mark.usefixtures("frozen"),
    pytest.mark.timeout(400),
]

PAIRS = (("Ann", "Cat"), ("Bob", "Dan"))
PATIENCE = 180.0


@dataclass
class Four:
    """Two windows, the table process, and its journal."""

    windows: list[Sharers]
    table: Running
    file: TableFile
    folder: Path

    def play(self, enough: Callable[[], bool]) -> None:
        """All of them, until it is enough."""
        end = time.monotonic() + PATIENCE
        while not enough():
            over = [window.play(self.file) for window in self.windows]
            if all(over):
                next_hand(self.windows)
            assert time.monotonic() < end, [window.answered for window in self.windows]
            time.sleep(0.03)


@pytest.fixture
def four(display: str, tmp_path: Path, frozen: None) -> Iterator[Four]:
    """Everybody is in the lobby."""
    with ExitStack() as opened:
        folder = tmp_path / RECORDS / LAN / "table"
        table = host(folder, "--variant", "hebei_1", "--hands", "8", "--wait", "2", "--takeover", "60", "--seed", "4")
        four = Four([], table, TableFile(tmp_path), folder)
        opened.callback(lambda: four.table.close())
        for first, second in PAIRS:
            place = f"127.0.0.1:{table.lines[0]['port']}"
            command = ["join", place, "--code", CODE, "--name", first, "--name", second]
            window = Sharers(display, tmp_path / first, first, command, others=[second])
            window.folder.mkdir()
            window.start()
            opened.callback(window.kill)
            four.windows.append(window)
            window.wait(lambda: four.file.seated == 2 * len(four.windows), "they do not sit down")
            window.wait_for_picture()
        yield four


def test_four_people_at_two_windows_play_and_come_back(four: Four) -> None:
    lobby = mirror(lan.show_lobby, "Ann")
    assert isinstance(lobby, LobbyScene)
    main = lobby.widgets["main"].rect
    left, right = four.windows
    right.press_until(main.center, lambda: four.file.ready > 0)
    left.press_until(main.center, lambda: bool(four.file.hands()))
    four.play(lambda: left.everybody_answered(1) and right.everybody_answered(1))
    entrants, before = four.file.record().entrants, four.file.hands()
    assert {entrant.name for entrant in entrants} == {name for pair in PAIRS for name in pair}
    assert all(entrant.level is None for entrant in entrants)

    right.kill()
    right.start()
    four.table.kill()
    four.table = host(four.folder, "--resume", "--seed", "4")
    right.wait_for_picture()
    four.play(lambda: left.everybody_answered(2) and right.everybody_answered(2))
    assert four.file.record().entrants == entrants
    assert went_on(before, four.file.hands())
    assert (left.complaints, right.complaints) == ("", "")
