"""One client's session at the host: who it is, what it has been told and has acknowledged, how much it may ask.

A session is a CURVE key and a token; a routing id is only where its present connection ends.
Source: guides/reliability.md 4.4, 4.5, 4.10.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import field
from hashlib import sha256
from typing import Any

import msgpack

from net.schema import NUMBER, Connection, Role
from net.tableview import Person
from net.wire import PROTOCOL, packed
from rules.values import mutable

KEPT_RESULTS = 64
PAD = 256
"""Bytes: the length of every batch is a multiple of it."""
MAX_WAITING = 512
"""Frames that a client may leave unacknowledged before the host stops and starts afresh with a snapshot."""
MAX_BATCH = 24 * 1024
"""Bytes of messages in one batch, unless a single one is longer."""
TOKENS_KEPT = 4

Body = dict[str, Any]


class Bucket:
    """So many a second, so many at once."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left = burst
        self._at: float | None = None

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Take some; False when there is not enough, and then nothing is taken."""
        if self._at is not None:
            self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def give_back(self) -> None:
        """The last one taken was asked for, and does not count."""
        self._left = min(self.burst, self._left + 1)


@mutable
class Limits:
    """What one session may send: guides/reliability.md 4.10."""

    frames: Bucket = field(default_factory=lambda: Bucket(20, 60))
    size: Bucket = field(default_factory=lambda: Bucket(16 * 1024, 64 * 1024))
    orders: Bucket = field(default_factory=lambda: Bucket(5, 20))
    chat: Bucket = field(default_factory=lambda: Bucket(1, 5))
    snapshots: Bucket = field(default_factory=lambda: Bucket(0.5, 2))
    resends: Bucket = field(default_factory=lambda: Bucket(2, 4))
    invalid: Bucket = field(default_factory=lambda: Bucket(5 / 60, 5))
    dropped: int = 0
    """Frames over the limit and not made good since; too many of them end the session."""


class Stream:
    """The numbered batches to one client within one epoch; kept until acknowledged."""

    def __init__(self) -> None:
        self.last = 0
        self._waiting: list[bytes] = []
        self._kept: deque[tuple[int, bytes]] = deque()

    def add(self, name: str, body: Body) -> None:
        """Something to tell with the next batch."""
        self._waiting.append(packed([NUMBER[name], body]))

    def add_events(self, heading: Body, events: Sequence[bytes]) -> None:
        """News to tell with the next batch: `heading` without its events, which are packed already."""
        fields = packed(heading)[1:]  # without the byte that says how many
        self._waiting.append(b"".join([_NEWS, _map(len(heading) + 1), fields, _EVENTS, _array(len(events)), *events]))

    @property
    def has_news(self) -> bool:
        """Whether something waits to be told."""
        return bool(self._waiting)

    @property
    def behind(self) -> bool:
        """Whether the client has left too much unacknowledged."""
        return len(self._kept) > MAX_WAITING

    @property
    def acknowledged(self) -> bool:
        """Whether the client has everything."""
        return not self._kept and not self._waiting

    def flush(self, epoch: int) -> list[bytes]:
        """The next batches, padded so that their lengths tell little."""
        frames = []
        for messages in _pieces(self._waiting):
            self.last += 1
            data = _padded(epoch, self.last, messages)
            self._kept.append((self.last, data))
            frames.append(data)
        self._waiting = []
        return frames

    def acknowledge(self, seq: int) -> None:
        """The client has everything up to this number."""
        while self._kept and self._kept[0][0] <= seq:
            self._kept.popleft()

    def again(self, first: int) -> list[bytes]:
        """The batches from this number on, as many as may be sent at once."""
        return [data for seq, data in self._kept if seq >= first][:32]


def _pieces(messages: list[bytes]) -> Iterator[list[bytes]]:
    """Messages, each encoded already, in batches of bounded size."""
    piece: list[bytes] = []
    size = 0
    for message in messages:
        if piece and (size + len(message) > MAX_BATCH or len(piece) >= 200):
            yield piece
            piece, size = [], 0
        piece.append(message)
        size += len(message)
    if piece:
        yield piece


def _padded(epoch: int, seq: int, messages: list[bytes]) -> bytes:
    """The frame of a batch, put together from what is encoded: as long as a multiple of PAD."""
    envelope = packed([PROTOCOL, NUMBER["batch"], epoch, seq, 0])
    parts = [_array(6), envelope[1:], _map(2), _MESSAGES, _array(len(messages)), *messages, _PAD]
    short = -(sum(map(len, parts)) + len(packed(b""))) % PAD
    return b"".join([*parts, packed(bytes(short))])


_heads = msgpack.Packer()
_array, _map = _heads.pack_array_header, _heads.pack_map_header
_MESSAGES, _PAD, _EVENTS = packed("messages"), packed("pad"), packed("events")
_NEWS = _array(2) + packed(NUMBER["news"])


def token_hash(token: bytes) -> str:
    """What the host keeps of a token."""
    return sha256(b"sifang token" + token).hexdigest()


@mutable
class Session:
    """A client. `peer` is None while no connection is proven to be its own."""

    id: str
    guest: int
    key: str
    people: list[Person]
    owner: bool = False
    watching: bool = False
    epoch: int = 0
    tokens: list[str] = field(default_factory=list)
    peer: bytes | None = None
    connection: Connection = Connection.HERE
    ready: bool = False
    opens: bool = False
    """Whether spectators may see its people's hands, a deal later."""
    helps: bool = False
    """Whether one looks at waits and other helps there."""
    heard: float = 0.0
    lost_at: float = 0.0
    away: bool = False
    """Whether it has said that it is away (暂离); that ends when it says so, not when it is heard of."""
    away_total: float = 0.0
    """Seconds for which others have waited for it."""
    ping: int = 0
    stream: Stream = field(default_factory=Stream)
    limits: Limits = field(default_factory=Limits)
    results: dict[int, tuple[bool, str]] = field(default_factory=dict)
    knows_end: bool = False
    """Whether it has taken in that the match is over, and how."""
    players: list[int] = field(default_factory=list)
    """The players 0-3 that are this client's people, once the match runs; in the lobby, the seats are the lobby's."""

    @property
    def name(self) -> str:
        """What it is called in notices."""
        return self.people[0].name if self.people else ""

    @property
    def here(self) -> bool:
        """Whether a living connection leads to it."""
        return self.peer is not None and self.connection in (Connection.HERE, Connection.AWAY)

    def begin_epoch(self, token: bytes) -> None:
        """Everything will be told anew. The tokens before stay good until the client has shown that it has this one."""
        self.epoch += 1
        self.stream = Stream()
        self.tokens = [*self.tokens, token_hash(token)][-TOKENS_KEPT:]

    def knows(self, key: str, token: bytes) -> bool:
        """Whether somebody is this session: key and token."""
        return key == self.key and token_hash(token) in self.tokens

    def remember(self, seq: int, ok: bool, code: str) -> None:
        """Keep what became of an order, for when it comes again."""
        self.results[seq] = (ok, code)
        for old in sorted(self.results)[:-KEPT_RESULTS]:
            del self.results[old]

    def is_old(self, seq: int) -> bool:
        """Whether an order lies so far back that its result is not kept any more."""
        return len(self.results) >= KEPT_RESULTS and seq < min(self.results)

    def data(self) -> dict[str, Any]:
        """What a restart needs."""
        return {
            "id": self.id, "guest": self.guest, "key": self.key, "owner": self.owner, "watching": self.watching,
            "epoch": self.epoch, "tokens": self.tokens, "people": [[p.name, p.avatar] for p in self.people],
            "players": self.players, "ready": self.ready, "opens": self.opens, "helps": self.helps, "away": self.away,
            "away_total": self.away_total, "bot": self.connection is Connection.BOT,
            "knows_end": self.knows_end,
        }  # fmt: skip

    @classmethod
    def of(cls, data: dict[str, Any]) -> Session:
        """A session from before a restart; nobody has heard of it yet."""
        people = [Person(name, avatar) for name, avatar in data["people"]]
        session = cls(data["id"], data["guest"], data["key"], people, data["owner"], data["watching"])
        session.epoch, session.tokens, session.players = data["epoch"], data["tokens"], data["players"]
        session.ready, session.opens, session.helps = data["ready"], data["opens"], data.get("helps", False)
        session.away, session.away_total = data["away"], data["away_total"]
        session.knows_end = bool(data.get("knows_end", False))
        session.connection = Connection.BOT if data["bot"] else Connection.LOST
        return session


def role_of(session: Session, seated: bool) -> Role:
    """What a session is at the table."""
    if session.watching:
        return Role.SPECTATOR
    return Role.PLAYER if seated else Role.GUEST
