"""A table and its clients in one thread: simulated time and network, everything decided by a seed.

Frames travel between the sans-I/O cores with delay, loss, duplication and reordering; hosts and clients can be killed
and come back. The only clock is `now`.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from net.client import Client, Introduction, Ticket
from net.entrants import Entrant
from net.journal import Record
from net.recording import TAKE_BACK
from net.restart import restore, restore_match, table_state
from net.robot import Robot
from net.table import Table, TableOptions, Tools
from net.tableview import Person, TableSettings
from net.timers import Timers
from rules.bots import LEVELS, seeded_chooser
from rules.events import Event, RoundStarted
from rules.match import Length, LengthUnit, MatchSettings

RULES = "rules-hash"
STEP = 0.01


@dataclass(slots=True)
class MemoryBook:
    """A journal in memory, that outlives its host."""

    settings: MatchSettings | None = None
    entrants: tuple[Entrant, ...] = ()
    events: list[Event] = field(default_factory=list)
    notes: list[dict[str, Any]] = field(default_factory=list)

    def __call__(self, events: Sequence[Event]) -> None:
        self.events += events

    def note(self, kind: str, sync: bool = True, **data: Any) -> None:
        self.notes.append({"n": kind} | data)
        if kind == TAKE_BACK and data["taken"]:
            begun = max(n for n, event in enumerate(self.events) if isinstance(event, RoundStarted))
            del self.events[begun + data["at"] :]

    @property
    def deals(self) -> list[dict[str, Any]]:
        """The notes about fair deals."""
        return [note for note in self.notes if note["n"] == "fair"]

    def record(self) -> Record:
        assert self.settings is not None
        hands: list[list[Event]] = []
        for event in self.events:
            if isinstance(event, RoundStarted):
                hands.append([])
            hands[-1].append(event)
        return Record(self.settings, self.entrants, tuple(map(tuple, hands)), False, tuple(self.notes))


@dataclass(slots=True, frozen=True)
class Weather:
    """The network: seconds there, jitter, and chances in a thousand to lose or double a frame."""

    delay: float = 0.001
    jitter: float = 0.0
    loss: int = 0
    double: int = 0


CLEAR = Weather()


def settings(key: str = "sichuan", hands: int = 1, **changes: Any) -> TableSettings:
    """A quick table: no pause anywhere unless asked for."""
    timers = changes.pop("timers", Timers(turn=20.0, claim=10.0, choice=20.0, between=None, pace=0.0))
    return TableSettings(key, (), Length(LengthUnit.HANDS, hands), timers, **changes)


class World:
    """One table, some clients. `tap` sees every frame that arrives anywhere."""

    def __init__(self, seed: int = 1, clients: int = 4, weather: Weather = CLEAR, **options: Any) -> None:
        self.now = 0.0
        self.weather = weather
        self.chance = seeded_chooser(b"world", seed)
        self.book = MemoryBook()
        self.agree = bool(options.pop("bots_agree", False))
        self.options = TableOptions("test", options.pop("settings", None) or settings(), **options)
        self.table = self.new_table()
        self.state = table_state(self.table)
        self.robots: list[Robot] = []
        self.up: list[bool] = []
        self.peers: list[bytes] = []
        self.down_until: dict[int, float] = {}
        self.taps: list[Callable[[int, bytes], None]] = []
        self.host_up = True
        self._line: list[tuple[float, int, str, int, bytes, bytes]] = []
        self._count = 0
        for _ in range(clients):
            self.add_client()

    # ---- who is there ---------------------------------------------------------------------------------------------

    def secret(self, count: int) -> bytes:
        return bytes(self.chance(256) for _ in range(count))

    def open_book(self, what: MatchSettings, entrants: Sequence[Entrant]) -> MemoryBook:
        self.book.settings, self.book.entrants = what, tuple(entrants)
        return self.book

    def new_table(self) -> Table:
        tools = Tools(self.secret, self.chance, self.open_book, "0.1", RULES)
        return Table("a" * 32, self.options, tools)

    def add_client(self, watch: bool = False, people: int = 1) -> Robot:
        number = len(self.robots)
        names = tuple(Person(f"P{number}{'abcd'[i]}") for i in range(people))
        client = Client(Introduction("0.1", RULES, names, self.secret(32), watch))
        robot = Robot(client, LEVELS["uniform"], self.chance, agrees=self.agree)
        self.robots.append(robot)
        self.up.append(True)
        self.peers.append(self.secret(5))
        client.connected(self.now)
        return robot

    def key(self, number: int) -> str:
        return f"key-{number}"

    def kill_client(self, number: int, away: float = 0.0) -> None:
        """The client's process dies; a new one with its ticket comes after so many seconds."""
        old = self.robots[number].client
        who = old.who
        ticket = old.ticket
        self.robots[number] = self.reborn(who, ticket)
        self.up[number] = False
        self.peers[number] = self.secret(5)
        self.down_until[number] = self.now + away

    def reborn(self, who: Introduction, ticket: Ticket | None) -> Robot:
        fresh = Introduction(who.build, who.rules, who.people, who.share_secret, who.watch, who.owner, ticket)
        return Robot(Client(fresh), LEVELS["uniform"], self.chance, agrees=self.agree)

    def cut(self, number: int, seconds: float) -> None:
        """The cable is out."""
        self.up[number] = False
        self.down_until[number] = self.now + seconds

    def kill_host(self) -> None:
        """The table process dies and another one starts from what was written down."""
        self.table = self.new_table()
        restore(self.table, self.state)
        if self.book.settings is not None:
            restore_match(self.table, self.book.record(), self.book, self.now)
        self._line.clear()
        self.peers = [self.secret(5) for _ in self.peers]
        for number, robot in enumerate(self.robots):
            if self.up[number]:
                robot.client.connected(self.now)

    # ---- time -----------------------------------------------------------------------------------------------------

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False, act: bool = True) -> None:
        end = self.now + seconds
        while self.now < end and not until():
            self.step(act)

    def step(self, act: bool = True) -> None:
        self.now += STEP
        for number, at in list(self.down_until.items()):
            if self.now >= at:
                del self.down_until[number]
                self.up[number] = True
                self.peers[number] = self.secret(5)
                self.robots[number].client.connected(self.now)
        self._deliver()
        for number, robot in enumerate(self.robots):
            robot.client.tick(self.now)
            if act:
                robot.act(self.now)
                robot.client.tick(self.now)
            for frame in robot.client.outgoing():
                if self.up[number]:
                    self._post("host", number, self.peers[number], frame)
        self.table.tick(self.now)
        self.publish()

    def publish(self) -> None:
        if self.table.dirty:
            self.state, self.table.dirty = table_state(self.table), False
        for peer, frame in self.table.outgoing():
            if peer in self.peers and self.up[self.peers.index(peer)]:
                self._post("client", self.peers.index(peer), peer, frame)

    def _post(self, side: str, number: int, peer: bytes, frame: bytes) -> None:
        weather = self.weather
        if weather.loss and self.chance(1000) < weather.loss:
            return
        copies = 1 + (weather.double > 0 and self.chance(1000) < weather.double)
        for _ in range(copies):
            self._count += 1
            late = weather.jitter * self.chance(1000) / 1000 if weather.jitter else 0.0
            at = self.now + weather.delay + late
            heapq.heappush(self._line, (at, self._count, side, number, peer, frame))

    def _deliver(self) -> None:
        while self._line and self._line[0][0] <= self.now:
            _, _, side, number, peer, frame = heapq.heappop(self._line)
            if self.peers[number] != peer or not self.up[number]:
                continue
            if side == "host":
                self.table.receive(peer, self.key(number), frame, self.now)
            else:
                for tap in self.taps:
                    tap(number, frame)
                self.robots[number].client.receive(frame, self.now)

    # ---- questions ------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.table.play is not None and self.table.play.host.over

    def play_out(self, limit: float = 600.0) -> None:
        self.run(limit, lambda: self.over)
        assert self.over, f"not over after {limit} simulated seconds"
        self.run(3.0)
