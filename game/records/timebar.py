"""The time bar of a replay: how far the hand has come, its calls, kongs and wins, and a knob to go anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import pygame

from game.iconart import polygon_svg
from game.records.tape import Landmark, LandmarkKind
from game.theme import Box, TextStyle
from game.widgets.base import PartsWidget

if TYPE_CHECKING:
    from game.services import Services

TRACK, KNOB, SIGN, EDGE = 6, 20, 15, 14
SIGN_STYLE = TextStyle("sans-bold", 12.5, 1.2)


class TimeBar(PartsWidget):
    """Stops 0 to `end`; `on_move` is told where the pointer or a key has gone, at once.

    `word` is the sign of a landmark, at most two characters, so that no mark is known by its colour alone.
    """

    def __init__(self, services: Services, on_move: Callable[[int], object], word: Callable[[Landmark], str]) -> None:
        super().__init__(services)
        self.on_move = on_move
        self.word = word
        self.stop, self.end = 0, 1
        self.landmarks: Sequence[Landmark] = ()

    def load(self, end: int, landmarks: Sequence[Landmark]) -> None:
        """Another hand."""
        self.end, self.landmarks, self.pointed = max(1, end), tuple(landmarks), None
        self.services.invalidate()

    def show(self, stop: int) -> None:
        """The hand has come so far."""
        if stop != self.stop:
            self.stop = stop
            self.services.invalidate()

    def place_of(self, stop: int) -> tuple[int, int]:
        """The middle of a stop on the track, in device pixels."""
        track = self._track
        return track.x + track.width * stop // self.end, track.centery

    @property
    def _track(self) -> pygame.Rect:
        px = self.services.px
        track = self.rect.inflate(-2 * px(EDGE), 0)
        track.height = max(4, px(TRACK))
        track.bottom = self.rect.bottom - max(px(6), (self.rect.height - px(34)) // 2)
        return track

    # ---- pointer and keys -------------------------------------------------------------------------------------------

    def part_at(self, position: tuple[int, int]) -> int:
        """The stop nearest to it."""
        track = self._track
        share = (position[0] - track.x) / max(1, track.width)
        return max(0, min(self.end, round(share * self.end)))

    def pressed_at(self, position: tuple[int, int]) -> None:
        """Go there."""
        self.dragged_to(position)

    def follows(self, position: tuple[int, int]) -> bool:
        """Everywhere."""
        return True

    def dragged_to(self, position: tuple[int, int]) -> None:
        """Follow the pointer."""
        stop = self.part_at(position)
        self.pointed = stop
        if stop != self.stop:
            self.on_move(stop)

    def key(self, event: pygame.Event) -> bool:
        """Keys mean the same wherever the focus is; the screen knows them."""
        return False

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Track, the part done, marks with their signs, knob."""
        services, colours, px = self.services, self.services.colours, self.services.px
        track = self._track
        services.painter.box(surface, track, Box(top=colours.line, radius=TRACK / 2))
        done = track.copy()
        done.width = self.place_of(self.stop)[0] - track.x
        services.painter.box(surface, done, Box(top=colours.brass, radius=TRACK / 2))
        for landmark, sign in self._signs():
            self._draw_mark(surface, landmark, sign)
        side = px(KNOB + (2 if self.hovered or self.pressed else 0))
        knob = pygame.Rect(0, 0, side, side)
        knob.center = self.place_of(self.stop)
        ring = Box(
            top=colours.white, bottom="#F6F3EA", line=colours.brass, line_width=3, radius=side / 2, shadow="button"
        )
        services.painter.box(surface, knob, ring)
        if self.ring:
            services.painter.focus_ring(surface, knob, KNOB / 2)

    def _signs(self) -> Iterator[tuple[Landmark, bool]]:
        """The landmarks, and whether each has room for its sign: wins first, then kongs, then what comes first."""
        order = (LandmarkKind.WIN, LandmarkKind.DRAWN, LandmarkKind.KONG, LandmarkKind.CALL)
        taken: list[int] = []
        room = self.services.units.type_length(SIGN + 2)
        for landmark in sorted(self.landmarks, key=lambda landmark: (order.index(landmark.kind), landmark.stop)):
            x = self.place_of(landmark.stop)[0]
            free = all(abs(x - other) >= room for other in taken)
            if free:
                taken.append(x)
            yield landmark, free

    def _draw_mark(self, surface: pygame.Surface, landmark: Landmark, sign: bool) -> None:
        """A diamond on the track for a kong, a disc for a win, a tick for a call; the sign above."""
        services, colours, track = self.services, self.services.colours, self._track
        x, y = self.place_of(landmark.stop)
        colour = {
            LandmarkKind.WIN: colours.red, LandmarkKind.KONG: colours.brass_light, LandmarkKind.DRAWN: colours.text2
        }.get(landmark.kind, colours.jade_light)  # fmt: skip
        side = max(8, services.px(12)) // 2 * 2 + 1
        if landmark.kind is LandmarkKind.CALL:
            width = max(2, services.px(3))
            surface.fill(colour, (x - width // 2, track.y - width, width, track.height + 2 * width))
        elif landmark.kind is LandmarkKind.KONG:
            half = side / 2
            points = [(half, 0.5), (side - 0.5, half), (half, side - 0.5), (0.5, half)]
            picture = services.painter.picture(
                ("landmark", colour), (side, side), lambda: polygon_svg((side, side), points, colour, line=colours.ink)
            )
            surface.blit(picture, picture.get_rect(center=(x, y)))
        else:
            services.painter.disc(surface, (x, y), side // 2, colour, colours.text)
        if sign:
            tint = colours.error if landmark.kind is LandmarkKind.WIN else colour
            word = services.fonts.render(self.word(landmark), SIGN_STYLE, tint)
            surface.blit(word, word.get_rect(midbottom=(x, track.y - services.px(3))))
