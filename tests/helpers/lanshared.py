"""Several people at one real window of a LAN table, by mouse: curtain, hand, corner keys for calls in secret."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from game.app import offscreen_services
from game.preferences import Preferences
from game.scenes.hotseat import HotseatScene
from game.shots.acts import ShotClock
from game.shots.lanhotseat import show_shared
from rules.bots import efficient, seeded_chooser
from rules.commands import Pass
from rules.events import Answered, Ask, AskKind, Cause, Event, RoundEnded
from rules.evolve import fold
from rules.variants import variant
from tests.helpers import lanwindow
from tests.helpers.lanwindow import Person, TableFile

CURTAIN_RED = 1.6
"""The curtain is so much redder than green; the table is the other way round."""


@dataclass
class Sharers(Person):
    """People who take turns at one window: the one with its name, and others who sit down after him."""

    others: Sequence[str] = ()
    answered: dict[str, int] = field(default_factory=dict)
    """How many answers each has given."""
    _open: dict[str, Ask] = field(default_factory=dict)
    _at: float = 0.0

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, in the order in which they came."""
        return (self.name, *self.others)

    @property
    def covered(self) -> bool:
        """Whether the curtain hangs."""
        red, green, _, _ = self.picture().get_at((8, lanwindow.SIZE[1] // 2))
        return bool(red > CURTAIN_RED * green)

    def everybody_answered(self, times: int) -> bool:
        """Whether each has answered so often."""
        return all(self.answered.get(name, 0) >= times for name in self.names)

    def scene(self) -> HotseatScene:
        """A table of two people here, of the same size: for where the curtain's buttons and the corner keys are."""
        clock = ShotClock()
        services = offscreen_services(lanwindow.SIZE, Preferences(language="en", speed="instant"), clock)
        return show_shared(services, clock)

    def play(self, table: TableFile) -> bool:
        """Whoever is asked comes to the screen and answers as a good bot would; True when the hand is over."""
        assert self.process.poll() is None, self.complaints
        hand = table.hand()
        if not hand or any(isinstance(event, RoundEnded) for event in hand):
            return bool(hand)
        self._count(table, hand)
        wanted = self._wanted(table, hand)
        if wanted is not None and time.monotonic() > self._at + lanwindow.RETRY:
            self._at = time.monotonic()
            name, ask = wanted
            self._open[name] = ask
            self._come(name, ask, table, hand)
        return False

    def _count(self, table: TableFile, hand: Sequence[Event]) -> None:
        for name, ask in list(self._open.items()):
            seat = table.seat_of(name)
            found = [e for e in hand if isinstance(e, Answered) and (e.seat, e.ask) == (seat, ask.id)]
            if found:
                del self._open[name]
                self._at = 0.0
                self.answered[name] = self.answered.get(name, 0) + (found[0].cause is Cause.PLAYER)

    def _wanted(self, table: TableFile, hand: Sequence[Event]) -> tuple[str, Ask] | None:
        """Who has something to do now; passing is done by pressing nothing."""
        state, settings = fold(hand), table.record().settings
        rules = variant(settings.variant).rules(dict(settings.options))
        for name in self.names:
            ask = state.asks.get(table.seat_of(name))
            if ask is None:
                continue
            command = efficient(state.masked(ask.seat), rules, ask, seeded_chooser(b"person", len(hand)))
            if ask.kind is not AskKind.CLAIM or not isinstance(command, Pass):
                return name, ask
        return None

    def _come(self, name: str, ask: Ask, table: TableFile, hand: Sequence[Event]) -> None:
        scene = self.scene()
        if ask.kind is AskKind.CLAIM and not self.covered:
            self.press(scene.corners.keys[self.names.index(name)].rect.center)
            time.sleep(lanwindow.RETRY)
        if self.covered:
            self.press(scene.curtain.sit.rect.center)
            time.sleep(lanwindow.SETTLE)
            self._answer(table, hand, ask)
