"""The tiles to put a hand together from, and what the next one is for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.encyclopedia.draft import Draft, Refused, Target, extras_of
from game.strings import Strings, mark, number
from game.tabletexts import TableTexts
from game.theme import TextStyle
from game.tileart import Body, tile_size
from game.widgets.base import Widget
from game.widgets.button import Button
from game.words import Words
from rules.tiles import ALL_TILES, RANK_OF, SUIT_OF, Tile
from rules.wall import COPIES

if TYPE_CHECKING:
    from game.services import Services

COLUMNS, ROWS = 9, 4
LARGEST, GAP = 56, 6
TARGET_NAMES = {
    Target.HAND: mark("Hand tiles"),
    Target.WINNING: mark("Winning tile"),
    Target.CHOW: mark("Chow"),
    Target.PONG: mark("Pong"),
    Target.KONG: mark("Exposed kong"),
    Target.ADDED: mark("Added kong"),
    Target.CONCEALED: mark("Concealed kong"),
    Target.BESIDE: mark("Laid aside"),
    Target.WILD: mark("{wild}"),
    Target.BIRD: mark("Turned up after"),
}
REFUSALS = {
    Refused.COPIES: mark("There are only four of {tile}"),
    Refused.FULL: mark("The hand is full: take a tile away first"),
    Refused.MELDS: mark("No room for this meld: take tiles out of the hand first"),
    Refused.RUN: mark("{tile} begins no chow here"),
    Refused.KIND: mark("{tile} is not played with here"),
    Refused.WILD: mark("{wild} is never called"),
    Refused.BESIDE: mark("{tile} is not laid aside here"),
}


def targets_of(draft: Draft) -> list[Target]:
    """What a tile can be for in this variant."""
    names = extras_of(draft.hand.variant).names
    barred = set()
    if not draft.hand.rules.calls.chow:
        barred.add(Target.CHOW)
    if "beside" not in names:
        barred.add(Target.BESIDE)
    if draft.hand.rules.tiles.wild is None:
        barred.add(Target.WILD)
    if "bird" not in names:
        barred.add(Target.BIRD)
    return [target for target in Target if target not in barred]


def refusal_text(strings: Strings, words: Words, refused: Refused, tile: Tile) -> str:
    """Why a tile cannot be put there."""
    return strings.tr(REFUSALS[refused], tile=words.tile(tile), wild=wild_word(strings, words.texts))


def wild_word(strings: Strings, texts: TableTexts) -> str:
    """What the variant calls its wild tile."""
    return texts.find("mark", "wild") or strings.tr("Wild")


class TargetButton(Button):
    """What the next tile is for; the chosen one lies on paper."""

    def _look(self) -> str:
        return "row_chosen" if self.chosen else "button_ink"

    def _colour(self) -> str:
        colours = self.services.colours
        return colours.ptext if self.chosen else colours.text


class PaletteTile(Widget):
    """A kind of tile with the copies that are left; dark, with the reason, where it cannot be put."""

    def __init__(self, services: Services, tile: Tile, on_press: Callable[[Tile], object]) -> None:
        super().__init__(services)
        self.tile, self.on_press = tile, on_press
        self.left = COPIES
        self.current = False
        self.wild = ""

    @property
    def content(self) -> str:
        """How many are left."""
        return self.services.tr("Tiles left {count}", count=self.left)

    @property
    def takes_focus(self) -> bool:
        """One of all the tiles: arrows move between them."""
        return self.visible and (self.current or self.focused)

    def activate(self) -> None:
        """Put it."""
        self.on_press(self.tile)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw tile, figure and focus."""
        services, px = self.services, self.services.px
        width = self.rect.width
        lift = px(3) if self.hovered and self.enabled and not self.pressed else 0
        picture = services.images.tile(self.tile, width, wild=self.wild)
        place = picture.get_rect(topleft=(self.rect.x, self.rect.y - lift))
        services.painter.shadow(surface, place, "button", 4)
        surface.blit(picture, place)
        if not self.enabled:
            veil = pygame.Surface(place.size, pygame.SRCALPHA)
            veil.fill((6, 24, 21, 150))
            surface.blit(veil, place)
        elif self.hovered:
            services.painter.frame(surface, place, services.colours.white, 2, 0.1 * width / services.units.u)
        if self.left < COPIES:
            self._draw_left(surface, place)
        if self.ring:
            services.painter.focus_ring(surface, place, 6)

    def _draw_left(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """The copies that are left, at the lower right corner."""
        services, colours = self.services, self.services.colours
        radius = min(services.units.type_length(9), place.width // 4)
        style = TextStyle("sans-bold", 1.3 * radius / services.units.ut)
        centre = (place.right - radius // 2, place.bottom - radius)
        services.painter.disc(surface, centre, radius, colours.ink, colours.brass_light)
        figure = services.fonts.render(number(self.left), style, colours.brass_light)
        surface.blit(figure, figure.get_rect(center=centre))


class Palette:
    """All kinds in four rows. `put` is called with the tile that is pressed."""

    def __init__(self, services: Services, put: Callable[[Tile], object]) -> None:
        self.tiles = [PaletteTile(services, tile, put) for tile in ALL_TILES]
        self.tiles[0].current = True
        self.services = services

    def lay_out(self, place: pygame.Rect, draft: Draft, words: Words) -> None:
        """Put the tiles into their rows, as large as fits, and say of each whether it can be put."""
        units = self.services.units
        gap = units.px(GAP)
        width = min(units.px(LARGEST), (place.width - gap * (COLUMNS - 1)) // COLUMNS)
        while width > 12 and ROWS * tile_size(width, Body.LYING)[1] + gap * (ROWS - 1) > place.height:
            width -= 1
        high = tile_size(width, Body.LYING)[1]
        left = place.x + (place.width - COLUMNS * width - (COLUMNS - 1) * gap) // 2
        top = place.y
        for one in self.tiles:
            column, row = RANK_OF[one.tile] - 1, SUIT_OF[one.tile]
            one.rect = pygame.Rect(left + column * (width + gap), top + row * (high + gap), width, high)
            one.visible = one.tile in draft.hand.rules.tiles.kinds
            one.left = max(0, COPIES - draft.used(one.tile))
            one.wild = draft.hand.variant.wild_name if one.tile == draft.hand.wild else ""
            one.label = words.tile(one.tile)
            refused = draft.refused(one.tile)
            one.enabled = refused is None
            one.reason = "" if refused is None else refusal_text(self.services.strings, words, refused, one.tile)

    def step(self, across: int, down: int) -> PaletteTile | None:
        """The tile beside the current one, which becomes the current one; None at the edge."""
        current = next(one for one in self.tiles if one.current)
        spots = {(RANK_OF[one.tile] - 1, SUIT_OF[one.tile]): one for one in self.tiles if one.visible}
        column, row = RANK_OF[current.tile] - 1 + across, SUIT_OF[current.tile] + down
        rows = [spot for spot in spots if spot[1] == row]
        if not rows or not 0 <= column < COLUMNS:
            return None
        found = spots[min(column, max(spot[0] for spot in rows)), row]
        for one in self.tiles:
            one.current = one is found
        return found
