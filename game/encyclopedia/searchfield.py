"""The field in which one searches: on ink, with the sign for it."""

from __future__ import annotations

import pygame

from game.widgets.textfield import TextField

ICON = 18


class SearchField(TextField):
    """A text field in the header; a press on its cross empties it."""

    @property
    def _side(self) -> int:
        return self.services.units.type_length(ICON)

    def _inner(self) -> pygame.Rect:
        px = self.services.px
        left = self.rect.x + px(14) + self._side + px(10)
        right = self.rect.right - px(12) - (self._side + px(6) if self.text else 0)
        return pygame.Rect(left, self.rect.y + px(6), max(1, right - left), self.rect.height - 2 * px(6))

    def pressed_at(self, position: tuple[int, int]) -> None:
        """Put the caret there, or empty the field."""
        if self.text and position[0] > self._inner().right:
            self._set_text("", 0)
        else:
            super().pressed_at(position)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw box, sign, text or placeholder, caret and cross."""
        services, colours, px, style = self.services, self.services.colours, self.services.px, self.services.steps.body
        services.painter.box(surface, self.rect, "icon_ink", self.shade)
        if self.focused:
            services.painter.frame(surface, self.rect, colours.jade_light, 2, 12)
        sign = services.images.icon("search", self._side, colours.text2)
        surface.blit(sign, sign.get_rect(midleft=(self.rect.x + px(14), self.rect.centery)))
        inner = self._inner()
        shown = self.text[: self.caret] + self._composing + self.text[self.caret :]
        if shown:
            picture = services.fonts.render(shown, style, colours.text)
        else:
            smaller = services.fonts.fit(self.placeholder, style, inner.width)
            picture = services.fonts.render(self.placeholder, smaller, colours.text3, inner.width)
        area = pygame.Rect(max(0, picture.get_width() - inner.width), 0, inner.width, inner.height)
        surface.blit(picture, picture.get_rect(midleft=inner.midleft).topleft, area)
        if self._composing:
            left = inner.x + services.fonts.width(self.text[: self.caret], style)
            width = services.fonts.width(self._composing, style)
            surface.fill(colours.brass_light, (left, inner.bottom - px(3), width, services.units.line(1.5)))
        if self.focused and self._caret_shown():
            surface.fill(colours.brass_light, self._caret_rect())
        if self.text:
            cross = services.images.icon("x", self._side, colours.text2)
            surface.blit(cross, cross.get_rect(midright=(self.rect.right - px(12), self.rect.centery)))
