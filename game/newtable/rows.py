"""Rows of the sheet: what is special about a variant, and a choice with its words at the left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from game.theme import Box, TextStyle
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.choices import Segments
from game.widgets.dropdown import Dropdown
from game.widgets.stacked import ControlRow, Still
from game.widgets.textfield import TextField
from rules.differences import Kind

if TYPE_CHECKING:
    from game.services import Services

TITLE_SHARE = 0.3
DOT = 8
ROW_MARGIN = 5
FIELD = 104
SIGNS = {Kind.NEW: "＋", Kind.LIMIT: "！", Kind.ABSENT: "－"}  # noqa: RUF001 (as the design writes them)


class SectionHead(Still):
    """A section's head with a rule above, and a remark at its right."""

    def __init__(self, services: Services, title: str, remark: str = "") -> None:
        super().__init__(services)
        self.title, self.remark = title, remark

    def height_for(self, width: int) -> int:
        """One line and its margins."""
        return self.services.fonts.line_height(self.services.steps.strong) + self.services.px(22)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw rule, title and remark."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        services.painter.hairline(surface, (self.rect.x, self.rect.y + px(4)), self.rect.width, colours.paper_line)
        line = pygame.Rect(self.rect.x, self.rect.y + px(9), self.rect.width, self.rect.height - px(9))
        written = services.fonts.write(surface, self.title, line, steps.strong, colours.ptext)
        rest = pygame.Rect(written.right + px(12), line.y, line.right - written.right - px(12), line.height)
        services.fonts.write(surface, self.remark, rest, steps.small, colours.ptext2, "right")


