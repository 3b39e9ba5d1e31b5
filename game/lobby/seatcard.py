"""A seat of the round table in the lobby: who sits there, ready or not; what a press does is the sheet's matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.fonts import Align
from game.iconart import logo_svg
from game.newtable.choices import LEVEL_NAMES
from game.theme import Box, TextStyle
from game.widgets.avatar import draw_avatar
from game.widgets.base import Widget
from game.widgets.card import chip_size, draw_chip
from net.lan import Connection, Sitter
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

NAME = TextStyle("sans-bold", 16)


@value
class SeatFacts:
    """What a card shows: the sitter (None: nobody), its wind, the number of its ring's colour.

    `own`: one's own seat; `host`: the host's; `starts`: of somebody at the host's computer, who is ready by starting;
    `tall`: the upright form of the sides; `button`: a button on the card tells the level of the bot.
    """

    sitter: Sitter | None
    wind: str
    colour: int
    own: bool = False
    host: bool = False
    starts: bool = False
    tall: bool = False
    button: bool = False


class LobbySeat(Widget):
    """A card on paper. `hint` says what a press does.

    `corner` is as much of the upper left as a button takes, `foot` as much of the height.
    """

    def __init__(self, services: Services, facts: SeatFacts, hint: str, on_press: Callable[[], object] | None) -> None:
        super().__init__(services)
        self.facts, self.hint, self.on_press = facts, hint, on_press
        self.focusable = on_press is not None
        self.corner = self.foot = 0

    @property
    def content(self) -> str:
        """Wind, who sits there and how it is, what a press does."""
        sitter = self.facts.sitter
        words = (self.facts.wind, "" if sitter is None else sitter.name, self.state()[1], self.hint)
        return self.services.tr("; ").join(filter(None, words))

    def hit(self, position: tuple[int, int]) -> bool:
        """Only where a press does something."""
        return self.on_press is not None and super().hit(position)

    def activate(self) -> None:
        """Do it."""
        if self.on_press is not None:
            self.services.audio.play("ui.click")
            self.on_press()

    def state(self) -> tuple[str, str, str]:
        """Icon, words and colour of what the sitter does."""
        tr, colours, sitter = self.services.tr, self.services.colours, self.facts.sitter
        if sitter is None:
            return "", "", colours.ptext2
        if self.facts.button:
            return "", "", colours.ptext2
        if sitter.level:
            return "bot", tr(LEVEL_NAMES[sitter.level]), colours.ptext2
        if sitter.connection is not Connection.HERE:
            return "link", tr("Lost"), colours.warn_text
        if sitter.ready:
            return "check", tr("Is ready"), colours.jade_text
        if self.facts.starts:
            return "", tr("Will start"), colours.brass_deep
        return "", tr("Choosing"), colours.brass_deep

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it: lying at the top and bottom, upright at the sides."""
        services, colours = self.services, self.services.colours
        if self.facts.sitter is None:
            services.painter.box(surface, self.rect, "paper_well", -self.shade * 0.3)
        else:
            services.painter.box(surface, self.rect, "paper_card", -self.shade * 0.3)
        if self.facts.own:
            services.painter.frame(surface, self.rect, colours.jade_text, 2, 14)
        elif self.hovered:
            services.painter.frame(surface, self.rect, colours.brass, 1.6, 14)
        inner = self.rect.inflate(-2 * services.px(9), -2 * services.px(6))
        wind = pygame.Rect(inner.x, inner.y, inner.width, services.px(24))
        style = TextStyle("kai", 18) if services.strings.chinese else TextStyle("sans-bold", 14)
        style = services.fonts.capped(style, services.px(21))
        services.fonts.write(surface, self.facts.wind, wind, style, colours.brass_deep, "right")
        if self.facts.tall:
            self._draw_tall(surface, inner)
        else:
            self._draw_wide(surface, inner)
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 14)

    @property
    def avatar(self) -> pygame.Rect:
        """Where the avatar is: at the left of a lying card, at the top of an upright one, clear of the button."""
        px = self.services.px
        free = self.rect.x + self.corner + px(4) if self.corner else 0
        if not self.facts.tall:
            side = 2 * px(22)
            return pygame.Rect(max(self.rect.x + px(14), free), self.rect.centery - side // 2, side, side)
        side = 2 * px(20)
        top = self.rect.y + px(32 if self.facts.host else 24) + self._lowered
        place = pygame.Rect(self.rect.centerx - side // 2, top, side, side)
        if free > place.x:
            top, foot = self.rect.y + px(28), min(place.bottom, self._lowest_name())
            side = min(side, self.rect.right - px(6) - free, foot - top)
            place = pygame.Rect(self.rect.right - px(6) - side, foot - side, side, side)
        return place

    @property
    def _lowered(self) -> int:
        """How much deeper all of an upright card lies, for its middle to be that of the card."""
        if self.foot:
            return 0
        lines = (3 if self._ping() else 2) * self._line()
        return max(0, self.rect.height - self.services.px(32 + 2 * 20 + 24) - lines) // 2

    def _capped(self, style: TextStyle, most: float) -> TextStyle:
        """A style no larger than a card has room for, in virtual pixels: it does not grow with the text setting."""
        return self.services.fonts.capped(style, self.services.px(most))

    def _line(self) -> int:
        """The height of a line on an upright card."""
        return self.services.fonts.line_height(self._capped(self.services.steps.small, 15))

    def _lowest_name(self) -> int:
        """How low the name of an upright card may begin: above the button at its foot."""
        return self.rect.bottom - self.foot - self._line() - self.services.px(3)

    def _draw_wide(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        services, px = self.services, self.services.px
        avatar = self.avatar
        self._draw_avatar(surface, avatar.center, avatar.width // 2)
        left = avatar.right + px(12)
        half = inner.height // 2
        name = pygame.Rect(left, inner.y + px(4), inner.right - px(24) - left, half - px(4))
        state = pygame.Rect(left, inner.y + half, inner.right - left, half - px(2))
        if self.facts.host:
            chip, brass = services.tr("Host"), services.colours.brass_deep
            width, height = chip_size(services, chip)
            if 2 * width < name.width:  # it can be spared: the line below says who starts
                name.width -= width
                draw_chip(services, surface, chip, (name.right, name.centery + height // 2), "chip_paper", brass)
        words = services.fonts.width(self.state()[1], self._capped(services.steps.label, 18))
        if self._ping() and words + px(17 + 8 + 32) <= state.width:
            place = services.fonts.write(
                surface, self._ping(), pygame.Rect(left, state.y, state.width, state.height),
                self._capped(services.steps.micro, 13), services.colours.ptext2, "right"
            )  # fmt: skip
            state.width = place.x - px(4) - left
        self._draw_words(surface, name, state, "left")

    def _draw_tall(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        services, px = self.services, self.services.px
        avatar = self.avatar
        if self.facts.host:
            chip, brass = services.tr("Host"), services.colours.brass_deep
            foot = max(inner.y + px(20), self.rect.y + px(2) + chip_size(services, chip)[1])
            draw_chip(services, surface, chip, (inner.x, foot), "chip_paper", brass)
        self._draw_avatar(surface, avatar.center, avatar.width // 2)
        top = avatar.bottom + px(4) if self.facts.host else inner.y + px(22) + 2 * px(20) + self._lowered
        line = self._line()
        name = pygame.Rect(inner.x, min(top, self._lowest_name()), inner.width, line + px(3))
        state = pygame.Rect(inner.x, name.bottom, inner.width, line)
        self._draw_words(surface, name, state, "center")
        if self._ping():
            place = pygame.Rect(inner.x, state.bottom, inner.width, line)
            style, colour = self._capped(services.steps.micro, 13), services.colours.ptext2
            services.fonts.write(surface, self._ping(), place, style, colour, "center")

    def _draw_words(self, surface: pygame.Surface, name: pygame.Rect, state: pygame.Rect, align: Align) -> None:
        services, colours, steps = self.services, self.services.colours, self.services.steps
        sitter = self.facts.sitter
        label, small = self._capped(steps.label, 18), self._capped(steps.small, 16)
        words = services.tr("Empty seat") if sitter is None else sitter.name
        services.fonts.write(surface, words, name, self._capped(NAME, 19), colours.ptext, align)
        icon, words, colour = self.state()
        if not words:
            if self.hint:
                services.fonts.write(surface, self.hint, state, small, colours.ptext2, align)
            return
        side = services.px(17) if icon else 0
        width = min(state.width - side, services.fonts.width(words, label))
        left = state.x if align == "left" else state.centerx - (width + side) // 2
        if icon:
            picture = services.images.icon(icon, side, colour)
            surface.blit(picture, picture.get_rect(midleft=(left, state.centery)))
        room = pygame.Rect(left + side + (4 if icon else 0), state.y, width, state.height)
        services.fonts.write(surface, words, room, label, colour)

    def _draw_avatar(self, surface: pygame.Surface, centre: tuple[int, int], radius: int) -> None:
        services, colours, sitter = self.services, self.services.colours, self.facts.sitter
        if sitter is None:
            services.painter.disc(surface, centre, radius, colours.paper_well, colours.ptext_off)
            plus = services.images.icon("plus", radius, colours.ptext2)
            surface.blit(plus, plus.get_rect(center=centre))
            return
        ring = colours.seats[self.facts.colour]
        if not sitter.level:
            draw_avatar(services, surface, centre, radius, ring, sitter.avatar or sitter.name[:1])
            return
        services.painter.avatar(surface, centre, radius, ring)
        robot = services.images.icon("bot", radius, colours.text)
        surface.blit(robot, robot.get_rect(center=centre))

    def _ping(self) -> str:
        """How far away, in milliseconds; one's own seat is here."""
        sitter = self.facts.sitter
        if sitter is None or sitter.level:
            return ""
        if self.facts.own:
            return self.services.tr("Here")
        return self.services.tr("{ms} ms", ms=sitter.ping) if sitter.connection is Connection.HERE else ""


class TableMiddle(Widget):
    """The table itself, seen from above: how many sit."""

    focusable = False

    def __init__(self, services: Services, words: str) -> None:
        super().__init__(services)
        self.words = words

    def hit(self, position: tuple[int, int]) -> bool:
        """Nothing to press."""
        return False

    def draw(self, surface: pygame.Surface) -> None:
        """Cloth with a brass edge, the logo, the words."""
        services, colours, px = self.services, self.services.colours, self.services.px
        services.painter.box(surface, self.rect, Box(top="#17584C", bottom="#0F473D", radius=22))
        services.painter.frame(surface, self.rect, colours.brass, 2.4, 22)
        side = min(px(44), self.rect.height // 2)
        logo = services.painter.picture("lobby logo", (side, side), lambda: logo_svg(colours.brass_light, side))
        surface.blit(logo, logo.get_rect(center=(self.rect.centerx, self.rect.centery - px(14))))
        words = pygame.Rect(self.rect.x + px(6), self.rect.centery + px(12), self.rect.width - px(12), px(26))
        services.fonts.write(surface, self.words, words, services.steps.strong, colours.text, "center")
