"""Hotseat and what surrounds it: who plays here, the curtain, everybody's table, the screen of an error."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from game.hotseat.corners import CORNER_KEYS
from game.hotseat.flow import Screen
from game.newtable.choices import BOT_NAMES
from game.scenes.crash import CrashScene
from game.scenes.hotseat import HotseatScene
from game.scenes.people import PeopleScene
from game.services import Services
from game.shots.acts import ShotClock
from game.tableinfo import TableEnd, TableInfo
from net.entrants import Entrant
from net.host import Host
from net.link import LocalLink
from net.timers import CONSENT, Timers
from rules.bots import LEVELS, seeded_chooser
from rules.match import Match, MatchSettings, default_length
from rules.variants import all_variants, variant

SEED: Final = b"sifang-hotseat-shots"
TURNS: Final = 14
TIMERS: Final = Timers(consent=CONSENT)
Show = Callable[[Services, ShotClock], object]


def hotseat_shots() -> dict[str, Show]:
    """Every shot of several people at one computer."""
    return {
        "people": partial(show_people, count=2),
        "people-four": partial(show_people, count=4),
        "hotseat-curtain": partial(show_hotseat, state="curtain"),
        "hotseat-calls": partial(show_hotseat, state="calls"),
        "hotseat-own": partial(show_hotseat, state="own"),
        "hotseat-nothing": partial(show_hotseat, state="nothing"),
        "hotseat-menu": show_menu,
        "crash": show_crash,
    }


def show_people(services: Services, clock: ShotClock, count: int) -> None:
    """Who plays at this computer."""
    names = tuple(services.tr(name) for name in BOT_NAMES)
    services.preferences.change(hotseat_names=(services.chosen.player_name, *names)[:count])
    services.scenes.push(PeopleScene(services, lambda names: None))


def show_crash(services: Services, clock: ShotClock) -> None:
    """An error, its report and the way back."""
    report = "Sifang 0.1.0\n\nValueError: an example of an error that should not happen"
    services.scenes.push(CrashScene(services, report, Path("reports") / "20261130-120000.txt", lambda: None))


def show_hotseat(services: Services, clock: ShotClock, state: str) -> HotseatScene:
    """A table of four people some turns into a hand: under the curtain, while calls are awaited, for one."""
    scene, host = _table(services)
    services.scenes.push(scene)
    for _ in range(TURNS):
        _run_until(services, clock, scene, Screen.CURTAIN)
        _press(scene, pygame.K_RETURN)
        clock.wait(services, 0.1)
        _answer(scene, host)
        clock.wait(services, 0.1)
    if state == "calls":
        return scene
    if state == "nothing":
        _call_for_nothing(services, clock, scene)
        return scene
    _run_until(services, clock, scene, Screen.CURTAIN)
    if state == "own":
        _press(scene, pygame.K_RETURN)
        clock.wait(services, 1.0)
    return scene


def show_menu(services: Services, clock: ShotClock) -> None:
    """The menu over the curtain."""
    _press(show_hotseat(services, clock, "curtain"), pygame.K_ESCAPE)


def _call_for_nothing(services: Services, clock: ShotClock, scene: HotseatScene) -> None:
    """Somebody who can call nothing presses his corner key, and takes the screen."""
    thrower = scene.people.index(scene.public.table.players[scene.public.view.shown.turn])
    caller = (thrower + 2) % len(scene.people)
    _press(scene, pygame.key.key_code(CORNER_KEYS[caller]))
    _run_until(services, clock, scene, Screen.CURTAIN)
    _press(scene, pygame.K_RETURN)
    clock.wait(services, 1.0)


def _table(services: Services) -> tuple[HotseatScene, Host]:
    """Four people, the first of them the player."""
    found = variant(next(iter(all_variants())))
    names = (services.chosen.player_name, *(services.tr(name) for name in BOT_NAMES))
    match = Match(MatchSettings(found.key, (), default_length(found), SEED), found)
    host = Host(match, [Entrant(name) for name in names], TIMERS, seeded_chooser(SEED, 1), lambda events: None)
    host.taking_back.one_screen = True
    link = LocalLink(host, range(len(names)))
    host.start(0.0)
    a, b, c, d = names
    table = TableInfo(found, match.rules, (a, b, c, d))
    links = {player: link.of(player) for player in (*link.players, None)}
    return HotseatScene(services, links, table, TableEnd()), host


def _run_until(services: Services, clock: ShotClock, scene: HotseatScene, screen: Screen) -> None:
    while scene.flow.screen is not screen:
        clock.wait(services, 0.1)


def _press(scene: HotseatScene, key: int) -> None:
    scene.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def _answer(scene: HotseatScene, host: Host) -> None:
    """Whoever is at the screen answers as a bot would."""
    seen, hand = scene.flow.seen, host.round
    if seen is None or hand is None:
        return
    table = scene.tables[seen]
    opened = table.playback.prompt
    if opened is None:
        return
    ask, rules = opened.prompt.ask, host.match.rules
    command = LEVELS["efficient"](hand.state.masked(ask.seat), rules, ask, seeded_chooser(SEED, 2))
    table.desk.answer(ask.options.index(command))
