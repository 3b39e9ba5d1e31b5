"""The hand being put together, on a band: melds, the places of its tiles, the winning tile. A press takes one away."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.encyclopedia.draft import Draft
from game.encyclopedia.handrow import draw_wild
from game.encyclopedia.verdict import VerdictWords
from game.settlement.band import FEEDER, WINNING_GAP, HandBand, Piece, Row, open_row
from game.tabletexts import TableTexts
from game.tileart import Body, tile_size
from game.widgets.base import PRESS_KEYS, PartsWidget
from rules.cases.hands import BIRD
from rules.tiles import Tile

if TYPE_CHECKING:
    from game.services import Services

LARGEST, PADDING, WILD_ROOM = 50, 18, 70
REMOVING = PRESS_KEYS | {pygame.K_DELETE, pygame.K_BACKSPACE}


class HandBoard(PartsWidget):
    """Shows a draft. Arrows move a frame along its tiles; Enter or Delete takes away what is framed."""

    def __init__(self, services: Services, draft: Draft, on_change: Callable[[], object]) -> None:
        super().__init__(services)
        self.draft, self.on_change = draft, on_change
        self.cursor = 0

    @property
    def content(self) -> str:
        """The tiles in the frame."""
        stops, hand = self.stops(), self.draft.hand
        if not stops:
            return ""
        kind, which = stops[min(self.cursor, len(stops) - 1)]
        tile = Tile(which) if kind == "tile" else hand.tile
        words = VerdictWords(self.services.strings, hand.variant.key, hand.dealer).words
        return words.tiles(self.draft.melds[which].tiles if kind == "meld" else () if tile is None else (tile,))

    # ---- places -----------------------------------------------------------------------------------------------------

    @property
    def _wilds(self) -> tuple[int, ...]:
        return () if self.draft.hand.wild is None else (self.draft.hand.wild,)

    def _melds_end(self, count: int) -> float:
        """Where the first `count` melds end, in tile widths."""
        return open_row(self.draft.hand.winner, (), self.draft.melds[:count], ()).width

    def _row(self) -> Row:
        """The tiles that are there."""
        draft, hand = self.draft, self.draft.hand
        row = open_row(hand.winner, draft.tiles, draft.melds, () if hand.wild is None else (hand.wild,))
        if hand.tile is None:
            return row
        return Row((*row.pieces, Piece(hand.tile, self._winning_x(), winning=True)), self._width())

    def _hand_x(self) -> float:
        return self._melds_end(len(self.draft.melds))

    def _winning_x(self) -> float:
        return self._hand_x() + max(self.draft.size, len(self.draft.tiles)) + WINNING_GAP

    def _width(self) -> float:
        return self._winning_x() + 1

    def _tile_width(self) -> int:
        px = self.services.px
        room = self.rect.width - 2 * px(PADDING) - (px(WILD_ROOM) if self._extra is not None else 0)
        high = (self.rect.height - px(FEEDER + 22)) / self._row_height()
        return max(8, int(min(px(LARGEST), room / self._width(), high)))

    def _row_height(self) -> float:
        row = self._row()
        return (
            max(row.height, tile_size(100, Body.LYING)[1] / 100) if row.pieces else tile_size(100, Body.LYING)[1] / 100
        )

    @property
    def _extra(self) -> int | None:
        """The wild tile, or the one turned up after the win."""
        return self.draft.hand.wild or self.draft.hand.bird

    def _corner(self) -> tuple[int, int]:
        """The lower left corner of the row."""
        high = round(self._row_height() * self._tile_width())
        px = self.services.px
        return self.rect.x + px(PADDING), self.rect.centery + high // 2 + px(FEEDER) // 2 - px(2)

    def stops(self) -> list[tuple[str, int]]:
        """What can be taken away, from left to right: melds, tiles (by place in the sorted hand), the winning tile."""
        melds = [("meld", index) for index in range(len(self.draft.melds))]
        tiles = [("tile", int(tile)) for tile in self._sorted()]
        return [*melds, *tiles, *([("winning", 0)] if self.draft.hand.tile is not None else [])]

    def _sorted(self) -> list[int]:
        return sorted(self.draft.tiles, key=lambda tile: (tile not in self._wilds, tile))

    def place_of(self, index: int) -> pygame.Rect:
        """Where a stop lies on the screen."""
        kind, which = self.stops()[index]
        width, (left, foot) = self._tile_width(), self._corner()
        if kind == "meld":
            x, end = (self._melds_end(which) if which else 0.0), self._melds_end(which + 1)
        else:
            x = self._winning_x() if kind == "winning" else self._hand_x() + index - len(self.draft.melds)
            end = x + 1
        high = round(self._row_height() * width)
        return pygame.Rect(left + round(x * width), foot - high, round((end - x) * width), high)

    def part_at(self, position: tuple[int, int]) -> int | None:
        """The number of the stop there."""
        return next((i for i in range(len(self.stops())) if self.place_of(i).collidepoint(position)), None)

    # ---- input ------------------------------------------------------------------------------------------------------

    def activate(self) -> None:
        """Take away what was pressed."""
        if self.pointed is not None:
            self.take_away(self.pointed)

    def take_away(self, index: int) -> None:
        """Take a meld or tile out of the hand."""
        stops = self.stops()
        if not 0 <= index < len(stops):
            return
        kind, which = stops[index]
        if kind == "meld":
            self.draft.remove_meld(which)
        elif kind == "winning":
            self.draft.remove_winning()
        else:
            self.draft.remove_tile(next(tile for tile in self.draft.tiles if tile == which))
        self.pointed = None
        self.services.audio.play("tile.pick")
        self.on_change()

    def key(self, event: pygame.Event) -> bool:
        """Arrows move the frame, Enter and Delete take away."""
        last = len(self.stops()) - 1
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.cursor = max(0, min(last, self.cursor + (1 if event.key == pygame.K_RIGHT else -1)))
            self.services.invalidate()
            return True
        if event.key in REMOVING:
            self.take_away(min(self.cursor, last))
            return True
        return False

    # ---- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw band, empty places, tiles, and what is pointed at or framed."""
        services, px, hand = self.services, self.services.px, self.draft.hand
        services.painter.box(surface, self.rect, "band")
        width, corner = self._tile_width(), self._corner()
        self._draw_places(surface, width, corner)
        texts = TableTexts(services.strings.language, hand.variant.key)
        wilds = () if hand.wild is None else (hand.wild,)
        band = HandBand(services, texts, wilds, hand.variant.wild_name)
        band.draw_row(surface, self._row(), width, corner)
        if hand.wild is not None:
            draw_wild(services, surface, self.rect, hand.wild, hand.variant.wild_name)
        if hand.bird is not None:
            band.draw_turned_up(surface, self.rect, hand.bird, texts.flipped(BIRD))
        framed = self.cursor if self.ring else self.pointed
        if framed is not None and framed < len(self.stops()):
            place = self.place_of(framed).inflate(px(6), px(6))
            services.painter.frame(surface, place, services.colours.white, 2, 7)
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 14)

    def _draw_places(self, surface: pygame.Surface, width: int, corner: tuple[int, int]) -> None:
        """The outlines of the tiles that are missing."""
        high = tile_size(width, Body.LYING)[1]
        missing = [self._hand_x() + index for index in range(len(self.draft.tiles), self.draft.size)]
        for x in [*missing, *([self._winning_x()] if self.draft.hand.tile is None else [])]:
            place = pygame.Rect(corner[0] + round(x * width), corner[1] - high, width, high).inflate(-4, -4)
            winning = x == self._winning_x()
            colour = self.services.colours.brass if winning else self.services.colours.text3
            self.services.painter.frame(surface, place, colour, 1.6 if winning else 1, 5)
