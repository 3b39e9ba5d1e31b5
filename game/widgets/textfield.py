"""A field for one line of text, with input methods (Chinese), caret and clipboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.clipboard import copy_text, pasted_text
from game.scene import STILL
from game.strings import NAME_LENGTH, clean_text
from game.widgets.base import Widget

if TYPE_CHECKING:
    from game.services import Services

CARET_SECONDS = 0.53


class TextField(Widget):
    """Text typed by a person. While it has the focus, the input method is on; everywhere else letters are keys.

    It has the colours of what it lies on: paper, or ink with `on_ink`. `error` stands below it.
    While the input method shows text of its own (pre-edit, underlined here), Enter, Backspace and the arrows are its.
    Ctrl+A marks all of the text: what is typed replaces it. A text that is too long lies so that the caret shows.
    """

    def __init__(
        self,
        services: Services,
        text: str,
        on_change: Callable[[str], object],
        *,
        placeholder: str = "",
        limit: int = NAME_LENGTH,
        on_submit: Callable[[str], object] | None = None,
    ) -> None:
        super().__init__(services)
        self.text = text
        self.on_change = on_change
        self.on_submit = on_submit
        self.placeholder = placeholder
        self.limit = limit
        self.error = ""
        self.on_ink = False
        self.caret = len(text)
        self.marked = False
        self._composing = ""
        self._caret_age = 0.0
        self._hidden = 0

    @property
    def content(self) -> str:
        """The text, else what is asked for, and what is wrong with it."""
        return self.services.tr("; ").join(filter(None, (self.text or self.placeholder, self.error)))

    @property
    def natural_size(self) -> tuple[int, int]:
        """280 x 44, more with larger text."""
        return self.services.units.type_length(280), self.services.control_height(44)

    def focus(self, focused: bool) -> None:
        """The input method goes on and off with the focus."""
        super().focus(focused)
        self._composing = ""
        self._hidden = 0
        if focused:
            self._moved()
        else:
            self.marked = False
            self.services.canvas.text_input(None)

    def handle(self, event: pygame.Event) -> bool:
        """Also typed text and what the input method has not settled yet."""
        if self.focused and event.type == pygame.TEXTINPUT:
            self._composing = ""
            self.insert(event.text)
            return True
        if self.focused and event.type == pygame.TEXTEDITING:
            self._composing = event.text
            self._moved()
            return True
        return super().handle(event)

    def insert(self, text: str) -> None:
        """Type text at the caret: cleaned, and no longer than the limit."""
        before, after = ("", "") if self.marked else (self.text[: self.caret], self.text[self.caret :])
        room = self.limit - len(before) - len(after)
        added = " " if text == " " and before and room > 0 else clean_text(text, max(0, room))
        if added:
            self._set_text(before + added + after, len(before) + len(added))

    def key(self, event: pygame.Event) -> bool:
        """Edit; letters come as TEXTINPUT, so every key but Tab and Escape stays here."""
        if self._composing:
            return True
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return self._clipboard(event.key)
        if event.key in (pygame.K_TAB, pygame.K_ESCAPE) or event.key >= pygame.K_F1 and event.key <= pygame.K_F12:
            return False
        places = {
            pygame.K_LEFT: max(0, self.caret - 1),
            pygame.K_RIGHT: min(len(self.text), self.caret + 1),
            pygame.K_HOME: 0,
            pygame.K_END: len(self.text),
        }
        if event.key in places:
            self.caret, self.marked = places[event.key], False
            self._moved()
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE) and self.marked:
            self._set_text("", 0)
        elif event.key == pygame.K_BACKSPACE and self.caret > 0:
            self._set_text(self.text[: self.caret - 1] + self.text[self.caret :], self.caret - 1)
        elif event.key == pygame.K_DELETE:
            self._set_text(self.text[: self.caret] + self.text[self.caret + 1 :], self.caret)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.on_submit is not None:
            self.on_submit(self.text)
        return True

    def pressed_at(self, position: tuple[int, int]) -> None:
        """Put the caret where the pointer is."""
        style = self.services.steps.body
        x = position[0] - self._inner().x + self._hidden
        widths = [self.services.fonts.width(self.text[:count], style) for count in range(len(self.text) + 1)]
        self.caret, self.marked = min(range(len(widths)), key=lambda count: abs(widths[count] - x)), False
        self._moved()

    def update(self, seconds: float) -> float:
        """Blink the caret."""
        if not self.focused:
            return STILL
        before = self._caret_shown()
        self._caret_age += seconds
        if before != self._caret_shown():
            self.services.invalidate()
        return CARET_SECONDS - self._caret_age % CARET_SECONDS

    def _clipboard(self, key: int) -> bool:
        if key == pygame.K_v:
            self.insert(pasted_text())
        elif key == pygame.K_c:
            copy_text(self.text)
        elif key == pygame.K_x:
            copy_text(self.text)
            self._set_text("", 0)
        elif key == pygame.K_a:
            self.mark()
        return key in (pygame.K_v, pygame.K_c, pygame.K_x, pygame.K_a)

    def stopped_at(self) -> None:
        """What is there is marked, so that one types over it."""
        self.mark()

    def mark(self) -> None:
        """Mark all of the text, so that it is replaced by what is typed."""
        self.caret, self.marked = len(self.text), bool(self.text)
        self._moved()

    def _set_text(self, text: str, caret: int) -> None:
        changed = text != self.text
        self.text, self.caret, self.marked = text, caret, False
        self._moved()
        if changed:
            self.on_change(text)

    def _moved(self) -> None:
        self._caret_age = 0.0
        self.services.invalidate()
        if self.focused:
            self._show_caret()
            self.services.canvas.text_input(self._caret_rect())

    def _show_caret(self) -> None:
        """Hide as little of the text's left side as lets the caret be seen."""
        written, room = self._written(), self._inner().width - self.services.units.line(2)
        whole = self.services.fonts.width(self._shown(), self.services.steps.body)
        self._hidden = max(written - room, min(self._hidden, written, max(0, whole - room)))

    def _shown(self) -> str:
        return self.text[: self.caret] + self._composing + self.text[self.caret :]

    def _written(self) -> int:
        """The width of what stands before the caret."""
        return self.services.fonts.width(self.text[: self.caret] + self._composing, self.services.steps.body)

    def _caret_shown(self) -> bool:
        return int(self._caret_age / CARET_SECONDS) % 2 == 0

    def _inner(self) -> pygame.Rect:
        return self.rect.inflate(-2 * self.services.px(14), -2 * self.services.px(6))

    def _caret_rect(self) -> pygame.Rect:
        style, inner = self.services.steps.body, self._inner()
        height = self.services.fonts.size(style) + self.services.px(4)
        x = min(inner.x + self._written() - self._hidden, inner.right - self.services.units.line(2))
        return pygame.Rect(x, inner.centery - height // 2, self.services.units.line(2), height)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the field, its text or placeholder, the pre-edit underlined, the caret and the error below."""
        services, colours, style = self.services, self.services.colours, self.services.steps.body
        services.painter.box(surface, self.rect, self._look())
        inner = self._inner()
        shown = self._shown()
        ink, pale = (colours.text, colours.text3) if self.on_ink else (colours.ptext, colours.ptext_off)
        light, mark = (colours.brass_light, colours.line) if self.on_ink else (colours.jade, colours.paper_line)
        colour = ink if shown else pale
        if not shown:
            style = services.fonts.fit(self.placeholder, style, inner.width)
        picture = services.fonts.render(shown or self.placeholder, style, colour)
        area = pygame.Rect(self._hidden, 0, inner.width, inner.height)
        place = picture.get_rect(midleft=inner.midleft)
        if not shown and self.focused:
            place.x += services.px(4)  # beside the caret
        if self.marked:
            surface.fill(mark, (place.x, place.y, min(place.width, inner.width), place.height))
        surface.blit(picture, place.topleft, area)
        if self._composing:
            left = inner.x + services.fonts.width(self.text[: self.caret], style) - self._hidden
            width = services.fonts.width(self._composing, style)
            surface.fill(light, (left, inner.bottom - services.px(3), width, services.units.line(1.5)))
        if self.focused and self._caret_shown():
            surface.fill(light, self._caret_rect())
        if self.error:
            tint = colours.error if self.on_ink else colours.error_text
            cross = services.images.icon("x", services.px(18), tint)
            surface.blit(cross, cross.get_rect(midright=(self.rect.right - services.px(10), self.rect.centery)))
            note = services.fonts.render(self.error, services.steps.small, tint)
            surface.blit(note, (self.rect.x, self.rect.bottom + services.px(4)))

    def _look(self) -> str:
        if not self.enabled:
            return "field_off"
        state = "_error" if self.error else "_focus" if self.focused else "_hover" if self.hovered else ""
        return f"field_ink{state}" if self.on_ink else f"field{state}"
