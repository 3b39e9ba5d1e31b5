"""What all widgets share: place, state, mouse and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.scene import STILL

if TYPE_CHECKING:
    from game.services import Services

LEFT_BUTTON = 1
REACH = 6  # how far the active area of something small may go beyond what is drawn, once a touch was seen
PRESS_KEYS = {pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE}
HOVER_SHADE, PRESSED_SHADE = 0.13, -0.16
VEIL = 22  # how far from its ends what scrolls begins to fade, in virtual pixels


def _veil(surface: pygame.Surface, place: pygame.Rect, downward: bool) -> pygame.Surface:
    """A copy of a part of the surface, opaque at the lower end (or the upper one) and clear at the other."""
    veil = pygame.Surface(place.size, pygame.SRCALPHA)
    veil.blit(surface.subsurface(place), (0, 0))
    for row in range(place.height):
        share = (row + 1) / place.height if downward else 1 - row / place.height
        veil.fill((255, 255, 255, round(255 * share)), (0, row, place.width, 1), pygame.BLEND_RGBA_MULT)
    return veil


class Widget:
    """A rectangle that reacts. Subclasses draw it and override `activate`, `pressed_at`, `dragged_to` or `key`."""

    focusable = True
    mouse_pulls = False  # whether a mouse may pull its contents, as a finger may

    def __init__(self, services: Services) -> None:
        self.services = services
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.clip: pygame.Rect | None = None  # the viewport it scrolls in
        self.visible = True
        self.enabled = True
        self.label = ""  # what it is called, where that does not stand on it
        self.reason = ""  # why it is disabled: shown on hover and to the keyboard
        self.hovered = False
        self.pressed = False
        self.focused = False

    @property
    def takes_focus(self) -> bool:
        """Whether Tab stops here. Disabled ones with a reason do, so that the reason can be read."""
        return self.focusable and self.visible and (self.enabled or bool(self.reason))

    @property
    def content(self) -> str:
        """What stands on it, in words."""
        return ""

    @property
    def spoken(self) -> str:
        """Its name, what stands on it, and why it is disabled: told when it gets the focus, or a key changed it."""
        tr, reason = self.services.tr, "" if self.enabled else self.reason
        said = tr("; ").join(filter(None, (self.content, reason)))
        return tr("{name}: {what}", name=self.label, what=said) if self.label and said else self.label or said

    @property
    def natural_size(self) -> tuple[int, int]:
        """The width and height it asks for, in device pixels."""
        return self.rect.size

    @property
    def ring(self) -> bool:
        """Whether the focus ring is shown: only after a key was used."""
        return self.focused and self.services.keys_used

    @property
    def shade(self) -> float:
        """How much lighter (or darker) the state makes a surface."""
        if not self.enabled:
            return 0.0
        return PRESSED_SHADE if self.pressed else HOVER_SHADE if self.hovered else 0.0

    @property
    def offset(self) -> int:
        """How far what it shows is scrolled down, in device pixels."""
        return 0

    @property
    def longest(self) -> int:
        """The largest offset; 0 when nothing is hidden."""
        return 0

    def scroll_to(self, offset: int) -> None:
        """Scroll so that `offset` pixels are above the viewport, or as far as it goes."""

    @property
    def bar(self) -> pygame.Rect:
        """The bar at the right edge of what scrolls: as much of it as there is in view of the whole."""
        width, room = max(4, self.services.px(6)), self.rect.height
        height = max(4 * width, room * room // max(1, room + self.longest))
        top = self.rect.y + (room - height) * self.offset // max(1, self.longest)
        return pygame.Rect(self.rect.right - width, top, width, height)

    def draw_bar(self, surface: pygame.Surface) -> None:
        """Draw the bar, if anything is hidden."""
        if self.longest:
            self.services.painter.box(surface, self.bar, "track", self.shade)

    def veils(self, surface: pygame.Surface) -> list[tuple[pygame.Surface, pygame.Rect]]:
        """For the ends of what scrolls: the ground as it is now, less and less of it towards the middle.

        Laid over the contents afterwards they let these fade out where more of them is hidden.
        """
        deepest = self.services.px(VEIL)
        above, below = (min(deepest, hidden) for hidden in (self.offset, self.longest - self.offset))
        room = self.rect.clip(surface.get_rect())  # a window that has just shrunk may end before it
        room.width -= 2 * self.bar.width
        if room.width <= 0 or room.height <= 2 * deepest:
            return []
        upper = pygame.Rect(room.x, room.y, room.width, above)
        lower = pygame.Rect(room.x, room.bottom - below, room.width, below)
        return [(_veil(surface, end, end is lower), end) for end in (upper, lower) if end.height > 0]

    def follows(self, position: tuple[int, int]) -> bool:
        """Whether it follows a pointer that goes down there, so that nothing else may be dragged by that."""
        return False

    def hit(self, position: tuple[int, int]) -> bool:
        """Whether a position in device pixels is on it."""
        if not self.visible or (self.clip is not None and not self.clip.collidepoint(position)):
            return False
        reach = REACH if self.services.touched and min(self.rect.size) < self.services.target(0) else 0
        return self.rect.inflate(2 * reach, 2 * reach).collidepoint(position)

    def handle(self, event: pygame.Event) -> bool:
        """React to an event; True when it was meant for this widget."""
        if event.type == pygame.MOUSEMOTION:
            return self._mouse_moved(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and self.hit(event.pos):
            self._set("pressed", self.enabled)
            if self.enabled:
                self.pressed_at(event.pos)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON and self.pressed:
            self._set("pressed", False)
            if self.hit(event.pos):
                self.activate()
            return True
        if event.type == pygame.KEYDOWN and self.focused and self.enabled:
            return self._keyed(event)
        return False

    def _keyed(self, event: pygame.Event) -> bool:
        before = self.spoken
        taken = self.key(event)
        if self.focused and self.spoken != before:
            self.services.speaker.say(self.spoken)
        return taken

    def _mouse_moved(self, position: tuple[int, int]) -> bool:
        self._set("hovered", self.hit(position))
        if self.pressed:
            self.dragged_to(position)
        return self.pressed

    def _set(self, name: str, value: bool) -> None:
        if getattr(self, name) != value:
            setattr(self, name, value)
            self.services.invalidate()

    def pressed_at(self, position: tuple[int, int]) -> None:
        """The left button went down here."""

    def dragged_to(self, position: tuple[int, int]) -> None:
        """The pointer moved while the button is down."""

    def activate(self) -> None:
        """Clicked, or pressed by key."""

    def key(self, event: pygame.Event) -> bool:
        """A key while it has the focus: Enter and Space press it."""
        if event.key in PRESS_KEYS:
            self.activate()
            return True
        return False

    def let_go(self) -> None:
        """What pressed it means something else, or is lost: nothing comes of the press."""
        self._set("pressed", False)

    def focus(self, focused: bool) -> None:
        """Get or lose the keyboard focus; who listens is told what has it."""
        gained = focused and not self.focused
        self._set("focused", focused)
        if gained and self.services.keys_used:
            self.services.speaker.say(self.spoken)

    def stopped_at(self) -> None:
        """A key moved the focus here."""

    def update(self, seconds: float) -> float:
        """Seconds until it needs the next update; most never do."""
        return STILL

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""


class PartsWidget(Widget):
    """A widget of several parts. `pointed` is the one under the pointer, which may only look, or that was pressed."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.pointed: int | None = None

    def part_at(self, position: tuple[int, int]) -> int | None:
        """The part at a position in device pixels."""
        raise NotImplementedError

    def handle(self, event: pygame.Event) -> bool:
        """Also what a pointer that only looks is on."""
        if event.type == pygame.MOUSEMOTION:
            pointed = self.part_at(event.pos) if self.hit(event.pos) else None
            if pointed != self.pointed:
                self.pointed = pointed
                self.services.invalidate()
        return super().handle(event)

    def pressed_at(self, position: tuple[int, int]) -> None:
        """Remember what is pressed."""
        self.pointed = self.part_at(position)
