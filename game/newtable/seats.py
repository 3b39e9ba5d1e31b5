"""The four seats of a new table: the person, and three bots whose level a press changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.theme import TextStyle
from game.widgets.avatar import draw_avatar
from game.widgets.base import Widget
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

NAME = TextStyle("sans-bold", 15)


@value
class SeatWords:
    """What stands on a seat: who, where, how it plays; `colour` is the number of its ring.

    `avatar`: the character in the ring, else the first one of the name.
    """

    name: str
    place: str
    note: str
    colour: int
    avatar: str = ""


class SeatCard(Widget):
    """A seat on paper; with something to change it is pressed like a button."""

    def __init__(self, services: Services, words: SeatWords, on_press: Callable[[], object] | None) -> None:
        super().__init__(services)
        self.words = words
        self.on_press = on_press
        self.focusable = on_press is not None

    @property
    def content(self) -> str:
        """Who sits where, and how it plays."""
        return " ".join((self.words.place, self.words.name, self.words.note)).strip()

    def hit(self, position: tuple[int, int]) -> bool:
        """Only where a press does something."""
        return self.on_press is not None and super().hit(position)

    def activate(self) -> None:
        """Change the level."""
        if self.on_press is not None:
            self.services.audio.play("ui.toggle")
            self.on_press()

    def draw(self, surface: pygame.Surface) -> None:
        """Avatar and place above, name and level below."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        services.painter.box(surface, self.rect, "paper_card", self.shade * -0.5 if self.hovered else 0.0)
        if self.hovered:
            services.painter.frame(surface, self.rect, colours.brass, 1.4, 14)
        inner = self.rect.inflate(-2 * px(12), -2 * px(10))
        radius = px(19)
        centre, sign = (inner.x + radius, inner.y + radius + px(2)), self.words.avatar or self.words.name[:1]
        draw_avatar(services, surface, centre, radius, colours.seats[self.words.colour], sign)
        place = pygame.Rect(inner.x + 2 * radius + px(8), inner.y, inner.width - 2 * radius - px(8), 2 * radius)
        services.fonts.write(surface, self.words.place, place, steps.small, colours.brass_deep, "right")
        heights = services.fonts.line_height(NAME), services.fonts.line_height(steps.small)
        name = pygame.Rect(inner.x, inner.bottom - sum(heights) + px(3), inner.width, heights[0])
        services.fonts.write(surface, self.words.name, name, NAME, colours.ptext)
        note = pygame.Rect(inner.x, name.bottom, inner.width, heights[1])
        if self.on_press is not None:
            side = services.units.type_length(15)
            for icon, left in (("swap", note.right - side), ("bot", note.x)):
                picture = services.images.icon(icon, side, colours.ptext2)
                surface.blit(picture, picture.get_rect(midleft=(left, note.centery)))
            note = note.inflate(-2 * (side + px(4)), 0)
        services.fonts.write(surface, self.words.note, note, steps.small, colours.ptext2)
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 14)
