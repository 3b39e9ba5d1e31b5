"""Cloth, panels, frames and shadows, drawn once for a size and kept. Colours come from the theme."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

import pygame

from game.iconart import NOTHING, panel_svg
from game.images import IMAGE_PIXELS, SurfaceCache, rasterise
from game.theme import Box, Theme
from game.units import Units

# blur, offset and opacity of the three heights, and of the glow that lies under what is chosen (design section 4)
SHADOWS = {"button": (4, 2, 0.40), "panel": (10, 5, 0.47), "sheet": (16, 8, 0.59), "glow": (11, 0, 0.60)}
BAYER = ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))
WEAVE = 0.8
AVATAR_TINT = 0.18  # how much of a player's colour is in the ground of his avatar
CLOTH_STOPS = (0.0, 0.75, 1.25)
MENU_SHADE = 0.25  # how much shadow is in the cloth of a menu: pictures 11 to 16
CORNER = 1.12  # no corner is farther from the centre, in radii of the cloth's gradient
WIDEST_BLUR = 4  # px
FINE = 4  # steps between two levels of a channel in which a cloth is mixed: it may span 60 levels


class Painter:
    """Draws the surfaces of the interface. Set `units` when the window changes."""

    def __init__(self, theme: Theme, units: Units) -> None:
        self.theme = theme
        self.units = units
        self._cache = SurfaceCache(IMAGE_PIXELS)

    def cloth(self, surface: pygame.Surface, name: str) -> None:
        """Cover the whole surface with one of the theme's cloths."""
        surface.blit(self.cloth_picture(surface.get_size(), name), (0, 0))

    def menu_cloth(self, surface: pygame.Surface, name: str) -> None:
        """The same where one chooses or reads: darker than at a table, so that paper stands out from it."""
        surface.blit(self.cloth_picture(surface.get_size(), name, MENU_SHADE), (0, 0))

    def cloth_picture(self, size: tuple[int, int], name: str, shade: float = 0.0) -> pygame.Surface:
        """One of the theme's cloths for a surface of this size, with a share of shadow in its colours."""

        def make() -> pygame.Surface:
            centre, middle, corner = (
                blend(colour, self.theme.colours.shadow, shade) for colour in self.theme.cloths[name]
            )
            return make_cloth(size, (centre, middle, corner))

        return self._cache.get(("cloth", name, shade, size), make)

    def box(self, surface: pygame.Surface, rect: pygame.Rect, box: Box | str, shade: float = 0.0) -> None:
        """Draw a box of the theme (by name or value); `shade` 0.13 mixes in 13 % white, -0.1 10 % of shadow."""
        look = self.theme.boxes[box] if isinstance(box, str) else box
        if rect.width <= 0 or rect.height <= 0:
            return
        if look.shadow:
            self.shadow(surface, rect, look.shadow, look.radius)
        key = ("box", look, rect.size, self.units.u, shade)
        surface.blit(self._cache.get(key, lambda: self._make_box(look, rect.size, shade)), rect)

    def shadow(self, surface: pygame.Surface, rect: pygame.Rect, kind: str, radius: float) -> None:
        """The soft shadow (or glow) under a rounded rectangle, without the rectangle."""
        shade, x, y = self.shade(rect.size, kind, radius)
        surface.blit(shade, (rect.x + x, rect.y + y))

    def shade(self, size: tuple[int, int], kind: str, radius: float) -> tuple[pygame.Surface, int, int]:
        """The picture of a shadow of something of this size, and how far right and down of it the picture lies."""
        blur, offset, opacity = SHADOWS[kind]
        colour = self.theme.colours.glow if kind == "glow" else self.theme.colours.shadow
        spread = max(1, self.units.px(blur))
        corner = self.units.px(radius)

        def make() -> pygame.Surface:
            return soft_box(size, corner, spread, colour, opacity)

        picture = self._cache.get(("shadow", kind, corner, size, spread), make)
        return picture, -2 * spread, self.units.px(offset) - 2 * spread

    def frame(
        self, surface: pygame.Surface, rect: pygame.Rect, colour: str, width: float, radius: float, opacity: float = 1
    ) -> None:
        """A rounded outline inside `rect`, `width` and `radius` in virtual pixels."""
        paint = f"{colour}{round(255 * opacity):02X}"
        corner, line = radius * self.units.u, self._line(width)
        edge = math.ceil(max(corner, line)) + 1
        side = 2 * edge + 1
        size = (side, side) if side < min(rect.size) else rect.size
        key = ("frame", paint, line, corner)
        whole = self.picture(key, size, lambda: panel_svg(size, corner, line=paint, line_width=line))
        if size == rect.size:
            surface.blit(whole, rect)
            return
        # A large frame is four corners and four lines: nothing is blended where it is empty.
        wide, high = rect.width - 2 * edge, rect.height - 2 * edge
        across, upright = whole.subsurface((edge, 0, 1, side)), whole.subsurface((0, edge, side, 1))
        rows = self._cache.get((*key, "rows", wide), lambda: pygame.transform.scale(across, (wide, side)))
        columns = self._cache.get((*key, "columns", high), lambda: pygame.transform.scale(upright, (side, high)))
        xs, ys = ((rect.x, 0), (rect.right - edge, side - edge)), ((rect.y, 0), (rect.bottom - edge, side - edge))
        surface.blits([(whole, (x, y), (left, top, edge, edge)) for x, left in xs for y, top in ys], doreturn=False)
        thick = math.ceil(line)
        surface.blit(rows, (rect.x + edge, rect.y), (0, 0, wide, thick))
        surface.blit(rows, (rect.x + edge, rect.bottom - thick), (0, side - thick, wide, thick))
        surface.blit(columns, (rect.x, rect.y + edge), (0, 0, thick, high))
        surface.blit(columns, (rect.right - thick, rect.y + edge), (side - thick, 0, thick, high))

    def focus_ring(self, surface: pygame.Surface, rect: pygame.Rect, radius: float) -> None:
        """White 2.4 outside, ink 2 around it: seen on any ground. Only drawn after a key was used."""
        inner = rect.inflate(2 * self.units.px(4.4), 2 * self.units.px(4.4))
        outer = inner.inflate(2 * self.units.px(2), 2 * self.units.px(2))
        self.frame(surface, outer, self.theme.colours.ink, 2, radius + 6.4)
        self.frame(surface, inner, self.theme.colours.white, 2.4, radius + 4.4)

    def disc(
        self,
        surface: pygame.Surface,
        centre: tuple[int, int],
        radius: int,
        fill: str,
        line: str = "",
        line_width: float = 2,
    ) -> None:
        """A smooth disc; radius in device pixels."""
        rect = pygame.Rect(0, 0, 2 * radius, 2 * radius)
        rect.center = centre
        self.box(surface, rect, Box(top=fill, line=line, line_width=line_width, radius=radius / self.units.u))

    def avatar(
        self, surface: pygame.Surface, centre: tuple[int, int], radius: int, ring: str, line_width: float = 2
    ) -> None:
        """The disc of a player, dark with a tint of the seat's colour, in its ring."""
        self.disc(surface, centre, radius, blend(self.theme.colours.ink, ring, AVATAR_TINT), ring, line_width)

    def picture(self, key: Hashable, size: tuple[int, int], document: Callable[[], str]) -> pygame.Surface:
        """An SVG picture (see `iconart`) at an exact size, made once for each key and size."""
        return self._cache.get(("picture", key, size), lambda: rasterise(document(), size))

    def composed(self, key: Hashable, size: tuple[int, int], paint: Callable[[pygame.Surface], None]) -> pygame.Surface:
        """An opaque picture painted from others, made once for each key and size."""

        def make() -> pygame.Surface:
            surface = pygame.Surface(size)
            paint(surface)
            return surface

        return self._cache.get(("composed", key, size), make)

    def kept(
        self, surface: pygame.Surface, area: pygame.Rect, key: Hashable, paint: Callable[[pygame.Surface], None]
    ) -> None:
        """Paint what stays within an area, always over the same: later on by a copy of what came of it, made once for
        each key, area and size of the surface. Nothing where a window that has just shrunk ends before it."""
        area = area.clip(surface.get_rect())
        if area.width == 0 or area.height == 0:
            return

        def make() -> pygame.Surface:
            paint(surface)
            return surface.subsurface(area).copy()

        surface.blit(self._cache.get(("kept", key, tuple(area), surface.get_size()), make), area)

    def reach(self, rect: pygame.Rect, *kinds: str) -> pygame.Rect:
        """A rectangle with all that shadows (or glows) of these kinds may cover round it."""
        margin = max(2 * max(1, self.units.px(SHADOWS[kind][0])) + self.units.px(SHADOWS[kind][1]) for kind in kinds)
        return rect.inflate(2 * margin, 2 * margin)

    def dim(self, surface: pygame.Surface, opacity: float) -> None:
        """Darken everything drawn so far, as under a dialog."""
        veil = self._cache.get(
            ("dim", surface.get_size()), lambda: _filled(surface.get_size(), self.theme.colours.shadow)
        )
        veil.set_alpha(int(255 * opacity))
        surface.blit(veil, (0, 0))

    def hairline(self, surface: pygame.Surface, start: tuple[int, int], length: int, colour: str) -> None:
        """A horizontal rule of one virtual pixel."""
        surface.fill(colour, (*start, length, self.units.line()))

    def _make_box(self, box: Box, size: tuple[int, int], shade: float) -> pygame.Surface:
        radius = box.radius * self.units.u
        mix = "#FFFFFF" if shade > 0 else self.theme.colours.shadow
        alpha = f"{round(255 * box.opacity):02X}"
        top, bottom = (blend(colour, mix, abs(shade)) + alpha for colour in (box.top, box.bottom or box.top))
        line = box.line or NOTHING

        def panel(high: int) -> pygame.Surface:
            shape = size[0], high
            return rasterise(
                panel_svg(shape, radius, (top, bottom), line=line, line_width=self._line(box.line_width)), shape
            )

        if not box.light:
            return panel(size[1])
        edge = rasterise(panel_svg(size, radius, (box.light, box.light)), size)
        below = min(size[1], math.ceil(radius))
        edge.fill((0, 0, 0, 0), (0, below, size[0], size[1] - below))  # the light falls on the upper edge alone
        edge.blit(panel(size[1] - self.units.line()), (0, self.units.line()))
        return edge

    def _line(self, width: float) -> float:
        return max(1.0, width * self.units.u)


