"""The head of a screen: back button, title, one line about it. Screens put their own buttons at the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.widgets.button import Button
from game.widgets.tip import draw_if_room, draw_text

if TYPE_CHECKING:
    from game.services import Services

HEIGHT = 72
MARGIN = 24
WIDEST = 1400


def content_rect(services: Services) -> pygame.Rect:
    """Where a screen that is no table puts its content: below the header, at most 1400 wide, in device pixels."""
    units = services.units
    width = min(units.vw, WIDEST) - 2 * MARGIN
    return units.rect((units.vw - width) / 2, HEIGHT + 12, width, units.vh - HEIGHT - 12 - MARGIN)


class BackButton(Button):
    """44 x 44 on ink, with the arrow; Escape does the same."""

    sound = "ui.back"

    def __init__(self, services: Services, on_press: Callable[[], object]) -> None:
        super().__init__(services, "", on_press, icon="back")

    def lay_out(self) -> None:
        """Top left of the content."""
        units, content = self.services.units, content_rect(self.services)
        side = self.services.target(44)
        self.rect = pygame.Rect(content.x, 0, side, side)
        self.rect.centery = max(units.px(38), side // 2 + 1)

    def _look(self) -> str:
        return "icon_ink"


def header_height(services: Services, back: pygame.Rect) -> int:
    """The height of what stands at the right of the header, beside the back button."""
    room = 2 * back.centery - services.units.px(8)
    return min(services.control_height(42), max(services.target(42), room))


def draw_header(
    services: Services, surface: pygame.Surface, back: pygame.Rect, title: str, line: str, right: int
) -> None:
    """Title and line beside the back button; the line is left out where there is no room before `right`."""
    steps, colours, px = services.theme.type, services.theme.colours, services.units.px
    place = pygame.Rect(back.right + px(18), back.y, max(0, right - back.right - px(36)), back.height)
    written = draw_text(services, surface, title, place, steps.h1, colours.text)
    rest = pygame.Rect(written.right + px(16), back.y + px(2), 0, back.height)
    rest.width = right - px(16) - rest.x
    draw_if_room(services, surface, line, rest, steps.body, colours.text2)
