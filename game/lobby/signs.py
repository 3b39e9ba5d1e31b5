"""Signs above the table of a LAN match: what is wrong with the whole table, what was said, the padlock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.fonts import Align
from game.places import Position
from game.theme import Box, TextStyle
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.dialog import Answer
from net.lan import Fair
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services
    from game.table.view import ScreenView

PADLOCK, BADGE, BUBBLE = 26, 18, 220
LINES, NARROW_LINES, MOST_SAID = 2, 6, 20.0


@value
class Bubble:
    """What somebody said, until when it is shown."""

    guest: int
    text: str
    until: float


def bubble_style(services: Services) -> TextStyle:
    """The type of what was said: a plate does not grow with the text setting."""
    return services.fonts.capped(services.steps.label, services.px(MOST_SAID))


def bubble_place(view: ScreenView, player: int | None, text: str) -> pygame.Rect:
    """At the plate of whoever spoke, at the sides no wider than it; in the middle for one without a seat (None)."""
    services, layout, px = view.services, view.layout, view.services.px
    style, table = bubble_style(services), view.table
    position = view.position(table.players.index(player)) if player is not None and player in table.players else None
    plate = layout.plate(position or Position.OWN)
    beside = position is not None and position.beside
    most, least = (plate.width - 2 * px(12), NARROW_LINES) if beside else (px(BUBBLE), LINES)
    lines = services.fonts.wrap(text, style, most, least)
    width = max(services.fonts.width(line, style) for line in lines) + 2 * px(12)
    rect = pygame.Rect(0, 0, width, services.fonts.line_height(style) * len(lines) + 2 * px(8))
    rect.midtop = (plate.centerx, plate.bottom + px(8))
    if position in (Position.OWN, Position.RIGHT):  # what is asked lies below the one at the right
        rect.midbottom = (plate.centerx, plate.top - px(14))
    elif position is None:
        rect.center = layout.centre.center
    return rect.clamp(pygame.Rect((0, 0), services.canvas.size).inflate(-px(16), -px(16)))


def draw_bubble(services: Services, surface: pygame.Surface, text: str, rect: pygame.Rect) -> None:
    """Draw what was said."""
    px, style, colours = services.px, bubble_style(services), services.colours
    height = services.fonts.line_height(style)
    card = Box(top=colours.paper_card, line=colours.paper_line, radius=12, shadow="panel")
    services.painter.box(surface, rect, card)
    room = rect.width - 2 * px(12)
    for number, line in enumerate(services.fonts.wrap(text, style, room, (rect.height - 2 * px(8)) // height)):
        place = pygame.Rect(rect.x + px(12), rect.y + px(8) + number * height, rect.width - 2 * px(12), height)
        services.fonts.write(surface, line, place, style, colours.ptext)


class Banner(Widget):
    """What is wrong with the whole table, in one line or more; buttons that change it stand below the words.

    Between tiles (`lay_out_within`) only the first button is there, and the words are smaller: the rest is in the menu.
    """

    focusable = False

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.text, self.icon = "", "link"
        self.buttons: list[Button] = []
        self.visible = False
        self._words = pygame.Rect(0, 0, 0, 0)
        self._icon = (0, 0)
        self._style: TextStyle = services.steps.strong
        self._align: Align = "left"

    def tell(self, text: str, icon: str, answers: Sequence[Answer]) -> None:
        """Say something else; nothing with an empty text."""
        self.text, self.icon, self.visible = text, icon, bool(text)
        self.buttons = [Button(self.services, answer.text, answer.action, kind="brass") for answer in answers]

    def lay_out(self, midtop: tuple[int, int], most: int) -> None:
        """Place it, at most so wide (device pixels); buttons stand beside the words, or below them for want of room."""
        services, px = self.services, self.services.px
        style, side = services.steps.strong, services.units.type_length(20)
        self._style, self._align = style, "left"
        sizes = [button.natural_size for button in self.buttons]
        buttons = sum(width + px(8) for width, _ in sizes)
        tall = max((height for _, height in sizes), default=0)
        around, height = side + px(42), services.units.type_length(44)
        lines = services.fonts.wrap(self.text, style, most - around)
        words = max((services.fonts.width(line, style) for line in lines), default=0)
        height = max(height, len(lines) * services.fonts.line_height(style) + px(16))
        beside = len(lines) == 1 and words + around + buttons <= most
        width = words + around + buttons if beside else max(words + around, buttons + px(24))
        self.rect = pygame.Rect(0, 0, width, max(height, tall + px(12)) if beside else height + tall + px(10))
        self.rect.midtop = midtop
        self._words = pygame.Rect(self.rect.x + px(26) + side, self.rect.y, words + px(2), self.rect.height)
        self._words.height = self.rect.height if beside or not sizes else height
        self._icon = (self.rect.x + px(16) + side // 2, self._words.centery)
        left = self._words.right + px(14) if beside else self.rect.centerx - (buttons - px(8)) // 2
        for button, (wide, _) in zip(self.buttons, sizes, strict=True):
            button.visible = True
            button.rect = pygame.Rect(left, 0, wide, tall)
            button.rect.bottom = (
                self.rect.bottom - (self.rect.height - tall) // 2 if beside else self.rect.bottom - px(10)
            )
            left += wide + px(8)

    def lay_out_within(self, area: pygame.Rect) -> None:
        """Fill an area between the tiles: the icon, the words below it, the first button at the foot."""
        px, side = self.services.px, self.services.units.type_length(20)
        self.rect, room = area.copy(), area.inflate(-2 * px(12), -2 * px(10))
        self._words = pygame.Rect(room.x, room.y + side, room.width, room.height - side)
        for button in self.buttons[:1]:
            button.rect = pygame.Rect(0, 0, min(button.natural_size[0], room.width), button.natural_size[1])
            button.rect.midbottom = room.midbottom
            self._words.height = button.rect.y - px(4) - self._words.y
        for button in self.buttons[1:]:
            button.visible = False
        style = self.services.steps.strong
        self._style, self._align = self.services.fonts.fit_lines(self.text, style, self._words.size), "center"
        lines = self._balanced()
        height = len(lines) * self.services.fonts.line_height(self._style)
        self._icon = (room.centerx, self._words.centery - height // 2 - side // 2)

    def _balanced(self) -> list[str]:
        """The words in lines of about the same length; their place becomes as narrow."""
        wrap, words, step = self.services.fonts.wrap, self._words, self.services.px(8)
        lines = wrap(self.text, self._style, words.width)
        while 1 < len(lines) == len(wrap(self.text, self._style, words.width - step)) and words.width > 8 * step:
            self._words = words = words.inflate(-step, 0)
            lines = wrap(self.text, self._style, words.width)
        return lines

    def draw(self, surface: pygame.Surface) -> None:
        """Draw icon and words; buttons come afterwards."""
        services, colours = self.services, self.services.colours
        services.painter.box(surface, self.rect, "toast")
        services.painter.frame(surface, self.rect, colours.warn, 1.6, 11)
        icon = services.images.icon(self.icon, services.units.type_length(20), colours.warn)
        surface.blit(icon, icon.get_rect(center=self._icon))
        lines = services.fonts.wrap(self.text, self._style, self._words.width)
        height = services.fonts.line_height(self._style)
        line = pygame.Rect(self._words.x, self._words.centery - len(lines) * height // 2, self._words.width, height)
        for words in lines:
            services.fonts.write(surface, words, line, self._style, colours.text, self._align)
            line.y += height


class Padlock(Widget):
    """The sign of the fair deal; a press explains it. Jade: the last deal is proved; a broken one is said in words."""

    focusable = False

    def __init__(self, services: Services, fair: Callable[[], Fair], on_press: Callable[[], object]) -> None:
        super().__init__(services)
        self.fair, self.on_press = fair, on_press

    @property
    def look(self) -> tuple[str, str, str]:
        """Icon, colour and words."""
        tr, colours = self.services.tr, self.services.colours
        return {
            Fair.PROVED: ("lock", colours.jade_light, tr("Fair deal")),
            Fair.UNKNOWN: ("lock", colours.text3, ""),
            Fair.BROKEN: ("no", colours.error, tr("Unfair deal")),
        }[self.fair()]

    def lay_out(self, bottomleft: tuple[int, int]) -> None:
        """As wide as its words; its lower left corner stays."""
        services, px = self.services, self.services.px
        words = self.look[2]
        width = services.units.type_length(16) + px(16)
        width += services.fonts.width(words, services.steps.small) + px(6) if words else 0
        self.rect = pygame.Rect(0, 0, width, max(px(PADLOCK), services.units.type_length(24)))
        self.rect.bottomleft = bottomleft

    def activate(self) -> None:
        """Explain it."""
        self.on_press()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw icon and words."""
        services, px = self.services, self.services.px
        icon, colour, words = self.look
        side, rect = services.units.type_length(16), self.rect
        look = Box(top=services.colours.ink, opacity=0.84, line=colour, line_width=1.2, radius=8)
        services.painter.box(surface, rect, look, self.shade)
        picture = services.images.icon(icon, side, colour)
        surface.blit(picture, picture.get_rect(midleft=(rect.x + px(8), rect.centery)))
        if words:
            room = pygame.Rect(rect.x + px(14) + side, rect.y, rect.right - rect.x - px(14) - side, rect.height)
            services.fonts.write(surface, words, room, services.steps.small, colour)


class TalkButton(Button):
    """Opens and closes the chat; a badge counts what was not read yet."""

    def __init__(self, services: Services, on_press: Callable[[], object], unread: Callable[[], int]) -> None:
        super().__init__(services, "", on_press, icon="chat")
        self.unread = unread

    def draw(self, surface: pygame.Surface) -> None:
        """Draw button and badge."""
        super().draw(surface)
        unread = self.unread()
        if not unread:
            return
        services, px = self.services, self.services.px
        colours, radius = services.colours, px(BADGE) // 2
        centre = (self.rect.right - px(2), self.rect.y + px(2))
        services.painter.disc(surface, centre, radius, colours.red, colours.white)
        style = services.fonts.fit("00", services.steps.micro, round(1.4 * radius))
        number = services.fonts.render(str(min(99, unread)), style, colours.white)
        surface.blit(number, number.get_rect(center=centre))
