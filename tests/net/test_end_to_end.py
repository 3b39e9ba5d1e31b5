"""What two people at a table do to each other, with a real table process: kick, close, another edition, floods."""

from __future__ import annotations

import errno
import os
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
import zmq

from net.build import rules_hash
from net.client import Introduction, Status
from net.identity import Identity
from net.lan import Joining, LanTable
from net.schema import NUMBER, Phase
from net.table import MOST_DROPPED
from net.tableview import Person
from net.wire import PROTOCOL, Frame, pack
from net.zmq_link import Wire
from tests.net.disk import Disk
from tests.net.processes import CODE, Running, host
from tests.net.scale import SCALE, scaled
from tests.net.server import Server


@pytest.fixture
def table(tmp_path: Path, stack: ExitStack) -> Running:
    running = host(tmp_path / "table", "--variant", "lishui", "--hands", "1", "--wait", "4")
    stack.callback(running.close)
    return running


def sit_at(table: Running, folder: Path, stack: ExitStack, name: str) -> LanTable:
    """Somebody with an identity of his own joins."""
    identity = Identity(folder / name)
    stack.callback(identity.close)
    return come(table, identity, stack, name)


def come(table: Running, identity: Identity, stack: ExitStack, name: str, code: str = CODE, port: int = 0) -> LanTable:
    lan = LanTable("127.0.0.1", port or table.lines[0]["port"], code, Joining([Person(name)], "0.1"), identity)
    stack.callback(lan.close)
    return lan


