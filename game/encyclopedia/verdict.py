"""A verdict of the engine in words: the value and how it comes about, who pays whom, or the rule that forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.settlement.column import Head, Parties, TotalRow, draw_parties
from game.settlement.lines import PatternLine, PaymentLine, Wording
from game.strings import Strings, number, signed
from game.tabletexts import TableTexts
from game.theme import TextStyle
from game.widgets.stacked import Still
from game.words import UNITS, Words
from rules.cases import FinishedHand, HandVerdict
from rules.events import WinSource, Won
from rules.score import Breakdown, Transfer, Unit, net
from rules.seats import SEATS, Seat, distance
from rules.tiles import HIDDEN
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

AMOUNT = TextStyle("sans-bold", 18)


def wind_name(strings: Strings, seat: Seat, dealer: Seat) -> str:
    """What a text calls a seat: by its wind, the dealer being east."""
    winds = (
        strings.tr_context("seat", "East"),
        strings.tr_context("seat", "South"),
        strings.tr_context("seat", "West"),
        strings.tr_context("seat", "North"),
    )
    return winds[distance(dealer, seat)]


def figure_words(strings: Strings, breakdown: Breakdown) -> tuple[str, str]:
    """The headline value as a figure and the word for its unit: "10", "points"."""
    figure = number(breakdown.value)
    if breakdown.unit is Unit.TIMES:
        return f"× {figure}", ""
    word = strings.tr(UNITS[breakdown.unit], value="").strip()
    return figure, word


def won_of(hand: FinishedHand, breakdown: Breakdown) -> Won:
    """The win that a finished hand is, as the log of a table would have it."""
    loser = None if hand.source is WinSource.SELF_DRAW else hand.supplier
    tiles = tuple(hand.seats[hand.winner].hand or ())
    facts = tuple(sorted(hand.facts))
    return Won(hand.winner, hand.tile or HIDDEN, hand.source, loser, facts, tiles, breakdown, loser is not None)


@value
class VerdictWords:
    """The words for verdicts on hands of a variant whose dealer sits on `dealer`."""

    strings: Strings
    variant: str
    dealer: Seat = 0

    @property
    def texts(self) -> TableTexts:
        """The texts of the variant."""
        return TableTexts(self.strings.language, self.variant)

    @property
    def wording(self) -> Wording:
        """Puts settlements into words, the seats called by their winds."""
        return Wording(self.strings, self.texts, tuple(wind_name(self.strings, s, self.dealer) for s in SEATS))

    @property
    def words(self) -> Words:
        """The words of the table."""
        return Words(self.strings, self.texts, lambda seat: wind_name(self.strings, seat, self.dealer))

    def equation(self, hand: FinishedHand, breakdown: Breakdown, transfers: tuple[Transfer, ...]) -> str:
        """How the value comes about, on one line."""
        return self.wording.equation(won_of(hand, breakdown), transfers)

    def changes(self, points: tuple[int, ...]) -> str:
        """What each seat gains or loses: "East −4, South +8", in order of the winds."""
        seats = sorted(SEATS, key=lambda seat: distance(self.dealer, seat))
        return "   ".join(f"{wind_name(self.strings, seat, self.dealer)} {signed(points[seat])}" for seat in seats)

    def circumstances(self, hand: FinishedHand) -> list[str]:
        """How the tile was won and by whom, in a few words each."""
        tr, names = self.strings.tr, self.wording.names
        parts = [tr("{seat} wins", seat=names[hand.winner])]
        if hand.source is WinSource.SELF_DRAW:
            parts.append(tr("Self-draw"))
        elif hand.source is WinSource.ROB_KONG:
            parts.append(tr("Robs {seat}'s kong", seat=names[hand.supplier]))
        else:
            parts.append(tr("{seat} discards", seat=names[hand.supplier]))
        parts += [fact_name(self.strings, fact) for fact in sorted(hand.facts - {"rob_kong"})]
        badges = (self.words.badge(key, value) for key, value in hand.seats[hand.winner].marks.items())
        return [*parts, *(badge for badge in badges if badge)]


def fact_name(strings: Strings, fact: str) -> str:
    """A circumstance of a win, as one would say it."""
    names = {
        "kong_draw": strings.tr("On a kong's replacement tile"),
        "rob_kong": strings.tr("Robbed kong"),
        "kong_discard": strings.tr("Discarded right after a kong"),
        "heavenly": strings.tr("With the tiles dealt to the dealer"),
        "earthly": strings.tr("On the dealer's first discard"),
        "last_tile_draw": strings.tr("The last tile, drawn"),
        "last_tile_discard": strings.tr("The last tile, discarded"),
        "last_draw": strings.tr("One of the last draws"),
        "ten_honours": strings.tr("Declared after the first honours"),
        "opening": strings.tr("Declared as dealt"),
        "declared_ready": strings.tr("Ready was declared"),
        "caller_not_ready": strings.tr("The discarder was not ready"),
    }
    return names[fact]


# ---- as rows on paper -----------------------------------------------------------------------------------------------


class ValueRow(Still):
    """A part of the value: its name and figure, and below them the whole sentence about it."""

    def __init__(self, services: Services, line: PatternLine) -> None:
        super().__init__(services)
        self.line = line

    def _words_width(self, width: int) -> int:
        return width - self.services.fonts.width(self.line.effect, AMOUNT) - self.services.px(16)

    def height_for(self, width: int) -> int:
        """The name, and the lines of the sentence."""
        fonts, steps, room = self.services.fonts, self.services.steps, self._words_width(width)
        lines = len(fonts.wrap(self.line.note, steps.small, room)) if self.line.note else 0
        names = len(fonts.wrap(self.line.title, steps.strong, room))
        height = names * fonts.line_height(steps.strong) + lines * fonts.line_height(steps.small)
        return height + self.services.px(10)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it, with a rule below."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        place = pygame.Rect(self.rect.x, self.rect.y + px(5), self._words_width(self.rect.width), self.rect.height)
        used = services.fonts.write_lines(surface, self.line.title, place, steps.strong, colours.ptext)
        if self.line.note:
            services.fonts.write_lines(surface, self.line.note, place.move(0, used), steps.small, colours.ptext2)
        services.fonts.write(surface, self.line.effect, self.rect, AMOUNT, colours.ptext, "right")
        services.painter.hairline(surface, (self.rect.x, self.rect.bottom - 1), self.rect.width, colours.paper_line)


class TransferRow(Still):
    """A payment: payer, payee and amount, and below them what it is made of."""

    def __init__(self, services: Services, line: PaymentLine, parties: Parties) -> None:
        super().__init__(services)
        self.line, self.parties = line, parties

    def _words_width(self, width: int) -> int:
        return width - self.services.fonts.width(self.line.amount, AMOUNT) - self.services.px(16)

    def height_for(self, width: int) -> int:
        """The parties, and the lines of the words."""
        fonts, steps = self.services.fonts, self.services.steps
        lines = len(fonts.wrap(self.line.words, steps.small, self._words_width(width))) if self.line.words else 0
        height = fonts.line_height(steps.label) + lines * fonts.line_height(steps.small)
        return height + self.services.px(10)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it, with a rule below."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        room = self._words_width(self.rect.width)
        line = pygame.Rect(self.rect.x, self.rect.y + px(5), room, services.fonts.line_height(steps.label))
        draw_parties(services, surface, line, self.parties)
        if self.line.words:
            below = pygame.Rect(self.rect.x, line.bottom, room, self.rect.bottom - line.bottom)
            services.fonts.write_lines(surface, self.line.words, below, steps.small, colours.ptext2)
        services.fonts.write(surface, self.line.amount, self.rect, AMOUNT, self.parties.colour, "right")
        services.painter.hairline(surface, (self.rect.x, self.rect.bottom - 1), self.rect.width, colours.paper_line)


class SumRow(Still):
    """What all payments come to for each seat: figures that add up to zero."""

    def __init__(self, services: Services, text: str) -> None:
        super().__init__(services)
        self.text = text

    def height_for(self, width: int) -> int:
        """As many lines as it needs."""
        fonts, style = self.services.fonts, self.services.steps.strong
        return len(fonts.wrap(self.text, style, width)) * fonts.line_height(style) + self.services.px(12)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""
        place = self.rect.move(0, self.services.px(7))
        style, colour = self.services.steps.strong, self.services.colours.ptext
        self.services.fonts.write_lines(surface, self.text, place, style, colour)


def payment_rows(services: Services, words: VerdictWords, transfers: tuple[Transfer, ...]) -> list[Still]:
    """A row for each payment and the sum of each seat; nothing where nobody pays."""
    if not transfers:
        return []
    wording, colours = words.wording, services.colours.seats_paper
    head = Head(services, services.tr("Payments"), services.tr("Who pays whom, and why"))
    rows: list[Still] = [head]
    for transfer in transfers:
        payer, payee = wording.names[transfer.payer], wording.names[transfer.payee]
        parties = Parties(payer, payee, colours[distance(words.dealer, transfer.payer)])
        rows.append(TransferRow(services, wording.payment(transfer), parties))
    return [*rows, SumRow(services, words.changes(tuple(net(transfers))))]


def verdict_rows(services: Services, hand: FinishedHand, verdict: HandVerdict) -> list[Still]:
    """All that there is to say about a win; nothing for a hand that is none."""
    if verdict.breakdown is None:
        return []
    words = VerdictWords(services.strings, hand.variant.key, hand.dealer)
    wording = words.wording
    lines = wording.patterns(won_of(hand, verdict.breakdown), verdict.transfers)
    rows: list[Still] = [Head(services, services.tr("Patterns"), "")]
    rows += [ValueRow(services, line) for line in lines]
    rows.append(TotalRow(services, services.tr("Total"), wording.value(verdict.breakdown)))
    return [*rows, *payment_rows(services, words, verdict.transfers)]
