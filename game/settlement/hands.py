"""The four hands at the end: what each seat held, who was ready and for which tiles, what the hand brought it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from game.settlement.band import HandBand, Row, hand_row, open_row
from game.settlement.diagram import PlateWords, draw_player
from game.settlement.lines import SOURCE_WORDS
from game.settlement.sheet import Sheet
from game.strings import number, signed
from game.theme import TextStyle
from game.tileart import FACE_FROM, Body, tile_size
from game.widgets.stacked import Still
from rules.events import WinSource, Won
from rules.hints import waits_shown
from rules.score import Breakdown, Transfer
from rules.seats import SEATS, Seat
from rules.state import RoundState
from rules.tiles import HIDDEN, Tile
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

GAP = 8
WORD = TextStyle("sans-bold", 15)
PAD, AVATAR, NAME, CHANGE = 14, 21, 150, 78
TILE, WAIT = 40, 30
"""Width of a tile of the hand at most, and of one it waits for."""
MOST_WAITS = 7
NAMED, CAME = 0.26, 0.2
"""Type of who it is, and of what the hand brought, at most: as shares of a row's height."""
LIFT = 0.42
"""How high the fourth tile of an added kong lies on the third, in tile widths: rows are low here."""


@value
class OpenHand:
    """A seat's hand at the end. `waits` rise by tile; `state`: ready, not ready or how it won; `came`: for what."""

    row: Row
    plate: PlateWords
    state: str
    waits: tuple[Tile, ...]
    came: str


def last_win(state: RoundState, seat: Seat) -> Won | None:
    """The win with a winning tile by which a seat ended its hand; None when it has none."""
    return next((win for win in reversed(state.wins) if win.seat == seat and win.tile != HIDDEN), None)


def received(transfers: Sequence[Transfer], seat: Seat) -> dict[str, int]:
    """What a seat got (or paid: below zero) for each reason, in the order of the payments."""
    sums: dict[str, int] = {}
    for transfer in transfers:
        if seat in (transfer.payer, transfer.payee):
            change = transfer.amount if seat == transfer.payee else -transfer.amount
            sums[transfer.reason] = sums.get(transfer.reason, 0) + change
    return sums


def open_hand(sheet: Sheet, plate: PlateWords, seat: Seat, ready: Mapping[Seat, Mapping[Tile, Breakdown]]) -> OpenHand:
    """Everything about a seat's hand, from what it has shown."""
    state, wording, tr = sheet.state, sheet.wording, sheet.services.tr
    owner, win, waits = state.seats[seat], last_win(state, seat), ready.get(seat, {})
    if win is not None:
        row, words = hand_row(win, owner.melds, state.wilds, LIFT), tr(SOURCE_WORDS[win.source])
        if win.source is WinSource.DISCARD:  # the word for it tells of the discarder
            words = wording.texts.reason("win")
    else:
        row, words = open_row(seat, owner.shown, owner.melds, state.wilds, LIFT), ""
        if waits:
            best = max(waits.values(), key=lambda breakdown: breakdown.value)
            words = tr("Ready, best {value}", value=wording.value(best))
        elif len(owner.shown) % 3 == 1:
            words = tr("Not ready")
    transfers = [transfer for batch in state.ledger for transfer in batch]
    sums = received(transfers, seat)
    came = " · ".join(f"{wording.texts.reason(reason)} {signed(change)}" for reason, change in sums.items() if change)
    return OpenHand(row, plate, words, () if win is not None else tuple(waits), came)


