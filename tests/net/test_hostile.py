"""Frames from strangers, cheats and broken programs, at the core: no crash, no change, no growth."""

from __future__ import annotations

import contextlib
import resource
from collections.abc import Iterator

import msgpack
import pytest

from net.client import MOST_REPORTS, Client, Introduction, Status
from net.schema import FROM_CLIENT, FROM_HOST, NUMBER, Kind
from net.session import Session
from net.tableview import Person
from net.wire import TO_HOST, Frame, ProtocolError, pack, unpack
from rules.bots import Chooser, seeded_chooser
from tests.net.scale import SCALE, scaled
from tests.net.world import World, settings

FRAMES = 200_000
NOT_AN_EPOCH = 2**40
BOMBS = [
    b"\x91" * 4000,
    b"\xdd\xff\xff\xff\xff",
    b"\xc9\xff\xff\xff\xff\x01",
    b"\xdb\xff\xff\xff\xff",
    msgpack.packb([[[[[[[[1]]]]]]]]),
    msgpack.packb([1, 17, 1, 1, 0, {"text": "\ud800".encode("utf-16", "surrogatepass")}]),
    b"",
    b"\x00" * 5000,
]


def playing(seed: int = 1) -> World:
    world = World(seed, settings=settings())
    world.run(3.0, lambda: len(world.book.events) > 80)
    return world


def fingerprint(world: World) -> str:
    assert world.table.play is not None
    assert world.table.play.host.round is not None
    view = world.table.view()
    return repr((world.table.play.host.round.log, view.settings, view.phase, [s.players for s in _sessions(world)]))


def _sessions(world: World) -> list[Session]:
    return list(world.table.sessions.values())


def frames(chance: Chooser, captured: list[bytes], epoch: int) -> Iterator[bytes]:
    """What is right but for its epoch; of the right epoch, but wrong in one field; damaged; noise; bombs; repeats."""
    while True:
        kind = FROM_CLIENT[chance(len(FROM_CLIENT))]
        seq = chance(2**31)
        good = bytearray(pack(Frame(kind.number, NOT_AN_EPOCH, seq, 0, kind.body.example(chance))))
        yield bytes(good)
        yield pack(Frame(kind.number, epoch, seq, 0, wrong_in_one_field(kind, chance)))
        for _ in range(1 + chance(4)):
            good[chance(len(good))] = chance(256)
        yield bytes(good)
        yield bytes(chance(256) for _ in range(chance(100)))
        yield BOMBS[chance(len(BOMBS))]
        yield captured[chance(len(captured))] if captured else b""


def wrong_in_one_field(kind: Kind, chance: Chooser) -> dict[str, object]:
    """A body that the schema refuses."""
    body = kind.body.example(chance)
    wrong: object = [None, [[]], {"x": 1}, -(2**40), "x" * 250, b"", True][chance(7)]
    changed = body | {sorted(body)[chance(len(body))]: wrong} if body else body
    with contextlib.suppress(ProtocolError):
        kind.body.check(changed, kind.name)
        changed |= {"more": wrong}
    return changed


@pytest.mark.timeout(120 * SCALE)
def test_thousands_of_hostile_frames_change_nothing() -> None:
    world = playing()
    chance = seeded_chooser(b"hostile", 1)
    victim, offender = _sessions(world)[:2]
    captured = [pack(Frame(NUMBER["answer"], victim.epoch, n, 0, {"prompt": 5, "index": 0})) for n in range(1, 50)]
    before = fingerprint(world)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    stream = frames(chance, captured, offender.epoch)
    for number in range(scaled(FRAMES)):
        sender = number % 3
        if sender == 0:
            world.table.receive(b"stranger", "strange key", next(stream), world.now)
        elif sender == 1:
            offender.limits = type(offender.limits)()
            world.table.receive(offender.peer or b"", offender.key, next(stream), world.now)
        else:  # the victim's connection, but not its key
            world.table.receive(victim.peer or b"", "strange key", next(stream), world.now)
        if number % 1000 == 0:
            world.table.outgoing()
            assert fingerprint(world) == before
    assert fingerprint(world) == before
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 16 * 1024
    world.play_out()


def test_who_sends_broken_frames_is_thrown_out_and_a_bot_plays_on() -> None:
    world = playing()
    offender = _sessions(world)[1]
    for _ in range(10):
        world.table.receive(offender.peer or b"", offender.key, b"\xc1", world.now)
    assert offender.guest not in world.table.sessions
    assert offender.key in world.table.banned
    world.play_out()


def test_a_flood_of_good_messages_is_cut_and_ends_the_session() -> None:
    world = playing()
    offender = _sessions(world)[1]
    before = fingerprint(world).split("[[")[0]
    ping = pack(Frame(NUMBER["ping"], offender.epoch, 0, 0, {"n": 1, "ms": 0}))
    world.table.outgoing()
    for number in range(20_000):
        world.table.receive(offender.peer or b"", offender.key, ping, world.now + number / 20_000)
    assert offender.guest not in world.table.sessions
    assert len(world.table.outgoing()) < 200
    assert fingerprint(world).split("[[")[0] == before
    world.play_out()


