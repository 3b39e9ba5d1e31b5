"""Everybody at a LAN table, and what one may do there: from the lobby, and from the table while the match goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.lanmatch import LanMatch
from game.lobby.companions import host_of
from game.lobby.lines import InfoLine, PersonLine
from game.lobby.openhands import agreement
from game.lobby.questions import ask_to_kick, ask_to_renew, copied, explain_fair, invitation
from game.lobby.words import person_words
from game.strings import NAME_LENGTH
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.form import Form
from game.widgets.formscene import PaperSheet
from game.widgets.inputdialog import InputDialog
from game.widgets.scroll import ScrollView
from net.lan import Fair, GuestView, LanTable, Person, Phase, Role, TableView
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

WIDTH, MOST_PEOPLE, BUTTON = 680, 4, 38
LOOK_SECONDS = 0.25


@value
class TableActions:
    """What lies outside the sheet: to go away for a moment, to leave; the open hands, for whom they are."""

    away: Callable[[], object]
    leave: Callable[[], object]
    hands: Callable[[], object] | None = None


class PeopleSheet(PaperSheet):
    """A sheet over the lobby (`actions` None) or over the table."""

    def __init__(self, services: Services, match: LanMatch, actions: TableActions | None = None) -> None:
        super().__init__(services)
        self.match, self.actions = match, actions
        self.widgets: dict[str, Widget] = {}
        self._scroll = ScrollView(services)
        self._shown: tuple[object, ...] = ()

    # ---- frame ----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> float:
        """Show how the table is now; go away with it."""
        if self.match.table is None or self.match.view is None:
            self.services.scenes.pop()
        elif self._looks() != self._shown and not any(widget.pressed for widget in self.form.widgets):
            self.resize()
            self.invalidate()
        return LOOK_SECONDS

    def _looks(self) -> tuple[object, ...]:
        match = self.match
        absent = {player: (a.kind, round(a.seconds)) for player, a in match.absences().items()}
        fair = match.table.fair if match.table is not None else None
        return match.view, absent, match.code, fair

    # ---- layout ---------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """People above, what concerns all below them, the buttons at the foot."""
        table, view = self.match.table, self.match.view
        if table is None or view is None:
            return
        units, px = self.services.units, self.services.px
        width = min(units.type_length(WIDTH), units.width - px(48))
        people, facts, foot = self._people(table, view), self._facts(table, view), self._foot(table, view)
        rows = [widget for widget in people.values() if isinstance(widget, PersonLine)]
        each, gap = rows[0].height_for(width) if rows else 0, px(6)
        lines = sum(line.height_for(width) + gap for line in facts.values() if isinstance(line, InfoLine))
        head, foot_height = px(64), self.services.control_height(46)
        room = units.height - px(48) - head - lines - foot_height - px(48)
        whole = len(rows) * (each + gap)
        shown = max(each + gap, min(whole, room))
        inner = self.place(width, head + shown + px(10) + lines + px(14) + foot_height + px(20))
        view_rect = pygame.Rect(inner.x, self.rect.y + head, inner.width + px(14), shown)
        _in_lines(self.services, people, inner.x, view_rect.y, inner.width)
        self._scroll.lay_out(view_rect, list(people.values()), whole)
        _in_lines(self.services, facts, inner.x, view_rect.bottom + px(10), inner.width)
        bottom = self.rect.bottom - px(20)
        _in_a_row(
            self.services, list(foot.values()), pygame.Rect(inner.x, bottom - foot_height, inner.width, foot_height)
        )
        focused = next((key for key, widget in self.widgets.items() if widget.focused), "close")
        self.widgets = {"people": self._scroll, **people, **facts, **foot}
        self.form = Form(self.services, self.widgets.values())
        self.form.focus(self.widgets.get(focused))
        self._shown = self._looks()

    # ---- people ---------------------------------------------------------------------------------------------------

    def _people(self, table: LanTable, view: TableView) -> dict[str, Widget]:
        """The four seats, then who has none; buttons belong to the line before them."""
        found: dict[str, Widget] = {}
        absences = self.match.absences()
        for seat, sitter in enumerate(view.seats):
            if sitter is None:
                continue
            icon, words = person_words(self.services.strings, sitter, absences.get(seat), view)
            if sitter.helps and view.settings.hints and seat not in absences:
                words = self.services.tr("{state} · uses helps", state=words)
            words = self.services.tr("{state} · agrees", state=words) if sitter.opens else words
            words = self._with_host(words, view, sitter.guest, sitter.player)
            line = PersonLine(self.services, sitter.name, sitter.avatar, icon, words, seat)
            line.own = sitter.guest == table.me
            found[f"seat {seat}"] = line
            if sitter.guest == table.me:
                found |= self._own_buttons(table, view, f"seat {seat}", sitter.player)
            elif sitter.guest and table.is_keeper:
                found[f"kick {seat}"] = self._kick(sitter.name, sitter.guest)
            elif not sitter.guest and self.match.watches and view.phase is Phase.PLAY:
                take = partial(self._take_seat, seat)
                found[f"take {seat}"] = Button(self.services, self.services.tr("Sit here"), take, kind="paper")
        for guest, person, name in self._without_seat(view):
            words = self.services.tr("Watches") if guest.role is Role.SPECTATOR else self.services.tr("Has no seat")
            words = self._with_host(words, view, guest.id, person)
            line = PersonLine(self.services, name, "", "eye" if guest.role is Role.SPECTATOR else "", words)
            line.own = guest.id == table.me
            key = f"guest {guest.id}" if not person else f"guest {guest.id}.{person}"
            found[key] = line
            if line.own:
                found |= self._own_buttons(table, view, key, person)
            elif table.is_keeper:
                found[f"kick {key}"] = self._kick(name, guest.id)
        return found

    def _with_host(self, words: str, view: TableView, guest: int, person: int) -> str:
        """What is told of somebody, and at whose computer he plays if it is not his own."""
        host = host_of(view, guest, person)
        return self.services.tr("{state} · with {name}", state=words, name=host) if host else words

    def _without_seat(self, view: TableView) -> Iterator[tuple[GuestView, int, str]]:
        """Guest, number and name of everybody who stands or watches."""
        seated = {(sitter.guest, sitter.player) for sitter in view.seats if sitter is not None and sitter.guest}
        for guest in view.guests:
            for person, name in enumerate(guest.names):
                if (guest.id, person) not in seated:
                    yield guest, person, name

    def _kick(self, name: str, guest: int) -> Button:
        ask = partial(ask_to_kick, self.services, self.match, name, guest)
        return Button(self.services, self.services.tr("Send away"), ask, kind="paper", icon="x")

    def _own_buttons(self, table: LanTable, view: TableView, key: str, person: int) -> dict[str, Widget]:
        """Of several people at this computer, those who came along may go home before it begins."""
        if view.phase is not Phase.LOBBY or len(self.match.names) < 2:
            return {}
        home = Button(self.services, self.services.tr("Goes home"), partial(table.send_off, person), kind="paper")
        return {f"home {key}": home}

    def _take_seat(self, player: int) -> None:
        if self.match.table is not None:
            self.match.table.take_seat(player)
        self.services.scenes.pop()

    # ---- what concerns all ----------------------------------------------------------------------------------------

    def _facts(self, table: LanTable, view: TableView) -> dict[str, Widget]:
        services, tr, match = self.services, self.services.tr, self.match
        found: dict[str, Widget] = {"join": InfoLine(services, "lan", invitation(services.strings, match))}
        if table.is_keeper and match.code:
            renew = partial(ask_to_renew, services, match)
            found["renew"] = Button(services, tr("New code"), renew, kind="paper")
        if match.places:
            found["copy"] = Button(services, tr("Copy"), partial(copied, services, match), kind="paper", icon="copy")
        if view.phase is Phase.LOBBY:
            return found
        fair = {
            Fair.PROVED: tr("The last deal is proved to be fair"),
            Fair.UNKNOWN: tr("No deal is proved yet"),
            Fair.BROKEN: tr("A deal was not fair"),
        }
        found["fair"] = InfoLine(services, "lock", fair[table.fair])
        found["explain"] = Button(services, tr("What is that?"), partial(explain_fair, services, table), kind="paper")
        return found | self._open_hands(table, view)

    def _open_hands(self, table: LanTable, view: TableView) -> dict[str, Widget]:
        """Everybody has to agree; it can be taken back at any time."""
        services, tr = self.services, self.services.tr
        if not view.settings.spectators:
            return {}
        told = agreement(view)
        words = tr(
            "Spectators may see all hands, one deal later: {agreed} of {all} agree", agreed=told.agreed, all=told.all
        )
        found: dict[str, Widget] = {"hands": InfoLine(services, "eye" if told.complete else "hide", words)}
        if self.actions is not None and self.actions.hands is not None:
            found["show"] = Button(services, tr("Look"), self.actions.hands, kind="paper")
        mine = [sitter.opens for sitter in view.seats if sitter is not None and sitter.guest == table.me]
        if mine:
            on = not mine[0]
            text = tr("I agree") if on else tr("I take it back")
            found["agree"] = Button(services, text, lambda: table.open_hands(on), kind="paper")
        return found

    # ---- the foot -------------------------------------------------------------------------------------------------

    def _foot(self, table: LanTable, view: TableView) -> dict[str, Widget]:
        services, tr, actions = self.services, self.services.tr, self.actions
        close = Button(services, tr("Close"), services.scenes.pop, kind="main", key="escape")
        if actions is None:
            bring = Button(services, tr("Add a player at this computer"), self._bring, kind="paper", icon="plus")
            bring.enabled = 0 < len(self.match.names) < MOST_PEOPLE and not self.match.ready
            bring.reason = tr("Four are enough") if not self.match.ready else tr("Press “not ready yet” first")
            return {"bring": bring, "close": close}
        leave = Button(services, tr("Leave…"), partial(self._and_close, actions.leave), kind="paper", icon="door")
        close.text = tr("Watch on") if self.match.watches else tr("Play on")
        if not self.match.seats:
            return {"leave": leave, "close": close}
        words = tr("Let the clocks go on") if view.paused else tr("Stop the clocks")
        pause = Button(services, words, lambda: table.pause(not view.paused), kind="paper",
                       icon="play" if view.paused else "pause")  # fmt: skip
        away = Button(
            services, tr("Away for a moment"), partial(self._and_close, actions.away), kind="paper", icon="moon"
        )
        return {"pause": pause, "away": away, "leave": leave, "close": close}

    def _and_close(self, action: Callable[[], object]) -> None:
        self.services.scenes.pop()
        action()

    def _bring(self) -> None:
        """Somebody else sits down at this computer."""
        tr = self.services.tr

        def bring(name: str) -> None:
            self.match.bring(Person(name))

        title, text = tr("Who plays here, too?"), tr("You take turns at this computer.")
        self.services.scenes.push(InputDialog(self.services, title, text, "", bring, NAME_LENGTH, verb=tr("Sit down")))

    # ---- input and picture ----------------------------------------------------------------------------------------

    def key(self, key: int) -> bool:
        """Up and down move the focus."""
        if key not in (pygame.K_UP, pygame.K_DOWN):
            return False
        self.form.move_focus(1 if key == pygame.K_DOWN else -1)
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Sheet, lines, buttons."""
        view = self.match.view
        self.draw_sheet(surface, view.name if view is not None else "")
        self.form.draw(surface)


