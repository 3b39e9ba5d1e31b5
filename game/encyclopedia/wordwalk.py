"""The explained words of a page, from one to the next by keys: one stop of the focus for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from game.encyclopedia.glossary import Explained, Spot, explained_spots
from game.widgets.base import Widget

if TYPE_CHECKING:
    from game.encyclopedia.page import PageRow
    from game.services import Services

STEPS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
DOT = 3


class WordWalk(Widget):
    """Left and right go along the words, each where it stands first on the page. Put it into the page's scroll view.

    All of them have a dotted line below, so that one sees what can be asked about.
    """

    def __init__(self, services: Services, rows: Sequence[PageRow], words: Mapping[str, str]) -> None:
        super().__init__(services)
        self.spots: list[Spot] = explained_spots(rows, words)
        self._at = 0
        self._go(0)

    @property
    def takes_focus(self) -> bool:
        """Only where there is a word to explain."""
        return bool(self.spots)

    @property
    def explained(self) -> Explained | None:
        """The word that the focus is on."""
        return self.spots[self._at].explained if self.spots else None

    @property
    def content(self) -> str:
        """The word and what it means."""
        if not self.spots:
            return ""
        spot = self.spots[self._at]
        return self.services.tr("{name}: {what}", name=spot.word, what=spot.text)

    def hit(self, position: tuple[int, int]) -> bool:
        """The pointer asks the page itself."""
        return False

    def _go(self, index: int) -> None:
        self._at = index
        if self.spots:
            self.rect = self.spots[index].explained.place
        self.services.invalidate()

    def key(self, event: pygame.Event) -> bool:
        """From word to word."""
        step = STEPS.get(event.key)
        if step is None:
            return False
        self._go(max(0, min(len(self.spots) - 1, self._at + step)))
        return True

    def draw_lines(self, surface: pygame.Surface) -> None:
        """The dotted lines below the words, and the ring round the one that has the focus."""
        if self.clip is not None:
            surface.set_clip(self.clip)
        dot, high = self.services.px(DOT), self.services.units.line()
        for spot in self.spots:
            place = spot.explained.place
            for x in range(place.x, place.right - dot, 2 * dot):
                surface.fill(self.services.colours.brass_deep, (x, place.bottom - high, dot, high))
        if self.ring:
            self.services.painter.focus_ring(surface, self.rect.inflate(dot, 0), 4)
        surface.set_clip(None)
