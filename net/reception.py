"""Who comes in at a LAN table: new guests, those who come back, and the people of a saved match by their names.

Source: guides/reliability.md 4.3, 4.4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from net.lobby import unlike
from net.session import Body, Session
from net.tableview import Person
from net.texts import clean
from net.wire import PROTOCOL

if TYPE_CHECKING:
    from net.table import Table

MAX_GUESTS = 24
MAX_SPECTATORS = 8
MAX_FROM_ONE = 4
"""Sessions from one other machine at the same time."""
NO_HAVE: Body = {"hand": 0, "again": 0, "counts": []}


class Reception:
    """Answers HELLO for a table."""

    def __init__(self, table: Table) -> None:
        self.awaited: dict[int, str] = {}
        """Players of a saved match who have not come yet, by name; until then its clocks stand still."""
        self.address: Callable[[str], str] = lambda key: ""
        """From which machine a key has come, for whoever has the sockets; '' has no limit."""
        self._table = table

    def hello(self, peer: bytes, key: str, body: Body, now: float) -> None:
        """The first frame of a connection."""
        code = self._why_not(body)
        if code:
            self._table.refuse(peer, code)
            return
        known = self._resumed(peer, key, body)
        if known is None and body["session"]:
            self._table.refuse(peer, "session")
            return
        session = known or self._new_session(key, body)
        if session is None:
            self._table.refuse(peer, "full")
            return
        self._table.bind(session, peer, now)
        self._table.snapshot(session, body["have"])
        if session is not known:
            self._claim(session, now)

    def _why_not(self, body: Body) -> str:
        if not body["low"] <= PROTOCOL <= body["high"]:
            return "version"
        return "" if body["rules"] == self._table.tools.rules else "rules"

    def _resumed(self, peer: bytes, key: str, body: Body) -> Session | None:
        """The session that a HELLO goes on with; one without a token again on the same connection is its own."""
        if not body["session"]:
            return self._table.session_of(peer, key)
        found = next((s for s in self._table.sessions.values() if s.id == body["session"]), None)
        return found if found is not None and found.knows(key, body["token"]) else None

    def _new_session(self, key: str, body: Body) -> Session | None:
        expected = any(person["name"] in self.awaited.values() for person in body["players"])
        watching = body["watch"] or (self._table.play is not None and not expected)
        watchers = sum(s.watching for s in self._table.sessions.values())
        if (
            len(self._table.sessions) >= MAX_GUESTS
            or self._crowded(key)
            or (watching and (watchers >= MAX_SPECTATORS or not self._table.settings.spectators))
        ):
            return None
        bots = self._bot_names()
        people = [Person(unlike(clean(p["name"], 24) or "?", bots), clean(p["avatar"], 16)) for p in body["players"]]
        guest, self._table.next_guest = self._table.next_guest, self._table.next_guest + 1
        session = Session(self._table.tools.secret(16).hex(), guest, key, people or [Person("?")], watching=watching)
        session.owner = bool(self._table.options.owner) and body["owner"] == self._table.options.owner
        self._table.sessions[guest] = session
        self._table.notice("joined", session)
        return session

    def _crowded(self, key: str) -> bool:
        here = self.address(key)
        others = (self.address(session.key) for session in self._table.sessions.values() if session.here)
        return bool(here) and sum(other == here for other in others) >= MAX_FROM_ONE

    def _bot_names(self) -> set[str]:
        """Names that nobody can have who comes into a running match."""
        entrants = self._table.play.host.entrants if self._table.play is not None else ()
        return {entrant.name for entrant in entrants if entrant.level is not None}

    def _claim(self, session: Session, now: float) -> None:
        """In a saved match, everybody gets the place that bears his name."""
        if session.watching or self._table.play is None:
            return
        mine = []
        for person in session.people:
            player = next((p for p, name in self.awaited.items() if name == person.name), None)
            if player is not None:
                del self.awaited[player]
                mine.append((player, person))
        session.players, session.people = [p for p, _ in mine], [person for _, person in mine]
        self._table.snapshot(session, NO_HAVE)
        if not self.awaited:
            self._table.play.unpause(now)
        self._table.changed()

    def filled(self, player: int, now: float) -> None:
        """Somebody else has the place; when it was the last one, the clocks go on."""
        if self.awaited.pop(player, None) is not None and not self.awaited and self._table.play is not None:
            self._table.play.unpause(now)

    def go_on_without(self, now: float) -> None:
        """Bots have the places of those who have not come; whoever comes later may take one."""
        for player in self.awaited:
            if self._table.play is not None:
                self._table.play.host.replace(player, now)
        self.awaited = {}
