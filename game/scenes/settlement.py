"""The settlement of a hand: who won, what it is worth and why, who pays whom (pictures 09 and 23)."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.pictures import keep_and_say
from game.scene import MOVING
from game.settlement.arrows import Arrow, arrows_of
from game.settlement.column import PaymentRow
from game.settlement.diagram import DONE, Diagram, PlateWords, Progress
from game.settlement.hands import last_win, open_hands
from game.settlement.pages import Page, pages_of
from game.settlement.rising import Rising, draw_ground
from game.settlement.sheet import PADDING, Sheet
from game.tableinfo import TableInfo
from game.timeline import Call, Pause, Sequence, Timeline, Tween
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.choices import Tabs
from game.widgets.form import Form
from game.widgets.formscene import FormScene
from game.widgets.header import WIDEST
from game.widgets.scroll import ScrollView
from game.widgets.stacked import stack
from net.messages import Standing
from rules.score import Transfer
from rules.seats import SEATS, Seat, distance
from rules.state import RoundState

if TYPE_CHECKING:
    from game.services import Services

MARGIN_X, MARGIN_Y = 56, 28
BAND, BAND_WITH_TABS, TABS, FOOT = 120, 100, 44, 76
COLUMN_SHARE, COLUMN_GAP = 0.366, 26
ARROW_SECONDS, ARROW_GAP = 0.35, 0.15
RISE_SECONDS = 0.32
MOST_LABELLED = 6


class SettlementScene(FormScene):
    """The sheet of a finished hand. `on_next` is called once, when the player wants the next hand (or the result).

    While it rises, it is an overlay of the table.
    """

    fades = False  # it rises

    def __init__(
        self,
        services: Services,
        state: RoundState,
        table: TableInfo,
        standing: Standing,
        on_next: Callable[[], object],
        viewer: Seat = 0,
        poll: Callable[[], object] = lambda: None,
    ) -> None:
        """`state` as the viewer knows it; `poll` is called at each update, so that its owner hears of the next hand."""
        super().__init__(services)
        self.state, self.table, self.standing, self.viewer = state, table, standing, viewer
        self.on_next, self.poll = on_next, poll
        self.on_leave: Callable[[], object] | None = None
        self.sheet = Sheet(services, state, table, viewer)
        self.pages = pages_of(state)
        self.page = 0
        self.lit: Transfer | None = None
        self.asked_for_next = False
        self._next_at = None if standing.seconds is None else services.clock() + standing.seconds
        self._progress = DONE
        self._timeline = Timeline(0 if services.chosen.reduced_motion else services.chosen.speed_factor)
        self._scroll = ScrollView(services)
        self._sheet = self._band = self._foot = pygame.Rect(0, 0, 0, 0)
        self._diagram = Diagram(services, self._sheet, viewer)
        self._started = False
        self._rising = Rising(services)
        self._messages = services.toasts.bottom

    # ---- what it tells --------------------------------------------------------------------------------------------

    @property
    def shown(self) -> Page:
        """The page in view."""
        return self.pages[self.page]

    @property
    def seconds_left(self) -> float | None:
        """Until the next hand starts by itself; None when it waits for everybody, or there is none."""
        if self._next_at is None or self.standing.over:
            return None
        return max(0.0, self._next_at - self.services.clock())

    @property
    def arrows(self) -> tuple[Arrow, ...]:
        """The arrows of the page in view; none where the hands lie."""
        return () if self.shown.hands else arrows_of(self.shown.transfers)

    @property
    def listed(self) -> bool:
        """Whether the column lists every payment: when the arrows alone cannot tell them all."""
        page, arrows = self.shown, self.arrows
        if page.win is None or len(page.transfers) > MOST_LABELLED or len(arrows) < len(page.transfers):
            return True
        return not all(self._diagram.fits(arrow, self.sheet.wording.arrow(arrow)) for arrow in arrows)

    def tell(self, standing: Standing) -> None:
        """The match stands otherwise: somebody got ready."""
        self.standing = standing
        self.invalidate()

    # ---- life -----------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """The payments come in the first time."""
        if not self._started:
            self._started = True
            self._show_payments()
            self._say()

    def leave(self) -> None:
        """Messages lie again where they did below."""
        super().leave()
        self.services.toasts.bottom = self._messages

    def _show_payments(self) -> None:
        """One arrow after the other, the counts last."""
        self._progress = Progress(0.0, 0.0)
        self.overlay = True
        steps: list[Tween | Pause | Call] = [Tween(RISE_SECONDS, self._rise), Call(self._stand)]
        for index, arrow in enumerate(self.arrows):
            steps.append(Call(partial(self.services.audio.play, "pay.in" if arrow.payee == self.viewer else "pay.out")))
            steps.append(Tween(ARROW_SECONDS, self._grow, index, index + 1))
            steps.append(Pause(ARROW_GAP))
        steps.append(Tween(ARROW_SECONDS, self._count))
        steps.append(Call(lambda: self.services.audio.play("sum.zero")))
        self._timeline.add(Sequence(*steps))

    def _rise(self, share: float) -> None:
        self._rising.share = share

    def _stand(self) -> None:
        self.overlay = False
        self._rising.forget()

    def _grow(self, arrows: float) -> None:
        self._progress = Progress(arrows, 0.0)

    def _count(self, share: float) -> None:
        self._progress = Progress(math.inf, share)

    def update(self, seconds: float) -> float:
        """Payments, the count-down, and whatever the owner hears; messages hide only the empty middle of the head."""
        units = self.services.units
        self.services.toasts.bottom = (units.height - self._sheet.y - self.sheet.head_height) / units.u + 8
        self.poll()
        wait = self.form.update(seconds)
        if self._timeline.busy:
            self._timeline.tick(seconds)
            self.invalidate()
            return MOVING
        left = self.seconds_left
        if left is None:
            return wait
        if self._next.text != self._next_words():
            self._next.text = self._next_words()
            self.invalidate()
        return min(wait, left % 1 or 1.0)

    # ---- layout ---------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """Lay out sheet, band, column and diagram; titles and footer never scroll."""
        units = self.services.units
        self._rising.forget()
        width = min(units.vw, WIDEST) - 2 * MARGIN_X
        self._sheet = units.rect((units.vw - width) / 2, MARGIN_Y, width, units.vh - 2 * MARGIN_Y)
        inner = self._sheet.inflate(-2 * units.px(PADDING), 0)
        top = self._sheet.y + self.sheet.head_height
        foot = max(units.px(FOOT), self.services.control_height(48) + units.px(20))
        self._foot = pygame.Rect(inner.x, self._sheet.bottom - foot, inner.width, foot)
        tab_height = max(units.px(TABS), units.type_length(TABS))
        tabs = self._tabs(pygame.Rect(inner.x, top, inner.width, tab_height))
        top += tab_height if tabs else 0
        height = units.px(BAND_WITH_TABS if tabs else BAND) if self.shown.win is not None else 0
        top += units.px(8) if tabs and height else 0
        self._band = pygame.Rect(inner.x, top, inner.width, height)
        top = self._band.bottom + units.px(14)
        body = pygame.Rect(inner.x, top, inner.width, self._foot.y - units.px(8) - top)
        plates = list(map(self._plate, SEATS))
        rows = [*open_hands(self.sheet, plates, body)] if self.shown.hands else self._payments(body)
        self.form = Form(self.services, [*tabs, *rows, *self._buttons()])

    def _payments(self, body: pygame.Rect) -> list[Widget]:
        """The column at the left; the diagram at the right is drawn only."""
        units, column = self.services.units, body.copy()
        column.width = int(body.width * COLUMN_SHARE)
        area = pygame.Rect(column.right + units.px(COLUMN_GAP), body.y + units.px(12), 0, body.height - units.px(20))
        area.width = body.right - area.x
        self._diagram = Diagram(self.services, area, self.viewer)
        rows = self.sheet.rows(self.shown, self.listed, self.light)
        for row in rows:
            if isinstance(row, PaymentRow):
                row.chosen = row.line.transfer is self.lit
        viewport = pygame.Rect(column.topleft, (column.width + units.px(14), column.height))
        self._scroll.lay_out(viewport, rows, stack(rows, column.x, column.y, column.width))
        return [self._scroll, *rows]

    def _tabs(self, place: pygame.Rect) -> list[Tabs[int]]:
        if len(self.pages) == 1 or self._flips:
            return []
        names = [self.sheet.page_name(page) for page in self.pages]
        tabs = Tabs(self.services, list(enumerate(names)), self.page, self.open_page)
        tabs.rect = place.inflate(0, -self.services.px(8))
        return [tabs]

    @property
    def _flips(self) -> bool:
        """Whether a button turns from the only win to the four hands and back, instead of tabs."""
        return len(self.pages) == 2 and self.pages[0].win is not None and self.pages[1].hands

    def open_page(self, page: int) -> None:
        """Turn to a page."""
        self._timeline.finish()
        if page != self.page and 0 <= page < len(self.pages):
            self.page, self.lit = page, None
            self._scroll = ScrollView(self.services)
            tabs_focused = isinstance(self.form.focused, Tabs)
            self.resize()
            if tabs_focused:
                self.form.focus(self.form.widgets[0])
            self._say()
            self.invalidate()

    def _say(self) -> None:
        if self.services.speaker.on:
            self.services.speaker.say_all(self.sheet.sentences(self.shown, map(self._plate, SEATS)))

    def light(self, transfer: Transfer) -> None:
        """Light the arrow of a payment, or put it out again."""
        self._timeline.finish()
        self.lit = None if transfer is self.lit else transfer
        for widget in self.form.widgets:
            if isinstance(widget, PaymentRow):
                widget.chosen = widget.line.transfer is self.lit
        self.invalidate()

    def _buttons(self) -> list[Button]:
        services, px = self.services, self.services.px
        height = services.control_height(48)
        self._next = Button(services, self._next_words(), self._go_on, kind="main", key="return")
        self._next.enabled, self._next.reason = not self.asked_for_next, services.tr("Waiting for the others")
        self._next.on_paper = True
        save = Button(
            services, services.tr("Save as picture"), self.save_picture, kind="paper", icon="share", key="f12"
        )
        widths = [(self._next, 252), (save, 150)]
        if self._flips:
            words = services.tr("Payments") if self.page else services.tr("The four hands")
            widths.append((Button(services, words, partial(self.open_page, 1 - self.page), kind="paper"), 120))
        right, centre = self._foot.right, self._foot.centery
        for button, least in widths:
            button.rect = pygame.Rect(0, 0, max(px(least), button.natural_size[0]), height)
            button.rect.midright = (right, centre)
            right = button.rect.x - px(12)
        return [button for button, _ in reversed(widths)]

    def _next_words(self) -> str:
        tr = self.services.tr
        if self.standing.over:
            return tr("Match result")
        if self.seconds_left is None:
            return tr("Next hand")
        return tr("Next hand in {seconds} s", seconds=math.ceil(self.seconds_left))

    # ---- input ----------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """A click or a key while payments come in shows the end at once, Enter no more than that."""
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN) and self._timeline.busy:
            self._timeline.finish()
            self.invalidate()
            if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
                return True
        return super().handle(event)

    def _open_rules(self) -> None:
        """How hands are scored by these rules."""
        from game.scenes.encyclopedia import EncyclopediaScene

        self.services.scenes.push(EncyclopediaScene(self.services, self.table.variant.key, "score"))

    def screen_key(self, event: pygame.Event) -> bool:
        """Enter goes on, arrows and digits turn pages, F1 opens the rules, Escape goes back, page keys scroll."""
        key = event.key
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self._next.enabled:
            self._go_on()
        elif key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.open_page(self.page + (1 if key == pygame.K_RIGHT else -1))
        elif pygame.K_1 <= key < pygame.K_1 + len(self.pages):
            self.open_page(key - pygame.K_1)
        elif key == pygame.K_F1:
            self._open_rules()
        elif key == pygame.K_ESCAPE:
            self._go_back()
        else:
            return super().screen_key(event) or self._scroll.page_key(key)
        return True

    def _go_on(self) -> None:
        self.asked_for_next = True
        self._next.enabled = False
        self.invalidate()
        self.on_next()

    def _go_back(self) -> None:
        """From the four hands to the payments; from there the table asks whether one wants to leave."""
        if self.page and self.shown.hands:
            self.open_page(0)
        elif self.on_leave is not None and not self.standing.over:
            self.on_leave()

    def save_picture(self) -> bool:
        """Write the sheet as a PNG into the pictures folder, and say where; what is round it is no part of it."""
        self._timeline.finish()
        surface = pygame.Surface(self.services.canvas.size)
        self.draw(surface)
        margin = self.services.px(16)
        sheet = surface.subsurface(self._sheet.inflate(2 * margin, 2 * margin).clip(surface.get_rect()))
        keep_and_say(self.services, sheet, f"{self.table.variant.key}-{self.state.number}")
        return True

    # ---- drawing --------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Cloth, sheet, and everything on it; over the table while it rises."""
        if self.overlay:
            self._rising.draw(surface, self._sheet, self._draw_standing)
        else:
            self._draw_standing(surface)

    def _draw_standing(self, surface: pygame.Surface) -> None:
        services = self.services
        draw_ground(services, surface)
        services.painter.box(surface, self._sheet, "paper")
        self.sheet.draw_head(surface, self._sheet, self.shown)
        self.sheet.draw_band(surface, self._band, self.shown)
        if not self.shown.hands:
            self._draw_diagram(surface)
        buttons = [widget.rect.x for widget in self.form.widgets if isinstance(widget, Button)]
        self.sheet.draw_sum(surface, self._foot, min(buttons), self.shown)
        self.form.draw(surface)

    def _draw_diagram(self, surface: pygame.Surface) -> None:
        arrows = self.arrows
        labels = tuple(self._label(arrow) for arrow in arrows)
        progress = self._progress if self._timeline.busy else DONE
        self._draw_heading(surface)
        self._diagram.draw(surface, arrows, labels, tuple(map(self._plate, SEATS)), progress, self.lit)

    def _draw_heading(self, surface: pygame.Surface) -> None:
        """What the arrows are, where the list at the left does not say it and no plate is in the way."""
        services, style, diagram = self.services, self.services.steps.h2, self._diagram
        words = services.tr("Payments")
        height = services.fonts.line_height(style) + services.px(4)  # as that of a section at the left
        place = pygame.Rect(diagram.area.x, self._scroll.rect.y, 0, height)
        place.width = services.fonts.width(words, style)
        if not self.listed and place.collidelist(list(diagram.plates.values())) < 0:
            services.fonts.write(surface, words, place, style, services.colours.ptext)

    def _label(self, arrow: Arrow) -> str:
        """As much of it as has room; the column tells the rest."""
        reason = self.sheet.wording.texts.reason(arrow.transfers[0].reason) if len(arrow.transfers) == 1 else ""
        many = len(self.shown.transfers) > MOST_LABELLED and reason
        choices = (reason, "") if many else (self.sheet.wording.arrow(arrow), reason, "")
        return next(words for words in choices if not words or self._diagram.fits(arrow, words))

    def _plate(self, seat: Seat) -> PlateWords:
        player = self.table.players[seat]
        win = self.shown.win
        return PlateWords(
            name=self.table.name(seat),
            avatar=self.table.avatar(player),
            player=player,
            wind=distance(self.state.dealer, seat),
            change=self.shown.sums[seat],
            total=self.standing.totals[player],
            winner=win.seat == seat if win is not None else self.shown.hands and last_win(self.state, seat) is not None,
            ready=self.standing.ready[seat] and self.table.level(seat) is None and not self.standing.over,
        )
