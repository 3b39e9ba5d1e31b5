"""A finger that pulls a page: what is longer than its place follows it, and what it pressed at first is let go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.widgets.base import Widget

if TYPE_CHECKING:
    from game.services import Services

SLIP = 8


class Grip:
    """Follows one finger on the widgets of a form.

    A mouse has a wheel and presses less steadily: it pulls only what says so (`mouse_pulls`).
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._held: Widget | None = None
        self._pulled: Widget | None = None
        self._from = (0, 0)

    def handle(self, event: pygame.Event, widgets: Sequence[Widget]) -> bool:
        """Take an event of the mouse; True while something is pulled. Ask before the widgets."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._take(event, widgets)
        elif event.type == pygame.MOUSEMOTION:
            self._move(event.pos[1], widgets)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            pulled, self._held, self._pulled = self._pulled, None, None
            return pulled is not None
        return self._pulled is not None

    def _take(self, event: pygame.Event, widgets: Sequence[Widget]) -> None:
        """A finger comes down on what scrolls, and not on something that follows it by itself."""
        self.drop()
        under = [widget for widget in reversed(widgets) if widget.hit(event.pos)]
        if any(widget.follows(event.pos) for widget in under[:1]):
            return
        self._held = next((widget for widget in under if widget.longest > 0), None)
        if self._held is not None and not (event.dict.get("touch") or self._held.mouse_pulls):
            self._held = None
        if self._held is not None:
            self._from = event.pos[1], self._held.offset

    def drop(self) -> None:
        """The finger is lost."""
        self._held = self._pulled = None

    def _move(self, height: int, widgets: Sequence[Widget]) -> None:
        if self._held is None:
            return
        start, offset = self._from
        if self._pulled is None and abs(height - start) > self._services.px(SLIP):
            self._pulled = self._held
            for widget in widgets:
                widget.let_go()
        if self._pulled is not None:
            self._pulled.scroll_to(offset + start - height)
