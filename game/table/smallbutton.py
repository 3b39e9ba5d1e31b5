"""The small buttons of the table: icon and word close together, or an icon alone; both keep within their boxes."""

from __future__ import annotations

import pygame

from game.theme import TextStyle
from game.widgets.button import Button

ICON, GAP = 15, 6
ALONE = 20
STYLE = TextStyle("sans-bold", 13.5, 1.3)


class SmallButton(Button):
    """Sort, cover."""

    @property
    def style(self) -> TextStyle:
        """The type of its text."""
        return STYLE

    def _draw_content(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        services, px = self.services, self.services.px
        room = rect.width - 2 * px(5)
        style = services.fonts.fit(self.text, STYLE, room)
        icon, width = services.units.type_length(ICON), services.fonts.width(self.text, style)
        whole = icon + px(GAP) + width
        left = rect.centerx - min(width, room) // 2
        if whole <= room:
            left = rect.centerx - whole // 2
            picture = services.images.icon(self.icon, icon, self._colour())
            surface.blit(picture, picture.get_rect(midleft=(left, rect.centery)))
            left += icon + px(GAP)
        word = services.fonts.render(self.text, style, self._colour(), room)
        surface.blit(word, word.get_rect(midleft=(left, rect.centery)))


class IconButton(Button):
    """An icon alone, in the middle of a square."""

    def _draw_content(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        services = self.services
        size = min(services.units.type_length(ALONE), round(0.6 * rect.width))
        picture = services.images.icon(self.icon, size, self._colour())
        surface.blit(picture, picture.get_rect(center=rect.center))
