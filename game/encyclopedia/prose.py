"""Text of the rule pages on paper: paragraphs with strong words, list items, tables. What one searches is marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

import pygame

from game.fonts import LAST_LINE, break_pieces
from game.rulepages import Span, Words
from game.strings import number
from game.theme import Box, TextStyle
from game.widgets.stacked import Still
from rules.values import mutable, value

if TYPE_CHECKING:
    from game.services import Services

MARKED = Box(top="#F3D899", radius=4)
CELL = 10
COLONS = (":", "：")
INDENT = 18
WELL, WELL_GAP, DISC = 270, 12, 32
DIGITS = str.maketrans("一二三四五六七八九", "123456789")


def folded(text: str) -> str:
    """A text as it is searched: capitals do not count, and 二五八 is 258. No character comes or goes."""
    return text.lower().translate(DIGITS)


def plain(words: Words) -> str:
    """The text without its weights."""
    return "".join(span.text for span in words)


@value
class Run:
    """A piece of a line in one weight: where it begins in the line (device pixels) and in the text (characters)."""

    text: str
    strong: bool
    x: int
    start: int


@mutable
class Typesetter:
    """Breaks words of two weights into lines and draws them, what is `sought` on a brass ground."""

    services: Services
    words: Words
    style: TextStyle
    strong: TextStyle
    colour: str
    sought: str = ""
    _set: dict[int, list[list[Run]]] = field(default_factory=dict, init=False)

    @property
    def line_height(self) -> int:
        """From one line to the next, in device pixels."""
        return self.services.fonts.line_height(self.style)

    def lines(self, width: int) -> list[list[Run]]:
        """The runs of each line that is at most so wide; the last one is not very short where others can spare it."""
        if width not in self._set:
            self._set[width] = self._broken(width)
            least, last = round(LAST_LINE * self.services.fonts.size(self.style)), self._set[width][-1]
            if last and len(self._set[width]) > 1 and last[-1].x + self._width(last[-1].text, last[-1].strong) < least:
                narrower = self._broken(max(least, width - least))
                self._set[width] = narrower if len(narrower) == len(self._set[width]) else self._set[width]
        return self._set[width]

    def _broken(self, width: int) -> list[list[Run]]:
        lines: list[list[Run]] = [[]]
        for piece in self._pieces():
            longer = self._joined([*lines[-1], *piece])
            last = longer[-1]
            if lines[-1] and last.x + self._width(last.text.rstrip(), last.strong) > width:
                lines.append(self._joined(piece))
            else:
                lines[-1] = longer
        return lines

    def _joined(self, runs: list[Run]) -> list[Run]:
        """Neighbours of one weight put together, so that they are measured and drawn at once; all at their places."""
        joined: list[Run] = []
        for run in runs:
            before = joined[-1] if joined else None
            if before is not None and before.strong == run.strong:
                joined[-1] = Run(before.text + run.text, run.strong, before.x, before.start)
            else:
                x = 0 if before is None else before.x + self._width(before.text, before.strong)
                joined.append(Run(run.text, run.strong, x, run.start))
        return joined

    def _width(self, text: str, strong: bool) -> int:
        return self.services.fonts.width(text, self.strong if strong else self.style)

    def _pieces(self) -> Iterator[list[Run]]:
        """What must stay together on a line, in runs of one weight."""
        weights = [span.strong for span in self.words for _ in span.text]
        start = 0
        for piece in break_pieces(plain(self.words)):
            places = range(start, start + len(piece))
            yield self._joined([Run(piece[place - start], weights[place], 0, place) for place in places])
            start += len(piece)

    def height(self, width: int) -> int:
        """Of all lines, in device pixels; nothing where there are no words."""
        return len(self.lines(width)) * self.line_height if self.words else 0

    def draw(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """The lines from the top of a place."""
        for index, line in enumerate(self.lines(place.width)):
            top = place.y + index * self.line_height
            for run in line:
                self._draw_run(surface, run, (place.x + run.x, top))

    def character_at(self, place: pygame.Rect, position: tuple[int, int]) -> int | None:
        """Which character of the text lies at a position, drawn in that place; None beside the text."""
        lines, row = self.lines(place.width), (position[1] - place.y) // self.line_height
        if not 0 <= row < len(lines):
            return None
        x = position[0] - place.x
        for run in lines[row]:
            for count in range(len(run.text)):
                if run.x <= x < run.x + self._width(run.text[: count + 1], run.strong):
                    return run.start + count
        return None

    def place_of(self, place: pygame.Rect, first: int, last: int) -> pygame.Rect:
        """Where characters stand that begin on one line, drawn in that place."""
        for row, line in enumerate(self.lines(place.width)):
            for run in line:
                if run.start <= first < run.start + len(run.text):
                    left = run.x + self._width(run.text[: first - run.start], run.strong)
                    wide = self._width(run.text[first - run.start : last - run.start], run.strong)
                    return pygame.Rect(place.x + left, place.y + row * self.line_height, wide, self.line_height)
        return pygame.Rect(place.topleft, (0, 0))

    def _draw_run(self, surface: pygame.Surface, run: Run, corner: tuple[int, int]) -> None:
        style = self.strong if run.strong else self.style
        fonts = self.services.fonts
        for first, last in self._found(run):
            left = fonts.width(run.text[:first], style)
            ground = pygame.Rect(corner[0] + left - 1, corner[1], 0, self.line_height)
            ground.width = fonts.width(run.text[first:last], style) + 2
            self.services.painter.box(surface, ground.inflate(0, -self.services.px(3)), MARKED)
        picture = fonts.render(run.text, style, self.colour)
        surface.blit(picture, (corner[0], corner[1] + (self.line_height - picture.get_height()) // 2))

    def _found(self, run: Run) -> Iterator[tuple[int, int]]:
        """Where what is sought lies in a run, also where it began in the one before."""
        if not self.sought:
            return
        text, sought = folded(plain(self.words)), folded(self.sought)
        at = text.find(sought)
        while at >= 0:
            first, last = max(at, run.start), min(at + len(sought), run.start + len(run.text))
            if first < last:
                yield first - run.start, last - run.start
            at = text.find(sought, at + 1)


Placed: TypeAlias = tuple[Typesetter, pygame.Rect]
"""A text and where it is drawn."""


class Prose(Still):
    """A paragraph, or an item of a list with its dot."""

    def __init__(self, services: Services, words: Words, sought: str = "", item: bool = False) -> None:
        super().__init__(services)
        steps = services.steps
        bold = TextStyle("sans-bold", steps.body.size, steps.body.line)
        self.setter = Typesetter(services, words, steps.body, bold, services.colours.ptext, sought)
        self.item = item

    @property
    def text(self) -> str:
        """What it says."""
        return plain(self.setter.words)

    def _indent(self) -> int:
        return self.services.units.type_length(INDENT) if self.item else 0

    def height_for(self, width: int) -> int:
        """The lines and a gap below."""
        return self.setter.height(width - self._indent()) + self.services.px(5 if self.item else 9)

    def placed(self) -> list[Placed]:
        """Its text where it is drawn."""
        indent = self._indent()
        place = pygame.Rect(self.rect.x + indent, self.rect.y, self.rect.width - indent, self.rect.height)
        return [(self.setter, place)]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""
        if self.item:
            centre = (self.rect.x + self._indent() // 3, self.rect.y + self.setter.line_height // 2)
            radius = max(2, self.services.units.type_length(2.6))
            self.services.painter.disc(surface, centre, radius, self.services.colours.brass_deep)
        for setter, place in self.placed():
            setter.draw(surface, place)


class Title(Still):
    """A heading in the serif face."""

    def __init__(self, services: Services, text: str, sought: str = "", note: str = "") -> None:
        super().__init__(services)
        style = services.steps.h2
        words = (Span(text, strong=True),)
        self.setter = Typesetter(services, words, style, style, services.colours.ptext, sought)
        self.note = note

    @property
    def text(self) -> str:
        """What it says."""
        return plain(self.setter.words)

    def height_for(self, width: int) -> int:
        """Its lines, with room above."""
        return self.setter.height(width) + self.services.px(16)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it; the note at the right where there is room."""
        services, px = self.services, self.services.px
        self.setter.draw(surface, pygame.Rect(self.rect.x, self.rect.y + px(11), self.rect.width, self.rect.height))
        lines = self.setter.lines(self.rect.width)
        used = services.fonts.width(self.text, services.steps.h2) if len(lines) == 1 else self.rect.width
        style, colours = services.steps.note, services.colours
        side = services.units.type_length(18)
        wide = services.fonts.width(self.note, style) + side + px(8)
        if self.note and used + px(20) + wide <= self.rect.width:
            line = pygame.Rect(self.rect.right - wide, self.rect.y + px(11), wide, self.setter.line_height)
            check = services.images.icon("check", side, colours.jade_text)
            surface.blit(check, check.get_rect(midleft=line.midleft))
            written = services.fonts.render(self.note, style, colours.jade_text)
            surface.blit(written, written.get_rect(midright=line.midright))


