"""A person at a real window: xdotool for the hands, the journal and the picture on the display for the eyes.

Where to click is read off a mirror: the same hand, continued off screen in a window of the same size.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TextIO

import pygame

from game.app import offscreen_services, render_scene
from game.files import RECORDS
from game.preferences import FILE_NAME, Language, Preferences, PreferenceStore
from game.scenes.table import TableScene
from game.services import Services
from game.shots.acts import ShotClock
from game.shots.tables import open_table
from net.journal import JournalError, Record, read_journal
from rules.bots import efficient, seeded_chooser
from rules.commands import Command, Discard
from rules.events import Answered, Ask, AskKind, Cause, Event, RoundEnded
from rules.evolve import fold
from rules.seats import Seat
from tests.helpers.fingers import Fingers, start_program

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1200, 700)
PATIENCE = 60.0
SETTLE = 0.25
RETRY = 3.0
TRIES = 5
SEAT = 0
NAME = "竹影"

Point = tuple[int, int]


def xdotool(display: str, *words: object) -> str:
    """Run xdotool; what it prints."""
    environment = {**os.environ, "DISPLAY": display}
    command = ["xdotool", *map(str, words)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout


def visible_window(
    display: str, process: subprocess.Popen[bytes], complaints: Callable[[], str], patience: float
) -> str:
    """The number of a program's window, once it is there."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        found = xdotool(display, "search", "--onlyvisible", "--pid", process.pid).split()
        if found:
            return found[-1]
        assert process.poll() is None, complaints()
        time.sleep(0.05)
    raise AssertionError("no window comes up")


@dataclass(slots=True)
class Wanted:
    """An answer on its way: to which ask, and when it was last tried."""

    ask: Ask
    command: Command
    tries: int = 0
    tried_at: float = 0.0


class Program:
    """A program with a window; its folder has what it wrote to standard error."""

    folder: Path
    process: subprocess.Popen[bytes]
    said: TextIO

    def stop(self) -> None:
        """End the program."""
        with self.process:
            self.process.kill()
        self.said.close()

    @property
    def complaints(self) -> str:
        """What the program wrote to standard error."""
        return (self.folder / "stderr").read_text("utf-8")


