"""A finished hand on a band of cloth: melds, concealed tiles, the winning tile apart, the wild tile at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.settlement.band import FEEDER, WINNING_GAP, HandBand, Piece, Row, open_row
from game.tabletexts import TableTexts
from game.theme import Box
from rules.cases import FinishedHand
from rules.melds import Meld
from rules.tiles import Tile

if TYPE_CHECKING:
    from game.services import Services

TILE = 33
PADDING = 14
WILD_ROOM, WILD_TILE = 64, 30
READABLE = 26
"""Device pixels: a face is plain to read on a tile so wide."""
BAND = Box(top="#17584C", bottom="#0F473D", line="#062B25", line_width=2, radius=10)


def finished_row(hand: FinishedHand) -> Row:
    """All tiles of the winner; a tile that is not known yet leaves no place."""
    given = hand.seats[hand.winner]
    wilds = () if hand.wild is None else (hand.wild,)
    row = open_row(hand.winner, given.hand or (), given.melds, wilds)
    if hand.tile is None:
        return row
    x = row.width + WINNING_GAP
    return Row((*row.pieces, Piece(hand.tile, x, winning=True)), x + 1)


def claims(melds: tuple[Meld, ...]) -> bool:
    """Whether a meld shows by an arrow above it who fed it."""
    return any(meld.source is not None for meld in melds)


def draw_wild(services: Services, surface: pygame.Surface, band: pygame.Rect, tile: Tile, word: str) -> None:
    """The kind that is wild, with its flag, at the right end of a band behind a line."""
    px = services.px
    width = min(max(READABLE, px(WILD_TILE)), band.height // 2)
    picture = services.images.tile(tile, width, wild=word)
    place = picture.get_rect(midright=(band.right - px(WILD_ROOM - WILD_TILE) // 2, band.centery))
    services.painter.shadow(surface, place, "button", 4)
    surface.blit(picture, place)
    line = pygame.Rect(place.x - px(16), band.y + px(10), services.units.line(), band.height - 2 * px(10))
    surface.fill(services.colours.line, line)


class HandStrip:
    """Lays out and draws the band of one hand; `largest`: the width of a tile where there is room, virtual pixels."""

    def __init__(self, services: Services, hand: FinishedHand, largest: float = TILE) -> None:
        self.services, self.hand, self.largest = services, hand, largest
        self.row = finished_row(hand)

    def tile_width(self, width: int) -> int:
        """In device pixels, on a band of this width."""
        px = self.services.px
        room = width - 2 * px(PADDING) - (px(WILD_ROOM) if self._shows_wild else 0)
        return max(8, min(px(self.largest), int(room / self.row.width)))

    @property
    def _shows_wild(self) -> bool:
        return self.hand.wild is not None

    def _above(self) -> int:
        """The room for the arrows of who fed a meld, or for the glow of the winning tile."""
        fed = claims(self.hand.seats[self.hand.winner].melds)
        return self.services.px(FEEDER + 5 if fed else 8)

    def height_for(self, width: int) -> int:
        """Of the band, in device pixels."""
        least = self.services.px(62 if self._shows_wild else 0)
        return max(least, round(self.row.height * self.tile_width(width)) + self._above() + self.services.px(15))

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """The band with the hand at its left."""
        services, px = self.services, self.services.px
        services.painter.box(surface, rect, BAND)
        texts = TableTexts(services.strings.language, self.hand.variant.key)
        wilds = () if self.hand.wild is None else (self.hand.wild,)
        band = HandBand(services, texts, wilds, self.hand.variant.wild_name)
        width = self.tile_width(rect.width)
        high = round(self.row.height * width)
        foot = rect.bottom - (rect.height - high - self._above()) // 2 - px(2)
        band.draw_row(surface, self.row, width, (rect.x + px(PADDING), foot))
        if self.hand.wild is not None:
            draw_wild(services, surface, rect, self.hand.wild, self.hand.variant.wild_name)
