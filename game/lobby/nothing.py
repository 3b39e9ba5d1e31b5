"""The right side of the lobby while there is no table: what one can do, or what is being tried."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING

import pygame

from game.iconart import logo_svg
from game.widgets.base import Widget
from game.widgets.button import Button

if TYPE_CHECKING:
    from game.services import Services


class Waiting(Enum):
    """Whether a table is being joined or opened, and for how long already."""

    NOT = "not"
    SHORT = "short"
    LONG = "long"


class NoTable:
    """A sheet with a few words and one or two buttons."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.rect = self._words = pygame.Rect(0, 0, 0, 0)
        self._title = self._text = ""
        self._wrong = False

    def lay_out(
        self,
        rect: pygame.Rect,
        wait: Waiting,
        why: str,
        press: Callable[[], object],
        test: Callable[[], object],
        saved: Callable[[], object] | None,
    ) -> dict[str, Widget]:
        """While a table is waited for, `press` gives it up; `why`: the last try failed; `saved` shows saved matches."""
        waits = wait is not Waiting.NOT
        tr, px = self.services.tr, self.services.px
        self.rect, self._wrong = rect, bool(why) and not waits
        self._title, self._text = self._told(wait, why)
        words, icon = (tr("Cancel"), "x") if waits else (tr("Open a table"), "plus")
        open_ = Button(self.services, words, press, kind="paper", icon=icon)
        check = Button(self.services, tr("Network test"), test, kind="paper", icon="lan")
        found = {"first": open_}
        if saved is not None and not waits:
            found["saved"] = Button(self.services, tr("Host a saved match"), saved, kind="paper", icon="replay")
        found["test"] = check
        width = min(rect.width - px(40), max(px(220), *[button.natural_size[0] for button in found.values()]))
        height, gap = self.services.control_height(46), px(12) if len(found) < 3 else px(8)
        below = len(found) * (height + gap)
        self._words = self._place_words(rect, below)
        top = min(max(rect.centery + px(70), self._words.bottom + gap), rect.bottom - px(8) - below)
        for number, button in enumerate(found.values()):
            button.rect = pygame.Rect(0, top + number * (height + gap), width, height)
            button.rect.centerx = rect.centerx
        return dict(found)

    def _told(self, wait: Waiting, why: str) -> tuple[str, str]:
        """Title and text."""
        tr = self.services.tr
        if wait is Waiting.SHORT:
            return tr("Connecting…"), tr("Asking the table to let you in.")
        if wait is Waiting.LONG:
            late = tr("No answer yet. Is the address right, and does the firewall of the host let it through?")
            return tr("Connecting…"), late
        if why:
            return why, tr("Choose another table, or open one yourself.")
        text = tr("Pick a table on the left, or open one of your own: others find it by its name.")
        return tr("No table yet"), text

    def _place_words(self, rect: pygame.Rect, below: int) -> pygame.Rect:
        """Title and text, in the middle of the sheet or higher, where the buttons `below` need the room."""
        services, px = self.services, self.services.px
        width = min(rect.width - 2 * px(40), max(px(460), services.units.type_length(400)))
        body = services.steps.body
        text = len(services.fonts.wrap(self._text, body, width)) * services.fonts.line_height(body)
        words = pygame.Rect(0, 0, width, services.fonts.line_height(services.steps.h2) + px(4) + text)
        words.midtop = (rect.centerx, rect.centery - px(50))
        words.bottom = min(words.bottom, rect.bottom - px(8) - below - px(12))
        return words

    def draw(self, surface: pygame.Surface) -> None:
        """Paper, logo, words."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        services.painter.box(surface, self.rect, "paper")
        side = px(96)
        tint = colours.error_text if self._wrong else colours.jade_text
        logo = services.painter.picture(("lobby", tint), (side, side), lambda: logo_svg(tint, side))
        if self._words.y - side - px(22) > self.rect.y:
            surface.blit(logo, logo.get_rect(midbottom=(self.rect.centerx, self._words.y - px(22))))
        line = self._words.copy()
        line.height = services.fonts.line_height(steps.h2)
        services.fonts.write(surface, self._title, line, steps.h2, colours.ptext, "center")
        line.y, line.height = line.bottom + px(4), services.fonts.line_height(steps.body)
        for words in services.fonts.wrap(self._text, steps.body, line.width):
            services.fonts.write(surface, words, line, steps.body, colours.ptext2, "center")
            line.y += line.height
