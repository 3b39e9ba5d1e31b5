"""The end of a journal that a crash tore off: cut away, never thrown away, and the same again at every start."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.records.index import Index
from game.records.keeping import Keeping
from net import journal as journals
from net.files import add_line
from net.journal import Journal, Record, read_journal
from net.table_process import LOG_FILE, LOG_LINES
from net.torn import MOST_COPIES, copies, keep_torn
from rules.bots import seeded_chooser
from tests.net.disk import CODE, DiskWorld, Files
from tests.net.world import World, settings

TORN = 7
"""Bytes that are missing of the last record."""


@pytest.fixture
def torn(tmp_path: Path) -> tuple[Path, Record, bytes]:
    """A journal with a torn last record, what can be read of it, and the bytes that cannot."""
    world = World(3, settings=settings("lishui"))
    world.play_out()
    whole = world.book.record()
    path = tmp_path / "match.sifang"
    journal = Journal(path, whole.settings, whole.entrants)
    journal(whole.hands[0][:40])
    journal.close()
    os.truncate(path, path.stat().st_size - TORN)
    record = read_journal(path)
    assert record.cut_off
    return path, record, path.read_bytes()[record.whole :]


def test_what_is_cut_away_is_kept_beside_it(torn: tuple[Path, Record, bytes]) -> None:
    path, record, end = torn
    journal = Journal.append(path, record)
    journal.close()
    assert journal.torn is not None
    assert journal.torn.read_bytes() == end != b""
    assert journal.torn.stat().st_mode & 0o077 == 0
    assert read_journal(path).hands == record.hands
    assert not read_journal(path).cut_off
    assert path.stat().st_size == record.whole


def test_a_whole_journal_leaves_no_copy(torn: tuple[Path, Record, bytes]) -> None:
    path, record, _ = torn
    Journal.append(path, record).close()
    before = sorted(path.parent.iterdir())
    again = Journal.append(path, read_journal(path))
    again.close()
    assert again.torn is None
    assert sorted(path.parent.iterdir()) == before


@pytest.mark.parametrize("dies", ["before the copy is there", "before the cut"])
def test_a_start_that_dies_and_comes_again_has_the_same_result(
    torn: tuple[Path, Record, bytes], monkeypatch: pytest.MonkeyPatch, dies: str
) -> None:
    path, record, end = torn

    class Killed(BaseException):
        pass

    def kill(where: object, *arguments: object, **named: object) -> None:
        if isinstance(where, Journal):
            where._file.close()  # as dying does
        raise Killed

    with monkeypatch.context() as patch:
        if dies == "before the cut":
            patch.setattr(journals.Journal, "_append", kill)
        else:
            patch.setattr("net.torn.write_atomically", kill)
        for _ in range(3):
            with pytest.raises(Killed):
                Journal.append(path, record)
    assert read_journal(path) == record, "nothing is cut before its copy is safe"
    Journal.append(path, read_journal(path)).close()
    assert [copy.read_bytes() for copy in copies(path)] == [end]
    assert read_journal(path).hands == record.hands


def test_only_the_latest_copies_stay(tmp_path: Path) -> None:
    path = tmp_path / "m.sifang"
    other = keep_other(tmp_path)
    kept = []
    for number in range(MOST_COPIES + 3):
        path.write_bytes(b"x" * number * 1000 + b"end")
        kept.append(keep_torn(path, number * 1000))
    assert copies(path) == kept[-MOST_COPIES:]
    assert other.exists(), "copies of another journal are not ours to throw away"


def keep_other(folder: Path) -> Path:
    path = folder / "a.sifang"
    path.write_bytes(b"torn")
    return keep_torn(path, 0)


def test_two_ends_torn_off_at_one_place_are_both_kept(tmp_path: Path) -> None:
    path = tmp_path / "m.sifang"
    for end in (b"one", b"two"):
        path.write_bytes(b"whole" + end)
        keep_torn(path, 5)
    assert {copy.read_bytes() for copy in copies(path)} == {b"one", b"two"}


def test_copies_go_with_their_record(torn: tuple[Path, Record, bytes]) -> None:
    path, record, _ = torn
    folder = path.parent / "records"
    folder.mkdir()
    moved = path.rename(folder / path.name)
    Journal.append(moved, record).close()
    index = Index(path.parent)
    index.look()
    index.take(wait=True)
    (entry,) = index.entries.values()
    Keeping(index).delete(entry)
    assert not [one for one in folder.iterdir() if moved.name in one.name]


def test_the_log_of_the_table_tells_it_without_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = DiskWorld(tmp_path / "table", monkeypatch, 1, settings=settings("lishui", hands=1))
    world.run(3.0, lambda: world.table.play is not None and len(world.book.events) > 60)
    world.close()
    (path,) = world.folder.glob("*.sifang")
    os.truncate(path, path.stat().st_size - TORN)
    seed = read_journal(path).settings.seed
    for _ in range(2):
        process = world.process_in(world.folder)
        process.resume()
        assert process._journal is not None
        process._journal._file.close()
    log = world.folder / LOG_FILE
    (line,) = log.read_text("utf-8").splitlines()
    (kept,) = copies(path)
    assert path.name in line
    assert kept.name in line
    assert not any(secret in line for secret in (CODE, seed.hex()))
    assert log.stat().st_mode & 0o077 == 0


def test_a_log_that_cannot_be_written_stops_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = DiskWorld(tmp_path / "table", monkeypatch, 1, settings=settings("lishui", hands=1))
    world.run(3.0, lambda: world.table.play is not None and len(world.book.events) > 60)
    (world.folder / LOG_FILE).mkdir()
    (path,) = world.folder.glob("*.sifang")
    files = {one.name: one.read_bytes() for one in world.folder.iterdir() if one.is_file()}
    world.power_cut(files | {path.name: files[path.name][:-TORN]})
    world.play_out()
    world.close()


def test_a_log_keeps_its_last_lines(tmp_path: Path) -> None:
    log = tmp_path / "table.log"
    for number in range(LOG_LINES + 5):
        add_line(log, f"line {number}", LOG_LINES)
    lines = log.read_text("utf-8").splitlines()
    assert len(lines) == LOG_LINES
    assert lines[-1] == f"line {LOG_LINES + 4}"


@pytest.mark.parametrize("seed", range(4))
def test_power_cuts_while_it_recovers_lose_neither_the_match_nor_the_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Every state in which the disk may be found between the copy and the cut goes on to the same journal."""
    world = DiskWorld(tmp_path / "table", monkeypatch, 1, settings=settings("lishui", hands=1))
    world.run(3.0, lambda: world.table.play is not None and len(world.book.events) > 60)
    world.close()
    (path,) = world.folder.glob("*.sifang")
    os.truncate(path, path.stat().st_size - TORN)
    world.disk.forget()
    record, whole, chance = read_journal(path), path.read_bytes(), seeded_chooser(b"recover", seed)
    states: list[Files] = []

    def look(kind: str) -> None:
        states.extend(world.disk.after_a_cut(chance) for _ in range(10))

    world.disk.hook = look
    Journal.append(path, record).close()
    world.disk.hook = lambda kind: None
    assert len(states) > 20
    for number, files in enumerate(states):
        folder = tmp_path / f"found-{number}"
        world.disk.lay(files, folder)
        found = folder / path.name
        Journal.append(found, read_journal(found)).close()
        assert read_journal(found).hands == record.hands
        assert whole[record.whole :] in {copy.read_bytes() for copy in copies(found)}
