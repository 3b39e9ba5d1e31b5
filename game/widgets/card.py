"""A card that is chosen with a click: title, note and a chip, on ink; paper, brass and a check when chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.theme import TextStyle
from game.widgets.base import Widget

if TYPE_CHECKING:
    from game.services import Services


class Card(Widget):
    """178 x 108: name, note, one chip with the most telling fact, a brush character as watermark."""

    def __init__(
        self,
        services: Services,
        title: str,
        note: str,
        chip: str,
        watermark: str,
        on_press: Callable[[], object],
    ) -> None:
        super().__init__(services)
        self.title, self.note, self.chip, self.watermark = title, note, chip, watermark
        self.on_press = on_press
        self.chosen = False

    @property
    def content(self) -> str:
        """Title, note and chip."""
        return self.services.tr("; ").join(filter(None, (self.title, self.note, self.chip)))

    def activate(self) -> None:
        """Choose it."""
        if self.enabled:
            self.services.audio.play("ui.click")
            self.on_press()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it; pointed at, it lifts by two pixels and gets a brass line."""
        services, px = self.services, self.services.px
        rect = self.rect.move(0, -px(2) if self.hovered and not self.pressed else 0)
        services.painter.box(surface, rect, "card_chosen" if self.chosen else "card_ink")
        if self.hovered and not self.chosen:
            services.painter.frame(surface, rect, services.colours.brass, 1, 14)
        self._draw_watermark(surface, rect)
        self._draw_words(surface, rect.inflate(-2 * px(14), -2 * px(11)))
        if self.chosen:
            self._draw_check(surface, (rect.right - px(20), rect.y + px(20)))
        if self.ring:
            services.painter.focus_ring(surface, rect, 14)

    def _draw_watermark(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        services = self.services
        size = 0.68 * rect.height / services.units.ut
        colour = services.colours.red if self.chosen else services.colours.white
        picture = services.fonts.render(self.watermark, TextStyle("brush", size), colour)
        outer = surface.get_clip()
        surface.set_clip(rect.clip(outer))
        picture.set_alpha(56 if self.chosen else 26)
        surface.blit(
            picture, picture.get_rect(midbottom=(rect.right - rect.width // 5, rect.bottom + rect.height // 12))
        )
        picture.set_alpha(255)
        surface.set_clip(outer)

    def _draw_words(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        services, colours, steps = self.services, self.services.colours, self.services.steps
        title_height, note_height = services.fonts.line_height(steps.h2), services.fonts.line_height(steps.note)
        room = inner.width - (services.px(22) if self.chosen else 0)
        title = pygame.Rect(inner.x, inner.y, room, title_height)
        services.fonts.write(surface, self.title, title, steps.h2, colours.ptext if self.chosen else colours.text)
        note = pygame.Rect(inner.x, title.bottom, inner.width, note_height)
        chip_height = chip_size(services, self.chip)[1] if self.chip else 0
        if note.bottom + chip_height <= inner.bottom + services.px(4):  # else the text is large: the chip says more
            services.fonts.write(surface, self.note, note, steps.note, colours.ptext2 if self.chosen else colours.text2)
        if self.chip:
            colour = colours.brass_deep if self.chosen else colours.brass_light
            look = "chip_paper" if self.chosen else "chip_ink"
            draw_chip(services, surface, self.chip, inner.bottomleft, look, colour, inner.width)

    def _draw_check(self, surface: pygame.Surface, centre: tuple[int, int]) -> None:
        services = self.services
        services.painter.disc(surface, centre, services.px(11), services.colours.red)
        check = services.images.icon("check", services.px(14), services.colours.white)
        surface.blit(check, check.get_rect(center=centre))


def chip_size(services: Services, text: str) -> tuple[int, int]:
    """Width and height of a chip in device pixels."""
    style, px = services.steps.small, services.px
    return services.fonts.width(text, style) + 2 * px(8), services.fonts.size(style) + 2 * px(4.5)


def draw_chip(
    services: Services,
    surface: pygame.Surface,
    text: str,
    bottomleft: tuple[int, int],
    box: str,
    colour: str,
    room: int | None = None,
) -> pygame.Rect:
    """A small label in a rounded box, its lower left corner at `bottomleft`; returns its rectangle.

    Wider than `room` device pixels it is written smaller.
    """
    width, height = chip_size(services, text)
    rect = pygame.Rect(0, 0, width if room is None else min(width, room), height)
    rect.bottomleft = bottomleft
    services.painter.box(surface, rect, box)
    services.fonts.write(surface, text, rect.inflate(-services.px(8), 0), services.steps.small, colour, "center")
    return rect
