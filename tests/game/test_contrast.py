"""Every text stands out on what it is really drawn on (design/README.md, section 2): 4.5 to 1, or 3 where it is off."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.services import Services
from game.shots.catalogue import shots
from game.theme import TextStyle

SIZE = (1280, 720)
LEAST, LEAST_OFF = 4.45, 3.0  # rounded up, the first is 4.5
LOOKS = [
    "title-continue", "title-leave", "first-start", "settings-tiles", "settings-sound", "new-table-wuhan", "result",
    "records", "records-broken", "statistics", "rules-wins", "rules-search", "practice-worth-wrong", "calculator-value",
    "table-lishui", "turn", "call", "ask-pao", "ask-float", "why-not", "illegal", "coach", "count", "items", "log",
    "sheet-self-draw", "sheet-draw", "people", "hotseat-curtain", "hotseat-calls", "crash", "lan-found", "lan-lobby",
    "lan-host", "lan-people", "lan-absent", "lan-chat", "lan-menu-host", "lan-paused", "lan-unfair", "replay",
]  # fmt: skip


def luminance(colour: pygame.Color) -> float:
    """Relative luminance (WCAG 2.1)."""
    parts = [channel / 255 for channel in (colour.r, colour.g, colour.b)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: pygame.Color, other: pygame.Color) -> float:
    """The contrast of two colours."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


class Measured(pygame.Surface):
    """Measures the contrast of each text with the middle of what it is drawn on."""

    def __init__(self, services: Services) -> None:
        super().__init__(SIZE)
        self.weak: list[tuple[str, str, float]] = []
        self._render = services.fonts.render
        colours = services.colours
        self._off = (colours.text3, colours.ptext_off)
        self._drawn: dict[int, tuple[str, TextStyle, str, pygame.Surface]] = {}
        services.fonts.render = self._rendered  # type: ignore[method-assign]

    def _rendered(self, text: str, style: TextStyle, colour: str, max_width: int | None = None) -> pygame.Surface:
        picture = self._render(text, style, colour, max_width)
        self._drawn[id(picture)] = (text, style, colour, picture)
        return picture

    def blit(self, source: pygame.Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0) -> pygame.Rect:
        """As any surface; a text is measured before it is drawn."""
        text, style, colour, _ = self._drawn.get(id(source), ("", None, "", None))
        if style is not None and style.face != "brush":
            corner = dest.topleft if isinstance(dest, pygame.Rect) else dest[:2]
            seen = source.get_bounding_rect().move(corner).clip(self.get_clip())
            if min(seen.size) > 1:
                found = ratio(pygame.Color(colour), pygame.Color(*pygame.transform.average_color(self, seen)))
                if found < (LEAST_OFF if colour in self._off else LEAST):
                    self.weak.append((text, colour, round(found, 2)))
        return super().blit(source, dest, area, special_flags)


@pytest.mark.parametrize("name", LOOKS)
def test_texts_stand_out(name: str) -> None:
    services = shots()[name].open(SIZE, "zh_CN")
    surface = Measured(services)
    services.invalidate()
    services.scenes.top.update(0.0)
    services.scenes.draw(surface)
    assert surface.weak == []
