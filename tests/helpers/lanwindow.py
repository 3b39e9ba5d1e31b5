"""People at real windows of a LAN table: xdotool for the hands, the host's journal and the pictures for the eyes.

Where to click is read off mirrors: the same screens with made-up people, off screen in a window of the same size.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy
import pygame

from game.app import offscreen_services, render_scene
from game.files import LAN, RECORDS
from game.handinput import DOUBLE_CLICK
from game.preferences import FILE_NAME, Preferences, PreferenceStore
from game.scene import Scene
from game.services import Services
from game.shots.acts import ShotClock
from game.shots.tables import open_table
from game.widgets.base import Widget
from net.journal import JournalError, Record, read_journal
from net.restart import load
from net.table_process import TABLE_FILE
from rules.bots import efficient, seeded_chooser
from rules.commands import Discard
from rules.events import Answered, Ask, Cause, Event, RoundEnded
from rules.evolve import fold
from rules.match import Match
from rules.seats import Seat
from rules.variants import variant
from tests.helpers.realwindow import ROOT, visible_window, window_picture, xdotool

SIZE = (1024, 600)
PATIENCE = 90.0
SETTLE = 0.3
ANOTHER = 0.1
"""A picture of which so large a part has changed is another screen, and not a button that is pointed at."""
RETRY = 1.5
TRIES = 20

Point = tuple[int, int]


def mirror(show: Callable[[Services, ShotClock], object], name: str) -> Scene:
    """A screen as it is in a window of a person of that name."""
    clock = ShotClock()
    services = offscreen_services(SIZE, Preferences(language="en", player_name=name, speed="instant"), clock)
    show(services, clock)
    render_scene(services.scenes.top)
    return services.scenes.top


def middle_of(widgets: Sequence[Widget], kind: Callable[[Widget], bool]) -> Point:
    """Where the first widget of a kind is pressed."""
    return next(widget for widget in widgets if kind(widget)).rect.center


@dataclass
class Person:
    """Somebody with a window and a data folder of his own. `command`: the words after `main.py`.

    `after_discard`: where he clicks right after one.
    """

    display: str
    folder: Path
    name: str
    command: Sequence[str] = ()
    answers: int = 0
    after_discard: Point | None = None
    _asked: Ask | None = None
    _tries: int = 0
    _tried_at: float = 0.0
    _window: str = ""
    _starts: int = field(default=0)

    # ---- the program ----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Open the window; the second time with what the first one has kept."""
        if not self._starts:
            store = PreferenceStore(self.folder / FILE_NAME)
            store.change(
                language="en", speed="instant", mute=True, welcomed=True, player_name=self.name, window_width=SIZE[0],
                window_height=SIZE[1], secret_call_seconds=0.8,
            )  # fmt: skip
            store.save()
        self._starts, self._window, self._asked = self._starts + 1, "", None
        environment = {**os.environ, "DISPLAY": self.display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
        self._said = (self.folder / f"stderr{self._starts}").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "main.py", *self.command, "--data-dir", str(self.folder)], cwd=ROOT, env=environment,
            stdout=subprocess.DEVNULL, stderr=self._said,
        )  # fmt: skip

    def kill(self) -> None:
        """End the program in the middle of whatever it does (kill -9)."""
        self.process.kill()
        self.process.wait()
        self._said.close()

    @property
    def complaints(self) -> str:
        """What the program has written to standard error."""
        return "".join(path.read_text("utf-8") for path in self.folder.glob("stderr*"))

    @property
    def window(self) -> str:
        """The number of its window, once it is there."""
        if not self._window:
            self._window = visible_window(self.display, self.process, lambda: self.complaints, PATIENCE)
        return self._window

    # ---- hands ----------------------------------------------------------------------------------------------------

    def press(self, place: Point, times: int = 1, then: Point | None = None) -> None:
        """Click there, then leave the pointer where it disturbs nothing. `then`: another click in the same breath."""
        other = () if then is None else ("sleep", DOUBLE_CLICK, "mousemove", "--window", self.window, *then, "click", 1)
        xdotool(
            self.display, "windowactivate", "--sync", self.window,
            *("mousemove", "--window", self.window, *place, "sleep", 0.08),
            *("click", "--repeat", times, "--delay", 70, 1, "sleep", 0.08, *other),
            *("mousemove", "--window", self.window, SIZE[0] // 2, SIZE[1] - 3),
        )  # fmt: skip

    def type(self, text: str) -> None:
        """Type into whatever has the focus, and Enter."""
        xdotool(self.display, "windowactivate", "--sync", self.window, "type", "--delay", 25, text)
        xdotool(self.display, "key", "Return")

    def key(self, name: str) -> None:
        """Press a key."""
        xdotool(self.display, "windowactivate", "--sync", self.window, "key", name)

    def picture(self) -> pygame.Surface:
        """What the window shows."""
        xdotool(self.display, "windowactivate", "--sync", self.window)
        time.sleep(SETTLE)
        return window_picture(self.display, int(self.window), SIZE)

    def wait(self, done: Callable[[], bool], what: str) -> None:
        """Wait until something is so."""
        deadline = time.monotonic() + PATIENCE
        while not done():
            assert self.process.poll() is None, self.complaints
            assert time.monotonic() < deadline, f"{self.name}: {what}"
            time.sleep(0.1)

    def wait_for_picture(self) -> None:
        """Wait until the window shows something."""
        self.wait(lambda: len(numpy.unique(self._pixels()[::7, ::7].reshape(-1, 3), axis=0)) > 50, "shows nothing")

    def press_and_see(self, place: Point, part: pygame.Rect | None = None) -> None:
        """Click there once, and wait until the window, or that part of it, shows another thing for good."""
        before = self._pixels(part)

        def changed() -> bool:
            return bool(numpy.any(self._pixels(part) != before, axis=2).mean() > ANOTHER)

        self.press(place)
        self.wait(lambda: changed() and changed(), f"nothing comes of a press at {place}")

    def press_until(self, place: Point, done: Callable[[], bool], every: float = 5.0) -> None:
        """Press, and press again as one does when nothing happens."""
        pressed = float("-inf")

        def pressing() -> bool:
            nonlocal pressed
            if not done() and time.monotonic() > pressed + every:
                self.press(place)
                pressed = time.monotonic()
            return done()

        self.wait(pressing, f"nothing comes of presses at {place}")

    def _pixels(self, part: pygame.Rect | None = None) -> numpy.typing.NDArray[numpy.uint8]:
        picture = self.picture()
        return pygame.surfarray.array3d(picture if part is None else picture.subsurface(part))

    # ---- play -----------------------------------------------------------------------------------------------------

    def play(self, table: TableFile) -> bool:
        """Answer what is asked, as a good bot would; True when the hand is over. Raises AssertionError."""
        assert self.process.poll() is None, self.complaints
        hand = table.hand()
        if not hand or any(isinstance(event, RoundEnded) for event in hand):
            return bool(hand)
        state, seat = fold(hand), table.seat_of(self.name)
        ask = state.asks.get(seat)
        if self._asked is not None and (ask is None or ask.id != self._asked.id):
            taken = [e for e in hand if isinstance(e, Answered) and (e.seat, e.ask) == (seat, self._asked.id)]
            self.answers += sum(answered.cause is Cause.PLAYER for answered in taken)
            self._asked = None
        if ask is None or not table.quiet:
            return False
        if self._asked is None:
            self._asked, self._tries, self._tried_at = ask, 0, 0.0
        if time.monotonic() > self._tried_at + RETRY:
            assert self._tries < TRIES, f"{self.name}: {ask} is not answered"
            self._tries += 1
            self._answer(table, hand, ask)
            self._tried_at = time.monotonic()
        return False

    def _answer(self, table: TableFile, hand: Sequence[Event], ask: Ask) -> None:
        clock, seat = ShotClock(), ask.seat
        chosen = Preferences(language="en", player_name=self.name, speed="instant")
        scene = open_table(offscreen_services(SIZE, chosen, clock), table.record().settings, seat, hand)
        clock.wait(scene.services, 0.2)
        state = fold(hand)
        command = efficient(state.masked(seat), scene.table.rules, ask, seeded_chooser(b"person", len(hand)))
        if isinstance(command, Discard):
            pieces = scene.hand.arrangement.pieces
            index = max(place for place, piece in enumerate(pieces) if piece.tile == command.tile)
            place = scene.view.layout.hand_place(index, len(pieces), scene.hand.arrangement.apart)
            self.press(place.face.center, 2, self.after_discard)
        elif scene.desk.box is not None:
            self.press(next(c for c in scene.desk.box.cards if c.model.index == ask.options.index(command)).rect.center)


def next_hand(people: Sequence[Person]) -> None:
    """Close the sheets of a hand that is over; to be done until another one is dealt."""
    for person in people:
        person.key("Return")
    time.sleep(RETRY)


def went_on(before: Sequence[Sequence[Event]], now: Sequence[Sequence[Event]]) -> bool:
    """Whether hands only went on since: nothing is lost, or dealt again."""
    pairs = zip(before, now, strict=False)
    return len(now) >= len(before) and all(later[: len(hand)] == hand for hand, later in pairs)


@dataclass
class TableFile:
    """The journal of the table that somebody hosts, and before there is one, what its process has written down."""

    folder: Path
    _size: int = 0
    _changed_at: float = 0.0

    @property
    def path(self) -> Path | None:
        """The newest one; None before a match has begun."""
        found = sorted((self.folder / RECORDS / LAN).glob("*/*.sifang"), key=lambda path: path.stat().st_mtime)
        return found[-1] if found else None

    @property
    def seated(self) -> int:
        """How many people and bots have a seat in the lobby."""
        return sum(seat is not None for seat in self._lobby()["seats"])

    @property
    def ready(self) -> int:
        """How many windows have said that their people are ready."""
        return sum(session["ready"] for session in self._lobby()["sessions"])

    def _lobby(self) -> dict[str, Any]:
        found = sorted((self.folder / RECORDS / LAN).glob(f"*/{TABLE_FILE}"), key=lambda path: path.stat().st_mtime)
        return load(found[-1])

    def record(self) -> Record:
        """The journal as it is now."""
        assert self.path is not None
        return read_journal(self.path)

    def hand(self) -> tuple[Event, ...]:
        """The events of the present hand; none before there is one."""
        hands = self.hands()
        return hands[-1] if hands else ()

    def hands(self) -> tuple[tuple[Event, ...], ...]:
        """The events of all hands."""
        if self.path is None:
            return ()
        try:
            hands = self.record().hands
        except JournalError:  # it is just being written; a damaged one fails at `record` in the end
            return ()
        size = self.path.stat().st_size
        if size != self._size:
            self._size, self._changed_at = size, time.monotonic()
        return hands

    @property
    def quiet(self) -> bool:
        """Whether everything that was written can be seen by now."""
        return time.monotonic() > self._changed_at + SETTLE

    def seat_of(self, name: str) -> Seat:
        """Where somebody sits in the present hand."""
        record = self.record()
        player = next(player for player, entrant in enumerate(record.entrants) if entrant.name == name)
        match = Match(record.settings, variant(record.settings.variant))
        for hand in record.hands[:-1]:
            match.record(fold(hand))
        return match.players.index(player)
