"""The winning hand on its band of cloth: melds as on the table, the concealed tiles, the winning tile apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import pygame

from game.iconart import polygon_svg
from game.meldcells import meld_row
from game.tabletexts import TableTexts
from game.theme import TextStyle
from game.tileart import Body, Turn, tile_size
from rules.events import Won
from rules.melds import Meld
from rules.seats import Seat
from rules.tiles import HIDDEN, Tile
from rules.values import mutable, value

if TYPE_CHECKING:
    from game.services import Services

TURNED = 4 / 3  # how wide a tile lies that is turned sideways, in tile widths
MELD_GAP, HAND_GAP, WINNING_GAP = 0.26, 0.62, 0.85
FEEDER = 13  # the arrow over a claimed tile, virtual pixels
LABEL = 2.1  # what the words beside the winning tile take, in tile widths

Feeder = Literal["", "left", "up", "right"]
FEEDERS: tuple[Feeder, ...] = ("", "right", "up", "left")


@value
class Piece:
    """One tile of the band: `x` and `raised` in tile widths; `feeder`: from where the tile came."""

    tile: Tile
    x: float
    turned: bool = False
    down: bool = False
    raised: float = 0.0
    feeder: Feeder = ""
    winning: bool = False


@value
class Row:
    """All pieces of a hand, and how wide they are together in tile widths."""

    pieces: tuple[Piece, ...]
    width: float

    @property
    def height(self) -> float:
        """In tile widths: more where a tile lies on another one."""
        raised = max((piece.raised for piece in self.pieces), default=0.0)
        flat = tile_size(100, Body.LYING)[1] / 100
        return max(flat, tile_size(100, Body.LYING, Turn.LEFT)[1] / 100 + raised) if raised else flat


def hand_row(win: Won, melds: Sequence[Meld], wilds: Sequence[Tile], lift: float = 1.0) -> Row:
    """The winner's melds, then his hand with wild tiles leftmost, then the winning tile (none for a shown hand)."""
    row = open_row(win.seat, win.hand, melds, wilds, lift)
    if win.tile == HIDDEN:
        return row
    x = row.width + WINNING_GAP
    return Row((*row.pieces, Piece(win.tile, x, winning=True)), x + 1)


def open_row(owner: Seat, hand: Sequence[Tile], melds: Sequence[Meld], wilds: Sequence[Tile], lift: float = 1.0) -> Row:
    """A seat's melds, then its hand with wild tiles leftmost; `lift`: how high a tile lies on another one."""
    pieces: list[Piece] = []
    x = 0.0
    for meld in melds:
        laid, x = _meld_pieces(meld, owner, x, lift)
        pieces += laid
        x += MELD_GAP
    x += HAND_GAP - MELD_GAP if melds else 0.0
    for tile in sorted(hand, key=lambda tile: (tile not in wilds, tile)):
        pieces.append(Piece(tile, x))
        x += 1
    return Row(tuple(pieces), x)


def _meld_pieces(meld: Meld, owner: Seat, x: float, lift: float) -> tuple[list[Piece], float]:
    """A meld from x on, and where it ends."""
    row = meld_row(meld, owner)
    pieces: list[Piece] = []
    for cell in row.cells:
        if cell.on_top:
            under = pieces[-1]
            pieces[-1] = replace(under, feeder="")
            pieces.append(replace(under, tile=cell.tile, raised=lift))
            continue
        pieces.append(Piece(cell.tile, x, cell.claimed, cell.down, feeder=FEEDERS[row.feeder] if cell.claimed else ""))
        x += TURNED if cell.claimed else 1
    return pieces, x


