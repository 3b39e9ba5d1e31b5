"""A discard taken back at a real table process, which is killed while all are asked and right after all have agreed."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from game.commands import replay
from net.journal import Record, read_journal
from net.messages import TakeBackOver
from net.recording import TAKE_BACK
from rules.events import RoundEnded
from rules.rerun import rerun
from rules.secrecy import view_of
from rules.variants import variant
from tests.helpers.ports import own_port
from tests.net.processes import CODE, Running
from tests.net.test_processes import Witness

PATIENCE = 60.0


class Friends:
    """Four clients in this process at one table."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        words = ["--port", str(own_port()), "--code", CODE, "--variant", "lishui", "--journal", str(folder)]
        self.table = Running("host", *words)
        self.witnesses = [Witness(self.table.said("ready")["port"]) for _ in range(4)]

    def play(self, until: Callable[[], bool], act: bool = True) -> None:
        end = time.monotonic() + PATIENCE
        while not until():
            now = time.monotonic()
            assert now < end
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
        self.play(lambda: all(w.client.ticket != t for w, t in zip(self.witnesses, tickets, strict=True)), act=False)

    def ask(self) -> None:
        """The first client asks about its next discard, and everybody hears of it; too late, it asks about another."""
        client = self.witnesses[0].client
        while not self.asked():
            self.play(lambda: any(client.may_take_back(seat) for seat in client.seats_by_player.values()))
            known = len(client.messages)
            client.order("take_back", player=client.players[0])
            self.play(partial(self.replied, known), act=False)

    def replied(self, known: int) -> bool:
        """Whether everybody is asked, or the first client was told why not; so many of its messages it knew before."""
        return self.asked() or any(isinstance(m, TakeBackOver) for m in self.witnesses[0].client.messages[known:])

    def asked(self) -> bool:
        """Whether everybody knows of the question."""
        return all(witness.client.regrets.question for witness in self.witnesses)

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
    friends.play(lambda: bool(friends.regrets()), act=False)
    friends.kill_and_resume()
    friends.play(lambda: friends.knows(1), act=False)
    (note,) = friends.regrets()
    assert note["taken"]
    stands = friends.record().unfinished
    assert stands == thrown[: note["at"]]
    for witness in friends.witnesses:
        for view in witness.client.folds.views.values():
            assert view.log == list(view_of(stands, view.seat))

    number = len(friends.record().hands) - 1

    def played_on() -> bool:
        hand = friends.record().hands[number]
        return len(hand) > len(thrown) + 20 or any(isinstance(event, RoundEnded) for event in hand)

    friends.play(played_on)
    (journal,) = tmp_path.glob("*.sifang")
    record = friends.record()
    hand = record.hands[number]
    assert hand[: len(stands)] == stands
    assert rerun(variant("lishui").rules(dict(record.settings.options)), hand).log == list(hand)
    assert replay.run([str(journal), "--verify"]) == 0
    assert not any(witness.client.reports for witness in friends.witnesses)
