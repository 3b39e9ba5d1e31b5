"""A client of a LAN table: mirror of `net.table`. Sans-I/O: frames in, frames out, time as an argument.

It says HELLO again whenever the connection is new or silent, sends every order until it has its result, asks for what
is missing, and folds what it is told; `messages` are what a front end's Link gives, `view` is the table, `said` the
chat. Source: guides/reliability.md 4.3-4.7.
"""

from __future__ import annotations

from collections import deque
from dataclasses import field
from enum import StrEnum
from typing import Any

from net.build import Edition
from net.fairness import Fairness
from net.folds import Folds
from net.messages import AutoCause, AutoChanged, Message, PromptClosed, Regret, Standing, TakeBackAsked, TakeBackOver
from net.regrets import Regrets
from net.schema import ASKED_FOR, NUMBER, Phase, Told, host_kind, spec_of
from net.tableview import Person, TableView, seconds, view_of
from net.wire import PROTOCOL, TO_CLIENT, Frame, ProtocolError, heading, pack, unpack
from rules.errors import RulesError
from rules.events import Event
from rules.log import decode_all
from rules.seats import Seat
from rules.values import mutable, value
from rules.variants import variant

HELLO_EVERY = 1.0
PING_EVERY = 1.0
RESEND_AFTER = 1.0
SILENT_AFTER = 4.0
ACK_AFTER = 0.25
"""Seconds, like those above: what came is acknowledged at the latest then, or after ACK_BATCHES."""
ACK_BATCHES = 8
MOST_UNDER_WAY = 8
"""Orders sent and not yet carried out, but for those that the host asked for: all at once would look like a flood."""
MOST_REPORTS = 20
EPOCH_BITS = 20
"""An order's number begins with the epoch it was given in, so that a new process never repeats one."""


class Status(StrEnum):
    """How a client stands with its table. The last two are final."""

    CONNECTING = "connecting"
    JOINED = "joined"
    SILENT = "silent"
    REFUSED = "refused"
    ENDED = "ended"


@value
class Ticket:
    """The way back to one's seat at a table: to be kept on the disk."""

    table: str
    session: str
    token: bytes


@value
class Introduction:
    """What a client says of itself. `share_secret`: from it come its shares of all deals."""

    build: str
    rules: str
    people: tuple[Person, ...]
    share_secret: bytes
    watch: bool = False
    owner: bytes = b""
    ticket: Ticket | None = None


@value
class Said:
    """A line of chat: a text, or the number of a quick phrase (-1: none)."""

    guest: int
    name: str
    text: str
    phrase: int = -1


@value
class Notice:
    """Something happened to somebody; `code` is one of `net.schema.NOTICES`. `seat`: which one, or -1."""

    code: str
    name: str
    guest: int
    seat: int = -1


@value
class Outcome:
    """What became of an order; `code` says why not."""

    order: str
    ok: bool
    code: str


@mutable
class _Order:
    name: str
    body: dict[str, Any]
    seq: int = 0
    sent: float = field(default=-1e9)


