"""Join by hand: address, table code, and one's own address for others (picture 12, bottom left)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.clipboard import copy_and_say
from game.lobby.codefield import CodeField
from game.lobby.place import read_place
from game.theme import Box
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.textfield import TextField
from net.codes import OPEN_CODE
from net.discovery import GAME_PORT

if TYPE_CHECKING:
    from game.services import Services

PADDING = 20
ADDRESS_LENGTH = 64


class JoinPanel:
    """Fields that keep what is typed, whatever else changes on the screen."""

    def __init__(self, services: Services, join: Callable[[tuple[str, int], str], object]) -> None:
        """`join` gets (address, port) and the code, OPEN_CODE when none was typed."""
        self.services, self._join = services, join
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.code = CodeField(services, "", self._typed, lambda text: self.join())
        self.address = TextField(services, "", self._typed, limit=ADDRESS_LENGTH, on_submit=lambda text: self.join())
        self.address.on_ink = True
        self._own: list[str] = []
        self._title = self._line = pygame.Rect(0, 0, 0, 0)

    @property
    def height(self) -> int:
        """What it needs, in device pixels."""
        services, px = self.services, self.services.px
        fields = services.control_height(40) + services.control_height(50) + services.control_height(36)
        return px(10) + self._head + fields + px(20) + px(10) + px(16)

    @property
    def _head(self) -> int:
        """Height of the title, in device pixels."""
        return max(self.services.px(34), self.services.fonts.line_height(self.services.steps.h2))

    def _typed(self, text: str) -> None:
        self.code.error = self.address.error = ""

    def lay_out(self, rect: pygame.Rect, own: list[str]) -> dict[str, Widget]:
        """Place everything; `own`: this computer's addresses with the port."""
        services, tr, px = self.services, self.services.tr, self.services.px
        self.rect, self._own = rect, own
        inner = rect.inflate(-2 * px(PADDING), 0)
        self._title = pygame.Rect(inner.x, rect.y + px(6), inner.width, self._head)
        self.address.placeholder = tr("Address, like {example}", example=f"192.168.1.23:{GAME_PORT}")
        self.code.label = tr("Table code")
        self.address.rect = pygame.Rect(inner.x, self._title.bottom + px(2), inner.width, services.control_height(40))
        top, height = self.address.rect.bottom + px(20), services.control_height(50)
        join = Button(services, tr("Join"), self.join, kind="confirm")
        width = max(px(82), join.natural_size[0])
        join.rect = pygame.Rect(inner.right - width, top, width, height)
        self.code.rect = pygame.Rect(inner.x, top, inner.width - width - px(10), height)
        self._line = pygame.Rect(inner.x, top + height + px(10), inner.width, services.control_height(36))
        copy = Button(services, "", self._copy, icon="copy")
        copy.rect = pygame.Rect(0, 0, self._line.height, self._line.height)
        copy.rect.midright = self._line.midright
        copy.enabled, copy.reason = bool(own), tr("This computer is on no network")
        return {"address": self.address, "code": self.code, "join": join, "copy": copy}

    def fill(self, place: tuple[str, int]) -> None:
        """The place of a table that was found; only its code is missing."""
        address, port = place
        self.address.text, self.code.text = f"{address}:{port}", ""
        self.address.caret = len(self.address.text)
        self.code.caret = 0
        self._typed("")

    def join(self) -> None:
        """Join what was typed, or say what is wrong with it."""
        place = read_place(self.address.text)
        tr = self.services.tr
        if place is None:
            self.address.error = tr("An address looks like {example}", example=f"192.168.1.23:{GAME_PORT}")
        elif self.code.text and len(self.code.text) < self.code.limit:
            self.code.error = tr("A table code has six letters and digits")
            self.services.say(self.code.error, "warn")
        else:
            self._join(place, self.code.text or OPEN_CODE)
        self.services.invalidate()

    def _copy(self) -> None:
        text = ", ".join(self._own)
        copy_and_say(self.services, text, self.services.tr("Copied: {text}", text=text))

    def draw(self, surface: pygame.Surface) -> None:
        """The panel, its words and one's own address; widgets come afterwards."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        services.painter.box(surface, self.rect, "ink")
        written = services.fonts.write(surface, services.tr("Join by hand"), self._title, steps.h2, colours.text)
        rest = pygame.Rect(written.right + px(12), self._title.y, 0, self._title.height)
        rest.width = self._title.right - rest.x
        note = services.tr("Ask the host for address and code")
        services.fonts.write_if_room(surface, note, rest, steps.small, colours.text2, "right")
        services.painter.box(surface, self._line, Box(top="#12302A", radius=10))
        line = self._line.inflate(-2 * px(12), 0)
        line.width -= self._line.height
        label = services.fonts.write(surface, services.tr("This computer"), line, steps.small, colours.text2)
        own = pygame.Rect(label.right + px(12), line.y, line.right - label.right - px(12), line.height)
        words = " · ".join(self._own) or services.tr("no network")
        services.fonts.write(surface, words, own, steps.strong, colours.text)
