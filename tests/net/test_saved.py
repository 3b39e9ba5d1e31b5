"""What outlives a table process: thinking time, a match on a full disk, a saved match at another table."""

from __future__ import annotations

import errno
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from game.commands import replay
from net.client import Status
from net.journal import Journal, read_journal
from net.messages import Prompt
from net.restart import host_again, load, save, table_of, table_state
from net.schema import Connection, Phase, Role
from net.table_process import TABLE_FILE
from net.timers import Timers
from net.wire import ProtocolError
from rules.errors import LogError
from rules.events import Event
from tests.helpers.ports import own_port
from tests.net.checks import check_clients, check_record
from tests.net.processes import CODE, Running, host, join, under_way
from tests.net.world import MemoryBook, World, settings

SLOW = Timers(turn=20.0, claim=10.0, choice=20.0)


class FullDisk(MemoryBook):
    """A journal whose disk is full while `full`."""

    full = False

    def _refuse(self) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")

    def __call__(self, events: Sequence[Event]) -> None:
        self._refuse()
        super().__call__(events)

    def note(self, kind: str, sync: bool = True, **data: Any) -> None:
        self._refuse()
        super().note(kind, sync, **data)


# ---- a full disk ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [0.05, 0.5, 1.0, 2.0])
def test_a_full_disk_stops_the_table_and_it_goes_on_when_there_is_room(after: float) -> None:
    world = World(3, settings=settings("lishui", 2))
    book = world.book = FullDisk()
    world.run(after)
    book.full = True
    world.run(1.0)
    written, told = len(book.events), [len(v.log) for r in world.robots for v in r.client.folds.views.values()]
    world.run(20.0)
    assert len(book.events) == written
    assert [len(v.log) for r in world.robots for v in r.client.folds.views.values()] == told
    assert all(robot.client.status is Status.JOINED for robot in world.robots)
    book.full = False
    world.play_out()
    check_record(world, 2)
    check_clients(world)


def test_everybody_is_told_that_the_disk_is_full() -> None:
    world = World(3, settings=settings("lishui", 2))
    book = world.book = FullDisk()
    world.run(1.0)
    told: list[str] = []
    tell = world.table.tell

    def listening(name: str, body: dict[str, Any]) -> None:
        told.append(str(body.get("code")))
        tell(name, body)

    world.table.tell = listening  # type: ignore[method-assign]
    book.full = True
    world.run(2.0)
    assert told.count("disk") == 1
    assert all(robot.client.view is not None and robot.client.view.paused for robot in world.robots)
    for robot in world.robots:
        robot.client.order("pause", on=False)
    world.run(5.0)
    assert all(robot.client.view is not None and robot.client.view.paused for robot in world.robots)
    book.full = False
    world.run(0.5)
    assert told.count("disk_back") == 1
    assert world.table.play is not None
    assert not world.table.play.host.paused


def test_a_journal_that_was_refused_space_goes_on_without_a_gap(tmp_path: Path) -> None:
    world = World(3, settings=settings("lishui", 1))
    world.play_out()
    record = world.book.record()
    path = tmp_path / "m.sifang"
    journal = Journal(path, record.settings, record.entrants)
    real, room = journal._file, [10**9]

    class Scarce:
        """Takes a few bytes of what it gets, and then none."""

        def write(self, data: memoryview) -> int:
            took = min(len(data), room[0])
            if not took:
                raise OSError(errno.ENOSPC, "No space left on device")
            room[0] -= took
            return real.write(data[:took])

        def __getattr__(self, name: str) -> Any:
            return getattr(real, name)

    journal._file = Scarce()  # type: ignore[assignment]
    for number, event in enumerate(record.hands[0]):
        if number % 7 == 3:
            room[0] = number % 23
            with pytest.raises(OSError, match="No space"):
                journal([event])
            room[0] = 10**9
        journal([event])
    journal.close()
    assert read_journal(path).hands == record.hands
    assert replay.run([str(path), "--verify"]) == 0


# ---- thinking time --------------------------------------------------------------------------------------------------


def test_a_restart_gives_nobody_more_time() -> None:
    world = World(2, settings=settings("lishui", 1, timers=SLOW))
    prompts: list[Prompt] = []

    def open_prompts() -> list[Prompt]:
        for robot in world.robots:
            prompts.extend(m for m in robot.client.messages if isinstance(m, Prompt))
        return prompts

    world.run(5.0, lambda: len(world.book.events) > 30)
    world.run(0.5, act=False)
    first = open_prompts()[0]
    assert first.seconds is not None
    world.run(12.0, act=False)
    world.kill_host()
    prompts.clear()
    for robot in world.robots:
        robot.client.messages.clear()
    world.run(4.0, lambda: any(p.id == first.id for p in open_prompts()), act=False)
    again = next(p for p in prompts if p.id == first.id)
    assert again.seconds is not None
    assert first.seconds - 13.5 < again.seconds < first.seconds - 10.5


