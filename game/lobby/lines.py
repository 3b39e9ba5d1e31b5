"""Lines of the sheet of people: somebody and how he is there, or a fact about the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.theme import TextStyle
from game.widgets.avatar import draw_avatar
from game.widgets.stacked import Still

if TYPE_CHECKING:
    from game.services import Services

PERSON, FACT = 50, 46
NAME = TextStyle("sans-bold", 16)


class PersonLine(Still):
    """Ring, name, how somebody is there. `colour`: number of the seat's colour, None without a seat.

    `room`: how much of the width is left beside the buttons, in device pixels.
    """

    def __init__(
        self, services: Services, name: str, avatar: str, icon: str, words: str, colour: int | None = None
    ) -> None:
        super().__init__(services)
        self.name, self.avatar, self.icon, self.words, self.colour = name, avatar, icon, words, colour
        self.own = False
        self.room = 0

    def height_for(self, width: int) -> int:
        """One line with the ring."""
        return max(self.services.px(PERSON), self.services.control_height(PERSON - 6))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it: one's own line has a jade edge."""
        services, colours, px = self.services, self.services.colours, self.services.px
        services.painter.box(surface, self.rect, "paper_card")
        if self.own:
            services.painter.frame(surface, self.rect, colours.jade_text, 2, 14)
        radius = min(px(19), self.rect.height // 2 - px(3))
        centre = (self.rect.x + px(12) + radius, self.rect.centery)
        ring = colours.text3 if self.colour is None else colours.seats[self.colour]
        draw_avatar(services, surface, centre, radius, ring, self.avatar or self.name[:1])
        left, side = centre[0] + radius + px(12), services.units.type_length(17)
        room = pygame.Rect(left, self.rect.y, self.rect.x + self.room - left, self.rect.height)
        services.fonts.write(surface, self.name, self._name_room(room), NAME, colours.ptext)
        left = self.rect.x + self.rect.width * 2 // 5
        if self.icon:
            picture = services.images.icon(self.icon, side, colours.ptext2)
            surface.blit(picture, picture.get_rect(midleft=(left, self.rect.centery)))
            left += side + px(6)
        rest = pygame.Rect(left, room.y, room.right - left, room.height)
        services.fonts.write(surface, self.words, rest, services.steps.body, colours.ptext2)

    def _name_room(self, room: pygame.Rect) -> pygame.Rect:
        """The part of a line for a name: what is told of all begins at the same place."""
        width = self.rect.x + self.rect.width * 2 // 5 - self.services.px(14) - room.x
        return pygame.Rect(room.x, room.y, width, room.height)


class InfoLine(Still):
    """An icon and a fact, in two lines at most."""

    def __init__(self, services: Services, icon: str, words: str) -> None:
        super().__init__(services)
        self.icon, self.words = icon, words
        self.room = 0

    def height_for(self, width: int) -> int:
        """Room for two lines."""
        services = self.services
        lines = 2 * services.fonts.line_height(services.steps.note) + services.px(4)
        return max(services.px(FACT), services.control_height(FACT - 6), lines)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw icon and words."""
        services, colours, px = self.services, self.services.colours, self.services.px
        side, style = services.units.type_length(20), services.steps.note
        icon = services.images.icon(self.icon, side, colours.jade_text)
        surface.blit(icon, icon.get_rect(midleft=(self.rect.x + px(8), self.rect.centery)))
        left = self.rect.x + px(20) + side
        room = pygame.Rect(left, self.rect.y, self.rect.x + self.room - left, self.rect.height)
        height = services.fonts.line_height(style)
        lines = services.fonts.wrap(self.words, style, room.width, 2)
        room.y, room.height = self.rect.centery - height * len(lines) // 2, height * len(lines)
        services.fonts.write_lines(surface, self.words, room, style, colours.ptext)
