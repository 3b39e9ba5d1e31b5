"""The picture of the title: a city of four walls with four gates, and the name written in its court."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.iconart import logo_svg
from game.theme import TextStyle
from game.tileart import Body, TileLook, Turn
from rules.tiles import EAST, HIDDEN, NORTH, SOUTH, WEST, Tile
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

NAME = "四方城"  # the game's name, the same in every language
STACKS, GATE = 6, 2  # on each side of a gate, and the gate's own width
SIDE = 588  # of the whole city, in virtual pixels
TILE, GATE_TILE = 37, 45
SECOND_LAYER = 7.65  # how much higher the upper tile of a stack lies: the thickness of a tile


@value
class _Wall:
    """A wall: its first stack in virtual pixels from the city's corner, its direction, the tile in its gate."""

    x: float
    y: float
    across: bool
    gate: Tile
    turn: Turn


_STEP = float(TILE)
_DEPTH = TILE * 4 / 3
_FAR = SIDE - _DEPTH
# A pinwheel: each wall begins beside the end of the one before.
WALLS = (
    _Wall(0, 0, True, NORTH, Turn.OVER),
    _Wall(_FAR, 0, False, EAST, Turn.LEFT),
    _Wall(0, 70, False, WEST, Turn.RIGHT),
    _Wall(70, 539, True, SOUTH, Turn.UPRIGHT),
)


def draw_city(services: Services, surface: pygame.Surface, area: pygame.Rect, tagline: str) -> None:
    """Draw the city, centred in an area and made smaller when it does not fit."""
    scale = min(1.0, area.width / services.px(SIDE), area.height / services.px(SIDE + 16))
    drawing = _City(services, surface, area, scale * services.units.u)
    drawing.glow()
    for wall in WALLS:
        drawing.wall(wall)
    drawing.name(tagline)


class _City:
    """One drawing of the city at a scale; positions are virtual, from the city's top left corner."""

    def __init__(self, services: Services, surface: pygame.Surface, area: pygame.Rect, scale: float) -> None:
        self._services = services
        self._surface = surface
        self._scale = scale
        self._left = area.centerx - SIDE * scale / 2
        self._top = area.centery - (SIDE + 16) * scale / 2

    def _at(self, x: float, y: float) -> tuple[int, int]:
        return int(self._left + x * self._scale + 0.5), int(self._top + y * self._scale + 0.5)

    def _px(self, length: float) -> int:
        return int(length * self._scale + 0.5)

    def glow(self) -> None:
        """The lit court."""
        side = self._px(430)
        colour = self._services.colours.brass

        def document() -> str:
            half = side / 2
            stops = "".join(
                f'<stop offset="{at}" stop-color="{colour}" stop-opacity="{opacity}"/>'
                for at, opacity in ((0, 0.34), (0.5, 0.14), (1, 0))
            )
            return (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}"><defs><radialGradient id="g" '
                f'gradientUnits="userSpaceOnUse" cx="{half}" cy="{half}" r="{half}">{stops}</radialGradient></defs>'
                f'<circle cx="{half}" cy="{half}" r="{half}" fill="url(#g)"/></svg>'
            )

        picture = self._services.painter.picture("city glow", (side, side), document)
        self._surface.blit(picture, picture.get_rect(center=self._at(SIDE / 2, SIDE / 2 + 4)))

    def wall(self, wall: _Wall) -> None:
        """Two runs of stacks, two tiles high, and the gate between them."""
        for first in (0, STACKS + GATE):
            self._shadow(wall, first)
            for stack in range(first, first + STACKS):
                self._stack(wall, stack)
        self._gate(wall)

    def _place(self, wall: _Wall, stack: float) -> tuple[float, float]:
        along = stack * _STEP
        return (wall.x + along, wall.y) if wall.across else (wall.x, wall.y + along)

    def _shadow(self, wall: _Wall, first: int) -> None:
        start, length = self._at(*self._place(wall, first)), self._px(STACKS * _STEP)
        depth, thick = self._px(_DEPTH), self._px(2 * SECOND_LAYER)
        size = (length, depth + thick) if wall.across else (depth, length + thick)
        self._services.painter.shadow(self._surface, pygame.Rect(start, size), "panel", 4)

    def _stack(self, wall: _Wall, stack: int) -> None:
        turn = Turn.UPRIGHT if wall.across else Turn.RIGHT
        picture = self._services.images.tile(HIDDEN, self._px(TILE), Body.LYING_DOWN, turn)
        x, y = self._place(wall, stack)
        for lower in (SECOND_LAYER, 0.0):
            self._surface.blit(picture, self._at(x, y + lower))

    def _gate(self, wall: _Wall) -> None:
        x, y = self._place(wall, STACKS + GATE / 2)
        depth = _DEPTH / 2
        centre = self._at(x, y + depth + 3) if wall.across else self._at(x + depth, y + 2 * SECOND_LAYER - 2)
        picture = self._services.images.tile(wall.gate, self._px(GATE_TILE), Body.LYING, wall.turn, look=TileLook())
        place = picture.get_rect(center=centre)
        self._services.painter.shadow(self._surface, place, "panel", 4)
        self._surface.blit(picture, place)

    def name(self, tagline: str) -> None:
        """The name in brush, downwards; the tagline beside it in Chinese, below it in letters; the seal."""
        services, colours = self._services, self._services.colours
        size = 132 * self._scale / services.units.ut
        for index, character in enumerate(NAME):
            for colour, offset in ((colours.ink, 4.5), (colours.logo, 0)):
                picture = services.fonts.render(character, TextStyle("brush", size), colour)
                place = picture.get_rect(center=self._at(294 + offset * 0.8, 178 + 124.5 * index + offset * 0.8))
                self._surface.blit(picture, place)
        if services.strings.chinese:
            self._tagline_down(tagline)
        else:
            style = services.fonts.fit(tagline, TextStyle("serif-semibold", 18), self._px(400))
            picture = services.fonts.render(tagline, style, colours.brass_light)
            self._surface.blit(picture, picture.get_rect(center=self._at(SIDE / 2, 508)))
        self._seal()

    def _tagline_down(self, tagline: str) -> None:
        services, colour = self._services, self._services.colours.brass_light
        style = TextStyle("kai", 22 * self._scale / services.units.ut)
        for index, character in enumerate(tagline):
            picture = services.fonts.render(character, style, colour)
            self._surface.blit(picture, picture.get_rect(center=self._at(182, 216 + 30 * index)))
        end = 216 + 30 * len(tagline) + 2
        line = pygame.Rect(self._at(182, end), (services.units.line(), self._px(60)))
        self._surface.fill(services.colours.brass, line)

    def _seal(self) -> None:
        services, side = self._services, self._px(46)
        place = pygame.Rect(self._at(382, 414), (side, side))
        services.painter.box(self._surface, place, "seal")
        logo = self._px(33)
        colour = services.colours.logo
        picture = services.painter.picture("city logo", (logo, logo), lambda: logo_svg(colour, logo))
        self._surface.blit(picture, picture.get_rect(center=place.center))
