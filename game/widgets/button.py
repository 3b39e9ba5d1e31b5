"""Buttons: main (cinnabar, one per screen), confirm (jade), brass, and secondary ones on ink or paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import pygame

from game.strings import mark
from game.theme import TextStyle
from game.widgets.base import Widget
from game.widgets.keycap import Ground, draw_keycap, keycap_size

if TYPE_CHECKING:
    from game.services import Services

ICON_NAMES = {
    "back": mark("Back"),
    "chat": mark("Chat"),
    "copy": mark("Copy"),
    "gear": mark("Settings"),
    "help": mark("Rules"),
    "list": mark("Log"),
    "menu": mark("Menu"),
    "people": mark("People"),
    "x": mark("Close"),
}
READABLE = 0.8
"""How much smaller the text of a button may be than its step before it takes the place of the key."""
ButtonKind = Literal["main", "confirm", "brass", "ink", "paper"]


class Button(Widget):
    """A button with a text, an icon or both, and the key that presses it.

    `on_paper`: what it lies on, of which a disabled one takes the colours.
    """

    sound = "ui.click"

    def __init__(
        self,
        services: Services,
        text: str,
        on_press: Callable[[], object],
        *,
        kind: ButtonKind = "ink",
        icon: str = "",
        key: str = "",
    ) -> None:
        super().__init__(services)
        self.text = text
        self.on_press = on_press
        self.kind: ButtonKind = kind
        self.icon = icon
        self.shortcut = key
        self.chosen = False
        self.on_paper = kind == "paper"

    @property
    def style(self) -> TextStyle:
        """The type of its text."""
        steps = self.services.steps
        return steps.button if self.kind in ("main", "confirm", "brass") else steps.strong

    @property
    def content(self) -> str:
        """Its text, or what its icon stands for."""
        return self.text if self.text or self.label else self.services.tr(ICON_NAMES.get(self.icon, " ")).strip()

    @property
    def natural_size(self) -> tuple[int, int]:
        """The width its contents ask for, 44 high, in device pixels."""
        return self._content_width() + 2 * self.services.px(20), self.services.control_height(44)

    def activate(self) -> None:
        """Press it."""
        if self.enabled:
            self.services.audio.play(self.sound)
            self.on_press()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it in its state."""
        down = self.services.units.line() if self.pressed else 0
        rect = self.rect.move(0, down)
        look = self._look()
        self.services.painter.box(surface, rect, look, self.shade)
        self._draw_content(surface, rect)
        if self.ring:
            self.services.painter.focus_ring(surface, self.rect, 11)

    def _look(self) -> str:
        if not self.enabled:
            return "button_paper_off" if self.on_paper else "button_off"
        return f"button_{self.kind}" + ("_chosen" if self.chosen and self.kind in ("ink", "paper") else "")

    def _colour(self) -> str:
        colours = self.services.colours
        if not self.enabled:
            return colours.ptext_off if self.on_paper else colours.text3
        return {"brass": colours.on_brass, "paper": colours.ptext, "ink": colours.text}.get(self.kind, colours.white)

    def _icon_size(self) -> int:
        return self.services.units.type_length(20) if self.icon else 0

    def _content_width(self) -> int:
        gap = self.services.px(9)
        parts = [self._icon_size()] if self.icon else []
        if self.text:
            parts.append(self.services.fonts.width(self.text, self.style))
        if self.shortcut:
            parts.append(keycap_size(self.services, self.shortcut)[0])
        return sum(parts) + gap * max(0, len(parts) - 1)

    def _draw_content(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        gap, room = self.services.px(9), rect.width - 2 * self.services.px(8)
        left = rect.centerx - min(self._content_width(), room) // 2
        if self.icon:
            picture = self.services.images.icon(self.icon, self._icon_size(), self._colour())
            surface.blit(picture, picture.get_rect(midleft=(left, rect.centery)))
            left += self._icon_size() + gap
        cap = keycap_size(self.services, self.shortcut)[0] + gap if self.shortcut else 0
        words = rect.right - self.services.px(8) - left - cap
        if cap and self.services.fonts.width(self.text, self.style) * READABLE > words:
            cap = 0  # the key can be spared, the word cannot
        if self.text:
            room_left = rect.right - self.services.px(8) - cap - left
            place = self.services.fonts.write(
                surface, self.text, pygame.Rect(left, rect.y, room_left, rect.height), self.style, self._colour()
            )
            left = place.right + gap
        if cap:
            draw_keycap(self.services, surface, self.shortcut, (left + cap - gap, rect.centery), self._ground())

    def _ground(self) -> Ground:
        if not self.enabled:
            return "paper" if self.on_paper else "ink"
        return self.kind if self.kind in ("ink", "paper", "brass") else "colour"
