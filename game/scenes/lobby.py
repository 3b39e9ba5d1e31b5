"""The LAN lobby (pictures 12 and 25): tables found at the left, the table one has joined at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game import VERSION
from game.lanmatch import LanMatch
from game.lobby.ears import LobbyEars
from game.lobby.foundlist import FoundList
from game.lobby.hosting import HostWish
from game.lobby.hosttable import TABLE_NAME, HostTableScene, usual_settings
from game.lobby.joinpanel import JoinPanel
from game.lobby.nothing import NoTable, Waiting
from game.lobby.people import PeopleSheet
from game.lobby.questions import ask_to_swap, network_test
from game.lobby.saved import SavedMatch, SavedScene, match_files, saved_matches
from game.lobby.search import TableSearch
from game.lobby.sheet import SheetActions, TableSheet
from game.lobby.words import SOUNDS, notice_words, outcome_words, over_words
from game.strings import CHAT_LENGTH
from game.widgets.base import Widget
from game.widgets.button import Button, ButtonKind
from game.widgets.dialog import Answer, Dialog, LeaveQuestion
from game.widgets.form import Form
from game.widgets.formscene import FormScene
from game.widgets.header import BackButton, content_rect, header_height
from game.widgets.textfield import TextField
from net.codes import CodeError
from net.discovery import GAME_PORT, FoundTable
from net.lan import Notice, Person, Phase, Status, TableSettings, reachable_addresses
from rules.values import value

if TYPE_CHECKING:
    from game.services import Services

LEFT, GAP = 452, 16
LOOK_SECONDS, LONG_WAIT = 0.05, 6.0


@value
class LobbyActions:
    """Who plays here, where the lobby leads back to, and the table when the match begins."""

    people: Callable[[], Sequence[Person]]
    back: Callable[[], object]
    play: Callable[[], object]


class LobbyScene(FormScene):
    """Find, join or open a table, and sit down. `match` is polled by the frame; this screen shows it."""

    def __init__(self, services: Services, match: LanMatch, search: TableSearch, actions: LobbyActions) -> None:
        super().__init__(services)
        self.match, self.search, self.actions = match, search, actions
        self.join_panel = JoinPanel(services, lambda place, code: self.join(place, code))
        self.found = FoundList(services, VERSION)
        self.say = TextField(services, "", lambda text: None, limit=CHAT_LENGTH, on_submit=self._speak)
        self.sheet: TableSheet | None = None
        self.nothing = NoTable(services)
        self.widgets: dict[str, Widget] = {}
        self.why = ""
        self._back = BackButton(services, self.leave_screen)
        self._ears = LobbyEars(services.audio, match)
        self._own: list[str] = []
        self._saves = False
        self._shown: tuple[object, ...] = ()
        self._pointer = (-1, -1)
        self._asked_at = services.clock()

    # ---- frame ----------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """One's own addresses may be others by now."""
        self.services.toasts.bottom = 40.0
        self._own = list(reachable_addresses())
        self._saves = any(match_files(self.match.records))
        self.resize()

    def update(self, seconds: float) -> float:
        """Look at the table and for other tables."""
        now = self.services.clock()
        self.search.poll(now)
        for notice in self.match.take_notices():
            self._hear(notice)
        self._ears.listen()
        told = (outcome_words(self.services.strings, outcome) for outcome in self.match.take_outcomes())
        for words in filter(None, told):
            self.services.say(words, "warn")
        self._notice_end()
        if self._plays():
            self.actions.play()
            return LOOK_SECONDS
        if self._shown != self._looks() and not any(widget.pressed for widget in self.form.widgets):
            self.resize()
            self.invalidate()
        return min(LOOK_SECONDS, self.form.update(seconds))

    def _looks(self) -> tuple[object, ...]:
        """What decides which widgets there are."""
        match = self.match
        found = tuple((table.offer, table.address) for table in self.search.tables)
        return match.view, match.status, len(match.lines), match.code, self.why, found, self._wait

    @property
    def _wait(self) -> Waiting:
        """Whether a table is being joined or opened."""
        if self.match.status is not Status.CONNECTING:
            self._asked_at = self.services.clock()
            return Waiting.NOT
        return Waiting.LONG if self.services.clock() - self._asked_at > LONG_WAIT else Waiting.SHORT

    def _plays(self) -> bool:
        """Whether the match runs and one's own seat in it is known."""
        table, view = self.match.table, self.match.view
        if table is None or view is None or view.phase is Phase.LOBBY or table.status is not Status.JOINED:
            return False
        return view.phase is Phase.PLAY and (bool(table.link.seats) or not table.players)

    def _hear(self, notice: Notice) -> None:
        """A sound, and a question when somebody wants to swap."""
        mine = self.match.table is not None and notice.guest == self.match.table.me
        if notice.code in SOUNDS and not mine:
            self.services.audio.play(SOUNDS[notice.code])
        if notice.code == "swap_asked" and notice.seat in self.match.seats and not mine:
            ask_to_swap(self.services, self.match, notice)
        elif notice.code in ("swap_refused", "swapped", "new_code"):
            self.services.say(notice_words(self.services.strings, notice))

    def _notice_end(self) -> None:
        """A table that has ended or refuses is left; why, stays on the sheet."""
        match, strings = self.match, self.services.strings
        why = over_words(strings, match.table) if match.table is not None else ""
        if match.hosting is not None and match.hosting.failed:
            why = strings.tr("The table could not be opened: {error}", error=match.hosting.failed.splitlines()[-1])
        if why:
            self.why = why
            if match.table is not None and match.table.why == "code":
                self.join_panel.code.error = why
            if match.status is Status.REFUSED:
                match.finish()  # the way back stays: another version may be let in
            else:
                match.leave()
            self.services.audio.play("no")

    # ---- layout ---------------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """Lists at the left grow with the window; the sheet takes the rest."""
        units, px = self.services.units, self.services.px
        focused = next((key for key, widget in self.widgets.items() if widget.focused), "")
        content = content_rect(self.services)
        content.height = units.height - px(34) - content.y
        self._back.lay_out()
        host = self._host_button(content)
        width = max(px(LEFT), min(units.type_length(0.9 * LEFT), units.width * 2 // 5))
        join_height = self.join_panel.height
        column = pygame.Rect(content.x, content.y, width, content.height)
        lists = pygame.Rect(column.x, column.y, width, column.height - join_height - px(12))
        rows = self.found.lay_out(lists, self.search.tables, self._is_joined, self._is_mine, self.choose)
        below = pygame.Rect(column.x, lists.bottom + px(12), width, join_height)
        fields = self.join_panel.lay_out(below, self._addresses())
        right = pygame.Rect(column.right + px(GAP), content.y, 0, content.height)
        right.width = content.right - right.x
        self._show({"back": self._back, "host": host, **rows, **fields, **self._right(right)}, focused)
        self._shown = self._looks()

    def _show(self, widgets: dict[str, Widget], focused: str) -> None:
        """Focus and pointer stay where they were, although most widgets are new."""
        self.widgets = widgets
        self.form = Form(self.services, widgets.values())
        if focused in widgets and not widgets[focused].focused:
            self.form.focus(widgets[focused])
        for widget in self.form.widgets:
            widget.hovered = widget.hit(self._pointer)

    def _right(self, rect: pygame.Rect) -> dict[str, Widget]:
        """The sheet of the table, or why there is none."""
        self.sheet = None
        view = self.match.view
        if self.match.table is None or view is None:
            wait = self._wait
            press = self.open_table if wait is Waiting.NOT else self._cancel
            saved = self.choose_saved if self._saves else None
            return self.nothing.lay_out(rect, wait, self.why, press, self.test, saved)
        self.say.placeholder = self.services.tr("Say something…")
        actions = SheetActions(self.ask_to_leave, self.change_rules, self.test, self.show_people)
        self.sheet = TableSheet(self.services, self.match, rect, self.say, actions)
        return self.sheet.widgets()

    def _host_button(self, content: pygame.Rect) -> Button:
        kind: ButtonKind = "ink" if self.match.status is not None else "main"
        host = Button(self.services, self.services.tr("Open a table"), self.open_table, kind=kind, icon="plus")
        width = max(self.services.px(170), host.natural_size[0])
        host.rect = pygame.Rect(0, 0, width, header_height(self.services, self._back.rect))
        host.rect.midright = (content.right, self._back.rect.centery)
        return host

    def _addresses(self) -> list[str]:
        place = self.match.hosting.place if self.match.hosting is not None else None
        port = GAME_PORT if place is None else place[0]
        return [f"{address}:{port}" for address in self._own]

    def _is_joined(self, found: FoundTable) -> bool:
        table, kept = self.match.table, self.match.kept
        if table is None or kept is None or table.view is None:
            return False
        own = kept.address.startswith("127.") and any(a in self._own for a in found.addresses)
        return found.offer.port == kept.port and (own or kept.address in found.addresses)

    def _is_mine(self, found: FoundTable) -> bool:
        """Whether there is a ticket to a seat."""
        port = found.offer.port
        return any(self.match.identity.ticket(f"{address}:{port}") is not None for address in found.addresses)

    # ---- what one does --------------------------------------------------------------------------------------------

    def choose(self, found: FoundTable) -> None:
        """Join a table of the list; one with a code asks for it first."""
        address = next(
            (a for a in found.addresses if self.match.identity.ticket(f"{a}:{found.offer.port}")), found.address
        )
        self.join_panel.fill((address, found.offer.port))
        if found.offer.code:
            self.form.focus(self.join_panel.code)
            self.services.say(self.services.tr("“{name}” asks for its code", name=found.offer.name))
            return
        place = address, found.offer.port
        if found.offer.phase is Phase.LOBBY or self._is_mine(found):
            self.join(place, "")
        elif found.offer.free:
            self._ask_seat_or_watch(found.offer.name, place)
        else:
            self.join(place, "", watch=True)

    def _ask_seat_or_watch(self, name: str, place: tuple[str, int]) -> None:
        """A match that goes on has a free seat: somebody of before has not come back."""
        tr = self.services.tr
        answers = [
            Answer(tr("Only watch"), lambda: self.join(place, "", watch=True)),
            Answer(tr("Take a seat"), lambda: self.join(place, "")),
        ]
        text = tr("The match goes on from a saved one. Whoever played before gets his old seat back by his name.")
        self.services.scenes.push(Dialog(self.services, tr("“{name}” has a free seat", name=name), text, answers))

    def join(self, place: tuple[str, int], code: str, watch: bool = False) -> None:
        """Join a place, after leaving the table one sits at."""
        if self.match.status is not None:
            self._ask_first(lambda: self.join(place, code, watch))
            return
        self.why = ""
        try:
            self.match.join(place, code, self.actions.people(), watch=watch)
            self.form.focus(None)  # else the code would take the keys of the table
        except CodeError:
            self.join_panel.code.error = self.services.tr("A table code has six letters and digits")
        self.resize()
        self.invalidate()

    def open_table(self) -> None:
        """Choose what is played at a table of one's own."""
        if self.match.status is not None:
            self._ask_first(self.open_table)
        else:
            self.services.scenes.push(HostTableScene(self.services, self._host))

    def _host(self, wish: HostWish) -> None:
        self.services.scenes.pop()
        self._open(wish)

    def _open(self, wish: HostWish) -> None:
        self.why = ""
        try:
            self.match.host(wish, self.actions.people())
        except OSError as error:
            self.why = self.services.tr("The table could not be opened: {error}", error=error.strerror or error)
        self.resize()

    def change_rules(self) -> None:
        """The host changes what is played; nobody is ready any more."""
        view, match = self.match.view, self.match
        if view is not None:
            wish = HostWish(view.name, view.settings, not match.code, match.bots)
            self.services.scenes.push(HostTableScene(self.services, self._change, wish))

    def _change(self, wish: HostWish) -> None:
        self.services.scenes.pop()
        self.match.bots = wish.bots
        settings: TableSettings = wish.settings
        table, view = self.match.table, self.match.view
        if table is not None and view is not None and settings != view.settings:
            table.settings(settings)

    def _speak(self, text: str) -> None:
        if text.strip() and self.match.table is not None:
            self.match.table.say(text)
            self.say.text, self.say.caret = "", 0
            self.invalidate()

    def test(self) -> None:
        """The network self-test in plain words."""
        network_test(self.services, self.match, self.search.tables)

    def show_people(self) -> None:
        """Everybody at the table, and how others join."""
        self.services.scenes.push(PeopleSheet(self.services, self.match))

    # ---- a saved match --------------------------------------------------------------------------------------------

    def choose_saved(self) -> None:
        """Which of the matches that were begun is hosted again."""
        found = saved_matches(self.match.records)
        if found:
            self.services.scenes.push(SavedScene(self.services, found, self._host_saved))
        else:
            self.services.say(self.services.tr("There is no match to go on with"))

    def _host_saved(self, saved: SavedMatch, open_: bool) -> None:
        tr = self.services.tr
        name = tr("{name}'s table", name=self.services.chosen.player_name or tr("Guest"))[:TABLE_NAME]
        self._open(HostWish(name, usual_settings(saved.variant), open_, saved=saved.path))

    # ---- leaving --------------------------------------------------------------------------------------------------

    def _cancel(self) -> None:
        self.match.leave()
        self.resize()
        self.invalidate()

    def ask_to_leave(self) -> None:
        """Leave the table, not the lobby."""
        self._ask_first(self._cancel)

    def _ask_first(self, then: Callable[[], object]) -> None:
        """A question before one leaves the table; a table of one's own ends for everybody."""
        tr = self.services.tr

        def leave() -> None:
            self._cancel()
            then()

        text = tr("Your seat becomes free.") if self.match.hosting is None else tr("The table closes for everybody.")
        answers = [Answer(tr("Leave"), leave), Answer(tr("Stay"))]
        self.services.scenes.push(LeaveQuestion(self.services, tr("Leave this table?"), text, answers))

    def ask_to_close(self) -> bool:
        """A seat, or a table that is open here, is not given up unasked."""
        if self.match.at_stake:
            self._ask_first(self.services.scenes.clear)
        return self.match.at_stake

    def leave_screen(self) -> None:
        """Back to the title."""
        if self.match.at_stake:
            self._ask_first(self.actions.back)
        else:
            if self.match.status is not None:
                self._cancel()
            self.actions.back()

    # ---- input ----------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """Also remember where the pointer is."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._pointer = event.pos
        return super().handle(event)

    def screen_key(self, event: pygame.Event) -> bool:
        """Enter is the big button, R ready, T the chat; Escape leaves a field, then the screen."""
        if event.key == pygame.K_ESCAPE:
            if self.form.focused is not None and isinstance(self.form.focused, TextField):
                self.form.focus(None)
            else:
                self.leave_screen()
        elif self.sheet is not None and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.sheet.main()
        elif self.sheet is not None and event.key == pygame.K_r and self.match.seats and not self.sheet.table.is_keeper:
            self.sheet.toggle_ready()
        elif self.sheet is not None and event.key == pygame.K_t:
            self.form.focus(self.say)
        else:
            return super().screen_key(event)
        return True

    # ---- picture --------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Cloth, head, panels; then everything that reacts."""
        tr = self.services.tr
        line = tr("Play with people on your network, without internet")
        self._back.draw_head(surface, tr("Local network"), line, self.widgets["host"].rect.x)
        self.found.draw(surface)
        self.join_panel.draw(surface)
        if self.sheet is not None:
            self.sheet.draw(surface)
        else:
            self.nothing.draw(surface)
        self.form.draw(surface)
