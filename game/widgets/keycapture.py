"""A key that can be changed: press the button, then the new key."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.widgets.base import Widget
from game.widgets.keycap import draw_keycap, key_label, keycap_size

if TYPE_CHECKING:
    from game.services import Services


class KeyCapture(Widget):
    """Shows a key; `on_change` gets the name of the new one and says whether it may be used."""

    def __init__(self, services: Services, key: str, on_change: Callable[[str], bool]) -> None:
        super().__init__(services)
        self.shown_key = key
        self.on_change = on_change
        self.listening = False

    @property
    def content(self) -> str:
        """The key, or that one is awaited."""
        return self.services.tr("Press a key") if self.listening else key_label(self.services.strings, self.shown_key)

    @property
    def natural_size(self) -> tuple[int, int]:
        """104 x 38, larger with the text."""
        return self.services.units.type_length(104), self.services.control_height(38)

    def activate(self) -> None:
        """Listen for the next key."""
        self._set("listening", True)

    def focus(self, focused: bool) -> None:
        """Stop listening when the focus goes elsewhere."""
        super().focus(focused)
        if not focused:
            self._set("listening", False)

    def key(self, event: pygame.Event) -> bool:
        """Take the key; Escape leaves the old one."""
        if not self.listening:
            return super().key(event)
        self._set("listening", False)
        name = pygame.key.name(event.key)
        if event.key != pygame.K_ESCAPE and self.on_change(name):
            self.shown_key = name
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the key, or the request for one."""
        services = self.services
        services.painter.box(surface, self.rect, "field_focus" if self.listening else "button_paper", self.shade)
        if self.listening:
            colours, steps = services.colours, services.steps
            inner = self.rect.inflate(-services.px(12), 0)
            services.fonts.write(surface, services.tr("Press a key"), inner, steps.label, colours.jade_text, "center")
        else:
            right = self.rect.centerx + keycap_size(services, self.shown_key)[0] // 2
            draw_keycap(services, surface, self.shown_key, (right, self.rect.centery), "paper")
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 11)
