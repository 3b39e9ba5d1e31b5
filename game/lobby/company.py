"""What a LAN match adds to the table: who is there, what is wrong with it, the fair deal, chat, how one leaves.

The table of one person has it (`game.lobby.lantable`), and the tables of several at one computer share it
(`game.scenes.hotseat`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.lanmatch import Absence, ChatLine, LanMatch
from game.lobby.chat import words_of
from game.lobby.deeds import BotDeeds
from game.lobby.people import PeopleSheet, TableActions
from game.lobby.questions import explain_fair
from game.lobby.search import signal
from game.lobby.signs import Banner, Bubble, Padlock, TalkButton, bubble_place, draw_bubble
from game.lobby.talk import TYPED, TalkPanel
from game.lobby.words import SOUNDS, absence_words, notice_words
from game.places import Position
from game.scenes.table import TableScene
from game.table.board import lying
from game.tableinfo import Presence, TableInfo
from game.widgets.dialog import Answer, LeaveQuestion
from game.widgets.form import MOUSE_EVENTS, Form
from net.lan import Connection, Fair, Notice, Sitter, Status, TableView
from net.messages import AutoCause
from rules.seats import SEATS

if TYPE_CHECKING:
    from game.services import Services

NOBODY = Sitter("")
BUBBLE_SECONDS = 4.0
LOOK_SECONDS = 0.25
TOASTS, HUNG_TOASTS, FOOT = 132.0, 88.0, 10.0
SECRET_SHARE = 0.4


def with_people(table: TableInfo, view: TableView) -> TableInfo:
    """The same table with whoever sits there now: a spectator may have taken a bot's seat."""
    a, b, c, d = (sitter or NOBODY for sitter in view.seats)
    return replace(
        table,
        names=(a.name, b.name, c.name, d.name),
        levels=(a.level or None, b.level or None, c.level or None, d.level or None),
        avatars=(a.avatar, b.avatar, c.avatar, d.avatar),
    )