def blend(colour: str, other: str, share: float) -> str:
    """`colour` with a share of `other`, as #RRGGBB."""
    first, second = pygame.Color(colour), pygame.Color(other)
    mixed = first.lerp(second, min(1.0, share))
    return f"#{mixed.r:02X}{mixed.g:02X}{mixed.b:02X}"


def _document(size: tuple[int, int], body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}">{body}</svg>'


def _filled(size: tuple[int, int], colour: str) -> pygame.Surface:
    surface = pygame.Surface(size)
    surface.fill(colour)
    return surface


def soft_box(size: tuple[int, int], radius: int, spread: int, colour: str, opacity: float) -> pygame.Surface:
    """A blurred rounded rectangle, 2 `spread` larger on each side, all lengths in device pixels.

    Only a small one is blurred; its middle row and column are stretched, which changes nothing, as they are even.
    """
    corner = 3 * spread + radius
    margin = 2 * spread
    small = (min(size[0], 2 * corner + 1), min(size[1], 2 * corner + 1))
    blurred = _blurred_box(small, radius, spread, colour, opacity)
    full = (size[0] + 2 * margin, size[1] + 2 * margin)
    wide = _stretched(blurred, full[0], horizontal=True)
    return _stretched(wide, full[1], horizontal=False)


def _blurred_box(size: tuple[int, int], radius: int, spread: int, colour: str, opacity: float) -> pygame.Surface:
    margin = 2 * spread
    full = (size[0] + 2 * margin, size[1] + 2 * margin)
    paint = f"{colour}{round(255 * opacity):02X}"
    surface = pygame.Surface(full, pygame.SRCALPHA)
    surface.fill(f"{colour}00")  # else the blur would bring in black at the rim
    shape = rasterise(panel_svg(size, radius, (paint, paint)), size)
    surface.blit(shape, (margin, margin))
    shape_colour = pygame.Color(colour)
    surface.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    surface.fill((shape_colour.r, shape_colour.g, shape_colour.b, 0), special_flags=pygame.BLEND_RGBA_ADD)
    # A wide blur is as soft when a smaller picture is blurred, which takes a fraction of the time.
    blur = min(spread, WIDEST_BLUR)
    reduced = pygame.transform.smoothscale(surface, [math.ceil(length * blur / spread) for length in full])
    return pygame.transform.smoothscale(pygame.transform.gaussian_blur(reduced, blur), full)


