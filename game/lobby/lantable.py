"""A match of several computers at the table: who is absent, how the connection stands, the padlock, chat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.lanmatch import Absence, ChatLine, LanLink, LanMatch
from game.lobby.chat import words_of
from game.lobby.openhands import OpenHandsSheet
from game.lobby.people import PeopleSheet, TableActions
from game.lobby.questions import explain_fair
from game.lobby.search import signal
from game.lobby.signs import Banner, Bubble, Padlock, TalkButton, bubble_size, draw_bubble
from game.lobby.talk import TYPED, TalkPanel
from game.lobby.words import SOUNDS, absence_words, notice_words
from game.places import Position
from game.scenes.table import TableScene
from game.tableinfo import Presence, TableInfo
from game.widgets.button import Button
from game.widgets.dialog import Answer, Dialog
from game.widgets.form import MOUSE_EVENTS, Form
from net.lan import Connection, Fair, Notice, Sitter, Status, TableView
from net.messages import Standing
from rules.seats import SEATS
from rules.state import RoundState
from rules.variants import variant

if TYPE_CHECKING:
    from game.services import Services

NOBODY = Sitter("")
BUBBLE_SECONDS = 4.0
LOOK_SECONDS = 0.25
TOASTS = 132.0


@dataclass(slots=True, frozen=True)
class TableEnd:
    """What follows: a hand is over, the match is over, one has left, a spectator has taken a seat."""

    on_hand: Callable[[RoundState, Standing], object]
    on_over: Callable[[RoundState, Standing], object]
    on_leave: Callable[[], object]
    on_seat: Callable[[], object]


def table_info(view: TableView) -> TableInfo:
    """What the table screen needs to know. The match runs."""
    found = variant(view.settings.variant)
    rules = found.rules(dict(view.settings.options))
    table = TableInfo(found, rules, ("", "", "", ""), players=view.players, hints=view.settings.hints)
    return with_people(table, view)


def with_people(table: TableInfo, view: TableView) -> TableInfo:
    """The same table with whoever sits there now: a spectator may have taken a bot's seat."""
    a, b, c, d = (sitter or NOBODY for sitter in view.seats)
    return replace(
        table,
        names=(a.name, b.name, c.name, d.name),
        levels=(a.level or None, b.level or None, c.level or None, d.level or None),
        avatars=(a.avatar, b.avatar, c.avatar, d.avatar),
    )


