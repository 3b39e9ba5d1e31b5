"""What records and statistics share: both are filtered by variant and opponent, and have buttons at their head."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

import pygame

from game.tabletexts import TableTexts
from game.widgets.button import Button
from game.widgets.dropdown import Dropdown
from game.widgets.formscene import FormScene
from game.widgets.header import BackButton, content_rect
from game.widgets.listbox import Row
from rules.variants import all_variants

if TYPE_CHECKING:
    from game.services import Services

ALL = ""
GAP, HEAD_MIDDLE = 10, 38


class FilteredScene(FormScene):
    """A screen of what was played: of one `variant` or ALL, with one `opponent` or ALL."""

    def __init__(self, services: Services, close: Callable[[], object]) -> None:
        super().__init__(services)
        self.variant = self.opponent = ALL
        self._back = BackButton(services, close)
        self._header_end = 0

    def _renew(self) -> None:
        """Show what passes the filters."""
        raise NotImplementedError

    def filter_variant(self, key: str) -> None:
        """Only what was played of this variant; an empty key: of all."""
        self.variant = key
        self._renew()

    def filter_name(self, name: str) -> None:
        """Only what was played with this opponent; an empty name: with all."""
        self.opponent = name
        self._renew()

    def _filters(
        self, row: pygame.Rect, width: int, keys: Collection[str], names: Collection[str]
    ) -> list[Dropdown[str]]:
        """Variant and opponent, each so wide, from the left of a row."""
        tr, language, gap = self.services.tr, self.services.strings.language, self.services.px(GAP)
        variants = [Row(key, TableTexts(language, key).card) for key in all_variants() if key in keys]
        opponents = [Row(name, name) for name in sorted(names)]
        made = [
            Dropdown(self.services, [Row(ALL, tr("All variants")), *variants], self.variant, self.filter_variant),
            Dropdown(self.services, [Row(ALL, tr("All opponents")), *opponents], self.opponent, self.filter_name),
        ]
        for place, dropdown in enumerate(made):
            dropdown.rect = pygame.Rect(row.x + place * (width + gap), row.y, width, row.height)
        return made

    def _place_at_head(self, buttons: Sequence[Button]) -> None:
        """Put buttons at the right of the head, the last one outermost."""
        px, right = self.services.px, content_rect(self.services).right
        for button in reversed(buttons):
            button.rect = pygame.Rect((0, 0), button.natural_size)
            button.rect.midright = (right, px(HEAD_MIDDLE))
            button.rect.top = max(0, button.rect.top)
            right = button.rect.x - px(GAP)
        self._header_end = right