# ---- a saved match at another table ---------------------------------------------------------------------------------


def moved(world: World) -> None:
    """Another computer hosts what is written down; nobody has a ticket there."""
    world.table = world.new_table()
    world.table.id = "b" * 32
    host_again(world.table, world.book.record(), world.book, world.now)
    world._line.clear()
    for number, robot in enumerate(world.robots):
        world.robots[number] = world.reborn(robot.client.who, None)
        world.peers[number] = world.secret(5)
        world.robots[number].client.connected(world.now)


@pytest.mark.parametrize("after", [0.8, 1.5, 3.0])
def test_a_saved_match_goes_on_elsewhere_with_everybody_in_his_place(after: float) -> None:
    world = World(5, settings=settings("lishui", 3))
    world.run(after)
    names = [entrant.name for entrant in world.book.entrants]
    before = len(world.book.events)
    moved(world)
    assert world.table.free_seats == 4
    world.play_out()
    check_record(world, 3)
    assert len(world.book.events) > before
    assert world.table.play is not None
    assert [sitter.name for sitter in world.table.play.sitters() if sitter is not None] == names


def test_it_waits_for_all_unless_somebody_goes_on_without(tmp_path: Path) -> None:
    world = World(5, settings=settings("lishui", 2))
    world.run(0.8)
    moved(world)
    world.up[3] = False
    before = len(world.book.events)
    world.run(60.0)
    assert len(world.book.events) == before
    world.robots[0].client.order("pause", on=False)
    world.run(300.0, lambda: world.over)
    check_record(world, 2)


def test_a_file_is_hosted_again_by_the_command(tmp_path: Path) -> None:
    with ExitStack() as stack:
        table = host(tmp_path / "one", "--variant", "lishui", "--hands", "2", "--wait", "2", "--bots", "uniform")
        stack.callback(table.close)
        clients = [join("127.0.0.1", table.lines[0]["port"], "--name", name) for name in ("甲", "乙")]
        for client in clients:
            stack.callback(client.close)
        journal = tmp_path / "nothing"
        while not (journal.exists() and b"RoundStarted" in journal.read_bytes()):
            journal = next((tmp_path / "one").glob("*.sifang"), journal)
            time.sleep(0.01)
        table.kill()
        again = host(journal)
        stack.callback(again.close)
        back = [join("127.0.0.1", again.lines[0]["port"], "--name", name) for name in ("乙", "甲")]
        for client in back:
            stack.callback(client.close)
        ends = {client.finished()["seat"] for client in back}
        over = again.finished()
    record = read_journal(journal)
    assert over["hands"] == 2
    assert ends == {p for p, entrant in enumerate(record.entrants) if entrant.level is None}


def test_hosted_again_where_it_was_its_people_come_back_by_themselves(tmp_path: Path, stack: ExitStack) -> None:
    words = ["--variant", "lishui", "--hands", "2", "--wait", "2", "--bots", "uniform", "--takeover", "77"]
    table = host(tmp_path / "one", *words)
    stack.callback(table.close)
    clients = [join("127.0.0.1", table.lines[0]["port"], "--name", name) for name in ("甲", "乙")]
    for client in clients:
        stack.callback(client.close)
    journal = under_way(tmp_path / "one")
    table.kill()
    again = Running("host", "--fast", "--saved", str(journal), "--journal", str(tmp_path / "two"))
    stack.callback(again.close)
    ready = again.said("ready")
    assert (ready["port"], ready["code"]) == (table.lines[0]["port"], CODE)
    assert load(tmp_path / "two" / TABLE_FILE)["settings"]["takeover"] == 77_000
    assert all(client.finished()["hands"] == 2 for client in clients)
    assert again.finished()["hands"] == 2


def test_a_table_that_was_open_is_open_again_only_when_that_is_wanted(tmp_path: Path, stack: ExitStack) -> None:
    words = ["--open", "--variant", "lishui", "--hands", "2", "--wait", "1", "--bots", "uniform", "--fast"]
    table = Running("host", "--port", str(own_port()), "--journal", str(tmp_path / "one"), *words)
    stack.callback(table.close)
    client = Running("join", f"127.0.0.1:{table.said('ready')['port']}", "--bot", "uniform")
    stack.callback(client.close)
    journal = under_way(tmp_path / "one")
    client.kill()
    table.kill()
    for more, is_open in ([], False), (["--open"], True):
        again = Running(
            "host", "--fast", "--saved", str(journal), "--journal", str(tmp_path / f"again{is_open}"), *more
        )
        stack.callback(again.close)
        assert (again.said("ready")["code"] is None) is is_open
        again.kill()