@pytest.mark.parametrize(
    ("name", "body", "most"),
    [("chat", {"text": "hello"}, 6), ("pause", {"on": True}, 21), ("answer", {"prompt": 9, "index": 0}, 21)],
)
def test_commands_have_their_rate(name: str, body: dict[str, object], most: int) -> None:
    world = playing()
    session = _sessions(world)[0]
    world.table.outgoing()
    for number in range(50):
        frame = pack(Frame(NUMBER[name], session.epoch, 2**30 + number, 0, body))
        world.table.receive(session.peer or b"", session.key, frame, world.now + number / 1000)
    results = [r for seq, r in session.results.items() if seq >= 2**30]
    assert 1 <= len(results) <= most


def test_snapshots_and_repeats_have_their_rate() -> None:
    world = playing()
    session = _sessions(world)[0]
    world.table.outgoing()
    for _ in range(20):
        frame = pack(Frame(NUMBER["resync"], session.epoch, 0, 0, {}))
        world.table.receive(session.peer or b"", session.key, frame, world.now)
    welcomes = [data for peer, data in world.table.outgoing() if peer == session.peer and b"session" in data[:400]]
    assert len(welcomes) <= 2


def test_no_more_than_so_many_guests_come_in() -> None:
    world = World(1, clients=0, settings=settings())
    who = Introduction("0.1", "rules-hash", (Person("x"),), bytes(32))
    refused = 0
    for number in range(40):
        client = Client(who)
        client.connected(0.0)
        world.table.receive(f"p{number}".encode(), f"k{number}", client.outgoing()[0], 0.0)
        for _, data in world.table.outgoing():
            client.receive(data, 0.0)
        refused += client.status is Status.REFUSED
    assert len(world.table.sessions) == 24
    assert refused == 16


@pytest.mark.parametrize(
    ("changes", "code"), [({"rules": "other"}, "rules"), ({"low": 2, "high": 3}, "version"), ({"high": 0}, "version")]
)
def test_another_version_is_refused_and_told_which(changes: dict[str, object], code: str) -> None:
    world = World(1, clients=0, settings=settings())
    body = next(kind for kind in FROM_CLIENT if kind.name == "hello").body.example(seeded_chooser(b"h", 1))
    body |= {"low": 1, "high": 1, "rules": "rules-hash", "session": ""} | changes
    world.table.receive(b"p", "k", pack(Frame(NUMBER["hello"], 0, 0, 0, body)), 0.0)
    client = Client(Introduction("0.2", "other", (Person("x"),), bytes(32)))
    ((_, data),) = world.table.outgoing()
    client.receive(data, 0.0)
    assert (client.status, client.why) == (Status.REFUSED, code)
    assert client.theirs is not None
    assert client.theirs.build == "0.1"
    assert not world.table.sessions


def test_a_session_needs_key_and_token_and_the_newest_proven_one_wins() -> None:
    world = playing()
    robot = world.robots[0]
    ticket = robot.client.ticket
    assert ticket is not None
    session = world.table.sessions[robot.client.guest]
    thief = Client(Introduction("0.1", "rules-hash", (Person("x"),), bytes(32), ticket=ticket))
    thief.connected(world.now)
    hello = thief.outgoing()[0]
    world.table.outgoing()
    world.table.receive(b"thief", "another key", hello, world.now)
    (answer,) = [data for peer, data in world.table.outgoing() if peer == b"thief"]
    thief.receive(answer, world.now)
    assert thief.ticket is None
    assert session.peer == world.peers[0]
    world.table.receive(b"again!", session.key, hello, world.now)
    assert session.peer == b"again!"
    byes = [data for peer, data in world.table.outgoing() if peer == world.peers[0]]
    robot.client.receive(byes[0], world.now)
    assert (robot.client.status, robot.client.why) == (Status.ENDED, "superseded")


def test_a_batch_is_acknowledged_first_and_asked_for_again_when_it_is_broken() -> None:
    world = playing()
    client = world.robots[0].client
    client.outgoing()
    for body in ({"messages": [[83, {}]], "pad": b""}, {"messages": 5}):
        before = client._got
        client.receive(pack(Frame(NUMBER["batch"], client._epoch, before + 1, 0, body)), world.now)
        client.acknowledge(world.now + 1)
        (ack,) = [unpack(frame, TO_HOST) for frame in client.outgoing()]
        assert (ack.kind, ack.ack) == (NUMBER["ack"], before + 1)
        client.fold()
        assert [unpack(frame, TO_HOST).kind for frame in client.outgoing()] == [NUMBER["resync"]]
        assert not client.folds.views


@pytest.mark.timeout(120 * SCALE)
def test_a_client_survives_a_hostile_host() -> None:
    world = playing()
    client = world.robots[0].client
    chance = seeded_chooser(b"evil host", 1)
    for number in range(scaled(4000)):
        told = FROM_HOST[chance(len(FROM_HOST))]
        body = told.body.example(chance)
        inner = [[told.number, body]] if told.inside else [[chance(100), {}]]
        batch = pack(Frame(NUMBER["batch"], client._epoch, client._got + 1, 0, {"messages": inner, "pad": b""}))
        client.receive(batch, world.now)
        data = bytearray(batch)
        data[chance(len(data))] = chance(256)
        client.receive(bytes(data), world.now)
        client.tick(world.now + number)
        client.outgoing()
    assert client.status in (Status.JOINED, Status.SILENT)
    assert len(client.reports) == MOST_REPORTS, "what it keeps of it is bounded"
