"""A table that was found: name, variant, seats, state, version, signal (picture 12, left)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.iconart import signal_svg
from game.lobby.search import signal
from game.tabletexts import TableTexts
from game.theme import Box, TextStyle
from game.widgets.base import Widget
from net.discovery import FoundTable, Offer
from net.lan import Phase, own_edition
from rules.seats import SEATS

if TYPE_CHECKING:
    from game.services import Services

HEIGHT = 70
NAME = TextStyle("sans-bold", 17)
VERSION = TextStyle("sans-regular", 12, 1.4)
STATE_AT, WIDTH = 214, 394


class FoundRow(Widget):
    """A row of the list. One of another version is dimmed and says so; both versions stand in the hint."""

    def __init__(
        self, services: Services, found: FoundTable, version: str, on_press: Callable[[], object], back: bool = False
    ) -> None:
        """`version`: this program's; `back`: one has a seat there."""
        super().__init__(services)
        self.found, self.version, self.on_press, self.back = found, version, on_press, back
        self.chosen = False
        self.enabled = self.joinable
        if not self.joinable:
            theirs, ours = str(self.offer.edition), str(own_edition(version))
            text = "The host has version {theirs}, here is {ours}: install the same version"
            self.reason = services.tr(text, theirs=theirs, ours=ours)

    @property
    def offer(self) -> Offer:
        """What the table says of itself."""
        return self.found.offer

    @property
    def joinable(self) -> bool:
        """Whether both speak the same protocol and play by the same rules."""
        return not self.offer.edition.clash(own_edition(self.version))

    @property
    def content(self) -> str:
        """Table, variant, how far it is."""
        return self.services.tr("; ").join((self.offer.name, self.variant_line(), self.state()[0]))

    def height_for(self, width: int) -> int:
        """Two lines."""
        return max(self.services.target(HEIGHT), self.services.units.type_length(62))

    def activate(self) -> None:
        """Join, or ask for the code first."""
        if self.enabled:
            self.services.audio.play("ui.click")
            self.on_press()

    def state(self) -> tuple[str, str]:
        """How far it is, in words, and their colour."""
        tr, colours, offer = self.services.tr, self.services.colours, self.offer
        if not self.joinable:
            other = (
                tr("Other rules of play")
                if offer.build == self.version
                else tr("Version {version}", version=offer.build)
            )
            return other, colours.error
        if self.chosen:
            return tr("You are here"), colours.brass_light
        if self.back:
            return tr("Your seat waits"), colours.brass_light
        if offer.free:  # in the lobby, or in a saved match whose people are not all back
            return tr("Waiting"), colours.jade_light
        if offer.phase is Phase.LOBBY:
            return tr("Full"), colours.text2
        return (tr("Watch"), colours.info) if offer.watch else (tr("Playing"), colours.text2)

    def variant_line(self) -> str:
        """The variant, and the hand that is being played."""
        texts = TableTexts(self.services.strings.language, self.offer.variant)
        if self.offer.phase is Phase.LOBBY:
            return f"{texts.card} · {texts.chip}"
        hand = self.services.tr("hand {number}", number=self.offer.hand)
        return f"{texts.card} · {hand}"

    def draw(self, surface: pygame.Surface) -> None:
        """Draw both lines."""
        services, colours, px = self.services, self.services.colours, self.services.px
        if self.chosen:
            services.painter.box(surface, self.rect, Box(top="#1F5A4C", bottom="#16463B", radius=12))
            services.painter.frame(surface, self.rect, colours.brass_light, 2, 12)
        else:
            services.painter.box(surface, self.rect, Box(top="#12302A", radius=12), self.shade * 0.6)
        inner = self.rect.inflate(-2 * px(18), -2 * px(6))
        first = pygame.Rect(inner.x, inner.y, inner.width, inner.height // 2)
        self._draw_first(surface, first)
        self._draw_second(surface, first.move(0, first.height))
        if self.ring:
            services.painter.focus_ring(surface, self.rect.inflate(-8, -8), 10)

    def _split(self, line: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        """Left: name or variant; right: seats or state."""
        middle = line.x + line.width * STATE_AT // WIDTH
        return (
            pygame.Rect(line.x, line.y, middle - line.x - self.services.px(10), line.height),
            pygame.Rect(middle, line.y, line.right - middle, line.height),
        )

    def _draw_first(self, surface: pygame.Surface, line: pygame.Rect) -> None:
        services, colours, px = self.services, self.services.colours, self.services.px
        left, right = self._split(line)
        colour = colours.text if self.joinable else colours.text3
        icons = ["lock"] * self.offer.code + ["eye"] * (self.offer.watch and self.offer.phase is not Phase.LOBBY)
        side = services.units.type_length(16)
        room = left.copy()
        room.width -= (side + px(8)) * len(icons)
        place = services.fonts.write(surface, self.offer.name, room, NAME, colour)
        for number, icon in enumerate(icons):
            picture = services.images.icon(icon, side, colours.text2)
            at = place.right + px(8) + number * (side + px(6))
            surface.blit(picture, picture.get_rect(midleft=(at, left.centery)))
        self._draw_seats(surface, right)
        level = signal(self.found.seconds)
        tint = colours.jade_light if level > 2 else colours.warn
        bars = services.painter.picture(("signal", level, tint), (px(20),) * 2, lambda: signal_svg(level, tint, px(20)))
        surface.blit(bars, bars.get_rect(midright=right.midright))

    def _draw_seats(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        services, colours, px = self.services, self.services.colours, self.services.px
        taken, side = self.offer.seats, px(15)
        for seat in SEATS:
            square = pygame.Rect(place.x + seat * px(19), 0, side, side)
            square.centery = place.centery
            look = Box(top=colours.brass, radius=4) if seat < taken else Box(
                top="#12302A", line=colours.text3, line_width=1.2, radius=4
            )  # fmt: skip
            services.painter.box(surface, square, look)
        words = pygame.Rect(place.x + len(SEATS) * px(19) + px(8), place.y, place.width, place.height)
        words.width = place.right - px(24) - words.x
        colour = colours.text if self.joinable else colours.text3
        services.fonts.write(surface, f"{taken}/{len(SEATS)}", words, services.steps.strong, colour)

    def _draw_second(self, surface: pygame.Surface, line: pygame.Rect) -> None:
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        left, right = self._split(line)
        services.fonts.write(
            surface, self.variant_line(), left, steps.note, colours.text2 if self.joinable else colours.text3
        )
        words, colour = self.state()
        if not self.joinable:
            side = services.units.type_length(14)
            cross = services.images.icon("x", side, colour)
            surface.blit(cross, cross.get_rect(midleft=right.midleft))
            right = pygame.Rect(right.x + side + px(6), right.y, right.width - side - px(6), right.height)
            services.fonts.write(surface, words, right, steps.note, colour)
            return
        version = services.tr("Version {version}", version=self.offer.build)
        rest = right.width - services.fonts.width(version, VERSION) - px(8)
        if services.fonts.width(words, services.fonts.fit(words, steps.note, rest)) <= rest:
            services.fonts.write(surface, version, right, VERSION, colours.text3, "right")
            right.width = rest
        services.fonts.write(surface, words, right, steps.note, colour)
