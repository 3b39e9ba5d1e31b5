"""Hosting from the game: the table process is started, obeys its owner, and is back at once when it dies."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from net.identity import Identity
from net.lan import HostedTable, Joining, LanTable, Person, Phase, Status
from net.table import TableOptions
from net.table_process import Serving, TableProcess
from tests.helpers.ports import own_port
from tests.net.processes import HOME
from tests.net.world import settings

OWNER = b"o" * 16


def wait(hosted: HostedTable, lan: LanTable | None, until: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not until():
        hosted.poll(time.monotonic())
        if lan is not None:
            lan.poll(time.monotonic())
        time.sleep(0.01)
    assert until(), (hosted.ready, hosted.failed)


def start(folder: Path, *more: str, environment: dict[str, str] | None = None) -> HostedTable:
    port = str(own_port())
    command = [sys.executable, str(HOME / "main.py"), "host", "--port", port, "--journal", str(folder), "--fast", *more]
    return HostedTable(command, OWNER, environment)


def test_the_owner_hosts_plays_and_survives_the_death_of_the_table(tmp_path: Path) -> None:
    hosted = start(tmp_path / "table", "--hands", "1")
    identity = Identity()
    wait(hosted, None, lambda: hosted.ready is not None)
    assert hosted.ready is not None
    joining = Joining([Person("竹影")], "0.1", owner=OWNER)
    lan = LanTable("127.0.0.1", hosted.ready["port"], hosted.ready["code"], joining, identity)
    wait(hosted, lan, lambda: lan.view is not None)
    assert lan.is_keeper
    lan.sit(1)
    for seat in (0, 2, 3):
        lan.seat_bot(seat, "uniform")
    wait(hosted, lan, lambda: lan.view is not None and None not in lan.view.seats)
    lan.start()
    wait(hosted, lan, lambda: lan.view is not None and lan.view.phase is Phase.PLAY)
    wait(hosted, lan, lambda: bool(lan.link.seats))
    seats, first, ticket = lan.link.seats, hosted.pid, lan._client.ticket
    os.kill(first, signal.SIGKILL)
    wait(hosted, lan, lambda: lan._client.ticket != ticket and lan.status is Status.JOINED)
    assert hosted.pid != first
    assert lan.link.seats == seats
    assert lan.is_keeper
    lan.close()
    hosted.close()


def test_a_table_that_cannot_start_says_why(tmp_path: Path) -> None:
    hosted = start(tmp_path / "table", "--variant", "chess")
    wait(hosted, None, lambda: bool(hosted.failed))
    assert "unknown variant 'chess'" in hosted.failed
    hosted.close()


def test_a_table_with_a_chinese_name_is_heard_whatever_the_code_page_of_the_system(tmp_path: Path) -> None:
    hosted = start(tmp_path / "table", "--name", "竹影之家", environment={**os.environ, "PYTHONIOENCODING": "gbk"})
    wait(hosted, None, lambda: hosted.ready is not None)
    assert hosted.ready is not None
    assert hosted.ready["table"] == "竹影之家"
    hosted.close()


def test_a_seed_decides_what_happens_by_chance(tmp_path: Path) -> None:
    def drawn(seed: bytes | None) -> list[int]:
        serving = Serving(tmp_path, TableOptions("t", settings(), seed=seed), None, "47K2QD", "0.1", False)
        chance = TableProcess(serving, lambda line: None).table.tools.chance
        return [chance(1000) for _ in range(20)]

    assert drawn(b"one" * 8) == drawn(b"one" * 8) != drawn(b"two" * 8)
    assert drawn(None) != drawn(None)
