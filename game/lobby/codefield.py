"""The field for a table code: six cells in two groups, as codes are read aloud."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.theme import Box, TextStyle
from game.widgets.textfield import TextField
from net.codes import ALPHABET, LENGTH, as_typed

if TYPE_CHECKING:
    from game.services import Services

GROUP = 3
CELL = TextStyle("sans-bold", 28)


class CodeField(TextField):
    """Takes letters and digits of the code's alphabet; what looks like one of them counts as it."""

    def __init__(
        self, services: Services, text: str, on_change: Callable[[str], object], on_submit: Callable[[str], object]
    ) -> None:
        super().__init__(services, text, on_change, limit=LENGTH, on_submit=on_submit)
        self.on_ink = True

    def insert(self, text: str) -> None:
        """Type: small letters become large, spaces and what is in no code are left out."""
        kept = "".join(letter for letter in as_typed(text) if letter in ALPHABET)
        super().insert(kept)

    def pressed_at(self, position: tuple[int, int]) -> None:
        """The caret goes to the end: codes are short."""
        self.caret = len(self.text)
        self._moved()

    def cell(self, index: int) -> pygame.Rect:
        """One of the six cells; the groups stand a little apart."""
        px = self.services.px
        gap, apart = px(6), px(14)
        width = (self.rect.width - gap * (LENGTH - 1) - apart) // LENGTH
        left = self.rect.x + index * (width + gap) + (apart if index >= GROUP else 0)
        return pygame.Rect(left, self.rect.y, width, self.rect.height)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the cells; the next one has a brass line while one types."""
        services, colours = self.services, self.services.colours
        for index in range(LENGTH):
            place = self.cell(index)
            now = self.focused and index == min(self.caret, LENGTH - 1)
            line = colours.error if self.error else colours.brass_light if now else colours.line
            services.painter.box(surface, place, Box(top="#061411", line=line, line_width=2 if now else 1.2, radius=9))
            if index < len(self.text):
                letter = services.fonts.render(self.text[index], self._style(place), colours.text)
                surface.blit(letter, letter.get_rect(center=place.center))
            elif now and self._caret_shown():
                caret = pygame.Rect(0, 0, services.units.line(2), place.height // 2)
                caret.center = place.center
                surface.fill(colours.brass_light, caret)

    def _style(self, place: pygame.Rect) -> TextStyle:
        """As large as a cell allows."""
        return self.services.fonts.fit("M", CELL, place.width - 4)
