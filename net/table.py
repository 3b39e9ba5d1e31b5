"""A LAN table at its host: sessions, what each may ask, what everybody is told, what a restart needs. Sans-I/O.

`receive` takes a frame of a peer whose CURVE key the transport has proved, `tick` lets time pass, `outgoing` gives the
frames to send. While `dirty`, `net.restart.table_state` must be on the disk before them (persist, then publish).
Source: guides/architecture.md 2.14, guides/reliability.md 4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from net.absence import Absence
from net.entrants import Entrant
from net.lobby import Lobby, Names, sitters
from net.orders import ORDERS, Refused
from net.play import Play
from net.reception import NO_HAVE, Reception
from net.recording import Book
from net.schema import ASKED_FOR, NUMBER, Connection, Kind, Phase, Role, client_kind
from net.session import Body, Session, role_of
from net.tableview import GuestView, TableSettings, TableView, view_data
from net.wire import PROTOCOL, TO_HOST, Frame, ProtocolError, pack, unpack
from rules.bots import Chooser
from rules.match import Match, MatchSettings
from rules.values import value
from rules.variants import variant

MAX_HELLO = 1024
"""Bytes of a first frame: 512 for one person, and room for the names of three more at the same computer."""
MOST_DROPPED = 500
"""Frames over the limits, after which a session ends."""


@value
class Tools:
    """What a table needs from outside: secrets of n bytes, chance, a book for a match, and who it is for others."""

    secret: Callable[[int], bytes]
    chance: Chooser
    open_book: Callable[[MatchSettings, Sequence[Entrant]], Book]
    build: str
    rules: str
    bot_names: tuple[str, ...] = ("小满", "梅娘", "陈伯", "阿桂")


@value
class TableOptions:
    """How a table begins. `wait`: so many clients seated and ready start it by itself; 0: only the owner does.

    `bots`: the level that fills other seats then. `seed`: it alone decides every wall, and the chance of bots and
    windows; None: clients add to each deal. `owner`: whoever shows these bytes keeps the table; b'': the first guest.
    """

    name: str
    settings: TableSettings
    wait: int = 4
    bots: str = ""
    seed: bytes | None = None
    owner: bytes = b""


class Table:
    """One table and everybody connected to it."""

    def __init__(self, table_id: str, options: TableOptions, tools: Tools) -> None:
        self.id = table_id
        self.options = options
        self.settings = options.settings
        self.tools = tools
        self.lobby = Lobby()
        self.play: Play | None = None
        self.sessions: dict[int, Session] = {}
        self._names = Names(self.sessions, tools.bot_names)
        self.banned: set[str] = set()
        self.gone: dict[int, Connection] = {}
        """The players who have left a match for good, or were sent away."""
        self.banned_frames = 0
        self.dirty = True
        self.next_guest = 1
        self.was_held = False
        """Whether somebody had stopped the clocks when the process before this one died."""
        self.wants_code = False
        """Whether the keeper wants a new join code: that is the business of whoever has the sockets."""
        self.wants_end = False
        """Whether the keeper wants the table to end, which is their business, too."""
        self._peers: dict[bytes, int] = {}
        self._direct: list[tuple[bytes, bytes]] = []
        self._changed = True
        self._shown: tuple[object, ...] = ()
        self._disk_refuses = False
        self.absence = Absence(self)
        self.reception = Reception(self)

    # ---- what its process and its parts ask ----------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """How far the table is."""
        if self.play is None:
            return Phase.LOBBY
        return Phase.OVER if self.play.host.over else Phase.PLAY

    @property
    def free_seats(self) -> int:
        """Seats for newcomers: empty, or a bot's, which gives way; in a match, those of people who are awaited."""
        if self.play is not None:
            return len(self.reception.awaited)
        return sum(at is None or not at.guest for at in self.lobby.seats)

    @property
    def keeper(self) -> int:
        """The guest that keeps the table; 0: nobody is there."""
        owners = [s.guest for s in self.sessions.values() if s.owner]
        if self.options.owner or owners:
            return min(owners, default=0)
        return min(self.sessions, default=0)

    @property
    def all_acknowledged(self) -> bool:
        """Whether everybody who is here has everything."""
        return all(not s.here or s.stream.acknowledged for s in self.sessions.values())

    def view(self) -> TableView:
        """The table as everybody may know it."""
        seats = self.play.sitters() if self.play is not None else sitters(self.lobby, self.sessions, self._names)
        guests = tuple(
            GuestView(s.guest, tuple(p.name for p in s.people), self.role(s), s.connection)
            for s in self.sessions.values()
        )
        host = self.play.host if self.play is not None else None
        return TableView(
            self.options.name, self.phase, self.settings, seats, guests, self.keeper,
            host is not None and host.paused, self.options.seed is None,
            tuple(host.match.players) if host is not None else (0, 1, 2, 3),
        )  # fmt: skip

    def role(self, session: Session) -> Role:
        """What a session is."""
        seated = bool(session.players) if self.play is not None else bool(self.lobby.seats_of(session.guest))
        return role_of(session, seated)

    # ---- frames in ------------------------------------------------------------------------------------------------

    def receive(self, peer: bytes, key: str, data: bytes, now: float) -> None:
        """One frame of a peer with this proven key. Whatever it is: no error, and no effect unless all is right."""
        if key in self.banned:
            self.banned_frames += 1
            return
        session = self.session_of(peer, key)
        if session is None and len(data) > MAX_HELLO:
            return
        try:
            if session is not None and not self._may_send(session, len(data), now):
                return
            frame = unpack(data, TO_HOST)
            kind = client_kind(frame.kind, frame.body)
            if kind.phases is None:
                self.reception.hello(peer, key, frame.body, now)
            elif session is None:
                self.refuse(peer, "hello")
            elif frame.epoch == session.epoch:
                self._from_session(session, kind, frame, now)
        except ProtocolError:
            if session is not None and not session.limits.invalid.take(now):
                self.evict(session, "invalid", now)

    def session_of(self, peer: bytes, key: str) -> Session | None:
        """Whose connection this is."""
        session = self.sessions.get(self._peers.get(peer, 0))
        return session if session is not None and session.key == key and session.peer == peer else None

    def _may_send(self, session: Session, size: int, now: float) -> bool:
        limits = session.limits
        if limits.frames.take(now) and limits.size.take(now, size):
            limits.dropped = max(0, limits.dropped - 1)
            return True
        limits.dropped += 1
        if limits.dropped > MOST_DROPPED:
            self.evict(session, "flood", now)
        return False

    def _from_session(self, session: Session, kind: Kind, frame: Frame, now: float) -> None:
        session.heard = now
        session.stream.acknowledge(frame.ack)
        if len(session.tokens) > 1:
            session.tokens = session.tokens[-1:]
            self.dirty = True
        if session.connection in (Connection.LOST, Connection.BOT):
            self.absence.returned(session, now)
        if session.stream.behind:
            self.snapshot(session, NO_HAVE)
        if kind.order:
            self._order(session, kind, frame, now)
        else:
            self._service(session, kind, frame, now)

    def _service(self, session: Session, kind: Kind, frame: Frame, now: float) -> None:
        peer = session.peer or b""
        match kind.name:
            case "ping":
                session.ping = frame.body["ms"]
                if self.play is not None:
                    self.play.allow_for(session)
                self._send(session, "pong", {"n": frame.body["n"], "last": session.stream.last})
            case "resend" if session.limits.resends.take(now):
                self._direct += [(peer, data) for data in session.stream.again(frame.body["first"])]
            case "resync" if session.limits.snapshots.take(now):
                self.snapshot(session, NO_HAVE)

    def _order(self, session: Session, kind: Kind, frame: Frame, now: float) -> None:
        seq = frame.seq
        if seq in session.results:
            self._send(session, "result", dict(zip(("ok", "code"), session.results[seq], strict=True)), seq)
            return
        if seq == 0 or session.is_old(seq):
            return
        bucket = session.limits.chat if kind.name in ("chat", "phrase") else session.limits.orders
        if not bucket.take(now):
            return
        code = self._do(session, kind, frame.body, now)
        session.remember(seq, code == "", code)
        if code == "" and kind.name in ASKED_FOR:
            bucket.give_back()
            session.limits.frames.give_back()
        self._send(session, "result", {"ok": code == "", "code": code}, seq)

    def _do(self, session: Session, kind: Kind, body: Body, now: float) -> str:
        if not kind.allowed(self.role(session), self.phase, session.guest == self.keeper):
            return "not_now" if kind.phases is not None and self.phase not in kind.phases else "not_yours"
        try:
            ORDERS[kind.name](self, session, body, now)
        except Refused as refused:
            return refused.code
        return ""

    # ---- sessions -------------------------------------------------------------------------------------------------

    def bind(self, session: Session, peer: bytes, now: float) -> None:
        """The newest proven connection is the session's; the one before is told, and its frames are ignored."""
        if session.peer is not None and session.peer != peer:
            self._send(session, "bye", {"code": "superseded"})
            self._peers.pop(session.peer, None)
        session.peer = peer
        self._peers[peer] = session.guest
        session.heard = now
        if session.connection is not Connection.HERE:
            self.absence.returned(session, now)

    def snapshot(self, session: Session, have: Body) -> None:
        """Begin a new epoch: the welcome, the table, and the hand from what the client knows on."""
        session.begin_epoch(token := self.tools.secret(16))
        self.dirty = True
        self._send(
            session, "welcome",
            {
                "version": PROTOCOL, "build": self.tools.build, "session": session.id, "token": token,
                "guest": session.guest, "owner": session.owner, "table": self.id,
            },
        )  # fmt: skip
        session.stream.add("lobby", view_data(self.view()))
        if self.play is not None:
            self.play.attach(session, have)

    def dismiss(self, session: Session, code: str) -> None:
        """A session ends: left, kicked, invalid, flood."""
        self._send(session, "bye", {"code": code})
        if self.play is not None:
            self.play.detach(session)
            self.play.sessions.pop(session.guest, None)
        else:
            self.lobby.gone(session.guest)
        if session.peer is not None:
            self._peers.pop(session.peer, None)
        self.sessions.pop(session.guest, None)
        self.changed()

    def close(self) -> None:
        """The table ends on purpose: all who are here are told. They may come back when it is taken up again."""
        for session in self.sessions.values():
            self._send(session, "bye", {"code": "closed"})

    def evict(self, session: Session, code: str, now: float) -> None:
        """Throw out whoever breaks the protocol; its key does not come in again."""
        self.banned.add(session.key)
        if self.play is not None:
            self.play.leave(session, now, willing=False)
        self.notice("kicked", session)
        self.dismiss(session, code)

    def notice(self, code: str, session: Session, seat: int = -1) -> None:
        """Tell everybody that something happened to somebody."""
        body = {"code": code, "name": session.name, "guest": session.guest, "seat": seat}
        self.tell("notice", body)
        self.changed()

    def tell(self, name: str, body: Body) -> None:
        """Tell everybody."""
        for session in self.sessions.values():
            if not session.stream.behind:
                session.stream.add(name, body)

    def tell_code(self, code: str, port: int) -> None:
        """The keeper learns how newcomers join from now on."""
        for session in self.sessions.values():
            if session.guest == self.keeper:
                session.stream.add("new_code", {"code": code, "port": port})
                self.notice("new_code", session)

    def knows(self, key: str) -> bool:
        """Whether this CURVE key belongs to somebody at the table."""
        return any(session.key == key for session in self.sessions.values())

    def changed(self) -> None:
        """The table is not what it was: everybody gets it again, and the disk too."""
        self._changed = self.dirty = True

    # ---- the match ------------------------------------------------------------------------------------------------

    def start(self, now: float) -> None:
        """Begin the match with those who sit. Raises Refused when it cannot be written down."""
        seed = self.options.seed or self.tools.secret(32)
        first = min(self.lobby.seats_of(self.keeper), default=0)
        settings = self.settings
        what = MatchSettings(settings.variant, settings.options, settings.length, seed, first)
        seats = self.lobby.seats
        entrants = self.lobby.entrants(self._names.of)
        try:
            book = self.tools.open_book(what, entrants)
        except OSError as error:
            self._tell_disk(True)
            raise Refused("disk") from error
        for session in self.sessions.values():
            mine = sorted((at.player, seat) for seat, at in enumerate(seats) if at and at.guest == session.guest)
            session.people = [session.people[person] for person, _ in mine] or session.people
            session.players = [seat for _, seat in mine]
            session.watching = not mine
        match = Match(what, variant(what.variant))
        play = self.seat_at(match, entrants, book)
        self.tell("lobby", view_data(self.view()))  # who plays must be known before anything else
        for session in self.sessions.values():
            play.attach(session, NO_HAVE)
        play.start(now)
        self.changed()

    def seat_at(self, match: Match, entrants: Sequence[Entrant], book: Book) -> Play:
        """The match that is played from now on."""
        fair = self.options.seed is None
        self.play = Play(match, entrants, self.settings, self.tools.chance, book, self.id, fair)
        self.play.sessions, self.play.gone = self.sessions, self.gone
        return self.play

    # ---- time -----------------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Do what is due."""
        self.absence.tick(now)
        self._changed |= self.absence.take_new_pings(now)
        if self.play is None and self.options.wait and self._may_start():
            self.lobby.fill(self.options.bots)
            with suppress(Refused):
                self.start(now)
        if self.play is not None:
            self.play.tick(now)
            self.play.pump(now)
            self._tell_disk(self.play.refused_by_disk)
            shown = (self.phase, tuple(self.play.host.match.players), self.play.host.paused)
            if shown != self._shown:
                self._shown = shown
                self.changed()

    def _tell_disk(self, refuses: bool) -> None:
        """Everybody learns why the table stands still, and when it goes on."""
        if refuses is not self._disk_refuses:
            self._disk_refuses = refuses
            code = "disk" if refuses else "disk_back"
            self.tell("notice", {"code": code, "name": "", "guest": 0, "seat": -1})
            self.changed()

    def _may_start(self) -> bool:
        clients = [self.sessions[guest] for guest in self.lobby.guests]
        ready = len(clients) >= self.options.wait and all(s.ready and s.here for s in clients)
        return ready and (self.lobby.full or bool(self.options.bots))

    def next_due(self, now: float) -> float:
        """When `tick` has something to do at the latest."""
        play = self.play.next_due() if self.play is not None else None
        return min(now + 0.5, play if play is not None else now + 0.5)

    # ---- frames out -----------------------------------------------------------------------------------------------

    def outgoing(self) -> list[tuple[bytes, bytes]]:
        """The frames to send now. Nobody gets one for what concerns others alone: not even its coming may tell."""
        if self._changed:
            self._changed = False
            self.tell("lobby", view_data(self.view()))
        for session in self.sessions.values():
            if session.here and session.peer is not None and session.stream.has_news and not session.stream.behind:
                self._direct += [(session.peer, data) for data in session.stream.flush(session.epoch)]
        frames, self._direct = self._direct, []
        return frames

    def _send(self, session: Session, name: str, body: Body, seq: int = 0) -> None:
        if session.peer is not None:
            self._direct.append((session.peer, pack(Frame(NUMBER[name], session.epoch, seq, 0, body))))

    def refuse(self, peer: bytes, code: str) -> None:
        """Tell a connection why it has no session."""
        body = {
            "code": code, "low": PROTOCOL, "high": PROTOCOL, "build": self.tools.build, "rules": self.tools.rules
        }  # fmt: skip
        self._direct.append((peer, pack(Frame(NUMBER["refuse"], 0, 0, 0, body))))