class RuleTable(Still):
    """Rows of cells; the first row is the head. Columns share the width by what stands in them."""

    def __init__(self, services: Services, rows: Sequence[Sequence[Words]], sought: str = "") -> None:
        super().__init__(services)
        colours, steps = services.colours, services.steps
        bold = TextStyle("sans-bold", steps.note.size, steps.note.line)
        self.cells = [
            [
                Typesetter(services, words, bold if place == 0 else steps.note, bold, colours.ptext, sought)
                for words in row
            ]
            for place, row in enumerate(rows)
        ]

    @property
    def text(self) -> str:
        """All cells."""
        return "\n".join(plain(cell.words) for row in self.cells for cell in row)

    def _widths(self, width: int) -> list[int]:
        """Of the columns: as they ask for where that fits, else in proportion."""
        fonts, pad = self.services.fonts, 2 * self.services.px(CELL)
        columns = max(len(row) for row in self.cells)
        asked = [
            max(fonts.width(plain(row[i].words), row[i].strong) for row in self.cells if i < len(row)) + pad
            for i in range(columns)
        ]
        total = sum(asked)
        if total <= width:
            return [part + (width - total) // columns for part in asked]
        least = width // (2 * columns)
        extra = width - least * columns
        return [least + extra * part // total for part in asked]

    def _row_height(self, row: Sequence[Typesetter], widths: Sequence[int]) -> int:
        pad = 2 * self.services.px(CELL)
        return max(cell.height(w - pad) for cell, w in zip(row, widths, strict=False)) + self.services.px(12)

    def height_for(self, width: int) -> int:
        """All rows, with gaps around."""
        widths = self._widths(width)
        return sum(self._row_height(row, widths) for row in self.cells) + self.services.px(16)

    def placed(self) -> list[Placed]:
        """The cells where they are drawn."""
        px, found = self.services.px, []
        widths, top = self._widths(self.rect.width), self.rect.y + self.services.px(6)
        for row in self.cells:
            height, left = self._row_height(row, widths), self.rect.x
            for cell, width in zip(row, widths, strict=False):
                found.append((cell, pygame.Rect(left + px(CELL), top + px(6), width - 2 * px(CELL), height)))
                left += width
            top += height
        return found

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the well of the head, the rules between rows, and the cells."""
        services, px = self.services, self.services.px
        widths = self._widths(self.rect.width)
        top = self.rect.y + px(6)
        for place, row in enumerate(self.cells):
            height = self._row_height(row, widths)
            line = pygame.Rect(self.rect.x, top, self.rect.width, height)
            if place == 0:
                services.painter.box(surface, line, "paper_well")
            else:
                colour = services.colours.paper_line
                services.painter.hairline(surface, (line.x, line.bottom - 1), line.width, colour)
            top += height
        for cell, room in self.placed():
            cell.draw(surface, room)


class Wells(Still):
    """Items that begin with a strong word, as numbered wells side by side."""

    def __init__(self, services: Services, items: Sequence[Words], sought: str = "") -> None:
        super().__init__(services)
        colours, steps = services.colours, services.steps
        self.items = [plain(words) for words in items]
        self.titles, self.texts = [], []
        bold = TextStyle("sans-bold", steps.note.size, steps.note.line)
        for words in items:
            head, body = _named(words)
            self.titles.append(Typesetter(services, head, steps.strong, steps.strong, colours.ptext, sought))
            self.texts.append(Typesetter(services, body, steps.note, bold, colours.ptext2, sought))

    @property
    def text(self) -> str:
        """All items as they are written, each on a line."""
        return "\n".join(self.items)

    def _columns(self, width: int) -> tuple[int, int]:
        """How many, and how wide one is."""
        gap = self.services.px(WELL_GAP)
        count = max(1, min(3, (width + gap) // (self.services.units.type_length(WELL) + gap)))
        count = 2 if count == 3 and len(self.titles) % 3 and not len(self.titles) % 2 else count
        return count, (width - gap * (count - 1)) // count

    def _inner(self, width: int) -> int:
        return width - self.services.units.type_length(DISC) - self.services.px(3 * 13)

    def _row_height(self, row: int, count: int, width: int) -> int:
        """The highest well of a row."""
        places = range(row * count, min(len(self.titles), (row + 1) * count))
        inner = self._inner(width)
        high = max(self.titles[i].height(inner) + self.texts[i].height(inner) for i in places)
        return high + 2 * self.services.px(10)

    def height_for(self, width: int) -> int:
        """All rows with their gaps."""
        count, each = self._columns(width)
        rows = -(-len(self.titles) // count)
        gap = self.services.px(WELL_GAP)
        return sum(self._row_height(row, count, each) + gap for row in range(rows)) + self.services.px(4)

    def _boxes(self) -> list[pygame.Rect]:
        """The wells."""
        count, width = self._columns(self.rect.width)
        gap, top, boxes = self.services.px(WELL_GAP), self.rect.y + self.services.px(6), []
        for row in range(-(-len(self.titles) // count)):
            height = self._row_height(row, count, width)
            for place in range(row * count, min(len(self.titles), (row + 1) * count)):
                left = self.rect.x + (place - row * count) * (width + gap)
                boxes.append(pygame.Rect(left, top, width, height))
            top += height + gap
        return boxes

    def placed(self) -> list[Placed]:
        """Titles and texts where they are drawn."""
        found, side = [], self.services.units.type_length(DISC) + 2 * self.services.px(13)
        for title, text, box in zip(self.titles, self.texts, self._boxes(), strict=True):
            inner = self._inner(box.width)
            high = title.height(inner) + text.height(inner)
            place = pygame.Rect(box.x + side, box.centery - high // 2, inner, title.height(inner))
            found += [(title, place), (text, pygame.Rect(place.x, place.bottom, inner, text.height(inner)))]
        return found

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the wells."""
        for index, box in enumerate(self._boxes()):
            self._draw_well(surface, index, box)
        for setter, place in self.placed():
            setter.draw(surface, place)

    def _draw_well(self, surface: pygame.Surface, index: int, box: pygame.Rect) -> None:
        """The well and its number."""
        services, colours, px = self.services, self.services.colours, self.services.px
        services.painter.box(surface, box, "paper_well")
        side = services.units.type_length(DISC)
        centre = (box.x + px(13) + side // 2, box.centery)
        services.painter.disc(surface, centre, side // 2, colours.jade_text)
        figure = services.fonts.render(number(index + 1), services.steps.strong, colours.white)
        surface.blit(figure, figure.get_rect(center=centre))


def begins_with_name(words: Words) -> bool:
    """Whether an item begins with what it is about: a strong word and a colon."""
    return len(words) > 1 and words[0].strong and words[1].text[:1] in COLONS


def _named(words: Words) -> tuple[Words, Words]:
    """What an item is about, and the rest; an item without a name is all rest."""
    if not begins_with_name(words):
        return (), words
    text = words[1].text[1:].lstrip()
    return words[:1], (Span(text[:1].upper() + text[1:], words[1].strong), *words[2:])
