"""The picture of a key on the keyboard, shown on what the key presses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pygame

from game.strings import Strings

if TYPE_CHECKING:
    from game.services import Services

Ground = Literal["ink", "paper", "colour", "brass"]
KEY_SIGNS = {"up": "↑", "down": "↓", "left": "←", "right": "→", "return": "Enter", "escape": "Esc"}


def key_label(strings: Strings, key: str) -> str:
    """What is printed on a key, from pygame's name of it."""
    if key == "space":
        return strings.tr("Space")
    return KEY_SIGNS.get(key, key.upper() if len(key) == 1 else key.title())


def keycap_size(services: Services, key: str) -> tuple[int, int]:
    """Width and height of a keycap in device pixels."""
    style = services.steps.micro
    width = services.fonts.width(key_label(services.strings, key), style) + 2 * services.px(6)
    height = services.fonts.size(style) + 2 * services.px(4)
    return max(width, height), height


def draw_keycap(
    services: Services, surface: pygame.Surface, key: str, midright: tuple[int, int], ground: Ground = "ink"
) -> pygame.Rect:
    """Draw a key with its right edge at `midright`; returns its rectangle."""
    rect = pygame.Rect((0, 0), keycap_size(services, key))
    rect.midright = midright
    services.painter.box(surface, rect, f"key_{ground}")
    colours = services.colours
    inks = {"ink": colours.text2, "paper": colours.ptext2, "colour": colours.white, "brass": colours.on_brass}
    picture = services.fonts.render(key_label(services.strings, key), services.steps.micro, inks[ground])
    surface.blit(picture, picture.get_rect(center=rect.center))
    return rect
