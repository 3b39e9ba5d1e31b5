"""A seat of the round table in the lobby: who sits there, ready or not; what a press does is the sheet's matter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import pygame

from game.iconart import logo_svg
from game.newtable.choices import LEVEL_NAMES
from game.theme import Box, TextStyle
from game.widgets.base import Widget
from game.widgets.card import chip_size, draw_chip
from game.widgets.tip import draw_text
from net.lan import Connection, Sitter

if TYPE_CHECKING:
    from game.services import Services

NAME = TextStyle("sans-bold", 16)


def capped(services: Services, style: TextStyle, length: float) -> TextStyle:
    """A style no larger than so many virtual pixels: a card cannot grow with the text setting."""
    return msgspec.structs.replace(style, size=min(style.size, length * services.units.u / services.units.ut))


@dataclass(slots=True, frozen=True)
class SeatFacts:
    """What a card shows: the sitter (None: nobody), its wind, the number of its ring's colour.

    `own`: one's own seat; `host`: the host's; `tall`: the upright form of the sides; `button`: a button on the card
    tells the level of the bot.
    """

    sitter: Sitter | None
    wind: str
    colour: int
    own: bool = False
    host: bool = False
    tall: bool = False
    button: bool = False


class LobbySeat(Widget):
    """A card on paper. `hint` says what a press does."""

    def __init__(self, services: Services, facts: SeatFacts, hint: str, on_press: Callable[[], object] | None) -> None:
        super().__init__(services)
        self.facts, self.hint, self.on_press = facts, hint, on_press
        self.focusable = on_press is not None

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
        tr, colours, sitter = self.services.tr, self.services.theme.colours, self.facts.sitter
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
        if self.facts.host:
            return "", tr("Will start"), colours.brass_deep
        return "", tr("Choosing"), colours.brass_deep

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it: lying at the top and bottom, upright at the sides."""
        services, colours = self.services, self.services.theme.colours
        if self.facts.sitter is None:
            services.painter.box(surface, self.rect, "paper_well", -self.shade * 0.3)
        else:
            services.painter.box(surface, self.rect, "paper_card", -self.shade * 0.3)
        if self.facts.own:
            services.painter.frame(surface, self.rect, colours.jade_text, 2, 14)
        elif self.hovered:
            services.painter.frame(surface, self.rect, colours.brass, 1.6, 14)
        inner = self.rect.inflate(-2 * services.units.px(9), -2 * services.units.px(6))
        wind = pygame.Rect(inner.x, inner.y, inner.width, services.units.px(24))
        style = TextStyle("kai", 18) if services.strings.chinese else TextStyle("sans-bold", 14)
        style = capped(services, style, 21)
        draw_text(services, surface, self.facts.wind, wind, style, colours.brass_deep, "right")
        if self.facts.tall:
            self._draw_tall(surface, inner)
        else:
            self._draw_wide(surface, inner)
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 14)

    def _draw_wide(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        services, px = self.services, self.services.units.px
        radius = px(22)
        self._draw_avatar(surface, (inner.x + px(5) + radius, inner.centery), radius)
        left = inner.x + px(5) + 2 * radius + px(12)
        half = inner.height // 2
        name = pygame.Rect(left, inner.y + px(4), inner.right - px(24) - left, half - px(4))
        state = pygame.Rect(left, inner.y + half, inner.right - left, half - px(2))
        if self.facts.host:
            chip, brass = services.tr("Host"), services.theme.colours.brass_deep
            width, height = chip_size(services, chip)
            name.width -= width
            draw_chip(services, surface, chip, (name.right, name.centery + height // 2), "chip_paper", brass)
        if self._ping():
            place = draw_text(
                services, surface, self._ping(), pygame.Rect(left, state.y, state.width, state.height),
                capped(services, services.theme.type.micro, 13), services.theme.colours.ptext2, "right",
            )  # fmt: skip
            state.width = place.x - px(4) - left
        self._draw_words(surface, name, state, "left")

    def _draw_tall(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        services, px = self.services, self.services.units.px
        radius = px(20)
        if self.facts.host:
            chip, brass = services.tr("Host"), services.theme.colours.brass_deep
            draw_chip(services, surface, chip, (inner.x, inner.y + px(20)), "chip_paper", brass)
        self._draw_avatar(surface, (inner.centerx, inner.y + px(18) + radius), radius)
        top = inner.y + px(22) + 2 * radius
        line = services.fonts.line_height(capped(services, services.theme.type.small, 15))
        name = pygame.Rect(inner.x, top, inner.width, line + px(3))
        state = pygame.Rect(inner.x, name.bottom, inner.width, line)
        self._draw_words(surface, name, state, "center")
        if self._ping():
            place = pygame.Rect(inner.x, state.bottom, inner.width, line)
            style, colour = capped(services, services.theme.type.micro, 13), services.theme.colours.ptext2
            draw_text(services, surface, self._ping(), place, style, colour, "center")

    def _draw_words(self, surface: pygame.Surface, name: pygame.Rect, state: pygame.Rect, align: str) -> None:
        services, colours, steps = self.services, self.services.theme.colours, self.services.theme.type
        sitter, where = self.facts.sitter, "center" if align == "center" else "left"
        label, small = capped(services, steps.label, 18), capped(services, steps.small, 16)
        words = services.tr("Empty seat") if sitter is None else sitter.name
        draw_text(services, surface, words, name, capped(services, NAME, 19), colours.ptext, where)  # type: ignore[arg-type]
        icon, words, colour = self.state()
        if not words:
            if self.hint:
                draw_text(services, surface, self.hint, state, small, colours.ptext2, where)  # type: ignore[arg-type]
            return
        side = services.units.px(17) if icon else 0
        width = min(state.width - side, services.fonts.width(words, label))
        left = state.x if where == "left" else state.centerx - (width + side) // 2
        if icon:
            picture = services.images.icon(icon, side, colour)
            surface.blit(picture, picture.get_rect(midleft=(left, state.centery)))
        room = pygame.Rect(left + side + (4 if icon else 0), state.y, width, state.height)
        draw_text(services, surface, words, room, label, colour)

    def _draw_avatar(self, surface: pygame.Surface, centre: tuple[int, int], radius: int) -> None:
        services, colours, sitter = self.services, self.services.theme.colours, self.facts.sitter
        if sitter is None:
            services.painter.disc(surface, centre, radius, colours.paper_well, colours.ptext_off)
            plus = services.images.icon("plus", radius, colours.ptext2)
            surface.blit(plus, plus.get_rect(center=centre))
            return
        services.painter.disc(surface, centre, radius, colours.ink, colours.seats[self.facts.colour])
        if sitter.level:
            robot = services.images.icon("bot", radius, colours.text)
            surface.blit(robot, robot.get_rect(center=centre))
            return
        style = TextStyle("kai", 1.15 * radius / services.units.ut)
        first = services.fonts.render(sitter.avatar or sitter.name[:1], style, colours.white)
        surface.blit(first, first.get_rect(center=centre))

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
        services, colours, px = self.services, self.services.theme.colours, self.services.units.px
        services.painter.box(surface, self.rect, Box(top="#17584C", bottom="#0F473D", radius=22))
        services.painter.frame(surface, self.rect, colours.brass, 2.4, 22)
        side = min(px(44), self.rect.height // 2)
        logo = services.painter.picture("lobby logo", (side, side), lambda: logo_svg(colours.brass_light, side))
        surface.blit(logo, logo.get_rect(center=(self.rect.centerx, self.rect.centery - px(14))))
        words = pygame.Rect(self.rect.x + px(6), self.rect.centery + px(12), self.rect.width - px(12), px(26))
        draw_text(services, surface, self.words, words, services.theme.type.strong, colours.text, "center")
