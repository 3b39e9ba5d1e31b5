"""Type: fonts by face and size, rendered text in a bounded cache, a fallback for glyphs a face lacks.

pygame cannot say which glyphs a font has, so `assets/fonts/coverage.json` does. A character that the face lacks is
taken from sans Bold, and drawn as a hollow square when that lacks it, too.
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec
import pygame

from game.images import SurfaceCache
from game.strings import THIN_SPACE
from game.theme import ASSETS, TextStyle
from game.units import Units, rounded

Align = Literal["left", "center", "right"]

FONT_FOLDER = ASSETS / "fonts"
FALLBACK = "sans-bold"
MISSING = "\N{WHITE SQUARE}"
GAP = ""  # the "face" of a thin space, which our sans lacks: a fifth of the size, drawn by nobody
ELLIPSIS = "…"
TEXT_PIXELS = 6_000_000
MOST_WIDTHS = 4096
SMALLEST = 12  # pixels; keycaps, whose step is smaller than that, may go down to 11
NO_LINE_START = "，。、：；！？）》”’…·,.:;!?)%"
NO_LINE_END = "（《“‘("
LAST_LINE = 2.5  # letters: a paragraph does not end in a line shorter than that


class Coverage:
    """Which characters a font file draws: the first code point of a run, the first one after it, and so on, sorted."""

    def __init__(self, edges: Sequence[int]) -> None:
        self._edges = edges

    def __contains__(self, character: str) -> bool:
        return bisect.bisect_right(self._edges, ord(character)) % 2 == 1


def read_coverage(folder: Path = FONT_FOLDER) -> dict[str, Coverage]:
    """What each font file of a folder draws, as its `coverage.json` says."""
    tables = msgspec.json.decode((folder / "coverage.json").read_bytes(), type=dict[str, bytes])
    return {name: Coverage(memoryview(edges).cast("I")) for name, edges in tables.items()}


class Fonts:
    """Draws and measures text. Set `units` when the window or the text setting changes."""

    def __init__(self, units: Units, folder: Path = FONT_FOLDER) -> None:
        pygame.font.init()
        self._units = units
        covered = read_coverage(folder)
        self._coverages = {Path(name).stem: coverage for name, coverage in covered.items()}
        self._files = {Path(name).stem: folder / name for name in covered}
        self._fonts: dict[str, pygame.Font] = {}
        self._cache = SurfaceCache(TEXT_PIXELS)
        self._widths: dict[tuple[str, str, int], int] = {}

    @property
    def units(self) -> Units:
        """The scale of all text."""
        return self._units

    @units.setter
    def units(self, units: Units) -> None:
        if units.ut != self._units.ut:
            self._cache.clear()
        self._units = units

    def font(self, face: str, size: int) -> pygame.Font:
        """A face (the file's stem, such as "sans-bold") at a size in device pixels, until the next call for it.

        A file is opened once, as that takes as long as drawing a line. Raises KeyError.
        """
        if face not in self._fonts:
            self._fonts[face] = pygame.Font(self._files[face], size)
        font = self._fonts[face]
        if font.point_size != size:
            font.point_size = size
        return font

    def size(self, style: TextStyle) -> int:
        """The pixel size of a style: keycaps may go down to 11, everything else to 12."""
        return self._units.type_size(style.size, 11 if style.size < SMALLEST else SMALLEST)

    def line_height(self, style: TextStyle) -> int:
        """From one baseline to the next, in device pixels."""
        return rounded(self.size(style) * style.line)

    def width(self, text: str, style: TextStyle) -> int:
        """How wide a line of text is, in device pixels."""
        size = self.size(style)
        key = (text, style.face, size)
        if key not in self._widths:
            if len(self._widths) >= MOST_WIDTHS:
                self._widths.clear()
            self._widths[key] = sum(self._run_width(face, run, size) for face, run in self._runs(text, style.face))
        return self._widths[key]

    def render(self, text: str, style: TextStyle, colour: str, max_width: int | None = None) -> pygame.Surface:
        """A line of text, cut with "…" when it is wider than `max_width`. Nobody may draw on the surface."""
        size = self.size(style)
        shown = text if max_width is None else self.cut(text, style, max_width)
        return self._cache.get((shown, style.face, size, colour), lambda: self._draw(shown, style.face, size, colour))

    def write(
        self,
        surface: pygame.Surface,
        text: str,
        rect: pygame.Rect,
        style: TextStyle,
        colour: str,
        align: Align = "left",
    ) -> pygame.Rect:
        """One line, centred in height, made smaller and at last cut when it does not fit; returns where it is."""
        picture = self.render(text, self.fit(text, style, rect.width), colour, rect.width)
        place = picture.get_rect(midleft=rect.midleft)
        if align == "center":
            place.center = rect.center
        elif align == "right":
            place.midright = rect.midright
        surface.blit(picture, place)
        return place

    def write_if_room(
        self,
        surface: pygame.Surface,
        text: str,
        rect: pygame.Rect,
        style: TextStyle,
        colour: str,
        align: Align = "left",
    ) -> None:
        """One line that can be spared: left out where it would have to be cut."""
        if self.width(text, self.fit(text, style, rect.width)) <= rect.width:
            self.write(surface, text, rect, style, colour, align)

    def write_lines(
        self,
        surface: pygame.Surface,
        text: str,
        rect: pygame.Rect,
        style: TextStyle,
        colour: str,
        max_lines: int | None = None,
    ) -> int:
        """Lines wrapped to the rectangle's width, from its top; returns the height used, in device pixels."""
        height = self.line_height(style)
        lines = self.wrap(text, style, rect.width, max_lines)
        for index, line in enumerate(lines):
            picture = self.render(line, style, colour)
            surface.blit(picture, (rect.x, rect.y + index * height + (height - picture.get_height()) // 2))
        return height * len(lines)

    def cut(self, text: str, style: TextStyle, max_width: int) -> str:
        """The text, or as much of its beginning as fits together with "…"."""
        if self.width(text, style) <= max_width:
            return text
        fits = bisect.bisect_right(
            range(len(text)), max_width, key=lambda count: self.width(text[:count].rstrip() + ELLIPSIS, style)
        )
        return text[: max(0, fits - 1)].rstrip() + ELLIPSIS

    def sized(self, face: str, pixels: float) -> TextStyle:
        """A style of a size in device pixels, for type that belongs to a picture and scales with it."""
        return TextStyle(face, pixels / self._units.ut)

    def capped(self, style: TextStyle, pixels: float) -> TextStyle:
        """The style, no larger than so many device pixels: type in a box that cannot grow with the text setting."""
        return msgspec.structs.replace(style, size=min(style.size, pixels / self._units.ut))

    def fit(self, text: str, style: TextStyle, max_width: int) -> TextStyle:
        """The style, made smaller (down to 12 px) until the text fits (design section 3)."""
        fitting, pixels = style, self.size(style)
        while pixels > SMALLEST and self.width(text, fitting) > max_width:
            pixels -= 1
            fitting = self.capped(style, pixels)
        return fitting

    def fit_lines(self, text: str, style: TextStyle, room: tuple[int, int]) -> TextStyle:
        """The style, made smaller (down to 12 px) until the text in lines of the room's width is no higher than it."""
        fitting, pixels = style, self.size(style)
        while pixels > SMALLEST and len(self.wrap(text, fitting, room[0])) * self.line_height(fitting) > room[1]:
            pixels -= 1
            fitting = self.capped(style, pixels)
        return fitting

    def wrap(self, text: str, style: TextStyle, max_width: int, max_lines: int | None = None) -> list[str]:
        """Lines no wider than `max_width`; no line begins with closing punctuation. The last one allowed is cut."""
        lines = [line for part in text.split("\n") for line in self._wrap_paragraph(part, style, max_width)]
        if max_lines is None or len(lines) <= max_lines:
            return lines
        last, following = lines[max_lines - 1 : max_lines + 1]
        rest = last + (" " if last and following and _latin(last[-1]) and _latin(following[0]) else "") + following
        return [*lines[: max_lines - 1], self.cut(rest + ELLIPSIS, style, max_width)]

    def _wrap_paragraph(self, text: str, style: TextStyle, max_width: int) -> list[str]:
        """As many lines as are needed; the last one gets some company where the others can spare it."""
        lines, least = list(self._filled(text, style, max_width)), round(LAST_LINE * self.size(style))
        if len(lines) == 1 or self.width(lines[-1], style) >= least or max_width < 4 * least:
            return lines
        narrower = list(self._filled(text, style, max_width - least))
        return narrower if len(narrower) == len(lines) else lines

    def _filled(self, text: str, style: TextStyle, max_width: int) -> Iterator[str]:
        line = ""
        for piece in break_pieces(text):
            if line and self.width((line + piece).rstrip(), style) > max_width:
                yield line.rstrip()
                line = ""
            line += piece if line else piece.lstrip()
        yield line.rstrip()

    def _runs(self, text: str, face: str) -> list[tuple[str, str]]:
        own, rest = self._coverages[face], self._coverages[FALLBACK]

        def place(character: str) -> tuple[str, str]:
            if character == THIN_SPACE:
                return GAP, character
            if character in own:
                return face, character
            return FALLBACK, character if character in rest else MISSING

        placed = [place(character) for character in text]
        return [(name, "".join(c for _, c in run)) for name, run in itertools.groupby(placed, key=lambda p: p[0])]

    def _run_width(self, face: str, run: str, size: int) -> int:
        return len(run) * rounded(size / 5) if face == GAP else self.font(face, size).size(run)[0]

    def _draw(self, text: str, face: str, size: int, colour: str) -> pygame.Surface:
        main = self.font(face, size)
        runs = self._runs(text, face)
        if [name for name, _ in runs] in ([], [face]):
            return main.render(text, True, colour)
        width = sum(self._run_width(name, run, size) for name, run in runs)
        fonts = [main, *(self.font(name, size) for name, _ in runs if name != GAP)]
        ascent = max(font.get_ascent() for font in fonts)
        result = pygame.Surface((width, ascent + max(-font.get_descent() for font in fonts)), pygame.SRCALPHA)
        left = 0
        for name, run in runs:
            if name != GAP:
                font = self.font(name, size)
                result.blit(font.render(run, True, colour), (left, ascent - font.get_ascent()))
            left += self._run_width(name, run, size)
        return result


def break_pieces(text: str) -> list[str]:
    """Where a line may break: after a space and between Chinese characters, but not inside of brackets and quotes
    beside them, nor before other closing punctuation."""
    pieces: list[str] = []
    for character in text:
        glued = pieces and (
            character in NO_LINE_START
            or character == " "
            or pieces[-1][-1] in NO_LINE_END
            or (_latin(character) and _latin(pieces[-1][-1]))
        )
        if glued:
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces


def _latin(character: str) -> bool:
    return character < "\u2e80" and character != " "
