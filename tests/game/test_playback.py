"""The inbox: what is shown, when, and what is skipped."""

from __future__ import annotations

import pytest

from game.cues import Cue, Moment
from game.playback import CATCH_UP, Playback
from game.timeline import Pause, Timeline
from net.messages import AutoCause, AutoChanged, News, Prompt, PromptClosed, Standing
from rules import events as e
from rules.commands import PASS, PONG
from rules.events import Ask, AskKind
from rules.evolve import fold
from rules.tiles import HIDDEN, Tile
from tests.helpers.tables import beginning

STANDING = Standing(1, 0, (0, 0, 0, 0), (0, 1, 2, 3), (False,) * 4, False, None)


class Screen:
    """A playback whose discards take a second each, and what it played."""

    def __init__(self, factor: float = 1.0) -> None:
        self.sounds: list[str] = []
        self.cues: list[e.Event] = []
        self.told: list[e.Event] = []
        self.playback = Playback(Timeline(factor), self._cue, self.sounds.append)
        self.playback.observers.append(lambda event, shown: self.told.append(event))
        self._sent = 0

    def _cue(self, event: e.Event, moment: Moment) -> Cue | None:
        self.cues.append(event)
        if isinstance(event, e.Discarded):
            before, after = moment.before.seats[event.seat].river, moment.after.seats[event.seat].river
            assert len(after) == len(before) + 1
            return Cue(Pause(1.0), sound="start", landing="land")
        return Cue(Pause(0.1)) if isinstance(event, e.Dealt) else None

    def tell(self, *events: e.Event) -> None:
        self.playback.receive([News(0, 1, self._sent, events)], 0.0)
        self._sent += len(events)

    def begun(self) -> Screen:
        self.tell(*beginning({0: "123456789m1234p"}))
        self.playback.finish()
        self.cues.clear()
        self.told.clear()
        return self

    def left(self, now: float) -> float | None:
        """Seconds left to answer; None when nothing is asked."""
        return None if self.playback.prompt is None else self.playback.prompt.left(now)

    @property
    def rivers(self) -> list[int]:
        return [len(seat.river) for seat in self.playback.shown.seats]


def thrown(seat: int) -> e.Discarded:
    return e.Discarded(seat, Tile(1), False)


def prompt(number: int = 5, seconds: float | None = 8.0) -> Prompt:
    return Prompt(number, 0, Ask(0, 0, AskKind.CLAIM, (PONG, PASS), PASS), seconds, 10.0)


def test_an_event_waits_until_the_one_before_has_been_shown() -> None:
    screen = Screen().begun()
    screen.tell(thrown(1), thrown(2))
    screen.playback.update(0.0)
    assert screen.rivers == [0, 1, 0, 0]
    screen.playback.update(0.5)
    assert screen.rivers == [0, 1, 0, 0]
    screen.playback.update(0.6)
    assert screen.rivers == [0, 1, 1, 0]


def test_sounds_come_at_the_start_and_at_the_landing() -> None:
    screen = Screen().begun()
    screen.tell(thrown(1))
    screen.playback.update(0.0)
    assert screen.sounds == ["start"]
    screen.playback.update(1.0)
    assert screen.sounds == ["start", "land"]


def test_a_prompt_appears_when_playback_has_reached_it_and_its_time_runs_from_its_coming() -> None:
    screen = Screen().begun()
    screen.tell(thrown(1))
    screen.playback.receive([prompt()], 3.0)
    screen.playback.update(0.5)
    assert screen.left(5.0) is None
    screen.playback.update(1.0)
    assert screen.left(5.0) == pytest.approx(6.0)


def test_a_prompt_that_is_over_before_it_could_be_seen_never_appears() -> None:
    screen = Screen().begun()
    screen.tell(thrown(1))
    screen.playback.receive([prompt(), PromptClosed(5, 0)], 0.0)
    screen.playback.update(0.0)
    screen.playback.update(1.0)
    assert screen.playback.prompt is None
    assert screen.playback.settled


