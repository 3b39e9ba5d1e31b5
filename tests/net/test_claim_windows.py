"""How long it is quiet after a discard tells nothing: not what bots may claim, and at a tournament not who thinks."""

from __future__ import annotations

import pytest

from game.commands.host import _parser, _timers
from game.commands.host import run as host_command
from net.entrants import Entrant
from net.messages import News, Prompt
from net.tableview import WINDOW, settings_data, settings_of
from net.timers import MOST_GRACE, Timers
from rules.bots import seeded_chooser
from rules.events import Asked, AskKind, Discarded
from tests.net.test_host import BOTS, PERSON, host_of
from tests.net.world import settings

STEP = 1 / 16
PERSONS = (PERSON, *(Entrant(name) for name in "abc"))
TIMERS = Timers(turn=5.0, claim=10.0, choice=5.0, between=5.0, pace=0.9)


class Watched:
    """A hand as a spectator sees it. `gaps`: how long it was quiet after each discard; `claims`: how many had one."""

    def __init__(self, entrants: tuple[Entrant, ...], timers: Timers, answers_after: float | None = 0.0) -> None:
        self.host, self.log = host_of(entrants, 1, **{name: getattr(timers, name) for name in _NAMES})
        self.gaps: list[float] = []
        self.claims = 0
        self._answers_after = answers_after
        self._chance = seeded_chooser(b"thinking", 3)
        self._answers: list[tuple[float, Prompt]] = []
        self._thrown: float | None = None
        for viewer in (0, 1, 2, 3, None):
            self.host.attach(viewer)

    def play(self) -> None:
        now = 0.0
        self.host.start(now)
        while not self.host.between_hands and now < 4000:
            now += STEP
            self.host.tick(now)
            for viewer in range(4):
                for message in self.host.outbox(viewer, now):
                    if isinstance(message, Prompt):
                        self._think(message, now)
            for at, prompt in list(self._answers):
                if now >= at:
                    self._answers.remove((at, prompt))
                    index = prompt.ask.options.index(prompt.ask.default)
                    self.host.answer(prompt.seat, prompt.id, index, now)
            self._watch(now)
        assert self.host.over
        self.claims = sum(isinstance(e, Asked) and e.ask.kind is AskKind.CLAIM for e in self.log)

    def _think(self, prompt: Prompt, now: float) -> None:
        """A claim takes any time up to the limit, or is never answered; a turn is played at once."""
        after = self._answers_after
        if prompt.ask.kind is not AskKind.CLAIM:
            self._answers.append((now + STEP, prompt))
        elif after is None:
            self._answers.append((now + self._chance(100) / 100 * 6.0, prompt))
        else:
            self._answers.append((now + after, prompt))

    def _watch(self, now: float) -> None:
        events = [e for m in self.host.outbox(None, now) if isinstance(m, News) for e in m.events]
        if events and self._thrown is not None:
            self.gaps.append(now - self._thrown)
            self._thrown = None
        if any(isinstance(event, Discarded) for event in events):
            self._thrown = now


_NAMES = ("turn", "claim", "choice", "between", "pace", "window")


def with_window(low: float, high: float) -> Timers:
    return Timers(TIMERS.turn, TIMERS.claim, TIMERS.choice, TIMERS.between, TIMERS.pace, (low, high))


def test_a_bot_that_may_claim_takes_no_longer_than_nobody() -> None:
    """Bots are slower than the window: it was seen that one had something to decide."""
    watched = Watched((Entrant("d", "efficient"), *BOTS), with_window(0.5, 0.5))
    watched.play()
    assert watched.claims > 5
    assert len(watched.gaps) > 20
    assert set(watched.gaps) == {0.5}


def test_whoever_passes_at_once_is_not_seen_to_have_had_a_claim() -> None:
    watched = Watched(PERSONS, with_window(0.5, 0.5), answers_after=0.1)
    watched.play()
    assert watched.claims > 5
    assert set(watched.gaps) == {0.5}


def test_an_ordinary_window_is_outlasted_by_who_thinks() -> None:
    """The test has teeth, and it is why tournaments have a fixed one."""
    watched = Watched(PERSONS, with_window(0.5, 0.5), answers_after=2.0)
    watched.play()
    assert set(watched.gaps) == {0.5, 2.0 + STEP}


@pytest.mark.parametrize("answers_after", [0.0, 2.0, None, 60.0], ids=["at once", "slow", "any", "never"])
def test_a_fixed_window_is_the_same_after_every_discard(answers_after: float | None) -> None:
    watched = Watched(PERSONS, TIMERS.with_fixed_window(3.0), answers_after)
    watched.host.answerers.grace = [0.0, 0.1, MOST_GRACE, 0.2]
    watched.play()
    assert watched.claims > 5
    assert set(watched.gaps) == {3.0 + MOST_GRACE}


def test_a_table_knows_its_fixed_window_and_tells_it_over_the_wire() -> None:
    fixed = TIMERS.with_fixed_window(3.0)
    assert fixed.fixed_window == 3.0
    told = settings_of(settings_data(settings(timers=fixed)))
    assert told.timers == fixed
    assert told.timers.fixed_window == 3.0
    for other in (TIMERS, with_window(*WINDOW), with_window(10.0, 10.0), Timers(window=(3.0, 3.0))):
        assert other.fixed_window is None


def test_the_command_takes_a_fixed_window(capsys: pytest.CaptureFixture[str]) -> None:
    assert _timers(_parser().parse_args([])).window == WINDOW
    assert _timers(_parser().parse_args(["--fixed-window", "4"])).fixed_window == 4.0
    assert _timers(_parser().parse_args(["--fast", "--fixed-window", "4"])).fixed_window == 4.0
    for wrong in ("0", "61", "-1"):
        assert host_command(["--fixed-window", wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1
