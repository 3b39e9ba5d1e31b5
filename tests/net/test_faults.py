"""A table through bad weather: kills, cut cables, loss, doubles. Nothing is lost, repeated or dealt again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from net.fairness import Fair
from net.messages import Prompt
from net.schema import NUMBER, Connection
from net.timers import Timers
from net.wire import Frame, pack
from rules.events import Answered, Cause, Dealt, Event, WallBuilt
from rules.secrecy import view_of
from rules.variants import all_variants
from tests.net.checks import check_clients, check_record
from tests.net.scale import SCALE, scaled
from tests.net.world import CLEAR, Weather, World, settings

BAD = Weather(delay=0.1, jitter=0.1, loss=50, double=50)
SLOW = Timers(turn=20.0, claim=10.0, choice=20.0)


def until_more(world: World) -> Callable[[], bool]:
    """Until something happens in the match, or it is over."""
    before = len(world.book.events)
    return lambda: world.over or len(world.book.events) > before


def paused(world: World) -> bool:
    return world.table.view().paused


def played_by_bot(world: World, player: int) -> bool:
    return world.over or (world.table.play is not None and world.table.play.host.answerers.played_by_bot(player))


def connection(world: World, guest: int) -> Connection:
    return world.table.sessions[guest].connection


def double_answers(events: list[Event]) -> int:
    answered = [(event.seat, event.ask) for event in events if isinstance(event, Answered)]
    return len(answered) - len(set(answered))


@pytest.mark.parametrize("seed", range(scaled(3)))
def test_a_match_over_a_bad_link(seed: int) -> None:
    world = World(seed, weather=BAD, settings=settings(hands=2))
    world.play_out()
    check_record(world, 2)
    check_clients(world)
    assert all(double_answers(list(hand)) == 0 for hand in world.book.record().hands)


@pytest.mark.parametrize("seed", range(scaled(3)))
def test_the_host_is_killed_at_random_moments(seed: int) -> None:
    world = World(seed, weather=Weather(0.002, 0.003, 10, 10), settings=settings(hands=2))
    world.run(2.0, lambda: world.table.play is not None)
    kills = 0
    while not world.over and kills < 200:
        world.run(world.chance(300) / 1000)
        world.kill_host()
        kills += 1
    assert kills >= 10
    world.play_out()
    check_record(world, 2)
    check_clients(world)


def test_the_host_is_killed_after_every_step_of_a_hand() -> None:
    world = World(4, settings=settings())
    world.run(2.0, lambda: bool(world.book.events))
    while not world.over:
        world.run(2.0, until_more(world))
        world.kill_host()
    world.play_out()
    check_record(world, 1)
    check_clients(world)
    assert all(set(robot.client.fairness.verdicts.values()) <= {Fair.PROVED} for robot in world.robots)


def test_the_host_is_killed_when_the_match_has_just_ended() -> None:
    world = World(4, settings=settings())
    world.run(600.0, lambda: world.over)
    world.kill_host()
    world.run(3.0)
    check_record(world, 1)
    check_clients(world)


def test_a_restart_costs_no_time_and_waits_for_everybody() -> None:
    world = World(5, settings=settings(timers=SLOW))
    world.run(5.0, lambda: world.table.play is not None and world.table.play.host.round is not None)
    world.run(0.5, act=False)
    world.cut(0, 5.0)
    world.kill_host()
    world.run(4.0, act=False)
    play = world.table.play
    assert play is not None
    assert paused(world)
    world.run(2.0, act=False)
    assert not paused(world)
    (opened, *_) = play.host._open.values()
    assert opened.due is not None
    assert SLOW.turn is not None
    assert opened.due - world.now > SLOW.turn - 2.0


@pytest.mark.parametrize("seed", range(scaled(3)))
def test_clients_are_killed_and_come_back_to_their_seats(seed: int) -> None:
    world = World(seed, weather=Weather(0.002, 0.003, 10, 10), settings=settings(hands=2))
    world.run(2.0, lambda: world.table.play is not None)
    assert world.table.play is not None
    seats = {session.guest: list(session.players) for session in world.table.sessions.values()}
    for _ in range(60):
        world.run(0.1)
        if world.over:
            break
        world.kill_client(world.chance(4), world.chance(10) / 10)
    world.play_out()
    world.run(5.0)
    check_record(world, 2)
    check_clients(world)
    assert {session.guest: list(session.players) for session in world.table.sessions.values()} == seats


def test_a_partition_of_thirty_seconds() -> None:
    world = World(6, settings=settings(takeover=10.0, timers=SLOW))
    world.run(3.0, lambda: world.table.play is not None and world.table.play.host.round is not None)
    session = world.table.sessions[1]
    number = next(n for n, robot in enumerate(world.robots) if robot.client.guest == 1)
    world.cut(number, 30.0)
    world.run(3.9)
    assert connection(world, 1) is Connection.HERE
    world.run(0.5)
    assert connection(world, 1) is Connection.LOST
    other = world.robots[(number + 1) % 4].client
    assert other.view is not None
    assert [g.connection for g in other.view.guests if g.id == 1] == [Connection.LOST]
    world.run(11.0)
    assert connection(world, 1) is Connection.BOT
    world.run(20.0)
    assert connection(world, 1) is Connection.HERE
    world.play_out()
    check_record(world, 1)
    check_clients(world)
    bots = [e for e in world.book.events if isinstance(e, Answered) and e.cause is Cause.BOT]
    assert {event.seat for event in bots} <= set(session.players)


@pytest.mark.parametrize("seed", range(scaled(2)))
def test_bots_take_over_and_hand_back_again_and_again(seed: int) -> None:
    world = World(seed, settings=settings(hands=3))
    world.run(3.0, lambda: world.table.play is not None)
    cycles = 0
    while not world.over and cycles < 200:
        session = world.table.sessions[1 + world.chance(4)]
        robot = next(robot for robot in world.robots if robot.client.guest == session.guest)
        robot.client.order("away", on=True)
        world.run(0.06)
        assert played_by_bot(world, session.players[0])
        robot.client.order("away", on=False)
        world.run(0.06)
        assert not played_by_bot(world, session.players[0]) or world.over
        cycles += 1
    assert cycles >= 10
    world.play_out()
    check_record(world, 3)
    check_clients(world)


def test_a_late_answer_of_somebody_replaced_is_refused() -> None:
    world = World(7, settings=settings(timers=Timers(pace=5.0)))
    world.run(3.0, lambda: world.table.play is not None and world.table.play.host.round is not None)
    world.run(0.2, act=False)
    robot = next(r for r in world.robots if any(isinstance(m, Prompt) for m in r.client.messages))
    prompt = next(m for m in robot.client.messages if isinstance(m, Prompt))
    robot.client.order("away", on=True)
    robot.client.order("answer", prompt=prompt.id, index=0)
    before = len(world.book.events)
    world.run(0.2, act=False)
    assert {(o.order, o.ok) for o in robot.client.outcomes if o.order != "share_commit"} >= {("answer", False)}
    assert len(world.book.events) == before


# ---- exactly once ---------------------------------------------------------------------------------------------------


def test_a_command_works_once_however_often_it_comes() -> None:
    world = World(8, settings=settings())
    world.run(0.2, act=False)
    session = world.table.sessions[1]
    assert session.peer is not None
    frames = [
        pack(Frame(NUMBER["phrase"], session.epoch, 10_000 + n, 0, {"number": n % 32})) for n in range(scaled(2000))
    ]
    said: list[str] = []
    real = world.table.tell

    def tell(name: str, body: dict[str, Any]) -> None:
        said.append(name)
        real(name, body)

    world.table.tell = tell  # type: ignore[method-assign]
    for start in range(0, len(frames), 5):
        copies = [frame for frame in frames[start : start + 5] for _ in range(1 + world.chance(5))]
        while copies:
            session.limits = type(session.limits)()
            world.table.receive(session.peer, session.key, copies.pop(world.chance(len(copies))), world.now)
    assert said.count("said") == len(frames)


def test_an_answer_again_after_a_restart_has_the_same_result() -> None:
    world = World(9, settings=settings())
    world.run(3.0, lambda: world.table.play is not None and world.table.play.host.round is not None)
    world.run(0.2, act=False)
    robot = next(r for r in world.robots if any(isinstance(m, Prompt) for m in r.client.messages))
    prompt = next(m for m in robot.client.messages if isinstance(m, Prompt))
    play = world.table.play
    assert play is not None
    session = world.table.sessions[robot.client.guest]
    assert play.answer(session, prompt.id, 0, world.now) == ""
    world.publish()
    log = list(world.book.events)
    world.kill_host()
    world.run(0.5, act=False)
    play = world.table.play
    assert play is not None
    session = world.table.sessions[robot.client.guest]
    assert play.answer(session, prompt.id, 0, world.now) == ""
    assert play.answer(session, prompt.id, 1, world.now) == "closed"
    assert world.book.events == log


# ---- joining at any moment ------------------------------------------------------------------------------------------


@pytest.mark.timeout(120 * SCALE)
@pytest.mark.parametrize("seed", range(10, 10 + SCALE))
@pytest.mark.parametrize("key", list(all_variants()) if SCALE > 1 else ["sichuan", "changsha", "wuhan"])
def test_who_joins_at_any_event_sees_the_same_as_who_was_there(key: str, seed: int) -> None:
    """At every event another client is killed and comes back from nothing."""
    world = World(seed, settings=settings(key))
    world.run(3.0, lambda: world.table.play is not None and world.table.play.host.round is not None)
    most = turn = 0
    sizes: list[tuple[int, int]] = []
    world.taps.append(lambda number, frame: sizes.append((number, len(frame))))
    while not world.over:
        world.run(1.0, until_more(world))
        sizes.clear()
        turn = (turn + 1) % len(world.robots)
        world.kill_client(turn)
        world.run(0.05, act=False)
        most = max(most, sum(size for number, size in sizes if number == turn))
        (view,) = world.robots[turn].client.folds.views.values()
        assert view.log == list(view_of(world.book.events, view.seat))
        assert world.table.play is not None
        assert world.table.play.host.round is not None
        assert view.state == world.table.play.host.round.state.masked(view.seat)
    assert most <= 96 * 1024
    world.run(3.0)
    check_record(world, 1)
    check_clients(world)


def test_a_returning_client_with_its_views_gets_only_the_rest() -> None:
    world = World(11, settings=settings(timers=SLOW))
    world.run(3.0, lambda: len(world.book.events) > 60)
    sizes: list[int] = []
    world.taps.append(lambda number, frame: sizes.append(len(frame)) if number == 0 else None)
    world.cut(0, 1.0)
    world.run(1.1, act=False)
    assert 0 < sum(sizes) < 12_000


def test_spectators_see_no_hidden_tile() -> None:
    world = World(12, settings=settings())
    world.add_client(watch=True)
    world.run(3.0, lambda: len(world.book.events) > 60)
    (view,) = world.robots[4].client.folds.views.values()
    assert view.seat is None
    assert not any(any(event.tiles) for event in view.log if isinstance(event, WallBuilt | Dealt))


def test_hotseat_players_come_through_one_client() -> None:
    world = World(13, clients=0, settings=settings(), wait=1, bots="uniform")
    robot = world.add_client(people=2)
    world.run(1.0, lambda: robot.client.view is not None, act=False)
    robot.client.order("sit", player=0, seat=2)
    robot.client.order("sit", player=1, seat=0)
    world.run(0.3, act=False)
    robot.client.order("ready", on=True)
    world.play_out()
    assert world.table.sessions[1].players == [2, 0]
    assert {view.seat for view in robot.client.folds.views.values()} == {0, 2}
    assert set(robot.client.fairness.verdicts.values()) == {Fair.PROVED}


def test_everybody_gone_pauses_and_nobody_loses_time() -> None:
    world = World(14, settings=settings(timers=SLOW, takeover=300.0))
    world.run(3.0, lambda: len(world.book.events) > 40)
    for number in range(4):
        world.cut(number, 60.0)
    world.run(50.0)
    before = len(world.book.events)
    assert world.table.play is not None
    assert paused(world)
    world.run(9.0)
    assert len(world.book.events) == before
    world.run(5.0)
    assert not paused(world)
    world.weather = CLEAR
    world.play_out()
    assert not any(isinstance(e, Answered) and e.cause is Cause.TIMEOUT for e in world.book.events)
