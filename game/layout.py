"""Where everything on the table lies: pure geometry, no picture and no event. Source: design/README.md, section 5.

Lengths are computed in virtual pixels (one side of the window is 1280 or 720 of them), then multiplied by `u` and
rounded to device pixels, which is what all results are in. `Position` is a seat as seen from one's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from pygame import Rect

from game.meldcells import MeldRow, piles
from game.places import MeldPlaces, Place, Position, SidePlaces, face_size
from game.promptplaces import PromptFrame, PromptPlaces, PromptRoom
from game.riverplaces import RiverPlaces
from game.sidecolumn import SMALLEST, WINNER_GAP, SideColumn, side_places
from game.tileart import Body, Turn, pixels, tile_size
from game.units import rounded

MARGIN: Final = 16.0
CORNER: Final = 148.0
FACE: Final = 1.333
PLATE: Final = (148.0, 62.0)
RIVER_GAP: Final = 8.0
SIDE_TOP: Final = 88.0
DRAWN_GAP: Final = 0.32
BESIDE: Final = 0.8
WILD: Final = 36.0
CARD_GAP: Final = 8.0
PROMPT_PADDING: Final = 10.0
PROMPT_HEAD: Final = 31.0
WIDEST_HEAD: Final = 430.0
REACH: Final = 6  # how far what is pressed may reach beyond what is drawn (design section 12)
WIN_CARD: Final = 98.0
WIDEST_WIN: Final = 220.0


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
        self.hand_width = self.px(min(room, 0.095 * vh * (1.08 if self.large else 1)))
        self.across_width = self.px(min(0.042 * vh, 34))
        side = min(0.0472 * vh, 38)
        self.side_width = self.px(side)
        fit = (vw - 16 - 2 * (MARGIN + CORNER + 16 + FACE * side + 12)) / (self.rows + 2.667 * self.columns)
        self.river_width = self.px(min(0.0611 * vh, fit))
        self.meld_width = int(0.75 * self.hand_width)  # not rounded up: four kongs end before the buttons
        self.hand_top = self.height - self.px(12) - pixels(454, self.hand_width)
        block = self.rows * self.river_width
        across_bottom = 14 + 1.487 * self.across_width / self.u
        middle = (across_bottom + (self.hand_top - 0.25 * self.hand_width) / self.u) / 2 + 2
        self.centre = Rect(0, 0, block, block)
        self.centre.center = (self.px(vw / 2), self.px(middle))
        self._rivers = RiverPlaces(self.centre, self.river_width, self.rows, self.px(RIVER_GAP))
        self._plates = self._measured_plates()

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

    def own_opened(self, index: int, count: int, apart: bool) -> Place:
        """The same tile laid face up."""
        place = self.hand_place(index, count, apart)
        return Place(place.x, place.rect.bottom - tile_size(place.width, Body.LYING)[1], place.width)

    def hand_rect(self, count: int, apart: bool) -> Rect:
        """The whole standing hand."""
        if not count:
            return Rect(self.hand_left, self.hand_top, 0, pixels(454, self.hand_width))
        return self.hand_place(0, count, apart).rect.union(self.hand_place(count - 1, count, apart).rect)

    def own_melds(self, rows: Sequence[MeldRow], count: int, apart: bool) -> tuple[MeldPlaces, ...]:
        """One's own melds, to the right of a hand of `count` tiles; what lies beside them in a corner of the court."""
        hand, width = self.hand_rect(count, apart), self._own_meld_width(rows, count)

        def laid(rows: Sequence[MeldRow]) -> Iterator[MeldPlaces]:
            left = hand.right + (self.px(18) if count else 0)
            for row in rows:
                found = self._row(row, left, width, baseline=hand.bottom)
                yield found
                left = found.rect.right + self.px(12)

        return self._with_piles(Position.OWN, rows, laid)

    def _own_meld_width(self, rows: Sequence[MeldRow], count: int) -> int:
        """How wide their tiles are: kongs also end before the buttons when the hand has drawn, and keep that size."""
        flat = [row.steps for row in piles(rows)[0] if not row.beside]
        if not flat:
            return self.meld_width
        drawn = self.hand_rect(count + (count % 3 == 1), apart=True).right
        room = self.controls()[0].left - self.px(4) - drawn - self.px(18) - self.px(12) * (len(flat) - 1)
        return min(self.meld_width, int(room / sum(upright + FACE * turned for upright, turned in flat)))

    def _with_piles(
        self, position: Position, rows: Sequence[MeldRow], laid: Callable[[Sequence[MeldRow]], Iterable[MeldPlaces]]
    ) -> tuple[MeldPlaces, ...]:
        """Melds as `laid` puts them, and the solo kongs in piles."""
        places, numbers = piles(rows)
        apart = (self._beside(position, pile) for pile in range(len(places)))
        flat = iter(laid([row for row in places if not row.beside]))
        found = [next(apart) if row.beside else next(flat) for row in places]
        return tuple(found[number] for number in numbers)

    def _beside(self, position: Position, pile: int) -> MeldPlaces:
        """A pile of solo kongs in the corner of the court at its owner's left hand, where no discard comes.

        One's own leave room for a line above the hand.
        """
        court, width, gap = self.court, rounded(BESIDE * self.river_width), self.px(14)
        step = pile * (width + self.px(8))
        if position is Position.ACROSS:
            return MeldPlaces((Place(court.right - gap - width - step, court.top + gap, width),))
        top = court.bottom - 3 * gap - tile_size(width, Body.LYING)[1]
        return MeldPlaces((Place(court.left + gap + step, top, width),))

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

    def across_hand(self, count: int, opened: bool = False, apart: bool = False) -> list[Place]:
        """The standing hand across, left to right; lying face up when it is shown, its last tile perhaps `apart`."""
        body, gap = (Body.LYING if opened else Body.ACROSS), self._winner_gap(apart)
        left = self.across_right - count * self.across_width
        xs = [left + i * self.across_width - (gap if i == 0 else 0) for i in range(count)]
        return [Place(x, self.px(14), self.across_width, body) for x in xs]

    def _winner_gap(self, apart: bool) -> int:
        """How far a winning tile lies from the hand across."""
        return rounded(WINNER_GAP * self.across_width) if apart else 0

    def across_melds(self, rows: Sequence[MeldRow], count: int, apart: bool = False) -> tuple[MeldPlaces, ...]:
        """The melds across, from the hand to the left: their owner's right hand."""
        end = self.across_right - count * self.across_width - self._winner_gap(apart) - (self.px(9) if count else 0)

        def laid(rows: Sequence[MeldRow]) -> Iterator[MeldPlaces]:
            right = end
            for row in rows:
                found = self._row_across(row, right)
                yield found
                right = found.rect.left - self.px(9)

        return self._with_piles(Position.ACROSS, rows, laid)

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

    def side(
        self, position: Position, count: int, rows: Sequence[MeldRow], opened: bool = False, apart: bool = False
    ) -> SidePlaces:
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
            apart=apart,
        )
        places, numbers = piles(rows)
        found = side_places(column, count, tuple(places), opened)
        return replace(found, melds=tuple(found.melds[number] for number in numbers))

    # ---- discards -------------------------------------------------------------------------------------------------

    def river(self, position: Position, index: int, upright: bool = False) -> Place:
        """The place of a seat's discard number `index` (from 0). `upright`: all faces to the reader."""
        return self._rivers.place(position, index, upright)

    # ---- plates, panels, buttons ----------------------------------------------------------------------------------

    def plate(self, position: Position) -> Rect:
        """The plate of a seat: name and points."""
        return self._plates[position].copy()

    def _measured_plates(self) -> dict[Position, Rect]:
        wide, high = PLATE
        beside = self.centre.centery / self.u - 31
        corners = {
            Position.OWN: (MARGIN, self.vh - 12 - high),
            Position.RIGHT: (self.vw - MARGIN - wide, beside),
            Position.ACROSS: ((self.centre.centerx + 8 * self.across_width) / self.u + 6, 12.0),
            Position.LEFT: (MARGIN, beside),
        }
        return {position: self._rect(x, y, wide, high) for position, (x, y) in corners.items()}

    def info(self, width: int) -> Rect:
        """The info card for a text of `width` device pixels with its tile; never into the melds across."""
        return Rect(self.px(MARGIN), self.px(12), min(max(width, self.px(150)), self.px(232)), self.px(66))

    def wild(self) -> Place:
        """The wild tile on the info card."""
        width, card = self.px(WILD), self.info(0)
        return Place(card.x + self.px(10), card.centery - face_size(width)[1] // 2, width)

    def turned_up(self, index: int) -> Place:
        """The tile turned up as number `index`, in rows under the info card."""
        width = max(SMALLEST, self.px(27))
        row, column = divmod(index, 4)
        return Place(self.px(MARGIN) + column * (width + self.px(4)), self.px(106) + row * self.px(48), width)

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
        big = max(rounded(0.56 * whole), self._drawn_target)
        small = max(whole - rounded(0.56 * whole), self._drawn_target)
        half = (right - left - gap) // 2
        top = bottom - big - gap - small
        return (
            Rect(left, top, half, small),
            Rect(right - half, top, half, small),
            Rect(left, bottom - big, right - left, big),
        )

    @property
    def _drawn_target(self) -> int:
        """What is drawn of something one presses: more than 44 pixels may be made up by its reach."""
        return max(min(self.target, 44), self.target - 2 * REACH)

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
        """The log over the table where there is no rail: the court right of the centre, so that the time is in sight.

        Where that is too narrow for nine tiles side by side, a part of the centre as well.
        """
        court, nine = self.court, 9 * 28 + 2 * self.px(20)
        wide = min(self.px(330), max(nine, court.right - self.centre.right - self.px(8)))
        return Rect(court.right - wide, court.top, wide, court.height)

    # ---- the prompt -----------------------------------------------------------------------------------------------

    def prompt(
        self, least: Sequence[int], win: bool, head: int = 0, laid: Sequence[Rect] = (), note: int = 0
    ) -> PromptPlaces:
        """The box of a prompt: cards of at least these widths beside the win card, in two rows, under a head so wide.

        Up to three cards without a win card stand in one row. Where the box would reach discards of the seat at the
        right, or what that seat has `laid` open, the cards stand in one row, narrower if need be, or the box beside.
        `note`: the width that the text on the win card needs.
        """
        width = self.px(156 if self.wide else 134)
        frame = PromptFrame(
            width=width,
            height=max(self.px(53), 44, self._drawn_target),
            win=min(max(self.px(WIN_CARD), note), width),
            low_win=max(width, min(note * 5 // 3, self.px(WIDEST_WIN))),
            gap=self.px(CARD_GAP),
            padding=self.px(PROMPT_PADDING),
            head=max(self.px(PROMPT_HEAD), 27),
            least=min(head, self.px(WIDEST_HEAD)),
        )
        bottom = min(self.hand_top, self.controls()[0].top) - self.px(8)
        top, narrowest = self.river(Position.RIGHT, 0).face.bottom, max(self.px(64), self.target)
        room = PromptRoom(self.hand_left, self.px(self.vw - MARGIN), top, bottom, tuple(laid), narrowest)
        return room.places(frame, least, win)
