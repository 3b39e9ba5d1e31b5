"""What is done at a table before its picture is taken: the same events that a player's mouse and keyboard make."""

from __future__ import annotations

from typing import Final

import pygame

from game.places import Position
from game.scenes.settlement import SettlementScene
from game.scenes.table import TableScene
from game.services import Services
from game.shots.screens import press
from rules.values import mutable

STEP: Final = 0.05


@mutable
class ShotClock:
    """A clock that moves when a shot says so."""

    now: float = 0.0

    def __call__(self) -> float:
        """Seconds since the shot began."""
        return self.now

    def wait(self, services: Services, seconds: float) -> None:
        """Let time pass for whatever is on top."""
        end = self.now + seconds
        while self.now < end:
            self.now += STEP
            services.toasts.update(STEP)
            services.scenes.top.update(STEP)


def act(scene: TableScene, clock: ShotClock, words: str) -> None:
    """Do what the words say; tiles of the hand are numbered from 1.

    `key NAME`; `point N`, `select N`, `throw N`, `drag N`: the pointer rests on a tile, raises it, throws it, holds it
    above the table; `page N`: turn to a page of the sheet, -1 is the last; `wait SECONDS`; `set NAME`: a switch of the
    settings goes on.
    """
    services = scene.services
    match words.split():
        case ["key", name]:
            press(services, name)
        case ["page", page] if isinstance(sheet := services.scenes.top, SettlementScene):
            sheet.open_page(int(page) % len(sheet.pages))
        case ["set", name]:
            services.preferences.change(**{name: True})
        case ["wait", seconds]:
            clock.wait(services, float(seconds))
        case ["point" | "select" | "throw" | "drag" as verb, number]:
            _use_mouse(scene, verb, int(number) - 1)
        case _:
            raise ValueError(f"not an act: {words!r}")
    clock.wait(services, STEP)


def _use_mouse(scene: TableScene, verb: str, index: int) -> None:
    arrangement = scene.hand.arrangement
    at = scene.view.layout.hand_place(index, len(arrangement), arrangement.apart).face.center
    _send(scene, pygame.MOUSEMOTION, at)
    if verb == "drag":
        river = scene.view.layout.river(Position.OWN, 0).rect
        _send(scene, pygame.MOUSEBUTTONDOWN, at)
        for place in ((at[0], river.bottom), river.midbottom):
            _send(scene, pygame.MOUSEMOTION, place)
    for _ in range({"select": 1, "throw": 2}.get(verb, 0)):
        _send(scene, pygame.MOUSEBUTTONDOWN, at)
        _send(scene, pygame.MOUSEBUTTONUP, at)


def _send(scene: TableScene, kind: int, position: tuple[int, int]) -> None:
    more = {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
    scene.services.scenes.top.handle(pygame.Event(kind, pos=position, **more))
