"""Quick phrases: a button that opens their list; what is sent is a number, so that each reads it in his language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.lobby.words import PHRASES
from game.widgets.dropdown import Dropdown
from game.widgets.listbox import Row

if TYPE_CHECKING:
    from game.services import Services


class PhraseButton(Dropdown[int]):
    """A square with a speech bubble."""

    def __init__(self, services: Services, on_choose: Callable[[int], object]) -> None:
        rows = [Row(number, services.tr(text)) for number, text in enumerate(PHRASES)]
        super().__init__(services, rows, None, on_choose)
        self.label = services.tr("Quick phrases")

    def choose(self, value: int) -> None:
        """Say it; nothing stays chosen."""
        self.on_change(value)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""
        services, colours = self.services, self.services.colours
        services.painter.box(surface, self.rect, "button_paper", self.shade)
        side = services.units.type_length(20)
        icon = services.images.icon("chat", side, colours.ptext2)
        surface.blit(icon, icon.get_rect(center=self.rect.center))
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 10)
