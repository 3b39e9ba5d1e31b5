"""The real sockets under CURVE: codes, keys, strangers, floods, a slow link, and the Link that a scene gets."""

from __future__ import annotations

import contextlib
import os
import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq

from net.client import Status, Ticket
from net.codes import OPEN_CODE
from net.identity import Identity
from net.journal import Journal
from net.lan import Joining, LanTable
from net.messages import News, Prompt
from net.robot import Robot
from net.schema import FROM_CLIENT, Phase
from net.tableview import Person
from net.timers import Timers
from net.wire import Frame, pack
from net.zmq_host import Front, _Door
from rules.bots import LEVELS, seeded_chooser
from tests.net.proxy import Proxy
from tests.net.scale import SCALE, scaled
from tests.net.server import CHANCE, CODE, PATIENCE, Server
from tests.net.world import settings

WRONG = "47K2QE"


@pytest.fixture
def server() -> Iterator[Server]:
    serving = Server()
    yield serving
    serving.close()


@pytest.fixture
def without_limits() -> Iterator[Server]:
    serving = Server(settings=settings("lishui", timers=Timers()))
    yield serving
    serving.close()


def test_the_right_code_joins_and_a_wrong_one_is_refused(server: Server) -> None:
    right, wrong, guess = server.connect(), server.connect(WRONG), server.connect(OPEN_CODE)
    server.run_until(lambda: wrong.client.over and guess.client.over and right.client.status is Status.JOINED)
    assert (wrong.client.status, wrong.client.why) == (Status.REFUSED, "code")
    assert guess.client.why == "code"
    assert len(server.table.sessions) == 1
    broken: list[int] = []

    def guessed_twice() -> bool:
        broken.append(server.front.take_failed())
        return sum(broken) >= 2

    server.run_until(guessed_twice)


def test_other_rules_are_refused_in_words(server: Server) -> None:
    other = server.connect(rules="different")
    server.run_until(lambda: other.client.over)
    assert (other.client.status, other.client.why) == (Status.REFUSED, "rules")


def test_strangers_without_curve_get_nothing(server: Server) -> None:
    server.play()
    before = len(server.book.events)
    context = zmq.Context()
    plain = context.socket(zmq.DEALER)
    plain.linger = 0
    plain.connect(f"tcp://127.0.0.1:{server.front.port}")
    plain.send(b"hello")
    raw = [socket.create_connection(("127.0.0.1", server.front.port)) for _ in range(50)]
    for sock in raw:
        sock.sendall(b"GET / HTTP/1.0\r\n\r\n" * 10)
    server.run(1.0)
    assert not plain.poll(0)
    assert len(server.table.sessions) == 4
    assert len(server.book.events) >= before
    plain.close()
    context.term()
    for sock in raw:
        sock.close()
    server.run_until(lambda: server.table.phase is Phase.OVER)
    assert server.table.phase is Phase.OVER


@pytest.mark.timeout(120 * SCALE)
def test_thousands_of_hostile_frames_through_the_socket_change_nothing(without_limits: Server) -> None:
    """However long that takes: nobody's time runs out."""
    server = without_limits
    server.play()
    server.robots.clear()
    server.run(0.3)
    assert server.table.play is not None
    assert server.table.play.host.round is not None
    log = list(server.table.play.host.round.log)
    attacker = server.connect()
    server.run_until(lambda: attacker.client.status is Status.JOINED)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sent, slowest, chance = 0, 0.0, seeded_chooser(b"frames", 1)
    while sent < scaled(20_000):
        for _ in range(50):
            kind = FROM_CLIENT[chance(len(FROM_CLIENT))]
            frame = bytearray(pack(Frame(kind.number, 2**40, chance(2**31), 0, kind.body.example(chance))))
            frame[chance(len(frame))] = chance(256)
            parts = [bytes(frame)] if chance(20) else [bytes(frame)] * 3
            try:
                attacker._socket.send_multipart(parts, zmq.NOBLOCK)
            except zmq.Again:
                break
            sent += 1
        began = time.thread_time()
        server.step()
        slowest = max(slowest, time.thread_time() - began)
        for session in server.table.sessions.values():
            session.limits = type(session.limits)()
    server.run(0.5)
    assert server.table.play.host.round.log == log
    assert slowest < 0.25
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 16 * 1024


def test_a_banned_key_is_thrown_out_and_the_others_come_back(server: Server) -> None:
    server.play()
    key = os.urandom(32)
    attacker = server.connect(key=key)
    server.run_until(lambda: attacker.client.status is Status.JOINED)
    attacker_session = server.table.sessions[attacker.client.guest]
    for _ in range(10):
        attacker._socket.send(b"\xc1")
    server.run_until(lambda: attacker.client.over)
    assert attacker.client.why == "invalid"
    assert attacker_session.key in server.table.banned
    server.front.throw_out()
    again = server.connect(key=key)
    server.run(2.0)
    assert again.client.status is not Status.JOINED
    server.run_until(lambda: server.table.phase is Phase.OVER)
    assert server.table.phase is Phase.OVER
    assert len(server.table.sessions) == 4