class Client:
    """One client of one table."""

    def __init__(self, who: Introduction) -> None:
        self.who = who
        self.ticket = who.ticket
        self.status = Status.CONNECTING
        self.why = ""
        """Why it was refused or has ended, in one word of the protocol."""
        self.theirs: Edition | None = None
        """Which program a host that refused is."""
        self.view: TableView | None = None
        self.guest = 0
        self.said: deque[Said] = deque(maxlen=200)
        self.notices: list[Notice] = []
        self.outcomes: list[Outcome] = []
        self.messages: list[Message] = []
        self.standing: Standing | None = None
        self.new_code: tuple[str, int] | None = None
        """For the keeper: code and port of a table that has got a new code."""
        self.opened: dict[int, list[Event]] = {}
        """For a spectator: all events of a hand that was played before the last, by its number, when all agree."""
        self.reports: deque[str] = deque(maxlen=MOST_REPORTS)
        """The last things that were wrong with what the host said. Nobody but tests and debuggers looks."""
        self.folds = Folds()
        self.fairness = Fairness(who.share_secret)
        self.regrets = Regrets()
        self.ping = 0
        self.ack_after = ACK_AFTER
        self._epoch = 0
        self._got = 0
        self._acked = 0
        self._ack_due: float | None = None
        self._orders: list[_Order] = []
        self._next = 0
        self._out: list[bytes] = []
        self._heard = 0.0
        self._hello_at = -1e9
        self._ping_at = -1e9
        self._pinged: dict[int, float] = {}
        self._gap_at = -1e9
        self._later: dict[int, bytes] = {}
        self._unfolded: list[bytes] = []
        """Batches that have come in order: they are acknowledged first, and opened when there is time."""

    # ---- what a front end asks ------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether nothing more can come of it."""
        return self.status in (Status.REFUSED, Status.ENDED)

    @property
    def players(self) -> list[int]:
        """The players 0-3 that are its people, once the match runs."""
        if self.view is None or self.view.phase is Phase.LOBBY:
            return []
        mine = [(s.player, place) for place, s in enumerate(self.view.seats) if s is not None and s.guest == self.guest]
        return [place for _, place in sorted(mine)]

    @property
    def seats_by_player(self) -> dict[int, Seat]:
        """Where its people sit in the present hand."""
        views = {player: self.folds.views[player].seat for player in self.players if player in self.folds.views}
        return {player: seat for player, seat in views.items() if seat is not None}

    def may_take_back(self, seat: Seat) -> bool:
        """Whether the last discard of one of its people can be taken back, as far as is known here."""
        return self.regrets.may(seat, self.view, self.folds.views.values())

    def order(self, name: str, /, **body: Any) -> None:
        """Ask for something; sent until its outcome is known. Raises ProtocolError when it can never be right."""
        spec_of(name).check(body, name)
        self._orders.append(_Order(name, body))

    def has_ordered(self, name: str, /, **body: Any) -> bool:
        """Whether such an order is on its way."""
        return any(order.name == name and body.items() <= order.body.items() for order in self._orders)

    # ---- time and the transport -----------------------------------------------------------------------------------

    def connected(self, now: float) -> None:
        """The transport has a new connection: introduce oneself."""
        if not self.over:
            self._hello(now)

    def tick(self, now: float) -> None:
        """Fold what has come, and do what is due."""
        self.fold()
        if self.over:
            return
        silent = now - self._heard > SILENT_AFTER
        if self.status is Status.JOINED and silent:
            self.status = Status.SILENT
        if self.status is not Status.JOINED and now - self._hello_at >= HELLO_EVERY:
            self._hello(now)
        if self.status is Status.JOINED:
            self._send_due(now)

    def outgoing(self) -> list[bytes]:
        """The frames to send now."""
        frames, self._out = self._out, []
        return frames

    def _send_due(self, now: float) -> None:
        under_way = 0
        for order in self._orders:
            under_way += order.name not in ASKED_FOR
            may_go = order.name in ASKED_FOR or under_way <= MOST_UNDER_WAY
            if may_go and now - order.sent >= RESEND_AFTER:
                if not order.seq:
                    self._next += 1
                    order.seq = (self._epoch << EPOCH_BITS) + self._next
                order.sent = now
                self._send(order.name, order.body, order.seq)
        if now - self._ping_at >= PING_EVERY:
            self._ping_at = now
            number = len(self._pinged) + 1 if len(self._pinged) < 10 else 1
            self._pinged = {n: at for n, at in self._pinged.items() if now - at < 10}
            self._pinged[number] = now
            self._send("ping", {"n": number, "ms": min(self.ping, 3_600_000)})
        self.acknowledge(now)

    def acknowledge(self, now: float) -> None:
        """Send the acknowledgement that is due; nothing has to be folded for it."""
        if self._ack_due is not None and (now >= self._ack_due or self._got - self._acked >= ACK_BATCHES):
            self._send("ack", {})

    def _send(self, name: str, body: dict[str, Any], seq: int = 0) -> None:
        self._acked, self._ack_due = self._got, None
        self._out.append(pack(Frame(NUMBER[name], self._epoch, seq, self._got, body)))

    def _hello(self, now: float) -> None:
        self._hello_at = now
        ticket, who = self.ticket, self.who
        body = {
            "low": PROTOCOL, "high": PROTOCOL, "build": who.build, "rules": who.rules,
            "players": [{"name": p.name, "avatar": p.avatar} for p in who.people], "watch": who.watch,
            "session": ticket.session if ticket else "", "token": ticket.token if ticket else b"",
            "owner": who.owner, "have": self.folds.have(self.players),
        }  # fmt: skip
        self._out.append(pack(Frame(NUMBER["hello"], 0, 0, 0, body)))

    # ---- frames in ------------------------------------------------------------------------------------------------

    def receive(self, data: bytes, now: float) -> None:
        """One frame of the host. A broken one is dropped; what it should have said is asked for again."""
        if self.over:
            return
        try:
            kind, epoch, seq = heading(data)
            if kind == NUMBER["batch"]:
                self._batch(epoch, seq, data, now)
                return
            self.fold()
            frame = unpack(data, TO_CLIENT)
            self._take(host_kind(frame.kind, frame.body, inside=False), frame, now)
        except ProtocolError as error:
            self.reports.append(str(error))

    def _take(self, told: Told, frame: Frame, now: float) -> None:
        body = frame.body
        match told.name:
            case "welcome" if frame.epoch > self._epoch:
                self._welcome(frame, now)
            case "refuse":
                self._refused(body, now)
            case "bye" if frame.epoch == self._epoch:
                self._end(body["code"])
            case "result" if frame.epoch == self._epoch:
                self._heard = now
                self._result(frame.seq, body)
            case "pong" if frame.epoch == self._epoch:
                self._heard = now
                self._pong(body, now)

    def _welcome(self, frame: Frame, now: float) -> None:
        body = frame.body
        self.ticket = Ticket(body["table"], body["session"], body["token"])
        self.guest = body["guest"]
        self.fairness.table = body["table"]
        self._epoch, self._got, self._acked, self._ack_due = frame.epoch, 0, 0, None
        self._later.clear()
        self._heard, self._ping_at = now, -1e9
        self.status = Status.JOINED
        self.messages += self.regrets.cut_off()
        for order in self._orders:
            order.sent = -1e9

    def _refused(self, body: dict[str, Any], now: float) -> None:
        """`session`: start as somebody new; `hello`: the host does not know this connection yet; else it is final."""
        match body["code"]:
            case "session":
                self.ticket = None
                self.folds.forget()
                self._epoch = 0
                self.status = Status.CONNECTING
                self._hello(now)
            case "hello":
                if now - self._hello_at >= HELLO_EVERY / 2:
                    self._hello(now)
            case code:
                self.status, self.why = Status.REFUSED, code
                self.theirs = Edition(body["high"], body["build"], body["rules"])

    def _end(self, code: str) -> None:
        self.status, self.why = Status.ENDED, code
        if code not in ("superseded", "closed"):
            self.ticket = None

    def _result(self, seq: int, body: dict[str, Any]) -> None:
        found = next((order for order in self._orders if order.seq == seq and seq), None)
        if found is None:
            return
        self._orders.remove(found)
        self.outcomes.append(Outcome(found.name, body["ok"], body["code"]))
        if found.name == "leave" and body["ok"]:
            self._end("left")

    def _pong(self, body: dict[str, Any], now: float) -> None:
        sent = self._pinged.pop(body["n"], None)
        if sent is not None:
            self.ping = round((now - sent) * 1000)
        if body["last"] > self._got:
            self._ask_again(now)

    # ---- batches --------------------------------------------------------------------------------------------------

    def _batch(self, epoch: int, seq: int, data: bytes, now: float) -> None:
        if epoch > self._epoch and self.status is Status.JOINED and now - self._hello_at >= HELLO_EVERY:
            self._hello(now)  # the welcome of a newer epoch was lost
        if epoch != self._epoch:
            return
        self._heard = now
        if seq <= self._got:
            self._ack_due = now
            return
        if len(self._later) < 256:
            self._later[seq] = data
        while (following := self._later.pop(self._got + 1, None)) is not None:
            self._got += 1
            self._unfolded.append(following)
        if self._later:
            self._ask_again(now)
        if self._ack_due is None:
            self._ack_due = now + self.ack_after

    def _ask_again(self, now: float) -> None:
        if now - self._gap_at >= 0.5:
            self._gap_at = now
            self._send("resend", {"first": self._got + 1})

    def fold(self) -> None:
        """Open the batches and take in what they say."""
        batches, self._unfolded = self._unfolded, []
        for data in batches:
            try:
                frame = unpack(data, TO_CLIENT)
                host_kind(frame.kind, frame.body, inside=False)
            except ProtocolError as error:
                self._start_over(error)
                continue
            for number, body in frame.body["messages"]:
                self._told(number, body)

    def _told(self, number: int, body: dict[str, Any]) -> None:
        try:
            self._fold(host_kind(number, body, inside=True), body)
        except (RulesError, LookupError, ValueError, TypeError) as error:  # a host may say anything
            self._start_over(error)

    def _start_over(self, error: Exception) -> None:
        """Something was wrong, or is missing now: everything has to be told again."""
        self.reports.append(str(error))
        self.folds.forget()
        self._send("resync", {})

    def _fold(self, told: Told, body: dict[str, Any]) -> None:
        match told.name:
            case "lobby":
                self.view = view_of(body)
            case "said":
                self.said.append(Said(body["guest"], body["name"], body["text"], body["phrase"]))
                self._keep_said(body)
            case "notice":
                self.notices.append(Notice(body["code"], body["name"], body["guest"], body["seat"]))
            case "news":
                news = self.folds.take(body)
                if news is not None:
                    self.messages.append(news)
            case "prompt":
                prompt = self.folds.prompt(body)
                if not self.has_ordered("answer", prompt=prompt.id):
                    self.messages.append(prompt)
            case "closed":
                self.messages.append(PromptClosed(body["id"], body["seat"]))
            case "opened":
                log = self.opened.setdefault(body["hand"], [])
                log += decode_all(body["events"])[len(log) - body["first"] :]
                self.opened = {body["hand"]: log}
            case "new_code":
                self.new_code = body["code"], body["port"]
            case "auto_changed":
                self.messages.append(AutoChanged(body["seat"], AutoCause(body["cause"])))
            case "standing":
                self.standing = _standing(body)
                self.messages.append(self.standing)
            case "take_back_asked":
                others, left = tuple(body["others"]), body["left"] / 1000
                question = TakeBackAsked(body["id"], body["seat"], others, left)
                self.messages.append(self.regrets.asked(question, self.folds.views.values()))
            case "take_back_over":
                by = None if body["by"] < 0 else body["by"]
                if body["outcome"] == Regret.TAKEN:
                    self.folds.take_back(body["seat"])
                self.messages.append(self.regrets.over(TakeBackOver(body["seat"], Regret(body["outcome"]), by)))
            case _:
                self._fair(told, body)

    def _keep_said(self, body: dict[str, Any]) -> None:
        """What is said belongs to one's own record of the hand, also when that is over."""
        if self.view is not None and self.view.phase is not Phase.LOBBY:
            self.folds.heard(min(self.view.seats_of(body["guest"]), default=-1), body)
            self.fairness.keep_again([*self.folds.views.values()])

    def _fair(self, told: Told, body: dict[str, Any]) -> None:
        player = self.players[0] if self.players else -1
        match told.name:
            case "shuffle":
                digest = self.fairness.promised(body["hand"], body["digest"], player)
                if player >= 0:
                    self.order("share_commit", hand=body["hand"], digest=digest)
            case "commitments":
                share = self.fairness.committed(body["hand"], body["digests"])
                if share:
                    self.order("share", hand=body["hand"], share=share)
            case "proof" if self.view is not None:
                self.fairness.proved(body, variant(self.view.settings.variant), list(self.folds.views.values()))


def _standing(body: dict[str, Any]) -> Standing:
    totals, players, ready = tuple(body["totals"]), tuple(body["players"]), tuple(body["ready"])
    return Standing(body["hands"], body["rounds"], totals, players, ready, body["over"], seconds(body["left"]))
