"""The left column of the sheet: why the hand is worth what it is, notes, and every payment as a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.settlement.lines import Note, PatternLine, PaymentLine
from game.theme import TextStyle
from game.widgets.base import Widget
from game.widgets.stacked import Still

if TYPE_CHECKING:
    from game.services import Services

FIGURE = TextStyle("sans-bold", 20)
NOTE_GAP = 8


class Parties(NamedTuple):
    """Who pays whom, and the payer's colour."""

    payer: str
    payee: str
    colour: str


LEAST_NAME = 0.19  # of a row's width, so that the sentences of short names stand in one line


class Head(Still):
    """A section's head: title at the left, a small remark at the right, a rule below."""

    def __init__(self, services: Services, title: str, remark: str) -> None:
        super().__init__(services)
        self.title, self.remark = title, remark

    def height_for(self, width: int) -> int:
        """One line."""
        return self.services.fonts.line_height(self.services.steps.h2) + self.services.px(12)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        line = pygame.Rect(self.rect.x, self.rect.y, self.rect.width, self.rect.height - px(8))
        written = services.fonts.write(surface, self.title, line, steps.h2, colours.ptext)
        rest = pygame.Rect(written.right + px(12), line.y + px(2), 0, line.height)
        rest.width = line.right - rest.x
        services.fonts.write_if_room(surface, self.remark, rest, steps.note, colours.ptext2, "right")
        services.painter.hairline(surface, (self.rect.x, self.rect.bottom - 1), self.rect.width, colours.paper_line)


