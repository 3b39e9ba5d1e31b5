"""Who pays whom: the four seats as they sit, an arrow for each two between which points moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.images import rasterise
from game.settlement.arrows import Arrow, Curve, curve_between, label_centre, plates_in
from game.strings import number, signed
from game.theme import Box, TextStyle
from game.widgets.avatar import draw_avatar
from rules.score import Transfer
from rules.seats import SEATS, Seat
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

PLATE = (180, 64)
NAME = TextStyle("sans-bold", 15)
LINE = 14  # lower than this nobody reads a line
THIN, THICK = 4, 8
DIMMED = 70  # of 255: what is not lit while a payment is
WINNER_BOX = Box(top="#8E1C15", bottom="#6C110C", line="#F3D899", line_width=1.6, radius=14, shadow="panel")


@value
class PlateWords:
    """What stands on a seat's plate. `change`: points of this page; `total`: of the match."""

    name: str
    avatar: str
    player: int
    wind: int
    change: int
    total: int
    winner: bool
    ready: bool


@value
class Progress:
    """How far the payments have come: arrows drawn (2.4: two and 40 % of the third), and the share of the counts."""

    arrows: float
    counts: float


DONE = Progress(float("inf"), 1.0)


class Diagram:
    """Lays out plates and arrows in an area."""

    def __init__(self, services: Services, area: pygame.Rect, viewer: Seat) -> None:
        self.services = services
        self.area = area
        units = services.units
        size = (
            min(area.width * 3 // 10, max(units.px(PLATE[0]), units.type_length(PLATE[0]))),
            min(area.height // 4, max(units.px(PLATE[1]), units.type_length(PLATE[1]))),
        )
        self.plates = plates_in(area, size, viewer)

    def curve(self, arrow: Arrow) -> Curve:
        """Where an arrow runs."""
        return curve_between(self.plates, arrow.payer, arrow.payee, self.services.px(8))

    def draw(
        self,
        surface: pygame.Surface,
        arrows: tuple[Arrow, ...],
        labels: tuple[str, ...],
        plates: tuple[PlateWords, ...],
        progress: Progress,
        lit: Transfer | None,
    ) -> None:
        """Arrows first, then their words, then the plates; `lit`: only the arrow of this payment is bright."""
        largest = max((arrow.amount for arrow in arrows), default=0)
        straight = {self._is_straight(arrow) for arrow in arrows}
        shown = [(i, arrow) for i, arrow in enumerate(arrows) if progress.arrows > i]
        for index, arrow in shown:
            colour = self._colour(plates[arrow.payer])
            bright = lit is None or lit in arrow.transfers
            width = THICK if arrow.amount == largest and len(arrows) > 1 else THIN
            self._draw_arrow(surface, self.curve(arrow), (colour, width, bright), min(1.0, progress.arrows - index))
        for index, arrow in shown:
            if progress.arrows >= index + 1:
                bright = lit is None or lit in arrow.transfers
                centre = label_centre(self.curve(arrow), crossing={"across", "down"} <= straight)
                self._draw_label(surface, arrow, labels[index], centre, (self._colour(plates[arrow.payer]), bright))
        for seat in SEATS:
            self._draw_plate(surface, self.plates[seat], plates[seat], progress.counts)

    def _is_straight(self, arrow: Arrow) -> str:
        curve = self.curve(arrow)
        return "down" if curve.start[0] == curve.end[0] else "across" if curve.start[1] == curve.end[1] else ""

    def _colour(self, words: PlateWords) -> str:
        return self.services.colours.seats_paper[words.player]

    def _draw_arrow(self, surface: pygame.Surface, curve: Curve, look: tuple[str, float, bool], share: float) -> None:
        colour, width, bright = look
        line = max(2.0, width * self.services.units.u)
        shown = curve.until(share)
        margin = int(3 * line) + 4
        place = shown.bounds.inflate(2 * margin, 2 * margin)

        def document() -> str:
            return curved_arrow_svg(place, shown, colour, line)

        key = ("curve", shown, colour, line)
        if share < 1:
            picture = rasterise(document(), place.size)
        else:
            picture = self.services.painter.picture(key, place.size, document)
        picture.set_alpha(255 if bright else DIMMED)
        surface.blit(picture, place)
        picture.set_alpha(255)

    def fits(self, arrow: Arrow, words: str) -> bool:
        """Whether the words of an arrow can be read whole without covering a plate."""
        return self._label_width(arrow, words) <= self._room(arrow)

    def _label_width(self, arrow: Arrow, words: str) -> int:
        fonts, px, steps = self.services.fonts, self.services.px, self.services.steps
        gap = px(9) if words else 0
        return fonts.width(number(arrow.amount), steps.figure) + gap + fonts.width(words, steps.note) + 2 * px(10)

    def _draw_label(
        self, surface: pygame.Surface, arrow: Arrow, words: str, centre: tuple[float, float], look: tuple[str, bool]
    ) -> None:
        services, steps, px = self.services, self.services.steps, self.services.px
        colour, bright = look
        rect = pygame.Rect(0, 0, self._label_width(arrow, words), services.fonts.size(steps.figure) + px(12))
        rect.center = (round(centre[0]), round(centre[1]))
        self._keep_clear(rect, arrow)
        ground = Box(top="#FFFEFA", line=colour, line_width=1.6 if bright else 0.8, radius=8)
        services.painter.box(surface, rect, ground)
        inner = rect.inflate(-2 * px(10), 0)
        ink = services.colours.ptext if bright else services.colours.ptext2
        services.fonts.write(surface, number(arrow.amount), inner, steps.figure, colour)
        services.fonts.write(surface, words, inner, steps.note, ink, "right")

    def _room(self, arrow: Arrow) -> int:
        """How wide the words of an arrow may be."""
        middle = self.plates[arrow.payer].width // 2 + self.services.px(10)
        if self._is_straight(arrow):
            return self.area.width - 4 * middle
        return self.area.width // 2 - middle

    def _keep_clear(self, rect: pygame.Rect, arrow: Arrow) -> None:
        """Keep the words of an arrow between the plates at the sides, those of a corner off the ones in the middle."""
        plate, gap = self.plates[arrow.payer].width, self.services.px(8)
        free = self.area.inflate(-2 * (plate + gap), 0)
        if not self._is_straight(arrow):
            free = self.area.copy()
            free.width = (self.area.width - plate) // 2 - gap
            if rect.centerx > self.area.centerx:
                free.right = self.area.right
        rect.clamp_ip(free)

    def _draw_plate(self, surface: pygame.Surface, rect: pygame.Rect, words: PlateWords, share: float) -> None:
        services, px = self.services, self.services.px
        services.painter.box(surface, rect, WINNER_BOX if words.winner else "ink")
        radius = min(px(22), rect.height // 2 - px(8))
        centre = (rect.x + px(12) + radius, rect.centery)
        draw_player(self.services, surface, centre, radius, words)
        left = centre[0] + radius + px(9)
        inner = pygame.Rect(left, rect.y + px(8), rect.right - px(13) - left, rect.height - 2 * px(7))
        self._draw_figures(surface, inner, words, share)
        if words.ready:
            self._draw_ready(surface, rect)

    def _draw_figures(self, surface: pygame.Surface, inner: pygame.Rect, words: PlateWords, share: float) -> None:
        """Name and total at the left, the change at the right; a long name gets a line of its own.

        Two lines that nobody could read give way to the name alone.
        """
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        done = round(words.change * share)
        change, points = signed(done), signed(words.total - words.change + done)
        one_line = inner.height < 2 * px(LINE)
        half = inner.height if one_line else inner.height // 2
        name_style, total_style = self._no_higher(NAME, half), self._no_higher(steps.small, half)
        total = services.tr("now {points}", points=points)
        beside = inner.width - services.fonts.width(total, services.fonts.fit(total, total_style, 0)) - px(6)
        figure = self._no_higher(steps.payment, inner.height + px(10))
        figure = services.fonts.fit(change, figure, max(inner.width * 9 // 20, beside))
        room = inner.width - services.fonts.width(change, figure) - px(6)
        name, right = pygame.Rect(inner.x, inner.y, room, half), inner.copy()
        if services.fonts.width(words.name, name_style) > room and not one_line:
            figure = self._no_higher(figure, half)
            name.width, right = inner.width, pygame.Rect(inner.x, name.bottom, inner.width, half)
            room = inner.width - services.fonts.width(change, figure) - px(6)
        below = pygame.Rect(inner.x, name.bottom, room, half)
        if services.fonts.width(total, services.fonts.fit(total, total_style, room)) > room:
            total = points
        services.fonts.write(surface, words.name, name, name_style, colours.text)
        if not one_line:
            services.fonts.write(surface, total, below, total_style, colours.text2)
        colour = colours.brass_light if words.change > 0 else colours.text
        services.fonts.write(surface, change, right, figure, colour, "right")

    def _no_higher(self, style: TextStyle, height: int) -> TextStyle:
        """The style, made smaller where a line of it would be higher than `height` device pixels."""
        return TextStyle(style.face, min(style.size, height / (1.12 * self.services.units.ut)), style.line)

    def _draw_ready(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        services, colours, px = self.services, self.services.colours, self.services.px
        word = services.tr("Ready")
        style = services.steps.micro
        tag = pygame.Rect(0, 0, px(14) + services.fonts.width(word, style) + px(18), px(19))
        tag.midright = (rect.right - px(8), rect.top)
        services.painter.box(surface, tag, Box(top=colours.ink, line=colours.jade_light, radius=6))
        check = services.images.icon("check", px(13), colours.jade_light)
        surface.blit(check, check.get_rect(midleft=(tag.x + px(6), tag.centery)))
        written = services.fonts.render(word, style, colours.jade_light)
        surface.blit(written, written.get_rect(midleft=(tag.x + px(22), tag.centery)))


def draw_player(
    services: Services, surface: pygame.Surface, centre: tuple[int, int], radius: int, words: PlateWords
) -> None:
    """The avatar of a player with the wind of the seat (red: the dealer)."""
    colours, px = services.colours, services.px
    draw_avatar(services, surface, centre, radius, colours.seats[words.player], words.avatar)
    seal = pygame.Rect(0, 0, px(19), px(19))
    seal.center = (centre[0] - radius + px(4), centre[1] + radius - px(4))
    dealer = words.wind == 0
    box = Box(top=colours.red, bottom="#A92219", line="#E4786C", radius=5)
    services.painter.box(surface, seal, box if dealer else Box(top=colours.ink, line=colours.text3, radius=5))
    wind = services.tr("E S W N").split()[words.wind]
    size = min(14.0, 14 * services.units.u / services.units.ut)  # the seal does not grow with the text setting
    style = TextStyle("kai" if services.strings.chinese else "sans-bold", size)
    letter = services.fonts.render(wind, style, colours.text)
    surface.blit(letter, letter.get_rect(center=seal.center))


def curved_arrow_svg(place: pygame.Rect, curve: Curve, colour: str, width: float) -> str:
    """A payment arrow along a curve: `place` is the picture's rectangle on the screen, `width` in px."""
    head = 2.2 * width + 6
    body = curve.without_end(head * 0.8)
    (x1, y1), (x2, y2), (x3, y3) = ((x - place.x, y - place.y) for x, y in (body.start, body.bend, body.end))
    tip = (curve.end[0] - place.x, curve.end[1] - place.y)
    across, down = tip[0] - x3, tip[1] - y3
    length = max(1e-6, (across * across + down * down) ** 0.5)
    across, down = across / length, down / length
    neck = (tip[0] - head * across, tip[1] - head * down)
    half = head * 0.58
    wings = ((neck[0] - half * down, neck[1] + half * across), (neck[0] + half * down, neck[1] - half * across))
    outline = " L".join(f"{x:.2f} {y:.2f}" for x, y in (tip, *wings))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{place.width}" height="{place.height}">'
        f'<path d="M{x1:.2f} {y1:.2f} Q{x2:.2f} {y2:.2f} {x3:.2f} {y3:.2f}" fill="none" stroke="{colour}" '
        f'stroke-width="{width:.2f}" stroke-linecap="round"/>'
        f'<path d="M{outline} Z" fill="{colour}"/></svg>'
    )
