"""Something went wrong: what happened, where the report lies, and the way back. It uses as little as possible."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.clipboard import copy_and_say
from game.scene import Scene
from game.widgets.button import Button
from game.widgets.form import Form

if TYPE_CHECKING:
    from game.services import Services

WIDTH, HEIGHT, PADDING = 720, 330, 32


class CrashScene(Scene):
    """The report of an error. `report` is its text, `path` where it lies (None: the disk refused)."""

    def __init__(self, services: Services, report: str, path: Path | None, on_title: Callable[[], object]) -> None:
        super().__init__(services)
        self.report, self.path = report, path
        self.rect = pygame.Rect(0, 0, 0, 0)
        tr = services.tr
        self._buttons = [
            Button(services, tr("Quit"), services.scenes.clear, kind="paper"),
            Button(services, tr("Copy the report"), self._copy, kind="paper", icon="copy"),
            Button(services, tr("To the title"), on_title, kind="main", key="return"),
        ]
        self.form = Form(services, self._buttons)

    @property
    def last_line(self) -> str:
        """The error itself."""
        return self.report.rstrip().rsplit("\n", 1)[-1]

    def _copy(self) -> None:
        copy_and_say(self.services, self.report, self.services.tr("Copied"))

    def resize(self) -> None:
        """A sheet in the middle, its buttons below."""
        units, px = self.services.units, self.services.px
        width = min(units.width - 2 * px(24), max(px(WIDTH), units.type_length(WIDTH)))
        height = min(units.height - 2 * px(24), max(px(HEIGHT), units.type_length(HEIGHT)))
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.center = (units.width // 2, units.height // 2)
        gap, tall = px(12), self.services.control_height(48)
        each = (width - 2 * px(PADDING) - gap * (len(self._buttons) - 1)) // len(self._buttons)
        for index, button in enumerate(self._buttons):
            left = self.rect.x + px(PADDING) + index * (each + gap)
            button.rect = pygame.Rect(left, self.rect.bottom - px(PADDING) - tall, each, tall)

    def enter(self) -> None:
        """The way back has the focus."""
        self.form.focus(self._buttons[-1])

    def handle(self, event: pygame.Event) -> bool:
        """Buttons; the window may be closed."""
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            return self.form.move_focus(1 if event.key == pygame.K_RIGHT else -1)
        return self.form.handle(event)

    def draw(self, surface: pygame.Surface) -> None:
        """The sheet."""
        services, tr, px = self.services, self.services.tr, self.services.px
        colours, steps = services.colours, services.steps
        services.painter.cloth(surface, services.chosen.cloth)
        services.painter.box(surface, self.rect, "paper")
        inner = self.rect.inflate(-2 * px(PADDING), -2 * px(PADDING))
        title = pygame.Rect(inner.x, inner.y, inner.width, services.fonts.line_height(steps.h1))
        services.fonts.write(surface, tr("Something went wrong"), title, steps.h1, colours.ptext)
        kept = tr("The report could not be written.") if self.path is None else tr("Report: {path}", path=self.path)
        calm = tr("A match in progress is kept: it can be continued from the title.")
        hint = tr("The report holds no names and no tiles. Sending it helps us to mend this.")
        body = pygame.Rect(inner.x, title.bottom + px(12), inner.width, self._buttons[0].rect.y - title.bottom - px(24))
        text = f"{calm}\n{hint}\n{kept}\n{self.last_line}"
        services.fonts.write_lines(surface, text, body, steps.body, colours.ptext2)
        self.form.draw(surface)
