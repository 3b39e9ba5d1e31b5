"""Whole hands at a real window with the mouse alone and with the keyboard alone, and what must never do harm there."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from game.app import render_scene
from game.preferences import Language
from rules.events import Answered, AskKind, Cause, Event
from tests.helpers.realwindow import (
    PATIENCE,
    ROOT,
    SIZE,
    Game,
    assert_played_as_answered,
    likeness,
    play_together,
    play_until,
    sheet_of,
    wait_for,
    wait_until_shown,
)

pytestmark = [pytest.mark.xdist_group("window"), pytest.mark.timeout(400)]

PLAYED: list[tuple[str, str, Language]] = [
    ("lishui", "mouse", "zh_CN"),
    ("changsha", "mouse", "en"),
    ("sichuan", "mouse", "zh_CN"),
    ("lishui", "keys", "en"),
    ("changsha", "keys", "zh_CN"),
    ("sichuan", "keys", "zh_TW"),
]
LONGEST_HAND = 300.0
MIXED = 0.98


@pytest.fixture(scope="module")
def played(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[tuple[str, str], Game]]:
    """The six hands, played at the same time by one person who looks round: bots take their time."""
    games = {
        (key, hands): Game(display, tmp_path_factory.mktemp(f"{key}-{hands}"), key, language, hands)
        for key, hands, language in PLAYED
    }
    try:
        for game in games.values():
            game.start()
        play_together(games.values(), LONGEST_HAND)
        yield games
    finally:
        for game in games.values():
            game.stop()


@pytest.mark.parametrize(("key", "hands", "language"), PLAYED)
def test_a_hand_is_played_to_its_sheet(
    played: dict[tuple[str, str], Game], key: str, hands: str, language: Language
) -> None:
    game = played[key, hands]
    assert_played_as_answered(game)
    wait_until_shown(game, sheet_of(game), 0.98)
    assert game.complaints == ""


@pytest.fixture
def game(display: str, tmp_path: Path) -> Iterator[Game]:
    """A game that has been started, of very many hands."""
    game = Game(display, tmp_path, "lishui", "zh_CN", "mouse", matches=100)
    game.start()
    try:
        yield game
    finally:
        game.stop()


def test_right_clicks_sort_the_hand_and_never_answer(game: Game) -> None:
    play_until(game, AskKind.CLAIM, next_hand=lambda: game.xdotool("key", "Return"))
    scene = game.mirror()
    assert scene.desk.box is not None
    sorted_hand = render_scene(scene)
    area = scene.view.layout.hand_rect(len(scene.hand.arrangement), scene.hand.arrangement.apart)
    places = [scene.view.layout.hand_place(index, len(scene.hand.arrangement), False) for index in (1, 8)]
    for place in places:
        game.click(place.face.center)
    before = game.hand()
    wait_for(game, lambda: likeness(game.picture(), sorted_hand, area) < MIXED, "the tiles do not change places")
    cards = scene.desk.box.cards
    for card in cards:
        game.click(card.rect.center, -(-50 // len(cards)), button=3)
    wait_until_shown(game, sorted_hand, 0.995, area)
    assert game.hand() == before, "nothing was answered"
    wait_until_shown(game, sorted_hand, 0.9, scene.desk.box.rect)


KEYS = ["s", "h", "g", "p", "c", "space", "Up", "Left", "Right", "shift+Left", "Return", "1", "2", "5", "9", "a"]
STORM, GUST = 300, 15
LONGEST_STORM = 10 * STORM
QUIET = 1.2


def answers_in(hand: Iterable[Event]) -> int:
    """How many the person has given."""
    return sum(isinstance(event, Answered) and event.cause is Cause.PLAYER for event in hand)


def gust(game: Game, chance: random.Random) -> list[object]:
    """Some random inputs as words of xdotool. The icons at the top are left alone, as they lead away."""
    words: list[object] = []
    for _ in range(GUST):
        at = ["mousemove", "--window", game.window, chance.randrange(SIZE[0]), chance.randrange(100, SIZE[1])]
        actions: list[list[object]] = [
            ["key", chance.choice(KEYS)],
            ["key", "Tab", "key", chance.choice(KEYS), "key", "Tab"],
            [*at, "mousedown", 1],
            [*at, "mouseup", 1],
            [*at, "click", chance.choice([1, 1, 2, 3])],
            [*at, "click", "--repeat", 2, "--delay", 60, 1],
        ]
        words += chance.choice(actions)
    return words


def test_a_storm_of_input_leaves_a_consistent_table(game: Game) -> None:
    chance = random.Random(7)
    play_until(game, AskKind.TURN)
    for number in range(LONGEST_STORM // GUST):
        game.xdotool(*gust(game, chance))
        if number % 4 == 3:
            size = chance.randrange(1024, 1270), chance.randrange(600, 760)
            game.xdotool("windowsize", game.window, *size)
        if number + 1 >= STORM // GUST and answers_in(game.hand()) > 2:
            break
    game.xdotool("mouseup", 1, "windowsize", "--sync", game.window, *SIZE)
    deadline = time.monotonic() + PATIENCE
    while not game.quiet_for(QUIET) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert game.process.poll() is None
    assert game.complaints == ""
    assert answers_in(game.record().hands[0]) > 2
    scene = game.mirror()
    shown = render_scene(scene.services.scenes.top)
    wait_until_shown(game, shown, 0.95, scene.view.layout.court)
    verify = [sys.executable, "main.py", "replay", str(game.journal), "--verify"]
    assert subprocess.run(verify, cwd=ROOT, check=False).returncode == 0


def test_when_the_system_ends_the_program_the_match_is_kept_and_nobody_is_asked(game: Game) -> None:
    play_until(game, AskKind.TURN)
    before = game.hand()
    game.process.terminate()
    assert game.process.wait(PATIENCE) == 0
    assert game.hand()[: len(before)] == before
    assert not game.record().cut_off
    assert game.complaints == ""
