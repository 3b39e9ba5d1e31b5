"""The result of a match: the players ranked, and how every hand went."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

import pygame

from game.records.plot import Line, Plot
from game.settlement.rising import draw_ground
from game.strings import number, signed
from game.tableinfo import TableInfo
from game.tabletexts import TableTexts
from game.theme import TextStyle
from game.widgets.avatar import draw_avatar
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.form import Form
from game.widgets.formscene import FormScene
from game.widgets.header import WIDEST
from game.widgets.scroll import ScrollView
from game.widgets.stacked import Still, stack
from net.messages import Standing
from rules.seats import SEATS
from rules.values import value

if TYPE_CHECKING:
    from game.newmatch import Course
    from game.ownplayer import Gains
    from game.services import Services

MARGIN_X, MARGIN_Y, PADDING = 56, 28, 32
HEAD, FOOT, GAP = 104, 76, 26
RANKS_SHARE = 0.46
LEAST_PLOT = 120
TOTAL = TextStyle("sans-bold", 25)


@value
class Ranked:
    """A player of the result: the place counts from 1, equal totals share it."""

    place: int
    player: int
    total: int


def ranking(totals: Sequence[int]) -> tuple[Ranked, ...]:
    """The players by their totals, the highest first; equal ones in the order of their numbers."""
    order = sorted(range(len(totals)), key=lambda player: -totals[player])
    return tuple(Ranked(1 + sum(t > totals[player] for t in totals), player, totals[player]) for player in order)


class RankRow(Still):
    """A player: place, avatar, name, total. The first one lies in a well."""

    def __init__(self, services: Services, ranked: Ranked, table: TableInfo, note: str) -> None:
        super().__init__(services)
        self.ranked, self.note = ranked, note
        self.name, self.avatar = table.names[ranked.player], table.avatar(ranked.player)

    def height_for(self, width: int) -> int:
        """One line with an avatar."""
        return max(self.services.px(78), self.services.units.type_length(70))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        box = self.rect.inflate(0, -px(8))
        services.painter.box(surface, box, "paper_chosen" if self.ranked.place == 1 else "paper_card")
        inner = box.inflate(-2 * px(18), 0)
        place = pygame.Rect(inner.x, inner.y, px(30), inner.height)
        colour = colours.red_text if self.ranked.place == 1 else colours.ptext2
        services.fonts.write(surface, number(self.ranked.place), place, TextStyle("serif-bold", 27), colour)
        radius = min(px(22), box.height // 2 - px(8))
        centre = (place.right + px(12) + radius, box.centery)
        draw_avatar(services, surface, centre, radius, colours.seats[self.ranked.player], self.avatar)
        total = signed(self.ranked.total)
        width = services.fonts.width(total, TOTAL)
        right = pygame.Rect(inner.right - width, inner.y, width, inner.height)
        colour = colours.jade_text if self.ranked.total > 0 else colours.ptext
        services.fonts.write(surface, total, right, TOTAL, colour)
        left = centre[0] + radius + px(14)
        heights = services.fonts.line_height(steps.strong), services.fonts.line_height(steps.small)
        name = pygame.Rect(left, inner.centery - sum(heights) // 2, right.x - px(12) - left, heights[0])
        services.fonts.write(surface, self.name, name, steps.strong, colours.ptext)
        note = pygame.Rect(left, name.bottom, name.width, heights[1])
        services.fonts.write(surface, self.note, note, steps.small, colours.ptext2)


class GainsRow(Still):
    """What the match was for the player here: points, coins, and a title that was reached."""

    def __init__(self, services: Services, gains: Gains) -> None:
        super().__init__(services)
        self.gains = gains

    @property
    def lines(self) -> list[str]:
        """One fact a line, the title first."""
        strings, gains = self.services.strings, self.gains
        lines = [strings.tr("Your record: {points} points", points=signed(gains.points))]
        if gains.coins:
            coins, purse = signed(gains.coins), number(gains.purse)
            lines.append(strings.tr("Coins {coins}, {purse} in all", coins=coins, purse=purse))
        if gains.title is not None:
            title = TableTexts(strings.language, gains.ladder).title(gains.title)
            lines.insert(0, strings.tr("New title: {title}", title=title))
        return lines

    def height_for(self, width: int) -> int:
        """A line for each fact."""
        line = self.services.fonts.line_height(self.services.steps.strong)
        return len(self.lines) * line + self.services.px(30)

    def draw(self, surface: pygame.Surface) -> None:
        """A jade star, the facts."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        box = self.rect.inflate(0, -px(8))
        services.painter.box(surface, box, "paper_well")
        side = services.units.type_length(22)
        star = services.images.icon("star", side, colours.brass_deep)
        surface.blit(star, star.get_rect(midleft=(box.x + px(18), box.centery)))
        height = services.fonts.line_height(steps.strong)
        top = box.centery - height * len(self.lines) // 2
        left = box.x + px(18) + side + px(14)
        for index, text in enumerate(self.lines):
            line = pygame.Rect(left, top + index * height, box.right - px(14) - left, height)
            bold = index == 0
            colour = colours.ptext if bold else colours.ptext2
            services.fonts.write(surface, text, line, steps.strong if bold else steps.label, colour)


