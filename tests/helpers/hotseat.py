"""A hotseat table for tests: two to four people at one screen, driven by their keys, off screen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.app import offscreen_services
from game.hotseat.flow import Screen
from game.preferences import Preferences
from game.scenes.hotseat import HotseatScene
from game.tableinfo import TableEnd, TableInfo
from net.entrants import Entrant
from net.host import Host
from net.link import LocalLink
from net.messages import Standing
from net.timers import Timers
from rules.bots import LEVELS, seeded_chooser
from rules.events import Event
from rules.match import Match, MatchSettings, default_length
from rules.round import Round
from rules.state import RoundState
from rules.variants import variant
from tests.helpers.tables import NAMES, SEED, UNTIMED, Clock, preferences


@dataclass(slots=True)
class HotseatTable:
    """A match of several people in this process."""

    scene: HotseatScene
    host: Host
    clock: Clock
    over: list[Standing]

    def run(self, seconds: float, step: float = 0.02) -> None:
        """Let time pass for whatever scene is on top."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            self.clock.now += step
            self.scene.services.scenes.top.update(step)

    @property
    def hand(self) -> Round:
        """The hand that is played."""
        assert self.host.round is not None
        return self.host.round

    def shows(self, screen: Screen) -> bool:
        """Whether the screen shows this."""
        return self.scene.flow.screen is screen

    @property
    def on_top(self) -> bool:
        """Whether the table itself is on top."""
        return self.scene.services.scenes.top is self.scene

    def run_until(self, screen: Screen, limit: float = 60.0) -> bool:
        """Let time pass until the screen shows this; False when something lies on the table first."""
        end = self.clock.now + limit
        while self.clock.now < end:
            if not self.on_top:
                return False
            if self.scene.flow.screen is screen:
                return True
            self.run(0.02)
        raise AssertionError(f"the screen never shows {screen}")

    def picture(self) -> pygame.Surface:
        """What is on the screen."""
        surface = self.scene.services.canvas.surface
        self.scene.services.scenes.draw(surface)
        return surface

    def answer(self) -> None:
        """Whoever is at the screen answers as the efficient bot would."""
        seen = self.scene.flow.seen
        assert seen is not None
        table = self.scene.tables[seen]
        self.run(0.1)
        prompt = table.playback.prompt
        assert prompt is not None
        assert prompt.answer is None
        ask = prompt.prompt.ask
        chance = seeded_chooser(b"hotseat", prompt.prompt.id % 1000)
        command = LEVELS["efficient"](self.hand.state.masked(ask.seat), table.table.rules, ask, chance)
        table.desk.answer(ask.options.index(command))


def hotseat_table(
    key: str = "sichuan",
    people: tuple[int, ...] = (0, 1, 2, 3),
    size: tuple[int, int] = (1280, 720),
    chosen: Preferences | None = None,
    timers: Timers = UNTIMED,
    saved: Sequence[Event] = (),
) -> HotseatTable:
    """A table whose first hand has been dealt, or goes on from a saved log; the seats without people are bots'."""
    clock = Clock()
    services = offscreen_services(size, chosen or preferences(), clock)
    found = variant(key)
    match = Match(MatchSettings(key, (), default_length(found), SEED), found)
    levels = tuple(None if player in people else "efficient" for player in range(4))
    entrants = tuple(Entrant(name, level) for name, level in zip(NAMES, levels, strict=True))
    host = Host(match, entrants, timers, random.Random(1).randrange, lambda events: None)
    link = LocalLink(host, people)
    if saved:
        host.resume(saved, clock.now)
    else:
        host.start(clock.now)
    a, b, c, d = levels
    table = TableInfo(found, match.rules, NAMES, (a, b, c, d))
    over: list[Standing] = []

    def ended(state: RoundState, standing: Standing) -> None:
        over.append(standing)

    links = {player: link.of(player) for player in (*people, None)}
    scene = HotseatScene(services, links, table, TableEnd(on_over=ended, on_leave=services.scenes.clear))
    services.scenes.push(scene)
    return HotseatTable(scene, host, clock, over)
