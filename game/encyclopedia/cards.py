"""A card of the rule pages: what a pattern is called, a sentence, and hands with the engine's verdict beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.encyclopedia.handrow import HandStrip
from game.encyclopedia.prose import Placed, Typesetter, plain
from game.encyclopedia.verdict import VerdictWords, figure_words
from game.rulepages import Example, Span, Words
from game.theme import TextStyle
from game.widgets.base import Widget
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

PADDING, GAP = 14, 12
SIDE, VALUE = 188, 84
SIDE_LINES = 6
SIDE_TILE = 29
"""Tiles are not made smaller than that, in virtual pixels, to have the words beside them."""
LEAST_TILE = 28
"""Nor smaller than that, in device pixels, to have the figure beside them: faces stay plain to read."""
FIGURE = TextStyle("sans-bold", 28, 1.15)


@value
class CardText:
    """What stands on a card: a title and paragraphs; `sought` is marked in them."""

    title: str
    notes: tuple[Words, ...]
    sought: str = ""

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join([self.title, *map(plain, self.notes)])


@value
class Told:
    """The verdict on an example in words: figure and unit, lines below the band; `refused`: the rule that forbids."""

    figure: str
    unit: str
    lines: tuple[str, ...]
    refused: str = ""


@value
class Plan:
    """Where things lie on a card, in device pixels: widths of the words beside the bands (0: they stand above), of the
    bands and of the lines below them; whether figures stand beside the bands; top and height of each block."""

    side: int = 0
    band: int = 0
    beside: bool = True
    lines: int = 0
    offsets: tuple[int, ...] = ()
    heights: tuple[int, ...] = ()
    height: int = 0


def told_of(words: VerdictWords, example: Example, paid: bool) -> Told:
    """What is said about an example; with `paid` every payment with what it is made of."""
    strings, wording = words.strings, words.wording
    changes = words.changes(example.points)
    if example.hand is None:
        return Told("", "", (*_payments(words, example), changes))
    how = " · ".join(words.circumstances(example.hand))
    if example.breakdown is None:
        return Told("", "", (how,), words.texts.gate(example.reason or ""))
    figure, unit = figure_words(strings, example.breakdown)
    equation = words.equation(example.hand, example.breakdown, example.transfers)
    value = wording.value(example.breakdown)
    worth = value if equation.strip() == value else f"{equation} → {value}"
    told = strings.tr("{how}: {worth}", how=how, worth=worth)
    lines = (told, *(_payments(words, example) if paid else ()), changes)
    return Told(figure, unit, lines)


def _payments(words: VerdictWords, example: Example) -> tuple[str, ...]:
    """Every payment on a line: "South → East 8: base 2 × dealer 2"."""
    wording, lines = words.wording, []
    for transfer in example.transfers:
        line = wording.payment(transfer)
        parties = f"{wording.names[transfer.payer]} → {wording.names[transfer.payee]}"
        detail = line.words or words.texts.reason(transfer.reason)
        lines.append(words.strings.tr("{parties} {amount}: {why}", parties=parties, amount=line.amount, why=detail))
    if not lines:
        lines.append(words.strings.tr("Nobody pays anybody"))
    return tuple(lines)


class ExampleCard(Widget):
    """Title and notes, and for each example a band with its verdict. A press opens the hand in the calculator."""

    def __init__(
        self,
        services: Services,
        text: CardText,
        examples: Sequence[Example],
        variant: str,
        paid: bool,
        on_open: Callable[[Example], object],
    ) -> None:
        super().__init__(services)
        colours, steps = services.colours, services.steps
        self.said, self.examples, self.on_open = text, tuple(examples), on_open
        words = [VerdictWords(services.strings, variant, example.dealer) for example in examples]
        self.told = [told_of(word, example, paid) for word, example in zip(words, examples, strict=True)]
        self.strips = [None if one.hand is None else HandStrip(services, one.hand) for one in examples]
        self.focusable = any(self.strips)
        bold = TextStyle("sans-bold", steps.note.size, steps.note.line)
        self.title = Typesetter(services, (Span(text.title, True),), steps.h2, steps.h2, colours.ptext, text.sought)
        self.notes = [Typesetter(services, note, steps.note, bold, colours.ptext2, text.sought) for note in text.notes]
        self._pointed = 0
        self._plan = Plan()

    @property
    def content(self) -> str:
        """Title, and what the engine says about each hand."""
        told = [line for one in self.told for line in (*one.lines, one.refused) if line]
        return self.services.tr("; ").join([self.said.title, *told])

    # ---- layout -----------------------------------------------------------------------------------------------------

    def _words_height(self, width: int) -> int:
        title = self.title.height(width) if self.said.title else 0
        return title + sum(note.height(width) for note in self.notes)

    def _lay_out(self, width: int) -> Plan:
        """Words beside the bands, and figures beside those, as long as the tiles stay plain to read."""
        px, column = self.services.px, self._column()
        inner = width - 2 * px(PADDING)
        beside = self._readable(inner - column, LEAST_TILE)
        band = inner - (column if beside else 0)
        side = px(SIDE) if self._fits_beside(band - px(SIDE + GAP), beside) else 0
        band -= px(SIDE + GAP) if side else 0
        lines = band - self._mark() - (0 if beside else column)
        least = 0 if beside else self._figure_height()
        heights = tuple(self._block_height(index, band, lines, least) for index in range(len(self.examples)))
        words = self._words_height(side or inner)
        above = 0 if side or not words else words + px(6)
        top = px(PADDING) - px(2) + above
        offsets = tuple(top + sum(heights[:index]) + index * px(10) for index in range(len(heights)))
        bottom = max(offsets[-1] + heights[-1], px(PADDING) - px(2) + words)
        return Plan(side, band, beside, lines, offsets, heights, bottom + px(PADDING) - px(2) + px(10))

    def _fits_beside(self, band: int, figures: bool) -> bool:
        """Whether the words are few enough to stand in a column beside bands of this width."""
        if not figures or not self.said.text.strip() or not self._readable(band, self.services.px(SIDE_TILE)):
            return False
        side, fonts, steps = self.services.px(SIDE), self.services.fonts, self.services.steps
        longest = max((fonts.width(word, steps.h2) for word in self._unbroken()), default=0)
        return longest <= side and self._words_height(side) <= SIDE_LINES * fonts.line_height(steps.note)

    def _unbroken(self) -> list[str]:
        """What must not be broken: the words of the title."""
        return [self.said.title] if self.services.strings.chinese else self.said.title.split()

    def _readable(self, band: int, least: int) -> bool:
        """Whether the tiles are at least so wide on a band of this width."""
        return all(strip is None or strip.tile_width(band) >= least for strip in self.strips)

    def _column(self) -> int:
        """The width of the figure; nothing for played hands."""
        if not any(self.strips):
            return 0
        return max(self.services.px(VALUE), self.services.units.type_length(VALUE * 0.9))

    def _figure_height(self) -> int:
        """What a figure and its unit need below a band."""
        fonts = self.services.fonts
        return fonts.line_height(FIGURE) + fonts.line_height(self.services.steps.note) if self._column() else 0

    def _block_height(self, index: int, band: int, lines: int, least: int) -> int:
        """A band, and the lines below it or what stands beside them."""
        fonts, style = self.services.fonts, self.services.steps.small
        strip, told = self.strips[index], self.told[index]
        high = strip.height_for(band) if strip is not None else 0
        texts = [*told.lines, *([told.refused] if told.refused else [])]
        count = sum(len(fonts.wrap(text, style, lines)) for text in texts)
        return high + max(count * fonts.line_height(style), least) + self.services.px(6)

    def _mark(self) -> int:
        """The room for the cross before a reason."""
        return self.services.units.type_length(20)

    def height_for(self, width: int) -> int:
        """The card and a gap below."""
        self._plan = self._lay_out(width)
        return self._plan.height

    # ---- input ------------------------------------------------------------------------------------------------------

    def pressed_at(self, position: tuple[int, int]) -> None:
        """Remember which of the bands is meant."""
        offsets = self._plan.offsets
        self._pointed = max((i for i, top in enumerate(offsets) if position[1] >= self.rect.y + top), default=0)

    def activate(self) -> None:
        """Open a hand."""
        index = self._pointed if self.strips[self._pointed] is not None else -1
        if index < 0:
            index = next((i for i, strip in enumerate(self.strips) if strip is not None), -1)
        if index >= 0:
            self.services.audio.play("ui.click")
            self.on_open(self.examples[index])

    # ---- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw card, words, bands and verdicts."""
        services, px = self.services, self.services.px
        box = pygame.Rect(self.rect.x, self.rect.y, self.rect.width, self.rect.height - px(10))
        services.painter.box(surface, box, "paper_card")
        if self.hovered and self.focusable:
            services.painter.frame(surface, box, services.colours.brass, 1.4, 14)
        plan = self._plan
        for setter, place in self.placed():
            setter.draw(surface, place)
        left = box.x + px(PADDING) + (plan.side + px(GAP) if plan.side else 0)
        for index, (top, height) in enumerate(zip(plan.offsets, plan.heights, strict=True)):
            self._draw_block(surface, index, pygame.Rect(left, self.rect.y + top, plan.band, height))
        if self.ring:
            services.painter.focus_ring(surface, box, 14)

    def placed(self) -> list[Placed]:
        """Title and notes where they are drawn."""
        px, found = self.services.px, []
        top, width = self.rect.y + px(PADDING) - px(2), self._plan.side or self.rect.width - 2 * px(PADDING)
        for setter in [self.title, *self.notes] if self.said.title else self.notes:
            high = setter.height(width)
            found.append((setter, pygame.Rect(self.rect.x + px(PADDING), top, width, high)))
            top += high
        return found

    def _draw_block(self, surface: pygame.Surface, index: int, place: pygame.Rect) -> None:
        services, colours, style = self.services, self.services.colours, self.services.steps.small
        strip, told, top = self.strips[index], self.told[index], place.y
        if strip is not None:
            band = pygame.Rect(place.x, top, place.width, strip.height_for(place.width))
            strip.draw(surface, band)
            self._draw_value(surface, told, self._value_place(band, place))
            top = band.bottom
        top += services.px(5)
        if told.refused:
            side = services.units.type_length(15)
            cross = services.images.icon("x", side, colours.red_text)
            surface.blit(cross, (place.x, top + (services.fonts.line_height(style) - side) // 2))
            room = pygame.Rect(place.x + self._mark(), top, self._plan.lines, place.height)
            top += services.fonts.write_lines(surface, told.refused, room, style, colours.red_text)
        for line in told.lines:
            room = pygame.Rect(place.x, top, self._plan.lines, place.height)
            top += services.fonts.write_lines(surface, line, room, style, colours.ptext2)

    def _value_place(self, band: pygame.Rect, block: pygame.Rect) -> pygame.Rect:
        """Where the figure stands: beside the band, or at the right of the lines below it."""
        column = self._column()
        if self._plan.beside:
            return pygame.Rect(band.right, band.y, column + self.services.px(PADDING), band.height)
        return pygame.Rect(band.right - column, band.bottom, column, block.bottom - band.bottom)

    def _draw_value(self, surface: pygame.Surface, told: Told, column: pygame.Rect) -> None:
        """The figure and its unit, or that it is no win."""
        services, colours, steps = self.services, self.services.colours, self.services.steps
        inner = column.inflate(-2 * services.px(6), 0)
        if told.refused:
            services.fonts.write(surface, services.tr("No win"), inner, steps.strong, colours.red_text, "center")
            return
        figure = pygame.Rect(inner.x, 0, inner.width, services.fonts.line_height(FIGURE))
        unit = services.fonts.line_height(steps.note) if told.unit else 0
        figure.y = column.centery - (figure.height + unit) // 2
        services.fonts.write(surface, told.figure, figure, FIGURE, colours.red_text, "center")
        below = pygame.Rect(inner.x, figure.bottom, inner.width, unit)
        services.fonts.write(surface, told.unit, below, steps.note, colours.ptext2, "center")
