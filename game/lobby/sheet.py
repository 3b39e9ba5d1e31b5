"""The sheet of the table one has joined: head, rules, seats, chat, what is missing, and the big button."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.lanmatch import LanMatch
from game.lobby.chat import ChatPanel
from game.lobby.phrases import PhraseButton
from game.lobby.questions import copied
from game.lobby.rules import RulesSheet, rule_chips
from game.lobby.seating import LEVELS, Seating
from game.tabletexts import TableTexts
from game.theme import TextStyle
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.card import chip_size, draw_chip
from game.widgets.textfield import TextField
from net.lan import LanTable, TableView, show_code
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

PADDING, HEAD, CHIPS, FOOT, STATUS = 28, 72, 50, 72, 56
CHAT_WIDTH = 290
CODE = TextStyle("sans-bold", 25)
GROWTH = 1.35


@value
class SheetActions:
    """What lies outside the sheet: leave the table, change what is played, the network self-test, who is here."""

    leave: Callable[[], object]
    rules: Callable[[], object]
    test: Callable[[], object]
    people: Callable[[], object]


class TableSheet:
    """Widgets and picture of a joined table. Made anew whenever the table changes; `say` keeps what one types."""

    def __init__(
        self, services: Services, match: LanMatch, rect: pygame.Rect, say: TextField, actions: SheetActions
    ) -> None:
        if match.table is None or match.view is None:
            raise ValueError("no table is known yet")
        self.services, self.match, self.rect, self.actions = services, match, rect, actions
        self.table: LanTable = match.table
        self.view: TableView = match.view
        self._say = say
        self._seating = Seating(services, match, self.table, self.view)
        px = services.px
        inner = rect.inflate(-2 * px(PADDING), 0)
        head, chips = self._low(38) + px(14), self._low(34) + px(6)
        self._head = pygame.Rect(inner.x, rect.y + px(6), inner.width, max(px(HEAD - 6), head))
        self._chips = pygame.Rect(inner.x, self._head.bottom, inner.width, max(px(CHIPS), chips))
        foot = self._low(48)
        self._foot = pygame.Rect(inner.x, rect.bottom - px(24) - foot, inner.width, foot)
        self._status = pygame.Rect(inner.x, self._foot.y - px(STATUS), inner.width, px(STATUS))
        body = pygame.Rect(inner.x, self._chips.bottom, inner.width, self._status.y - px(12) - self._chips.bottom)
        self._chat = pygame.Rect(0, body.y, px(CHAT_WIDTH), body.height)
        self._chat.right = body.right
        self._code_end = self._head.right
        self._seats = pygame.Rect(body.x, body.y, self._chat.x - px(16) - body.x, body.height)

    def _low(self, length: float) -> int:
        """The height of a row, which grows less than its text: the seats between the rows need their room."""
        services = self.services
        return min(services.control_height(length), max(services.target(length), services.px(GROWTH * length)))

    # ---- what is missing ------------------------------------------------------------------------------------------

    @property
    def why_not(self) -> str:
        """Why the match cannot start; empty when it can."""
        tr, view = self.services.tr, self.view
        empty = sum(sitter is None for sitter in view.seats)
        if not any(sitter is not None and sitter.guest for sitter in view.seats):
            return tr("Nobody sits at the table yet")
        if self._waited:
            return tr("Waiting for {names} to be ready", names=tr(", ").join(self._waited))
        if empty and not (self.match.bots and self.table.is_keeper):
            return self.services.strings.tr_plural("{count} seat is empty", "{count} seats are empty", empty)
        return ""

    @property
    def _waited(self) -> list[str]:
        """The people who sit and are not ready; those of the host are when they start."""
        seats, keeper = self.view.seats, self.view.keeper
        return [s.name for s in seats if s is not None and s.guest not in (0, keeper) and not s.ready]

    def status(self) -> str:
        """The line above the buttons."""
        tr, empty = self.services.tr, self.view.seats.count(None)
        why = self.why_not
        if self.match.seats and (standing := [self.match.names[person] for person in self.match.standing]):
            return tr("Still without a seat: {names}; press a free one", names=tr(", ").join(standing))
        if not self.table.is_keeper:
            return self._status_of_guest()
        if why:
            hint = tr("; a bot may take an empty seat until somebody comes") if empty and self.match.bots else ""
            return why + hint
        return tr("Bots take the empty seats when you start") if empty else tr("Everybody is ready")

    def _status_of_guest(self) -> str:
        """What he can do; empty seats are the host's matter."""
        tr, match = self.services.tr, self.match
        if match.seats and not match.ready:
            return tr("Press “ready” when you are; then the host starts")
        return self.why_not if self._waited else tr("Waiting for the host to start")

    # ---- widgets --------------------------------------------------------------------------------------------------

    def widgets(self) -> dict[str, Widget]:
        """All of them in reading order."""
        guests = {
            sitter.guest: self.services.colours.seats_paper[seat]
            for seat, sitter in enumerate(self.view.seats) if sitter is not None and sitter.guest
        }  # fmt: skip
        chat = ChatPanel(self.services, self.match.lines, guests)
        chat.rect = self._chat
        found = {**self._head_widgets(), **self._seating.widgets(self._seats), "chat": chat}
        return {**found, **self._chat_widgets(chat), **self._foot_widgets()}

    def _head_widgets(self) -> dict[str, Widget]:
        services, tr, px = self.services, self.services.tr, self.services.px
        leave = Button(services, tr("Leave"), self.actions.leave, kind="paper")
        leave.rect = pygame.Rect(0, 0, max(px(96), leave.natural_size[0]), self._low(38))
        leave.rect.midright = (self._head.right, self._head.centery)
        words = tr("Change the rules") if self.table.is_keeper else tr("All rules")
        rules = LinkButton(services, words, self._rules)
        rules.rect = pygame.Rect(0, 0, rules.natural_size[0], min(rules.natural_size[1], self._chips.height))
        rules.rect.midright = (self._chips.right, self._chips.centery)
        return {"leave": leave, **self._code_widgets(leave.rect.x), "rules": rules}

    def _code_widgets(self, right: int) -> dict[str, Widget]:
        """Copy how others join; who is here."""
        services, px = self.services, self.services.px
        side = self._low(38)
        people = Button(services, "", self.actions.people, kind="paper", icon="people")
        copy = Button(services, "", partial(copied, services, self.match), kind="paper", icon="copy")
        for button in (people, copy):
            button.rect = pygame.Rect(0, 0, side, side)
            button.rect.midright = (right - px(8), self._head.centery)
            right = button.rect.x
        self._code_end = right
        return {"copy code": copy, "people": people}

    def _rules(self) -> None:
        if self.table.is_keeper:
            self.actions.rules()
        else:
            self.services.scenes.push(RulesSheet(self.services, self.view.settings))

    def _chat_widgets(self, chat: ChatPanel) -> dict[str, Widget]:
        services, px = self.services, self.services.px
        height = services.control_height(40)
        self._say.rect = pygame.Rect(self._chat.x + px(12), 0, 0, height)
        self._say.rect.bottom = self._chat.bottom - px(12)
        phrases = PhraseButton(services, self.table.phrase)
        phrases.rect = pygame.Rect(0, self._say.rect.y, height, height)
        phrases.rect.right = self._chat.right - px(12)
        self._say.rect.width = phrases.rect.x - px(8) - self._say.rect.x
        chat.foot = self._chat.bottom - self._say.rect.y
        return {"say": self._say, "phrases": phrases}

    def _foot_widgets(self) -> dict[str, Widget]:
        services, tr, px = self.services, self.services.tr, self.services.px
        swap = Button(services, tr("Swap seats"), self._seating.ask_whom, kind="paper", icon="swap")
        test = Button(services, tr("Network test"), self.actions.test, kind="paper", icon="lan")
        big = self._big_button()
        big.rect = pygame.Rect(0, self._foot.y, px(300), self._foot.height)
        big.rect.right = self._foot.right
        room = big.rect.x - px(16) - self._foot.x - px(12)
        wanted = swap.natural_size[0], test.natural_size[0]
        share = min(1.0, room / sum(wanted))
        swap.rect = pygame.Rect(self._foot.x, self._foot.y, int(wanted[0] * share), self._foot.height)
        test.rect = pygame.Rect(swap.rect.right + px(12), self._foot.y, int(wanted[1] * share), self._foot.height)
        return {"swap": swap, "test": test, "main": big}

    def _big_button(self) -> Button:
        services, tr, match = self.services, self.services.tr, self.match
        if self.table.is_keeper:
            start = Button(services, tr("Start"), self.start, kind="main", icon="play", key="return")
            start.reason, start.on_paper = self.why_not, True
            start.enabled = not start.reason
            return start
        if not match.seats:
            words = tr("Play instead of watching") if match.watches else tr("Take a seat to play")
            idle = Button(services, words, lambda: self.table.watch(False), kind="confirm")
            idle.on_paper = True
            idle.enabled, idle.reason = match.watches, tr("Press an empty seat")
            return idle
        words = tr("Not ready yet") if match.ready else tr("Ready")
        return Button(services, words, self.toggle_ready, kind="confirm", icon="check", key="r")

    def start(self) -> None:
        """Bots sit down on the empty seats, and it begins."""
        if self.why_not:
            self.services.say(self.why_not, "warn")
            return
        for seat, sitter in enumerate(self.view.seats):
            if sitter is None:
                self.table.seat_bot(seat, LEVELS[0])
        self.table.start()

    def toggle_ready(self) -> None:
        """Ready, or not any more."""
        self.services.audio.play("seat.ready")
        self.table.ready(not self.match.ready)

    def main(self) -> None:
        """What Enter does."""
        if self.table.is_keeper:
            self.start()
        elif self.match.seats:
            self.toggle_ready()

    # ---- picture --------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """The paper and what stands on it; widgets come afterwards."""
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        services.painter.box(surface, self.rect, "paper")
        room = self._head.copy()
        room.width = self._code_end - px(8) - room.x
        code = services.fonts.fit(show_code(self.match.code), CODE, room.width // 2)
        name = room.copy()
        name.width -= px(18) + services.fonts.width(show_code(self.match.code), code)
        title = services.fonts.write(surface, self.view.name, name, steps.h1, colours.ptext)
        left = title.right + px(18)
        self._draw_code(surface, pygame.Rect(left, room.y, room.right - left, room.height))
        services.painter.hairline(surface, (self._head.x, self._head.bottom), self._head.width, colours.paper_line)
        self._draw_chips(surface)
        services.painter.hairline(surface, self._status.topleft, self._status.width, colours.paper_line)
        side = services.units.type_length(22)
        people = services.images.icon("people", side, colours.jade_text)
        surface.blit(people, people.get_rect(midleft=self._status.midleft))
        words = pygame.Rect(self._status.x + side + px(12), self._status.y, 0, self._status.height)
        words.width = self._status.right - words.x
        services.fonts.write(surface, self.status(), words, steps.body, colours.ptext)

    def _draw_code(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        """Large for the host, who reads it to others."""
        services, colours, steps = self.services, self.services.colours, self.services.steps
        tr, code = services.tr, self.match.code
        if room.width <= 0:
            return
        if not code:
            words = tr("The code has changed") if self.match.code_changed else tr("Open to everybody")
            services.fonts.write(surface, words, room, steps.note, colours.ptext2)
        elif self.table.is_keeper:
            words, gap = tr("Table code"), services.px(10)
            needed = services.fonts.width(words, steps.note) + gap + services.fonts.width(show_code(code), CODE)
            if needed <= room.width:
                left = services.fonts.write(surface, words, room, steps.note, colours.ptext2).right + gap
                room = pygame.Rect(left, room.y, room.right - left, room.height)
            services.fonts.write(surface, show_code(code), room, CODE, colours.brass_deep)
        else:
            words = tr("Table code {code}", code=show_code(code))
            if services.fonts.width(words, services.fonts.fit(words, steps.body, room.width)) > room.width:
                words = show_code(code)
            services.fonts.write(surface, words, room, steps.body, colours.ptext2)

    def _draw_chips(self, surface: pygame.Surface) -> None:
        services, colours, steps, px = self.services, self.services.colours, self.services.steps, self.services.px
        name = TableTexts(services.strings.language, self.view.settings.variant).card
        words = services.tr("Change the rules") if self.table.is_keeper else services.tr("All rules")
        right = self._chips.right - LinkButton(services, words, lambda: None).natural_size[0]
        room = pygame.Rect(self._chips.x, self._chips.y, right - px(14) - self._chips.x, self._chips.height)
        left = services.fonts.write(surface, name, room, steps.strong, colours.ptext).right + px(14)
        for chip in rule_chips(services, self.view.settings):
            width, height = chip_size(services, chip)
            if left + width > room.right:
                break
            bottom = self._chips.centery + height // 2
            draw_chip(services, surface, chip, (left, bottom), "chip_paper", colours.ptext)
            left += width + px(8)


ARROW = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


class LinkButton(Button):
    """A line on paper that opens something."""

    @property
    def natural_size(self) -> tuple[int, int]:
        """The text and an arrow."""
        style = self.services.steps.label
        return self.services.fonts.width(f"{self.text} {ARROW}", style), self.services.control_height(34)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it as a link."""
        services, colours = self.services, self.services.colours
        colour = colours.ptext if self.hovered else colours.info_text
        services.fonts.write(surface, f"{self.text} {ARROW}", self.rect, services.steps.label, colour, "right")
        if self.ring:
            services.painter.focus_ring(surface, self.rect, 6)
