"""Discards taken back: the button, the question at one computer and at a LAN table, and what became of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from game.scenes.table import TableScene
from game.services import Services
from game.shots.acts import STEP, ShotClock
from game.shots.hotseat import show_hotseat
from game.shots.lan import show_table
from game.table.consentdialog import NOT_BEFORE
from net.messages import Regret, TakeBackAsked, TakeBackOver
from net.timers import CONSENT

PEOPLE: Final = (0, 1, 2)
"""The seats of people; the first is one's own."""
OTHER: Final = 1
Show = Callable[[Services, ShotClock], object]


def regret_shots() -> dict[str, Show]:
    """What shows them, by name."""
    return {
        "hotseat-consent": show_consent,
        "hotseat-consent-no": partial(show_consent, no=True),
        "lan-consent": partial(show_question, seat=OTHER),
        "lan-consent-own": partial(show_question, seat=PEOPLE[0]),
        "lan-consent-no": partial(show_end, outcome=Regret.REFUSED),
        "lan-consent-silent": partial(show_end, outcome=Regret.SILENT),
    }


def show_consent(services: Services, clock: ShotClock, no: bool = False) -> None:
    """Four people at one computer are asked; the first of them has agreed, or somebody says no."""
    scene = show_hotseat(services, clock, "calls")
    scene.public.take_back()
    clock.wait(services, NOT_BEFORE + STEP)
    key = pygame.key.key_code(services.chosen.keys["pass"]) if no else pygame.K_z
    services.scenes.top.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    clock.wait(services, STEP)


def show_question(services: Services, clock: ShotClock, seat: int) -> TableScene:
    """Somebody at another computer asks, or one asks oneself."""
    scene = show_table(services, clock, hand="call")
    others = tuple(other for other in PEOPLE if other != seat)
    scene.taking_back.hear(TakeBackAsked(1, seat, others, CONSENT))
    scene.taking_back.ask_here()
    clock.wait(services, 2.0)
    return scene


def show_end(services: Services, clock: ShotClock, outcome: Regret) -> None:
    """The discard stands."""
    scene = show_question(services, clock, PEOPLE[0])
    scene.taking_back.hear(TakeBackOver(PEOPLE[0], outcome, OTHER if outcome is Regret.REFUSED else None))
    clock.wait(services, 2 * STEP)
