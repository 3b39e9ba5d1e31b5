"""The chat of the lobby: lines above, a field and the quick phrases below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.lanmatch import ChatLine
from game.lobby.words import companion_words, notice_words, phrase_words
from game.theme import TextStyle
from game.widgets.base import Widget

if TYPE_CHECKING:
    from game.services import Services

HEAD = 44


class ChatPanel(Widget):
    """The newest lines at the bottom; the wheel, a finger and the arrow keys go back."""

    def __init__(self, services: Services, lines: Sequence[ChatLine], colours: dict[int, str]) -> None:
        """`colours`: of the names, by guest."""
        super().__init__(services)
        self.lines, self.colours = lines, colours
        self.foot = 0
        """Device pixels at the bottom for the field."""
        self._back = 0

    def handle(self, event: pygame.Event) -> bool:
        """The wheel goes through the lines."""
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            self._go(event.y)
            return True
        return super().handle(event)

    def key(self, event: pygame.Event) -> bool:
        """Up and down go through the lines."""
        step = {pygame.K_UP: 1, pygame.K_DOWN: -1}.get(event.key)
        if step is None:
            return False
        self._go(step)
        return True

    def _go(self, step: int) -> None:
        self._back = max(0, min(len(self.lines) - 1, self._back + step))
        self.services.invalidate()

    @property
    def content(self) -> str:
        """The last line in view."""
        shown = list(self.lines)[: len(self.lines) - self._back]
        return self.services.tr("; ").join(
            (self.services.tr("Chat"), *filter(None, words_of(self.services, shown[-1]) if shown else ()))
        )

    @property
    def _step(self) -> int:
        return self.services.fonts.line_height(self.services.steps.note)

    @property
    def longest(self) -> int:
        """The way from the first line to the last, in device pixels."""
        return max(0, len(self.lines) - 1) * self._step

    @property
    def offset(self) -> int:
        """How far the lines are scrolled down from the first, in device pixels."""
        return self.longest - self._back * self._step

    def scroll_to(self, offset: int) -> None:
        """Scroll to so many pixels below the first line, a line at a time."""
        self._back = max(0, min(len(self.lines) - 1, round((self.longest - offset) / self._step)))
        self.services.invalidate()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel and as many lines as there is room for."""
        services, colours, px = self.services, self.services.colours, self.services.px
        services.painter.box(surface, self.rect, "paper_card")
        head = pygame.Rect(self.rect.x + px(16), self.rect.y, self.rect.width - px(32), px(HEAD))
        services.fonts.write(surface, services.tr("Chat"), head, services.steps.strong, colours.ptext)
        services.painter.hairline(surface, (self.rect.x, head.bottom), self.rect.width, colours.paper_line)
        top, bottom = head.bottom + px(8), self.rect.bottom - self.foot - px(6)
        shown = list(self.lines)[: len(self.lines) - self._back]
        heights = [self._height(line) for line in shown]
        while heights and sum(heights) > bottom - top:
            shown, heights = shown[1:], heights[1:]
        for line, height in zip(shown, heights, strict=True):
            self._draw_line(surface, line, top)
            top += height
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 14)

    def _parts(self, line: ChatLine) -> tuple[str, list[str], TextStyle, int]:
        """Of a line: who, the text in lines, its style, and how far right it begins."""
        services, steps, px = self.services, self.services.steps, self.services.px
        name, text = words_of(services, line)
        style = steps.note if name else steps.small
        indent = min(services.fonts.width(name, steps.label) + px(10), self.rect.width // 3) if name else px(18)
        return name, services.fonts.wrap(text, style, self.rect.width - px(30) - indent), style, indent

    def _height(self, line: ChatLine) -> int:
        _, wrapped, style, _ = self._parts(line)
        return self.services.fonts.line_height(style) * len(wrapped) + self.services.px(6)

    def _draw_line(self, surface: pygame.Surface, line: ChatLine, top: int) -> None:
        services, colours, px = self.services, self.services.colours, self.services.px
        name, wrapped, style, indent = self._parts(line)
        left, each = self.rect.x + px(16), services.fonts.line_height(style)
        if name:
            guest = line.said.guest if line.said is not None else 0
            place = pygame.Rect(left, top, indent - px(6), each)
            label = services.steps.label
            services.fonts.write(surface, name, place, label, self.colours.get(guest, colours.ptext2))
        for number, words in enumerate(wrapped):
            place = pygame.Rect(left + indent, top + number * each, self.rect.right - px(14) - left - indent, each)
            services.fonts.write(surface, words, place, style, colours.ptext if name else colours.ptext2)


def words_of(services: Services, line: ChatLine) -> tuple[str, str]:
    """Who said it and what; something that happened has no speaker."""
    if line.said is not None:
        said = line.said
        return said.name, phrase_words(services.strings, said.phrase) if said.phrase >= 0 else said.text
    if line.companion is not None:
        return "", companion_words(services.strings, line.companion)
    return "", notice_words(services.strings, line.notice) if line.notice is not None else ""
