"""As new users would: a table opened, found and joined by clicks in two real windows, and played; both ends die."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pygame
import pytest

from game.lobby.hosttable import HostTableScene
from game.lobby.kept import Note
from game.lobby.lantable import LanTableScene
from game.scenes.lobby import LobbyScene
from game.scenes.title import MenuEntry
from game.shots import lan
from game.shots.regrets import OTHER, show_question
from game.shots.screens import show_title
from game.table.consentdialog import NOT_BEFORE, ConsentDialog
from game.widgets.button import Button
from net.recording import TAKE_BACK
from net.timers import CONSENT
from rules.events import AskKind, Event
from rules.evolve import fold
from tests.helpers.lanwindow import Person, Point, TableFile, middle_of, mirror, next_hand, went_on
from tests.helpers.realwindow import likeness

pytestmark = [pytest.mark.xdist_group("lan window"), pytest.mark.usefixtures("frozen"), pytest.mark.timeout(600)]

REST = 1.5
"""Seconds after which nothing moves on the table, not even at the beginning of a hand."""
COURT = pygame.Rect(200, 90, 620, 350)
"""What of a window shows the rivers, and no message or caption."""
Two = tuple[Person, Person]


def table_processes(host: Person) -> list[int]:
    """The table process beside somebody's window."""
    listed = subprocess.run(["pgrep", "-P", str(host.process.pid)], capture_output=True, text=True, check=False)
    return [int(number) for number in listed.stdout.split()]


@pytest.fixture
def two(display: str, tmp_path: Path, frozen: None) -> Iterator[Two]:
    """Ann and Bob, each at the title of a game of his own."""
    people = Person(display, tmp_path / "ann", "Ann"), Person(display, tmp_path / "bob", "Bob")
    tables: list[int] = []
    try:
        for person in people:
            person.folder.mkdir()
            person.start()
        for person in people:
            person.wait_for_picture()
        yield people
        tables = table_processes(people[0])
    finally:
        for person in people:
            person.kill()
        for table in tables:
            with suppress(ProcessLookupError):
                os.kill(table, signal.SIGKILL)


def entry() -> Point:
    """The local network on the title."""
    title = mirror(lambda services, clock: show_title(services), "Ann")
    assert hasattr(title, "form")
    return middle_of(title.form.widgets, lambda widget: isinstance(widget, MenuEntry) and widget.icon == "lan")


def meet(ann: Person, bob: Person) -> None:
    """Ann opens a table, Bob finds and joins it: by clicks alone."""
    found, opened = mirror(lan.show_found, "Ann"), mirror(lan.show_open_table, "Ann")
    assert isinstance(found, LobbyScene)
    assert isinstance(opened, HostTableScene)
    ann.press_and_see(entry())
    ann.press_and_see(found.widgets["host"].rect.center)
    begin = middle_of(opened.form.widgets, lambda widget: isinstance(widget, Button) and widget.kind == "main")
    ann.press_until(begin, Note(ann.folder).path.exists, every=20.0)
    bob.press_and_see(entry())
    bob.press_until(found.widgets[f"row {lan.TABLE}"].rect.center, Note(bob.folder).path.exists)


def begin(ann: Person, bob: Person, table: TableFile) -> None:
    """Bob is ready, Ann starts; bots take the other seats."""
    lobby = mirror(lan.show_lobby, "Bob")
    assert isinstance(lobby, LobbyScene)
    main = lobby.widgets["main"].rect
    bob.press_until(main.center, lambda: table.ready > 0)
    ann.press_until(main.center, lambda: bool(table.hand()))


def play(people: Sequence[Person], table: TableFile, enough: Callable[[], bool]) -> None:
    """Everybody answers by mouse until it is enough, hand after hand."""
    deadline = time.monotonic() + 180
    while not enough():
        over = [person.play(table) for person in people]
        if all(over):
            next_hand(people)
        assert time.monotonic() < deadline, [person.answers for person in people]
        time.sleep(0.03)


def test_two_windows_meet_play_die_and_play_on(two: Two) -> None:
    ann, bob = two
    table = TableFile(ann.folder)
    meet(ann, bob)
    begin(ann, bob, table)
    entrants = table.record().entrants
    assert {entrant.name for entrant in entrants if entrant.level is None} == {"Ann", "Bob"}
    play(two, table, lambda: min(ann.answers, bob.answers) >= 1)

    before = table.hands()
    bob.kill()
    bob.start()
    bob.wait_for_picture()
    bob.press_and_see(entry())
    (first,) = table_processes(ann)
    os.kill(first, signal.SIGKILL)
    answers = ann.answers, bob.answers
    play(two, table, lambda: ann.answers > answers[0] and bob.answers > answers[1])
    assert went_on(before, table.hands())
    assert table_processes(ann) != [first]
    assert (ann.complaints, bob.complaints) == ("", "")


def taken_back(table: TableFile) -> bool:
    """Whether the journal says that a discard was."""
    return any(note["n"] == TAKE_BACK and note["taken"] for note in table.record().notes)


def places() -> tuple[Point, Point]:
    """The button that takes back, and the one with which another agrees."""
    seen = mirror(lan.show_table, "Ann")
    assert isinstance(seen, LanTableScene)
    question = mirror(lambda services, clock: show_question(services, clock, OTHER), "Bob")
    assert isinstance(question, ConsentDialog)
    return seen.controls.form.widgets[-1].rect.center, question.buttons[0].rect.center


def to_discard(table: TableFile, person: Person) -> bool:
    """Whether that is asked of somebody."""
    ask = fold(table.hand()).asks.get(table.seat_of(person.name))
    return ask is not None and ask.kind is AskKind.TURN


def throw_and_regret(two: Two, table: TableFile) -> tuple[tuple[Event, ...], pygame.Surface]:
    """Ann discards and asks, Bob agrees: by mouse. The hand before that, and what Bob saw."""
    ann, bob = two
    ann.after_discard, agree = places()
    time.sleep(REST)
    before, seen = table.hand(), bob.picture()
    play((ann,), table, lambda: len(table.hand()) > len(before))
    ann.after_discard = None
    end = time.monotonic() + CONSENT
    while not taken_back(table) and time.monotonic() < end:
        time.sleep(2 * NOT_BEFORE)
        bob.press(agree)
    return before, seen


def test_a_discard_is_taken_back_when_the_other_window_agrees(two: Two) -> None:
    """Whoever is too late with the button, as bots are quick, tries it with the next discard."""
    ann, bob = two
    table = TableFile(ann.folder)
    meet(ann, bob)
    begin(ann, bob, table)
    while not taken_back(table):
        play(two, table, lambda: to_discard(table, ann))
        before, seen = throw_and_regret(two, table)
    assert table.hand()[: len(before)] == before
    bob.wait(lambda: likeness(seen, bob.picture(), COURT) == 1.0, "the discard still lies there")
    play((ann,), table, lambda: not to_discard(table, ann))
    assert table.hand()[: len(before)] == before
    assert (ann.complaints, bob.complaints) == ("", "")
