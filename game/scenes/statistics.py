"""The statistics of the player here: by variant and by opponent, the points over time, the best hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pygame

from game.files import LONGEST_PATH, documents_folder, path_of
from game.profiles import HandResult
from game.records.figures import cards, draw_best, draw_card, table_rows
from game.records.filtered import FilteredScene
from game.records.history import export_csv, own_records, played_at, rebuild
from game.records.plot import Line, Plot
from game.records.recordwords import date_words
from game.records.summary import chosen, course, grouped, summed
from game.scene import MOVING
from game.tabletexts import TableTexts
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.choices import Segments
from game.widgets.form import Form
from game.widgets.header import content_rect
from game.widgets.inputdialog import InputDialog
from game.widgets.nothing import draw_nothing
from game.widgets.scroll import ScrollView
from game.widgets.stacked import stack

if TYPE_CHECKING:
    from game.ownplayer import OwnPlayer
    from game.services import Services

PADDING, FILTER, CARDS, GAP = 20, 38, 92, 10
LEFT_SHARE, BEST = 0.58, 96

By = Literal["variant", "opponent"]


class StatisticsScene(FilteredScene):
    """What all hands of the player here add up to. `data`: the data folder, whose records the history is made from."""

    def __init__(
        self,
        services: Services,
        own_player: OwnPlayer,
        data: Path,
        close: Callable[[], object],
        documents: Path | None = None,
    ) -> None:
        super().__init__(services, close)
        self.own_player, self.data, self._on_close = own_player, data, close
        self.documents = documents or documents_folder()
        self.by: By = "variant"
        self.history: list[HandResult] = []
        self.shown: list[HandResult] = []
        self._scroll = ScrollView(services)
        self._work: Iterator[int] | None = None
        self._done = self._records = 0
        self._sheet = self._cards = self._left = self._right = pygame.Rect(0, 0, 0, 0)

    # ---- what is counted --------------------------------------------------------------------------------------------

    @property
    def rebuilding(self) -> bool:
        """Whether the history is being made from the records."""
        return self._work is not None

    def enter(self) -> None:
        """Count again: a match may have been played since."""
        self.history = self.own_player.history()
        self._renew()

    def _renew(self) -> None:
        self.shown = chosen(self.history, self.variant, self.opponent)
        self.renew()

    def update(self, seconds: float) -> float:
        """One record after the other, so that nothing stands still."""
        if self._work is None:
            return self.form.update(seconds)
        if next(self._work, None) is None:
            self._work = None
            self.history = self.own_player.history()
            words = self.services.strings.tr_plural(
                "{count} hand is known", "{count} hands are known", len(self.history)
            )
            self.services.say(words, "good")
            self._renew()
        else:
            self._done += 1
        self.invalidate()
        return MOVING

    # ---- layout -----------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """Filters, six cards, the course and the best hand at the left, the table at the right."""
        units, px = self.services.units, self.services.px
        self._back.lay_out()
        self._sheet = content_rect(self.services)
        inner = self._sheet.inflate(-2 * px(PADDING), -2 * px(14))
        row = pygame.Rect(inner.x, inner.y, inner.width, self.services.control_height(FILTER))
        high = max(px(CARDS), units.type_length(CARDS))
        self._cards = pygame.Rect(inner.x, row.bottom + px(GAP), inner.width, high)
        top = self._cards.bottom + px(GAP + 2)
        self._left = pygame.Rect(inner.x, top, int(inner.width * LEFT_SHARE), inner.bottom - top)
        self._right = pygame.Rect(self._left.right + px(22), top, 0, inner.bottom - top)
        self._right.width = inner.right - self._right.x
        widgets = [self._back, *self._header_buttons()]
        if self.history:
            widgets += [*self._chooser(row), *self._table()]
        self.form = Form(self.services, widgets)

    def _header_buttons(self) -> list[Widget]:
        services, tr = self.services, self.services.tr
        again = Button(services, tr("Recount"), self.count_again, icon="replay")
        export = Button(services, tr("CSV file"), self.ask_where_to, icon="file")
        kept = bool(self.own_player.name)
        again.enabled, again.reason = kept and not self.rebuilding, tr("Nothing is kept for a guest")
        export.enabled, export.reason = bool(self.history), tr("There is no hand yet")
        self._place_at_head((again, export))
        return [again, export]

    def _chooser(self, row: pygame.Rect) -> list[Widget]:
        """The filters, and by what the table is made."""
        tr, keys = self.services.tr, {hand.variant for hand in self.history}
        names = {name for hand in self.history for name in hand.opponents}
        made = self._filters(row, self.services.units.type_length(230), keys, names)
        tabs: Segments[By] = Segments(
            self.services, [("variant", tr("By variant")), ("opponent", tr("By opponent"))], self.by, self.show_by
        )
        room = row.right - made[-1].rect.right - self.services.px(GAP)
        wide = min(max(tabs.natural_size[0], self._right.width), room)
        tabs.rect = pygame.Rect(row.right - wide, row.y, wide, row.height)
        return [*made, tabs]

    def _table(self) -> list[Widget]:
        language = self.services.strings.language
        if self.by == "variant":
            groups = grouped(self.shown, lambda hand: (hand.variant,))
            names = {key: TableTexts(language, key).card for key in groups}
        else:
            groups, names = grouped(self.shown, lambda hand: hand.opponents), {}
        rows = list(table_rows(self.services, groups, names))
        inner = self._right.inflate(-2 * self.services.px(14), -2 * self.services.px(6))
        height = stack(rows, inner.x, inner.y, inner.width)
        viewport = inner.copy()
        viewport.width += self.services.px(10)
        self._scroll.lay_out(viewport, rows, height)
        return [self._scroll, *rows]

    def show_by(self, by: By) -> None:
        """The table by variant or by opponent."""
        self.by = by
        self._scroll = ScrollView(self.services)
        self.resize()
        self.form.focus(next(widget for widget in self.form.widgets if isinstance(widget, Segments)))
        self.invalidate()

    # ---- what can be done -------------------------------------------------------------------------------------------

    def count_again(self) -> None:
        """Make the history again from the records that are there."""
        records = own_records(self.data)
        self._done, self._records = 0, len(records)
        self._work = rebuild(self.own_player, records)
        self.renew()

    def ask_where_to(self) -> None:
        """Write the hands that are shown as a table."""
        tr = self.services.tr

        def export(text: str) -> None:
            try:
                path = export_csv(self.shown, path_of(text))
            except OSError as error:
                self.services.say_refused(error)
            else:
                self.services.say(tr("Exported to {path}", path=path), "good")

        title, words = tr("CSV file"), tr("Into which folder, or to which new file?")
        dialog = InputDialog(self.services, title, words, str(self.documents), export, LONGEST_PATH, tr("Export"))
        self.services.scenes.push(dialog)

    def screen_key(self, event: pygame.Event) -> bool:
        """Escape goes back; arrows scroll the table."""
        step = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -5, pygame.K_PAGEDOWN: 5}.get(event.key)
        if event.key == pygame.K_ESCAPE:
            self._on_close()
        elif step is not None:
            self._scroll.scroll_to(self._scroll.offset + step * self.services.px(56))
        else:
            return False
        return True

    # ---- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Cloth, header, sheet, and what there is to count."""
        services = self.services
        self._back.draw_head(surface, services.tr("Statistics"), self._line(), self._header_end)
        services.painter.box(surface, self._sheet, "paper")
        if self.history:
            self._draw_cards(surface)
            self._draw_course(surface)
            services.painter.box(surface, self._right, "paper_card")
        else:
            draw_nothing(services, surface, self._sheet, "chart", self._nothing())
        self.form.draw(surface)

    def _line(self) -> str:
        if self.rebuilding:
            return self.services.tr("Counting: {done} of {all} matches", done=self._done, all=self._records)
        return self.own_player.name

    def _nothing(self) -> str:
        tr = self.services.tr
        if not self.own_player.name:
            return tr("Nothing is kept for a guest. With a name in the settings, every hand counts here.")
        return tr("No hand has been counted yet. Play one, or press “Recount” to take those of your records.")

    def _draw_cards(self, surface: pygame.Surface) -> None:
        found, gap = cards(self.services.strings, summed(self.shown)), self.services.px(GAP)
        each = (self._cards.width - gap * (len(found) - 1)) // len(found)
        for place, card in enumerate(found):
            rect = pygame.Rect(self._cards.x + place * (each + gap), self._cards.y, each, self._cards.height)
            draw_card(self.services, surface, rect, card)

    def _draw_course(self, surface: pygame.Surface) -> None:
        """The plot on its card, the best hand below it."""
        services, px = self.services, self.services.px
        colours, steps = services.colours, services.steps
        card, best = self._left.copy(), summed(self.shown).best
        if best is not None:
            high = px(BEST) if self._left.height > px(330) else px(76)
            card.height -= high + px(12)
            place = pygame.Rect(card.x, card.bottom + px(12), card.width, high)
            draw_best(services, surface, place, best, self._day(best))
        services.painter.box(surface, card, "paper_card")
        inner = card.inflate(-2 * px(14), -2 * px(8))
        head = pygame.Rect(inner.x, inner.y, inner.width, services.fonts.line_height(steps.strong))
        services.fonts.write(surface, services.tr("Points over time"), head, steps.strong, colours.ptext)
        if self.shown:
            below = pygame.Rect(inner.x, head.bottom + px(4), inner.width, inner.bottom - head.bottom - px(4))
            ends = self._day(self.shown[0]), self._day(self.shown[-1])
            line = Line(tuple(course(self.shown)), colours.jade_text)
            Plot(services, [line], ends).draw(surface, below)

    def _day(self, hand: HandResult) -> str:
        return date_words(self.services.strings, played_at(hand).date())