@mutable
class HandBand:
    """Draws a row of pieces on a band; `wild_word` is the flag's word, `wilds` the tiles that bear it."""

    services: Services
    texts: TableTexts
    wilds: Sequence[Tile]
    wild_word: str

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, row: Row, caption: str, turned_up: bool = False) -> None:
        """The band with the hand in its middle; `caption` stands beside the winning tile, or after the last one.

        `turned_up`: room stays for a tile at the right end.
        """
        px = self.services.px
        self.services.painter.box(surface, rect, "band")
        rect = rect.copy()
        rect.width -= self._turned_up_width(rect) + px(12) if turned_up else 0
        room = rect.width - 2 * px(20)
        arrow = px(FEEDER + 6) if any(piece.feeder for piece in row.pieces) else 0
        highest = (rect.height - arrow - px(18)) / row.height
        most = self._caption_width(caption)
        width = int(min(px(46), 0.385 * rect.height, room / (row.width + LABEL), (room - most) / row.width, highest))
        words = max(int(LABEL * width), most)
        left = rect.x + max(px(20), (rect.width - int(row.width * width) - words) // 2)
        foot = min(rect.centery + (int(row.height * width) + self._above(row, width)) // 2, rect.bottom - px(11))
        self.draw_row(surface, row, width, (left, foot))
        beside = pygame.Rect(left + int(row.width * width) + px(16), rect.y, words, rect.height)
        self._draw_caption(surface, beside, caption)

    def _above(self, row: Row, width: int) -> int:
        """How far the arrows over claimed tiles stand out above all tiles of this width."""
        claimed = tile_size(width, Body.LYING, Turn.LEFT)[1] + self.services.px(FEEDER + 3)
        tops = (claimed + round(piece.raised * width) for piece in row.pieces if piece.feeder)
        return max(0, max(tops, default=0) - int(row.height * width))

    def draw_turned_up(self, surface: pygame.Surface, rect: pygame.Rect, tile: Tile, words: str) -> None:
        """A tile turned up for this settlement, small, at the right end of the band with its word above it."""
        services, width = self.services, self._turned_up_width(rect)
        picture = services.images.tile(tile, width)
        place = picture.get_rect(midright=(rect.right - services.px(26), rect.centery + services.px(10)))
        surface.blit(picture, place)
        style = services.steps.small
        line = pygame.Rect(0, 0, services.fonts.width(words, style), services.fonts.line_height(style))
        line.midbottom = (place.centerx, place.top)
        line.right = min(line.right, rect.right - services.px(12))
        services.fonts.write(surface, words, line, style, services.colours.brass_light)

    def _turned_up_width(self, band: pygame.Rect) -> int:
        return int(min(self.services.px(34), 0.30 * band.height))

    def draw_row(self, surface: pygame.Surface, row: Row, width: int, corner: tuple[int, int]) -> None:
        """All pieces with tiles of this width; `corner` is the lower left one."""
        for piece in row.pieces:
            self._draw_piece(surface, piece, width, (corner[0] + round(piece.x * width), corner[1]))

    def _caption_width(self, caption: str) -> int:
        """Of the words, with what is left free before them."""
        return self.services.fonts.width(caption, self.services.steps.label) + self.services.px(20)

    def _draw_piece(self, surface: pygame.Surface, piece: Piece, width: int, foot: tuple[int, int]) -> None:
        services, px = self.services, self.services.px
        body = Body.LYING_DOWN if piece.down else Body.LYING
        turn = Turn.LEFT if piece.turned else Turn.UPRIGHT
        wild = self.wild_word if piece.tile in self.wilds and not piece.down else ""
        picture = services.images.tile(piece.tile, width, body, turn, wild)
        place = picture.get_rect(bottomleft=(foot[0], foot[1] - round(piece.raised * width)))
        services.painter.shadow(surface, place, "button", 4)
        if piece.winning:
            services.painter.shadow(surface, place.inflate(px(6), px(6)), "glow", 7)
        surface.blit(picture, place)
        if piece.winning:
            services.painter.frame(surface, place.inflate(px(6), px(6)), services.colours.brass_light, 2.6, 7)
        if piece.feeder:
            self._draw_feeder(surface, piece.feeder, place.midtop)

    def _draw_feeder(self, surface: pygame.Surface, feeder: Feeder, above: tuple[int, int]) -> None:
        """The brass arrow in the notch over a claimed tile, towards the seat that fed it."""
        side = self.services.px(FEEDER)
        shapes = {
            "left": ((0, side / 2), (side, 0), (side * 0.72, side / 2), (side, side)),
            "right": ((side, side / 2), (0, 0), (side * 0.28, side / 2), (0, side)),
            "up": ((side / 2, 0), (side, side), (side / 2, side * 0.72), (0, side)),
        }
        colour = self.services.colours.brass_light
        picture = self.services.painter.picture(
            ("feeder", feeder, colour), (side, side), lambda: polygon_svg((side, side), shapes[feeder], colour)
        )
        surface.blit(picture, picture.get_rect(midbottom=(above[0], above[1] - self.services.px(3))))

    def _draw_caption(self, surface: pygame.Surface, place: pygame.Rect, caption: str) -> None:
        services, colours, px = self.services, self.services.colours, self.services.px
        call = services.fonts.render("胡", TextStyle("brush", 30), colours.brass_light)
        style = services.steps.label
        high = services.fonts.line_height(style)
        top = place.centery - (call.get_height() + high) // 2 + px(2)
        surface.blit(call, (place.x, top))
        line = pygame.Rect(place.x, min(top + call.get_height(), place.bottom - high), place.width, high)
        services.fonts.write(surface, caption, line, style, colours.text)
