"""A storm of every kind of input on a real window: at one's own table, with four people, and at a table of the network.

In CI a small one; SIFANG_SCALE=40 makes it 20,000 inputs at each.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from game.app import render_scene
from game.files import RECORDS
from game.preferences import FILE_NAME, PreferenceStore
from net.journal import read_journal
from rules.events import Answered, Cause, RoundEnded
from rules.evolve import fold
from rules.match import Match
from rules.variants import ORDER, variant
from tests.helpers.fingers import Fingers, start_program
from tests.helpers.realwindow import PATIENCE, ROOT, SIZE, Game, Program, visible_window, wait_until_shown, xdotool
from tests.helpers.windowstorm import GUST, WindowStorm, answers_in, violations
from tests.net import processes
from tests.net.processes import CODE, host
from tests.net.scale import scaled

pytestmark = [pytest.mark.xdist_group("window storm"), pytest.mark.timeout(0)]

INPUTS, LONGER = 500, 5000
"""As many as there are at least, and as many more as there may be until one of them has answered something."""
FOUR = "human,human,human,human"
QUIET = 1.5
LOOKS = (
    *("language", "text_size", "tile_set", "back", "cloth", "numerals", "large_targets", "waits_panel"),
    *("upright_rivers", "same_tile_marks", "danger_marks"),
)


@pytest.fixture(params=["", FOUR], ids=["local", "four people"])
def game(display: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Game]:
    """A table, of very many hands."""
    game = begin(display, tmp_path, request.param, 0)
    yield game
    game.stop()


def begin(display: str, folder: Path, seats: str, number: int) -> Game:
    """The table of that number, each of another variant, in a folder of its own."""
    home = folder / str(number)
    home.mkdir()
    variant = ORDER[number % len(ORDER)]
    game = Game(display, home, variant, "zh_CN", "touch", number + 1, 100, seats, watch=folder / "watch")
    game.start()
    deadline = time.monotonic() + PATIENCE
    while not game.fingers.where()["table"]:
        assert time.monotonic() < deadline, game.complaints
        time.sleep(0.05)
    return game


def check(game: Game) -> int:
    """The journal is whole and follows from its answers; how many of them people gave."""
    assert game.complaints == ""
    verify = [sys.executable, "main.py", "replay", str(game.journal), "--verify"]
    assert subprocess.run(verify, cwd=ROOT, check=False, capture_output=True).returncode == 0
    return given_in(game)


def given_in(game: Game) -> int:
    """How many answers people have given."""
    hands = read_journal(game.journal).hands
    return sum(isinstance(event, Answered) and event.cause is Cause.PLAYER for hand in hands for event in hand)


def answered(game: Game, before: int) -> bool:
    """Whether people have answered anything, at this table or before."""
    return before + given_in(game) > 0


def wait_until_quiet(game: Game) -> None:
    """Wait until the bots have played on, and everything is shown."""
    deadline = time.monotonic() + PATIENCE
    while not game.quiet_for(QUIET) and time.monotonic() < deadline:
        time.sleep(0.05)


def check_picture(game: Game) -> None:
    """What is in the window is what a table shows that goes on from the same journal, with the settings as they are."""
    store, scene = PreferenceStore(game.folder / FILE_NAME), game.mirror()
    chosen = {name: getattr(store.current, name) for name in LOOKS}
    scene.services.preferences.change(**chosen)
    shown = render_scene(scene.services.scenes.top)
    wait_until_shown(game, shown, 0.95, scene.view.layout.court)


def test_every_answer_comes_from_the_input_that_means_it(display: str, tmp_path: Path, game: Game) -> None:
    chance, wanted, given, number, seats = random.Random(11), scaled(INPUTS), 0, 0, game.seats
    storm = WindowStorm(display, game.window, game.fingers, chance)
    while not storm.blow(wanted - storm.inputs.total()) or not storm.blow(LONGER, partial(answered, game, given)):
        game.stop()
        given, number = given + check(game), number + 1
        game = begin(display, tmp_path, seats, number)
        storm.window, storm.fingers = game.window, game.fingers
    storm.calm()
    wait_until_quiet(game)
    assert game.process.poll() is None, game.complaints
    for shown, dealt in game.fingers.send("hands")["hands"]:
        assert shown == dealt
    where = game.fingers.where()
    if where["scene"] == "TableScene" and not where["covered"]:
        check_picture(game)
    given += check(game)
    game.stop()
    watch = tmp_path / "watch"
    print(f"{storm.inputs.total()} inputs at {number + 1} tables: {dict(storm.inputs)}; {given} answers")
    assert violations(watch) == []
    assert 0 < given <= len(answers_in(watch))
    assert (game.folder / RECORDS).exists()
    assert storm.inputs.total() >= wanted
    assert storm.fingers.size == SIZE


# ---- at a table of the network --------------------------------------------------------------------------------------

NAMES = ("Ann", "Bob")


@dataclass
class Guest(Program):
    """Somebody with a window at a table of another process."""

    display: str
    folder: Path
    name: str

    def join(self, port: int, home: Path) -> None:
        """Start the window, straight to the table."""
        store = PreferenceStore(self.folder / FILE_NAME)
        store.change(language="en", speed="instant", mute=True, welcomed=True, window_width=SIZE[0],
                     window_height=SIZE[1])  # fmt: skip
        store.save()
        environment = {**os.environ, "DISPLAY": self.display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
        self.said = (self.folder / "stderr").open("a+")
        place, who = f"127.0.0.1:{port}", ["--code", CODE, "--name", self.name, "--data-dir", self.folder]
        self.process = start_program(["--watch", self.watch, "join", place, *who], home, environment, self.said)
        self.window = visible_window(self.display, self.process, lambda: self.complaints, PATIENCE)
        self.fingers = Fingers(self.process, SIZE)

    @property
    def watch(self) -> Path:
        """Where its answers are told."""
        return self.folder / "watch"


@contextmanager
def lan_table(display: str, folder: Path) -> Iterator[list[Guest]]:
    """A table of the network, of two people and two bots, that plays in the folder `table`: the people."""
    folder.mkdir()
    words = ["--variant", "changsha", "--hands", "500", "--wait", "2", "--bots", "efficient", "--seed", "4"]
    table = host(folder / "table", *words)
    guests = [Guest(display, folder / name, name) for name in NAMES]
    try:
        for guest in guests:
            guest.folder.mkdir()
            guest.join(table.lines[0]["port"], processes.HOME)
        deadline = time.monotonic() + 2 * PATIENCE
        while not all(guest.fingers.where()["table"] for guest in guests):
            assert time.monotonic() < deadline, [guest.complaints for guest in guests]
            for guest in guests:
                if not guest.fingers.where()["table"]:
                    xdotool(display, "windowactivate", "--sync", guest.window, "key", "Return")
            time.sleep(0.5)
        yield guests
    finally:
        for guest in guests:
            guest.stop()
        table.close()


def check_lan(folder: Path, guests: list[Guest]) -> int:
    """Nobody has complained, no answer was not meant, and the table has taken none that was not told; how many."""
    for guest in guests:
        assert guest.complaints == ""
        assert violations(guest.watch) == []
    told = sum(len(answers_in(guest.watch)) for guest in guests)
    (journal,) = (folder / "table").glob("*.sifang")
    record = read_journal(journal)
    people = {player for player, entrant in enumerate(record.entrants) if entrant.level is None}
    match, given = Match(record.settings, variant(record.settings.variant)), 0
    for hand in record.hands:
        sitting = {match.players.index(player) for player in people}
        given += sum(isinstance(e, Answered) and e.cause is Cause.PLAYER and e.seat in sitting for e in hand)
        if any(isinstance(event, RoundEnded) for event in hand):
            match.next_deal()
            match.record(fold(hand))
    assert given <= told
    return told


@pytest.mark.usefixtures("frozen")
def test_no_prompt_of_a_table_of_the_network_is_answered_that_was_not_clicked(display: str, tmp_path: Path) -> None:
    inputs, told, number = Counter[str](), 0, 0
    while inputs.total() < scaled(INPUTS) or (told == 0 and inputs.total() < LONGER):
        folder, number = tmp_path / str(number), number + 1
        with lan_table(display, folder) as guests:
            storms = [
                WindowStorm(display, guest.window, guest.fingers, random.Random(f"{guest.name} {number}"))
                for guest in guests
            ]
            while all(storm.blow(4 * GUST) for storm in storms):
                heard = told > 0 or any(answers_in(guest.watch) for guest in guests)
                total = inputs.total() + sum(storm.inputs.total() for storm in storms)
                if total >= (scaled(INPUTS) if heard else LONGER):
                    break
            told += check_lan(folder, guests)
            for storm in storms:
                inputs.update(storm.inputs)
    print(f"{inputs.total()} inputs at {number} tables: {dict(inputs)}; {told} answers")
    assert told > 0
