"""Short facts in rounded boxes on ink, as many in a line as fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.widgets.card import chip_size, draw_chip

if TYPE_CHECKING:
    from game.services import Services

GAP = 8


def _places(services: Services, texts: Sequence[str], width: int) -> list[tuple[int, int]]:
    """Where the chips lie: x, and the number of the line."""
    gap, x, line, places = services.px(GAP), 0, 0, []
    for text in texts:
        wide = chip_size(services, text)[0]
        if x and x + wide > width:
            x, line = 0, line + 1
        places.append((x, line))
        x += wide + gap
    return places


def chip_rows(services: Services, texts: Sequence[str], width: int) -> int:
    """How high the chips are together, in device pixels."""
    if not texts:
        return 0
    lines = _places(services, texts, width)[-1][1] + 1
    return lines * (chip_size(services, texts[0])[1] + services.px(GAP)) - services.px(GAP)


def draw_chips(services: Services, surface: pygame.Surface, texts: Sequence[str], place: pygame.Rect) -> None:
    """Draw them from the top of a place."""
    for text, (x, line) in zip(texts, _places(services, texts, place.width), strict=True):
        high = chip_size(services, text)[1]
        foot = place.y + line * (high + services.px(GAP)) + high
        draw_chip(services, surface, text, (place.x + x, foot), "chip_ink", services.colours.brass_light)