def test_the_newest_connection_with_key_and_token_wins(server: Server) -> None:
    key = os.urandom(32)
    first = server.connect(key=key)
    server.run_until(lambda: first.client.status is Status.JOINED)
    server.run(0.3)  # a second HELLO may be on its way, and its answer brings another token
    ticket = first.client.ticket
    thief = server.connect(ticket=ticket)
    server.run_until(lambda: thief.client.status is Status.JOINED)
    assert thief.client.guest != first.client.guest
    assert first.client.status is Status.JOINED
    second = server.connect(key=key, ticket=ticket)
    server.run_until(lambda: first.client.over and second.client.status is Status.JOINED)
    assert (first.client.status, first.client.why) == (Status.ENDED, "superseded")
    assert second.client.guest == first.client.guest


def test_a_match_over_a_slow_link_that_breaks(server: Server) -> None:
    proxy = Proxy(server.front.port, 0.03)
    for number in range(4):
        wire = server.connect(port=proxy.port if number < 2 else 0)
        server.robots.append(Robot(wire.client, LEVELS["uniform"], CHANCE))
    server.run_until(lambda: len(server.book.events) > 60)
    proxy.cut(1.5)
    server.run_until(lambda: server.table.phase is Phase.OVER and server.table.all_acknowledged)
    assert all(wire.client.standing is not None and wire.client.standing.over for wire in server.clients)
    assert not any(wire.client.reports for wire in server.clients)
    proxy.close()


def test_a_scene_gets_the_link_of_a_joined_table(tmp_path: Path) -> None:
    from net.build import rules_hash

    server = Server(rules_hash(), wait=1, bots="uniform")
    identity = Identity(tmp_path)
    identity.share_secret = bytes(32)
    lan = LanTable("127.0.0.1", server.front.port, "47k 2qd", Joining([Person("竹影")], "0.1"), identity)
    server.clients.append(lan._wire)
    server.run_until(lambda: lan.view is not None)
    lan.sit(2)
    lan.ready(True)
    server.run_until(lambda: lan.view is not None and lan.view.phase is Phase.PLAY)
    lan.poll(time.monotonic())
    prompts = events = 0
    end = time.monotonic() + PATIENCE
    while server.table.phase is not Phase.OVER and time.monotonic() < end:
        server.step()
        for message in lan.link.poll(time.monotonic()):
            if isinstance(message, Prompt):
                assert message.seat in lan.link.seats
                index = message.ask.options.index(message.ask.default)
                assert lan.link.answer(message.seat, message.id, index, time.monotonic())
                prompts += 1
            if isinstance(message, News):
                events += len(message.events)
    assert server.table.phase is Phase.OVER
    assert prompts >= 3
    assert events > 60
    assert lan.players == (2,)
    assert (tmp_path / "player-1.json").stat().st_mode & 0o077 == 0
    server.close()
    identity.close()


def test_a_port_that_is_taken_is_an_error_in_words() -> None:
    with socket.create_server(("", 0)) as taken, pytest.raises(OSError, match="cannot be opened"):
        Front(CODE, taken.getsockname()[1])


def test_two_programs_on_one_machine_have_two_identities(tmp_path: Path) -> None:
    one, two = Identity(tmp_path), Identity(tmp_path)
    assert one.key != two.key
    key = one.key
    one.keep("here:1", Ticket("t", "s", bytes(16)))
    one.close()
    again = Identity(tmp_path)
    assert again.key == key
    assert again.ticket("here:1") == Ticket("t", "s", bytes(16))
    again.close()
    two.close()


def test_a_damaged_identity_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / "player-1.json").write_text("{", encoding="utf-8")
    identity = Identity(tmp_path)
    assert len(identity.key) == 32
    assert (tmp_path / "player-1.bad").exists()
    identity.close()


@pytest.mark.timeout(120 * SCALE)
def test_a_journal_of_strangers_bytes_never_crashes_a_restart(tmp_path: Path) -> None:
    from net.journal import read_journal
    from net.restart import load, restore, table_state
    from rules.errors import RulesError
    from tests.net.world import World

    world = World(1, settings=settings())
    world.play_out()
    record = world.book.record()
    path = tmp_path / "m.sifang"
    journal = Journal(path, record.settings, record.entrants)
    journal(record.hands[0])
    journal.close()
    whole = path.read_bytes()
    state, chance = table_state(world.table), seeded_chooser(b"bytes", 1)
    for number in range(scaled(500)):
        data = bytearray(whole)
        for _ in range(1 + chance(3)):
            data[chance(len(data))] = chance(256)
        path.write_bytes(data[: chance(len(data)) if number % 3 == 0 else len(data)])
        with contextlib.suppress(RulesError):
            read_journal(path)
        damaged = {**state, list(state)[chance(len(state))]: [None, 5, "x", [[1]], {}][chance(5)]}
        with contextlib.suppress(RulesError):
            restore(world.new_table(), damaged)
    (tmp_path / "table.json").write_text("[" * 5000, encoding="utf-8")
    with pytest.raises(RulesError):
        load(tmp_path / "table.json")


def test_a_port_that_is_let_go_late_is_opened_again_while_strangers_knock(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits to be let in is no reason to give up sooner."""
    listen_again, since = _Door.listen_again, time.monotonic()
    monkeypatch.setattr(_Door, "listen_again", lambda door: time.monotonic() > since + 0.5 and listen_again(door))
    stranger = server.connect()
    assert server.front._poller.poll(60_000)
    server.front.throw_out()
    server.run_until(lambda: stranger.client.status is Status.JOINED)
