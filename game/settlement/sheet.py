"""What a settlement's sheet says and draws beside the diagram: head, band, column, sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import pygame

from game.settlement.band import HandBand, hand_row
from game.settlement.column import Head, NoteBox, Parties, PatternRow, PaymentRow, TotalRow
from game.settlement.diagram import PlateWords
from game.settlement.lines import SOURCE_WORDS, Note, Wording
from game.settlement.pages import Page
from game.strings import mark, number, signed
from game.tableinfo import TableInfo
from game.tabletexts import TableTexts
from game.theme import TextStyle
from game.widgets.stacked import Still
from rules.events import Won
from rules.score import Transfer
from rules.seats import SEATS, Seat
from rules.state import RoundState
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

PADDING, HEAD = 32, 104
ESCAPE = "escape"
SUM_WORDS = (mark("The four add up to {sum}"), mark("Sum {sum}"))
"""The check, in full and where room is short."""
VALUE = TextStyle("serif-bold", 36, 1.25)


@value
class Sheet:
    """The sheet of a finished hand as the viewer knows it."""

    services: Services
    state: RoundState
    table: TableInfo
    viewer: Seat

    @property
    def wording(self) -> Wording:
        """The words in the current language."""
        strings = self.services.strings
        texts = TableTexts(strings.language, self.table.variant.key)
        return Wording(strings, texts, tuple(self.table.name(seat) for seat in SEATS))

    def rows(self, page: Page, listed: bool, light: Callable[[Transfer], object]) -> list[Still | PaymentRow]:
        """The column: the value and why, every payment if they are `listed`, explanations. `light` marks a payment."""
        payments = self._payment_rows(page, light) if listed else []
        return [*self._value_rows(page), *payments, *self._note_boxes(page)]

    def _value_rows(self, page: Page) -> list[Still]:
        win = page.win
        if win is None:
            return []
        services, wording = self.services, self.wording
        value = wording.value(win.breakdown)
        rows = wording.patterns(win, page.transfers)
        lines = [PatternRow(services, line, index == len(rows) - 1) for index, line in enumerate(rows)]
        head = Head(services, services.tr("Patterns"), services.tr("Why it is {value}", value=value))
        return [head, *lines, TotalRow(services, services.tr("Total"), value)]

    def _note_boxes(self, page: Page) -> list[Still]:
        notes = list(self.wording.notes(page))
        for _, why, _ in self.state.flipped:
            text = self.wording.texts.find("flipped note", why)
            if text and page.win is not None:
                notes.append(Note(self.wording.texts.flipped(why), text))
        return [NoteBox(self.services, note) for note in notes]

    def _payment_rows(self, page: Page, light: Callable[[Transfer], object]) -> list[Still | PaymentRow]:
        services, transfers = self.services, page.transfers
        count = services.strings.tr_plural("{count} payment", "{count} payments", len(transfers))
        rows: list[Still | PaymentRow] = [Head(services, services.tr("Payments"), count)]
        for transfer in transfers:
            rows.append(self._payment_row(transfer, light))
        return rows

    def _payment_row(self, transfer: Transfer, light: Callable[[Transfer], object]) -> PaymentRow:
        names = self.wording.names
        colour = self.services.colours.seats_paper[self.table.players[transfer.payer]]
        parties = Parties(names[transfer.payer], names[transfer.payee], colour)
        return PaymentRow(self.services, self.wording.payment(transfer), parties, lambda: light(transfer))

    def sentences(self, page: Page, plates: Iterable[PlateWords]) -> Iterator[str]:
        """The page for who cannot see it: what it is about, how the value comes about, how everybody stands."""
        tr, wording, win = self.services.tr, self.wording, page.win
        yield self.headline(page)
        if win is not None:
            why = wording.equation(win, page.transfers) or tr("Plain win")
            yield tr("{name}: {what}", name=wording.value(win.breakdown), what=why)
        for plate in plates:
            change, points = signed(plate.change), signed(plate.total)
            yield tr("{name} {change}, now {points}", name=plate.name, change=change, points=points)

    def draw_head(self, surface: pygame.Surface, sheet: pygame.Rect, page: Page) -> None:
        """Seal, who won and how, what it is worth."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        inner = sheet.inflate(-2 * px(PADDING), 0)
        win, wording = page.win, self.wording
        self._draw_seal(surface, pygame.Rect(inner.x, sheet.y + px(24), px(58), px(58)), page)
        left, right = inner.x + px(76), inner.right
        top = sheet.y + px(20)
        if win is not None:
            value = pygame.Rect(0, top, inner.width // 3, services.fonts.line_height(VALUE))
            value.right = right
            place = services.fonts.write(surface, wording.value(win.breakdown), value, VALUE, colours.red_text, "right")
            below = pygame.Rect(inner.centerx, value.bottom, inner.right - inner.centerx, self._line_height())
            written = services.fonts.write(
                surface, wording.equation(win, page.transfers), below, steps.label, colours.ptext2, "right"
            )
            right = min(place.x, written.x) - px(16)
        title = pygame.Rect(left, top, right - left, services.fonts.line_height(VALUE))
        services.fonts.write(surface, self.headline(page), title, steps.h1, colours.ptext)
        line = pygame.Rect(left, title.bottom, right - left, self._line_height())
        services.fonts.write(surface, self._about(), line, steps.body, colours.ptext2)

    def _line_height(self) -> int:
        return self.services.fonts.line_height(self.services.steps.label)

    @property
    def head_height(self) -> int:
        """What the head takes, from the sheet's upper edge."""
        units = self.services.units
        return max(units.px(HEAD), units.px(28) + self.services.fonts.line_height(VALUE) + self._line_height())

    def _about(self) -> str:
        tr, wording = self.services.tr, self.wording
        parts = [
            wording.texts.card,
            tr("Hand {number}", number=number(self.state.number)),
            tr("Dealer {name}", name=wording.names[self.state.dealer]),
        ]
        if self.state.streak:
            strings = self.services.strings
            parts.append(strings.tr_plural("Deal held {count} time", "Deal held {count} times", self.state.streak))
        return " · ".join(parts)

    def headline(self, page: Page) -> str:
        """What the page is about: a win, the drawn hand, who escaped, or all payments."""
        escaped = next((transfer.payer for transfer in page.transfers if transfer.reason == ESCAPE), None)
        if escaped is not None and not self.state.wins:
            return self.services.tr("{name} escaped", name=self.wording.names[escaped])
        if page.hands and not self.state.drawn_out:
            return self.services.tr("The four hands")
        return self.wording.headline(page.win, self.state.drawn_out)

    def _draw_seal(self, surface: pygame.Surface, rect: pygame.Rect, page: Page) -> None:
        """胡 on cinnabar; 流 in ink for a drawn hand. A picture, the same in every language."""
        services = self.services
        won = page.win is not None or (bool(self.state.wins) and not self.state.drawn_out)
        services.painter.box(surface, rect, "seal" if won else "button_ink")
        style = TextStyle("brush", 46 * services.units.u / services.units.ut)
        sign = services.fonts.render("胡" if won else "流", style, "#FFF6E2")
        surface.blit(sign, sign.get_rect(center=rect.center))

    def draw_band(self, surface: pygame.Surface, place: pygame.Rect, page: Page) -> None:
        """The winning hand, and what was turned up for it."""
        win = page.win
        if win is None:
            return
        wording, band = self.wording, self.band
        row = hand_row(win, self.state.seats[win.seat].melds, self.state.wilds)
        turned_up = [(tile, why) for tile, why, _ in self.state.flipped if wording.texts.find("flipped note", why)]
        band.draw(surface, place, row, self.caption(win), bool(turned_up))
        for tile, why in turned_up:
            band.draw_turned_up(surface, place, tile, self.turned_up_words(why))

    def page_name(self, page: Page) -> str:
        """What its tab is called: the winner, the hands, or all payments."""
        if page.hands:
            return self.services.tr("The four hands")
        return self.wording.names[page.win.seat] if page.win is not None else self.services.tr("All payments")

    @property
    def band(self) -> HandBand:
        """What draws hands on cloth here."""
        return HandBand(self.services, self.wording.texts, self.state.wilds, self.table.variant.wild_name)

    def caption(self, win: Won) -> str:
        """How a hand was won, and from whom."""
        wording = self.wording
        words = self.services.tr(SOURCE_WORDS[win.source]) if win.tile else wording.own_words(win)
        return words if win.loser is None else f"{words} · {wording.names[win.loser]}"

    def turned_up_words(self, why: str) -> str:
        """What a turned-up tile is, and whom it hits: seats carry a mark of the same name."""
        wording = self.wording
        hit = [wording.names[seat] for seat in SEATS if self.state.seats[seat].marks.get(why)]
        return " · ".join([wording.texts.flipped(why), *hit])

    def draw_sum(self, surface: pygame.Surface, foot: pygame.Rect, right: int, page: Page) -> None:
        """The check that the payments of the page add up to zero, left of `right`."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        services.painter.hairline(surface, foot.topleft, foot.width, colours.paper_line)
        sums = page.sums
        seats = [(self.viewer + step) % len(SEATS) for step in range(len(SEATS))]
        addends = " ".join(signed(sums[seat]) for seat in seats if sums[seat])
        side = services.units.type_length(22)
        line = pygame.Rect(foot.x, 0, right - foot.x - px(16), px(40))
        line.centery = foot.centery
        check, place = services.images.icon("check", side, colours.jade_text), (line.x + px(4), line.centery)
        line.x, line.width = line.x + side + px(14), line.width - side - px(14)
        figure, fonts = number(sum(sums)), services.fonts
        texts = [*(services.tr(text, sum=figure) for text in SUM_WORDS), figure]
        fitting = (text for text in texts if fonts.width(text, fonts.fit(text, steps.strong, line.width)) <= line.width)
        words = next(fitting, "")
        if not words:
            return
        surface.blit(check, check.get_rect(midleft=place))
        written = services.fonts.write(surface, words, line, steps.strong, colours.jade_text)
        rest = pygame.Rect(written.right + px(20), line.y, line.right - written.right - px(20), line.height)
        services.fonts.write_if_room(surface, addends, rest, steps.note, colours.ptext2)
