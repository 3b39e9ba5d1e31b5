"""Text that only stands there: a line, or a paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.theme import TextStyle
from game.widgets.base import Widget

if TYPE_CHECKING:
    from game.services import Services


class Label(Widget):
    """Text in its rectangle. A `wrapped` one breaks into lines from the top; any other is one centred line."""

    focusable = False

    def __init__(
        self,
        services: Services,
        text: str,
        style: TextStyle,
        colour: str,
        *,
        wrapped: bool = False,
    ) -> None:
        super().__init__(services)
        self.text = text
        self.style = style
        self.colour = colour
        self.wrapped = wrapped

    @property
    def natural_size(self) -> tuple[int, int]:
        """Width and height of the text on one line, in device pixels."""
        return self.services.fonts.width(self.text, self.style), self.services.fonts.line_height(self.style)

    def hit(self, position: tuple[int, int]) -> bool:
        """A text is never in the way of a click."""
        return False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the text."""
        if self.wrapped:
            self.services.fonts.write_lines(surface, self.text, self.rect, self.style, self.colour)
        else:
            self.services.fonts.write(surface, self.text, self.rect, self.style, self.colour)