class HandRow(Still):
    """A hand of the match: its number, and what each player got or paid. `bold`: the names, or the totals."""

    def __init__(self, services: Services, title: str, cells: Sequence[str], bold: bool = False) -> None:
        super().__init__(services)
        self.title, self.cells, self.bold = title, tuple(cells), bold

    def height_for(self, width: int) -> int:
        """One line."""
        return self.services.units.type_length(36)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it in columns, figures right-aligned."""
        services, colours, steps = self.services, self.services.colours, self.services.steps
        style = steps.strong if self.bold else steps.label
        column = self.rect.width * 5 // (6 * len(self.cells))
        first = self.rect.copy()
        first.width = self.rect.width - column * len(self.cells)
        services.fonts.write(surface, self.title, first, steps.note, colours.ptext2)
        for index, text in enumerate(self.cells):
            cell = pygame.Rect(first.right + index * column, self.rect.y, column, self.rect.height)
            cell = cell.inflate(-services.px(12), 0)
            services.fonts.write(surface, text, cell, style, colours.ptext, "right")
        colour = colours.ptext if self.bold else colours.paper_line
        services.painter.hairline(surface, (self.rect.x, self.rect.bottom - 1), self.rect.width, colour)


class ResultScene(FormScene):
    """The end of a match. `course`: how its hands went, as far as the table saw them."""

    def __init__(
        self,
        services: Services,
        table: TableInfo,
        standing: Standing,
        to_title: Callable[[], object],
        again: Callable[[], object],
        course: Course,
    ) -> None:
        super().__init__(services)
        self.table, self.standing = table, standing
        self.history, self.gains = course.history, course.gains
        self.to_title, self.again = to_title, again
        self._ranks_scroll, self._hands_scroll = ScrollView(services), ScrollView(services)
        self._sheet = self._foot = pygame.Rect(0, 0, 0, 0)

    def resize(self) -> None:
        """Ranks at the left, the hands at the right; both scroll when they are long."""
        units = self.services.units
        width = min(units.vw, WIDEST) - 2 * MARGIN_X
        self._sheet = units.rect((units.vw - width) / 2, MARGIN_Y, width, units.vh - 2 * MARGIN_Y)
        inner = self._sheet.inflate(-2 * units.px(PADDING), 0)
        foot = max(units.px(FOOT), self.services.control_height(48) + units.px(20))
        self._foot = pygame.Rect(inner.x, self._sheet.bottom - foot, inner.width, foot)
        top = self._sheet.y + self._head_height
        body = pygame.Rect(inner.x, top, inner.width, self._foot.y - units.px(8) - top)
        ranks = body.copy()
        if self.history:
            ranks.width = int(body.width * RANKS_SHARE)
        hands = pygame.Rect(ranks.right + units.px(GAP), body.y, 0, body.height)
        hands.width = max(0, body.right - hands.x)
        rank_rows, hand_rows = self._rank_rows(), self._hand_rows()
        for scroll, rows, place in ((self._ranks_scroll, rank_rows, ranks), (self._hands_scroll, hand_rows, hands)):
            height = stack(rows, place.x, place.y, place.width)
            viewport = place.copy()
            viewport.width += units.px(14)
            scroll.lay_out(viewport, rows, height)
        widgets: list[Widget] = [self._ranks_scroll, *rank_rows, self._hands_scroll, *hand_rows, *self._buttons()]
        self.form = Form(self.services, widgets)

    @property
    def _head_height(self) -> int:
        """What title and line take, from the sheet's upper edge."""
        units, fonts, steps = self.services.units, self.services.fonts, self.services.steps
        return max(units.px(HEAD), units.px(36) + fonts.line_height(steps.h1) + fonts.line_height(steps.body))

    def _rank_rows(self) -> list[Still]:
        tr = self.services.tr
        rows: list[Still] = []
        for ranked in ranking(self.standing.totals):
            won = sum(points[ranked.player] > 0 for points in self.history)
            lost = sum(points[ranked.player] < 0 for points in self.history)
            note = tr("Hands: {won} gained, {lost} paid", won=won, lost=lost) if self.history else ""
            rows.append(RankRow(self.services, ranked, self.table, note))
        if self.gains is not None:
            rows.append(GainsRow(self.services, self.gains))
        return rows

    def _hand_rows(self) -> list[Still]:
        if not self.history:
            return []
        tr = self.services.tr
        rows: list[Still] = [HandRow(self.services, tr("Hand"), self.table.names, bold=True)]
        first = self.standing.hands - len(self.history) + 1
        for index, points in enumerate(self.history):
            rows.append(HandRow(self.services, number(first + index), [signed(point) for point in points]))
        totals = [signed(self.standing.totals[player]) for player in SEATS]
        return [*rows, HandRow(self.services, tr("Total"), totals, bold=True)]

    def _buttons(self) -> list[Button]:
        services, px = self.services, self.services.px
        again = Button(services, services.tr("Play again"), self.again, kind="main", key="return")
        title = Button(services, services.tr("Back to the title"), self.to_title, kind="paper", key="escape")
        right = self._foot.right
        for button, least in ((again, 252), (title, 150)):
            width = max(px(least), button.natural_size[0])
            button.rect = pygame.Rect(0, 0, width, services.control_height(48))
            button.rect.midright = (right, self._foot.centery)
            right = button.rect.x - px(12)
        return [title, again]

    def screen_key(self, event: pygame.Event) -> bool:
        """Enter plays again, Escape goes to the title."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.again()
        elif event.key == pygame.K_ESCAPE:
            self.to_title()
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.form.move_focus(1 if event.key == pygame.K_RIGHT else -1)
        else:
            return False
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Cloth, sheet, head, rows, footer."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        draw_ground(services, surface)
        services.painter.box(surface, self._sheet, "paper")
        inner = self._sheet.inflate(-2 * px(PADDING), 0)
        title = pygame.Rect(inner.x, self._sheet.y + px(24), inner.width, services.fonts.line_height(steps.h1))
        services.fonts.write(surface, services.tr("Match result"), title, steps.h1, colours.ptext)
        line = pygame.Rect(inner.x, title.bottom, inner.width, services.fonts.line_height(steps.body))
        services.fonts.write(surface, self._about(), line, steps.body, colours.ptext2)
        services.painter.hairline(surface, self._foot.topleft, self._foot.width, colours.paper_line)
        place = pygame.Rect(self._foot.x, self._foot.y, self.form.widgets[-2].rect.x - self._foot.x, 0)
        place.height = self._foot.height
        side = services.units.type_length(22)
        check = services.images.icon("check", side, colours.jade_text)
        surface.blit(check, check.get_rect(midleft=place.midleft))
        place.x, place.width = place.x + side + px(10), place.width - side - px(10)
        words = services.tr("The four add up to {sum}", sum=number(sum(self.standing.totals)))
        services.fonts.write(surface, words, place, steps.strong, colours.jade_text)
        self._draw_course(surface)
        self.form.draw(surface)

    def _draw_course(self, surface: pygame.Surface) -> None:
        """How the points went over the match, where there is room below the ranks."""
        services, px, body = self.services, self.services.px, self._ranks_scroll.rect
        rows = [widget for widget in self.form.widgets if isinstance(widget, RankRow | GainsRow)]
        top = max(row.rect.bottom for row in rows) + px(8)
        room = pygame.Rect(rows[0].rect.x, top, rows[0].rect.width, body.bottom - top)
        if room.height < px(LEAST_PLOT) or len(self.history) < 2 or self._ranks_scroll.longest:
            return
        first = ranking(self.standing.totals)[0].player
        before = [self.standing.totals[player] - sum(hand[player] for hand in self.history) for player in SEATS]
        lines = [
            Line(
                tuple(accumulate((hand[player] for hand in self.history), initial=before[player])),
                services.colours.seats_paper[player],
                player == first,
                self.table.avatar(player),
            )
            for player in SEATS
        ]
        last = services.tr("Hand {number}", number=self.standing.hands)
        Plot(services, lines, (services.tr("Points over the match"), last)).draw(surface, room)

    def _about(self) -> str:
        strings = self.services.strings
        parts = [
            TableTexts(strings.language, self.table.variant.key).name,
            strings.tr_plural("{count} hand", "{count} hands", self.standing.hands),
        ]
        if self.standing.rounds:
            parts.append(strings.tr_plural("{count} round", "{count} rounds", self.standing.rounds))
        return " · ".join(parts)
