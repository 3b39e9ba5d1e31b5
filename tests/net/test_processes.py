"""Four real processes play on loopback, through kill -9, and between network namespaces."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from game.commands import replay, verify_deal
from net.journal import read_journal
from rules.events import RoundEnded
from rules.variants import all_variants
from tests.net.processes import CODE, Running, host, join
from tests.net.scale import SCALE, scaled

KEYS = list(all_variants()) if SCALE > 1 else ["lishui", "sichuan_bloody", "wuhan"]
KILLS = 25


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def check(folder: Path, hands: int) -> None:
    (journal,) = folder.glob("*.sifang")
    assert replay.run([str(journal), "--verify"]) == 0
    assert verify_deal.run([str(journal)]) == 0
    record = read_journal(journal)
    assert sum(isinstance(event, RoundEnded) for hand in record.hands for event in hand) == hands
    assert [note["hand"] for note in record.notes if note["n"] == "fair"] == list(range(1, hands + 1))


@pytest.mark.parametrize("key", KEYS)
def test_four_processes_finish_a_match(key: str, tmp_path: Path, stack: ExitStack) -> None:
    table = host(tmp_path, "--variant", key, "--hands", "1", "--wait", "3", "--bots", "efficient")
    stack.callback(table.close)
    port = table.lines[0]["port"]
    clients = [join("127.0.0.1", port, "--name", name) for name in ("小满", "梅娘", "陈伯")]
    for client in clients:
        stack.callback(client.close)
    ends = [client.finished() for client in clients]
    over = table.finished()
    assert over == {"over": True, "hands": 1, "points": over["points"]}
    assert sum(over["points"]) == 0
    assert all((end["hands"], end["points"]) == (1, over["points"]) for end in ends)
    assert len({end["seat"] for end in ends}) == 3
    assert all(end["deals"] == {"1": "proved"} for end in ends)
    check(tmp_path, 1)


def test_two_people_at_one_process_finish_a_match(tmp_path: Path, stack: ExitStack) -> None:
    table = host(tmp_path, "--variant", "sichuan", "--hands", "2", "--wait", "2", "--bots", "efficient")
    stack.callback(table.close)
    port = table.lines[0]["port"]
    pair, one = join("127.0.0.1", port, "--name", "甲", "--name", "乙"), join("127.0.0.1", port, "--name", "丙")
    for client in (pair, one):
        stack.callback(client.close)
    ends = [client.finished() for client in (pair, one)]
    assert all(end["points"] == table.finished()["points"] for end in ends)
    assert ends[0]["deals"] == {"1": "proved", "2": "proved"}
    check(tmp_path, 2)
    (journal,) = tmp_path.glob("*.sifang")
    keepers = read_journal(journal).keepers
    assert {keeper.name for keeper in keepers if keeper.level is None} == {"甲", "乙", "丙"}
    assert [keeper.level for keeper in keepers].count("efficient") == 1


@pytest.mark.timeout(240 * SCALE)
def test_the_table_is_killed_again_and_again(tmp_path: Path, stack: ExitStack) -> None:
    chance = random.Random(1)
    hands = 10 * SCALE
    table = host(tmp_path, "--variant", "sichuan", "--hands", str(hands))
    port = table.lines[0]["port"]
    clients = [join("127.0.0.1", port) for _ in range(4)]
    for client in clients:
        stack.callback(client.close)
    kills = 0
    while kills < scaled(KILLS) and table.process.poll() is None:
        time.sleep(chance.uniform(0.02, 0.4))
        table.kill()
        kills += 1
        table = Running("host", "--resume", "--fast", "--journal", str(tmp_path))
        ready = table.said("ready") if not any("over" in line for line in table.lines) else {}
        assert (ready["port"], ready["code"]) == (port, CODE)
    stack.callback(table.close)
    ends = [client.finished(60 * SCALE) for client in clients]
    over = table.finished()
    assert kills == scaled(KILLS)
    assert all((end["hands"], end["points"]) == (hands, over["points"]) for end in ends)
    assert sorted(end["seat"] for end in ends) == [0, 1, 2, 3]
    assert not any("broken" in end["deals"].values() for end in ends)
    check(tmp_path, hands)


def test_clients_are_killed_and_return_to_their_seats(tmp_path: Path, stack: ExitStack) -> None:
    chance = random.Random(2)
    table = host(tmp_path / "table", "--variant", "lishui", "--hands", "12", "--takeover", "1")
    stack.callback(table.close)
    port = table.lines[0]["port"]
    places = [["--identity", str(tmp_path / f"player{n}"), "--seat", str(n)] for n in range(4)]
    clients = [join("127.0.0.1", port, *place) for place in places]
    time.sleep(2.5)
    for _ in range(scaled(4)):
        number = chance.randrange(4)
        if clients[number].process.poll() is None:
            clients[number].kill()
            clients[number] = join("127.0.0.1", port, *places[number])
        time.sleep(chance.uniform(0.2, 0.6))
    for client in clients:
        stack.callback(client.close)
    ends = [client.finished() for client in clients]
    assert [end["seat"] for end in ends] == [0, 1, 2, 3]
    table.finished()
    check(tmp_path / "table", 12)


def test_wrong_arguments_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from game.commands import host as host_command
    from game.commands import join as join_command

    wrong: list[Callable[[], int]] = [
        lambda: host_command.run(["--variant", "chess"]),
        lambda: host_command.run(["--bots", "wizard"]),
        lambda: host_command.run(["--code", "UUU"]),
        lambda: host_command.run(["--resume", "--journal", str(tmp_path / "nothing")]),
        lambda: join_command.run(["127.0.0.1:x", "--bot", "uniform"]),
        lambda: join_command.run(["127.0.0.1:1", "--bot", "wizard"]),
        lambda: join_command.run(["127.0.0.1:1", "--bot", "uniform", *["--name", "x"] * 5]),
        lambda: verify_deal.run([str(tmp_path / "nothing")]),
    ]
    for call in wrong:
        assert call() == 2
        assert capsys.readouterr().err.count("\n") == 1


# ---- network namespaces ---------------------------------------------------------------------------------------------

SPACES = ("sftest-host", "sftest-a", "sftest-b")


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def why_no_namespaces() -> str:
    if sys.platform != "linux" or shutil.which("ip") is None:
        return "network namespaces need Linux and the command ip"
    if os.geteuid() != 0:
        return "network namespaces need root"
    tried = subprocess.run(["ip", "netns", "add", "sftest-try"], capture_output=True, check=False)
    subprocess.run(["ip", "netns", "delete", "sftest-try"], capture_output=True, check=False)
    return "" if tried.returncode == 0 else "network namespaces are not allowed here"


@pytest.fixture
def two_networks() -> Iterator[None]:
    """A host with a leg on each of two networks, 10.91.1.1 and 10.91.2.1, and a machine on each."""
    if reason := why_no_namespaces():
        pytest.skip(reason)
    try:
        for space in SPACES:
            ip("netns", "add", space)
            ip("-n", space, "link", "set", "lo", "up")
        for number, space in enumerate(SPACES[1:], 1):
            near, far = f"sft{number}h", f"sft{number}c"
            ip("link", "add", near, "netns", SPACES[0], "type", "veth", "peer", "name", far, "netns", space)
            for name, where, address in ((near, SPACES[0], 1), (far, space, 2)):
                ip("-n", where, "addr", "add", f"10.91.{number}.{address}/24", "broadcast", "+", "dev", name)
                ip("-n", where, "link", "set", name, "up")
        yield
    finally:
        for space in SPACES:
            subprocess.run(["ip", "netns", "delete", space], capture_output=True, check=False)


def test_players_on_two_networks_find_the_table_and_play(two_networks: None, tmp_path: Path, stack: ExitStack) -> None:
    spaces = [["ip", "netns", "exec", space] for space in SPACES]
    table = host(tmp_path, "--variant", "lishui", "--hands", "1", "--wait", "3", "--bots", "uniform", within=spaces[0])
    stack.callback(table.close)
    port = table.lines[0]["port"]
    assert {"10.91.1.1", "10.91.2.1"} <= set(table.lines[0]["addresses"])
    for number, space in enumerate(spaces[1:], 1):
        finder = Running("find", "--seconds", "1", within=space)
        stack.callback(finder.close)
        finder.finished()
        (found,) = finder.lines
        assert (found["address"], found["port"], found["code"]) == (f"10.91.{number}.1", port, True)
    clients = [
        join("127.0.0.1", port, within=spaces[0]),
        join("10.91.1.1", port, within=spaces[1]),
        join("10.91.2.1", port, within=spaces[2]),
    ]
    for client in clients:
        stack.callback(client.close)
    over = [client.finished()["points"] for client in clients]
    assert over == [table.finished()["points"]] * 3
    check(tmp_path, 1)
