"""The one scale of the screen: virtual lengths (1280x720) to device pixels. Never draws."""

from __future__ import annotations

import math
from typing import Final

import pygame

TOUCH_TARGET = 44
LARGE_TARGET = 64
MOST_TYPE = 2.0


def rounded(value: float) -> int:
    """Whole pixels, halves upward (design section 5), so that mirrored places stay mirrored."""
    return math.floor(value + 0.5)


class Units:
    """How long one virtual pixel is in a window of `width` x `height` device pixels (design section 5).

    `text` is the player's text setting, 0.8 to 2.0. `u` is device pixels per virtual pixel, `ut` the same for type:
    never under 0.9, times the player's setting; at most twice `u`, which is all that a window has room for.
    """

    def __init__(self, width: int, height: int, text: float = 1.0) -> None:
        self.width: Final = width
        self.height: Final = height
        self.text: Final = text
        self.u: Final = min(width / 1280, height / 720)
        self.ut: Final = min(max(self.u, 0.90) * text, MOST_TYPE * self.u)

    @property
    def vw(self) -> float:
        """Width of the window in virtual pixels."""
        return self.width / self.u

    @property
    def vh(self) -> float:
        """Height of the window in virtual pixels."""
        return self.height / self.u

    def px(self, length: float) -> int:
        """A virtual length or position in whole device pixels."""
        return rounded(length * self.u)

    def line(self, width: float = 1) -> int:
        """The width of a drawn line: at least one device pixel."""
        return max(1, self.px(width))

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """A virtual rectangle in device pixels; neighbours that touch keep touching."""
        left, top = self.px(x), self.px(y)
        return pygame.Rect(left, top, self.px(x + width) - left, self.px(y + height) - top)

    def type_size(self, step: float, smallest: int = 12) -> int:
        """The pixel size of type of the given step (design section 3)."""
        return max(smallest, rounded(step * self.ut))

    def type_length(self, length: float) -> int:
        """A length that grows with the type, such as a row's height: device pixels. It shrinks less than small type."""
        return rounded(length * max(self.u, self.ut))

    def target(self, length: float, touched: bool, large: bool = False) -> int:
        """The side of something one presses: 44 device pixels once a touch was seen, 64 in large-target mode."""
        smallest = LARGE_TARGET if large else TOUCH_TARGET if touched else 0
        return max(self.px(length), smallest)
