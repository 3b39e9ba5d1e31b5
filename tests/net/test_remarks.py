"""Chat is kept with a match: in notes of the journal, and in each client's own record; never among the events."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import msgpack
import pytest

from game.records.recorded import RecordError, read_recorded
from net.identity import Identity
from net.journal import Journal, read_journal
from net.keepsake import SUFFIX, check_again
from net.remarks import MOST_REMARKS, Remark, remark_of
from rules.log import encode
from tests.net.checks import check_clients, check_record
from tests.net.world import MemoryBook, World, settings


def chatting(hands: int = 2, **options: Any) -> World:
    """A match in which somebody says something in the middle of the first hand, and somebody between two."""
    world = World(2, settings=settings("lishui", hands), **options)
    world.run(5.0, lambda: len(world.book.events) > 60)
    world.robots[0].client.order("chat", text="好牌")
    world.robots[1].client.order("phrase", number=4)
    world.run(0.1, act=False)
    return world


def noted(world: World) -> list[dict[str, Any]]:
    return [note for note in world.book.notes if note["n"] == "said"]


def player_of(world: World, number: int) -> int:
    (player,) = world.robots[number].client.players
    return player


def test_what_is_said_is_a_note_of_the_journal_and_no_event() -> None:
    world = chatting()
    hand = world.book.record().hands[0]
    assert [(n["hand"], n["at"], n["text"], n["phrase"], n["player"]) for n in noted(world)] == [
        (1, len(hand), "好牌", -1, player_of(world, 0)),
        (1, len(hand), "", 4, player_of(world, 1)),
    ]
    world.play_out()
    check_record(world, 2)
    check_clients(world)
    assert not any("好牌" in str(encode(event)) for event in world.book.events)


def test_the_lobby_is_no_part_of_a_match() -> None:
    world = World(2, settings=settings("lishui"))
    world.run(0.1, act=False)
    world.robots[0].client.order("chat", text="who plays?")
    world.run(0.2, act=False)
    world.play_out()
    assert noted(world) == []
    assert all(not view.remarks for robot in world.robots for view in robot.client.folds.views.values())


def test_it_is_bounded_also_over_restarts() -> None:
    world = chatting()
    play = world.table.play
    assert play is not None
    session = world.table.sessions[1]
    for _ in range(MOST_REMARKS):
        play.said(session, "again", -1)
    assert len(noted(world)) == MOST_REMARKS
    world.kill_host()
    assert world.table.play is not None
    world.table.play.said(world.table.sessions[1], "once more", -1)
    assert len(noted(world)) == MOST_REMARKS


def test_words_that_cannot_be_written_stop_nobody() -> None:
    class NoNotes(MemoryBook):
        def note(self, kind: str, sync: bool = True, **data: Any) -> None:
            if kind == "said":
                raise OSError(errno.ENOSPC, "full")
            super().note(kind, sync, **data)

    world = World(2, settings=settings("lishui"))
    world.book = NoNotes()
    world.run(5.0, lambda: len(world.book.events) > 60)
    world.robots[0].client.order("chat", text="hm")
    world.run(0.2, act=False)
    assert [said.text for said in world.robots[1].client.said] == ["hm"]
    world.play_out()
    check_record(world, 1)


def kept(world: World, number: int, folder: Path) -> list[Path]:
    """The files that a client writes."""
    identity = Identity(folder)
    fairness = world.robots[number].client.fairness
    identity.keep_proofs(fairness.table, fairness.keepsakes)
    identity.close()
    return sorted(folder.rglob(f"*{SUFFIX}"))


def test_a_client_keeps_what_was_said_while_it_was_there(tmp_path: Path) -> None:
    world = chatting()
    seen = [len(view.log) for view in world.robots[2].client.folds.views.values()]
    world.robots[2].client.folds.forget()
    world.robots[2].client.order("phrase", number=1)
    world.robots[2].client._send("resync", {})
    world.run(0.3, act=False)
    world.play_out()
    first, last = kept(world, 2, tmp_path)
    assert check_again(first.read_bytes()) == 1
    said = read_recorded(first).hands[0].said
    assert [(remark.at, remark.text, remark.phrase) for remark in said][:2] == [(*seen, "好牌", -1), (*seen, "", 4)]
    assert said[0].player == player_of(world, 0)
    assert read_recorded(first).hands[1].said == ()
    assert last.exists()


def test_what_is_said_after_the_last_hand_is_kept_too(tmp_path: Path) -> None:
    world = chatting(1)
    world.play_out()
    (file,) = kept(world, 2, tmp_path)
    world.robots[0].client.order("chat", text="Thanks")
    world.run(0.3, act=False)
    (file,) = kept(world, 2, tmp_path)
    recorded = read_recorded(file)
    assert [remark.text for remark in recorded.hands[0].said] == ["好牌", "", "Thanks"]
    assert recorded.hands[0].said[-1].at == len(recorded.hands[0].events)
    assert check_again(file.read_bytes()) == 1


def test_files_without_chat_still_open(tmp_path: Path) -> None:
    world = chatting(1)
    world.play_out()
    (file,) = kept(world, 0, tmp_path)
    data = msgpack.unpackb(file.read_bytes())
    del data["said"]
    file.write_bytes(msgpack.packb(data))
    assert read_recorded(file).hands[0].said == ()
    assert check_again(file.read_bytes()) == 1


def journal_with(tmp_path: Path, **note: Any) -> Path:
    world = chatting(1)
    world.play_out()
    record = world.book.record()
    path = tmp_path / "m.sifang"
    journal = Journal(path, record.settings, record.entrants)
    journal(record.hands[0])
    for one in [*noted(world), *([note] if note else [])]:
        journal.note("said", **{key: value for key, value in one.items() if key != "n"})
    journal.close()
    return path


def test_a_journal_tells_it_again(tmp_path: Path) -> None:
    path = journal_with(tmp_path)
    assert len(read_journal(path).notes) == 2
    assert [remark.phrase for remark in read_recorded(path).hands[0].said] == [-1, 4]


@pytest.mark.parametrize(
    "note",
    [
        {"at": -1, "player": 0, "name": "x", "text": "x", "phrase": -1},
        {"at": 1, "player": 7, "name": "x", "text": "x", "phrase": -1},
        {"at": 1, "player": 0, "name": 5, "text": "x", "phrase": -1},
        {"at": True, "player": 0, "name": "x", "text": "x", "phrase": -1},
        {"at": 1},
    ],
)
def test_made_up_chat_is_refused_in_words(tmp_path: Path, note: dict[str, Any]) -> None:
    with pytest.raises(RecordError):
        read_recorded(journal_with(tmp_path, hand=1, **note))


def test_what_strangers_wrote_is_cleaned() -> None:
    data = Remark(0, 0, "n" * 99, "a\u202eb\nc" + "x" * 999).plain()
    remark = remark_of(data)
    assert len(remark.name) == 24
    assert len(remark.text) == 200
    assert remark.text.startswith("ab c")