class Company:
    """The others, as the tables of this computer show them. `tables`: the one for all first, when several share it.

    `open_hands`: how a spectator looks at opened hands, None while there are none.
    """

    def __init__(
        self, services: Services, match: LanMatch, on_leave: Callable[[], object], tables: Sequence[TableScene]
    ) -> None:
        self.services, self.match, self.tables, self._on_leave = services, match, tables, on_leave
        self.open_hands: Callable[[], Callable[[], object] | None] = lambda: None
        self.bubbles: list[Bubble] = []
        self._heard: ChatLine | None = match.lines[-1] if match.lines else None
        self._told: tuple[object, ...] = ()
        self._helps = False
        self.talk = TalkPanel(services, match)
        self.talk_button = TalkButton(services, self.toggle_talk, lambda: self.talk.unread)
        self.padlock = Padlock(services, lambda: self.fair, self._explain)
        self.banner = Banner(services)
        self._deeds = [(table, BotDeeds(table)) for table in tables if table.link.seats]
        self._form = Form(services)
        for table in tables:
            table.beside_sheet = self._tell_chat

    # ---- layout ---------------------------------------------------------------------------------------------------

    def place(self, table: TableScene, area: pygame.Rect) -> None:
        """Chat button and padlock above the plate at the left, the banner where it covers no tile, the chat in `area`.

        The panel ends above the question, whatever its size; so do messages.
        """
        layout = table.view.layout
        plate, side = layout.plate(Position.LEFT), self.services.target(32)
        self.talk_button.rect = pygame.Rect(0, 0, side, side)
        self.talk_button.rect.bottomright = (plate.right, plate.y - layout.px(14))
        self.padlock.lay_out((plate.x, plate.y - layout.px(16)))
        if self.padlock.rect.right > self.talk_button.rect.x - layout.px(6):
            self.padlock.rect.bottom = self.talk_button.rect.y - layout.px(6)
        self._place_banner(table)
        self._form = Form(self.services, [self.padlock, self.talk_button, self.banner, *self.banner.buttons])
        box, area = table.desk.box, area.copy()
        self.talk.lay_out(area)
        if box is not None and box.rect.left < self.talk.rect.right + layout.px(8):
            area.height = max(layout.px(120), box.rect.top - layout.px(8) - area.y)
            self.talk.lay_out(area)
        units = self.services.units
        above = (units.height - box.rect.top) / units.u + 8 if box is not None else TOASTS
        self._lift_messages(max(TOASTS, above))

    def _place_banner(self, table: TableScene) -> None:
        """Between the hand across and its first row of discards; over the middle of the table where tiles lie there."""
        layout, banner = table.view.layout, self.banner
        across, first = layout.across_hand(1)[0].rect.bottom, layout.river(Position.ACROSS, 0).rect.top
        banner.lay_out((layout.centre.centerx, across), layout.court.width)
        top = min(layout.px(96), first - layout.px(6) - banner.rect.height)
        banner.lay_out((layout.centre.centerx, top), layout.court.width)
        if banner.visible and (top < across or banner.rect.collidelist(list(lying(table.view))) >= 0):
            banner.lay_out_within(layout.centre)

    def hang(self, area: pygame.Rect) -> None:
        """While nobody's table may be seen: the banner at the top, and the chat for whoever is just typing."""
        units = self.services.units
        self.banner.lay_out((units.width // 2, units.px(6)), units.width - units.px(48))
        self._form = Form(self.services, [self.banner, *self.banner.buttons])
        self.talk.lay_out(area)
        self._lift_messages(HUNG_TOASTS)

    def _lift_messages(self, bottom: float) -> None:
        """So far above the foot of the window; below the sheet of people while it lies there."""
        self.services.toasts.bottom = FOOT if isinstance(self.services.scenes.top, PeopleSheet) else bottom

    # ---- what happens ---------------------------------------------------------------------------------------------

    def secret_seconds(self, wanted: float) -> float:
        """How long several people here may call in secret: well within the time that the host gives for a call."""
        claim = self.match.view.settings.timers.claim if self.match.view is not None else None
        return wanted if claim is None else min(wanted, SECRET_SHARE * claim)

    def update(self, seconds: float) -> float:
        """Hear the table; show who is there and who is not."""
        for notice in self.match.take_notices():
            self._hear(notice)
        self.match.take_outcomes()
        self._hear_chat(self.services.clock())
        self._tell_deeds()
        self._tell_helps()
        self._follow()
        return min(LOOK_SECONDS, self.talk.update(seconds))

    def _hear(self, notice: Notice) -> None:
        if self.match.table is not None and notice.guest == self.match.table.me:
            return
        if notice.code in SOUNDS:
            self.services.audio.play(SOUNDS[notice.code])
        self.services.say(notice_words(self.services.strings, notice))

    def _new_lines(self) -> list[ChatLine]:
        """The lines since the last look; what was said is heard, and counted until it is read."""
        lines = self.match.lines
        known = next((n for n in range(len(lines) - 1, -1, -1) if lines[n] is self._heard), -1)
        new = lines[known + 1 :]
        self._heard = lines[-1] if lines else None
        spoken = sum(line.said is not None for line in new)
        if spoken:
            self.services.audio.play("chat")
        self.talk.heard(spoken)
        return new

    def _tell_chat(self) -> None:
        """While the sheet of a hand lies on the table, what is said is a message above it."""
        for line in self._new_lines():
            if line.said is not None:
                name, text = words_of(self.services, line)
                self.services.say(self.services.tr("{name}: {text}", name=name, text=text), "said")

    def _hear_chat(self, now: float) -> None:
        new = self._new_lines()
        for line in new:
            if line.said is not None:
                self.bubbles.append(Bubble(line.said.guest, words_of(self.services, line)[1], now + BUBBLE_SECONDS))
        kept = [bubble for bubble in self.bubbles if bubble.until > now]
        if new or len(kept) != len(self.bubbles):
            self.bubbles = kept
            self.services.invalidate()

    def _tell_deeds(self) -> None:
        absences = self.match.absences()
        for table, deeds in self._deeds:
            if table.table.players[table.seat] not in absences and table.playback.auto is AutoCause.OFF:
                deeds.tell()

    def _follow(self) -> None:
        """Plates, banner and padlock follow the match; they are drawn anew when they changed."""
        view = self.match.view
        if view is None:
            return
        absences, rests = self.match.absences(), self._on_auto()
        a, b, c, d = (self._presence(view, player, absences.get(player), player in rests) for player in SEATS)
        trouble = self._trouble()
        told = (a, b, c, d, trouble[0], self.fair, [(s.name, s.level) for s in view.seats if s is not None])
        if told == self._told:
            return
        self._told = told
        for table in self.tables:
            table.table = table.view.table = replace(with_people(table.table, view), presences=(a, b, c, d))
            table.playback.version += 1
        self.banner.tell(*trouble)
        self.services.invalidate()

    def _on_auto(self) -> set[int]:
        """Of several people here, those whose seats play by themselves; one alone has a tag at his own table."""
        return {t.table.players[t.seat] for t in self.tables[1:] if t.playback.auto is AutoCause.TIMEOUTS}

    def _presence(self, view: TableView, player: int, absence: Absence | None, rests: bool) -> Presence:
        sitter = view.seats[player]
        if absence is not None:
            return Presence(*absence_words(self.services.strings, absence))
        if rests:
            return Presence("bot", self.services.tr("On auto"))
        if sitter is None or not sitter.guest or sitter.connection is not Connection.HERE:
            return Presence()
        return Presence(bars=signal(sitter.ping / 1000), helps=sitter.helps and view.settings.hints)

    def _tell_helps(self) -> None:
        """The others are told whether one looks at helps here."""
        chosen, view, table = self.services.chosen, self.match.view, self.match.table
        if view is None or table is None or not self.match.seats:
            return
        uses = view.settings.hints and (chosen.waits_panel or chosen.danger_marks or chosen.coach)
        if uses != self._helps:
            self._helps = uses
            table.helps(uses)

    # ---- what is told -----------------------------------------------------------------------------------------------

    def _trouble(self) -> tuple[str, str, list[Answer]]:
        """What is wrong with the whole table, or that one is away: the words, a sign, what one can do about it."""
        tr, table, view = self.services.tr, self.match.table, self.match.view
        if table is None or view is None:
            return "", "", []
        if table.status is not Status.JOINED:
            return tr("The host does not answer; reconnecting…"), "link", []
        if self.match.awaited:
            words = tr("Waiting for {names}; the clocks stand still", names=tr(", ").join(self.match.awaited))
            alone = Answer(tr("Play without them"), partial(table.pause, False))
            join = Answer(tr("How they join"), self.open_menu)
            return words, "pause", [alone, join] if self.match.seats else []
        if view.paused:
            go_on = Answer(tr("Let the clocks go on"), partial(table.pause, False))
            return tr("The clocks stand still"), "pause", [go_on] if self.match.seats else []
        if self.is_away:
            back = Answer(tr("I am back"), partial(table.away, False))
            return tr("You are away: a bot plays for you"), "moon", [back]
        return "", "", []

    @property
    def fair(self) -> Fair:
        """The padlock of the fair deal."""
        return self.match.table.fair if self.match.table is not None else Fair.UNKNOWN

    @property
    def is_away(self) -> bool:
        """Whether a bot plays because one went away."""
        return any(sitter.connection is Connection.AWAY for sitter in self.match.sitters)

    def _explain(self) -> None:
        if self.match.table is not None:
            explain_fair(self.services, self.match.table)

    # ---- menu and leaving -------------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """The people of the table and what one may do there."""
        actions = TableActions(self._away, self.ask_to_leave, self.open_hands())
        self.services.scenes.push(PeopleSheet(self.services, self.match, actions))

    @property
    def penalty(self) -> str:
        """What leaving before the end costs; empty where the rules have no price for it."""
        if not self.match.seats or self.tables[0].table.rules.scoring.leave is None:
            return ""
        return self.services.tr("Leaving for good before the end is an escape in these rules: you pay for it.")

    def ask_to_leave(self) -> None:
        """For a moment, or for good: asked first, with the price."""
        tr = self.services.tr
        if not self.match.seats:
            answers = [Answer(tr("Leave"), self._leave_for_good), Answer(tr("Watch on"))]
            self.services.scenes.push(
                LeaveQuestion(self.services, tr("Stop watching?"), tr("You can come again."), answers)
            )
            return
        text = tr("Away: a bot plays until you are back at this table. For good: a bot takes the seat.")
        if len(self.match.seats) > 1:
            text = tr("Away: bots play until you are back at this table. For good: all of you here leave their seats.")
        text = f"{text}\n{self.penalty}" if self.penalty else text
        answers = [
            Answer(tr("Leave for good"), self._leave_for_good),
            Answer(tr("Away for a moment"), self._away),
            Answer(tr("Play on")),
        ]
        self.services.scenes.push(LeaveQuestion(self.services, tr("Leave this table?"), text, answers))

    def _away(self) -> None:
        """A bot plays; one stays at the screen, and any press brings one back."""
        if self.match.table is not None:
            self.match.table.away(True)

    def _leave_for_good(self) -> None:
        self.match.leave()
        self._on_leave()

    def notice_player(self) -> None:
        """Back from having been away."""
        if self.is_away and self.match.table is not None:
            self.match.table.away(False)

    # ---- chat and input ---------------------------------------------------------------------------------------------

    def toggle_talk(self) -> None:
        """Open the chat, or close it."""
        if self.talk.is_open:
            self.talk.close()
        else:
            self.talk.open()

    def handle(self, event: pygame.Event) -> bool:
        """The chat while one types, its key, the signs; False for whatever is the table's."""
        if self.talk.types and (event.type in TYPED or event.type == pygame.KEYDOWN):
            return self.talk.handle(event)
        if event.type == pygame.KEYDOWN and pygame.key.name(event.key) == self.services.chosen.keys.get("chat", "t"):
            self.talk.open()
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self.talk.is_open:
            self.talk.close()
            return True
        if event.type in MOUSE_EVENTS and (self._form.handle(event) or self.talk.handle(event)):
            return True
        return event.type == pygame.MOUSEWHEEL and self.talk.handle(event)

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, table: TableScene) -> None:
        """Above a table the chat, what was said, the banner and the padlock."""
        self.talk.draw(surface)
        for bubble in self.bubbles if not self.talk.is_open else ():
            draw_bubble(self.services, surface, bubble.text, self.bubble_place(bubble, table))
        self._form.draw(surface)

    def draw_hung(self, surface: pygame.Surface) -> None:
        """Above the curtain the banner, and the chat while it is open; no bubble of anybody."""
        self.talk.draw(surface)
        self._form.draw(surface)

    def bubble_place(self, bubble: Bubble, table: TableScene) -> pygame.Rect:
        """At the plate of whoever spoke, clear of what is asked; a spectator's is in the middle."""
        view = self.match.view
        players = view.seats_of(bubble.guest) if view is not None else ()
        rect = bubble_place(table.view, players[0] if players else None, bubble.text)
        box = table.desk.box
        if box is not None and rect.colliderect(box.rect):
            rect.bottom = box.rect.top - table.view.services.px(8)
        return rect
