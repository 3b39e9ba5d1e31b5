"""The picture of a player: a character in a disc of the player's colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.theme import TextStyle

if TYPE_CHECKING:
    from game.services import Services

SHARE = 1.1
"""How large the character is, in radii of the disc."""


def draw_avatar(
    services: Services,
    surface: pygame.Surface,
    centre: tuple[int, int],
    radius: int,
    ring: str,
    sign: str,
    *,
    line_width: float = 2,
) -> None:
    """The disc with its `ring` (a colour) and the character `sign`; `radius` in device pixels."""
    services.painter.avatar(surface, centre, radius, ring, line_width)
    style = TextStyle("kai", SHARE * radius / services.units.ut)
    character = services.fonts.render(sign, style, services.colours.white)
    surface.blit(character, character.get_rect(center=centre))
