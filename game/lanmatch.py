"""A LAN table from this computer: hosting (a table process beside the game), joining, coming back, leaving.

Identity, tickets and the note of the table one sits at are kept in the data folder, so that a game that was killed
finds back to its seat, and a table process that has died is started again by whoever hosts it. No window here.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from game import VERSION
from game.files import LAN, RECORDS
from game.lobby.companions import Companion, companions
from game.lobby.hosting import Hosting, HostWish, host_command, table_command
from game.lobby.kept import Kept, Note
from game.lobby.namesakes import told_apart
from net.lan import (
    OPEN_CODE,
    Connection,
    Identity,
    Joining,
    LanTable,
    Notice,
    Outcome,
    Person,
    Phase,
    Role,
    Said,
    Sitter,
    Status,
    TableView,
    reachable_addresses,
)  # fmt: skip
from net.link import Relay
from net.messages import Message, News
from rules.seats import Seat
from rules.values import value

LOCALHOST = "127.0.0.1"


class Absent(StrEnum):
    """Ways of being absent; BOT: one plays for who was lost; AWAITED: has not come (back) to a saved match yet."""

    AWAY = "away"
    LOST = "lost"
    BOT = "bot"
    AWAITED = "awaited"
    LEFT = "left"
    KICKED = "kicked"


@value
class Absence:
    """How a player is absent; `seconds` until a bot plays, for one who is lost."""

    kind: Absent
    seconds: float = 0.0


@value
class ChatLine:
    """A line of the chat panel: something said, or something that happened."""

    said: Said | None = None
    notice: Notice | None = None
    companion: Companion | None = None


class LanMatch:
    """The table one sits at: joined, and hosted perhaps. Poll it every frame, whatever screen is open."""

    def __init__(self, folder: Path, identity: Identity | None = None) -> None:
        """`folder`: the data folder. Raises OSError when the identity cannot be kept there, unless one is given."""
        self._note = Note(folder)
        self.records = folder / RECORDS
        self.identity = identity or Identity(folder / LAN)
        self.table: LanTable | None = None
        self.hosting: Hosting | None = None
        self.kept: Kept | None = None
        self.lines: list[ChatLine] = []
        self.unread: list[Message] = []
        self.bots = True
        self.watching = False
        self.code_changed = False
        self._people: tuple[Person, ...] = ()
        self._wish: HostWish | None = None
        self._hosted_in = self.records
        self._ended: Hosting | None = None
        self._last_said: Said | None = None
        self._told: TableView | None = None
        self._view: TableView | None = None
        self._seen: TableView | None = None
        self._called: dict[int, str] = {}
        """What each guest is called in chat and notices, also one who has just left."""
        self._notices: list[Notice] = []
        self._outcomes: list[Outcome] = []
        self._lost_since: dict[int, float] = {}
        self._silent_since: float | None = None
        self._seated = False
        self._now = 0.0

    # ---- beginning ------------------------------------------------------------------------------------------------

    def host(self, wish: HostWish, people: Sequence[Person]) -> None:
        """Open a table: start its process; it is joined as soon as it listens. Raises OSError."""
        self._forget()
        self._bury()
        self._wish, self._people, self.bots = wish, tuple(people), wish.bots
        folder = self.records / LAN / secrets.token_hex(4)
        self.hosting = Hosting(host_command(wish, folder), secrets.token_bytes(16))
        self._hosted_in = folder

    def join(
        self, place: tuple[str, int], code: str, people: Sequence[Person], name: str = "", watch: bool = False
    ) -> None:
        """Join a table at an address and port. Raises CodeError."""
        self._forget()
        self._people, self.watching = tuple(people), watch
        self._connect(Kept(*place, code or OPEN_CODE, name))

    def come_back(self, people: Sequence[Person]) -> bool:
        """Join again where one sat when the game ended without leaving; False when there is nothing to come back to.

        Raises OSError when a table of one's own cannot be started.
        """
        kept = self._note.read()
        if kept is None:
            return False
        self._people, self.bots, self._seated = tuple(people), kept.bots, True
        if kept.owner:
            owner = bytes.fromhex(kept.owner)
            self.hosting = Hosting([*table_command(Path(kept.folder)), "--resume"], owner, kept)
        self._connect(kept)
        return True

    def sit_at(self, table: LanTable, kept: Kept) -> None:
        """Be at a table that somebody else has joined already."""
        self.table, self.kept, self._seated = table, kept, True

    def _connect(self, kept: Kept) -> None:
        owner = self.hosting.owner if self.hosting is not None else b""
        who = Joining(self._people, VERSION, self.watching, owner, returns=self._seated)
        self.table = LanTable(kept.address, kept.port, kept.code, who, self.identity)
        self.kept = kept if kept.id else replace(kept, id=secrets.token_hex(8))

    # ---- what is known --------------------------------------------------------------------------------------------

    @property
    def view(self) -> TableView | None:
        """The table, once it is known; people of the same name have numbers."""
        told = self.table.view if self.table is not None else None
        if told is not self._told:
            self._told, self._view = told, None if told is None else told_apart(told)
        return self._view

    @property
    def status(self) -> Status | None:
        """How the connection stands; None: at no table."""
        if self.table is None:
            return Status.CONNECTING if self.hosting is not None else None
        return self.table.status

    @property
    def at_stake(self) -> bool:
        """Whether something is given up by leaving: a table of one's own, or a place at one that has let us in."""
        return self.hosting is not None or self._seated or self.view is not None

    @property
    def code(self) -> str:
        """The code by which newcomers join; empty for an open table, and where the host alone knows the newest."""
        if self.kept is None or self.kept.code == OPEN_CODE:
            return ""
        return "" if self.code_changed and not self.kept.new_code else self.kept.new_code or self.kept.code

    @property
    def places(self) -> list[str]:
        """Addresses with the port by which newcomers join a table of one's own; where one joined it oneself, else."""
        if self.kept is None:
            return []
        port = self.kept.new_port or self.kept.port
        here = self.hosting is not None or self.kept.address.startswith("127.")
        return [f"{address}:{port}" for address in (reachable_addresses() if here else [self.kept.address])]

    @property
    def watches(self) -> bool:
        """Whether one is at the table as a spectator."""
        view, table = self.view, self.table
        return view is not None and table is not None and any(
            guest.id == table.me and guest.role is Role.SPECTATOR for guest in view.guests
        )  # fmt: skip

    @property
    def free_players(self) -> list[tuple[int, str]]:
        """The players whose seat a spectator may take now, with their names: of bots, and of nobody."""
        if self.view is None or self.view.phase is not Phase.PLAY:
            return []
        return [(player, s.name) for player, s in enumerate(self.view.seats) if s is not None and not s.guest]

    @property
    def awaited(self) -> list[str]:
        """The people of a saved match who have not come yet; its clocks stand still until they have."""
        if self.view is None or self.view.phase is not Phase.PLAY or not self.view.paused:
            return []
        return [s.name for s in self.view.seats if s is not None and not s.guest and not s.level]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Where one's own people sit (players, once the match runs)."""
        return () if self.table is None or self.view is None else self.view.seats_of(self.table.me)

    @property
    def names(self) -> tuple[str, ...]:
        """The people of this computer, as the table knows them."""
        if self.table is None or self.view is None:
            return ()
        return next((guest.names for guest in self.view.guests if guest.id == self.table.me), ())

    @property
    def sitters(self) -> list[Sitter]:
        """Those of them who have a seat."""
        found = [] if self.view is None else [self.view.seats[seat] for seat in self.seats]
        return [sitter for sitter in found if sitter is not None]

    @property
    def standing(self) -> list[int]:
        """The numbers of those of them who have no seat."""
        seated = {sitter.player for sitter in self.sitters}
        return [person for person in range(len(self.names)) if person not in seated]

    @property
    def ready(self) -> bool:
        """Whether one is ready to start."""
        return any(sitter.ready for sitter in self.sitters)

    def absences(self) -> dict[int, Absence]:
        """The players who are not there, and how."""
        view = self.view
        if view is None or view.phase is Phase.LOBBY:
            return {}
        found = {}
        for player, sitter in enumerate(view.seats):
            kind = _absent(sitter) if sitter is not None else None
            if kind is not None:
                waited = self._now - self._lost_since.get(player, self._now)
                found[player] = Absence(kind, max(0.0, view.settings.takeover - waited))
        return found

    def take_notices(self) -> list[Notice]:
        """What happened to whom since the last call."""
        notices, self._notices = self._notices, []
        return notices

    def take_outcomes(self) -> list[Outcome]:
        """What became of orders since the last call."""
        outcomes, self._outcomes = self._outcomes, []
        return outcomes

    # ---- time -----------------------------------------------------------------------------------------------------

    def poll(self, now: float) -> None:
        """Hear the table and watch the process. Raises OSError when the process cannot be started again."""
        self._now = now
        if self.hosting is not None:
            self.hosting.poll(now, 0.0 if self._silent_since is None else now - self._silent_since)
            if self.table is None and (place := self.hosting.place) is not None:
                name = self._wish.name if self._wish is not None else ""
                folder, owner = str(self._hosted_in), self.hosting.owner.hex()
                self._connect(Kept(LOCALHOST, *place, name, folder, owner, self.bots))
        if self.table is not None:
            self.table.poll(now)
            self._follow(self.table, now)

    def _follow(self, table: LanTable, now: float) -> None:
        joined = table.status is Status.JOINED
        self._silent_since = None if joined else self._silent_since or now
        self._outcomes += table.take_outcomes()
        view = self.view
        self._called |= {guest.id: guest.names[0] for guest in (view.guests if view is not None else ()) if guest.names}
        for notice in table.take_notices():
            self._hear(replace(notice, name=self._called.get(notice.guest, notice.name)))
        self._hear_chat(table)
        if view is None:
            return
        if view is not self._seen:
            self.lines += [ChatLine(companion=companion) for companion in companions(self._seen, view)]
            self._seen = view
        lost = {p for p, s in enumerate(view.seats) if s is not None and s.connection is Connection.LOST}
        self._lost_since = {player: self._lost_since.get(player, now) for player in lost}
        if joined:
            self._settle(table, view)
            self._keep_code(table)
        if table.status is Status.ENDED and table.why != "superseded":
            self._note.forget()

    def _settle(self, table: LanTable, view: TableView) -> None:
        """After joining: what is played, where one sits; and the note, once it is sure that one is there."""
        if self._wish is not None and table.is_keeper:
            if self._wish.saved is None:
                table.settings(self._wish.settings)
            self._wish = None
        if not self._seated and view.phase is Phase.LOBBY and not self.watching:
            for person, seat in zip(range(len(self._people)), _free_seats(view), strict=False):
                table.sit(seat, person)
        if not self._seated and self.kept is not None:
            self.kept = replace(self.kept, name=view.name)
            self._note.write(self.kept)
        self._seated = True

    def _keep_code(self, table: LanTable) -> None:
        """The keeper alone hears of a new code; after a restart of the game he still has to read it to others."""
        new = table.new_code
        if new is not None and self.kept is not None and (self.kept.new_code, self.kept.new_port) != new:
            self.kept = replace(self.kept, new_code=new[0], new_port=new[1])
            self._note.write(self.kept)

    def _hear(self, notice: Notice) -> None:
        self._notices.append(notice)
        self.code_changed |= notice.code == "new_code"
        if self.table is None or notice.code != "settings" or notice.guest != self.table.me:
            self.lines.append(ChatLine(notice=notice))

    def _hear_chat(self, table: LanTable) -> None:
        said = table.said
        known = next((i for i in range(len(said) - 1, -1, -1) if said[i] is self._last_said), -1)
        for one in said[known + 1 :]:
            self.lines.append(ChatLine(said=replace(one, name=self._called.get(one.guest, one.name))))
            self._last_said = one
        del self.lines[:-300]

    def bring(self, person: Person) -> None:
        """One more person at this computer, who sits down where there is room."""
        if self.table is None or self.view is None:
            return
        self.table.bring(person)
        for seat in _free_seats(self.view)[:1]:
            self.table.sit(seat, len(self.names))

    # ---- the end --------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Leave for good and say so. A table of one's own ends with its lobby; a running match goes on without.

        Who was not let in yet has nothing to leave, and keeps his way back to wherever he has one.
        """
        if self.table is not None and self.table.status is Status.JOINED:
            self.table.leave()
            self.table.poll(self._now)
        if self.at_stake:
            if self.table is not None and self.kept is not None:
                self.identity.forget(self.table.place)
            self._note.forget()
        running = self.view is not None and self.view.phase is Phase.PLAY
        self._forget(end=not running)

    def finish(self) -> None:
        """The match is over: there is nothing to come back to. The process ends by itself when all know."""
        self._note.forget()
        self._ended = self.hosting
        self._forget(end=False)

    def drop(self) -> None:
        """Close the connection; the seat is kept, and the note of it."""
        self._forget(end=False)

    def close(self) -> None:
        """The game ends: goodbye in the lobby, the seat kept in a match."""
        view = self.view
        if self.table is not None or self.hosting is not None:
            if view is not None and view.phase is Phase.PLAY:
                self.drop()
            else:
                self.leave()
        self.identity.close()
        self._bury()

    def _bury(self) -> None:
        """The table process of a match that is over ends by itself, once everybody knows; here at the latest."""
        if self._ended is not None:
            self._ended.end()
            self._ended = None

    def _forget(self, end: bool = True) -> None:
        if self.table is not None:
            self.table.close()
        if self.hosting is not None and end:
            self.hosting.end()
        self.table, self.hosting, self.kept, self._wish = None, None, None, None
        self.lines, self.unread, self._notices, self._outcomes = [], [], [], []
        self._last_said, self._silent_since, self._seen = None, None, None
        self._lost_since, self._called = {}, {}
        self._seated = self.watching = self.code_changed = False


class LanLink(Relay):
    """The link of a LAN table for the table screen: polls table and process, too."""

    def __init__(self, match: LanMatch) -> None:
        if match.table is None:
            raise ValueError("there is no table to play at")
        super().__init__(match.table.link)
        self._match = match
        self._watches = not self.seats

    def poll(self, now: float) -> list[Message]:
        """What the host has to say; once a spectator has taken a seat, it is kept for the link that follows."""
        match = self._match
        messages = [*match.unread, *super().poll(now)]
        match.unread = []
        match.poll(now)
        if not (self._watches and self.seats):
            return messages
        match.unread = [m for m in messages if not (isinstance(m, News) and m.viewer is None)]
        return []

    def pause(self, paused: bool, now: float) -> None:
        """A table with others at it goes on while one looks at the settings."""

    def leave(self, seat: Seat, now: float) -> None:
        """Leave for good, with all one's people."""
        self._match.leave()

    def close(self) -> None:
        """The connection belongs to the match."""


def _free_seats(view: TableView) -> list[Seat]:
    """Those of nobody, then those of bots."""
    empty = [seat for seat, sitter in enumerate(view.seats) if sitter is None]
    return empty + [seat for seat, sitter in enumerate(view.seats) if sitter is not None and sitter.level]


def _absent(sitter: Sitter) -> Absent | None:
    if not sitter.guest and not sitter.level:
        return Absent.AWAITED
    return None if sitter.connection is Connection.HERE else Absent(str(sitter.connection))
