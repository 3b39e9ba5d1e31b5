"""Who is there: away, lost, pauses, the machine asleep, a table closed on purpose, names of bots, other programs."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from game.commands import join as join_command
from net.build import Edition, own_edition, rules_hash
from net.client import Client, Introduction, Status
from net.identity import Identity
from net.journal import read_journal
from net.lan import Joining, LanTable
from net.robot import Robot
from net.schema import Connection
from net.tableview import Person
from net.timers import Timers
from net.wire import PROTOCOL
from net.zmq_link import Wire
from rules.bots import LEVELS, seeded_chooser
from tests.net.checks import do, lobby, seen
from tests.net.processes import CODE, Running, host, join
from tests.net.server import Server
from tests.net.world import Weather, World, settings

SLOW = Timers(turn=20.0, claim=20.0, choice=20.0, pace=0.0)


def playing(seed: int = 6, **options: Any) -> World:
    world = World(seed, settings=settings(hands=3, **options))
    world.run(3.0, lambda: len(world.book.events) > 80)
    return world


def by_guest(world: World, guest: int) -> tuple[int, Client]:
    return next((n, robot.client) for n, robot in enumerate(world.robots) if robot.client.guest == guest)


def state_of(world: World, guest: int) -> Connection:
    return world.table.sessions[guest].connection


# ---- away -----------------------------------------------------------------------------------------------------------


def test_who_is_away_still_is_after_a_restart_and_after_a_lost_connection() -> None:
    world = playing()
    number, client = by_guest(world, 1)
    (player,) = client.players
    client.order("away", on=True)
    world.run(0.2)
    world.kill_host()
    world.run(1.0)
    assert state_of(world, 1) is Connection.AWAY
    assert world.table.play is not None
    assert world.table.play.host.answerers.played_by_bot(player)
    world.cut(number, 6.0)
    world.run(5.5, act=False)
    assert state_of(world, 1) is Connection.LOST
    world.run(2.0, act=False)
    assert state_of(world, 1) is Connection.AWAY
    client.order("away", on=False)
    world.run(0.2, act=False)
    assert state_of(world, 1) is Connection.HERE
    assert not world.table.play.host.answerers.played_by_bot(player)
    world.play_out()


def test_a_bot_that_plays_for_somebody_goes_on_after_a_restart() -> None:
    world = playing(takeover=6.0, timers=SLOW)
    number, client = by_guest(world, 2)
    (player,) = client.players
    world.cut(number, 60.0)
    world.run(11.0, act=False)
    assert state_of(world, 2) is Connection.BOT
    world.kill_host()
    world.run(11.0, act=False)
    assert world.table.play is not None
    assert world.table.play.host.answerers.played_by_bot(player)
    assert state_of(world, 2) is Connection.BOT


def test_nobody_is_replaced_at_once_because_the_table_was_restarted() -> None:
    world = playing(takeover=20.0, timers=SLOW)
    number, _ = by_guest(world, 2)
    world.cut(number, 100.0)
    world.kill_host()
    world.run(11.0, act=False)
    assert not world.table.view().paused
    assert state_of(world, 2) is Connection.LOST
    world.run(21.0, act=False)
    assert state_of(world, 2) is Connection.BOT


def test_a_pause_does_not_count_as_being_lost() -> None:
    world = playing(takeover=10.0, timers=SLOW)
    number, _ = by_guest(world, 2)
    world.cut(number, 100.0)
    world.run(6.0, act=False)
    world.robots[(number + 1) % 4].client.order("pause", on=True)
    world.run(30.0, act=False)
    assert state_of(world, 2) is Connection.LOST
    world.robots[(number + 1) % 4].client.order("pause", on=False)
    world.run(3.5, act=False)
    assert state_of(world, 2) is Connection.LOST
    world.run(9.0, act=False)
    assert state_of(world, 2) is Connection.BOT


def test_whoever_pulls_the_plug_again_and_again_has_no_more_time_than_others() -> None:
    world = playing(takeover=30.0, timers=SLOW)
    number, _ = by_guest(world, 2)
    waited = 0
    while state_of(world, 2) is not Connection.BOT:
        world.cut(number, 29.0)
        world.run(29.0, lambda: state_of(world, 2) is Connection.BOT, act=False)
        world.run(0.5, lambda: state_of(world, 2) is Connection.BOT, act=False)
        waited += 1
        assert waited < 10
    assert 7 <= waited <= 8, "180 seconds in all, of which the first four of each time are not yet lost"


def test_the_clocks_stop_when_all_are_away() -> None:
    world = playing(timers=Timers(pace=0.3))
    for robot in world.robots:
        robot.client.order("away", on=True)
    world.run(6.0)
    before = len(world.book.events)
    assert world.table.view().paused
    world.run(5.0)
    assert len(world.book.events) == before
    world.robots[0].client.order("away", on=False)
    world.run(1.0)
    assert not world.table.view().paused
    assert len(world.book.events) > before


# ---- clocks ---------------------------------------------------------------------------------------------------------


def test_sleep_of_the_machine_costs_nobody_time() -> None:
    world = playing(timers=SLOW)
    world.run(1.0, act=False)
    assert world.table.play is not None
    left = {o.prompt_id: o.due - world.now for o in world.table.play.host.open_prompts if o.due is not None}
    assert left
    before, world.now = world.now, world.now + 3600.0
    world.table.absence.restarted(world.now, stopped=before)
    world.run(0.5, act=False)
    assert not world.table.view().paused
    again = {o.prompt_id: o.due - world.now for o in world.table.play.host.open_prompts if o.due is not None}
    assert {key: pytest.approx(value - 0.5, abs=0.1) for key, value in left.items()} == again


def test_a_pause_lasts_through_a_restart_and_sleep_until_somebody_ends_it() -> None:
    world = playing(timers=SLOW)
    client = world.robots[0].client
    client.order("pause", on=True)
    world.run(0.2, act=False)
    world.kill_host()
    world.run(15.0, act=False)
    assert world.table.view().paused
    before, world.now = world.now, world.now + 100.0
    world.table.absence.restarted(world.now, stopped=before)
    world.run(15.0, act=False)
    assert world.table.view().paused
    client.order("pause", on=False)
    world.run(4.0)
    assert not world.table.view().paused
    world.play_out()


def test_next_while_the_clocks_stand_still_counts_afterwards() -> None:
    world = playing()
    world.run(300.0, lambda: world.table.play is not None and world.table.play.host.between_hands)
    assert world.table.play is not None
    play, now = world.table.play, world.now
    hands = play.host.match.hands
    play.pause(True, now)
    world.run(1.0)
    assert play.host.match.hands == hands
    assert play.host.between_hands
    assert not play.host.waits_for_deal
    play.unpause(world.now)
    world.run(0.5)
    assert not play.host.between_hands


def test_who_is_far_away_has_half_the_way_more_and_all_see_how_far() -> None:
    world = World(6, weather=Weather(0.1), settings=settings(hands=3, timers=SLOW))
    world.run(8.0, lambda: world.table.play is not None and world.table.play.host.round is not None)
    world.run(8.0, act=False)
    assert world.table.play is not None
    view = seen(world.robots[0].client)
    assert all(sitter is not None and 200 <= sitter.ping <= 240 for sitter in view.seats)
    assert all(0.1 <= grace <= 0.12 for grace in world.table.play.host.answerers.grace)


# ---- names and programs ---------------------------------------------------------------------------------------------


def test_no_bot_is_called_like_a_guest() -> None:
    world, (a, b, _) = lobby()
    for seat in range(4):
        do(world, a, "bot", seat=seat, level="uniform")
    names = [s.name for s in seen(a).seats if s is not None]
    assert len(set(names)) == 4
    do(world, b, "rename", player=0, name=names[2], avatar="")
    assert seen(a).seats[2].name == f"{names[2]}2"  # type: ignore[union-attr]
    do(world, a, "rename", player=0, name=f"{names[2]}2", avatar="")
    assert seen(a).seats[2].name == f"{names[2]}3"  # type: ignore[union-attr]


def test_who_comes_into_a_match_is_not_called_like_one_of_its_bots() -> None:
    world = World(1, clients=1, wait=1, bots="uniform", settings=settings(hands=9))
    world.run(1.0, lambda: world.table.play is not None)
    assert world.table.play is not None
    name = next(entrant.name for entrant in world.table.play.host.entrants if entrant.level)
    world.robots.append(
        Robot(
            Client(Introduction("0.1", "rules-hash", (Person(name),), bytes(32), True)),
            LEVELS["uniform"],
            seeded_chooser(b"n", 1),
        )
    )
    world.up.append(True)
    world.peers.append(b"extra")
    world.robots[-1].client.connected(world.now)
    world.run(0.5)
    assert [guest.names for guest in seen(world.robots[-1].client).guests][-1] == (f"{name}2",)


def test_two_programs_say_in_what_they_differ() -> None:
    ours = own_edition("0.2")
    assert ours == Edition(PROTOCOL, "0.2", rules_hash())
    assert ours.clash(Edition(PROTOCOL, "0.1", rules_hash())) == ""
    assert ours.clash(Edition(PROTOCOL, "0.2", "f" * 64)) == "rules"
    assert ours.clash(Edition(PROTOCOL + 1, "0.2", "f" * 64)) == "version"
    assert str(Edition(1, "0.1", "f" * 64)) == "0.1 (ffffffff)"


def test_a_bot_that_is_refused_says_which_versions_differ(capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(rules="e" * 64)
    client = server.connect().client
    server.run_until(lambda: client.over)
    assert client.theirs == Edition(PROTOCOL, "0.1", "e" * 64)
    assert join_command.report(client) == 1
    assert "other rules of play: there 0.1 (eeeeeeee), here" in capsys.readouterr().err
    server.close()


# ---- a table that is closed -----------------------------------------------------------------------------------------


def test_the_keeper_closes_the_table_and_all_are_told() -> None:
    world, (a, b, c) = lobby()
    assert do(world, b, "close_table") == "not_yours"
    before = world.table.wants_end
    assert do(world, a, "close_table") == ""
    assert (before, world.table.wants_end) == (False, True)
    world.table.close()
    world.run(0.1, act=False)
    assert [(x.status, x.why) for x in (a, b, c)] == [(Status.ENDED, "closed")] * 3
    assert b.ticket is not None, "it may be taken up again"


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_table_process_that_is_stopped_says_goodbye_and_can_be_resumed(
    stop: signal.Signals, tmp_path: Path, stack: ExitStack
) -> None:
    table = host(tmp_path / "table", "--variant", "sichuan", "--hands", "50", "--wait", "2", "--bots", "uniform")
    stack.callback(table.kill)
    port = table.lines[0]["port"]
    bot = join("127.0.0.1", port)
    stack.callback(bot.kill)
    identity = Identity(tmp_path / "me")
    stack.callback(identity.close)
    lan = LanTable("127.0.0.1", port, CODE, Joining([Person("竹影")], "0.1"), identity)
    stack.callback(lan.close)
    until(lan, lambda: lan.view is not None and any(lan.view.seats))
    lan.sit(next(seat for seat in range(4) if lan.view is not None and lan.view.seats[seat] is None))
    lan.ready(True)
    until(lan, lambda: bool(lan.link.seats))
    players = lan.players
    os.kill(table.process.pid, stop)
    until(lan, lambda: lan.status is not Status.JOINED)
    assert (lan.status, lan.why) == (Status.ENDED, "closed")
    assert table.finished()["closed"]
    assert bot.process.wait(5) == 1
    assert "the table said: closed" in bot.wrong()
    (journal,) = (tmp_path / "table").glob("*.sifang")
    assert read_journal(journal).hands
    again = Running("host", "--resume", "--fast", "--journal", str(tmp_path / "table"))
    stack.callback(again.kill)
    assert again.said("ready")["port"] == port
    back = LanTable("127.0.0.1", port, CODE, Joining([Person("竹影")], "0.1"), identity)
    stack.callback(back.close)
    until(back, lambda: back.players == players)


def until(lan: LanTable, done: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        lan.poll(time.monotonic())
        lan.wait(0.01)
    assert done(), (lan.status, lan.why)


def test_a_process_that_was_stopped_goes_on_where_it_was(tmp_path: Path, stack: ExitStack) -> None:
    """SIGSTOP for longer than somebody may be silent: nobody is lost, no bot takes over."""
    table = host(
        tmp_path, "--variant", "sichuan", "--hands", "1", "--wait", "1", "--bots", "uniform", "--takeover", "3"
    )
    stack.callback(table.kill)
    who = Introduction("0.1", rules_hash(), (Person("a"),), os.urandom(32))
    wire = Wire("127.0.0.1", table.lines[0]["port"], CODE, os.urandom(32), who)
    stack.callback(wire.close)
    robot = Robot(wire.client, LEVELS["uniform"], seeded_chooser(b"s", 1))
    seen_as: set[Connection] = set()

    def play(done: Callable[[], object], end: float) -> None:
        while not done() and time.monotonic() < end:
            wire.poll(time.monotonic())
            if (view := wire.client.view) is not None:
                seen_as.update(guest.connection for guest in view.guests)
            robot.act(time.monotonic())
            wire.wait(0.01)
        assert done()

    play(lambda: any(view.log for view in wire.client.folds.views.values()), time.monotonic() + 60)
    os.kill(table.process.pid, signal.SIGSTOP)
    time.sleep(5.0)
    os.kill(table.process.pid, signal.SIGCONT)
    play(lambda: wire.client.standing is not None and wire.client.standing.over, time.monotonic() + 60)
    assert seen_as == {Connection.HERE}