def test_the_file_of_another_table_or_a_damaged_one_says_nothing_of_a_saved_match(tmp_path: Path) -> None:
    journal = tmp_path / "a.sifang"
    whole = table_state(World(1).table) | {"code": CODE, "port": 7, "journal": journal.name}
    save(tmp_path / TABLE_FILE, whole)
    before = table_of(journal, TABLE_FILE)
    assert before is not None
    assert (before.code, before.port) == (CODE, 7)
    damages: list[dict[str, Any]] = [
        {"journal": "b.sifang"}, {"settings": {}}, {"code": "?"}, {"port": None}, {"banned": 1}
    ]  # fmt: skip
    for damaged in damages:
        save(tmp_path / TABLE_FILE, whole | damaged)
        assert table_of(journal, TABLE_FILE) is None
    (tmp_path / TABLE_FILE).unlink()
    assert table_of(journal, TABLE_FILE) is None


# ---- a seat in a running match --------------------------------------------------------------------------------------


def test_a_spectator_takes_the_seat_of_who_has_left() -> None:
    world = World(4, settings=settings("lishui", 3))
    watcher = world.add_client(watch=True).client
    world.run(0.8)
    watcher.order("take", player=0)
    world.run(0.1)
    assert world.table.role(world.table.sessions[watcher.guest]) is Role.SPECTATOR
    leaver = next(robot.client for robot in world.robots if robot.client.players == [0])
    leaver.order("leave")
    world.run(0.3)
    watcher.order("take", player=0)
    world.run(0.3)
    assert watcher.players == [0]
    assert world.table.play is not None
    assert not world.table.play.host.answerers.played_by_bot(0)
    assert world.table.view().seats[0] is not None
    assert world.table.view().seats[0].connection is Connection.HERE  # type: ignore[union-attr]
    world.kill_host()
    world.play_out()
    assert world.table.phase is Phase.OVER
    assert watcher.players == [0]
    assert not watcher.reports
    check_record(world, 3)


# ---- open hands for spectators --------------------------------------------------------------------------------------


@pytest.mark.parametrize("agree", [4, 3])
def test_spectators_see_hands_a_deal_later_if_all_agree(agree: int) -> None:
    world = World(4, settings=settings("lishui", 3))
    watcher = world.add_client(watch=True).client
    player = world.robots[0].client
    world.run(0.8)
    for robot in world.robots[:agree]:
        robot.client.order("open_hands", on=True)
    world.run(300.0, lambda: len(world.book.record().hands) == 2)
    world.run(0.2)
    assert watcher.opened == {}
    world.play_out()
    hands = world.book.record().hands
    assert watcher.opened == ({2: list(hands[1])} if agree == 4 else {})
    assert player.opened == {}
    assert not watcher.reports
    assert player.view is not None
    assert [sitter.opens for sitter in player.view.seats if sitter is not None].count(True) == agree


def test_a_damaged_list_of_the_awaited_is_refused() -> None:
    from net.restart import restore, table_state

    world = World(1)
    with pytest.raises(ProtocolError, match="damaged table file"):
        restore(world.new_table(), table_state(world.table) | {"awaited": [[1]]})


@pytest.mark.parametrize(
    "note",
    [
        {"n": "rest", "hand": 1},
        {"n": "rest", "hand": 1, "ready": 5, "left": 1},
        {"n": "clock", "hand": 1, "left": [1, 2]},
        {"n": "fair", "hand": 1, "share": "x", "shares": [b""] * 4, "table": "a"},
        {"n": "fair", "hand": 1, "share": bytes(32), "shares": [], "table": "a"},
        {"n": "fair"},
    ],
    ids=str,
)
def test_made_up_notes_are_refused_in_words(note: dict[str, Any]) -> None:
    world = World(5, settings=settings("lishui", 2))
    world.run(0.8)
    world.book.notes.append(note)
    with pytest.raises(LogError, match="note about the table is damaged"):
        host_again(world.new_table(), world.book.record(), world.book, world.now)


def test_notes_that_another_kind_of_table_has_written_are_passed_over() -> None:
    world = World(5, settings=settings("lishui", 2))
    world.run(0.8)
    world.book.notes += [{"n": "limit", "seconds": 20}, {"n": "later version"}]
    moved(world)
    world.play_out()
    check_record(world, 2)