class SpecialRow(Still):
    """A square with a sign, what it is called, and a sentence: what is special, or what is otherwise than elsewhere.

    `kind` None: a star; else the sign of a difference, + new, ! demands or forbids, − absent.
    """

    def __init__(self, services: Services, title: str, text: str, kind: Kind | None = None) -> None:
        super().__init__(services)
        self.title, self.text, self.kind = title, text, kind

    def _text_width(self, width: int) -> tuple[int, int, int]:
        """Of the mark, the name and the sentence."""
        mark = self.services.units.type_length(22) + self.services.px(12)
        name = int((width - mark) * TITLE_SHARE)
        return mark, name, width - mark - name

    def height_for(self, width: int) -> int:
        """As many lines as the sentence needs."""
        fonts, steps = self.services.fonts, self.services.steps
        lines = len(fonts.wrap(self.text, steps.note, self._text_width(width)[2]))
        margin = self.services.px(8)
        return max(self.services.units.type_length(29), lines * fonts.line_height(steps.note) + margin)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""
        services, colours, steps = self.services, self.services.colours, self.services.steps
        mark, name, text = self._text_width(self.rect.width)
        side = services.units.type_length(22)
        box = pygame.Rect(self.rect.x, 0, side, side)
        box.centery = self.rect.centery
        self._draw_sign(surface, box)
        place = pygame.Rect(self.rect.x + mark, self.rect.y, name - services.px(8), self.rect.height)
        services.fonts.write(surface, self.title, place, steps.strong, colours.ptext)
        height = len(services.fonts.wrap(self.text, steps.note, text)) * services.fonts.line_height(steps.note)
        place = pygame.Rect(self.rect.x + mark + name, self.rect.centery - height // 2, text, height)
        services.fonts.write_lines(surface, self.text, place, steps.note, colours.ptext2)

    def _draw_sign(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        services, colours = self.services, self.services.colours
        if self.kind is None:
            services.painter.box(surface, box, "chip_jade")
            star = services.images.icon("star", box.height * 2 // 3, colours.jade_text)
            surface.blit(star, star.get_rect(center=box.center))
            return
        fills = {Kind.NEW: colours.jade_deep, Kind.LIMIT: colours.red_text, Kind.ABSENT: colours.ptext2}
        services.painter.box(surface, box, Box(top=fills[self.kind], radius=6))
        sign = services.fonts.render(SIGNS[self.kind], TextStyle("sans-bold", 17), colours.white)
        drawn = sign.get_bounding_rect()  # full-width signs do not lie in the middle of their width
        surface.blit(sign, (box.centerx - drawn.centerx, box.centery - drawn.centery))


class CompareHead(ControlRow):
    """The head of the differences: with which variant one compares, chosen at its right."""

    def __init__(self, services: Services, title: str, control: Dropdown[str]) -> None:
        super().__init__(services)
        self.title, self.control = title, control
        control.label = services.tr("Compare with")

    def height_for(self, width: int) -> int:
        """The control and its margins."""
        return self.control.natural_size[1] + self.services.px(12)

    def place_control(self) -> None:
        """Put the control at the right."""
        self.control.rect = pygame.Rect((0, 0), self.control.natural_size)
        self.control.rect.midright = (self.rect.right, self.rect.centery)

    @property
    def parts(self) -> list[Widget]:
        """The row and its control, in the order of drawing."""
        return [self, self.control]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the title, and what the control is for where there is room."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        room = pygame.Rect(self.rect.x, self.rect.y, self.control.rect.x - px(14) - self.rect.x, self.rect.height)
        written = services.fonts.write(surface, self.title, room, steps.strong, colours.ptext)
        rest = pygame.Rect(written.right + px(12), room.y, room.right - written.right - px(12), room.height)
        words = services.tr("Compare with")
        if rest.width >= services.fonts.width(words, steps.note):
            services.fonts.write(surface, words, rest, steps.note, colours.ptext2, "right")


class MoreRow(Button):
    """A line that unfolds the rest of a list, or folds it again."""

    def height_for(self, width: int) -> int:
        """As high as a finger needs."""
        return self.services.control_height(34)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it as a link at the right."""
        services, colours, steps = self.services, self.services.colours, self.services.steps
        colour = colours.ptext if self.hovered else colours.info_text
        written = services.fonts.write(surface, self.text, self.rect, steps.note, colour, "right")
        if self.ring:
            services.painter.focus_ring(surface, written, 6)


class ChoiceRow(ControlRow):
    """Name and note of a choice, its control at the right, or below when there is no room; places the control, too.

    `field`: where any number of a range can be typed instead of the usual values.
    """

    def __init__(
        self,
        services: Services,
        words: tuple[str, str],
        control: Segments[Any],
        changed: bool,
        field: TextField | None = None,
    ) -> None:
        super().__init__(services)
        self.title, self.note = words
        self.control, self.field = control, field
        self.changed = changed
        control.label = self.title

    @property
    def parts(self) -> list[Widget]:
        """The row and its controls, in the order of drawing."""
        return [self, self.control] if self.field is None else [self, self.control, self.field]

    @property
    def _field_width(self) -> int:
        """Of the field with the gap before it."""
        return 0 if self.field is None else self.services.units.type_length(FIELD) + self.services.px(8)

    def _words_width(self, width: int) -> int:
        """What is left beside the control; the whole width when the control stands below."""
        left = width - self.control.natural_size[0] - self._field_width - self.services.px(20)
        return left if left >= self.services.units.type_length(150) else width

    def _heights(self, width: int) -> tuple[int, int]:
        """Of the words and of the control."""
        fonts, steps, words = self.services.fonts, self.services.steps, self._words_width(width)
        lines = len(fonts.wrap(self.note, steps.small, words - self._indent())) if self.note else 0
        control = self.control.natural_size[1] if self.field is None else self.field.natural_size[1]
        return fonts.line_height(steps.strong) + lines * fonts.line_height(steps.small), control

    def _indent(self) -> int:
        return self.services.px(DOT + 8)

    def height_for(self, width: int) -> int:
        """Words and control side by side, or one below the other."""
        words, control = self._heights(width)
        below = self._words_width(width) == width
        inner = words + control + self.services.px(6) if below else max(words, control)
        return inner + self.services.px(2 * ROW_MARGIN)

    def place_control(self) -> None:
        """At the right of the words, or below them."""
        width, height = self.control.natural_size
        below = self._words_width(self.rect.width) == self.rect.width
        room = self.rect.width - self._field_width - (self._indent() if below else 0)
        self.control.rect = pygame.Rect(0, 0, min(width, room), height)
        if below:
            self.control.rect.bottomleft = (
                self.rect.x + self._indent(),
                self.rect.bottom - self.services.px(ROW_MARGIN),
            )
        else:
            self.control.rect.midright = (self.rect.right - self._field_width, self.rect.centery)
        if self.field is not None:
            gap = self.services.px(8)
            self.field.rect = pygame.Rect(0, 0, self._field_width - gap, self.field.natural_size[1])
            self.field.rect.midleft = (self.control.rect.right + gap, self.control.rect.centery)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the words, and the brass dot of a changed one."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        below = self._words_width(self.rect.width) == self.rect.width
        words, _ = self._heights(self.rect.width)
        top = self.rect.y + px(ROW_MARGIN) if below else self.rect.centery - words // 2
        height = services.fonts.line_height(steps.strong)
        if self.changed:
            centre = (self.rect.x + px(DOT / 2), top + height // 2)
            services.painter.disc(surface, centre, max(3, px(DOT / 2)), colours.brass, colours.brass_deep)
        left = self.rect.x + self._indent()
        room = self._words_width(self.rect.width) - self._indent()
        style = TextStyle(steps.strong.face, 15, steps.strong.line)
        services.fonts.write(surface, self.title, pygame.Rect(left, top, room, height), style, colours.ptext)
        if self.note:
            place = pygame.Rect(left, top + height, room, words - height)
            services.fonts.write_lines(surface, self.note, place, steps.small, colours.ptext2)