def open_hands(sheet: Sheet, plates: Sequence[PlateWords], body: pygame.Rect) -> list[OpenHandRow]:
    """A row for each hand below each other, the viewer's first; `plates` by seat."""
    ready, rows = waits_shown(sheet.state, sheet.table.rules), []
    for step in SEATS:
        seat = (sheet.viewer + step) % len(SEATS)
        row = OpenHandRow(sheet.services, sheet.band, open_hand(sheet, plates[seat], seat, ready))
        top, bottom = (body.y + body.height * edge // len(SEATS) for edge in (step, step + 1))
        row.rect = pygame.Rect(body.x, top, body.width, bottom - top)
        rows.append(row)
    return rows


class OpenHandRow(Still):
    """A seat's hand on a band of its own: who, the tiles, the waits, what came of it."""

    def __init__(self, services: Services, band: HandBand, hand: OpenHand) -> None:
        super().__init__(services)
        self.band, self.hand = band, hand

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it; the band of a winner or a ready hand has a brass line."""
        services, colours, px = self.services, self.services.colours, self.services.px
        rect = self.rect.copy()
        rect.height -= px(GAP)
        services.painter.box(surface, rect, "band")
        if self.hand.waits or self.hand.plate.winner:
            services.painter.frame(surface, rect, colours.brass, 1.6, 14)
        inner = rect.inflate(-2 * px(PAD), -2 * px(8))
        left = self._draw_player(surface, inner)
        change = pygame.Rect(inner.right - px(CHANGE), inner.y, px(CHANGE), inner.height)
        gained = self.hand.plate.change > 0
        colour = colours.brass_light if gained else colours.text
        services.fonts.write(surface, signed(self.hand.plate.change), change, services.steps.payment, colour, "right")
        self._draw_tiles(surface, pygame.Rect(left, inner.y, change.x - px(10) - left, inner.height))

    def _draw_player(self, surface: pygame.Surface, inner: pygame.Rect) -> int:
        """Avatar, name, state; returns where the tiles may begin."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        radius = min(px(AVATAR), inner.height // 2)
        strong, small = self._capped(steps.strong, NAMED), self._capped(steps.small, NAMED)
        draw_player(services, surface, (inner.x + radius, inner.centery), radius, self.hand.plate)
        place = pygame.Rect(inner.x + 2 * radius + px(10), inner.y, px(NAME), services.fonts.line_height(strong))
        second = services.fonts.line_height(small)
        place.y = inner.centery - (place.height + (second if self.hand.state else 0)) // 2
        services.fonts.write(surface, self.hand.plate.name, place, strong, colours.text)
        below = pygame.Rect(place.x, place.bottom, place.width, second)
        bright = bool(self.hand.waits) or self.hand.plate.winner
        colour = colours.brass_light if bright else colours.text2
        services.fonts.write(surface, self.hand.state, below, small, colour)
        return place.right + px(12)

    def _capped(self, style: TextStyle, share: float) -> TextStyle:
        """A style no larger than such a share of the row, which cannot grow with the text setting."""
        return self.services.fonts.capped(style, share * self.rect.height)

    def _draw_tiles(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """The hand at the left, the waits at the right, below them what the hand brought."""
        services, px, small = self.services, self.services.px, self._capped(self.services.steps.small, CAME)
        line = services.fonts.line_height(small) if self.hand.came else 0
        room = place.width - (self._waits_width + px(16) if self.hand.waits else 0)
        width = int(min(px(TILE), (place.height - line - px(2)) / self.hand.row.height, room / self.hand.row.width))
        width = max(width, FACE_FROM)
        high = int(self.hand.row.height * width)
        foot = place.centery + (high - line) // 2
        self.band.draw_row(surface, self.hand.row, width, (place.x, foot))
        if self.hand.waits:
            self._draw_waits(surface, (place.right - self._waits_width, foot))
        below = pygame.Rect(place.x, foot + px(3), place.width, line)
        services.fonts.write(surface, self.hand.came, below, small, services.colours.text2)

    def _draw_waits(self, surface: pygame.Surface, corner: tuple[int, int]) -> None:
        """The waits with their word; `corner` is the lower left one."""
        services, colours = self.services, self.services.colours
        left, foot = corner
        middle = foot - tile_size(self._wait, Body.LYING)[1] // 2
        word = services.fonts.render(services.tr("Waiting for"), self._word, colours.brass_light)
        left = surface.blit(word, word.get_rect(midleft=(left, middle))).right + services.px(8)
        for tile in self.hand.waits[:MOST_WAITS]:
            wild = self.band.wild_word if tile in self.band.wilds else ""
            picture = services.images.tile(tile, self._wait, wild=wild)
            left = surface.blit(picture, picture.get_rect(bottomleft=(left, foot))).right
        more = services.fonts.render(self._more, self._word, colours.text)
        surface.blit(more, more.get_rect(midleft=(left + services.px(4), middle)))

    @property
    def _word(self) -> TextStyle:
        return self._capped(WORD, NAMED)

    @property
    def _wait(self) -> int:
        """How wide a waited-for tile is: never so small that it would lose its face."""
        return max(FACE_FROM, self.services.px(WAIT))

    @property
    def _more(self) -> str:
        """How many waits have no room; empty when all are shown."""
        hidden = len(self.hand.waits) - MOST_WAITS
        return f"+{number(hidden)}" if hidden > 0 else ""

    @property
    def _waits_width(self) -> int:
        """Of the word, the tiles, and the number of those that have no room."""
        fonts, px = self.services.fonts, self.services.px
        words = fonts.width(self.services.tr("Waiting for"), self._word) + fonts.width(self._more, self._word)
        return words + px(12) + self._wait * min(len(self.hand.waits), MOST_WAITS)
