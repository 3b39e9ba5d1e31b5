"""The parts of the statistics: cards with a figure, the table, the best hand on its band of cloth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import pygame

from game.profiles import NO_TILE, HandResult
from game.records.summary import Summary
from game.strings import Strings, number, signed
from game.tabletexts import TableTexts
from game.theme import TextStyle
from game.tileart import Body, tile_size
from game.widgets.stacked import Still
from game.words import UNITS
from rules.score import Unit
from rules.tiles import Tile, parse_tiles
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

FIGURE = TextStyle("sans-bold", 27, 1.2)
ROW, WIDEST_TILE, GROUP_GAP = 40, 40, 0.3
NAME_SHARE = 0.34


@value
class Figure:
    """A figure, what it is, and a word more."""

    figure: str
    label: str
    note: str = ""


def percent(share: float) -> str:
    """A share as it is written: 23%."""
    return f"{round(100 * share)}%"


def decimal(amount: float) -> str:
    """A mean with one place: 12.5, and without one where it is whole."""
    return number(round(amount)) if abs(amount) >= 100 or amount == int(amount) else number(round(amount, 1))


def value_words(strings: Strings, amount: float, unit: str) -> str:
    """A mean value with its unit: 3.2 fan."""
    return strings.tr(UNITS[Unit(unit)], value=decimal(amount))


def cards(strings: Strings, found: Summary) -> list[Figure]:
    """The six figures."""
    tr = strings.tr
    of_wins = tr("{share} of the wins", share=percent(found.self_draw_rate))
    mean = "" if found.worth is None else tr("worth {value}", value=value_words(strings, found.worth, found.unit))
    return [
        Figure(number(found.hands), tr("Hands"), tr("{points} in all", points=signed(found.points))),
        Figure(number(found.wins), tr("Wins"), tr("{share} of the hands", share=percent(found.win_rate))),
        Figure(number(found.self_draws), tr("Self-draws"), of_wins),
        Figure(number(found.deal_ins), tr("Deal-ins"), tr("{share} of the hands", share=percent(found.deal_in_rate))),
        Figure(number(found.drawn), tr("Nobody won"), tr("{share} of the hands", share=percent(found.drawn_rate))),
        Figure(decimal(found.per_win) if found.wins else "–", tr("Points per win"), mean),
    ]


def draw_card(services: Services, surface: pygame.Surface, place: pygame.Rect, card: Figure) -> None:
    """Figure above label above note."""
    steps, colours, fonts = services.steps, services.colours, services.fonts
    services.painter.box(surface, place, "paper_card")
    inner = place.inflate(-2 * services.px(12), 0)
    heights = [fonts.line_height(style) for style in (FIGURE, steps.label, steps.small)]
    top = place.centery - sum(heights) // 2
    rows = (
        (card.figure, FIGURE, colours.ptext), (card.label, steps.label, colours.brass_deep),
        (card.note, steps.small, colours.ptext2),
    )  # fmt: skip
    for (text, style, colour), height in zip(rows, heights, strict=True):
        services.fonts.write(surface, text, pygame.Rect(inner.x, top, inner.width, height), style, colour)
        top += height


class TableRow(Still):
    """A line of the table: a name and figures in columns; `head` is the one above them."""

    def __init__(self, services: Services, name: str, cells: Sequence[str], head: bool = False) -> None:
        super().__init__(services)
        self.name, self.cells, self.head = name, tuple(cells), head

    def height_for(self, width: int) -> int:
        """One line."""
        return self.services.units.type_length(ROW)

    def draw(self, surface: pygame.Surface) -> None:
        """The name at the left, figures right-aligned."""
        services, colours, steps = self.services, self.services.colours, self.services.steps
        px = services.px
        name = self.rect.copy()
        name.width = int(self.rect.width * NAME_SHARE) - px(6)
        style, tint = (steps.small, colours.ptext2) if self.head else (steps.strong, colours.ptext)
        services.fonts.write(surface, self.name, name, style, tint)
        each = (self.rect.width - name.width - px(6)) // len(self.cells)
        for index, text in enumerate(self.cells):
            cell = pygame.Rect(self.rect.right - (len(self.cells) - index) * each, self.rect.y, each, self.rect.height)
            cell = cell.inflate(-px(8), 0)
            services.fonts.write(surface, text, cell, steps.small if self.head else steps.label, tint, "right")
        services.painter.hairline(surface, (self.rect.x, self.rect.bottom - 1), self.rect.width, colours.paper_line)


def table_rows(services: Services, groups: dict[str, Summary], names: dict[str, str]) -> Iterator[TableRow]:
    """The table: hands, wins, deal-ins and points by variant or opponent."""
    tr = services.tr
    yield TableRow(services, "", [tr("Hands"), tr("Wins"), tr("Deal-ins"), tr("Points")], head=True)
    for key, found in groups.items():
        figures = [number(found.hands), percent(found.win_rate), percent(found.deal_in_rate), signed(found.points)]
        yield TableRow(services, names.get(key, key), figures)


def tile_groups(hand: HandResult) -> list[list[Tile]]:
    """The tiles of a win as they lie: the melds, the hand, the winning tile; none when one is not known."""
    if "?" in hand.tiles:
        return []
    concealed, *rest = [parse_tiles(group) for group in hand.tiles.removesuffix(NO_TILE).split()]
    melds, winning = (rest, []) if hand.tiles.endswith(NO_TILE) else (rest[:-1], rest[-1:])
    return [*melds, concealed, *winning]


def draw_best(services: Services, surface: pygame.Surface, place: pygame.Rect, hand: HandResult, when: str) -> None:
    """The best hand: heading with points and value, the tiles on a band of cloth, its patterns."""
    colours, steps, px = services.colours, services.steps, services.px
    texts = TableTexts(services.strings.language, hand.variant)
    line = services.fonts.line_height(steps.label)
    head = pygame.Rect(place.x, place.y, place.width, line)
    words = services.tr("Best hand: {points}", points=signed(hand.points))
    written = services.fonts.write(surface, words, head, steps.strong, colours.ptext)
    patterns = " · ".join(dict.fromkeys(texts.pattern(key) for key in hand.patterns))
    rest = pygame.Rect(written.right + px(12), head.y, head.right - written.right - px(12), line)
    told = " · ".join(filter(None, (patterns, texts.card, when)))
    if services.fonts.width(told, steps.small) > rest.width:
        told = texts.card
    services.fonts.write(surface, told, rest, steps.small, colours.ptext2, "right")
    band = pygame.Rect(place.x, head.bottom + px(6), place.width, place.bottom - head.bottom - px(6))
    services.painter.box(surface, band, "band")
    groups = tile_groups(hand)
    units = sum(map(len, groups)) + GROUP_GAP * (len(groups) - 1)
    width = min(px(WIDEST_TILE), int((band.width - 2 * px(14)) / max(1.0, units)))
    while tile_size(width, Body.LYING)[1] > band.height - px(14):
        width -= 1
    left = band.centerx - round(width * units / 2)
    for group in groups:
        for tile in group:
            picture = services.images.tile(tile, width)
            lies = picture.get_rect(midleft=(left, band.centery))
            services.painter.shadow(surface, lies, "button", 4)
            surface.blit(picture, lies)
            left += width
        left += round(GROUP_GAP * width)
