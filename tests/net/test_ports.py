"""Tables of one machine do not get in each other's way, however many begin at the same moment."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from net.table import TableOptions
from net.table_process import Serving, TableProcess
from tests.net.processes import CODE, Running, join
from tests.net.world import settings

TABLES = 4


def table(folder: Path, port: int | None) -> TableProcess:
    return TableProcess(Serving(folder, TableOptions("t", settings()), port, CODE, "0.1", False), lambda line: None)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch, stack: ExitStack) -> int:
    """The usual port, which another program has."""
    other = stack.enter_context(socket.socket())
    other.bind(("", 0))
    other.listen()
    port: int = other.getsockname()[1]
    monkeypatch.setattr("net.table_process.GAME_PORT", port)
    return port


def test_a_table_without_a_port_takes_another_when_the_usual_one_is_taken(taken: int, tmp_path: Path) -> None:
    process = table(tmp_path, None)
    front = process._open_front()
    assert front.port == process._port != taken
    front.close()


def test_a_table_with_a_port_does_not(taken: int, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=f"port {taken}"):
        table(tmp_path, taken)._open_front()


def test_a_table_that_comes_back_does_not_either(taken: int, tmp_path: Path) -> None:
    """Its people look for it where it was."""
    first = table(tmp_path, taken)
    first._save()
    again = table(tmp_path, None)
    assert again.resume()
    with pytest.raises(OSError, match=f"port {taken}"):
        again._open_front()


def test_tables_that_begin_at_the_same_moment_are_all_there(tmp_path: Path, stack: ExitStack) -> None:
    """Each has a port of its own, says which, and is joined there."""
    tables = []
    for number in range(TABLES):
        options = ["--name", str(number), "--code", CODE, "--wait", "1", "--bots", "uniform", "--hands", "1", "--fast"]
        tables.append(Running("host", "--journal", str(tmp_path / str(number)), *options))
        stack.callback(tables[-1].close)
    ports = [running.said("ready")["port"] for running in tables]
    assert len(set(ports)) == TABLES
    clients = [join("127.0.0.1", port) for port in ports]
    for client in clients:
        stack.callback(client.close)
    assert [client.finished()["points"] for client in clients] == [one.finished()["points"] for one in tables]