def _in_lines(services: Services, widgets: dict[str, Widget], left: int, top: int, width: int) -> None:
    """Lines below each other; the buttons that follow a line lie on it, from the right."""
    gap = services.px(6)
    owner: PersonLine | InfoLine | None = None
    for widget in widgets.values():
        if isinstance(widget, PersonLine | InfoLine):
            owner = widget
            owner.rect, owner.room = pygame.Rect(left, top, width, owner.height_for(width)), width - gap
            top = owner.rect.bottom + gap
        elif owner is not None:
            wide, right = widget.natural_size[0], left + owner.room
            high = min(owner.rect.height - gap, services.control_height(BUTTON))
            widget.rect = pygame.Rect(right - wide, owner.rect.centery - high // 2, wide, high)
            owner.room = widget.rect.x - gap - left


def _in_a_row(services: Services, widgets: list[Widget], rect: pygame.Rect) -> None:
    """Buttons share a row by what they need; the last one ends at the right."""
    gap = services.px(10)
    wanted = [widget.natural_size[0] for widget in widgets]
    room = rect.width - gap * (len(widgets) - 1)
    share = min(1.0, room / sum(wanted))
    left = rect.x
    for widget, width in zip(widgets, wanted, strict=True):
        widget.rect = pygame.Rect(left, rect.y, int(width * share), rect.height)
        left = widget.rect.right + gap
    widgets[-1].rect.right = rect.right
