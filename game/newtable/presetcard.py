"""The card "my presets" below the variants of the new-table screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.widgets.base import Widget

if TYPE_CHECKING:
    from game.services import Services

MOST_TITLE, MOST_NOTE = 24.0, 19.0


class PresetCard(Widget):
    """A wide card with a star; below its title the names of the presets, or what it is for."""

    def __init__(self, services: Services, names: Sequence[str], on_press: Callable[[], object]) -> None:
        super().__init__(services)
        self.names = list(names)
        self.on_press = on_press

    @property
    def content(self) -> str:
        """Its title and the names."""
        return self.services.tr("; ").join((self.services.tr("My presets"), *self.names))

    def activate(self) -> None:
        """Open the list."""
        self.services.audio.play("ui.click")
        self.on_press()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it; pointed at, it gets a brass line."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        services.painter.box(surface, self.rect, "ink", self.shade * 0.6)
        width, opacity = (1.4, 1.0) if self.hovered else (1.0, 0.4)
        services.painter.frame(surface, self.rect, colours.brass, width, 14, opacity)
        side = services.units.type_length(22)
        star = services.images.icon("star", side, colours.brass_light)
        surface.blit(star, star.get_rect(midleft=(self.rect.x + px(18), self.rect.centery)))
        left = self.rect.x + px(18) + side + px(14)
        room = self.rect.right - px(16) - left
        note = " · ".join(self.names) or services.tr("Your own house rules, kept under a name")
        title = services.fonts.capped(steps.strong, px(MOST_TITLE))
        style = services.fonts.capped(steps.note, px(MOST_NOTE))
        lines = services.fonts.wrap(note, style, room, 2)
        heights = services.fonts.line_height(title), services.fonts.line_height(style)
        top = self.rect.centery - (heights[0] + len(lines) * heights[1]) // 2
        services.fonts.write(
            surface, services.tr("My presets"), pygame.Rect(left, top, room, heights[0]), title,
            colours.text
        )  # fmt: skip
        services.fonts.write_lines(surface, note, pygame.Rect(left, top + heights[0], room, 0), style, colours.text2, 2)
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 14)
