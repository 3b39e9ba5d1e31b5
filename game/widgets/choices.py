"""Choosing among a few: switch, segments, tabs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

import pygame

from game.widgets.base import Widget

if TYPE_CHECKING:
    from game.services import Services

T = TypeVar("T", bound=Hashable)

TAB_MARGIN = 15  # beside the text of a tab, in virtual pixels


class Toggle(Widget):
    """A switch: jade and 开 when on, grey and 关 when off."""

    def __init__(self, services: Services, on: bool, on_change: Callable[[bool], object]) -> None:
        super().__init__(services)
        self.on = on
        self.on_change = on_change

    @property
    def content(self) -> str:
        """On or off."""
        return self._word

    @property
    def natural_size(self) -> tuple[int, int]:
        """52 x 28, in device pixels, larger with the text."""
        return self.services.units.type_length(56), self.services.units.type_length(28)

    @property
    def _word(self) -> str:
        strings = self.services.strings
        return strings.tr_context("switch", "on") if self.on else strings.tr_context("switch", "off")

    def activate(self) -> None:
        """Switch over."""
        self.on = not self.on
        self.services.audio.play("ui.toggle")
        self.services.invalidate()
        self.on_change(self.on)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw track, knob and word."""
        services, rect = self.services, self.rect
        services.painter.box(surface, rect, "switch_on" if self.on else "switch_off", self.shade)
        gap = services.px(3)
        knob = pygame.Rect(0, 0, rect.height - 2 * gap, rect.height - 2 * gap)
        knob.midright = (rect.right - gap, rect.centery)
        word_place = pygame.Rect(rect.x + gap, rect.y, rect.width - knob.width - 2 * gap, rect.height)
        if not self.on:
            knob.midleft = (rect.x + gap, rect.centery)
            word_place.right = rect.right - gap
        services.painter.box(surface, knob, "knob")
        colour = services.colours.white if self.on else services.colours.ptext
        services.fonts.write(surface, self._word, word_place, services.steps.micro, colour, "center")
        if self.ring:
            services.painter.focus_ring(surface, rect, 14)


class Segments(Widget, Generic[T]):
    """A row of exclusive parts in a well; the chosen one is raised and bold. Arrow keys move the choice.

    A value that is none of the options leaves all parts flat.
    """

    def __init__(
        self, services: Services, options: Sequence[tuple[T, str]], value: T, on_change: Callable[[T], object]
    ) -> None:
        super().__init__(services)
        self.options = list(options)
        self.value = value
        self.on_change = on_change
        self._pointed = -1

    @property
    def content(self) -> str:
        """The chosen part."""
        return next((text for value, text in self.options if value == self.value), "")

    @property
    def natural_size(self) -> tuple[int, int]:
        """Width and height in device pixels: every part as wide as the widest text."""
        style = self.services.steps.strong
        widest = max(self.services.fonts.width(text, style) for _, text in self.options)
        part = widest + 2 * self.services.px(18)
        return part * len(self.options) + 2 * self.services.px(3), self.services.control_height(38)

    @property
    def _has_choice(self) -> bool:
        return any(value == self.value for value, _ in self.options)

    def part(self, index: int) -> pygame.Rect:
        """The rectangle of one part."""
        inner = self.rect.inflate(-2 * self.services.px(3), -2 * self.services.px(3))
        left = inner.x + inner.width * index // len(self.options)
        right = inner.x + inner.width * (index + 1) // len(self.options)
        return pygame.Rect(left, inner.y, right - left, inner.height)

    def choose(self, value: T) -> None:
        """Choose a value and tell."""
        if value != self.value:
            self.value = value
            self.services.audio.play("ui.toggle")
            self.services.invalidate()
            self.on_change(value)

    def pressed_at(self, position: tuple[int, int]) -> None:
        """Remember the part under the pointer."""
        self._pointed = next((i for i in range(len(self.options)) if self.part(i).collidepoint(position)), -1)

    def activate(self) -> None:
        """Choose the part that was pressed."""
        if self._pointed >= 0:
            self.choose(self.options[self._pointed][0])

    def key(self, event: pygame.Event) -> bool:
        """Left and right move the choice."""
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
        if step is None:
            return False
        values = [value for value, _ in self.options]
        place = values.index(self.value) + step if self.value in values else 0
        self.choose(values[max(0, min(len(values) - 1, place))])
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the well and its parts."""
        services = self.services
        services.painter.box(surface, self.rect, "paper_well_deep")
        for index, (value, text) in enumerate(self.options):
            chosen = value == self.value
            place = self.part(index)
            if chosen:
                services.painter.box(surface, place, "segment_chosen")
            style = services.steps.strong if chosen else services.steps.label
            colour = services.colours.ptext if chosen else services.colours.ptext2
            services.fonts.write(surface, text, place.inflate(-services.px(8), 0), style, colour, "center")
            if chosen and self.ring:
                services.painter.focus_ring(surface, place, 8)
        if self.ring and not self._has_choice:
            services.painter.focus_ring(surface, self.rect, 10)


class Tabs(Segments[T]):
    """Tabs on paper: the chosen one is red, bold and has a bar below."""

    def part(self, index: int) -> pygame.Rect:
        """Each tab as wide as its text and a margin; the text of the first begins where the tabs do."""
        style, margin = self.services.steps.strong, self.services.px(TAB_MARGIN)
        widths = [self.services.fonts.width(text, style) + 2 * margin for _, text in self.options]
        return pygame.Rect(self.rect.x - margin + sum(widths[:index]), self.rect.y, widths[index], self.rect.height)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tabs over a rule."""
        services, colours = self.services, self.services.colours
        services.painter.hairline(surface, (self.rect.x, self.rect.bottom - 1), self.rect.width, colours.paper_line)
        for index, (value, text) in enumerate(self.options):
            chosen, place = value == self.value, self.part(index)
            style = services.steps.strong if chosen else services.steps.label
            colour = colours.red_text if chosen else colours.ptext2
            services.fonts.write(surface, text, place, style, colour, "center")
            if chosen:
                bar, inset = services.units.line(3), services.px(TAB_MARGIN - 2)
                surface.fill(colours.red_text, (place.x + inset, place.bottom - bar, place.width - 2 * inset, bar))
            if chosen and self.ring:
                services.painter.focus_ring(surface, place.inflate(-8, -8), 8)
