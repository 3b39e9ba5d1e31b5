"""Who plays at this computer (同屏轮坐): how many, their names, how they sit. Names come before any tile is dealt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.hotseat.corners import CORNER_KEYS
from game.strings import clean_text, mark
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.choices import Segments, Toggle
from game.widgets.formscene import FormScene
from game.widgets.header import BackButton, content_rect, draw_header
from game.widgets.label import Label
from game.widgets.scroll import ScrollView
from game.widgets.slider import Slider
from game.widgets.textfield import TextField

if TYPE_CHECKING:
    from game.services import Services

COUNTS = (2, 3, 4)
SIDES = (mark("Near left"), mark("Near right"), mark("Far right"), mark("Far left"))
WIDTH, PADDING, ROW, GAP = 760, 32, 56, 8
TENTHS = 10


class PeopleScene(FormScene):
    """Choose the people; `go_on` gets their names, the first of them at the near side of the table."""

    def __init__(self, services: Services, go_on: Callable[[tuple[str, ...]], object]) -> None:
        super().__init__(services)
        self.go_on = go_on
        chosen = services.chosen
        self.count = max(2, min(len(SIDES), len(chosen.hotseat_names)))
        self.names = [*chosen.hotseat_names, *[""] * len(SIDES)][: len(SIDES)]
        if not self.names[0]:
            self.names[0] = chosen.player_name
        self.sheet = pygame.Rect(0, 0, 0, 0)
        self._back = BackButton(services, services.scenes.pop)
        self._scroll = ScrollView(services)

    @property
    def chosen_names(self) -> tuple[str, ...]:
        """The names as the table shows them: an empty one is Player and a number, an equal one gets a number."""
        names: list[str] = []
        for index, name in enumerate(self.names[: self.count]):
            wanted = clean_text(name) or self.services.tr("Player {number}", number=index + 1)
            names.append(wanted if wanted not in names else f"{wanted} {index + 1}")
        return tuple(names)

    # ---- layout -----------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """A sheet with a line for each thing to choose; the button below."""
        units, px = self.services.units, self.services.units.px
        content = content_rect(self.services)
        width = min(content.width, max(px(WIDTH), units.type_length(WIDTH)))
        tall = self.services.control_height(52)
        self.sheet = pygame.Rect(0, content.y, width, content.bottom - content.y - tall - px(16))
        self.sheet.centerx = units.width // 2
        self._back.lay_out()
        rows = self._rows()
        height = self.services.control_height(ROW)
        body = self.sheet.inflate(-2 * px(PADDING), -2 * px(20))
        widgets: list[Widget] = []
        for index, (label, control) in enumerate(rows):
            top = body.y + index * (height + px(GAP))
            wide = min(control.natural_size[0], round(0.6 * body.width))
            tall_row = min(height, control.natural_size[1])
            control.rect = pygame.Rect(body.right - wide, top + (height - tall_row) // 2, wide, tall_row)
            label.rect = pygame.Rect(body.x, top, body.width - wide - px(16), height)
            widgets += [label, control]
        whole = len(rows) * (height + px(GAP))
        if whole < body.height:
            self.sheet.height = whole + 2 * px(20)
            body = self.sheet.inflate(-2 * px(PADDING), -2 * px(20))
        self._scroll.lay_out(body.inflate(2 * px(12), 0), widgets, whole)
        start = Button(self.services, self.services.tr("Choose the rules"), self._go_on, kind="main", key="return")
        start.rect = pygame.Rect(0, self.sheet.bottom + px(16), max(px(260), start.natural_size[0]), tall)
        start.rect.right = self.sheet.right
        self.renew_form([self._back, self._scroll, *widgets, start])

    def _rows(self) -> Sequence[tuple[Label, Widget]]:
        services, tr, chosen = self.services, self.services.tr, self.services.chosen
        counts = Segments(
            services, [(count, tr("{count} people", count=count)) for count in COUNTS], self.count, self._set_count
        )
        rows: list[tuple[Label, Widget]] = [(self._label(tr("People at this computer")), counts)]
        for index in range(self.count):
            side = tr("{side}; calls in secret with {key}", side=tr(SIDES[index]), key=CORNER_KEYS[index].upper())
            field = TextField(services, self.names[index], partial(self._name, index), on_submit=self._next_field)
            field.placeholder = tr("Player {number}", number=index + 1)
            rows.append((self._label(side), field))
        wait = Slider(
            services, round(TENTHS * chosen.secret_call_seconds), self._set_wait, lowest=8, highest=40, step=1,
            describe=lambda tenths: tr("{seconds} s", seconds=f"{tenths / TENTHS:.1f}"),
        )  # fmt: skip
        rows.append((self._label(tr("Time for calls after each discard")), wait))
        if self.count == 2:
            flip = Toggle(services, chosen.hotseat_flip, lambda on: services.preferences.change(hotseat_flip=on))
            rows.append((self._label(tr("Turn the picture round for the one opposite")), flip))
        for words, control in rows:
            control.label = words.text
        return rows

    def _label(self, text: str) -> Label:
        return Label(self.services, text, self.services.theme.type.strong, self.services.theme.colours.ptext)

    # ---- choosing ---------------------------------------------------------------------------------------------------

    def _set_count(self, count: int) -> None:
        self.count = count
        self.renew()

    def _name(self, index: int, text: str) -> None:
        self.names[index] = text

    def _next_field(self, text: str) -> None:
        self.form.move_focus(1)

    def _set_wait(self, tenths: int) -> None:
        self.services.preferences.change(secret_call_seconds=tenths / TENTHS)

    def _go_on(self) -> None:
        kept = tuple(clean_text(name) for name in self.names[: self.count])
        self.services.preferences.change(hotseat_names=kept)
        self.go_on(self.chosen_names)

    # ---- input and picture ------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """Enter goes on, Escape goes back."""
        if self.form.handle(event):
            return True
        if event.type != pygame.KEYDOWN:
            return False
        if event.key == pygame.K_ESCAPE:
            self.services.scenes.pop()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._go_on()
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self.form.move_focus(1 if event.key == pygame.K_DOWN else -1)
        else:
            return False
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Cloth, head, sheet, lines."""
        services = self.services
        services.painter.cloth(surface, services.chosen.cloth)
        line = services.tr("Everybody sees only his own tiles: a curtain falls whenever the computer changes hands")
        draw_header(services, surface, self._back.rect, services.tr("Hotseat"), line, content_rect(services).right)
        services.painter.box(surface, self.sheet, "paper")
        self.form.draw(surface)
