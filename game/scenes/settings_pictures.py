"""Settings that show what they mean: tile faces, backs, cloths, and the preview of them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.theme import Box
from game.tileart import FACE_FROM, Back, Body, FaceSet, Numerals, TileLook, Turn
from game.widgets.choices import Segments
from rules.tiles import HIDDEN, Tile, parse_tile

if TYPE_CHECKING:
    from game.services import Services

PREVIEW = [parse_tile(name) for name in ("1m", "9m", "1p", "7p", "1s", "8s", "2z", "5z", "6z", "7z")]
PREVIEW_WILD, PREVIEW_MELD = parse_tile("5p"), (parse_tile("4m"), parse_tile("3s"))
SAMPLES = [parse_tile(name) for name in ("5m", "5p", "5s")]
WILD_WORD = "财"


class PictureChoice(Segments[str]):
    """A row of cards with a picture and a word each; the chosen one has a jade line and a check."""

    picture_width = 60.0
    check = True

    @property
    def natural_size(self) -> tuple[int, int]:
        """All cards beside each other, in device pixels."""
        return sum(self._widths()) + self._gap() * (len(self.options) - 1), self.services.control_height(48)

    def _gap(self) -> int:
        return self.services.px(9)

    def _widths(self) -> list[int]:
        style = self.services.steps.strong
        return [self.services.fonts.width(text, style) + self._beside() for _, text in self.options]

    def _beside(self) -> int:
        """What a card has beside its word: picture, check and margins."""
        px = self.services.px
        return px(self.picture_width) + px(34) + (px(26) if self.check else 0)

    def part(self, index: int) -> pygame.Rect:
        """One card; words are smaller where there is no room for all."""
        widths, count = self._widths(), len(self.options)
        room = self.rect.width - self._gap() * (count - 1)
        if sum(widths) > room:
            widths = [room * (place + 1) // count - room * place // count for place in range(count)]
        left = self.rect.x + sum(widths[:index]) + self._gap() * index
        return pygame.Rect(left, self.rect.y, widths[index], self.rect.height)

    def draw_picture(self, surface: pygame.Surface, place: pygame.Rect, value: str) -> None:
        """Draw what the value looks like into a place."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the cards."""
        services, colours, px = self.services, self.services.colours, self.services.px
        for index, (value, text) in enumerate(self.options):
            rect, chosen = self.part(index), value == self.value
            services.painter.box(surface, rect, "button_paper_chosen" if chosen else "paper_well")
            style = services.steps.strong if chosen else services.steps.label
            words = pygame.Rect(rect.x + px(13), rect.y, rect.width - self._beside(), rect.height)
            services.fonts.write(surface, text, words, style, colours.ptext)
            picture = pygame.Rect(words.right + px(9), rect.y, px(self.picture_width), rect.height)
            self.draw_picture(surface, picture, value)
            if chosen and self.check:
                check = services.images.icon("check", px(18), colours.jade_text)
                surface.blit(check, check.get_rect(midright=(rect.right - px(9), rect.centery)))
            if chosen and self.ring:
                services.painter.focus_ring(surface, rect, 11)


class FacesChoice(PictureChoice):
    """Traditional or clear faces, with three fives."""

    picture_width = 90.0

    def draw_picture(self, surface: pygame.Surface, place: pygame.Rect, value: str) -> None:
        """Three tiles."""
        look = self.services.images.look._replace(faces=FaceSet(value), numerals=Numerals.OFF)
        width = max(FACE_FROM, self.services.px(27))
        for index, tile in enumerate(SAMPLES):
            picture = self.services.images.tile(tile, width, look=look)
            surface.blit(picture, picture.get_rect(midleft=(place.x + index * (width + 1), place.centery)))


class BackChoice(PictureChoice):
    """Celadon or azure, with a tile lying face down."""

    picture_width = 24.0
    check = False

    def draw_picture(self, surface: pygame.Surface, place: pygame.Rect, value: str) -> None:
        """One tile."""
        look = TileLook(back=Back(value))
        picture = self.services.images.tile(HIDDEN, self.services.px(24), Body.LYING_DOWN, look=look)
        surface.blit(picture, picture.get_rect(center=place.center))


class ClothChoice(Segments[str]):
    """Three swatches; the chosen one has a check and a jade line."""

    @property
    def natural_size(self) -> tuple[int, int]:
        """44 each, 8 apart."""
        side, gap = self.services.target(44), self.services.px(8)
        return len(self.options) * (side + gap) - gap, side

    def part(self, index: int) -> pygame.Rect:
        """One swatch."""
        side = self.rect.height
        return pygame.Rect(self.rect.x + index * (side + self.services.px(8)), self.rect.y, side, side)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the swatches."""
        services = self.services
        for index, (value, _) in enumerate(self.options):
            rect, chosen = self.part(index), value == self.value
            top, bottom, _ = services.theme.cloths[value]
            line = services.colours.jade_light if chosen else services.colours.paper_line
            services.painter.box(surface, rect, Box(top=top, bottom=bottom, line=line, line_width=2, radius=11))
            if chosen:
                check = services.images.icon("check", services.px(21), services.colours.white)
                surface.blit(check, check.get_rect(center=rect.center))
            if chosen and self.ring:
                services.painter.focus_ring(surface, rect, 11)


def tile_preview(services: Services, surface: pygame.Surface, band: pygame.Rect) -> None:
    """A band of the chosen cloth with tiles as they will look: hand, wild tile, back, an open meld."""
    px = services.px
    top, bottom, edge = services.theme.cloths[services.chosen.cloth]
    services.painter.box(surface, band, Box(top=top, bottom=bottom, line=edge, line_width=2, radius=14))
    words = services.tr("Live preview")
    style = services.fonts.fit(words, services.steps.small, px(120))
    tag = services.fonts.render(words, style, services.colours.text2)
    surface.blit(tag, tag.get_rect(topright=(band.right - px(16), band.y + px(8))))
    width = min(px(57), (band.width - px(56)) * 10 // 154)  # all of it is 15.4 tiles wide
    left = band.x + width // 2
    baseline = band.y + px(113)
    left = _stand(services, surface, PREVIEW_WILD, width, (left, baseline), WILD_WORD) + width // 5
    for tile in PREVIEW:
        left = _stand(services, surface, tile, width, (left, baseline), "") + services.units.line(2)
    _draw_table_tiles(services, surface, width, (left + width // 2, baseline))


def _stand(
    services: Services, surface: pygame.Surface, tile: Tile, width: int, bottomleft: tuple[int, int], wild: str
) -> int:
    picture = services.images.tile(tile, width, Body.STANDING, wild=wild)
    place = picture.get_rect(bottomleft=bottomleft)
    services.painter.shadow(surface, place, "button", 5)
    surface.blit(picture, place)
    return place.right


def _draw_table_tiles(services: Services, surface: pygame.Surface, width: int, bottomleft: tuple[int, int]) -> None:
    images, small = services.images, width * 44 // 57
    back = images.tile(HIDDEN, width, Body.LYING_DOWN)
    upright, turned = (
        images.tile(tile, small, turn=turn) for tile, turn in zip(PREVIEW_MELD, (Turn.UPRIGHT, Turn.RIGHT), strict=True)
    )
    left, bottom = bottomleft
    for picture, gap in ((back, width * 2 // 5), (upright, services.units.line(2)), (turned, 0)):
        place = picture.get_rect(bottomleft=(left, bottom))
        services.painter.shadow(surface, place, "button", 5)
        surface.blit(picture, place)
        left = place.right + gap
