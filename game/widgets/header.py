"""The head of a screen: back button, title, one line about it. Screens put their own buttons at the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.widgets.button import Button

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

    def draw_head(self, surface: pygame.Surface, title: str, line: str, right: int) -> None:
        """The ground of the screen; title and line beside this button, the line only where it ends before `right`."""
        services, steps, px = self.services, self.services.steps, self.services.px
        services.painter.menu_cloth(surface, services.chosen.cloth)
        place = pygame.Rect(self.rect.right + px(18), self.rect.y, max(0, right - self.rect.right - px(36)), 0)
        place.height = self.rect.height
        written = services.fonts.write(surface, title, place, steps.h1, services.colours.text)
        rest = pygame.Rect(written.right + px(16), self.rect.y + px(2), 0, self.rect.height)
        rest.width = right - px(16) - rest.x
        services.fonts.write_if_room(surface, line, rest, steps.body, services.colours.text2)


def header_height(services: Services, back: pygame.Rect) -> int:
    """The height of what stands at the right of the header, beside the back button."""
    room = 2 * back.centery - services.px(8)
    return min(services.control_height(42), max(services.target(42), room))
