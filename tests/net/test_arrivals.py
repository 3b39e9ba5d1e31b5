"""Who may connect: so many sessions and connections from one machine, and HELLO small and in time."""

from __future__ import annotations

import os
import time

import pytest

from net import arrivals
from net.arrivals import HELLO_WITHIN, MOST_KEPT, SHUT_FOR, SILENT_FROM_ONE, Arrivals
from net.client import Client, Introduction, Status, Ticket
from net.reception import MAX_FROM_ONE
from net.schema import NUMBER
from net.table import MAX_HELLO
from net.tableview import Person
from net.wire import TO_HOST, Frame, pack, unpack
from tests.net.server import Server
from tests.net.world import World, settings


def test_three_a_second_come_from_one_machine() -> None:
    coming = Arrivals(lambda key: True)
    let_in = [n for n in range(100) if coming.admit(f"k{n}", "10.0.0.7", n / 100)]
    assert len(let_in) == 12 + 2
    assert coming.admit("other", "10.0.0.8", 1.0)
    assert all(coming.admit(f"k{n}", "127.0.0.1", 1.0) for n in range(100))
    assert coming.admit("k200", "10.0.0.7", 1.34)


def test_who_does_not_say_who_he_is_lets_nobody_new_in_from_there_for_a_minute() -> None:
    known: set[str] = {"guest"}
    coming = Arrivals(known.__contains__)
    for number in range(SILENT_FROM_ONE):
        assert coming.admit(f"silent{number}", "10.0.0.7", float(number))
    now = SILENT_FROM_ONE + HELLO_WITHIN
    assert coming.silent(now) == SILENT_FROM_ONE
    assert not coming.admit("new", "10.0.0.7", now)
    assert coming.admit("guest", "10.0.0.7", now), "who is known comes back"
    assert coming.admit("new", "10.0.0.8", now), "others are not concerned"
    known |= {"silent3"}
    assert coming.silent(now) == SILENT_FROM_ONE - 1
    assert coming.admit("new", "10.0.0.7", now), "one has introduced himself"
    assert coming.admit("newer", "10.0.0.7", now + SHUT_FOR)
    coming.all_closed()
    assert coming.silent(now + SHUT_FOR) == 0


def test_what_is_kept_of_arrivals_is_bounded() -> None:
    coming = Arrivals(lambda key: False)
    for number in range(5 * MOST_KEPT):
        coming.admit(f"key{number}", f"10.{number >> 8}.{number & 255}.1", number / 10)
    assert max(len(coming._paces), len(coming._addresses), len(coming._came)) <= MOST_KEPT + 1
    assert coming.address(f"key{5 * MOST_KEPT - 1}").startswith("10.19.")


def test_a_fifth_session_from_one_machine_is_refused_and_places_become_free() -> None:
    world = World(1, clients=0, settings=settings())
    world.table.reception.address = lambda key: key.partition("/")[0]
    now = 0.0

    def hello(key: str) -> Client:
        client = Client(Introduction("0.1", "rules-hash", (Person("x"),), bytes(32)))
        client.connected(now)
        peer = key.encode()
        world.table.receive(peer, key, client.outgoing()[0], now)
        for to, data in world.table.outgoing():
            if to == peer:
                client.receive(data, now)
        return client

    came = [hello(f"10.0.0.7/{number}") for number in range(MAX_FROM_ONE + 1)]
    assert [client.status is Status.JOINED for client in came] == [True] * MAX_FROM_ONE + [False]
    assert came[-1].why == "full"
    assert hello("10.0.0.8/0").status is Status.JOINED
    assert all(hello(f"/{number}").status is Status.JOINED for number in range(MAX_FROM_ONE + 1)), "this machine"
    now = 10.0
    world.table.tick(now)
    assert hello("10.0.0.7/9").status is Status.JOINED, "those of before are lost"


@pytest.mark.parametrize("people", [1, 4])
def test_any_honest_hello_is_small_enough_and_a_large_one_gets_no_answer(people: int) -> None:
    world = World(1, clients=0, settings=settings())
    names = tuple(Person("𠀀" * 24, "竹" * 16) for _ in range(people))
    ticket = Ticket("t" * 32, "a" * 32, bytes(16))
    client = Client(Introduction("b" * 24, "f" * 64, names, bytes(32), True, bytes(16), ticket))
    client.connected(0.0)
    (data,) = client.outgoing()
    assert len(data) <= (512 if people == 1 else MAX_HELLO)
    world.table.receive(b"p", "k", data, 0.0)
    assert len(world.table.outgoing()) == 1
    body = unpack(data, TO_HOST).body | {"rules": "𠀀" * 64, "session": "𠀀" * 64, "build": "𠀀" * 24}
    large = pack(Frame(NUMBER["hello"], 0, 0, 0, body))
    world.table.receive(b"p", "k", large, 0.0)
    assert len(world.table.outgoing()) == (len(large) <= MAX_HELLO) == (people == 1)


def test_a_real_socket_counts_its_silent_guests_and_closes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it by real sockets, as if this machine were another one."""
    monkeypatch.setattr(arrivals, "_LOOPBACK", ("no machine",))
    server = Server()
    server.table.reception.address = server.front.arrivals.address
    guest = server.connect()
    server.run_until(lambda: guest.client.status is Status.JOINED)
    silent = [server.connect(key=os.urandom(32)) for _ in range(3)]
    for wire in silent:
        wire.client.connected = lambda now: None  # type: ignore[method-assign]
        wire.client.tick = lambda now: None  # type: ignore[method-assign]
    server.run(HELLO_WITHIN + 1.5)
    assert server.front.arrivals.silent(time.monotonic()) == 3
    assert server.front.arrivals.address(server.table.sessions[guest.client.guest].key) == "127.0.0.1"
    server.front.throw_out()
    assert server.front.arrivals.silent(time.monotonic()) == 0
    others = [server.connect() for _ in range(MAX_FROM_ONE)]
    server.run_until(lambda: all(wire.client.over or wire.client.status is Status.JOINED for wire in others))
    assert sorted(wire.client.status for wire in others) == [Status.JOINED] * 3 + [Status.REFUSED]
    assert guest.client.status is Status.JOINED
    server.close()
