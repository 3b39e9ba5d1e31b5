"""Two people at one real window of a LAN table, a host process and two bots: a whole hand by keys."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from net.journal import JournalError, read_journal
from rules.commands import Discard
from rules.events import Answered, Ask, AskKind, Cause, Event, RoundEnded
from rules.evolve import fold
from tests.helpers.lanwindow import Person
from tests.net.processes import CODE, Running, host

pytestmark = [
    pytest.mark.xdist_group("lan hotseat window"),
    pytest.mark.usefixtures("frozen"),
    pytest.mark.timeout(400),
]

NAMES = ("Ann", "Bea")
LIMIT, PAUSE, AT_LEAST = 240.0, 0.15, 5


@dataclass
class Shared:
    """The window that they share, and the journal of the table."""

    window: Person
    folder: Path

    def hand(self) -> tuple[Event, ...]:
        """The events so far."""
        for path in self.folder.glob("*.sifang"):
            try:
                return (read_journal(path).hands or ((),))[-1]
            except JournalError:  # it is just being written
                return ()
        return ()

    def asked(self) -> Ask | None:
        """What one of them is asked on his turn."""
        (path,) = self.folder.glob("*.sifang")
        here = [seat for seat, entrant in enumerate(read_journal(path).entrants) if entrant.name in NAMES]
        asks = fold(self.hand()).asks.values()
        return next((ask for ask in asks if ask.seat in here and ask.kind is not AskKind.CLAIM), None)

    def answer(self, ask: Ask) -> None:
        """Take the computer, then throw a tile, or take the first answer."""
        self.window.key("Return")
        time.sleep(PAUSE)
        throws = any(isinstance(option, Discard) for option in ask.options)
        for key in ("Up", "Return", "Left", "Return") if throws else ("1",):
            self.window.key(key)
        time.sleep(PAUSE)


@pytest.fixture
def shared(display: str, tmp_path: Path, frozen: None) -> Iterator[Shared]:
    table: Running = host(
        tmp_path / "table", "--variant", "sichuan", "--hands", "1", "--wait", "1", "--bots", "efficient", "--seed", "4"
    )
    names = [word for name in NAMES for word in ("--name", name)]
    command = ["join", f"127.0.0.1:{table.lines[0]['port']}", "--code", CODE, *names]
    window = Person(display, tmp_path / "window", NAMES[0], command)
    window.folder.mkdir()
    try:
        window.start()
        yield Shared(window, tmp_path / "table")
    finally:
        window.kill()
        table.close()


def test_two_people_share_a_window_at_a_table_of_the_network(shared: Shared) -> None:
    window = shared.window
    window.wait_for_picture()

    def begun() -> bool:
        window.key("Return")  # whoever keeps the table starts
        return bool(shared.hand())

    window.wait(begun, "the match does not begin")
    end = time.monotonic() + LIMIT
    while not any(isinstance(event, RoundEnded) for event in shared.hand()):
        assert time.monotonic() < end, "the hand does not end"
        assert window.process.poll() is None, window.complaints
        ask = shared.asked()
        if ask is not None:
            shared.answer(ask)
        time.sleep(PAUSE)
    thrown = [
        event.seat for event in shared.hand()
        if isinstance(event, Answered) and event.cause is Cause.PLAYER and isinstance(event.command, Discard)
    ]  # fmt: skip
    seats = set(thrown)
    assert len(seats) == len(NAMES)
    assert all(thrown.count(seat) >= AT_LEAST for seat in seats), thrown
    assert window.complaints == ""
