"""Several people at one client: they come, sit, play, are away, come back and go together, and see only their own."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from net.client import Client, Introduction, Outcome, Status
from net.messages import News, Prompt
from net.robot import Robot
from net.schema import NUMBER, Connection, Phase
from net.tableview import Person
from net.wire import TO_CLIENT, unpack
from net.zmq_link import Wire, ZmqLink
from rules.bots import LEVELS
from rules.commands import Pass
from rules.events import OWNER_ONLY, Ask, AskKind
from rules.log import decode
from tests.net.checks import check_clients, check_record, do, seen
from tests.net.server import CHANCE, CODE, PATIENCE, Server
from tests.net.world import RULES, World, settings

PAIR = 2
"""The number of the client with two people; the first one keeps the table."""


def pair(**options: Any) -> World:
    """Two clients with one person, and one with two; nobody has done anything yet."""
    world = World(2, clients=0, wait=3, **options)
    for people in (1, 1, 2):
        world.add_client(people=people)
    return world


def playing(**options: Any) -> tuple[World, Client]:
    """The three play; the client with two people."""
    world = pair(**options)
    world.run(3.0, lambda: len(world.book.events) > 80)
    return world, world.robots[PAIR].client


def test_they_sit_down_apart_and_all_of_their_prompts_are_answered() -> None:
    world, client = playing(settings=settings(hands=2))
    assert len(client.players) == 2
    assert sorted(client.folds.views) == sorted(client.players)
    world.play_out()
    check_record(world, 2)
    check_clients(world)
    assert [world.table.play.host.entrants[p].name for p in client.players] == ["P2a", "P2b"]  # type: ignore[union-attr]


def test_a_client_is_told_only_what_its_own_seats_may_know() -> None:
    world = pair(settings=settings())
    told: dict[int, set[tuple[int, int]]] = {}
    private: dict[int, set[int | None]] = {}

    def tap(number: int, data: bytes) -> None:
        frame = unpack(data, TO_CLIENT)
        for kind, body in frame.body.get("messages", ()):
            if kind == NUMBER["news"]:
                told.setdefault(number, set()).add((body["player"], body["seat"]))
                events = [decode(event) for event in body["events"]]
                mine = {e.seat for e in events if type(e) in OWNER_ONLY and hasattr(e, "seat")}
                assert mine <= {body["seat"]}
                private.setdefault(number, set()).update(mine)
            elif kind in (NUMBER["prompt"], NUMBER["closed"], NUMBER["auto_changed"]):
                private.setdefault(number, set()).add(body["seat"])

    world.taps.append(tap)
    world.play_out()
    by_number = {n: {(p, p) for p in robot.client.players} for n, robot in enumerate(world.robots)}
    assert told == by_number
    assert private == {n: {seat for _, seat in seats} for n, seats in by_number.items()}


def test_people_come_and_go_in_the_lobby() -> None:
    world = pair(settings=settings())
    world.run(0.2, act=False)
    (client,) = [robot.client for robot in world.robots if len(robot.client.who.people) == 2]
    other = next(robot.client for robot in world.robots if robot.client is not client)
    assert do(world, client, "bring", name="竹\u202e影", avatar="bamboo") == ""
    assert do(world, client, "bring", name="\u202e", avatar="") == "name"
    assert do(world, client, "bring", name="阿桂", avatar="") == ""
    assert do(world, client, "bring", name="五", avatar="") == "people"
    for person, seat in enumerate((0, 1, 2)):
        assert do(world, client, "sit", player=person, seat=seat) == ""
    assert do(world, client, "send_off", player=1) == ""
    assert [s and (s.name, s.player) for s in seen(other).seats] == [("P2a", 0), None, ("竹影", 1), None]
    assert [g.names for g in seen(other).guests if g.id == client.guest] == [("P2a", "竹影", "阿桂")]
    assert do(world, client, "send_off", player=3) == "not_yours"
    do(world, client, "ready", on=True)
    assert do(world, client, "bring", name="x", avatar="") == do(world, client, "send_off", player=0) == "ready"
    do(world, client, "ready", on=False)
    assert do(world, other, "send_off", player=0) == "people"
    assert do(world, other, "sit", player=1, seat=3) == "not_yours"


def test_only_who_sits_plays() -> None:
    world = pair(settings=settings(), bots="uniform")
    client = world.robots[PAIR].client
    world.run(0.2, act=False)
    assert do(world, client, "sit", player=1, seat=3) == ""
    for number, robot in enumerate(world.robots[:PAIR]):
        do(world, robot.client, "sit", player=0, seat=number)
    for robot in world.robots:
        do(world, robot.client, "ready", on=True)
    assert client.players == [3]
    assert seen(client).seats[3].name == "P2b"  # type: ignore[union-attr]
    world.play_out()


def test_who_finds_no_seat_lets_the_others_play() -> None:
    world = World(2, clients=0, wait=2, settings=settings())
    for people in (3, 2):
        world.add_client(people=people)
    world.play_out()
    assert sorted(len(robot.client.players) for robot in world.robots) in ([1, 3], [2, 2])
    check_record(world, 1)


@pytest.mark.parametrize("name", ["next", "auto"])
def test_orders_for_a_player_are_for_ones_own(name: str) -> None:
    world, client = playing(settings=settings())
    more = {"on": True} if name == "auto" else {}
    for player in range(4):
        assert do(world, client, name, player=player, **more) == ("" if player in client.players else "not_yours")


def test_a_client_that_comes_back_has_all_its_people_again() -> None:
    world, client = playing(settings=settings(hands=3))
    players = client.players
    for _ in range(10):
        world.run(0.3)
        world.kill_client(PAIR, 0.1)
        world.run(0.3)
        world.kill_host()
    world.run(2.0, lambda: world.robots[PAIR].client.status is Status.JOINED)
    again = world.robots[PAIR].client
    assert again.players == players
    world.play_out()
    check_record(world, 3)
    check_clients(world)


def test_they_are_away_and_back_together() -> None:
    world, client = playing(settings=settings(hands=5))
    play = world.table.play
    assert play is not None
    assert do(world, client, "away", on=True) == ""
    assert [play.host.answerers.played_by_bot(p) for p in range(4)] == [p in client.players for p in range(4)]
    shown = [s.connection for s in seen(world.robots[0].client).seats if s is not None and s.guest == client.guest]
    assert shown == [Connection.AWAY] * 2
    assert do(world, client, "away", on=False) == ""
    assert not any(play.host.answerers.played_by_bot(p) for p in range(4))


@pytest.mark.parametrize(("how", "mark"), [("leave", Connection.LEFT), ("kick", Connection.KICKED)])
def test_they_go_together_and_the_mark_of_it_stays(how: str, mark: Connection) -> None:
    world, client = playing(settings=settings(hands=4))
    players, keeper = client.players, world.robots[0].client
    assert seen(client).keeper == keeper.guest
    if how == "leave":
        client.order("leave")
    else:
        keeper.order("kick", guest=client.guest)
    world.run(0.3)
    expected = [mark if player in players else Connection.HERE for player in range(4)]
    assert [s and s.connection for s in seen(keeper).seats] == expected
    world.kill_host()
    world.run(12.0, lambda: not world.table.view().paused and keeper.status is Status.JOINED)
    assert [s and s.connection for s in seen(keeper).seats] == expected
    world.play_out()
    check_record(world, 4)


@pytest.fixture
def server() -> Iterator[Server]:
    serving = Server(wait=3)
    yield serving
    serving.close()


def test_one_link_has_both_seats_and_asks_both_again_after_a_pause(server: Server) -> None:
    people = (Person("竹影"), Person("小满"))
    wire = Wire("127.0.0.1", server.front.port, CODE, os.urandom(32), Introduction("0.1", RULES, people, bytes(32)))
    link = ZmqLink(wire)
    robot = Robot(wire.client, LEVELS["uniform"], CHANCE)
    for _ in range(2):
        server.robots.append(Robot(server.connect().client, LEVELS["uniform"], CHANCE))
    end = time.monotonic() + PATIENCE
    while server.table.phase is Phase.LOBBY and time.monotonic() < end:
        server.step()
        wire.poll(time.monotonic())
        robot.act(time.monotonic())
    asked: set[int] = set()
    refused: dict[int, int] = {}
    paused_at = float("inf")
    while server.table.phase is Phase.PLAY and time.monotonic() < end:
        server.step()
        now = time.monotonic()
        if now - paused_at > 0.5:
            paused_at = float("inf")
            assert max(refused.values()) <= 2, "asked again and again while the clocks stand still"
            server.table.play.unpause(now)  # type: ignore[union-attr]
        for message in link.poll(now):
            if isinstance(message, Prompt):
                assert message.seat in link.seats
                assert len(link.seats) == 2
                if not refused:
                    server.table.play.pause(True, now)  # type: ignore[union-attr]
                    paused_at = now
                asked.add(message.seat)
                refused[message.id] = refused.get(message.id, 0) + 1
                link.answer(message.seat, message.id, message.ask.options.index(message.ask.default), now)
    assert server.table.phase is Phase.OVER
    assert max(refused.values()) >= 2
    assert asked == set(link.seats)
    wire.close()


def test_a_refused_answer_of_one_seat_is_asked_for_again_whatever_the_other_is_told() -> None:
    """The news of a new hand come for one seat after the other, and a prompt in between."""
    world = World(2, clients=0, settings=settings(), wait=1, bots="uniform")
    robot = world.add_client(people=2)
    world.run(2.0, lambda: bool(robot.client.folds.views) and len(robot.client.seats_by_player) == 2)
    client = robot.client
    wire = SimpleNamespace(client=client, poll=lambda now: None)
    link = ZmqLink(wire)  # type: ignore[arg-type]
    here, there = link.seats
    ask = Ask(1, here, AskKind.CLAIM, (Pass(),), Pass())
    prompt = Prompt(7, here, ask, None, None)
    client.messages = [News(here, 1, 0, ()), prompt, News(there, 1, 0, ())]
    link.poll(world.now)
    client.outcomes.append(Outcome("answer", False, "paused"))
    assert link.poll(world.now) == [prompt]
    client.messages = [News(here, 2, 0, ())]
    client.outcomes.append(Outcome("answer", False, "paused"))
    assert prompt not in link.poll(world.now)
