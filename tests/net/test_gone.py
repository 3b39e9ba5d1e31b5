"""A bot whose table does not come back ends in words; one whose table does come back goes on."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from game.commands.join import GONE_AFTER, NEVER_AFTER, Vigil
from net.client import Client, Introduction, Status, Ticket
from tests.helpers.ports import own_port
from tests.net.processes import Running, host, join, under_way

TABLE = Ticket("a" * 32, "", b"")


def ended(client: Running, seconds: float = 60.0) -> tuple[int, str]:
    """The exit status of a program that ends, and what it says of it."""
    client.process.wait(seconds)
    return client.process.returncode, client.wrong()


@pytest.fixture
def client() -> Client:
    return Client(Introduction("0.1", "", (), b""))


def test_who_never_came_in_waits_half_a_minute(client: Client) -> None:
    vigil = Vigil()
    assert not vigil.lost(client, 100.0)
    assert not vigil.lost(client, 100.0 + NEVER_AFTER)
    assert vigil.lost(client, 101.0 + NEVER_AFTER) == "no table has let us in for 30 seconds"


def test_a_table_that_was_there_is_waited_for_longer_and_each_time_anew(client: Client) -> None:
    vigil, now = Vigil(), 0.0
    for _ in range(3):
        client.status, client.ticket = Status.JOINED, TABLE
        assert not vigil.lost(client, now)
        client.status = Status.SILENT
        assert not vigil.lost(client, now + GONE_AFTER)
        now += GONE_AFTER
    assert vigil.lost(client, now + 1.0) == "the table has been away for 120 seconds"


def test_where_nobody_listens_the_bot_says_so(stack: ExitStack) -> None:
    port = own_port()
    lonely = join("127.0.0.1", port, "--patience", "0.5")
    stack.callback(lonely.close)
    assert ended(lonely) == (1, f"127.0.0.1:{port}: no table has let us in for 0.5 seconds\n")


def killed(folder: Path, stack: ExitStack, patience: str = "6") -> tuple[int, list[Running]]:
    """The port of a table that was killed in the middle of its first hand, and two bots that were at it."""
    table = host(folder, "--variant", "lishui", "--hands", "4", "--wait", "2", "--bots", "uniform")
    stack.callback(table.close)
    port = table.lines[0]["port"]
    clients = [join("127.0.0.1", port, "--name", name, "--patience", patience) for name in ("小满", "梅娘")]
    for client in clients:
        stack.callback(client.close)
    under_way(folder)
    table.kill()
    return port, clients


def test_a_table_that_has_gone_for_good_is_given_up(tmp_path: Path, stack: ExitStack) -> None:
    port, clients = killed(tmp_path, stack, "2")
    assert [ended(client) for client in clients] == [
        (1, f"127.0.0.1:{port}: the table has been away for 2 seconds\n")
    ] * 2


def test_another_table_at_the_same_place_is_not_played_at(tmp_path: Path, stack: ExitStack) -> None:
    """It waits for two players; those who come are told from another match, and go."""
    port, clients = killed(tmp_path / "one", stack)
    other = host(tmp_path / "two", "--variant", "lishui", "--wait", "2", "--bots", "uniform", port=port)
    stack.callback(other.close)
    assert [ended(client) for client in clients] == [
        (1, f"127.0.0.1:{port}: the table is gone, another one is there now\n")
    ] * 2
    assert not list((tmp_path / "two").glob("*.sifang")), "a match of strangers was begun"


def test_the_same_match_at_a_new_table_is_played_to_its_end(tmp_path: Path, stack: ExitStack) -> None:
    port, clients = killed(tmp_path / "one", stack)
    (saved,) = (tmp_path / "one").glob("*.sifang")
    again = host(tmp_path / "two", "--saved", str(saved), port=port)
    stack.callback(again.close)
    ends = [client.finished() for client in clients]
    assert [end["points"] for end in ends] == [again.finished()["points"]] * 2
