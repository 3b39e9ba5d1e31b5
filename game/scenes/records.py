"""The records: every match that was played here, by day; to look at again, go on with, name, take out or delete."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.files import LONGEST_PATH, documents_folder, path_of
from game.records.daylist import DayList
from game.records.filtered import ALL, FilteredScene
from game.records.index import Entry, Index
from game.records.keeping import TITLE_LENGTH, Keeping
from game.records.recordpanel import RecordPanel
from game.records.recordwords import day_rows, trouble_words
from game.strings import clean_text
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.dialog import Answer, Dialog
from game.widgets.form import Form
from game.widgets.header import content_rect
from game.widgets.inputdialog import InputDialog
from game.widgets.nothing import draw_nothing
from rules.errors import RulesError
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

LIST_SHARE = 0.60
PADDING, FILTER, TAKE_EVERY = 20, 44, 0.2


@value
class RecordActions:
    """What is opened from the records: a replay, the table where a match goes on, the statistics."""

    watch: Callable[[Path], object]
    go_on: Callable[[Path], object]
    statistics: Callable[[], object]
    close: Callable[[], object]


class RecordsScene(FilteredScene):
    """All records of this computer. `documents`: where copies go when nothing else is said."""

    def __init__(self, services: Services, data: Path, actions: RecordActions, documents: Path | None = None) -> None:
        super().__init__(services, actions.close)
        self.actions = actions
        self.index = Index(data)
        self.keeping = Keeping(self.index)
        self.documents = documents or documents_folder()
        self.list = DayList(services, lambda key: self._chose(), self.watch)
        self.panel = RecordPanel(self)
        self._sheet = pygame.Rect(0, 0, 0, 0)

    # ---- what is listed ---------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """Who looks at the records."""
        return self.services.chosen.player_name

    @property
    def chosen(self) -> Entry | None:
        """The record that the buttons are about."""
        return self.index.entries.get(self.list.value)

    def _shown(self) -> Iterator[Entry]:
        """The records that pass the filters; what cannot be read passes when nothing is filtered."""
        for entry in self.index.entries.values():
            if self.variant not in (ALL, entry.variant):
                continue
            if self.opponent == ALL or self.opponent in entry.opponents(self.name):
                yield entry

    def _fill(self) -> None:
        """Show what is known now; the newest is chosen first."""
        rows = list(day_rows(self._shown(), self.services.strings, self.keeping, self.name))
        keys = [row.key for row in rows if row.key]
        value = self.list.value if self.list.value in keys else keys[0] if keys else ""
        self.list.load(rows, value)

    # ---- life -------------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Look what there is; a match may have been played since."""
        self.index.look()
        self._renew()
        self.form.focus(self.list)

    def leave(self) -> None:
        """Read no further while something else is open."""
        self.index.stop()
        super().leave()

    def update(self, seconds: float) -> float:
        """Take what was read meanwhile."""
        if self.index.reading:
            if self.index.take():
                self._renew()
            return TAKE_EVERY
        return self.form.update(seconds)

    def _renew(self) -> None:
        self._fill()
        focused = self.form.focused is self.list
        self.resize()
        if focused:
            self.form.focus(self.list)
        self.invalidate()

    def _chose(self) -> None:
        self.resize()
        self.form.focus(self.list)

    # ---- layout -----------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """The list at the left with its filters above; what is known of the chosen one at the right."""
        px, content = self.services.px, content_rect(self.services)
        self._back.lay_out()
        self._sheet = content
        inner = content.inflate(-2 * px(PADDING), -2 * px(16))
        height = self.services.control_height(FILTER - 6)
        row = pygame.Rect(inner.x, inner.y, int(inner.width * LIST_SHARE), height)
        entries = self.index.entries.values()
        names = {name for entry in entries for name in entry.opponents(self.name)}
        width = (row.width - px(10) - px(16)) // 2
        filters = self._filters(row, width, {entry.variant for entry in entries}, names)
        top = row.bottom + px(10)
        self.list.rect = pygame.Rect(row.x, top, row.width, inner.bottom - top)
        self.list.lay_out()
        left = row.right + px(24)
        place = pygame.Rect(left, inner.y, inner.right - left, inner.height)
        buttons = self.panel.lay_out(place)
        widgets: list[Widget] = [self._back, *self._header_buttons(), *filters, self.list, *buttons]
        self.form = Form(self.services, widgets)

    def _header_buttons(self) -> list[Button]:
        services, tr = self.services, self.services.tr
        buttons = [
            Button(services, tr("Import"), self.ask_for_import, icon="file"),
            Button(services, tr("Statistics"), self.actions.statistics, icon="chart"),
        ]
        self._place_at_head(buttons)
        return buttons

    # ---- what can be done -------------------------------------------------------------------------------------------

    def watch(self) -> None:
        """Open the replay of the chosen record."""
        entry = self.chosen
        if entry is not None and not entry.trouble:
            self._do(self.index.path(entry), lambda: self.actions.watch(self.index.path(entry)))

    def go_on(self) -> None:
        """Go on with the chosen match."""
        entry = self.chosen
        if entry is not None:
            self._do(self.index.path(entry), lambda: self.actions.go_on(self.index.path(entry)))

    def ask_to_delete(self) -> None:
        """Delete the chosen record, after a question."""
        entry, tr = self.chosen, self.services.tr
        if entry is None:
            return
        answers = [Answer(tr("Delete"), lambda: self._delete(entry)), Answer(tr("Keep"))]
        title = tr("Delete “{name}”?", name=self.panel.title)
        text = tr("It cannot be brought back.")
        if not entry.over and not entry.trouble:
            text = " ".join([tr("The match is not finished, and could not go on any more."), text])
        self.services.scenes.push(Dialog(self.services, title, text, answers))

    def _delete(self, entry: Entry) -> None:
        keys = [row.key for row in self.list.rows if row.key]
        place = keys.index(entry.name) if entry.name in keys else 0
        self._do(self.index.path(entry), lambda: self.keeping.delete(entry))
        rest = [key for key in keys if key != entry.name]
        self.list.value = rest[min(place, len(rest) - 1)] if rest else ""
        self._renew()

    def ask_for_name(self) -> None:
        """Give the chosen record a name of one's own."""
        entry, tr = self.chosen, self.services.tr
        if entry is None:
            return

        def rename(text: str) -> None:
            self._do(self.index.path(entry), lambda: self.keeping.rename(entry, clean_text(text, TITLE_LENGTH)))
            self._renew()

        dialog = InputDialog(self.services, tr("Rename"), tr("The new name"), self.panel.title, rename, TITLE_LENGTH)
        self.services.scenes.push(dialog)

    def ask_where_to(self) -> None:
        """Copy the chosen record to a folder or a file that is typed or pasted."""
        entry, tr = self.chosen, self.services.tr
        if entry is None:
            return

        def export(text: str) -> None:
            self._do(self.index.path(entry), lambda: self._export(entry, path_of(text)))

        title, words = tr("Export"), tr("Into which folder, or to which new file?")
        self.services.scenes.push(
            InputDialog(self.services, title, words, str(self.documents), export, LONGEST_PATH, title)
        )

    def _export(self, entry: Entry, target: Path) -> None:
        path = self.keeping.export(entry, target)
        self.services.say(self.services.tr("Exported to {path}", path=path), "good")

    def ask_for_import(self) -> None:
        """Take in a file whose path is typed or pasted."""
        tr = self.services.tr

        def take(text: str) -> None:
            self.import_file(path_of(text))

        words = tr("Path of a record to import. A file can also be dropped on the window.")
        title = tr("Import")
        self.services.scenes.push(InputDialog(self.services, title, words, "", take, LONGEST_PATH, title))

    def import_file(self, path: Path) -> None:
        """Check a file and take it in; what is wrong with it is said in one line."""

        def take() -> None:
            recorded = self.keeping.take_in(path)
            self.services.say(self.services.tr("Imported: {name}", name=path.name), "good")
            if recorded.cut_off:
                self.services.say(self.services.tr("Its end is missing; all before it was read."), "warn")

        self._do(path, take)
        self.index.look()
        self._renew()

    def _do(self, path: Path, action: Callable[[], object]) -> None:
        """Do something with the file of a record; what does not go is told."""
        tr = self.services.tr
        try:
            action()
        except OSError as error:
            self.services.say_refused(error)
        except RulesError:
            why = trouble_words(path, self.services.strings)
            self.services.say(tr("This record cannot be used: {error}", error=f"{path.name} · {why}"), "error")

    # ---- input and drawing ------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """Also a file dropped on the window: it is taken in."""
        if event.type == pygame.DROPFILE:
            self.import_file(Path(event.file))
            return True
        return super().handle(event)

    def screen_key(self, event: pygame.Event) -> bool:
        """Escape goes back, Delete deletes, F2 renames, Enter opens; the arrows go to the list."""
        match event.key:
            case pygame.K_ESCAPE:
                self.actions.close()
            case pygame.K_DELETE:
                self.ask_to_delete()
            case pygame.K_F2:
                self.ask_for_name()
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                self.watch()
            case pygame.K_UP | pygame.K_DOWN | pygame.K_PAGEUP | pygame.K_PAGEDOWN | pygame.K_HOME | pygame.K_END:
                self.form.focus(self.list)
                self.form.handle(event)
            case _:
                return False
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Cloth, header, sheet."""
        services, tr = self.services, self.services.tr
        self._back.draw_head(surface, tr("Records"), self._line(), self._header_end)
        services.painter.box(surface, self._sheet, "paper")
        if not self.list.rows:
            words = tr("Nothing here yet. Every match is kept here by itself.")
            draw_nothing(services, surface, self._sheet, "replay", words)
        else:
            self.panel.draw(surface)
        self.form.draw(surface)

    def _line(self) -> str:
        strings = self.services.strings
        count = len(self.index.entries)
        words = strings.tr_plural("{count} match", "{count} matches", count)
        if self.index.reading:
            words = " · ".join([words, strings.tr("{count} more are being read", count=self.index.reading)])
        return words
