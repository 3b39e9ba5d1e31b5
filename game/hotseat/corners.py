"""The corner keys with which people call in secret: always shown, so that showing them tells nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.layout import TableLayout
from game.widgets.button import Button
from game.widgets.keycap import draw_keycap
from game.widgets.tip import draw_text

if TYPE_CHECKING:
    from game.services import Services

CORNER_KEYS = ("z", "/", "p", "q")
"""Near left, near right, far right, far left: as the people sit round the computer."""
WIDTH, HEIGHT, INSET, TIME = 148, 48, 16, 4


class CallCorner(Button):
    """One person's key. `share` of the time for calling is left, None when nothing lies there to be called."""

    def __init__(self, services: Services, name: str, colour: str, key: str, on_press: Callable[[], object]) -> None:
        super().__init__(services, name, on_press, key=key)
        self.colour = colour
        self.share: float | None = None
        self.called = False

    def draw(self, surface: pygame.Surface) -> None:
        """Name and key; while one may call a brass edge and the time that is left, afterwards a check."""
        services, px, colours = self.services, self.services.units.px, self.services.theme.colours
        lit = self.share is not None
        services.painter.box(surface, self.rect, "ink_now" if lit else "ink_flat", self.shade)
        side = services.units.type_length(18)
        mark = services.images.icon("check" if self.called else "people", side, self.colour)
        surface.blit(mark, mark.get_rect(midleft=(self.rect.x + px(12), self.rect.centery)))
        left = self.rect.x + px(20) + side
        key = draw_keycap(services, surface, self.shortcut, (self.rect.right - px(12), self.rect.centery))
        room = pygame.Rect(left, self.rect.y, key.x - px(8) - left, self.rect.height)
        draw_text(services, surface, self.text, room, services.theme.type.label, colours.text if lit else colours.text2)
        if self.share is not None:
            bar = pygame.Rect(self.rect.x + px(12), self.rect.bottom - px(8), self.rect.width - 2 * px(12), px(TIME))
            bar.width = round(bar.width * self.share)
            surface.fill(colours.brass, bar)
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 11)


def place_corners(corners: list[CallCorner], layout: TableLayout, services: Services) -> None:
    """In the corners of the court: near left, near right, far right, far left."""
    court, inset = layout.court, layout.px(INSET)
    width = max(layout.px(WIDTH), services.units.type_length(WIDTH))
    room = court.inflate(-2 * inset, -2 * inset)
    places = ("bottomleft", "bottomright", "topright", "topleft")
    for corner, place in zip(corners, places, strict=False):
        corner.rect = pygame.Rect(0, 0, width, services.control_height(HEIGHT))
        setattr(corner.rect, place, getattr(room, place))
