"""Four real processes play on loopback, and through kill -9 of any of them."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from game.commands import replay, verify_deal
from net.build import rules_hash
from net.client import Client, Introduction, Ticket
from net.folds import View
from net.journal import read_journal
from net.restart import load
from net.robot import Robot
from net.table_process import TABLE_FILE
from net.tableview import Person
from net.zmq_link import Wire
from rules.bots import LEVELS
from rules.events import RoundEnded
from rules.secrecy import view_of
from rules.variants import all_variants
from tests.net.processes import CODE, Running, host, join, under_way
from tests.net.scale import SCALE, scaled

KEYS = list(all_variants()) if SCALE > 1 else ["lishui", "sichuan_bloody", "wuhan"]
HANDS = 2
KILLS = 25
KILLED_HANDS = KILLS // 2 + 1
PATIENCE = 60.0


def journal_of(folder: Path) -> Path:
    """The journal of the match; one whose table died before it named it has told nothing to anybody."""
    named = folder / str(load(folder / TABLE_FILE)["journal"])
    assert all(b"RoundStarted" not in other.read_bytes() for other in folder.glob("*.sifang") if other != named)
    return named


def check(folder: Path, hands: int) -> None:
    journal = journal_of(folder)
    assert replay.run([str(journal), "--verify"]) == 0
    assert verify_deal.run([str(journal)]) == 0
    record = read_journal(journal)
    assert sum(isinstance(event, RoundEnded) for hand in record.hands for event in hand) == hands
    assert [note["hand"] for note in record.notes if note["n"] == "fair"] == list(range(1, hands + 1))


@pytest.mark.parametrize("key", KEYS)
def test_four_processes_finish_a_match(key: str, tmp_path: Path, stack: ExitStack) -> None:
    table = host(tmp_path, "--variant", key, "--hands", str(HANDS), "--wait", "3", "--bots", "efficient")
    stack.callback(table.close)
    port = table.lines[0]["port"]
    clients = [join("127.0.0.1", port, "--name", name) for name in ("小满", "梅娘", "陈伯")]
    for client in clients:
        stack.callback(client.close)
    ends = [client.finished() for client in clients]
    over = table.finished()
    assert over == {"over": True, "hands": HANDS, "points": over["points"]}
    assert sum(over["points"]) == 0
    assert all((end["hands"], end["points"]) == (HANDS, over["points"]) for end in ends)
    assert len({end["seat"] for end in ends}) == 3
    assert all(end["deals"] == {"1": "proved", "2": "proved"} for end in ends)
    check(tmp_path, HANDS)


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
    entrants = read_journal(journal).entrants
    assert {entrant.name for entrant in entrants if entrant.level is None} == {"甲", "乙", "丙"}
    assert [entrant.level for entrant in entrants].count("efficient") == 1


class Witness:
    """A client in this process that plays, and remembers what it has been told whenever the table dies."""

    def __init__(self, port: int, before: Witness | None = None) -> None:
        """`before`: the one who comes back."""
        self.key: bytes = before.key if before is not None else os.urandom(32)
        ticket: Ticket | None = before.client.ticket if before is not None else None
        who = Introduction("0.1", rules_hash(), (Person("证人"),), bytes(32), ticket=ticket)
        self.wire = Wire("127.0.0.1", port, CODE, self.key, who)
        self.client: Client = self.wire.client
        self.robot = Robot(self.client, LEVELS["uniform"], random.Random(3).randrange)
        self.told: list[View] = []
        self.returns: list[tuple[float, float]] = []

    def play(self, seconds: float, until: Callable[[], object] = lambda: False) -> None:
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end and not until():
            self.wire.poll(now)
            self.robot.act(now)
            self.wire.say_now(now)
            self.wire.wait(0.01)

    def remember(self) -> None:
        for view in self.client.folds.views.values():
            kept = View(view.seat, view.hand)
            kept.log = list(view.log)
            self.told.append(kept)

    def come_back(self, ticket: Ticket | None, table: Running) -> None:
        """Wait for the table to know us again: so many seconds after its death, and after it listened again."""
        guest = self.client.guest
        began = listened = time.monotonic()
        while self.client.ticket == ticket and time.monotonic() - began < PATIENCE:
            self.play(0.01)
            if not table.lines:
                listened = time.monotonic()
        self.returns.append((time.monotonic() - began, time.monotonic() - listened))
        assert self.client.ticket != ticket, "the table did not come back"
        assert self.client.guest == guest, "the table took us for somebody new"

    def past(self, hand: int) -> bool:
        """Whether a later hand is being played."""
        return any(view.hand > hand for view in self.client.folds.views.values())

    @property
    def over(self) -> bool:
        return self.client.standing is not None and self.client.standing.over


@pytest.mark.timeout(400)
@pytest.mark.parametrize("seed", range(SCALE))
def test_the_table_is_killed_again_and_again(seed: int, tmp_path: Path, stack: ExitStack) -> None:
    """With 25 kills a match: nothing is lost, repeated or dealt again, and everybody comes back by himself.

    Nobody plays without the witness, who lets the match go on by a hand every other kill: so it is not over before.
    """
    chance = random.Random(seed)
    table = host(tmp_path, "--variant", "sichuan", "--hands", str(KILLED_HANDS))
    port = table.lines[0]["port"]
    witness = Witness(port)
    stack.callback(witness.wire.close)
    clients = [join("127.0.0.1", port) for _ in range(3)]
    for client in clients:
        stack.callback(client.close)
    for kill in range(KILLS):
        witness.play(chance.uniform(0.02, 0.4), partial(witness.past, kill // 2))
        ticket = witness.client.ticket
        table.kill()
        witness.remember()
        table = Running("host", "--resume", "--fast", "--journal", str(tmp_path))
        stack.callback(table.close)
        if ticket is not None:
            witness.come_back(ticket, table)
        ready = table.said("ready")
        assert (ready["port"], ready["code"]) == (port, CODE)
    witness.play(2 * PATIENCE, lambda: witness.over)
    ends = [client.finished() for client in clients]
    over = table.finished()
    assert all((end["hands"], end["points"]) == (KILLED_HANDS, over["points"]) for end in ends)
    assert sorted([*witness.client.players, *(end["seat"] for end in ends)]) == [0, 1, 2, 3]
    assert not any("broken" in end["deals"].values() for end in ends)
    check(tmp_path, KILLED_HANDS)
    hands = read_journal(journal_of(tmp_path)).hands
    assert not witness.client.reports
    for view in witness.told:
        assert list(view_of(hands[view.hand - 1], view.seat))[: len(view.log)] == view.log
    times, waits = sorted(time for time, _ in witness.returns), sorted(wait for _, wait in witness.returns)
    print(f"{len(times)} returns: median {times[len(times) // 2]:.2f} s, worst {times[-1]:.2f} s")
    print(f"of which after the table listened: median {waits[len(waits) // 2]:.2f} s, worst {waits[-1]:.2f} s")
    assert SCALE == 1 or waits[len(waits) // 2] <= 1.5, "on a machine with nothing else to do"


@pytest.mark.timeout(240)
def test_clients_are_killed_and_return_to_their_seats(tmp_path: Path, stack: ExitStack) -> None:
    chance, kills = random.Random(2), scaled(4)
    hands = 4 * kills  # far from over at the last kill: once everybody knows the end, nobody finds the table any more
    table = host(tmp_path / "table", "--variant", "lishui", "--hands", str(hands), "--takeover", "1")
    stack.callback(table.close)
    port = table.lines[0]["port"]
    places = [["--identity", str(tmp_path / f"player{n}"), "--seat", str(n)] for n in range(4)]
    clients = [join("127.0.0.1", port, *place) for place in places]
    for kill in range(kills):
        under_way(tmp_path / "table", hand=1 + kill)
        number = chance.randrange(4)
        clients[number].kill()
        clients[number] = join("127.0.0.1", port, *places[number])
        time.sleep(chance.uniform(0.2, 0.6))
    for client in clients:
        stack.callback(client.close)
    ends = [client.finished() for client in clients]
    assert [end["seat"] for end in ends] == [0, 1, 2, 3]
    table.finished()
    check(tmp_path / "table", hands)


@pytest.mark.parametrize("killed", [True] if SCALE == 1 else [False, True])
def test_who_is_lost_at_the_end_comes_back_and_sees_it(killed: bool, tmp_path: Path, stack: ExitStack) -> None:
    """The table waits a while for him before it goes; also when it was killed in between."""
    table = host(tmp_path, "--variant", "lishui", "--hands", "1", "--wait", "3", "--bots", "uniform", "--takeover", "1")
    port = table.lines[0]["port"]
    witness = Witness(port)
    clients = [join("127.0.0.1", port) for _ in range(2)]
    for client in clients:
        stack.callback(client.close)
    witness.play(PATIENCE, lambda: witness.client.players)
    witness.wire.close()
    for client in clients:
        assert client.finished()["hands"] == 1
    assert table.process.poll() is None
    if killed:
        table.kill()
        table = Running("host", "--resume", "--fast", "--journal", str(tmp_path))
    stack.callback(table.close)
    back = Witness(port, witness)
    stack.callback(back.wire.close)
    back.play(PATIENCE, lambda: back.over)
    assert back.over
    assert back.client.players == witness.client.players
    assert table.finished()["over"]
    again = Running("host", "--resume", "--fast", "--journal", str(tmp_path))
    stack.callback(again.close)
    assert again.finished() == table.lines[-1]


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
