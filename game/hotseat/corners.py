"""The corner keys with which people call in secret: always shown, so that showing them tells nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.layout import TableLayout
from game.places import Position
from game.tableinfo import TableInfo
from game.widgets.button import Button
from game.widgets.form import MOUSE_EVENTS, Form
from game.widgets.keycap import draw_keycap

if TYPE_CHECKING:
    from game.services import Services

CORNER_KEYS = ("z", "/", "p", "q")
"""Near left, near right, far right, far left: as the people sit round the computer."""
HEIGHT, TIME, GAP = 48, 4, 10


class CallCorner(Button):
    """One person's key. `share` of the time for calling is left, None when nothing lies there to be called."""

    def __init__(self, services: Services, name: str, colour: str, key: str, on_press: Callable[[], object]) -> None:
        super().__init__(services, name, on_press, key=key)
        self.colour = colour
        self.share: float | None = None
        self.called = False

    def draw(self, surface: pygame.Surface) -> None:
        """Name and key; while one may call a brass edge and the time that is left, afterwards a check."""
        services, colours, px = self.services, self.services.colours, self.services.px
        lit = self.share is not None
        services.painter.box(surface, self.rect, "ink_now" if lit else "ink_flat", self.shade)
        side = services.units.type_length(18)
        mark = services.images.icon("check" if self.called else "people", side, self.colour)
        left, right, style = self.rect.x + px(12), self.rect.right - px(12), services.steps.label
        line = self._line(side)
        surface.blit(mark, mark.get_rect(midleft=(left, line.centery)))
        key = draw_keycap(services, surface, self.shortcut, (right, line.centery))
        room = pygame.Rect(left + px(8) + side, line.y, key.x - px(16) - left - side, line.height)
        if line.height < self.rect.height:
            room = pygame.Rect(left, self.rect.y + px(4), right - left, line.y - self.rect.y - px(4))
        services.fonts.write(surface, self.text, room, style, colours.text if lit else colours.text2)
        if self.share is not None:
            bar = pygame.Rect(self.rect.x + px(12), self.rect.bottom - px(8), self.rect.width - 2 * px(12), px(TIME))
            bar.width = round(bar.width * self.share)
            surface.fill(colours.brass, bar)
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 11)

    def _line(self, side: int) -> pygame.Rect:
        """Where mark and key stand: beside the name, or below it when it has no room between them."""
        px, fonts, style = self.services.px, self.services.fonts, self.services.steps.label
        if fonts.width(self.text, style) <= self.rect.width - 2 * (px(20) + side) - px(4):
            return self.rect
        height = (self.rect.height - px(4) - px(2 * TIME)) // 2
        return pygame.Rect(self.rect.x, self.rect.y + px(4) + height, self.rect.width, height)


class Corners:
    """The keys of all people at this computer. `call` gets the player who pressed."""

    def __init__(
        self, services: Services, people: Sequence[int], table: TableInfo, call: Callable[[int], object]
    ) -> None:
        self.services, self.people = services, people
        self.keys = [self._key(player, table, key, call) for player, key in zip(people, CORNER_KEYS, strict=False)]
        self.form = Form(services, self.keys)

    def _key(self, player: int, table: TableInfo, key: str, call: Callable[[int], object]) -> CallCorner:
        colour = self.services.colours.seats[table.players.index(player)]
        return CallCorner(self.services, table.names[player], colour, key, partial(call, player))

    def lay_out(self, layout: TableLayout) -> None:
        """In the columns at the sides, where no river ever comes: near ones above one's own plate, far ones below the
        plates of the sides."""
        left, right = layout.plate(Position.LEFT), layout.plate(Position.RIGHT)
        height, gap = self.services.control_height(HEIGHT), layout.px(GAP)
        near, far = layout.plate(Position.OWN).top - gap - height, left.bottom + gap
        places = ((left.x, near), (right.x, near), (right.x, far), (left.x, far))
        for corner, place in zip(self.keys, places, strict=False):
            corner.rect = pygame.Rect(place, (left.width, height))

    def light(self, share: float | None, thrower: int | None, called: Collection[int]) -> None:
        """Show the share of the time that is left, None outside it: to all but the one who threw the tile."""
        for player, corner in zip(self.people, self.keys, strict=True):
            corner.share = share if player != thrower else None
            corner.called = player in called

    def handle(self, event: pygame.Event) -> bool:
        """The keys by keyboard, mouse and finger."""
        if event.type in MOUSE_EVENTS:
            return self.form.handle(event)
        if event.type != pygame.KEYDOWN:
            return False
        name = pygame.key.name(event.key)
        corner = next((corner for corner in self.keys if corner.shortcut == name), None)
        if corner is not None:
            corner.on_press()
        return corner is not None
