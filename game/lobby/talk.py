"""Chat at the table: a panel over the discards of the left, beside which one plays on. It never covers a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.lanmatch import LanMatch
from game.lobby.chat import HEAD, ChatPanel
from game.lobby.phrases import PhraseButton
from game.scene import STILL
from game.strings import CHAT_LENGTH
from game.widgets.button import Button
from game.widgets.form import MOUSE_EVENTS, Form
from game.widgets.textfield import TextField

if TYPE_CHECKING:
    from game.services import Services

WIDTH = 340
TYPED = (pygame.TEXTINPUT, pygame.TEXTEDITING)


class TalkPanel:
    """Lines, a field and the quick phrases. It is part of the table: clocks and tiles go on."""

    def __init__(self, services: Services, match: LanMatch) -> None:
        self.services, self.match = services, match
        self.is_open = False
        self.unread = 0
        self.field = TextField(services, "", lambda text: None, limit=CHAT_LENGTH, on_submit=self._speak)
        self._lines = ChatPanel(services, match.lines, {})
        self._phrases = PhraseButton(services, self._phrase)
        self._close = Button(services, "", self.close, kind="paper", icon="x")
        self.form = Form(services, [self._lines, self.field, self._phrases, self._close])

    @property
    def rect(self) -> pygame.Rect:
        """Where it lies while it is open."""
        return self._lines.rect

    @property
    def types(self) -> bool:
        """Whether keys are letters now."""
        return self.is_open and self.field.focused

    def lay_out(self, area: pygame.Rect) -> None:
        """In the left part of an area of the table."""
        services, px = self.services, self.services.px
        self.field.placeholder = services.tr("Say something…")
        width = min(area.width, max(px(WIDTH), services.units.type_length(0.9 * WIDTH)))
        rect, row = pygame.Rect(area.x, area.y, width, area.height), services.control_height(40)
        self._lines.rect = rect
        self._phrases.rect = pygame.Rect(rect.right - px(12) - row, rect.bottom - px(12) - row, row, row)
        left = rect.x + px(12)
        self.field.rect = pygame.Rect(left, self._phrases.rect.y, self._phrases.rect.x - px(8) - left, row)
        self._lines.foot = rect.bottom - self.field.rect.y
        side = max(services.target(0), px(HEAD - 12))
        self._close.rect = pygame.Rect(rect.right - px(8) - side, rect.y + (px(HEAD) - side) // 2, side, side)
        view = self.match.view
        seats = services.colours.seats_paper
        self._lines.lines = self.match.lines
        self._lines.colours = {} if view is None else {
            sitter.guest: seats[seat] for seat, sitter in enumerate(view.seats) if sitter is not None and sitter.guest
        }  # fmt: skip

    # ---- open and closed ------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Open it; one can type at once."""
        self.is_open, self.unread = True, 0
        self.form.focus(self.field)
        self.services.invalidate()

    def close(self) -> None:
        """Close it; what one has typed stays."""
        self.is_open = False
        self.form.release()
        self.services.invalidate()

    def heard(self, lines: int) -> None:
        """So many lines were said."""
        if lines and not self.is_open:
            self.unread += lines
            self.services.invalidate()

    # ---- saying ---------------------------------------------------------------------------------------------------

    def _speak(self, text: str) -> None:
        """Say it; an empty line gives the keys back to the table."""
        if not text.strip():
            self.form.focus(None)
        elif self.match.table is not None:
            self.match.table.say(text)
            self.field.text, self.field.caret = "", 0
        self.services.invalidate()

    def _phrase(self, number: int) -> None:
        if self.match.table is not None:
            self.match.table.phrase(number)

    # ---- input ----------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """What happens in it; all keys while one types."""
        if not self.is_open:
            return False
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            inside = self.rect.collidepoint(event.pos)
            self.form.handle(event)
            return inside
        if event.type in MOUSE_EVENTS or event.type == pygame.MOUSEWHEEL or event.type in TYPED:
            return self.form.handle(event)
        return False

    def _key(self, event: pygame.Event) -> bool:
        if not self.types:
            return False
        if event.key == pygame.K_ESCAPE:
            self.close()
        else:
            self.form.handle(event)
        return True

    def update(self, seconds: float) -> float:
        """Blink the caret."""
        return self.form.update(seconds) if self.is_open else STILL

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it while it is open."""
        if self.is_open:
            self.services.painter.shadow(surface, self.rect, "panel", 14)
            self.form.draw(surface)
