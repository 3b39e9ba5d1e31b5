"""Whoever gives orders faster than a host takes them is slowed down, not thrown out, and nothing is lost or mixed."""

from __future__ import annotations

from net.client import Status
from net.schema import NUMBER, Phase
from net.wire import TO_HOST, unpack
from tests.net.checks import lobby, seen
from tests.net.world import World, settings


def test_a_flood_of_chat_comes_line_by_line() -> None:
    world, (one, other, _) = lobby()
    for number in range(40):
        one.order("chat", text=f"line {number}")
    world.run(1.0, act=False)
    assert 1 <= len(other.said) <= 7
    world.run(50.0, act=False)
    assert [line.text for line in other.said] == [f"line {number}" for number in range(40)]
    assert one.status is Status.JOINED


def test_after_a_storm_of_orders_the_last_one_counts() -> None:
    world, (one, other, _) = lobby()
    one.order("sit", player=0, seat=0)
    for number in range(101):
        one.order("ready", on=number % 2 == 0)
    world.run(30.0, act=False)
    assert one.status is Status.JOINED
    assert not one.has_ordered("ready")
    assert [sitter.ready for sitter in seen(other).seats if sitter is not None] == [True]


def test_an_answer_waits_for_no_chat() -> None:
    world = World(1, settings=settings())
    world.run(3.0, lambda: world.table.phase is Phase.PLAY)
    client = world.robots[0].client
    client.outgoing()
    for number in range(40):
        client.order("chat", text=f"line {number}")
    client.order("answer", prompt=1, index=0)
    client.tick(world.now)
    kinds = [unpack(data, TO_HOST).kind for data in client.outgoing()]
    assert kinds.count(NUMBER["answer"]) == 1
    assert kinds.count(NUMBER["chat"]) < 10