def _stretched(surface: pygame.Surface, length: int, horizontal: bool) -> pygame.Surface:
    width, height = surface.get_size()
    have = width if horizontal else height
    if have == length:
        return surface
    half = have // 2
    result = pygame.Surface((length, height) if horizontal else (width, length), pygame.SRCALPHA)
    if horizontal:
        middle = pygame.transform.scale(surface.subsurface((half, 0, 1, height)), (length - 2 * half, height))
        result.blit(surface, (0, 0), (0, 0, half, height))
        result.blit(middle, (half, 0))
        result.blit(surface, (length - half, 0), (have - half, 0, half, height))
    else:
        middle = pygame.transform.scale(surface.subsurface((0, half, width, 1)), (width, length - 2 * half))
        result.blit(surface, (0, 0), (0, 0, width, half))
        result.blit(middle, (0, half))
        result.blit(surface, (0, length - half), (0, have - half, width, half))
    return result


def make_cloth(size: tuple[int, int], colours: tuple[str, str, str]) -> pygame.Surface:
    """A cloth of `size` pixels: radial gradient from centre to corner, weave, ordered 4x4 dither.

    The picture is made in quarters of a level above `darkest`, so that the pattern can be added before it is rounded.
    """
    darkest = [min(channel) - 1 for channel in zip(*(_levels(colours, at) for at in (0.0, 1.0, CORNER)), strict=True)]
    cloth = pygame.transform.smoothscale(_gradient(size, colours, darkest), size)
    pattern = _pattern(size[0])
    cloth.fblits([(pattern, (0, y)) for y in range(0, size[1], 4)], pygame.BLEND_RGB_ADD)
    cloth.fill((256 // FINE,) * 3, special_flags=pygame.BLEND_RGB_MULT)
    cloth.fill(darkest, special_flags=pygame.BLEND_RGB_ADD)
    return cloth


def _levels(colours: tuple[str, str, str], distance: float) -> list[int]:
    """The colour at a distance from the centre, in radii of the gradient."""
    first = 0 if distance < CLOTH_STOPS[1] else 1
    share = (distance - CLOTH_STOPS[first]) / (CLOTH_STOPS[first + 1] - CLOTH_STOPS[first])
    colour = pygame.Color(colours[first]).lerp(colours[first + 1], share)
    return [colour.r, colour.g, colour.b]


def _gradient(size: tuple[int, int], colours: tuple[str, str, str], darkest: list[int]) -> pygame.Surface:
    """A quarter of the size, as it is smooth: the centre is at (50 %, 46 %), the radii are 62 % W and 72 % H."""
    width, height = max(1, size[0] // 4), max(1, size[1] // 4)
    stops = []
    for at in (0.0, CLOTH_STOPS[1], CORNER):
        # One step less: later on, multiplying rounds up by three steps; drawing and scaling round down by two.
        fine = [FINE * (level - least) - 1 for level, least in zip(_levels(colours, at), darkest, strict=True)]
        paint = "".join(f"{min(255, level):02X}" for level in fine)
        stops.append(f'<stop offset="{at / CORNER}" stop-color="#{paint}"/>')
    body = (
        '<defs><radialGradient id="g" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform='
        f'"translate({0.5 * width} {0.46 * height}) scale({0.62 * width * CORNER} {0.72 * height * CORNER})">'
        f'{"".join(stops)}</radialGradient></defs><rect width="{width}" height="{height}" fill="url(#g)"/>'
    )
    return rasterise(_document((width, height), body), (width, height)).convert(pygame.Surface((1, 1)))


def _pattern(width: int) -> pygame.Surface:
    """Four rows of weave and dither, in quarters of a level."""
    pattern = pygame.Surface((width, 4))
    for x in range(4):
        for y in range(4):
            lift = (BAYER[y][x] + 0.5) / 16 + (WEAVE if x == 0 or y == 0 else 0.0)
            pattern.set_at((x, y), (int(FINE * lift),) * 3)
    pattern.blits([(pattern, (x, 0), (0, 0, 4, 4)) for x in range(4, width, 4)])
    return pattern
