"""My presets: the list over the new-table screen, with taking, renaming, deleting, exporting and importing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.files import LONGEST_PATH, documents_folder, path_of
from game.presets import NAME_LENGTH, Entry, Preset, PresetError, Presets, export_to
from game.strings import clean_text
from game.tabletexts import TableTexts
from game.widgets.button import Button, ButtonKind
from game.widgets.dialog import Answer, Dialog
from game.widgets.form import Form
from game.widgets.formscene import PaperSheet
from game.widgets.inputdialog import InputDialog
from game.widgets.listbox import Row, ScrollList
from game.widgets.nothing import draw_nothing
from game.widgets.textfield import TextField
from rules.variants import variant

if TYPE_CHECKING:
    from game.services import Services

WIDTH, HEIGHT = 720, 560
HEAD, GAP = 70, 10


class PresetsScene(PaperSheet):
    """All presets of this computer. `take` gets the one to play by; the list closes then."""

    def __init__(
        self,
        services: Services,
        presets: Presets,
        take: Callable[[Preset], object],
        documents: Path | None = None,
    ) -> None:
        super().__init__(services)
        self.presets, self.take = presets, take
        self.documents = documents or documents_folder()
        self._entries: list[Entry] = []
        self._chosen: Path | None = None
        self._path = ""
        self._toasts = services.toasts.bottom
        self._read()

    def _read(self) -> None:
        self._entries, broken = self.presets.entries()
        tell_broken(self.services, broken)
        usable = [entry.path for entry in self._entries if entry.preset is not None]
        if self._chosen not in usable:
            self._chosen = usable[0] if usable else None

    @property
    def chosen(self) -> Entry | None:
        """The entry that the buttons are about."""
        return next((entry for entry in self._entries if entry.path == self._chosen), None)

    def enter(self) -> None:
        """Messages go above what one types and presses here."""
        self._lift_toasts()

    def _lift_toasts(self) -> None:
        units = self.services.units
        self.services.toasts.bottom = (units.height - self.list.rect.bottom) / units.u + 8

    def leave(self) -> None:
        """Messages lie again where they did below."""
        super().leave()
        self.services.toasts.bottom = self._toasts

    # ---- layout -----------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """List above, import below it, buttons at the foot."""
        units, px = self.services.units, self.services.px
        width = min(max(px(WIDTH), units.type_length(WIDTH)), units.width - 2 * px(24))
        height = min(max(px(HEIGHT), units.type_length(HEIGHT)), units.height - 2 * px(20))
        inner = self.place(width, height).inflate(0, -2 * px(20))
        control = self.services.control_height(44)
        foot = pygame.Rect(inner.x, inner.bottom - control, inner.width, control)
        line = pygame.Rect(inner.x, foot.y - px(22) - control, inner.width, control)
        top = inner.y + px(HEAD - 20)
        rows = [self._row(entry) for entry in self._entries]
        listed = ScrollList(self.services, rows, self._chosen, self._choose)
        listed.rect = pygame.Rect(inner.x, top, inner.width, line.y - px(16) - top)
        self.list = listed
        self.form = Form(self.services, [listed, *self._import_line(line), *self._buttons(foot)])
        if self.services.scenes.top is self:
            self._lift_toasts()

    def _row(self, entry: Entry) -> Row[Path]:
        strings = self.services.strings
        if entry.preset is None:
            return Row(entry.path, entry.name, reason=entry.error.told(strings) if entry.error else "")
        texts = TableTexts(strings.language, entry.preset.variant)
        usual = variant(entry.preset.variant).choose({})
        changed = sum(usual[key] != value for key, value in entry.preset.options)
        note = texts.card
        if changed:
            words = strings.tr_plural("{count} changed", "{count} changed", changed)
            note = f"{note} · {words}"
        return Row(entry.path, entry.name, note)

    def _import_line(self, line: pygame.Rect) -> list[TextField | Button]:
        tr, gap = self.services.tr, self.services.px(GAP)
        button = Button(self.services, tr("Import"), self._import_typed, kind="paper")
        button.rect = pygame.Rect(0, line.y, max(self.services.px(110), button.natural_size[0]), line.height)
        button.rect.right = line.right
        field = TextField(
            self.services,
            self._path,
            self._typed,
            placeholder=tr("Path of a preset file to import"),
            limit=LONGEST_PATH,
            on_submit=lambda _: self._import_typed(),
        )
        field.rect = pygame.Rect(line.x, line.y, button.rect.x - gap - line.x, line.height)
        return [field, button]

    def _buttons(self, foot: pygame.Rect) -> list[Button]:
        """Delete, rename and export at the left; close, and the main one, at the right."""
        tr, gap = self.services.tr, self.services.px(GAP)
        chosen = self.chosen is not None
        left: list[tuple[str, Callable[[], object], ButtonKind, bool]] = [
            (tr("Delete"), self._ask_to_delete, "paper", chosen),
            (tr("Rename"), self._ask_name, "paper", chosen),
            (tr("Export"), self._export, "paper", chosen),
        ]
        right: list[tuple[str, Callable[[], object], ButtonKind, bool]] = [
            (tr("Use it"), self._take, "main", chosen),
            (tr("Close"), self.services.scenes.pop, "paper", True),
        ]
        made = [self._button(*words, foot) for words in left]
        made_right = [self._button(*words, foot) for words in right]
        x = foot.x
        for button in made:
            button.rect.x = x
            x = button.rect.right + gap
        x = foot.right
        for button in made_right:
            button.rect.right = x
            x = button.rect.x - gap
        return [*made, *reversed(made_right)]

    def _button(
        self, text: str, action: Callable[[], object], kind: ButtonKind, enabled: bool, foot: pygame.Rect
    ) -> Button:
        button = Button(self.services, text, action, kind=kind)
        button.rect = pygame.Rect(0, foot.y, max(self.services.px(88), button.natural_size[0]), foot.height)
        button.enabled, button.on_paper = enabled, True
        button.reason = "" if enabled else self.services.tr("There is no preset yet")
        return button

    def _renew(self) -> None:
        self._read()
        self.renew()

    # ---- what can be done -------------------------------------------------------------------------------------------

    def _choose(self, path: Path) -> None:
        self._chosen = path

    def _typed(self, text: str) -> None:
        self._path = text

    def _take(self) -> None:
        entry = self.chosen
        if entry is not None and entry.preset is not None:
            self.services.scenes.pop()
            self.take(entry.preset)

    def _ask_to_delete(self) -> None:
        entry, tr = self.chosen, self.services.tr
        if entry is None:
            return
        answers = [Answer(tr("Delete"), lambda: self._do(lambda: self.presets.delete(entry))), Answer(tr("Keep"))]
        title = tr("Delete “{name}”?", name=entry.name)
        self.services.scenes.push(Dialog(self.services, title, tr("It cannot be brought back."), answers))

    def _ask_name(self) -> None:
        entry, tr = self.chosen, self.services.tr
        if entry is None:
            return

        def rename(text: str) -> str | None:
            name = clean_text(text, NAME_LENGTH)
            if name != entry.name and self.presets.has(name):
                return tr("There is a preset of this name")
            self._do(lambda: self.presets.rename(entry, name))
            return None

        dialog = InputDialog(self.services, tr("Rename"), tr("The new name"), entry.name, rename, NAME_LENGTH)
        self.services.scenes.push(dialog)

    def _export(self) -> None:
        entry, tr = self.chosen, self.services.tr
        if entry is None or entry.preset is None:
            return
        preset = entry.preset
        self._do(lambda: self.services.say(tr("Exported to {path}", path=export_to(preset, self.documents)), "good"))

    def _import_typed(self) -> None:
        if self._path.strip():
            self.import_file(path_of(self._path))

    def import_file(self, path: Path) -> None:
        """Take over a file; what is wrong with it is said in one line."""
        try:
            preset = self.presets.import_from(path)
        except PresetError as error:
            self.services.say(error.told(self.services.strings), "error")
        except OSError as error:
            self.services.say_refused(error)
        else:
            self._path = ""
            self.services.say(self.services.tr("Imported: {name}", name=preset.name), "good")
            self._renew()

    def _do(self, action: Callable[[], object]) -> None:
        """Change files; a disk that refuses is told about."""
        try:
            action()
        except OSError as error:
            self.services.say_refused(error)
        self._renew()

    # ---- input and drawing ------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """Escape closes, Enter takes the chosen one; a file dropped on the window is imported."""
        if event.type == pygame.DROPFILE:
            self.import_file(Path(event.file))
        elif not self.form.handle(event) and event.type == pygame.KEYDOWN:
            if event.key == pygame.K_ESCAPE:
                self.services.scenes.pop()
            elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                self._take()
            elif event.key in (pygame.K_UP, pygame.K_DOWN):
                self.form.focus(self.list)
                self.form.handle(event)
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Dim what is below; sheet, title, list."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        title = self.title_place
        written = self.draw_sheet(surface, services.tr("My presets"))
        rest = pygame.Rect(written.right + px(14), title.y + px(3), 0, title.height)
        rest.width = title.right - rest.x
        where = services.tr("Files in {folder}", folder=self.presets.folder)
        services.fonts.write(surface, where, rest, steps.small, colours.ptext2, "right")
        if not self._entries:
            words = services.tr("Nothing here yet. Choose the rules of a table and press “save as preset”.")
            draw_nothing(services, surface, self.list.rect, "star", words)
        self.form.draw(surface)


def tell_broken(services: Services, broken: list[Path]) -> None:
    """Say which files were set aside."""
    for path in broken:
        services.say(services.tr("A preset was broken; the file was set aside as {name}.", name=path.name), "warn")
