"""A power cut at every write, and a disk that refuses any call: nobody has been told what is not on the disk."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from net.client import Status
from net.entrants import Entrant
from net.files import write_atomically
from net.journal import Journal, JournalError, read_journal
from net.schema import Phase
from net.table_process import LOG_FILE, TABLE_FILE
from net.torn import SUFFIX
from rules.bots import seeded_chooser
from rules.errors import RulesError
from rules.match import Length, LengthUnit, MatchSettings
from rules.secrecy import view_of
from tests.net.checks import check_clients, check_record
from tests.net.disk import Disk, DiskWorld, Files, PowerCut
from tests.net.scale import SCALE, scaled
from tests.net.world import World, settings

STATES_A_SYNC = 3
"""Crash states looked at before each sync in CI, some 500; 200 times as many is the figure of guides/reliability.md."""
FULLY = 20
"""One state in so many is not only read, but taken up by a whole table process."""


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DiskWorld]:
    made = DiskWorld(tmp_path / "table", monkeypatch, 1, settings=settings("lishui", hands=2))
    yield made
    made.close()


def told(world: World) -> dict[int, int]:
    """How many events of each hand some client knows."""
    counts: dict[int, int] = {}
    for robot in world.robots:
        for view in robot.client.folds.views.values():
            counts[view.hand] = max(counts.get(view.hand, 0), len(view.log))
    return counts


def check_state(world: DiskWorld, files: Files, folder: Path, fully: bool) -> None:
    """Everybody finds the table again, and everything that anybody was told."""
    world.disk.lay(files, folder)
    state = json.loads(files[TABLE_FILE])
    process = world.process_in(folder)
    if fully:
        process.resume()
        if process._journal is not None:
            process._journal.close()
    known = {session["id"]: session for session in state["sessions"]}
    for robot in world.robots:
        ticket = robot.client.ticket
        assert ticket is None or ticket.session in known, "a seat is lost"
        assert (
            not fully
            or ticket is None
            or any(
                session.knows(world.key(number), ticket.token)
                for session in process.table.sessions.values()
                for number in range(len(world.robots))
            )
        )
    counts = told(world)
    hands = read_journal(folder / state["journal"]).hands if counts else ()
    play = world.table.play
    for hand, count in counts.items():
        assert len(hands[hand - 1]) >= count, f"somebody was told {count} events of hand {hand}"
    if counts and play is not None and play.host.round is not None:
        log, number = play.host.round.log, play.host.round.state.number
        assert len(hands) < number or list(hands[number - 1]) == log[: len(hands[number - 1])]


@pytest.mark.timeout(120 * SCALE)
def test_any_power_cut_leaves_what_was_told(world: DiskWorld, tmp_path: Path) -> None:
    chance = seeded_chooser(b"power", 1)
    states = 0

    def cut(kind: str) -> None:
        nonlocal states
        for _ in range(scaled(STATES_A_SYNC) * (kind == "sync")):
            states += 1
            world.disk.hook = lambda kind: None
            try:
                check_state(world, world.disk.after_a_cut(chance), tmp_path / "found", states % FULLY == 0)
            except OSError as error:  # the table would take it for a disk that refuses
                raise AssertionError(f"it cannot go on: {error}") from error
            world.disk.hook = cut

    world.disk.hook = cut
    world.play_out()
    assert states >= scaled(400)
    check_record(world, 2)
    check_clients(world)


def test_a_new_journal_has_its_name_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before `table.json` speaks of it."""
    disk = Disk(tmp_path, monkeypatch)
    what = MatchSettings("lishui", (), Length(LengthUnit.HANDS, 1), b"seed")
    with closing(Journal(tmp_path / "new.sifang", what, [Entrant("小满", "uniform")] * 4)):
        assert disk.after_a_cut(lambda count: 0) == {"new.sifang": (tmp_path / "new.sifang").read_bytes()}


