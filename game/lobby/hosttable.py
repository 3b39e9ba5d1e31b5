"""Open a LAN table: the choices of a new table, its name, who may come, and what the host allows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from game.lobby.hosting import HostWish
from game.newmatch import timers_of
from game.newtable.choices import Choices, seconds_words
from game.newtable.rows import ChoiceRow, MoreRow, SectionHead
from game.newtable.sheet import SheetRows
from game.scenes.newtable import NewTableScene
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.choices import Segments
from game.widgets.label import Label
from game.widgets.stacked import Still
from game.widgets.textfield import TextField
from net.lan import TableSettings
from net.tableview import WINDOW
from net.timers import CONSENT, Timers
from rules.match import default_length
from rules.values import mutable
from rules.variants import variant

if TYPE_CHECKING:
    from game.services import Services

TAKEOVER = (10, 30, 60, 120)
CLAIM = (5, 10, 15, 20)
WINDOWS = (0, 3, 5, 8)
TABLE_NAME = 16


@mutable
class Allowed:
    """What the host allows; `takeover`: seconds until a bot plays for somebody who is lost; `claim`: for a call.

    `window`: the seconds for calls after every discard of a tournament; 0: a moment, and longer when somebody thinks.
    `take_back`: discards, when all agree; among friends, so not at a tournament unless that is wanted.
    """

    bots: bool = True
    hints: bool = True
    spectators: bool = True
    takeover: int = 30
    claim: int = 10
    window: int = 0
    take_back: bool = True


def usual_settings(key: str) -> TableSettings:
    """Of a table that plays a variant as usual."""
    found = variant(key)
    return TableSettings(key, tuple(found.choose({}).items()), default_length(found), Timers())


class HostRows(SheetRows):
    """The rows of a new table, and those of a LAN table."""

    def __init__(self, services: Services, choices: Choices, allowed: Allowed, renew: Callable[[], object]) -> None:
        super().__init__(services, choices, renew)
        self.allowed = allowed

    def rows(self) -> list[Still | MoreRow]:
        """All of them, from top to bottom."""
        return [*super().rows(), *self._allowed_rows()]

    def _time_rows(self) -> list[ChoiceRow]:
        """Also for a call, where there is a limit at all."""
        rows = super()._time_rows()
        if self.choices.seconds and not self.allowed.window:
            words = self.tr("Time for a call"), self.tr("When it runs out one passes")
            rows.append(self._allowed_row("claim", words, self._seconds(CLAIM, self.allowed.claim)))
        if self.choices.seconds:
            words = self.tr("After each discard"), self.tr("A fixed time, called or not, tells nothing of hands")
            rows.append(self._allowed_row("window", words, self._seconds(WINDOWS, self.allowed.window)))
        return rows

    def _seconds(self, usual: Sequence[int], now: int) -> list[tuple[Hashable, str]]:
        moment = self.tr("A moment")
        return [(one, seconds_words(self.services.strings, one) if one else moment) for one in sorted({*usual, now})]

    def _allowed_rows(self) -> list[Still]:
        tr, strings = self.tr, self.services.strings
        yes_no: list[tuple[Hashable, str]] = [(True, tr("Allowed")), (False, tr("Not allowed"))]
        seconds: list[tuple[Hashable, str]] = [(value, seconds_words(strings, value)) for value in TAKEOVER]
        rows: list[Still] = [SectionHead(self.services, tr("At this table"))]
        for key, title, note, values in (
            ("bots", tr("Bots on empty seats"), tr("They fill the table when it starts"), yes_no),
            ("spectators", tr("Watching"), tr("They see what lies on the table, and no hands"), yes_no),
            ("hints", tr("Hints"), tr("Waits, tiles left and their value"), yes_no),
            ("take_back", tr("Taking discards back"), tr("When all agree; a moment more after each discard"), yes_no),
            ("takeover", tr("When somebody is lost"), tr("A bot plays after this time, until he is back"), seconds),
        ):
            rows.append(self._allowed_row(key, (title, note), values))
        return rows

    def _allowed_row(self, key: str, words: tuple[str, str], values: list[tuple[Hashable, str]]) -> ChoiceRow:
        def choose(value: Hashable) -> None:
            setattr(self.allowed, key, value)
            if key == "window":
                self.allowed.take_back = value == 0
            self._renew()

        now = getattr(self.allowed, key)
        control = Segments(self.services, values, now, choose)
        return ChoiceRow(self.services, words, control, now != getattr(Allowed(), key))


class HostTableScene(NewTableScene):
    """Choose and open. `open_table` gets the wish; `changes`: the settings of a table that is open already."""

    def __init__(
        self, services: Services, open_table: Callable[[HostWish], object], changes: HostWish | None = None
    ) -> None:
        super().__init__(services, lambda match, timers: None)
        self.open_table, self.changes = open_table, changes
        self.allowed = Allowed(claim=services.chosen.claim_seconds)
        self.sheet = HostRows(services, self.choices, self.allowed, self.renew)
        self.open = True
        self.name = services.tr("{name}'s table", name=services.chosen.player_name or services.tr("Guest"))[:TABLE_NAME]
        if not self.choices.seconds:
            self.choices.seconds = 20
        if changes is not None:
            self._take(changes)

    def _take(self, wish: HostWish) -> None:
        """Begin with what is played now."""
        settings = wish.settings
        self.name, self.open = wish.name, wish.open
        self.choices.take(variant(settings.variant))
        self.choices.options.update(settings.options)
        self.choices.length, self.choices.seconds = settings.length, round(settings.timers.turn or 0)
        allowed = self.allowed
        allowed.bots, allowed.hints, allowed.spectators = wish.bots, settings.hints, settings.spectators
        allowed.takeover = round(settings.takeover)
        allowed.window = round(settings.timers.fixed_window or 0)
        allowed.take_back = settings.timers.consent is not None
        if not allowed.window:
            allowed.claim = round(settings.timers.claim or allowed.claim)

    # ---- layout ---------------------------------------------------------------------------------------------------

    def _seat_cards(self) -> Sequence[Widget]:
        """In the place of the seats: what the table is called, and who may come."""
        units, px, tr = self.services.units, self.services.px, self.services.tr
        label, height = units.type_length(24), self.services.control_height(44)
        inner = self._sheet.inflate(-2 * px(28), 0)
        total = label + height + px(4)
        self._seats = pygame.Rect(inner.x, self._sheet.bottom - px(18) - total, inner.width, total)
        colours, steps = self.services.colours, self.services.steps
        half = (inner.width - px(16)) // 2
        name = TextField(self.services, self.name, self._rename, limit=TABLE_NAME)
        options = [(True, tr("Anybody")), (False, tr("With a code"))]
        who = Segments(self.services, options, self.open, self._let_in)
        name.label, who.label = tr("Name of the table"), tr("Who may come")
        widgets: list[Widget] = [
            Label(self.services, name.label, steps.small, colours.ptext2),
            name,
            Label(self.services, who.label, steps.small, colours.ptext2),
            who,
        ]
        for number, widget in enumerate(widgets):
            left = inner.x + (number // 2) * (half + px(16))
            top = self._seats.y + (label + px(4) if number % 2 else 0)
            widget.rect = pygame.Rect(left, top, half, height if number % 2 else label)
        if self.changes is not None:
            for widget in (name, who):
                widget.enabled, widget.reason = False, tr("This stays as it is while the table is open")
        return widgets

    def _rename(self, name: str) -> None:
        self.name = name

    def _let_in(self, open_: bool) -> None:
        self.open = open_
        self.invalidate()

    def _buttons(self, foot: pygame.Rect) -> list[Button]:
        units, tr = self.services.units, self.services.tr
        words = tr("Open the table") if self.changes is None else tr("Play by these rules")
        start = Button(self.services, words, self.begin, kind="main", key="return")
        width = min(foot.width, max(units.px(252), start.natural_size[0]))
        start.rect = pygame.Rect(foot.right - width, foot.y, width, foot.height)
        return [start]

    def begin(self) -> None:
        """Open it, or change what is played."""
        timers = timers_of(self.services.chosen, self.choices.seconds)
        claim = None if timers.turn is None else float(self.allowed.claim)
        timers = Timers(timers.turn, claim, timers.choice, timers.between or 20.0, timers.pace, WINDOW)
        if claim is not None and self.allowed.window:
            timers = timers.with_fixed_window(float(self.allowed.window))
        timers = replace(timers, consent=CONSENT if self.allowed.take_back else None)
        settings = TableSettings(
            self.choices.variant.key, tuple(self.choices.options.items()), self.choices.length, timers,
            float(self.allowed.takeover), self.allowed.hints, self.allowed.spectators,
        )  # fmt: skip
        self.remember()
        name = self.name.strip() or self.services.tr("Sifang")
        self.open_table(HostWish(name, settings, self.open, self.allowed.bots))

    # ---- drawing --------------------------------------------------------------------------------------------------

    @property
    def heading(self) -> tuple[str, str]:
        """Title of the screen and a line about it."""
        tr = self.services.tr
        if self.changes is not None:
            return tr("Change the rules"), tr("Then everybody has to be ready again")
        return tr("Open a table"), tr("Others on your network find it by its name")

    def _draw_seats_head(self, surface: pygame.Surface) -> None:
        """A rule only: the fields have their own words."""
        px = self.services.px
        rule = (self._seats.x, self._seats.y - px(12))
        self.services.painter.hairline(surface, rule, self._seats.width, self.services.colours.paper_line)
