"""After the last hand: the table stays for those who have not taken in the end, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from net.schema import Phase
from net.table_process import FOR_THE_LOST, LAST_WORDS
from tests.net.disk import DiskWorld
from tests.net.world import settings


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DiskWorld]:
    made = DiskWorld(tmp_path / "table", monkeypatch, 1, settings=settings("lishui", hands=1))
    yield made
    made.close()


def restarted(world: DiskWorld) -> None:
    """The table process is killed, and started again from its files."""
    world.power_cut({path.name: path.read_bytes() for path in world.folder.iterdir()})


def under_way(world: DiskWorld) -> None:
    """To the middle of the hand."""
    world.run(3.0, lambda: world.table.play is not None and len(world.book.events) > 60)
    assert not world.over


def finish(world: DiskWorld) -> None:
    """To the end, which nobody has acknowledged yet but by chance."""
    world.run(600.0, lambda: world.over)
    assert world.over


def serve(world: DiskWorld, seconds: float) -> bool:
    """Let time pass; whether the process ends now, however short ago the match was over."""
    world.run(seconds)
    return world.process._all_know(0.0)


def gone(world: DiskWorld, *numbers: int) -> None:
    for number in numbers:
        world.up[number] = False


def test_it_ends_at_once_when_all_know(world: DiskWorld) -> None:
    finish(world)
    assert not world.process._all_know(0.0), "nobody has acknowledged the end"
    assert serve(world, 1.0)


def test_after_a_kill_it_waits_for_nobody_who_had_taken_in_the_end(world: DiskWorld) -> None:
    finish(world)
    serve(world, 1.0)
    gone(world, 0, 1, 2, 3)
    restarted(world)
    assert serve(world, 1.0)
    assert world.table.phase is Phase.OVER


def test_after_a_kill_it_waits_for_who_had_not(world: DiskWorld) -> None:
    under_way(world)
    world.cut(3, 100.0)
    finish(world)
    serve(world, 1.0)
    gone(world, 0, 1, 2)
    restarted(world)
    assert not serve(world, LAST_WORDS + 1.0)
    assert not world.process._all_know(LAST_WORDS + 1.0)
    assert not world.process._all_know(FOR_THE_LOST - 1.0)
    assert world.process._all_know(FOR_THE_LOST + 1.0)
    world.run(100.0, lambda: world.up[3])
    assert serve(world, 1.0)
    assert world.robots[3].client.standing is not None
    assert world.robots[3].client.standing.over


def test_who_leaves_with_the_end_holds_up_nobody_when_another_is_slow(world: DiskWorld) -> None:
    """One goes as soon as he knows; another has been cut off, and comes back later."""
    under_way(world)
    world.cut(3, 40.0)
    finish(world)
    serve(world, 1.0)
    gone(world, 0, 1, 2)
    world.run(60.0, lambda: world.up[3])
    knows = serve(world, 1.0)
    assert [session.here for session in world.table.sessions.values()].count(True) == 1
    assert knows
