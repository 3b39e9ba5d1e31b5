"""A group of widgets with one keyboard focus, in reading order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pygame

from game.scene import STILL
from game.widgets.base import Widget
from game.widgets.grip import Grip
from game.widgets.scroll import ScrollView
from game.widgets.tip import draw_tip

if TYPE_CHECKING:
    from game.services import Services

MOUSE_EVENTS = {pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP}
PRESSES = {pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN}


class Form:
    """Hands events to widgets and draws them; the order given is the order of Tab and of drawing."""

    def __init__(self, services: Services, widgets: Iterable[Widget] = (), grip: Grip | None = None) -> None:
        """`grip`: that of the form before, so that a finger pulls on when widgets are made anew."""
        self.services = services
        self.widgets = list(widgets)
        self.grip = grip or Grip(services)

    @property
    def focused(self) -> Widget | None:
        """The widget with the keyboard focus."""
        return next((widget for widget in self.widgets if widget.focused), None)

    def focus(self, target: Widget | None) -> None:
        """Give the focus to one widget, or to none."""
        for widget in self.widgets:
            if widget is not target and widget.focused:
                widget.focus(False)
        if target is not None and not target.focused:
            target.focus(True)

    def move_focus(self, step: int) -> bool:
        """To the next (1) or previous (-1) widget that takes the focus, round the end."""
        stops = [widget for widget in self.widgets if widget.takes_focus]
        if not stops:
            return False
        current = next((index for index, widget in enumerate(stops) if widget.focused), None)
        start = (0 if step > 0 else -1) if current is None else (current + step) % len(stops)
        self.focus(stops[start])
        stops[start].stopped_at()
        return True

    def handle(self, event: pygame.Event) -> bool:
        """Hand an event to the widget it is meant for; True when there was one."""
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type in MOUSE_EVENTS:
            return self._mouse(event)
        if event.type == pygame.WINDOWFOCUSLOST:
            self.lose_pointer()
        focused = self.focused
        if event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING):
            return focused is not None and focused.handle(event)
        return self._tell_all(event)

    def _key(self, event: pygame.Event) -> bool:
        focused = self.focused
        if focused is not None and focused.handle(event):
            return True
        if event.key == pygame.K_TAB:
            return self.move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        return False

    def _mouse(self, event: pygame.Event) -> bool:
        """All see a motion or a release, so that none stays pressed; one alone takes a press."""
        if self.grip.handle(event, self.widgets):
            return True
        if event.type != pygame.MOUSEBUTTONDOWN:
            return self._tell_all(event)
        taker = next((widget for widget in reversed(self.widgets) if widget.handle(event)), None)
        if event.button == 1:
            self.focus(taker if taker is not None and taker.takes_focus else None)
        return taker is not None

    def _tell_all(self, event: pygame.Event) -> bool:
        answers = [widget.handle(event) for widget in reversed(self.widgets)]
        return any(answers)

    def lose_pointer(self) -> None:
        """The button or the finger that is down will go up elsewhere, or never."""
        for widget in self.widgets:
            widget.let_go()
        self.grip.drop()

    def release(self) -> None:
        """Forget focus, hover and presses: the scene is no longer on top."""
        self.focus(None)
        for widget in self.widgets:
            widget.hovered = widget.pressed = False
        self.grip.drop()

    def update(self, seconds: float) -> float:
        """Seconds until the next update is needed."""
        return min((widget.update(seconds) for widget in self.widgets), default=STILL)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all, then the reason of a disabled one that is pointed at."""
        veils: list[tuple[pygame.Surface, pygame.Rect]] = []
        for widget in self.widgets:
            if widget.visible and (widget.clip is None or widget.clip.colliderect(widget.rect)):
                surface.set_clip(widget.clip)
                if isinstance(widget, ScrollView):
                    veils += widget.veils(surface)
                widget.draw(surface)
        surface.set_clip(None)
        surface.blits(veils, doreturn=False)
        told = next(
            (w for w in self.widgets if w.visible and not w.enabled and w.reason and (w.hovered or w.ring)), None
        )
        if told is not None:
            draw_tip(self.services, surface, told.rect, told.reason)
