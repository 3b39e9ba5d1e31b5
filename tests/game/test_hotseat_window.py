"""Four people at one real window: a whole hand by keys, the curtain before every turn."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.commands import Discard
from rules.events import Answered, AskKind, Cause, RoundEnded
from rules.evolve import fold
from rules.seats import SEATS
from tests.helpers.realwindow import Game

pytestmark = [pytest.mark.xdist_group("hotseat window"), pytest.mark.timeout(480)]

LIMIT = 400.0
PAUSE = 0.12
AT_LEAST = 12


@pytest.fixture
def game(display: str, tmp_path: Path) -> Iterator[Game]:
    made = Game(display, tmp_path, "sichuan", "zh_CN", "keys")
    made.seats = "human,human,human,human"
    made.start()
    yield made
    made.stop()


def answer(game: Game) -> None:
    """Whoever is asked takes the computer, then throws what was drawn, or takes the first answer."""
    asks = fold(game.hand()).asks
    asked = next((ask for ask in asks.values() if ask.kind is not AskKind.CLAIM), None)
    if asked is None:
        time.sleep(PAUSE)
        return
    game.xdotool("key", "Return")
    time.sleep(PAUSE)
    if any(isinstance(option, Discard) for option in asked.options):
        game.xdotool("key", "--delay", 40, "Up", "Return", "Left", "Return", "Left", "Return")
    else:
        game.xdotool("key", "--delay", 40, "1")
    time.sleep(PAUSE)


def test_four_people_share_a_window(game: Game) -> None:
    assert game.window
    end = time.monotonic() + LIMIT
    while not any(isinstance(event, RoundEnded) for event in game.hand()):
        assert time.monotonic() < end, "the hand does not end"
        assert game.process.poll() is None, game.complaints
        answer(game)
    answers = [event for event in game.hand() if isinstance(event, Answered) and event.cause is Cause.PLAYER]
    thrown = {seat: sum(isinstance(a.command, Discard) for a in answers if a.seat == seat) for seat in SEATS}
    assert all(count >= AT_LEAST for count in thrown.values()), thrown
    assert game.complaints == ""
