"""Where everything on the table lies: pure geometry, no picture and no event. Source: design/README.md, section 5.

Lengths are computed in virtual pixels (one side of the window is 1280 or 720 of them), then multiplied by `u` and
rounded to device pixels, which is what all results are in. `Position` is a seat as seen from one's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pygame import Rect

from game.meldcells import MeldRow
from game.places import MeldPlaces, Place, Position, SidePlaces, face_size
from game.sidecolumn import SideColumn
from game.tileart import Body, Turn, pixels, tile_size
from game.units import rounded

MARGIN: Final = 16.0
CORNER: Final = 148.0
FACE: Final = 1.333
PLATE: Final = (148.0, 62.0)
RIVER_GAP: Final = 8.0
SIDE_TOP: Final = 88.0
DRAWN_GAP: Final = 0.32
FIRST_ROW: Final = 11
CARD_GAP: Final = 8.0
PROMPT_PADDING: Final = 10.0
PROMPT_HEAD: Final = 31.0
WIN_CARD: Final = 98.0


class TableLayout:
    """All places for a window of `width` x `height` device pixels.

    `target`: the least side of something one presses, in device pixels; `large`: large-target mode; `wide`: cards as
    wide as English needs them.
    """

    def __init__(self, width: int, height: int, *, target: int = 0, large: bool = False, wide: bool = False) -> None:
        self.width, self.height = width, height
        self.target, self.large, self.wide = target, large, wide
        self.u = min(width / 1280, height / 720)
        self.vh = height / self.u
        whole = width / self.u
        self.rail_width = min(330.0, whole - 1.80 * self.vh) if whole > 1.80 * self.vh + 250 else 0.0
        self.vw = whole - self.rail_width
        self._measure()

    def _measure(self) -> None:
        vw, vh = self.vw, self.vh
        self.rows = 6 if vh >= 880 else 5
        self.columns = 4 if self.rows == 6 else 5
        room = (vw - 2 * (MARGIN + CORNER + 17)) / 14.35
        self.hand_width = self._snapped(min(room, 0.095 * vh * (1.08 if self.large else 1)))
        self.across_width = self._snapped(min(0.042 * vh, 34))
        side = min(0.0472 * vh, 38)
        self.side_width = self._snapped(side)
        fit = (vw - 16 - 2 * (MARGIN + CORNER + 16 + FACE * side + 12)) / (self.rows + 2.667 * self.columns)
        self.river_width = self._snapped(min(0.0611 * vh, fit))
        self.meld_width = self._snapped(0.75 * self.hand_width / self.u)
        self.hand_top = self.height - self.px(12) - pixels(454, self.hand_width)
        block = self.rows * self.river_width
        across_bottom = 14 + 1.487 * self.across_width / self.u
        middle = (across_bottom + (self.hand_top - 0.25 * self.hand_width) / self.u) / 2 + 2
        self.centre = Rect(0, 0, block, block)
        self.centre.center = (self.px(vw / 2), self.px(middle))

    def _snapped(self, virtual: float) -> int:
        return rounded(virtual * self.u)

    def px(self, length: float) -> int:
        """A virtual length in whole device pixels."""
        return rounded(length * self.u)

    def _rect(self, x: float, y: float, width: float, height: float) -> Rect:
        return Rect(self.px(x), self.px(y), self.px(x + width) - self.px(x), self.px(y + height) - self.px(y))

    # ---- one's own hand -------------------------------------------------------------------------------------------

    @property
    def hand_left(self) -> int:
        """Where one's own hand begins."""
        return self.px(MARGIN + CORNER + 17)

    def hand_place(self, index: int, count: int, apart: bool) -> Place:
        """The tile at `index` of `count` standing in one's own hand; `apart`: the last one was just drawn."""
        gap = rounded(DRAWN_GAP * self.hand_width) if apart and index == count - 1 else 0
        return Place(self.hand_left + index * self.hand_width + gap, self.hand_top, self.hand_width, Body.STANDING)

    def hand_rect(self, count: int, apart: bool) -> Rect:
        """The whole standing hand."""
        if not count:
            return Rect(self.hand_left, self.hand_top, 0, pixels(454, self.hand_width))
        return self.hand_place(0, count, apart).rect.union(self.hand_place(count - 1, count, apart).rect)

    def own_melds(self, rows: Sequence[MeldRow], count: int, apart: bool) -> tuple[MeldPlaces, ...]:
        """One's own melds, to the right of a hand of `count` tiles."""
        hand = self.hand_rect(count, apart)
        left = hand.right + (self.px(18) if count else 0)
        found = []
        for row in rows:
            found.append(self._row(row, left, self.meld_width, baseline=hand.bottom))
            left = found[-1].rect.right + self.px(12)
        return tuple(found)

    def _row(self, row: MeldRow, left: int, width: int, baseline: int) -> MeldPlaces:
        """A meld along a horizontal edge: it stands on the baseline. The notch above the turned tile has the arrow."""
        cells: list[Place] = []
        arrow = None
        for cell in row.cells:
            if cell.on_top:
                cells.append(cells[-1].moved(0, -rounded(0.86 * width)))
                continue
            place = self._flat(left, 0, width, cell.claimed, cell.down, row.feeder)
            cells.append(place.moved(0, baseline - place.rect.height))
            if cell.claimed:
                arrow = (cells[-1].rect.centerx, cells[-1].y - self.px(10))
            left += place.rect.width
        if arrow is not None and any(cell.on_top for cell in row.cells):
            arrow = (arrow[0], min(place.y for place in cells) - self.px(10))
        return MeldPlaces(tuple(cells), arrow)

    @staticmethod
    def _flat(x: int, y: int, width: int, claimed: bool, down: bool, feeder: int) -> Place:
        turn = Turn.UPRIGHT if not claimed else Turn.RIGHT if feeder == 3 else Turn.LEFT
        return Place(x, y, width, Body.LYING_DOWN if down else Body.LYING, turn)

    # ---- across ---------------------------------------------------------------------------------------------------

    @property
    def across_right(self) -> int:
        """Where the hand across ends, whatever its size."""
        return self.centre.centerx + rounded(6.5 * self.across_width)

    def across_hand(self, count: int, opened: bool = False) -> list[Place]:
        """The standing hand across, left to right; lying face up when it is shown."""
        body = Body.LYING if opened else Body.ACROSS
        left = self.across_right - count * self.across_width
        return [Place(left + i * self.across_width, self.px(14), self.across_width, body) for i in range(count)]

    def across_melds(self, rows: Sequence[MeldRow], count: int) -> tuple[MeldPlaces, ...]:
        """The melds across, from the hand to the left: their owner's right hand."""
        right = self.across_right - count * self.across_width - (self.px(9) if count else 0)
        found = []
        for row in rows:
            found.append(self._row_across(row, right))
            right = found[-1].rect.left - self.px(9)
        return tuple(found)

    def _row_across(self, row: MeldRow, right: int) -> MeldPlaces:
        width, top = self.across_width, self.px(14)
        cells: list[Place] = []
        arrow = None
        for cell in row.cells:
            if cell.on_top:
                cells.append(cells[-1].moved(0, width // 2))
            else:
                wide = face_size(width, Turn.LEFT if cell.claimed else Turn.UPRIGHT)[0]
                right -= wide
                cells.append(self._flat(right, top, width, cell.claimed, cell.down, row.feeder))
            if cell.claimed:
                arrow = (cells[-1].rect.centerx, cells[-1].rect.bottom + self.px(7))
        return MeldPlaces(tuple(cells), arrow)

    # ---- the sides ------------------------------------------------------------------------------------------------

    def side(self, position: Position, count: int, rows: Sequence[MeldRow], opened: bool = False) -> SidePlaces:
        """The column of a seat at the side: `count` tiles in hand, standing or opened, and its melds."""
        edge = self.px(MARGIN + CORNER + 16)
        column = SideColumn(
            position=position,
            edge=edge if position is Position.LEFT else self.px(self.vw) - edge,
            middle=self.centre.centery,
            top=self.px(SIDE_TOP),
            bottom=self.hand_top - self.px(18),
            width=self.side_width,
            u=self.u,
        )
        return column.fitted(count, rows, opened).places(count, rows, opened)

    # ---- discards -------------------------------------------------------------------------------------------------

    def river(self, position: Position, index: int, upright: bool = False) -> Place:
        """The place of a seat's discard number `index` (from 0). `upright`: all faces to the reader."""
        width = self.river_width
        if not position.beside:
            return self._river_row(position, index, width)
        slot = self._river_column(position, index, width)
        if not upright:
            return slot
        small = rounded(0.75 * width)
        return Place(slot.face.centerx - small // 2, slot.y, small)

    def _river_row(self, position: Position, index: int, width: int) -> Place:
        row, column = (0, index) if index < FIRST_ROW else (1, index - FIRST_ROW)
        left = self.centre.centerx - rounded(5.5 * width)
        pitch, gap = face_size(width)[1], self.px(RIVER_GAP)
        if position is Position.OWN:
            return Place(left + column * width, self.centre.bottom + gap + row * pitch, width)
        right = left + (FIRST_ROW - 1) * width
        top = self.centre.top - gap - tile_size(width, Body.LYING)[1]
        return Place(right - column * width, top - row * pitch, width)

    def _river_column(self, position: Position, index: int, width: int) -> Place:
        column, row = divmod(index, self.rows)
        wide, gap = face_size(width)[1], self.px(RIVER_GAP)
        if position is Position.LEFT:
            x = self.centre.left - gap - (column + 1) * wide
            return Place(x, self.centre.top + row * width, width, Body.LYING, Turn.RIGHT)
        x = self.centre.right + gap + column * wide
        y = self.centre.bottom - (row + 1) * width
        return Place(x, y, width, Body.LYING, Turn.LEFT)

    # ---- plates, panels, buttons ----------------------------------------------------------------------------------

    def plate(self, position: Position) -> Rect:
        """The plate of a seat: name and points."""
        wide, high = PLATE
        beside = self.centre.centery / self.u - 31
        x, y = {
            Position.OWN: (MARGIN, self.vh - 12 - high),
            Position.RIGHT: (self.vw - MARGIN - wide, beside),
            Position.ACROSS: ((self.centre.centerx + 8 * self.across_width) / self.u + 6, 12.0),
            Position.LEFT: (MARGIN, beside),
        }[position]
        return self._rect(x, y, wide, high)

    def info(self, width: int) -> Rect:
        """The info card for a text of `width` device pixels with its tile; never into the melds across."""
        return Rect(self.px(MARGIN), self.px(12), min(max(width, self.px(150)), self.px(232)), self.px(66))

    def waits(self, height: int) -> Rect:
        """The waits panel, `height` device pixels high if there is room, above one's own plate."""
        bottom = self.plate(Position.OWN).top - self.px(14)
        top = max(bottom - height, self.plate(Position.LEFT).bottom + self.px(12))
        return Rect(self.px(MARGIN), top, self.px(CORNER), bottom - top)

    def icon_buttons(self, count: int) -> list[Rect]:
        """The icon buttons at the top right, left to right."""
        side, gap = max(self.px(52 if self.large else 38), min(self.target, 44)), self.px(8)
        right = self.px(self.vw - MARGIN)
        left = right - count * side - (count - 1) * gap
        return [Rect(left + i * (side + gap), self.px(14), side, side) for i in range(count)]

    def log_line(self, width: int) -> Rect:
        """The last action in words, under the icon buttons, `width` device pixels wide if there is room."""
        right, top = self.px(self.vw - MARGIN), self.icon_buttons(1)[0].bottom + self.px(4)
        room = right - self.plate(Position.ACROSS).right - self.px(8)
        wide = min(width, room)
        return Rect(right - wide, top, wide, max(self.px(SIDE_TOP - 2) - top, 18))

    def controls(self) -> tuple[Rect, Rect, Rect]:
        """The control block: sort, cover, and the big button; as tall as the hand, or taller for a finger."""
        left, right, bottom = self.px(self.vw - MARGIN - CORNER), self.px(self.vw - MARGIN), self.height - self.px(12)
        gap = self.px(8)
        whole = bottom - self.hand_top - gap
        big = max(rounded(0.56 * whole), self.target)
        small = max(whole - rounded(0.56 * whole), self.target)
        half = (right - left - gap) // 2
        top = bottom - big - gap - small
        return (
            Rect(left, top, half, small),
            Rect(right - half, top, half, small),
            Rect(left, bottom - big, right - left, big),
        )

    @property
    def frame(self) -> Rect:
        """The hairline round the whole table."""
        return Rect(self.px(8), self.px(8), self.px(self.vw - 16), self.height - 2 * self.px(8))

    @property
    def court(self) -> Rect:
        """The court line round the discards."""
        left, top = self.px(MARGIN + CORNER + 76), self.px(70)
        return Rect(left, top, self.px(self.vw) - 2 * left, self.hand_top - self.px(24) - top)

    @property
    def rail(self) -> Rect | None:
        """The log at the right edge of a very wide window."""
        if not self.rail_width:
            return None
        left = self.px(self.vw)
        return Rect(left, self.px(12), self.width - self.px(MARGIN) - left, self.height - 2 * self.px(12))

    @property
    def log_panel(self) -> Rect:
        """The log over the table where there is no rail: the right part of the court."""
        wide = self.px(330)
        court = self.court
        return Rect(court.right - wide, court.top, wide, court.height)

    # ---- the prompt -----------------------------------------------------------------------------------------------

    def prompt(self, cards: int, win: bool) -> tuple[Rect, Rect | None, list[Rect]]:
        """The box of a prompt with `cards` cards beside the win card: box, win card, cards in reading order."""
        rows = 2 if win or cards > 2 else 1
        columns = -(-cards // rows)
        wide = self.px(156 if self.wide else 134)
        high = max(self.px(53), 44, self.target)
        gap, padding, head = self.px(CARD_GAP), self.px(PROMPT_PADDING), max(self.px(PROMPT_HEAD), 27)
        own = self.px(WIN_CARD) + (gap if cards else 0) if win else 0
        inner = max(own + columns * (wide + gap) - (gap if cards else 0), 2 * wide)
        box = Rect(0, 0, inner + 2 * padding, head + rows * (high + gap) - gap + padding)
        box.bottomright = (self.px(self.vw - MARGIN), min(self.hand_top, self.controls()[0].top) - self.px(8))
        left, top = box.right - padding - columns * (wide + gap) + gap, box.top + head
        places = [
            Rect(left + (i % columns) * (wide + gap), top + (i // columns) * (high + gap), wide, high)
            for i in range(cards)
        ]
        first = Rect(box.left + padding, top, self.px(WIN_CARD), rows * (high + gap) - gap) if win else None
        if first is not None and not cards:
            first.width = inner
        return box, first, places
