"""Which LAN screen follows which: lobby, table, result, lobby again. Everything is opened when it is first needed."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from game.files import LAN, data_folder
from game.lobby.kept import Note
from game.newmatch import Course, PlayedHand
from game.records.sitters import Sitters, lan_key, note_hand
from game.scene import POLL_SECONDS, STILL
from net.messages import Standing
from rules.state import RoundState

if TYPE_CHECKING:
    from game.lanmatch import LanMatch
    from game.lobby.search import TableSearch
    from game.ownplayer import OwnPlayer
    from game.scene import Scene
    from game.scenes.lobby import LobbyScene
    from game.services import Services
    from net.lan import LanTable
    from net.tableview import Person, TableView

BEGINS_AFTER = 0.4
"""The first picture of the title waits for no socket."""


class LanScreens:
    """The LAN part of the navigation. `back` opens the title, `own_player` is who plays at this computer."""

    def __init__(self, services: Services, back: Callable[[], object], own_player: Callable[[], OwnPlayer]) -> None:
        self.services, self._back, self._own_player = services, back, own_player
        self._match: LanMatch | None = None
        self._search: TableSearch | None = None
        self._asked: float | None = None
        self._course = Course()
        self._playing = False
        self._table: Scene | None = None

    # ---- title ------------------------------------------------------------------------------------------------------

    @property
    def search(self) -> TableSearch:
        """The search for tables."""
        if self._search is None:
            from game.lobby.search import TableSearch

            self._search = TableSearch()
        return self._search

    def note(self) -> str:
        """For the title: that a seat waits, else how many tables were found; empty while there is none."""
        if Note(data_folder()).path.exists():
            return self.services.tr("Your seat waits")
        now = self.services.clock()
        self._asked = now if self._asked is None else self._asked
        if now - self._asked < BEGINS_AFTER:
            return ""
        self.search.poll(now)
        found = len(self.search.tables)
        return self.services.strings.tr_plural("{count} table found", "{count} tables found", found) if found else ""

    # ---- lobby ------------------------------------------------------------------------------------------------------

    def open(self, why: str = "") -> None:
        """The lobby above the title; back at the table where one sat when the game ended without leaving it.

        `why`: the table that one has been at has ended.
        """
        from game.lanmatch import LanMatch

        if self._match is None:
            try:
                self._match = LanMatch(data_folder())
            except OSError as error:
                self.services.say_refused(error)
                return
            atexit.register(self._match.close)
            self.services.background = self._poll
        self._try(lambda match: match.come_back(self._people()))
        lobby = self._lobby(self._match)
        lobby.why = why
        self.services.scenes.push(lobby)

    def _lobby(self, match: LanMatch) -> LobbyScene:
        from game.scenes.lobby import LobbyActions, LobbyScene

        return LobbyScene(self.services, match, self.search, LobbyActions(self._people, self._back, self._play))

    def _people(self) -> list[Person]:
        from net.tableview import Person

        chosen = self.services.chosen
        name = "" if chosen.guest else chosen.player_name
        profile = self._own_player().profile if name else None
        return [Person(name or self.services.tr("Guest"), profile.avatar if profile is not None else "")]

    def _poll(self) -> float:
        """Called by the frame, whatever screen is open: a table that is not heard is lost."""
        match = self._match
        if match is None or match.status is None:
            return STILL
        self._try(lambda match: match.poll(self.services.clock()))
        self._go_on_below()
        if self._playing and match.table is not None and (why := self._over(match.table)):
            self._left(why)
        return POLL_SECONDS

    def _go_on_below(self) -> None:
        """A sheet or a question above the table does not stop it; the settlement hears the table by itself."""
        from game.scenes.settlement import SettlementScene

        scenes = self.services.scenes
        if (
            self._playing
            and self._table is not None
            and not any(isinstance(scenes.top, kind) for kind in (type(self._table), SettlementScene))
        ):
            self._table.update(POLL_SECONDS)

    def _over(self, table: LanTable) -> str:
        """Why the table that is played at has ended; the lobby tells it by itself."""
        from game.lobby.words import over_words

        return over_words(self.services.strings, table)

    def _try(self, action: Callable[[LanMatch], object]) -> None:
        """A table process that cannot be started is told, and the table is left."""
        if self._match is None:
            return
        try:
            action(self._match)
        except OSError as error:
            self._match.finish()
            words = self.services.tr("The table could not be opened: {error}", error=error.strerror or error)
            self.services.say(words, "error")

    # ---- table ------------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        """The match runs: the table takes the place of everything."""
        from game.lobby.lantable import LanTableScene
        from game.tableinfo import TableEnd

        match = self._match
        if match is None or match.view is None:
            return
        self._course = Course(match.view.players)
        self._playing, self._table = True, None
        if len(match.seats) > 1:
            self._table = self._hotseat(match)
        else:
            end = TableEnd(self._hand_over, self._match_over, self._left, self._play)
            self._table = LanTableScene(self.services, match, match.view, end)
        self.services.scenes.reset(self._table)

    def _hotseat(self, match: LanMatch) -> Scene:
        """Several people of this computer take turns at the screen."""
        from game.lobby.company import Company
        from game.lobby.lantable import table_info
        from game.lobby.sharedlink import SharedWire
        from game.scenes.hotseat import HotseatScene
        from game.tableinfo import TableEnd

        if match.view is None:
            raise ValueError("no table is known yet")
        links, info = SharedWire(match).links(), table_info(match.view)
        end = TableEnd(self._hand_over, self._match_over, self._left)
        return HotseatScene(self.services, links, info, end, partial(Company, self.services, match, self._left))

    def _hand_over(self, state: RoundState, standing: Standing) -> None:
        hand = self._course.end_hand(state, standing)
        self._note_sitters(hand)
        self._book(hand)

    def _note_sitters(self, hand: PlayedHand) -> None:
        """Who sat where, for the record of the hand; one that cannot be written is a record without names."""
        match = self._match
        view = _as_saved(match)
        if match is None or view is None or match.table is None or not match.table.record:
            return
        a, b, c, d = (one.name if one is not None else "" for one in view.seats)
        e, f, g, h = (one is not None and bool(one.level) for one in view.seats)
        sitters = Sitters((a, b, c, d), (e, f, g, h), hosted=match.hosting is not None)
        with suppress(OSError):
            note_hand(data_folder() / LAN, match.table.record, sitters, hand.state.number, hand.players)

    def _book(self, hand: PlayedHand) -> None:
        """Write a hand down for the person at this computer."""
        match, own_player = self._match, self._own_player()
        view = _as_saved(match)
        if match is None or view is None or match.kept is None or not match.seats:
            return
        sitter = view.seats[match.seats[0]]
        if sitter is None or sitter.name != own_player.name:
            return
        names = [one.name if one is not None else "" for one in view.seats]
        table = match.table.record if match.table is not None else ""
        self._course.gain(own_player.book(lan_key(table or match.kept.id), match.seats[0], hand, names))

    def _match_over(self, state: RoundState, standing: Standing) -> None:
        from game.lobby.lantable import table_info
        from game.scenes.result import ResultScene

        match = self._match
        if match is None or match.view is None:
            return
        table, self._playing = table_info(match.view), False
        match.finish()
        self.services.scenes.reset(ResultScene(self.services, table, standing, self._back, self._again, self._course))

    def _again(self) -> None:
        """To the lobby, where the next table is found or opened."""
        self._back()
        self.open()

    def _left(self, why: str = "") -> None:
        """Away from the table: back to the lobby, with the reason when it was not one's own wish."""
        self._playing = False
        if self._match is not None:
            self._match.leave()
        self._back()
        self.open(why)

    def close(self) -> None:
        """Leave the lobby: nobody waits here any more."""
        if self._search is not None:
            self._search.close()


def _as_saved(match: LanMatch | None) -> TableView | None:
    """The table with the names themselves: numbers of namesakes are for the screen alone."""
    return match.table.view if match is not None and match.table is not None else None