def until(done: Callable[[], object], *tables: LanTable, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not (found := done()) and time.monotonic() < end:
        for lan in tables:
            lan.poll(time.monotonic())
        tables[0].wait(0.01)
    assert found, [(lan.status, lan.why) for lan in tables]


def joined(*tables: LanTable) -> None:
    until(lambda: all(lan.view is not None and len(lan.view.guests) == len(tables) for lan in tables), *tables)


def test_who_is_kicked_is_told_so_and_does_not_come_back(table: Running, tmp_path: Path, stack: ExitStack) -> None:
    anna = sit_at(table, tmp_path, stack, "anna")
    until(lambda: anna.view is not None, anna)
    bob = sit_at(table, tmp_path, stack, "bob")
    joined(anna, bob)
    bob.kick(anna.me)
    until(bob.take_outcomes, anna, bob)
    assert anna.status is Status.JOINED, "only the keeper may"
    anna.take_notices()
    anna.kick(bob.me)
    until(lambda: bob.status is Status.ENDED, anna, bob)
    assert bob.why == "kicked"
    until(lambda: ("kicked", "bob") in [(notice.code, notice.name) for notice in anna.take_notices()], anna)
    assert anna.view is not None
    assert len(anna.view.guests) == 1
    again = come(table, bob._identity, stack, "bob")
    until(lambda: again.status is Status.REFUSED, again, anna)
    assert again.why == "kicked", "and he need not guess why nobody answers"
    assert anna.view is not None
    assert len(anna.view.guests) == 1


def test_who_is_not_let_in_now_comes_in_by_himself_later() -> None:
    """The library gives up a connection that the host has turned down: the client tries again."""
    server = Server()
    server.front.shut = True
    late = server.connect()
    server.run(3.0)  # it has tried again in vain
    assert len(server.table.sessions) == 0
    server.front.shut = False
    server.run_until(lambda: late.client.status is Status.JOINED)
    assert late.client.status is Status.JOINED
    server.close()


def test_a_table_that_is_closed_says_so_and_the_process_ends(table: Running, tmp_path: Path, stack: ExitStack) -> None:
    anna = sit_at(table, tmp_path, stack, "anna")
    until(lambda: anna.view is not None, anna)
    bob = sit_at(table, tmp_path, stack, "bob")
    joined(anna, bob)
    bob.close_table()
    until(bob.take_outcomes, anna, bob)
    assert anna.status is Status.JOINED, "only the keeper may"
    anna.close_table()
    until(lambda: anna.status is Status.ENDED and bob.status is Status.ENDED, anna, bob)
    assert (anna.why, bob.why) == ("closed", "closed")
    assert table.finished() == {"closed": True, "hands": 0, "points": [0, 0, 0, 0]}


def test_a_new_code_lets_others_in_by_it_alone(table: Running, tmp_path: Path, stack: ExitStack) -> None:
    anna = sit_at(table, tmp_path, stack, "anna")
    until(lambda: anna.view is not None, anna)
    anna.renew_code()
    until(lambda: anna.new_code, anna)
    assert anna.new_code is not None
    code, port = anna.new_code
    assert table.lines[-1]["code"] == code != CODE
    late = sit_at(table, tmp_path, stack, "late")
    bob = come(table, Identity(), stack, "bob", code, port)
    until(lambda: bob.status is Status.JOINED, anna, bob, late)
    until(lambda: anna.view is not None and len(anna.view.guests) == 2, anna, bob, late)
    until(lambda: late.status is Status.REFUSED, anna, bob, late)
    assert late.why == "code"


@pytest.mark.parametrize(("rules", "why"), [("f" * 64, "rules"), ("", "version")])
def test_another_edition_is_refused_in_words(table: Running, stack: ExitStack, rules: str, why: str) -> None:
    who = Introduction("0.9", rules or rules_hash(), (Person("x"),), bytes(32))
    wire = Wire("127.0.0.1", table.lines[0]["port"], CODE, os.urandom(32), who)
    stack.callback(wire.close)
    if why == "version":
        newer = pack(Frame(NUMBER["hello"], 0, 0, 0, _hello(PROTOCOL + 1)))
        wire.client._hello = lambda now: wire.client._out.append(newer)  # type: ignore[method-assign]
    end = time.monotonic() + 60
    while not wire.client.over and time.monotonic() < end:
        wire.poll(time.monotonic())
        wire.wait(0.01)
    assert (wire.client.status, wire.client.why) == (Status.REFUSED, why)
    assert wire.client.theirs is not None
    assert (wire.client.theirs.protocol, wire.client.theirs.rules) == (PROTOCOL, rules_hash())


def _hello(protocol: int) -> dict[str, object]:
    return {
        "low": protocol, "high": protocol, "build": "9.0", "rules": "f" * 64, "players": [], "watch": False,
        "session": "", "token": b"", "owner": b"", "have": {"hand": 0, "again": 0, "counts": []},
    }  # fmt: skip


# ---- floods ---------------------------------------------------------------------------------------------------------


def resident(process: Running) -> int:
    """The memory of a process in KiB."""
    lines = Path(f"/proc/{process.process.pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def pings(lan: LanTable, seconds: float, meanwhile: Callable[[], object], done: Callable[[], bool]) -> list[int]:
    """How long a message there and back takes, in milliseconds, ten times a second, until all is done."""
    found: list[int] = []
    client = lan._wire.client
    began = time.monotonic()
    while (now := time.monotonic()) < began + seconds or not done():
        assert now < began + seconds + 60.0
        meanwhile()
        if now - client._ping_at >= 0.1:
            found.append(client.ping)
            client._ping_at = -1e9
        lan.poll(now)
        lan.wait(0.002)
    return sorted(found)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the memory of a process is read from /proc")
def test_floods_harm_nobody(table: Running, tmp_path: Path, stack: ExitStack) -> None:
    """A guest that sends as fast as it can, and a stranger who opens connections and says nothing, or nonsense."""
    anna = sit_at(table, tmp_path, stack, "anna")
    until(lambda: anna.view is not None, anna)
    evil = sit_at(table, tmp_path, stack, "evil")
    joined(anna, evil)
    before = resident(table)
    client = evil._wire.client
    frame = pack(Frame(NUMBER["ping"], client._epoch, 0, 0, {"n": 1, "ms": 0}))
    sent = 0

    def flood() -> None:
        nonlocal sent
        for _ in range(200):
            try:
                evil._wire._socket.send(frame, zmq.NOBLOCK)
                sent += 1
            except zmq.Again:
                break

    times = pings(anna, 2.0, flood, lambda: anna.view is not None and len(anna.view.guests) == 1)
    assert sent > MOST_DROPPED
    opened: list[socket.socket] = []

    def connect() -> None:
        if len(opened) >= scaled(300):
            return
        with suppress(ConnectionRefusedError):  # while silent ones are thrown out nobody listens for a moment
            opened.append(stack.enter_context(socket.create_connection(("127.0.0.1", table.lines[0]["port"]))))
            opened[-1].sendall(b"" if len(opened) % 2 else os.urandom(100))

    times += pings(anna, 2.0 * SCALE, connect, lambda: len(opened) >= scaled(300))
    assert times
    assert SCALE == 1 or sorted(times)[len(times) * 99 // 100] <= 250, "on a machine with nothing else to do"
    assert resident(table) - before < 16 * 1024
    assert anna.status is Status.JOINED
    assert anna.view is not None
    assert anna.view.phase is Phase.LOBBY
    bob = sit_at(table, tmp_path, stack, "bob")
    until(lambda: bob.status is Status.JOINED, anna, bob)


# ---- a guest's own disk ---------------------------------------------------------------------------------------------


def test_a_guest_whose_disk_is_full_plays_on_and_keeps_the_ticket_later(
    table: Running, tmp_path: Path, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    identity = Identity(tmp_path / "anna")
    stack.callback(identity.close)
    disk = Disk(tmp_path / "anna", monkeypatch)

    def refuse(kind: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    disk.hook = refuse
    anna = come(table, identity, stack, "anna")
    until(lambda: anna.view is not None, anna)
    assert identity.ticket(anna.place) is None
    disk.hook = lambda kind: None
    until(lambda: identity.ticket(anna.place), anna)
    assert b'"tickets": []' not in (tmp_path / "anna" / "player-1.json").read_bytes()
