"""Two to four people at one client process, with a real table process: they play, are killed, and are back together."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from net.build import rules_hash
from net.client import Introduction
from net.journal import JournalError, Record, read_journal
from net.robot import Robot
from net.schema import NUMBER
from net.tableview import Person
from net.wire import TO_CLIENT, unpack
from net.zmq_link import Wire
from rules.bots import LEVELS
from rules.events import Answered, Cause
from rules.secrecy import view_of
from tests.net.processes import CODE, Running, host, join

pytestmark = pytest.mark.timeout(200)

NAMES = ("甲", "乙", "丙", "丁")
PATIENCE = 90.0


def table_for(folder: Path, stack: ExitStack, clients: int, hands: int) -> Running:
    table = host(
        folder / "table", "--variant", "sichuan", "--hands", str(hands), "--wait", str(clients), "--bots", "efficient"
    )
    stack.callback(table.close)
    return table


def share(table: Running, folder: Path, stack: ExitStack, names: Sequence[str]) -> Running:
    """A process for several people, who are the same when it is started again."""
    words = [word for name in names for word in ("--name", name)]
    together = join("127.0.0.1", table.lines[0]["port"], *words, "--identity", str(folder / names[0]))
    stack.callback(together.close)
    return together


def record_of(folder: Path) -> Record | None:
    """The journal so far; None before there is one."""
    try:
        return next((read_journal(path) for path in (folder / "table").glob("*.sifang")), None)
    except JournalError:  # it is just being written
        return None


class Remote:
    """Somebody elsewhere, in this process: what he is told is remembered."""

    def __init__(self, port: int) -> None:
        who = Introduction("0.1", rules_hash(), (Person("远"),), bytes(32))
        self.wire = Wire("127.0.0.1", port, CODE, os.urandom(32), who)
        self.client = self.wire.client
        self.robot = Robot(self.client, LEVELS["uniform"], random.Random(3).randrange)
        self.players: set[int] = set()
        self.kinds: set[str] = set()
        hear = self.client.receive

        def receive(data: bytes, now: float) -> None:
            self._note(data)
            hear(data, now)

        self.client.receive = receive  # type: ignore[method-assign]

    def _note(self, data: bytes) -> None:
        frame = unpack(data, TO_CLIENT)
        for kind, body in frame.body.get("messages", ()):
            if kind == NUMBER["news"]:
                self.players.add(body["player"])
                self.kinds |= {event["e"] for event in body["events"]}
            elif kind == NUMBER["prompt"]:
                self.players.add(body["player"])

    def step(self) -> None:
        now = time.monotonic()
        self.wire.poll(now)
        self.robot.act(now)
        self.wire.say_now(now)
        self.wire.wait(0.01)

    @property
    def over(self) -> bool:
        return self.client.standing is not None and self.client.standing.over


def check(folder: Path, people: Sequence[str], remote: Remote | None = None) -> Record:
    """Everybody has answered for himself, in time, and nobody elsewhere was told what is not his."""
    record = record_of(folder)
    assert record is not None
    assert {entrant.name for entrant in record.entrants if entrant.level is None} == set(people)
    bots = {player for player, entrant in enumerate(record.entrants) if entrant.level is not None}
    for hand in record.hands:
        causes = {
            event.cause for event in hand if isinstance(event, Answered) and event.seat not in bots
        }  # seats are players in matches whose seats do not change
        assert causes - {Cause.FORCED} == {Cause.PLAYER}, "what the rules force, nobody is asked"
    if remote is not None:
        (view,) = remote.client.folds.views.values()
        assert remote.players == set(remote.client.players)
        assert view.log == list(view_of(record.hands[-1], view.seat))
    return record


@pytest.mark.parametrize("shared", [2, 3])
def test_people_of_one_client_and_somebody_elsewhere(shared: int, tmp_path: Path, stack: ExitStack) -> None:
    names = NAMES[:shared]
    table = table_for(tmp_path, stack, 2, hands=2)
    remote = Remote(table.lines[0]["port"])
    stack.callback(remote.wire.close)
    together = share(table, tmp_path, stack, names)
    end = time.monotonic() + PATIENCE
    while not remote.over and time.monotonic() < end:
        remote.step()
    remote.wire.poll(time.monotonic() + 1.0)
    over = together.finished()
    assert over["points"] == table.finished()["points"]
    assert over["deals"] == {"1": "proved", "2": "proved"}
    check(tmp_path, [*names, "远"], remote)


def test_four_people_of_one_client_are_killed_and_all_are_back(tmp_path: Path, stack: ExitStack) -> None:
    table = table_for(tmp_path, stack, 1, hands=3)
    together = share(table, tmp_path, stack, NAMES)
    for hand in (1, 2):
        end = time.monotonic() + PATIENCE
        while (record := record_of(tmp_path)) is None or sum(map(len, record.hands)) < hand * 60:
            assert time.monotonic() < end, table.wrong()
            time.sleep(0.01)
        together.kill()
        together = share(table, tmp_path, stack, NAMES)
    assert together.finished()["points"] == table.finished()["points"]
    check(tmp_path, NAMES)


def test_three_people_are_killed_at_every_kind_of_event(tmp_path: Path, stack: ExitStack) -> None:
    """Somebody elsewhere sees the events; whenever some are of a new kind, the process of the others dies."""
    names = NAMES[:3]
    table = table_for(tmp_path, stack, 2, hands=3)
    remote = Remote(table.lines[0]["port"])
    stack.callback(remote.wire.close)
    together, known, kills = share(table, tmp_path, stack, names), set[str](), 0
    end = time.monotonic() + PATIENCE
    while not remote.over and time.monotonic() < end:
        remote.step()
        if not remote.kinds <= known:
            known, kills = set(remote.kinds), kills + 1
            together.kill()
            together = share(table, tmp_path, stack, names)
    assert remote.over, remote.kinds
    assert kills >= 3, known  # on a slow machine several new kinds come together
    remote.wire.poll(time.monotonic() + 1.0)
    assert together.finished()["points"] == table.finished()["points"]
    check(tmp_path, [*names, "远"], remote)