class LanTableScene(TableScene):
    """The table of a LAN match. The menu is the sheet of its people; what lies above the table never stops it."""

    clocks_stand = False

    def __init__(self, services: Services, match: LanMatch, view: TableView, end: TableEnd) -> None:
        self.match, self._end = match, end
        link = LanLink(match)
        seat = link.seats[0] if link.seats else SEATS[0]
        super().__init__(
            services, link, seat, table_info(view), on_over=end.on_over, on_hand=end.on_hand, on_leave=end.on_leave
        )
        self._watches = not link.seats
        self.bubbles: list[Bubble] = []
        self._heard: ChatLine | None = match.lines[-1] if match.lines else None
        self._told: tuple[object, ...] = ()
        self._asked_for_seat = match.watching
        self.talk = TalkPanel(services, match)
        self.talk_button = TalkButton(services, "", self.toggle_talk, icon="chat")
        self.padlock = Padlock(services, lambda: self.fair, self._explain)
        self.banner = Banner(services)
        self.seat_button = Button(services, "", self.ask_whose_seat, kind="main", icon="people")
        self._form = Form(services)

    def resize(self) -> None:
        """As any table; chat button and padlock stand above the plate at the left, the banner below the far rivers."""
        super().resize()
        self._place_signs()
        self._place_talk()

    def _place_signs(self) -> None:
        """Signs alone: what one presses at the table stays as it is, also between press and release."""
        layout, tr = self.view.layout, self.services.tr
        plate, side = layout.plate(Position.LEFT), self.services.target(32)
        self.talk_button.rect = pygame.Rect(0, 0, side, side)
        self.talk_button.rect.bottomright = (plate.right, plate.y - layout.px(14))
        self.padlock.lay_out((plate.x, plate.y - layout.px(16)))
        if self.padlock.rect.right > self.talk_button.rect.x - layout.px(6):
            self.padlock.rect.bottom = self.talk_button.rect.y - layout.px(6)
        self.seat_button.text = tr("Take a seat")
        self.seat_button.visible = self._watches
        self.seat_button.rect = layout.controls()[2]
        for widget in self.controls.form.widgets:
            widget.visible = widget.visible and not (self._watches and widget.rect == self.seat_button.rect)
        self.banner.lay_out((layout.centre.centerx, layout.px(96)), layout.court.width)
        signs = [self.padlock, self.talk_button, self.seat_button, self.banner, *self.banner.buttons]
        self._form = Form(self.services, signs)

    def _place_talk(self) -> None:
        """The panel ends above the question, whatever its size; so do messages."""
        layout, box = self.view.layout, self.desk.box
        area = layout.court.copy()
        if box is not None and box.rect.left < area.x + layout.px(360):
            area.height = max(layout.px(120), box.rect.top - layout.px(8) - area.y)
        self.talk.lay_out(area)
        units = self.services.units
        above = (units.height - box.rect.top) / units.u + 8 if box is not None else TOASTS
        self.services.toasts.bottom = max(TOASTS, above)

    # ---- frame ----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> float:
        """Hear the table; show who is there and who is not."""
        wait = super().update(seconds)
        now = self.services.clock()
        for notice in self.match.take_notices():
            self._hear(notice)
        self.match.take_outcomes()
        self._hear_chat(now)
        self._show_presence()
        self._place_talk()
        if self._watches and self.link.seats:
            self._end.on_seat()
        elif self._watches and not self._asked_for_seat and self.match.watches and self.services.scenes.top is self:
            self._asked_for_seat = True
            self.ask_whose_seat()
        return min(wait, LOOK_SECONDS, self.talk.update(seconds))

    def _hear(self, notice: Notice) -> None:
        mine = self.match.table is not None and notice.guest == self.match.table.me
        if mine:
            return
        if notice.code in SOUNDS:
            self.services.audio.play(SOUNDS[notice.code])
        self.services.say(notice_words(self.services.strings, notice))

    def _hear_chat(self, now: float) -> None:
        lines = self.match.lines
        known = next((n for n in range(len(lines) - 1, -1, -1) if lines[n] is self._heard), -1)
        new = lines[known + 1 :]
        self._heard = lines[-1] if lines else None
        spoken = [line for line in new if line.said is not None]
        for line in spoken:
            if line.said is not None:
                self.bubbles.append(Bubble(line.said.guest, words_of(self.services, line)[1], now + BUBBLE_SECONDS))
                self.services.audio.play("chat")
        self.talk.heard(len(spoken))
        kept = [bubble for bubble in self.bubbles if bubble.until > now]
        if new or len(kept) != len(self.bubbles) or self.talk_button.unread != self.talk.unread:
            self.bubbles, self.talk_button.unread = kept, self.talk.unread
            self.invalidate()

    def _show_presence(self) -> None:
        """The plates, the banner and the padlock follow the table; they are drawn anew when they changed."""
        view = self.match.view
        if view is None:
            return
        absences = self.match.absences()
        a, b, c, d = (self._presence(view, player, absences.get(player)) for player in SEATS)
        told = (a, b, c, d, self.trouble, self.fair, [(s.name, s.level) for s in view.seats if s is not None])
        if told == self._told:
            return
        self._told = told
        self.table = self.view.table = replace(with_people(self.table, view), presences=(a, b, c, d))
        self.playback.version += 1
        self._tell_trouble()
        self._place_signs()
        self.invalidate()

    def _presence(self, view: TableView, player: int, absence: Absence | None) -> Presence:
        sitter = view.seats[player]
        if absence is not None:
            return Presence(*absence_words(self.services.strings, absence))
        if sitter is None or not sitter.guest or sitter.connection is not Connection.HERE:
            return Presence()
        return Presence(bars=signal(sitter.ping / 1000))

    # ---- what is told -----------------------------------------------------------------------------------------------

    @property
    def trouble(self) -> str:
        """What is wrong with the whole table, or that one is away; empty while all is well."""
        tr, table, view = self.services.tr, self.match.table, self.match.view
        if table is None or view is None:
            return ""
        if table.status is not Status.JOINED:
            return tr("The host does not answer; reconnecting…")
        if self.match.awaited:
            return tr("Waiting for {names}; the clocks stand still", names=tr(", ").join(self.match.awaited))
        if view.paused:
            return tr("The clocks stand still")
        return tr("You are away: a bot plays for you") if self.is_away else ""

    def _tell_trouble(self) -> None:
        tr, table = self.services.tr, self.match.table
        answers: list[Answer] = []
        icon = "pause"
        if table is None or table.status is not Status.JOINED:
            icon = "link"
        elif self.match.seats and self.match.awaited:
            answers = [
                Answer(tr("Play without them"), partial(table.pause, False)),
                Answer(tr("How they join"), self.open_menu),
            ]
        elif self.match.seats and self.match.view is not None and self.match.view.paused:
            answers = [Answer(tr("Let the clocks go on"), partial(table.pause, False))]
        elif self.is_away:
            icon, answers = "moon", [Answer(tr("I am back"), partial(table.away, False))]
        self.banner.tell(self.trouble, icon, answers)

    @property
    def fair(self) -> Fair:
        """The padlock of the fair deal."""
        return self.match.table.fair if self.match.table is not None else Fair.UNKNOWN

    @property
    def is_away(self) -> bool:
        """Whether a bot plays because one went away."""
        view = self.match.view
        seats = [] if view is None else [view.seats[seat] for seat in self.match.seats]
        return any(sitter is not None and sitter.connection is Connection.AWAY for sitter in seats)

    def _explain(self) -> None:
        if self.match.table is not None:
            explain_fair(self.services, self.match.table)

    # ---- menu and leaving -------------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """The people of the table and what one may do there."""
        actions = TableActions(self._away, self.ask_to_leave_for_good, self._opened())
        self.services.scenes.push(PeopleSheet(self.services, self.match, actions))

    def ask_to_leave(self) -> None:
        """The menu: leaving is one of its buttons."""
        self.open_menu()

    def _opened(self) -> Callable[[], object] | None:
        """For a spectator: the hand before the last with all tiles, when everybody lets him see it."""
        table = self.match.table
        if table is None or not table.opened or not self._watches:
            return None
        hand, log = max(table.opened.items())
        return lambda: self.services.scenes.push(OpenHandsSheet(self.services, self.view, hand, log))

    @property
    def penalty(self) -> str:
        """What leaving before the end costs; empty where the rules have no price for it."""
        if not self.match.seats or self.table.rules.scoring.leave is None:
            return ""
        return self.services.tr("Leaving for good before the end is an escape in these rules: you pay for it.")

    def ask_to_leave_for_good(self) -> None:
        """For a moment, or for good: asked first, with the price."""
        tr = self.services.tr
        if not self.match.seats:
            answers = [Answer(tr("Leave"), self._leave_for_good), Answer(tr("Watch on"))]
            self.services.scenes.push(Dialog(self.services, tr("Stop watching?"), tr("You can come again."), answers))
            return
        text = tr("Away: a bot plays until you are back at this table. For good: a bot takes the seat.")
        text = f"{text}\n{self.penalty}" if self.penalty else text
        answers = [
            Answer(tr("Leave for good"), self._leave_for_good),
            Answer(tr("Away for a moment"), self._away),
            Answer(tr("Play on")),
        ]
        self.services.scenes.push(Dialog(self.services, tr("Leave this table?"), text, answers))

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

    def _away(self) -> None:
        """A bot plays; one stays at the screen, and any press brings one back."""
        if self.match.table is not None:
            self.match.table.away(True)

    def _leave_for_good(self) -> None:
        self.match.leave()
        self._end.on_leave()

    def _notice_player(self) -> None:
        """Also back from having been away."""
        super()._notice_player()
        if self.is_away and self.match.table is not None:
            self.match.table.away(False)

    # ---- chat and input ---------------------------------------------------------------------------------------------

    def toggle_talk(self) -> None:
        """Open the chat, or close it."""
        if self.talk.is_open:
            self.talk.close()
        else:
            self.talk.open()
            self.talk_button.unread = 0

    def handle(self, event: pygame.Event) -> bool:
        """The chat while one types, its key, the signs; then as at any table."""
        if self.talk.types and (event.type in TYPED or event.type == pygame.KEYDOWN):
            return self.talk.handle(event)
        if event.type == pygame.KEYDOWN and pygame.key.name(event.key) == self.services.chosen.keys.get("chat", "t"):
            self.talk.open()
            self.talk_button.unread = 0
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self.talk.is_open:
            self.talk.close()
            return True
        if event.type in MOUSE_EVENTS and (self._form.handle(event) or self.talk.handle(event)):
            return True
        if event.type == pygame.MOUSEWHEEL and self.talk.handle(event):
            return True
        return super().handle(event)

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """The table; above it the chat, what was said, the banner and the padlock."""
        super().draw(surface)
        self.talk.draw(surface)
        for bubble in self.bubbles if not self.talk.is_open else ():
            rect = self._bubble_place(bubble, surface.get_rect())
            draw_bubble(self.services, surface, bubble.text, rect)
        self._form.draw(surface)

    def _bubble_place(self, bubble: Bubble, window: pygame.Rect) -> pygame.Rect:
        """At the plate of whoever spoke, clear of what is asked; a spectator's is in the middle."""
        px, view = self.view.layout.px, self.match.view
        players = view.seats_of(bubble.guest) if view is not None else ()
        rect = pygame.Rect((0, 0), bubble_size(self.services, bubble.text))
        rect.center = self.view.layout.centre.center
        if players and players[0] in self.table.players:
            position = self.view.position(self.table.players.index(players[0]))
            plate = self.view.layout.plate(position)
            rect.midtop = (plate.centerx, plate.bottom + px(8))
            if position is Position.OWN:
                rect.midbottom = (plate.centerx, plate.top - px(14))
        rect.clamp_ip(window.inflate(-px(16), -px(16)))
        box = self.desk.box
        if box is not None and rect.colliderect(box.rect):
            rect.bottom = box.rect.top - px(8)
        return rect