@pytest.mark.parametrize("seed", range(scaled(2)))
def test_a_match_goes_on_through_power_cuts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    world = DiskWorld(tmp_path / "table", monkeypatch, seed, settings=settings("lishui", hands=2))
    chance = seeded_chooser(b"cuts", seed)
    cuts, wait = 0, 40

    def cut(kind: str) -> None:
        nonlocal wait
        wait -= 1
        if not wait:
            raise PowerCut

    while not world.over:
        world.disk.hook = cut
        try:
            world.step()
        except PowerCut:
            cuts, wait = cuts + 1, 1 + chance(60)
            world.disk.hook = lambda kind: None
            world.power_cut(world.disk.after_a_cut(chance))
    world.disk.hook = lambda kind: None
    world.run(3.0)
    assert cuts >= 10
    check_record(world, 2)
    check_clients(world)
    world.close()


RARELY = {"write": 8, "sync": 8}
"""One of so many calls is refused at first; files are made and replaced seldom enough to refuse each of them."""


@pytest.mark.parametrize("reason", [errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("kind", ["create", "write", "sync", "replace"])
@pytest.mark.parametrize("seed", range(SCALE))
def test_whatever_call_is_refused_the_table_waits_and_goes_on(
    world: DiskWorld, reason: int, kind: str, seed: int
) -> None:
    """Now and then the disk refuses some calls of a kind, one after the other; then it works again."""
    chance = seeded_chooser(b"refuse", seed)
    refused = left = 0

    def refuse(what: str) -> None:
        nonlocal refused, left
        if what != kind:
            return
        left = left - 1 if left else (1 + chance(3)) * (not chance(RARELY.get(kind, 1)))
        if left:
            refused += 1
            raise OSError(reason, "refused")

    world.disk.hook = refuse
    while not world.over:
        before = refused
        world.step()
        assert all(robot.client.status is not Status.REFUSED for robot in world.robots)
        if refused > before and told(world):
            hands = world.book.record().hands
            assert all(len(hands[hand - 1]) >= count for hand, count in told(world).items())
    world.disk.hook = lambda kind: None
    world.run(3.0)
    assert refused >= 3
    check_record(world, 2)
    check_clients(world)


# ---- the files themselves -------------------------------------------------------------------------------------------


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """The journal of a hand that has begun."""
    world = World(3, settings=settings("lishui"))
    world.play_out()
    record = world.book.record()
    path = tmp_path / "match.sifang"
    written = Journal(path, record.settings, record.entrants)
    for event in record.hands[0][:60]:
        written([event])
    written.close()
    return path


def test_every_cut_and_every_lost_bit_is_seen(journal: Path) -> None:
    """The last two records cut at every byte, or every bit of them turned round: a prefix, or words."""
    whole = journal.read_bytes()
    events = list(read_journal(journal).hands[0])
    damaged = journal.with_name("damaged.sifang")
    start = len(whole) - 150
    states = [whole[:end] for end in range(start, len(whole))]
    states += [whole[:end] + bytes(len(whole) - end) for end in range(start, len(whole))]
    for place in range(start, len(whole)):
        for bit in range(0, 8, 1 if SCALE > 1 else 4):
            states.append(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
    refused = 0
    for data in states:
        damaged.write_bytes(data)
        try:
            kept = list(read_journal(damaged).hands[0])
        except JournalError:
            refused += 1
            continue
        assert kept == events[: len(kept)]
        assert len(kept) < len(events) or data[: len(whole)] == whole
    assert 0 < refused < len(states)


def test_a_hole_before_the_end_is_damage_and_no_shorter_match(journal: Path) -> None:
    whole = journal.read_bytes()
    half = len(whole) // 3
    for size in (8, 16, 64, 512):
        assert any(whole[half + size :])
        journal.write_bytes(whole[:half] + bytes(size) + whole[half + size :])
        with pytest.raises(JournalError, match="damaged at byte"):
            read_journal(journal)


def test_after_a_failed_sync_the_file_is_written_anew(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What had been written without a sync may be lost, although reading shows it: it must be in the new file."""
    record = read_journal(journal)
    folder = tmp_path / "disk"
    folder.mkdir()
    disk = Disk(folder, monkeypatch)
    path = folder / "again.sifang"
    written = Journal(path, record.settings, record.entrants, durable=True)
    written(record.hands[0][:50])
    written.note("clock", sync=False, left=[[1, 2.5]])
    before = path.stat().st_ino
    fails = 2

    def refuse(kind: str) -> None:
        nonlocal fails
        if kind == "sync" and fails:
            fails -= 1
            raise OSError(errno.EIO, "refused")

    disk.hook = refuse
    for _ in range(2):
        with pytest.raises(OSError, match="refused"):
            written(record.hands[0][50:])
    written(record.hands[0][50:])
    assert path.stat().st_ino != before
    assert path.stat().st_mode & 0o077 == 0
    written.close()
    again = read_journal(path)
    assert again.hands == record.hands
    assert again.notes == ({"n": "clock", "left": [[1, 2.5]]},)


@pytest.mark.parametrize("kind", ["create", "write", "sync", "replace"])
def test_a_file_is_the_old_one_or_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    path = tmp_path / "table.json"
    disk = Disk(tmp_path, monkeypatch)
    write_atomically(path, b"old")

    def refuse(what: str) -> None:
        if what == kind:
            raise OSError(errno.EIO, "refused")

    disk.hook = refuse
    with pytest.raises(OSError, match="refused"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    disk.hook = lambda what: None
    chance = seeded_chooser(b"whole", 1)
    seen: set[bytes] = set()

    def look(what: str) -> None:
        seen.update(disk.after_a_cut(chance)["table.json"] for _ in range(50))

    disk.hook = look
    write_atomically(path, b"newer")
    assert seen == {b"old", b"newer"}


# ---- what strangers have made of them -------------------------------------------------------------------------------


@pytest.mark.timeout(120 * SCALE)
def test_mutated_files_of_a_table_are_refused_in_words(world: DiskWorld, tmp_path: Path) -> None:
    """A restart from any folder: it goes on, or one error says that something is damaged."""
    chance = seeded_chooser(b"strangers", 1)
    world.run(3.0, lambda: world.table.phase is Phase.PLAY and len(told(world)) > 0)
    files = {path.name: path.read_bytes() for path in world.folder.iterdir()}
    ways: list[Callable[[bytearray], object]] = [
        lambda data: data.__setitem__(chance(len(data)), chance(256)),
        lambda data: data.__delitem__(slice(chance(len(data)), None)),
        lambda data: data.__iadd__(bytes(chance(256) for _ in range(chance(50)))),
    ]
    went_on = refused = 0
    for _ in range(scaled(150)):
        name = sorted(files)[chance(len(files))]
        data = bytearray(files[name])
        for _ in range(1 + chance(3)):
            if data:
                ways[chance(len(ways))](data)
        world.disk.lay(files | {name: bytes(data)}, tmp_path / "mutated")
        process = world.process_in(tmp_path / "mutated")
        try:
            process.resume()
            went_on += 1
        except (RulesError, OSError):
            refused += 1
        if process._journal is not None:
            process._journal._file.close()
        new = {path.name for path in (tmp_path / "mutated").iterdir()} - set(files) - {LOG_FILE}
        assert all(name.endswith(SUFFIX) for name in new)
    assert went_on + refused == scaled(150)
    assert refused > 0


def test_views_are_checked_by_the_journal(world: DiskWorld) -> None:
    """The check of crash states has teeth: a journal that ends before what was told is found."""
    world.run(3.0, lambda: sum(told(world).values()) > 80)
    hand = world.book.record().hands[0]
    (view, *_) = world.robots[0].client.folds.views.values()
    assert list(view_of(hand, view.seat))[: len(view.log)] == view.log
    files = {path.name: path.read_bytes() for path in world.folder.iterdir()}
    name = next(name for name in files if name.endswith(".sifang"))
    with pytest.raises(AssertionError, match="somebody was told"):
        check_state(world, files | {name: files[name][: len(files[name]) // 2]}, world.folder.parent / "found", False)
