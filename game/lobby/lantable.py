"""A match of several computers at the table: one person plays, or watches."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.lanmatch import LanLink, LanMatch
from game.lobby.company import Company, with_people
from game.lobby.openhands import OpenHandsSheet, agreement
from game.scenes.table import TableScene
from game.tableinfo import TableEnd, TableInfo
from game.widgets.button import Button
from game.widgets.dialog import Answer, Dialog
from game.widgets.form import MOUSE_EVENTS, Form
from net.lan import TableView
from rules.seats import SEATS
from rules.variants import variant

if TYPE_CHECKING:
    from game.services import Services


def table_info(view: TableView) -> TableInfo:
    """What the table screen needs to know. The match runs."""
    found = variant(view.settings.variant)
    rules = found.rules(dict(view.settings.options))
    table = TableInfo(found, rules, ("", "", "", ""), players=view.players, hints=view.settings.hints)
    return with_people(table, view)


class LanTableScene(TableScene):
    """The table of a LAN match. The menu is the sheet of its people; what lies above the table never stops it."""

    clocks_stand = False

    def __init__(self, services: Services, match: LanMatch, view: TableView, end: TableEnd) -> None:
        self.match = match
        link = LanLink(match)
        seat = link.seats[0] if link.seats else SEATS[0]
        super().__init__(services, link, seat, table_info(view), end)
        self._watches = not link.seats
        self._asked_for_seat = match.watching
        self._told_hand = 0
        self.company = Company(services, match, end.on_leave, [self])
        self.company.open_hands = self._opened
        self.menu = self.company.open_menu
        self.seat_button = Button(services, "", self.ask_whose_seat, kind="main", icon="people")
        self._seat_form = Form(services, [self.seat_button])

    def resize(self) -> None:
        """As any table; a spectator has one button in the place of those for a hand, and is told what he is."""
        super().resize()
        self.seat_button.text = self.services.tr("Take a seat")
        self.seat_button.visible = self._watches
        self.seat_button.rect = self.view.layout.controls()[2]
        if self._watches:
            self.controls.leave_icons()
        self.company.place(self, self.view.layout.court)

    def update(self, seconds: float) -> float:
        """Hear the table; a spectator who wants to play is asked for a seat."""
        wait = min(super().update(seconds), self.company.update(seconds))
        self.company.place(self, self.view.layout.court)
        if self.services.scenes.top is not self:
            self.taking_back.call_here()
        self._tell_opened()
        self._offer_seat()
        if self._watches and self.link.seats:
            self.end.on_seat()
        elif self._watches and not self._asked_for_seat and self.match.watches and self.services.scenes.top is self:
            self._asked_for_seat = True
            self.ask_whose_seat()
        return wait

    # ---- what one does ----------------------------------------------------------------------------------------------

    def ask_to_close(self) -> bool:
        """The question itself, not the menu."""
        self.company.ask_to_leave()
        return True

    def _opened(self) -> Callable[[], object] | None:
        """For a spectator: the hand before the last with all tiles, as long as everybody lets him see it."""
        table, view = self.match.table, self.match.view
        if table is None or view is None or not table.opened or not self._watches or not agreement(view).complete:
            return None
        hand, log = max(table.opened.items())
        return lambda: self.services.scenes.push(OpenHandsSheet(self.services, self.view, hand, log))

    def _offer_seat(self) -> None:
        """A spectator may press the button as long as a bot, or nobody, has a seat."""
        button, free = self.seat_button, bool(self.match.free_players)
        if button.enabled is not free:
            button.enabled, button.reason = free, "" if free else self.services.tr("Every seat has its player")
            self.invalidate()

    def _tell_opened(self) -> None:
        """Once for each hand that may be seen now."""
        hand = max(self.match.table.opened, default=0) if self.match.table is not None else 0
        if hand > self._told_hand and self._opened() is not None:
            self._told_hand = hand
            self.services.say(self.services.tr("All tiles of hand {number} may be seen now: in the menu", number=hand))

    def ask_whose_seat(self) -> None:
        """A spectator plays from now on, on the seat of a bot, or of nobody."""
        tr, table = self.services.tr, self.match.table
        if table is None:
            return
        if not self.match.free_players:
            self.services.say(tr("Every seat has its player"))
            return
        answers = [Answer(name, partial(table.take_seat, player)) for player, name in self.match.free_players]
        text = tr("You play on from there, with its tiles and points.")
        dialog = Dialog(self.services, tr("Whose seat do you take?"), text, [*answers, Answer(tr("Watch on"))])
        self.services.scenes.push(dialog)

    def _notice_player(self) -> None:
        """Also back from having been away."""
        super()._notice_player()
        self.company.notice_player()

    # ---- input and picture ------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """The company first; then as at any table."""
        if self.company.handle(event) or (event.type in MOUSE_EVENTS and self._seat_form.handle(event)):
            return True
        return super().handle(event)

    def draw(self, surface: pygame.Surface) -> None:
        """The table, and the company above it."""
        super().draw(surface)
        self.company.draw(surface, self)
        if self._watches:
            sort, cover, _ = self.view.layout.controls()
            colours, style = self.services.colours, self.services.steps.small
            words = self.services.tr("You are watching")
            self.services.fonts.write(surface, words, sort.union(cover), style, colours.text2, "center")
        self._seat_form.draw(surface)
