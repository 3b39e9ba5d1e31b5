"""A match of several computers at the table: who is absent, how the connection stands, the padlock, chat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.lanmatch import Absence, ChatLine, LanLink, LanMatch
from game.lobby.chat import words_of
from game.lobby.search import signal
from game.lobby.talk import TalkDialog
from game.lobby.words import SOUNDS, absence_words, notice_words
from game.places import Position
from game.scenes.table import TableScene
from game.tableinfo import Presence, TableInfo
from game.theme import Box
from game.widgets.button import Button
from game.widgets.dialog import Answer, Dialog
from game.widgets.form import MOUSE_EVENTS, Form
from game.widgets.tip import draw_text
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
PADLOCK = 26


@dataclass(slots=True, frozen=True)
class TableEnd:
    """What follows: a hand is over, the match is over, one has left, a spectator has taken a seat."""

    on_hand: Callable[[RoundState, Standing], object]
    on_over: Callable[[RoundState, Standing], object]
    on_leave: Callable[[], object]
    on_seat: Callable[[], object]


@dataclass(slots=True, frozen=True)
class Bubble:
    """What somebody said, until when it is shown."""

    guest: int
    text: str
    until: float


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
    """The table of a LAN match. Leaving asks what is meant: for a moment, or for good."""

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
        self.talk_button = Button(services, "", self.talk, icon="chat")
        self._form = Form(services, [self.talk_button])

    def resize(self) -> None:
        """As any table; the chat button stands above the plate at the left."""
        super().resize()
        plate, side = self.view.layout.plate(Position.LEFT), self.services.target(32)
        self.talk_button.rect = pygame.Rect(0, 0, side, side)
        self.talk_button.rect.bottomright = (plate.right, plate.y - self.view.layout.px(14))

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
        if self._watches and self.link.seats:
            self._end.on_seat()
        return min(wait, LOOK_SECONDS)

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
        new = [line for line in lines[known + 1 :] if line.said is not None]
        self._heard = lines[-1] if lines else None
        for line in new:
            if line.said is not None:
                self.bubbles.append(Bubble(line.said.guest, words_of(self.services, line)[1], now + BUBBLE_SECONDS))
                self.services.audio.play("chat")
        kept = [bubble for bubble in self.bubbles if bubble.until > now]
        if new or len(kept) != len(self.bubbles):
            self.bubbles = kept
            self.invalidate()

    def _show_presence(self) -> None:
        """The plates, the banner and the padlock follow the table; they are drawn anew when they changed."""
        view = self.match.view
        if view is None:
            return
        absences = self.match.absences()
        a, b, c, d = (self._presence(view, player, absences.get(player)) for player in SEATS)
        told = (a, b, c, d, self.banner, self.fair, [(s.name, s.level) for s in view.seats if s is not None])
        if told == self._told:
            return
        self._told = told
        self.table = self.view.table = replace(with_people(self.table, view), presences=(a, b, c, d))
        self.playback.version += 1
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
    def banner(self) -> str:
        """What is wrong with the whole table; empty while all is well."""
        tr, table, view = self.services.tr, self.match.table, self.match.view
        if table is None or view is None:
            return ""
        if table.status is not Status.JOINED:
            return tr("The host does not answer; reconnecting…")
        return tr("The clocks stand still") if view.paused else ""

    @property
    def fair(self) -> Fair:
        """The padlock of the fair deal."""
        return self.match.table.fair if self.match.table is not None else Fair.UNKNOWN

    # ---- leaving ----------------------------------------------------------------------------------------------------

    @property
    def penalty(self) -> str:
        """What leaving before the end costs; empty where the rules have no price for it."""
        if not self.match.seats or self.table.rules.scoring.leave is None:
            return ""
        return self.services.tr("Leaving for good before the end is an escape in these rules: you pay for it.")

    def ask_to_leave(self) -> None:
        """For a moment, or for good: asked first, with the price."""
        tr, table = self.services.tr, self.match.table
        if table is None:
            return
        if not self.match.seats:
            answers = [
                Answer(tr("Leave"), self._leave_for_good),
                Answer(tr("Take a bot's seat"), self._ask_whose_seat),
                Answer(tr("Watch on")),
            ]
            self.services.scenes.push(
                Dialog(self.services, tr("Stop watching?"), tr("A bot gives up its seat to you."), answers)
            )
            return
        text = tr("Away: a bot plays until you are back at this table. For good: a bot takes the seat.")
        text = f"{text}\n{self.penalty}" if self.penalty else text
        answers = [
            Answer(tr("Leave for good"), self._leave_for_good),
            Answer(tr("Away for a moment"), self._away),
            Answer(tr("Play on")),
        ]
        self.services.scenes.push(Dialog(self.services, tr("Leave this table?"), text, answers))

    def _ask_whose_seat(self) -> None:
        """A spectator plays from now on, on the seat of a bot."""
        tr, table, view = self.services.tr, self.match.table, self.match.view
        if table is None or view is None:
            return
        bots = [
            (player, sitter.name) for player, sitter in enumerate(view.seats) if sitter is not None and sitter.level
        ]
        if not bots:
            self.services.say(tr("Every seat has its player"))
            return
        answers = [Answer(name, partial(table.take_seat, player)) for player, name in bots]
        text = tr("You play from there at once.")
        dialog = Dialog(self.services, tr("Whose seat?"), text, [*answers, Answer(tr("Watch on"))])
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
        table, view = self.match.table, self.match.view
        if table is None or view is None:
            return
        seats = [view.seats[seat] for seat in self.match.seats]
        if any(sitter is not None and sitter.connection is Connection.AWAY for sitter in seats):
            table.away(False)

    # ---- chat -------------------------------------------------------------------------------------------------------

    def talk(self) -> None:
        """Say something, or a quick phrase."""
        if self.match.table is not None:
            self.services.scenes.push(TalkDialog(self.services, self.match.table))

    def handle(self, event: pygame.Event) -> bool:
        """The chat key, then as at any table."""
        if event.type == pygame.KEYDOWN and pygame.key.name(event.key) == self.services.chosen.keys.get("chat", "t"):
            self.talk()
            return True
        if event.type in MOUSE_EVENTS and self._form.handle(event):
            return True
        return super().handle(event)

    # ---- picture ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """The table; above it what was said, the banner and the padlock."""
        super().draw(surface)
        for bubble in self.bubbles:
            self._draw_bubble(surface, bubble)
        self._draw_padlock(surface)
        self._form.draw(surface)
        if self.banner:
            self._draw_banner(surface, self.banner)

    def _draw_banner(self, surface: pygame.Surface, text: str) -> None:
        services, px = self.services, self.services.units.px
        style, colours = services.theme.type.strong, services.theme.colours
        side = services.units.type_length(20)
        width = services.fonts.width(text, style) + side + px(44)
        rect = pygame.Rect(0, 0, width, services.units.type_length(44))
        rect.midtop = (self.view.layout.centre.centerx, self.view.layout.px(96))
        services.painter.box(surface, rect, "toast")
        services.painter.frame(surface, rect, colours.warn, 1.6, 11)
        icon = services.images.icon("link", side, colours.warn)
        surface.blit(icon, icon.get_rect(midleft=(rect.x + px(16), rect.centery)))
        words = pygame.Rect(rect.x + px(26) + side, rect.y, rect.right - rect.x - px(36) - side, rect.height)
        draw_text(services, surface, text, words, style, colours.text)

    def _draw_bubble(self, surface: pygame.Surface, bubble: Bubble) -> None:
        """At the plate of whoever spoke; a spectator's comes from the middle."""
        services, px = self.services, self.services.units.px
        view = self.match.view
        players = view.seats_of(bubble.guest) if view is not None else ()
        style = services.theme.type.label
        lines = services.fonts.wrap(bubble.text, style, px(220), 2)
        height = services.fonts.line_height(style)
        width = max(services.fonts.width(line, style) for line in lines) + 2 * px(12)
        rect = pygame.Rect(0, 0, width, height * len(lines) + 2 * px(8))
        rect.center = self.view.layout.centre.center
        if players and players[0] in self.table.players:
            position = self.view.position(self.table.players.index(players[0]))
            plate = self.view.layout.plate(position)
            rect.midtop = (plate.centerx, plate.bottom + px(8))
            if position is Position.OWN:
                rect.midbottom = (plate.centerx, plate.top - px(14))
        rect.clamp_ip(surface.get_rect().inflate(-px(16), -px(16)))
        services.painter.box(surface, rect, Box(top="#FFFCF3", line="#D3C5A8", radius=12, shadow="panel"))
        for number, line in enumerate(lines):
            place = pygame.Rect(rect.x + px(12), rect.y + px(8) + number * height, rect.width - 2 * px(12), height)
            draw_text(services, surface, line, place, style, services.theme.colours.ptext)

    def _draw_padlock(self, surface: pygame.Surface) -> None:
        """Beside the info card: jade and closed when the last deal is proved, a broken one is said in words."""
        services, px, colours = self.services, self.services.units.px, self.services.theme.colours
        looks = {
            Fair.PROVED: ("lock", colours.jade_light, services.tr("Fair deal")),
            Fair.UNKNOWN: ("lock", colours.text3, ""),
            Fair.BROKEN: ("no", colours.error, services.tr("The deal was not fair")),
        }
        icon, colour, words = looks[self.fair]
        side, style = services.units.type_length(16), services.theme.type.small
        width = side + px(16) + (services.fonts.width(words, style) + px(6) if words else 0)
        rect = pygame.Rect(0, 0, width, max(px(PADLOCK), services.units.type_length(24)))
        rect.topleft = self._padlock_place(rect)
        services.painter.box(surface, rect, Box(top="#0A201D", opacity=0.84, line=colour, line_width=1.2, radius=8))
        picture = services.images.icon(icon, side, colour)
        surface.blit(picture, picture.get_rect(midleft=(rect.x + px(8), rect.centery)))
        if words:
            room = pygame.Rect(rect.x + px(14) + side, rect.y, rect.right - rect.x - px(14) - side, rect.height)
            draw_text(services, surface, words, room, style, colour)

    def _padlock_place(self, rect: pygame.Rect) -> tuple[int, int]:
        """Above the plate at the left, clear of its tags."""
        plate = self.view.layout.plate(Position.LEFT)
        return plate.x, plate.y - rect.height - self.view.layout.px(16)
