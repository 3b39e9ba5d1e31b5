"""Who plays at this computer (同屏轮坐): how many, their names, how they sit. Names come before any tile is dealt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.hotseat.corners import CORNER_KEYS
from game.strings import clean_text, mark
from game.widgets.avatar import draw_avatar
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.choices import Segments, Toggle
from game.widgets.formscene import FormScene
from game.widgets.header import BackButton, content_rect
from game.widgets.label import Label
from game.widgets.scroll import ScrollView
from game.widgets.slider import Slider
from game.widgets.textfield import TextField

if TYPE_CHECKING:
    from game.services import Services

COUNTS = (2, 3, 4)
SIDES = (mark("Near left"), mark("Near right"), mark("Far right"), mark("Far left"))
WIDTH, PADDING, ROW, GAP = 760, 32, 56, 10
TENTHS = 10


class Words(Label):
    """What a line is about, with a note below it; before the name of a person the ring with its character.

    `sign`: the character as it is now; `colour`: of the ring. `whole`: the width of the line with its control.
    """

    def __init__(self, services: Services, title: str, note: str = "", colour: str = "") -> None:
        super().__init__(services, title, services.steps.strong, services.colours.ptext)
        self.note, self.ring_colour, self.whole = note, colour, 0
        self.sign: Callable[[], str] = str

    def draw(self, surface: pygame.Surface) -> None:
        """Ring, words, and a rule below the whole line."""
        services, steps, px = self.services, self.services.steps, self.services.px
        colours, room = services.colours, self.rect.copy()
        if self.ring_colour:
            radius = min(px(21), room.height // 2)
            draw_avatar(services, surface, (room.x + radius, room.centery), radius, self.ring_colour, self.sign())
            room.x, room.width = room.x + 2 * radius + px(14), room.width - 2 * radius - px(14)
        heights = services.fonts.line_height(self.style), services.fonts.line_height(steps.note) if self.note else 0
        title = pygame.Rect(room.x, room.centery - sum(heights) // 2, room.width, heights[0])
        services.fonts.write(surface, self.text, title, self.style, self.colour)
        if self.note:
            note = pygame.Rect(room.x, title.bottom, room.width, heights[1])
            services.fonts.write(surface, self.note, note, steps.note, colours.ptext2)
        rule = (self.rect.x, self.rect.bottom + px(GAP) // 2)
        services.painter.hairline(surface, rule, self.whole, colours.paper_line)


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
        units, px = self.services.units, self.services.px
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
            label.whole = body.width if index < len(rows) - 1 else 0
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

    def _rows(self) -> Sequence[tuple[Words, Widget]]:
        services, tr, chosen = self.services, self.services.tr, self.services.chosen
        counts = Segments(
            services, [(count, tr("{count} people", count=count)) for count in COUNTS], self.count, self._set_count
        )
        head = Words(services, tr("People at this computer"), tr("Bots take the other seats"))
        rows: list[tuple[Words, Widget]] = [(head, counts)]
        for index in range(self.count):
            note = tr("Calls in secret with {key}", key=CORNER_KEYS[index].upper())
            side = Words(services, tr(SIDES[index]), note, services.colours.seats[index])
            side.sign = partial(self._sign, index)
            field = TextField(services, self.names[index], partial(self._name, index), on_submit=self._next_field)
            field.placeholder = tr("Player {number}", number=index + 1)
            rows.append((side, field))
        wait = Slider(
            services, round(TENTHS * chosen.secret_call_seconds), self._set_wait, lowest=8, highest=40, step=1,
            describe=lambda tenths: tr("{seconds} s", seconds=f"{tenths / TENTHS:.1f}"),
        )  # fmt: skip
        note = tr("Always as long, so that it gives nothing away")
        rows.append((Words(services, tr("Time for calls after each discard"), note), wait))
        regret = Toggle(
            services, chosen.hotseat_take_back, lambda on: services.preferences.change(hotseat_take_back=on)
        )
        note = tr("When all the others agree, and nobody has seen a new tile")
        rows.append((Words(services, tr("Discards may be taken back"), note), regret))
        if self.count == 2:
            flip = Toggle(services, chosen.hotseat_flip, lambda on: services.preferences.change(hotseat_flip=on))
            rows.append((Words(services, tr("Turn the picture round for the one opposite")), flip))
        for words, control in rows:
            control.label = tr("; ").join(filter(None, (words.text, words.note)))
        return rows

    def _sign(self, index: int) -> str:
        return self.chosen_names[index][:1]

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

    def screen_key(self, event: pygame.Event) -> bool:
        """Also Enter, which goes on."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._go_on()
            return True
        return super().screen_key(event)

    def draw(self, surface: pygame.Surface) -> None:
        """Cloth, head, sheet, lines."""
        services = self.services
        line = services.tr("Everyone sees only their own tiles: a curtain falls when the computer changes hands")
        self._back.draw_head(surface, services.tr("Hotseat"), line, content_rect(services).right)
        services.painter.box(surface, self.sheet, "paper")
        self.form.draw(surface)
