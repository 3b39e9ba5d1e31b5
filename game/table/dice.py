"""The dice of a deal: they tumble in from the dealer's side, and lie in front of him for a moment."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.iconart import DIE_FACES, die_svg
from game.places import Position
from game.table.effects import Throw
from game.units import rounded

if TYPE_CHECKING:
    from game.table.view import ScreenView

SIDE: Final = 0.155
"""Of a die, as a share of the middle's."""
PITCH, BETWEEN_PAIRS, OFF = 1.25, 0.4, 0.7
"""From die to die, more of it from pair to pair, and from the middle of the table to the row of them: in sides."""
WAY: Final = 2.4
"""How far they come, in sides."""
STEPS: Final = 16
"""So many pictures a die has while it tumbles; they are the same for every throw."""
TURN, REST = 38, (-9, 13)
"""Degrees a die turns from one of them to the next, and those by which the two of a pair lie askew."""
TOWARDS: Final = {Position.OWN: (0, 1), Position.ACROSS: (0, -1), Position.LEFT: (-1, 0), Position.RIGHT: (1, 0)}


def dice_places(centre: pygame.Rect, position: Position, pairs: int) -> list[list[pygame.Rect]]:
    """Where the dice of each pair lie, in a row beside the middle of the table."""
    side = rounded(SIDE * centre.width)
    wide = side * (2 * pairs * PITCH + (pairs - 1) * BETWEEN_PAIRS - (PITCH - 1))
    row = pygame.Rect(0, 0, rounded(wide), side)
    x, y = TOWARDS[position]
    off = OFF * side
    row.center = (
        centre.centerx + rounded(x * (centre.width / 2 + off + wide / 2)),
        centre.centery + rounded(y * (centre.height / 2 + off + side / 2)),
    )
    lefts = [
        [row.x + rounded(side * (pair * (2 * PITCH + BETWEEN_PAIRS) + die * PITCH)) for die in range(2)]
        for pair in range(pairs)
    ]
    return [[pygame.Rect(left, row.y, side, side) for left in pair] for pair in lefts]


def draw_dice(view: ScreenView, surface: pygame.Surface) -> None:
    """All that are thrown, as far as they have come."""
    throws = view.effects.throws
    for pair, throw in enumerate(throws):
        if throw.way > 0:
            places = dice_places(view.layout.centre, throw.position, len(throws))[pair]
            for number, place in enumerate(places):
                _draw_die(view, surface, throw, number, place)


def _draw_die(view: ScreenView, surface: pygame.Surface, throw: Throw, number: int, end: pygame.Rect) -> None:
    """The first or second die of a throw, on its way to where it ends."""
    painter, left = view.services.painter, (1 - throw.way) * WAY * end.width
    step = STEPS if throw.way >= 1 else int(throw.way * STEPS)
    face = throw.dice[number] if step == STEPS else (3 * step + 2 * number) % DIE_FACES + 1
    angle = REST[number] + (STEPS - step) * TURN * (1 - 2 * number)
    box = math.ceil(1.5 * end.width)
    x, y = TOWARDS[throw.position]
    place = end.move(rounded(x * left), rounded(y * left))
    picture = painter.picture(("die", face, angle), (box, box), partial(die_svg, face, box, angle))
    shade, right, down = painter.shade(end.size, "button", 0.2 * end.width / view.layout.u)
    for image, corner in ((shade, place.move(right, down)), (picture, picture.get_rect(center=place.center))):
        image.set_alpha(rounded(255 * throw.opacity))
        surface.blit(image, corner)
        image.set_alpha(255)
