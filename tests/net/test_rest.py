"""Between two hands: who is ready stays ready and nobody waits twice, also when the table process dies."""

from __future__ import annotations

from net.messages import Standing
from net.timers import Timers
from tests.net.checks import check_clients, check_record
from tests.net.world import World, settings

BETWEEN = Timers(turn=20.0, claim=10.0, choice=20.0, between=20.0)


def resting() -> World:
    """A match after its first hand; nobody has done anything since."""
    world = World(3, settings=settings("lishui", 2, timers=BETWEEN))
    world.run(60.0, lambda: world.table.play is not None and len(world.book.events) > 0)
    while not (play := world.table.play) or not (play.host.round and play.host.round.over):
        world.step()
    for robot in world.robots:
        robot.client._orders.clear()
    world.run(0.2, act=False)
    return world


def ready(world: World) -> set[int]:
    assert world.table.play is not None
    return set(world.table.play.host.rest.ready)


def left(world: World) -> float:
    assert world.table.play is not None
    host = world.table.play.host
    seconds = host.rest.left(host.clock(world.now))
    assert seconds is not None
    return seconds


def test_a_restart_between_hands_costs_nobody_the_rest_again() -> None:
    world = resting()
    (player,) = world.robots[0].client.players
    world.robots[0].client.order("next", player=player)
    world.run(12.0, act=False)
    seats, before = ready(world), left(world)
    assert len(seats) == 1
    assert 7.0 < before < 9.0
    world.kill_host()
    assert ready(world) == seats
    assert before <= left(world) <= before + 1.1
    world.run(3.0, act=False)
    standing = world.robots[1].client.standing
    assert standing is not None
    assert standing.seconds is not None
    assert standing.seconds < 10.0, "whoever comes back is told how long it lasts still"
    assert list(standing.ready).count(True) == 1
    world.run(before + 2.0, lambda: len(world.book.record().hands) == 2, act=False)
    assert len(world.book.record().hands) == 2
    world.play_out()
    check_record(world, 2)
    check_clients(world)


def test_when_all_were_ready_the_next_hand_comes_at_once() -> None:
    world = resting()
    for robot in world.robots[:3]:
        robot.client.order("next", player=robot.client.players[0])
    world.run(1.5, act=False)
    world.kill_host()
    assert len(ready(world)) == 3
    world.run(2.0, act=False)
    world.robots[3].client.order("next", player=world.robots[3].client.players[0])
    world.run(4.0, lambda: len(world.book.record().hands) == 2, act=False)
    assert len(world.book.record().hands) == 2


def test_who_comes_late_is_told_the_time_that_is_left() -> None:
    world = resting()
    world.run(8.0, act=False)
    watcher = world.add_client(watch=True)
    world.run(0.3, act=False)
    (standing,) = [message for message in watcher.client.messages if isinstance(message, Standing)][-1:]
    assert standing.seconds is not None
    assert 10.0 < standing.seconds < 13.0
