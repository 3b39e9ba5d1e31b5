"""The picture turned round, for whoever sits opposite: what is drawn, and where a pointer is on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.widgets.form import MOUSE_EVENTS
from rules.seats import distance


def sit_opposite(people: Sequence[int], player: int, players: Sequence[int]) -> bool:
    """Whether there are two people, and this player is the one across from the first. `players`: by seat."""
    return len(people) == 2 and distance(players.index(people[0]), players.index(player)) == len(players) // 2


def event_as_seen(event: pygame.Event, size: tuple[int, int]) -> pygame.Event:
    """An event of the pointer where it is on the turned picture; any other as it is."""
    if event.type not in MOUSE_EVENTS:
        return event
    (width, height), (x, y) = size, event.pos
    return pygame.Event(event.type, {**event.dict, "pos": (width - 1 - x, height - 1 - y)})


def draw_turned(surface: pygame.Surface, draw: Callable[[pygame.Surface], object]) -> None:
    """Draw it upside down."""
    upright = pygame.Surface(surface.get_size(), 0, surface)
    draw(upright)
    surface.blit(pygame.transform.rotate(upright, 180), (0, 0))