@dataclass
class Game(Program):
    """`main.py play` in a window of its own, and one person who plays it by `hands`: "mouse", "keys" or "touch".

    `title`: the program begins with its title, and the table has to be opened there, by touch. `watch`: the file to
    which every answer is written with what is wrong about it. `secret`: seconds for calls in secret.
    """

    display: str
    folder: Path
    variant: str
    language: Language
    hands: str
    seed: int = 1
    matches: int = 1
    seats: str = ""
    secret: float = 0.8
    title: bool = False
    watch: Path | None = None
    answers: list[Command] = field(default_factory=list)
    wanted: Wanted | None = None
    seen: int = 0
    changed_at: float = 0.0

    def start(self) -> None:
        """Write the settings, then start the program."""
        store = PreferenceStore(self.folder / FILE_NAME)
        width, height = SIZE
        store.change(
            language=self.language,
            speed="instant",
            timers=False,
            secret_call_seconds=self.secret,
            mute=True,
            window_width=width,
            window_height=height,
            player_name=NAME,
            welcomed=True,
        )
        store.save()
        environment = {**os.environ, "DISPLAY": self.display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
        self.said = (self.folder / "stderr").open("a+")
        if self.hands == "touch":
            watch = [] if self.watch is None else ["--watch", self.watch]
            deal = ["--deal-from", self.seed] if self.title else []
            self.process = start_program([*watch, *deal, *self._words], ROOT, environment, self.said)
        else:
            command = [sys.executable, "main.py", *map(str, self._words)]
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=self.said)

    @property
    def _words(self) -> list[object]:
        """What the program is told."""
        folder = ["--data-dir", self.folder]
        if self.title:
            return [*folder]
        words = ["play", "--variant", self.variant, "--seed", self.seed, "--hands", self.matches]
        return [*words, *folder, *(["--seats", self.seats] if self.seats else [])]

    @cached_property
    def window(self) -> str:
        """The number of its window, once it is there."""
        return visible_window(self.display, self.process, lambda: self.complaints, PATIENCE)

    @cached_property
    def fingers(self) -> Fingers:
        """Those of the person, once there is something to touch."""
        assert self.window
        return Fingers(self.process, SIZE)

    def xdotool(self, *words: object) -> str:
        """Run xdotool with the window in front."""
        return xdotool(self.display, "windowactivate", "--sync", self.window, *words)

    # ---- eyes -------------------------------------------------------------------------------------------------------

    @property
    def journal(self) -> Path:
        """The file of the match."""
        (path,) = (self.folder / RECORDS).glob("*")
        return path

    def record(self) -> Record:
        """The journal as it is now."""
        return read_journal(self.journal)

    def hand(self) -> tuple[Event, ...]:
        """The events of the present hand; none before there is one."""
        if not any((self.folder / RECORDS).glob("*")):
            return ()
        try:
            hands = self.record().hands
        except JournalError:  # the program is just writing the header; a damaged file fails at `record` in the end
            return ()
        return hands[-1] if hands else ()

    def quiet_for(self, seconds: float) -> bool:
        """Whether nothing has happened for so long; to be asked again and again."""
        size = self.journal.stat().st_size if self.hand() else 0
        if size != self.seen:
            self.seen, self.changed_at = size, time.monotonic()
        return time.monotonic() > self.changed_at + seconds

    def services(self, clock: ShotClock, size: Point = SIZE) -> Services:
        """What screens get off screen when they are to look as in the window."""
        chosen = Preferences(language=self.language, player_name=NAME, speed="instant")
        services = offscreen_services(size, chosen, clock)
        services.touched = self.hands == "touch"
        return services

    def mirror(self, size: Point = SIZE, seat: Seat = SEAT) -> TableScene:
        """The table of the present hand off screen, or its sheet on top of the stack."""
        clock = ShotClock()
        services = self.services(clock, size)
        scene = open_table(services, self.record().settings, seat, self.hand())
        clock.wait(services, 0.2)
        return scene

    def picture(self) -> pygame.Surface:
        """What the display shows in the window."""
        self.xdotool()
        time.sleep(SETTLE)
        return window_picture(self.display, int(self.window), SIZE)

    # ---- hands ------------------------------------------------------------------------------------------------------

    def step(self) -> bool:
        """Answer when something is asked, check that the answer was taken; True when the hand is over.

        Raises AssertionError when the table has taken another answer than the one that was given, or none.
        """
        assert self.process.poll() is None, self.complaints
        hand = self.hand()
        quiet = self.quiet_for(SETTLE)
        if self.wanted is not None:
            self._expect(hand, self.wanted)
        elif any(isinstance(event, RoundEnded) for event in hand):
            return True
        elif hand and quiet:
            ask = fold(hand).asks.get(SEAT)
            if ask is not None:
                self.wanted = Wanted(ask, self.choose(hand, ask))
        return False

    def choose(self, hand: Sequence[Event], ask: Ask) -> Command:
        """What the person does: the same as a bot that plays well would."""
        state = fold(hand)
        rules = self.mirror().view.table.rules
        return efficient(state.masked(SEAT), rules, ask, seeded_chooser(b"person", len(hand)))

    def _expect(self, hand: Sequence[Event], wanted: Wanted) -> None:
        taken = next((e for e in hand if isinstance(e, Answered) and (e.seat, e.ask) == (SEAT, wanted.ask.id)), None)
        if taken is not None:
            assert (taken.command, taken.cause) == (wanted.command, Cause.PLAYER)
            self.answers.append(wanted.command)
            self.wanted = None
        elif SEAT not in fold(hand).asks:
            self.wanted = None  # the claim of another seat came first
        elif time.monotonic() > wanted.tried_at + RETRY:
            assert wanted.tries < TRIES, f"{wanted.command} is not taken"
            wanted.tries, wanted.tried_at = wanted.tries + 1, time.monotonic()
            self.give(wanted.ask, wanted.command)

    def give(self, ask: Ask, command: Command) -> None:
        """Answer with what the person has."""
        self.give_at(self.mirror(), ask, command)

    def give_at(self, scene: TableScene, ask: Ask, command: Command) -> None:
        """Answer, with everything where it is on a mirror."""
        if isinstance(command, Discard):
            self._throw(scene, command)
        else:
            self._press_card(scene, ask.options.index(command))

    def _throw(self, scene: TableScene, command: Discard) -> None:
        pieces = scene.hand.arrangement.pieces
        index = max(place for place, piece in enumerate(pieces) if piece.tile == command.tile)
        if self.hands != "keys":
            place = scene.view.layout.hand_place(index, len(pieces), scene.hand.arrangement.apart)
            self.click(place.face.center, 2)
        else:
            self.xdotool("key", "--delay", 30, "Up", *["Left"] * (len(pieces) - 1 - index), "Return")

    def _press_card(self, scene: TableScene, index: int) -> None:
        assert scene.desk.box is not None
        card = next(card for card in scene.desk.box.cards if card.model.index == index)
        if self.hands != "keys":
            self.click(card.rect.center)
            return
        numbers = [str(card.model.number)] if card.model.number else []
        keys = [] if card.model.action == "choice" else [scene.services.chosen.keys[card.model.action]]
        self.xdotool("key", "--delay", 30, *keys, *numbers)

    def click(self, place: Point, times: int = 1, button: int = 1) -> None:
        """Click into the window, then leave the pointer where it disturbs nothing; or tap."""
        if self.hands == "touch":
            self.fingers.tap(place, times)
            return
        self.xdotool(
            *("mousemove", "--window", self.window, *place, "sleep", 0.05),
            *("click", "--repeat", times, "--delay", 70, button, "sleep", 0.05),
            *("mousemove", "--window", self.window, SIZE[0] // 2, SIZE[1] // 2),
        )


def play_together(games: Iterable[Game], seconds: float) -> None:
    """Play a hand in each game to its end, as one person who looks round: bots take their time."""
    deadline = time.monotonic() + seconds
    unfinished = list(games)
    while unfinished and time.monotonic() < deadline:
        unfinished = [game for game in unfinished if not game.step()]
        time.sleep(0.02)


def play_until(game: Game, asked: AskKind, next_hand: Callable[[], object] | None = None) -> None:
    """Play until the person is asked such a thing and has not answered yet. `next_hand` goes on after a sheet."""
    deadline = time.monotonic() + 2 * PATIENCE
    while time.monotonic() < deadline:
        ask = fold(game.hand()).asks.get(SEAT) if game.hand() and game.wanted is None else None
        if ask is not None and ask.kind is asked:
            if game.quiet_for(SETTLE):
                return
        elif game.step():
            assert next_hand is not None, "the hand is over"
            next_hand()
        time.sleep(0.02)
    raise AssertionError(f"never asked about a {asked}")


def assert_played_as_answered(game: Game) -> None:
    """The hand has ended, and its journal has the answers that the person gave, no others."""
    hand = game.hand()
    assert any(isinstance(event, RoundEnded) for event in hand)
    taken = [e for e in hand if isinstance(e, Answered) and e.seat == SEAT and e.cause is Cause.PLAYER]
    assert [answered.command for answered in taken] == game.answers
    assert any(isinstance(command, Discard) for command in game.answers)


def likeness(one: pygame.Surface, other: pygame.Surface, area: pygame.Rect | None = None) -> float:
    """The share of pixels that are the same in two pictures."""
    place = area or one.get_rect()
    same = pygame.mask.from_threshold(one.subsurface(place), (0, 0, 0), (12, 12, 12, 255), other.subsurface(place))
    return same.count() / (place.width * place.height)


def wait_for(game: Game, done: Callable[[], bool], what: str) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert game.process.poll() is None, game.complaints
        assert time.monotonic() < deadline, what
        time.sleep(0.03)


def wait_until_shown(game: Game, wanted: pygame.Surface, share: float, area: pygame.Rect | None = None) -> None:
    """Wait until more than that share of the window, or of an area of it, is as on a picture."""
    wait_for(game, lambda: likeness(game.picture(), wanted, area) > share, "the window shows something else")


def sheet_of(game: Game) -> pygame.Surface:
    """The sheet of the finished hand, drawn off screen."""
    return render_scene(game.mirror().services.scenes.top)


# ---- a picture of a window ------------------------------------------------------------------------------------------


class _Image(ctypes.Structure):
    """The beginning of Xlib's XImage."""

    _fields_ = [
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("xoffset", ctypes.c_int),
        ("format", ctypes.c_int),
        ("data", ctypes.c_void_p),
        ("byte_order", ctypes.c_int),
        ("bitmap_unit", ctypes.c_int),
        ("bitmap_bit_order", ctypes.c_int),
        ("bitmap_pad", ctypes.c_int),
        ("depth", ctypes.c_int),
        ("bytes_per_line", ctypes.c_int),
        ("bits_per_pixel", ctypes.c_int),
    ]


ALL_PLANES, Z_PIXMAP = ctypes.c_ulong(-1), 2


def window_picture(display: str, window: int, size: Point) -> pygame.Surface:
    """What a display of 32 bits a pixel shows in a window."""
    xlib: Any = ctypes.CDLL("libX11.so.6")
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    xlib.XGetImage.restype = ctypes.POINTER(_Image)
    opened = ctypes.c_void_p(xlib.XOpenDisplay(display.encode()))
    assert opened.value, f"no display {display}"
    try:
        image = xlib.XGetImage(opened, ctypes.c_ulong(window), 0, 0, *size, ALL_PLANES, Z_PIXMAP)
        assert image.contents.bits_per_pixel == 32
        pixels = ctypes.string_at(image.contents.data, image.contents.bytes_per_line * size[1])
    finally:
        xlib.XCloseDisplay(opened)
    return pygame.image.frombytes(pixels, size, "BGRA")
