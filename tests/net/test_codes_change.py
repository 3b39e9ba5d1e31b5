"""A table gets a new code: who is there stays, who has the old one does not come in, and guessing is slow."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import zmq

from net import table_process
from net.build import rules_hash
from net.client import Introduction, Status, Ticket
from net.lan import Person
from net.session import Bucket
from net.table import TableOptions
from net.table_process import Serving, TableProcess
from net.zmq_link import GONE, Wire
from tests.helpers.ports import own_port
from tests.net.world import settings

CODE = "47K2QD"
PATIENCE = 60.0


class Running:
    """A table process in a thread of this one; `ready` are the lines it said."""

    def __init__(self, folder: Path, resume: bool = False, port: int | None = None, code: str = CODE) -> None:
        self.ready: list[dict[str, Any]] = []
        place = own_port() if port is None else port
        self.process = TableProcess(
            Serving(folder, TableOptions("t", settings()), place, code, "0.1", False), self.ready.append
        )
        if resume:
            self.process.resume()
        self._end = False
        self.process._empty = lambda now: self._end  # type: ignore[method-assign]
        self._thread = threading.Thread(target=self.process.run)
        self._thread.start()
        wait(lambda: bool(self.ready))

    def stop(self) -> None:
        self._end = True
        self._thread.join(5)


def wait(until: Callable[[], bool], seconds: float = PATIENCE, *wires: Wire) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not until():
        for wire in wires:
            wire.poll(time.monotonic())
        time.sleep(0.005)
    return until()


def connect(code: str, port: int, key: bytes, ticket: Ticket | None = None) -> Wire:
    return Wire(
        "127.0.0.1", port, code, key, Introduction("0.1", rules_hash(), (Person("x"),), bytes(32), ticket=ticket)
    )


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    table = Running(tmp_path)
    yield table
    table.stop()


def joined(wire: Wire) -> Callable[[], bool]:
    return lambda: wire.client.status is Status.JOINED


def test_a_new_code_keeps_whoever_is_there_and_lets_nobody_in_by_the_old_one(running: Running, tmp_path: Path) -> None:
    key, old = os.urandom(32), int(running.ready[0]["port"])
    keeper = connect(CODE, old, key)
    assert wait(joined(keeper), PATIENCE, keeper)
    keeper.client.order("renew_code")
    assert wait(lambda: keeper.client.new_code is not None, PATIENCE, keeper)
    assert keeper.client.new_code is not None
    code, port = keeper.client.new_code
    assert (running.ready[-1]["code"], running.ready[-1]["port"]) == (code, port)
    assert code != CODE
    late, newcomer = connect(CODE, old, os.urandom(32)), connect(code, port, os.urandom(32))
    assert wait(joined(newcomer), PATIENCE, newcomer, late, keeper)
    assert late.client.status is not Status.JOINED
    ticket = keeper.client.ticket
    keeper.close()
    running.stop()
    again = Running(tmp_path, resume=True)
    assert (again.ready[0]["code"], again.ready[0]["port"]) == (code, port)
    back = connect(CODE, old, key, ticket)
    assert wait(joined(back), PATIENCE, back)
    assert back.client.guest == keeper.client.guest
    for wire in (late, newcomer, back):
        wire.close()
    again.stop()


def test_after_too_many_guesses_the_code_is_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_process, "GUESSES", 2)
    monkeypatch.setattr(table_process, "SLOW_FOR", 1.0)
    running = Running(tmp_path)
    port = int(running.ready[0]["port"])
    guesses = [connect(guess, port, os.urandom(32)) for guess in ("47K2QE", "47K2QF")]
    assert wait(lambda: all(guess.client.over for guess in guesses), PATIENCE, *guesses)
    right = connect(CODE, port, os.urandom(32))
    assert not wait(joined(right), 0.7, right)
    assert wait(lambda: len(running.ready) == 2)
    fresh = connect(str(running.ready[1]["code"]), int(running.ready[1]["port"]), os.urandom(32))
    assert wait(joined(fresh), PATIENCE, fresh, right)
    assert right.client.status is not Status.JOINED
    for wire in (*guesses, right, fresh):
        wire.close()
    running.stop()


def test_now_and_then_somebody_types_a_wrong_code() -> None:
    guesses = Bucket(table_process.GUESSES / table_process.SLOW_FOR, table_process.GUESSES)
    assert all(guesses.take(now=60.0 * minute, amount=90) for minute in range(10))
    assert not guesses.take(now=541.0, amount=90)


def test_who_was_at_a_table_whose_place_another_one_has_knocks_a_few_times_and_no_more(tmp_path: Path) -> None:
    port = own_port()
    first = Running(tmp_path / "first", port=port)
    guest = connect(CODE, port, os.urandom(32))
    assert wait(joined(guest), PATIENCE, guest)
    first.stop()
    second = Running(tmp_path / "second", port=port, code="47K2QE")
    assert wait(lambda: guest.client.over, PATIENCE, guest)
    assert (guest.client.status, guest.client.why, guest.client.ticket) == (Status.ENDED, GONE, None)
    before = second.process._guesses._left
    assert not wait(lambda: False, 2.5, guest)
    assert second.process._guesses._left >= before, "it has stopped knocking"
    guest.close()
    second.stop()


def test_a_table_that_sleeps_is_not_taken_for_another_one() -> None:
    wire = connect(CODE, own_port(), os.urandom(32))
    wire._heed(zmq.EVENT_HANDSHAKE_SUCCEEDED, 0, 0.0)
    for now in range(0, 100, 4):
        wire._heed(zmq.EVENT_CONNECTED, 0, float(now))
        wire._heed(zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL, 0, now + 3.0)
    assert not wire.client.over
    wire.close()