class PatternRow(Still):
    """A pattern: name, a sentence, what it does to the value."""

    def __init__(self, services: Services, line: PatternLine, last: bool) -> None:
        super().__init__(services)
        self.line = line
        self.last = last

    def _widths(self, width: int) -> tuple[int, int, int]:
        """Of name, sentence and figure."""
        fonts, px = self.services.fonts, self.services.px
        figure = fonts.width(self.line.effect, FIGURE) + px(10)
        name = max(int(width * LEAST_NAME), fonts.width(self.line.title, self.services.steps.strong) + px(14))
        name = min(name, (width - figure) * 3 // 5)
        return name, width - name - figure, figure

    def height_for(self, width: int) -> int:
        """As many lines as the sentence needs; without one the row is low, since such rows come in numbers."""
        steps, px = self.services.steps, self.services.px
        if not self.line.note:
            return max(px(36), self.services.fonts.line_height(FIGURE) + px(6))
        lines = len(self.services.fonts.wrap(self.line.note, steps.note, self._widths(width)[1]))
        return max(px(48), lines * self.services.fonts.line_height(steps.note) + px(12))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it, with a rule below."""
        services, colours, steps = self.services, self.services.colours, self.services.steps
        rect = self.rect
        name, note, figure = self._widths(rect.width)
        left = pygame.Rect(rect.x, rect.y, name, rect.height)
        services.fonts.write(surface, self.line.title, left, steps.strong, colours.ptext)
        wrapped = services.fonts.wrap(self.line.note, steps.note, note)
        height = services.fonts.line_height(steps.note) * len(wrapped)
        place = pygame.Rect(rect.x + name, rect.centery - height // 2, note, height)
        services.fonts.write_lines(surface, self.line.note, place, steps.note, colours.ptext2)
        right = pygame.Rect(rect.right - figure, rect.y, figure, rect.height)
        services.fonts.write(surface, self.line.effect, right, FIGURE, colours.ptext, "right")
        thickness = services.units.line(2 if self.last else 1)
        colour = colours.ptext if self.last else colours.paper_line
        surface.fill(colour, (rect.x, rect.bottom - thickness, rect.width, thickness))


class TotalRow(Still):
    """What the rows come to, in red."""

    def __init__(self, services: Services, title: str, value: str) -> None:
        super().__init__(services)
        self.title, self.value = title, value

    def height_for(self, width: int) -> int:
        """One line."""
        return max(self.services.px(48), self.services.fonts.line_height(FIGURE) + self.services.px(8))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""
        colours = self.services.colours
        self.services.fonts.write(surface, self.title, self.rect, self.services.steps.strong, colours.ptext)
        self.services.fonts.write(surface, self.value, self.rect, FIGURE, colours.red_text, "right")


class NoteBox(Still):
    """An explanation in a well, with the question mark."""

    def __init__(self, services: Services, note: Note) -> None:
        super().__init__(services)
        self.note = note

    def _inner(self, width: int) -> int:
        return width - 2 * self.services.px(16)

    def height_for(self, width: int) -> int:
        """Title and lines."""
        fonts, steps, px = self.services.fonts, self.services.steps, self.services.px
        lines = len(fonts.wrap(self.note.text, steps.note, self._inner(width)))
        return fonts.line_height(steps.strong) + lines * fonts.line_height(steps.note) + 2 * px(11) + px(NOTE_GAP)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it, with a gap above."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        gap = px(NOTE_GAP)
        box = pygame.Rect(self.rect.x, self.rect.y + gap, self.rect.width, self.rect.height - gap)
        services.painter.box(surface, box, "paper_well")
        inner = pygame.Rect(box.x + px(16), box.y + px(11), self._inner(self.rect.width), box.height)
        icon = services.images.icon("help", px(20), colours.info_text)
        height = services.fonts.line_height(steps.strong)
        surface.blit(icon, icon.get_rect(midleft=(inner.x, inner.y + height // 2)))
        title = pygame.Rect(inner.x + px(29), inner.y, inner.width - px(29), height)
        services.fonts.write(surface, self.note.title, title, steps.strong, colours.ptext)
        body = pygame.Rect(inner.x, title.bottom, inner.width, box.height)
        services.fonts.write_lines(surface, self.note.text, body, steps.note, colours.ptext2)


class PaymentRow(Widget):
    """One transfer; a click (or Enter) lights its arrow, another one puts it out."""

    def __init__(self, services: Services, line: PaymentLine, parties: Parties, on_press: Callable[[], object]) -> None:
        super().__init__(services)
        self.line = line
        self.parties = parties
        self.on_press = on_press
        self.chosen = False

    @property
    def content(self) -> str:
        """Who pays whom, how much, and why."""
        return f"{self.parties.payer} → {self.parties.payee} {self.line.amount} {self.line.words}"

    def _words_width(self, width: int) -> int:
        """What is left beside the amount."""
        px = self.services.px
        return width - 2 * px(10) - self.services.fonts.width(self.line.amount, FIGURE) - px(12)

    def height_for(self, width: int) -> int:
        """Who pays whom, and below it why, in as many lines as that takes."""
        fonts, steps = self.services.fonts, self.services.steps
        lines = len(fonts.wrap(self.line.words, steps.small, self._words_width(width)))
        words = fonts.line_height(steps.label) + lines * fonts.line_height(steps.small)
        return max(self.services.target(44), words + self.services.px(10))

    def activate(self) -> None:
        """Light its arrow."""
        self.services.audio.play("ui.click")
        self.on_press()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it in its state."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        if self.chosen:
            services.painter.box(surface, self.rect, "paper_chosen")
        elif self.hovered:
            services.painter.box(surface, self.rect, "paper_well")
        else:
            services.painter.hairline(surface, (self.rect.x, self.rect.bottom - 1), self.rect.width, colours.paper_line)
        inner = self.rect.inflate(-2 * px(10), -2 * px(5))
        room = self._words_width(self.rect.width)
        top = pygame.Rect(inner.x, inner.y, room, services.fonts.line_height(steps.label))
        draw_parties(services, surface, top, self.parties)
        below = pygame.Rect(inner.x, top.bottom, room, inner.bottom - top.bottom)
        services.fonts.write_lines(surface, self.line.words, below, steps.small, colours.ptext2)
        services.fonts.write(surface, self.line.amount, inner, FIGURE, self.parties.colour, "right")
        if self.ring:
            services.painter.focus_ring(surface, self.rect.inflate(-px(12), -px(12)), 8)


def draw_parties(services: Services, surface: pygame.Surface, place: pygame.Rect, parties: Parties) -> None:
    """Who pays whom, in one line: each may take half of the place."""
    payer, payee, colour = parties
    px, style = services.px, services.steps.label
    arrow = services.images.icon("next", services.units.type_length(14), colour)
    half = (place.width - arrow.get_width() - 2 * px(6)) // 2
    written = services.fonts.write(surface, payer, pygame.Rect(place.x, place.y, half, place.height), style, colour)
    surface.blit(arrow, arrow.get_rect(midleft=(written.right + px(6), place.centery)))
    rest = pygame.Rect(written.right + 2 * px(6) + arrow.get_width(), place.y, half, place.height)
    services.fonts.write(surface, payee, rest, style, services.colours.ptext)
