"""A discard taken back at a real table process, which is killed while all are asked and right after all have agreed."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from game.commands import replay
from net.journal import Record, read_journal
from net.recording import TAKE_BACK
from rules.rerun import rerun
from rules.secrecy import view_of
from rules.variants import variant
from tests.net.processes import CODE, Running
from tests.net.test_processes import Witness


class Friends:
    """Four clients in this process at one table."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.table = Running("host", "--port", "0", "--code", CODE, "--variant", "lishui", "--journal", str(folder))
        self.witnesses = [Witness(self.table.said("ready")["port"]) for _ in range(4)]

    def play(self, seconds: float, until: Callable[[], bool] = lambda: False, act: bool = True) -> None:
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end and not until():
            for witness in self.witnesses:
                witness.wire.poll(now)
                if act:
                    witness.robot.act(now)
                    witness.wire.say_now(now)
            time.sleep(0.005)

    def kill_and_resume(self) -> None:
        self.table.kill()
        tickets = [witness.client.ticket for witness in self.witnesses]
        self.table = Running("host", "--resume", "--journal", str(self.folder))
        self.play(30, lambda: all(w.client.ticket != t for w, t in zip(self.witnesses, tickets, strict=True)), False)

    def ask(self) -> None:
        """The first client asks about its next discard, and everybody hears of it."""
        client = self.witnesses[0].client
        self.play(60, lambda: any(client.may_take_back(seat) for seat in client.seats_by_player.values()))
        client.order("take_back", player=client.players[0])
        self.play(5, lambda: all(w.client.regrets.question for w in self.witnesses), act=False)
        assert all(w.client.regrets.question for w in self.witnesses)

    def agree(self) -> None:
        for witness in self.witnesses[1:]:
            question = witness.client.regrets.question
            assert question is not None
            player = witness.client.players[0]
            witness.client.order("consent", player=player, question=question.id, agrees=True)

    def record(self) -> Record:
        (journal,) = self.folder.glob("*.sifang")
        return read_journal(journal)

    def regrets(self) -> list[dict[str, Any]]:
        return [note for note in self.record().notes if note["n"] == TAKE_BACK]

    def knows(self, again: int) -> bool:
        return all(view.again == again for w in self.witnesses for view in w.client.folds.views.values())

    def close(self) -> None:
        for witness in self.witnesses:
            witness.wire.close()
        self.table.close()


def test_the_table_is_killed_while_all_are_asked_and_after_all_have_agreed(tmp_path: Path, stack: ExitStack) -> None:
    friends = Friends(tmp_path)
    stack.callback(friends.close)
    friends.ask()
    before = friends.record().unfinished
    friends.kill_and_resume()
    assert friends.record().unfinished[: len(before)] == before
    assert not friends.regrets()
    assert not any(w.client.regrets.question for w in friends.witnesses)

    friends.ask()
    thrown = friends.record().unfinished
    friends.agree()
    friends.play(5, lambda: bool(friends.regrets()), act=False)
    friends.kill_and_resume()
    friends.play(10, lambda: friends.knows(1), act=False)
    assert friends.knows(1)
    (note,) = friends.regrets()
    assert note["taken"]
    stands = friends.record().unfinished
    assert stands == thrown[: note["at"]]
    for witness in friends.witnesses:
        for view in witness.client.folds.views.values():
            assert view.log == list(view_of(stands, view.seat))

    friends.play(30, lambda: len(friends.record().unfinished) > len(thrown) + 20)
    (journal,) = tmp_path.glob("*.sifang")
    record = friends.record()
    assert len(record.unfinished) > len(thrown)
    assert rerun(variant("lishui").rules(dict(record.settings.options)), record.unfinished).log == list(
        record.unfinished
    )
    assert replay.run([str(journal), "--verify"]) == 0
    assert not any(witness.client.reports for witness in friends.witnesses)
