"""Where the cards of a prompt lie in its box: pure geometry in device pixels. Source: design/README.md, section 5.

The win card stands at the left over all rows; the others follow in reading order, in columns as wide as their widest
card needs. A last row that is not full shares the whole width, so that the box has no hole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pygame import Rect

from rules.values import value


@value
class PromptPlaces:
    """The box, the win card (None: there is none) and the other cards in reading order."""

    box: Rect
    win: Rect | None
    cards: tuple[Rect, ...]


@value
class PromptFrame:
    """Sizes for the cards: least width and height of one, the win card's width in several rows and in a single one,
    gap, padding and head of the box.

    `least`: how wide the inside has to be for what stands in the head.
    """

    width: int
    height: int
    win: int
    low_win: int
    gap: int
    padding: int
    head: int
    least: int

    def places(self, least: Sequence[int], win: bool, rows: int) -> PromptPlaces:
        """A box at (0, 0) for cards of at least these widths in `rows` rows."""
        columns = -(-len(least) // rows)
        widths = [max(self.width, *least[column::columns]) for column in range(columns)]
        whole = sum(widths) + self.gap * max(0, columns - 1)
        win_width = self.win if rows > 1 else self.low_win  # a low card has its words side by side
        own = win_width + (self.gap if columns else 0) if win else 0
        room = max(whole, max(2 * self.width, self.least) - own)
        inner_height = rows * (self.height + self.gap) - self.gap
        box = Rect(0, 0, own + room + 2 * self.padding, self.head + inner_height + self.padding)
        area = Rect(self.padding + own, self.head, room, inner_height)
        first = Rect(self.padding, self.head, win_width if columns else own + room, inner_height) if win else None
        return PromptPlaces(box, first, tuple(self._cards(area, widths, len(least))))

    def _cards(self, area: Rect, widths: Sequence[int], count: int) -> list[Rect]:
        columns = len(widths)
        used = -(-count // columns) if columns else 0
        found: list[Rect] = []
        for row in range(used):
            in_row = min(columns, count - row * columns)
            top, bottom = (area.y + (area.height + self.gap) * n // used for n in (row, row + 1))
            shares = list(widths) if in_row == columns else [0] * in_row
            spare = area.width - sum(shares) - self.gap * (in_row - 1)
            left = area.x
            for place, share in enumerate(shares):
                wide = share + (spare * (place + 1) // in_row - spare * place // in_row)
                found.append(Rect(left, top, wide, bottom - self.gap - top))
                left += wide + self.gap
        return found

    def moved(self, places: PromptPlaces, x: int, y: int) -> PromptPlaces:
        """The same box elsewhere."""
        win = None if places.win is None else places.win.move(x, y)
        return PromptPlaces(places.box.move(x, y), win, tuple(card.move(x, y) for card in places.cards))


@value
class PromptRoom:
    """Where a box may lie: from `left` to the corner of `right` and `bottom`, below `top`, beside what is `laid` open.

    `narrowest`: how narrow a card may be where room is short.
    """

    left: int
    right: int
    top: int
    bottom: int
    laid: tuple[Rect, ...]
    narrowest: int

    def places(self, frame: PromptFrame, least: Sequence[int], win: bool) -> PromptPlaces:
        """The first of these in nobody's way: in the corner as usual, in one row, in a narrow row; the same beside."""
        usual = frame.places(least, win, 2 if win or len(least) > 3 else 1)
        single, narrow = (replace(frame, width=w).places(least, win, 1) for w in (frame.width, self.narrowest))
        beside = min([self.right, *(place.left - 2 * frame.gap for place in self.laid)])
        ways = [(found, self.right) for found in (usual, single, narrow)]
        ways += [(found, beside) for found in (single, narrow, usual)]
        placed = [frame.moved(f, right - f.box.width, self.bottom - f.box.height) for f, right in ways]
        return next((found for found in placed if self._free(found.box)), placed[0])

    def _free(self, box: Rect) -> bool:
        """Whether a box covers neither one's own waits nor what the seat at the right shows."""
        return box.top >= self.top and box.left >= self.left and box.collidelist(list(self.laid)) < 0
