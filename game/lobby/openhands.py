"""For a spectator whom everybody lets: all four hands of a deal that is over, from the deal to the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.settlement.band import FEEDER, HandBand, Row, open_row
from game.strings import signed
from game.table.view import ScreenView
from game.tabletexts import TableTexts
from game.theme import TextStyle
from game.widgets.button import Button
from game.widgets.form import Form
from game.widgets.formscene import PaperSheet
from net.lan import TableView
from rules.events import Dealt, Event
from rules.evolve import fold
from rules.seats import SEATS, Seat
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

WIDEST, TILE, LEAST, NAME = 1232, 40, 24, TextStyle("sans-bold", 16)
APART = 1.5
"""Between the two hands of a player, in tile widths."""
HEAD, FOOT, PAD, GAP = 64, 24, 16, 8


class Hands(NamedTuple):
    """A player's tiles as they were dealt, and with the melds in the end; the points the hand brought."""

    seat: Seat
    dealt: Row
    end: Row
    points: int


@value
class Agreement:
    """How many of the clients that play let spectators see their hands."""

    agreed: int
    all: int

    @property
    def complete(self) -> bool:
        """Whether everybody does."""
        return 0 < self.agreed == self.all


def agreement(view: TableView) -> Agreement:
    """As the table tells it; bots are not asked."""
    people = {sitter.guest: sitter.opens for sitter in view.seats if sitter is not None and sitter.guest}
    return Agreement(sum(people.values()), len(people))


class OpenHandsSheet(PaperSheet):
    """Of each player a band of cloth: at the left the hand as it was dealt, at the right as it was in the end."""

    def __init__(self, services: Services, view: ScreenView, hand: int, log: Sequence[Event]) -> None:
        """`log`: all events of the hand, nothing hidden; `view`: the table, for names and words."""
        super().__init__(services)
        self.view, self.hand = view, hand
        state = fold(log)
        dealt = {seat: [t for e in log if isinstance(e, Dealt) and e.seat == seat for t in e.tiles] for seat in SEATS}
        self.rows = [
            Hands(
                seat,
                open_row(seat, dealt[seat], (), state.wilds),
                open_row(seat, state.seats[seat].hand.tiles(), state.seats[seat].melds, state.wilds),
                state.seats[seat].points,
            )
            for seat in SEATS
        ]
        variant = view.table.variant
        texts = TableTexts(services.strings.language, variant.key)
        self._band = HandBand(services, texts, state.wilds, variant.wild_name)

    # ---- places -----------------------------------------------------------------------------------------------------

    @property
    def _second(self) -> float:
        """Where the hands of the end begin, in tile widths from those of the deal."""
        return max(row.dealt.width for row in self.rows) + APART

    @property
    def _height(self) -> float:
        """Of the highest row, in tile widths."""
        return max(max(row.dealt.height, row.end.height) for row in self.rows)

    @property
    def _line(self) -> int:
        return self.services.units.type_length(24)

    def _tile(self, width: int) -> int:
        """Width of a tile, in device pixels, in a sheet with so much room."""
        units, px = self.services.units, self.services.px
        across = self._second + max(row.end.width for row in self.rows)
        high = units.height - px(16 + HEAD + FOOT) - self.services.control_height(44) - self._line
        down = (high // len(SEATS) - self._line - px(GAP + FEEDER + 14)) / self._height
        return max(LEAST, int(min(px(TILE), (width - 2 * px(PAD)) / across, down)))

    def resize(self) -> None:
        """In the middle of the window, as wide as the hands need."""
        px, units = self.services.px, self.services.units
        inner = self.place(min(units.width - px(40), px(WIDEST)), units.height)
        self.tile = self._tile(inner.width)
        across = self._second + max(row.end.width for row in self.rows)
        margins = self.rect.width - inner.width + 2 * px(PAD)
        self._each = self._line + round(self._height * self.tile) + px(GAP + FEEDER + 14)
        close = Button(self.services, self.services.tr("Close"), self.services.scenes.pop, kind="main", key="escape")
        height = px(HEAD) + self._line + len(SEATS) * self._each + px(FOOT) + close.natural_size[1]
        inner = self.place(round(across * self.tile) + margins, min(units.height - px(16), height))
        close.rect = pygame.Rect((0, 0), close.natural_size)
        close.rect.bottomright = (inner.right, inner.bottom - px(14))
        self.form = Form(self.services, [close])

    def places(self) -> list[pygame.Rect]:
        """The bands, one for each seat."""
        px, inner = self.services.px, self.inner
        top = self.rect.y + px(HEAD) + self._line
        return [
            pygame.Rect(inner.x, top + seat * self._each, inner.width, self._each - px(GAP))
            for seat in range(len(SEATS))
        ]

    def key(self, key: int) -> bool:
        """Enter closes it, too."""
        if key != pygame.K_RETURN:
            return False
        self.services.scenes.pop()
        return True

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Dim, sheet, the heads of the two columns, the bands."""
        services, tr, colours, px = self.services, self.services.tr, self.services.colours, self.services.px
        self.draw_sheet(surface, tr("All hands of hand {number}", number=self.hand))
        left, second = self.inner.x + px(PAD), round(self._second * self.tile)
        for x, words in ((left, tr("As dealt")), (left + second, tr("In the end"))):
            place = pygame.Rect(x, self.rect.y + px(HEAD), self.inner.right - x, self._line)
            services.fonts.write(surface, words, place, services.steps.small, colours.ptext2)
        for row, band in zip(self.rows, self.places(), strict=True):
            self._draw_band(surface, row, band)
        self.form.draw(surface)

    def _draw_band(self, surface: pygame.Surface, row: Hands, band: pygame.Rect) -> None:
        services, colours, px = self.services, self.services.colours, self.services.px
        services.painter.box(surface, band, "band")
        line = pygame.Rect(band.x + px(PAD), band.y + px(3), band.width - 2 * px(PAD), self._line)
        services.fonts.write(surface, self.view.table.name(row.seat), line, NAME, colours.text)
        tint = colours.brass_light if row.points > 0 else colours.text2
        services.fonts.write(surface, signed(row.points), line, NAME, tint, "right")
        foot = band.bottom - px(9)
        for hand, x in ((row.dealt, 0.0), (row.end, self._second)):
            self._band.draw_row(surface, hand, self.tile, (line.x + round(x * self.tile), foot))
