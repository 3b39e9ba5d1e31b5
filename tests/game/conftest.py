"""Fixtures for the front end: no window, no sound card, a clock that only moves when told."""

from __future__ import annotations

import os
from collections.abc import Callable

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
import pytest

from game.app import offscreen_services
from game.preferences import Preferences
from game.services import Services

MakeServices = Callable[..., Services]


@pytest.fixture
def make_services() -> MakeServices:
    """Off-screen services of a size, with preferences as keyword arguments."""

    def make(size: tuple[int, int] = (1280, 720), **preferences: object) -> Services:
        chosen = {"language": "en", **preferences}
        return offscreen_services(size, Preferences(**chosen))  # type: ignore[arg-type]

    return make


@pytest.fixture
def services(make_services: MakeServices) -> Services:
    """English, 1280x720."""
    return make_services()


def click(position: tuple[int, int]) -> list[pygame.Event]:
    """A click with the left button, as three events."""
    return [
        pygame.Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0)),
        pygame.Event(pygame.MOUSEBUTTONDOWN, pos=position, button=1),
        pygame.Event(pygame.MOUSEBUTTONUP, pos=position, button=1),
    ]


def press(key: int, mod: int = 0) -> pygame.Event:
    """A key going down."""
    return pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")
