"""Chat at the table: a field for a line of one's own, and the quick phrases."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.lobby.words import PHRASES
from game.scene import Scene
from game.strings import CHAT_LENGTH
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.form import Form
from game.widgets.textfield import TextField
from game.widgets.tip import draw_text
from net.lan import LanTable

if TYPE_CHECKING:
    from game.services import Services

WIDTH, COLUMNS = 560, 2


class TalkDialog(Scene):
    """Over the table; Escape or a click beside it closes it, what is said closes it, too."""

    overlay = True

    def __init__(self, services: Services, table: LanTable) -> None:
        super().__init__(services)
        self.table = table
        self.field = TextField(services, "", lambda text: None, limit=CHAT_LENGTH, on_submit=self._speak)
        self.form = Form(services)
        self._rect = pygame.Rect(0, 0, 0, 0)

    def enter(self) -> None:
        """One can type at once."""
        self.form.focus(self.field)

    def leave(self) -> None:
        """Let go of the focus."""
        self.form.release()

    def resize(self) -> None:
        """Field above, phrases in two columns below."""
        services, px, tr = self.services, self.services.units.px, self.services.tr
        rows = (len(PHRASES) + 1) // COLUMNS
        each, gap = services.control_height(38), px(8)
        width = min(services.units.width - px(48), max(px(WIDTH), services.units.type_length(WIDTH)))
        head = services.fonts.line_height(services.theme.type.h2) + px(10)
        height = 2 * px(20) + head + self.field.natural_size[1] + px(12) + rows * (each + gap) - gap
        self._rect = pygame.Rect(0, 0, width, min(height, services.units.height - px(20)))
        self._rect.center = (services.units.width // 2, services.units.height // 2)
        inner = self._rect.inflate(-2 * px(24), 0)
        self.field.placeholder = tr("Say something…")
        self.field.rect = pygame.Rect(inner.x, self._rect.y + px(20) + head, inner.width, self.field.natural_size[1])
        widgets: list[Widget] = [self.field]
        column = (inner.width - gap) // COLUMNS
        for number, text in enumerate(PHRASES):
            button = Button(services, tr(text), partial(self._phrase, number))
            left = inner.x + number % COLUMNS * (column + gap)
            top = self.field.rect.bottom + px(12) + number // COLUMNS * (each + gap)
            button.rect = pygame.Rect(left, top, column, each)
            widgets.append(button)
        self.form = Form(services, widgets)

    def _phrase(self, number: int) -> None:
        self.services.scenes.pop()
        self.table.phrase(number)

    def _speak(self, text: str) -> None:
        if text.strip():
            self.services.scenes.pop()
            self.table.say(text)

    def handle(self, event: pygame.Event) -> bool:
        """Escape and a click beside it close it."""
        escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        beside = event.type == pygame.MOUSEBUTTONDOWN and not self._rect.collidepoint(event.pos)
        if escape or beside:
            self.services.scenes.pop()
        else:
            self.form.handle(event)
        return event.type != pygame.QUIT

    def update(self, seconds: float) -> float:
        """Blink the caret."""
        return self.form.update(seconds)

    def draw(self, surface: pygame.Surface) -> None:
        """Dim, panel, title, field and phrases."""
        services, px = self.services, self.services.units.px
        services.painter.dim(surface, 0.35)
        services.painter.box(surface, self._rect, "dialog")
        steps = services.theme.type
        title = pygame.Rect(self._rect.x + px(24), self._rect.y + px(16), self._rect.width - px(48), 0)
        title.height = services.fonts.line_height(steps.h2)
        draw_text(services, surface, services.tr("Chat"), title, steps.h2, services.theme.colours.text)
        self.form.draw(surface)