def test_a_closed_prompt_goes_and_another_stays() -> None:
    screen = Screen().begun()
    screen.playback.receive([prompt(5)], 0.0)
    screen.playback.update(0.0)
    screen.playback.receive([PromptClosed(4, 0)], 0.0)
    screen.playback.update(0.0)
    assert screen.playback.prompt is not None
    screen.playback.receive([PromptClosed(5, 0)], 0.0)
    screen.playback.update(0.0)
    assert screen.playback.prompt is None


def test_an_answer_freezes_the_prompt() -> None:
    screen = Screen().begun()
    screen.playback.receive([prompt()], 0.0)
    screen.playback.update(0.0)
    version = screen.playback.version
    screen.playback.answered(1)
    assert screen.playback.prompt is not None
    assert screen.playback.prompt.answer == 1
    assert screen.playback.version > version


def test_hurrying_ends_what_moves_and_only_that() -> None:
    screen = Screen().begun()
    screen.tell(thrown(1), thrown(2))
    screen.playback.update(0.0)
    assert screen.playback.hurry()
    assert screen.rivers == [0, 1, 0, 0]
    assert screen.sounds == ["start", "land"]
    screen.playback.update(0.0)
    assert screen.rivers == [0, 1, 1, 0]


def test_hurrying_ends_a_whole_deal() -> None:
    screen = Screen()
    screen.tell(*beginning({0: "123456789m1234p"}))
    screen.playback.update(0.0)
    assert screen.playback.hurry()
    assert [seat.hand.size for seat in screen.playback.shown.seats] == [13] * 4


def test_hurrying_without_anything_moving_does_nothing() -> None:
    assert not Screen().begun().playback.hurry()


def test_too_much_waiting_is_shown_at_once_without_cues() -> None:
    screen = Screen().begun()
    screen.tell(*(thrown(1) for _ in range(CATCH_UP + 1)))
    screen.playback.update(0.0)
    assert screen.rivers == [0, CATCH_UP + 1, 0, 0]
    assert screen.cues == []
    assert len(screen.told) == CATCH_UP + 1, "observers hear of everything all the same"


def test_at_infinite_speed_nothing_waits() -> None:
    screen = Screen(factor=0.0)
    screen.tell(*beginning({0: "123456789m1234p"}), thrown(1), thrown(2))
    screen.playback.update(0.0)
    assert screen.rivers == [0, 1, 1, 0]
    assert screen.playback.settled


def test_a_hand_that_goes_on_after_a_break_stands_there_at_once() -> None:
    screen = Screen()
    screen.tell(*beginning({0: "123456789m1234p"}), thrown(0))
    screen.playback.update(0.0)
    assert screen.playback.settled
    assert screen.rivers == [1, 0, 0, 0]
    assert not screen.cues


def test_a_new_hand_starts_from_nothing() -> None:
    screen = Screen().begun()
    screen.tell(thrown(1))
    screen.playback.finish()
    screen.tell(*beginning({}))
    assert screen.playback.next_hand_waits
    screen.playback.finish()
    assert screen.rivers == [0, 0, 0, 0]
    assert not screen.playback.next_hand_waits


def test_standing_and_auto_play_are_kept() -> None:
    screen = Screen().begun()
    screen.playback.receive([STANDING, AutoChanged(0, AutoCause.TIMEOUTS)], 0.0)
    screen.playback.update(0.0)
    assert screen.playback.standing == STANDING
    assert screen.playback.auto is AutoCause.TIMEOUTS


def test_what_is_shown_is_the_fold_of_what_was_told() -> None:
    screen = Screen(factor=0.0)
    events = [*beginning({0: "123456789m1234p"}), e.Drew(1, HIDDEN, 0, False), thrown(1)]
    screen.tell(*events)
    screen.playback.update(0.0)
    assert screen.playback.shown == fold(events)
