"""Screens that are a form: what all of them do, and the sheets of paper that lie over another screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pygame

from game.scene import Scene
from game.widgets.base import Widget
from game.widgets.form import Form

if TYPE_CHECKING:
    from game.services import Services

SHEET_PADDING = 28
TITLE_TOP, TITLE_HEIGHT = 12, 46
DIM = 0.35


class FormScene(Scene):
    """A screen of widgets. Subclasses make a new `form` whenever they lay it out."""

    fades = True

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.form = Form(services)

    def leave(self) -> None:
        """Let go of the focus."""
        self.form.release()

    def handle(self, event: pygame.Event) -> bool:
        """The widgets first."""
        return self.form.handle(event) or (event.type == pygame.KEYDOWN and self.screen_key(event))

    def screen_key(self, event: pygame.Event) -> bool:
        """A key that no widget has taken: Escape goes back, up and down move the focus. False when it means nothing."""
        if event.key == pygame.K_ESCAPE:
            self.close()
            return True
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            return self.form.move_focus(1 if event.key == pygame.K_DOWN else -1)
        return False

    def update(self, seconds: float) -> float:
        """Blink the caret, scroll to what has the focus."""
        return self.form.update(seconds)

    @property
    def focus_place(self) -> int:
        """The place of the focus in the order of the widgets, -1 without one."""
        return next((place for place, widget in enumerate(self.form.widgets) if widget.focused), -1)

    def renew_form(self, widgets: Iterable[Widget]) -> None:
        """Other widgets. The focus stays where it is, or goes to what has come in its place in the order."""
        focused, place = self.form.focused, self.focus_place
        self.form = Form(self.services, widgets, self.form.grip)
        if focused is None or focused in self.form.widgets:
            return
        focused.focus(False)
        if place < len(self.form.widgets) and self.form.widgets[place].takes_focus:
            self.form.focus(self.form.widgets[place])

    def renew(self) -> None:
        """Something else is to be shown: lay out anew."""
        self.resize()
        self.invalidate()

    def close(self) -> None:
        """Back to the screen before, with its sound."""
        self.services.audio.play("ui.back")
        self.services.scenes.pop()


class PaperSheet(FormScene):
    """A sheet over what is below. Escape or a click beside it closes it."""

    overlay = True

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.rect = pygame.Rect(0, 0, 0, 0)

    def place(self, width: int, height: int) -> pygame.Rect:
        """Put a sheet of so many device pixels into the middle of the window; what lies between its margins."""
        units = self.services.units
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.center = (units.width // 2, units.height // 2)
        return self.inner

    @property
    def inner(self) -> pygame.Rect:
        """The sheet without its margins at the sides."""
        return self.rect.inflate(-2 * self.services.px(SHEET_PADDING), 0)

    @property
    def title_place(self) -> pygame.Rect:
        """Where its title stands."""
        px, inner = self.services.px, self.inner
        return pygame.Rect(inner.x, self.rect.y + px(TITLE_TOP), inner.width, px(TITLE_HEIGHT))

    def key(self, key: int) -> bool:
        """A key that means something on this sheet, before its widgets get it."""
        return False

    def handle(self, event: pygame.Event) -> bool:
        """Everything stays on the sheet."""
        escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        beside = event.type == pygame.MOUSEBUTTONDOWN and not self.rect.collidepoint(event.pos)
        if escape or beside:
            self.services.scenes.pop()
        elif not (event.type == pygame.KEYDOWN and self.key(event.key)):
            self.form.handle(event)
        return True

    def draw_sheet(self, surface: pygame.Surface, title: str) -> pygame.Rect:
        """Dim what is below; the sheet and its title. Where the title is written."""
        services = self.services
        services.painter.dim(surface, DIM)
        services.painter.box(surface, self.rect, "paper")
        return services.fonts.write(surface, title, self.title_place, services.steps.h1, services.colours.ptext)
