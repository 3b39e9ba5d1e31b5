"""Short messages at the bottom of the window, two at most; 2.4 seconds, long ones longer, 6 with something to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import pygame

from game.scene import STILL
from rules.values import mutable

if TYPE_CHECKING:
    from game.services import Services

Tone = Literal["info", "good", "warn", "error", "said"]
ICONS: dict[str, str] = {"info": "info", "good": "check", "warn": "alert", "error": "link", "said": "chat"}
SHOWN_SECONDS = 2.4
SHOWN_LONGER = 6.0
READING_SECONDS = 0.1  # for each letter: a path takes longer to read than two words
FADE_SECONDS = 0.18
MOST = 2


@mutable
class Toast:
    """A message, and perhaps one thing to do about it. `age` is in seconds."""

    text: str
    tone: Tone = "info"
    action_text: str = ""
    action: Callable[[], object] | None = None
    age: float = 0.0

    @property
    def lasts(self) -> float:
        """How long it is shown, in seconds. A warning may name a file, and come while one still looks elsewhere."""
        longer = self.action is not None or self.tone in ("warn", "error")
        return SHOWN_LONGER if longer else min(SHOWN_LONGER, max(SHOWN_SECONDS, READING_SECONDS * len(self.text)))


class Toasts:
    """The messages shown at the moment. `bottom` is how far above the window's lower edge they end, virtual pixels."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._shown: list[Toast] = []
        self.bottom = 40.0

    def say(
        self, text: str, tone: Tone = "info", action_text: str = "", action: Callable[[], object] | None = None
    ) -> None:
        """Show a message; the oldest of more than two goes. The same text twice is shown once."""
        self._shown = [toast for toast in self._shown if toast.text != text]
        self._shown.append(Toast(text, tone, action_text, action))
        self._shown = self._shown[-MOST:]
        self._services.invalidate()

    @property
    def texts(self) -> list[str]:
        """What can be read at the moment."""
        return [toast.text for toast in self._shown]

    def update(self, seconds: float) -> float:
        """Go on by `seconds`; returns the seconds until something changes."""
        for toast in self._shown:
            toast.age += seconds
        left = [toast for toast in self._shown if toast.age < toast.lasts]
        if len(left) != len(self._shown):
            self._shown = left
            self._services.invalidate()
        waits = [_wait(toast) for toast in self._shown]
        if 0.0 in waits:
            self._services.invalidate()
        return min(waits, default=STILL)

    def handle(self, event: pygame.Event) -> bool:
        """A click on a message does its action and closes it."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        hit = next((toast for toast, rect in self._places() if rect.collidepoint(event.pos)), None)
        if hit is None:
            return False
        self._shown.remove(hit)
        self._services.invalidate()
        if hit.action is not None:
            hit.action()
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw them, fading in and out."""
        for toast, rect in self._places():
            opacity = min(1.0, toast.age / FADE_SECONDS, (toast.lasts - toast.age) / FADE_SECONDS)
            if opacity > 0:
                self._draw_toast(surface, toast, rect, opacity)

    def _places(self) -> list[tuple[Toast, pygame.Rect]]:
        units = self._services.units
        height = max(units.type_length(42), units.px(42))
        least = len(self._shown) * (height + units.px(8))
        bottom = max(units.height - units.px(self.bottom), least)
        places = []
        for toast in reversed(self._shown):
            rect = pygame.Rect(0, 0, self._width(toast), height)
            rect.midbottom = (units.width // 2, bottom)
            places.append((toast, rect))
            bottom -= height + units.px(8)
        return places

    def _width(self, toast: Toast) -> int:
        fonts, steps, px = self._services.fonts, self._services.steps, self._services.px
        width = px(44) + fonts.width(toast.text, steps.label) + px(18)
        if toast.action_text:
            width += px(33) + fonts.width(toast.action_text, steps.strong)
        return min(width, self._services.units.width - 2 * px(24))

    def _draw_toast(self, surface: pygame.Surface, toast: Toast, rect: pygame.Rect, opacity: float) -> None:
        services, colours, px = self._services, self._services.colours, self._services.px
        layer = surface if opacity >= 1 else pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        tone = {"good": colours.jade_light, "warn": colours.warn, "error": colours.error}
        light = tone.get(toast.tone, colours.brass_light)
        services.painter.box(layer, rect, "toast")
        services.painter.frame(layer, rect, light, 1.2, 11)
        icon = services.images.icon(ICONS[toast.tone], px(20), light)
        layer.blit(icon, icon.get_rect(center=(rect.x + px(24), rect.centery)))
        right = rect.right - px(18)
        if toast.action_text:
            action = services.fonts.render(toast.action_text, services.steps.strong, colours.brass_light)
            place = action.get_rect(midright=(right, rect.centery))
            layer.blit(action, place)
            right = place.x - px(16)
            layer.fill(colours.line, (right, rect.y + px(12), services.units.line(), rect.height - 2 * px(12)))
        room = right - rect.x - px(44)
        text = services.fonts.render(toast.text, services.steps.label, colours.text, room)
        layer.blit(text, text.get_rect(midleft=(rect.x + px(44), rect.centery)))
        if layer is not surface:
            layer.set_alpha(int(255 * opacity))
            surface.blit(layer, (0, 0))


def _wait(toast: Toast) -> float:
    """Seconds until a toast changes: at once while it fades."""
    if toast.age < FADE_SECONDS or toast.lasts - toast.age <= FADE_SECONDS:
        return 0.0
    return toast.lasts - FADE_SECONDS - toast.age
