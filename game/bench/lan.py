"""The LAN: an event to three clients and acknowledged, coming back to a match, and sixteen tables at once.

Everything runs on this machine, over loopback, with clients in processes of their own.
Source: guides/performance.md (ZeroMQ), guides/reliability.md G15 and G17.
"""

from __future__ import annotations

import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median, quantiles
from typing import Any, Final

from game.bench import peers
from game.bench.lanload import capacity
from game.bench.lantables import coming_back
from game.bench.measure import Comparison, Effort, Findings, Goal, Measurement, compared, spread
from game.bench.start import HOME
from net.build import rules_hash
from net.codes import OPEN_CODE
from net.entrants import Entrant
from net.play import Play
from net.prompts import prompt_id
from net.session import Limits
from net.table import Table, TableOptions, Tools
from net.tableview import TableSettings
from net.timers import Timers
from net.zmq_host import Front
from rules.events import Event
from rules.match import Length, LengthUnit, MatchSettings
from rules.variants import ORDER

SEATS: Final = ("0,1", "2", "3")
BARE: Final = "a bare ROUTER and three DEALERs under CURVE"
MESSAGE = bytes(512)
"""As long as most of our frames, which are padded to steps of 256 bytes."""
STUCK = 20.0
BREATH = 1 / 50
"""Seconds of rest before each message, of ours and of the bare loop alike: more than a frame of a client. At a table
no decision follows another faster than a claim window; without the rest the figure tells how fast three clients draw
the event before."""


def measure(effort: Effort) -> Findings:
    """All three."""
    return Findings((*_events(effort), coming_back(effort), *capacity(effort)))


# ---- an event to three clients --------------------------------------------------------------------------------------


def _events(effort: Effort) -> Iterator[Measurement]:
    """Rounds of ours and of the bare loop by turns. Nothing waits for a disk here.

    The clock runs from the moment the event is written down (and may be told) until three acknowledgements are in.
    """
    many = max(1, effort.hands // 100)
    with _Hosted() as ours, _BareLoop() as bare:
        ours.times(many)
        bare.times(many)
        rounds = [(ours.times(many), bare.times(many)) for _ in range(effort.rounds)]
    figures = spread([median(times) for times, _ in rounds])
    others = spread([median(times) for _, times in rounds])
    yield Measurement(
        "event to 3 clients, acknowledged", "us", figures, (compared(BARE, figures, others, Goal(2, at_most=True)),)
    )
    slowest = spread([_p99(times) for times, _ in rounds])
    beside = Comparison("its median", Goal(3, at_most=True), figures, slowest.middle / figures.middle)
    other = compared(f"p99 of {BARE}", slowest, spread([_p99(times) for _, times in rounds]))
    yield Measurement("event to 3 clients, acknowledged, p99", "us", slowest, (beside, other))


def _p99(times: Sequence[float]) -> float:
    return quantiles(times, n=100, method="inclusive")[-1] if len(times) > 1 else times[0]


class _Book:
    """What a host writes is let go; `at`: when that was."""

    at = 0.0

    def __call__(self, events: Sequence[Event]) -> None:
        """Take events."""
        self.at = time.perf_counter()

    def note(self, kind: str, sync: bool = True, **data: Any) -> None:
        """Take a note."""


class _Hosted:
    """A table of four people at three clients; it decides for them, so that nothing but the event is measured."""

    def __init__(self) -> None:
        settings = TableSettings(ORDER[0], (), Length(LengthUnit.HANDS, 999), Timers())
        tools = Tools(secrets.token_bytes, secrets.randbelow, self._open_book, "bench", rules_hash())
        options = TableOptions("bench", settings, len(SEATS), seed=b"bench-lan-events")
        self._book = _Book()
        self._heard_at = 0.0
        self._table = Table(secrets.token_hex(16), options, tools)
        self._front = Front(OPEN_CODE, 0)
        self._peers = [_peer("table", str(self._front.port), seats) for seats in SEATS]
        _until(lambda: self._table.play is not None and self._all_told(), self._turn)

    def __enter__(self) -> _Hosted:
        return self

    def __exit__(self, *problem: object) -> None:
        _end(self._peers)
        self._front.close()

    def _open_book(self, settings: MatchSettings, entrants: Sequence[Entrant]) -> _Book:
        return self._book

    def times(self, many: int) -> list[float]:
        """Microseconds from an event until all three clients have acknowledged it."""
        found: list[float] = []
        while len(found) < many:
            took = self._decide()
            if took is not None:
                found.append(took)
        return found

    def _decide(self) -> float | None:
        """None when not every client had to be told something."""
        play, table = self._table.play, self._table
        assert play is not None
        time.sleep(BREATH)
        for session in table.sessions.values():
            session.limits = Limits()  # nobody really plays as fast as this
        before = [session.stream.last for session in table.sessions.values()]
        _play_on(play)
        self._publish()
        _until(self._all_told, self._turn)
        took = 1e6 * (self._heard_at - self._book.at)
        told = [session.stream.last for session in table.sessions.values()]
        return took if all(now > then for now, then in zip(told, before, strict=True)) else None

    def _all_told(self) -> bool:
        return self._table.all_acknowledged

    def _turn(self) -> None:
        now = time.monotonic()
        for peer, key, data in self._front.receive(self._table.next_due(now) - now, now):
            self._table.receive(peer, key, data, now)
            self._heard_at = time.perf_counter()
        self._publish()

    def _publish(self) -> None:
        self._table.tick(time.monotonic())
        for peer, data in self._table.outgoing():
            self._front.send(peer, data)


def _play_on(play: Play) -> None:
    """The default of one open prompt; between hands, everybody is ready for the next."""
    host, now = play.host, time.monotonic()
    if host.between_hands:
        for player in range(4):
            play.next_hand(player, now)
    elif host.round is not None:
        seat, ask = next(iter(host.round.asks.items()))
        prompt = prompt_id(host.match.settings.seed, host.round.state.number, host.taking_back.again, ask)
        host.answer(seat, prompt, ask.options.index(ask.default), now)


class _BareLoop:
    """The same way there and back without any of ours."""

    def __init__(self) -> None:
        zmq = peers.zmq()
        self._context = zmq.Context()
        self._router = self._context.socket(zmq.ROUTER)
        public, self._router.curve_secretkey = zmq.curve_keypair()
        self._router.curve_server = True
        port = self._router.bind_to_random_port("tcp://127.0.0.1")
        self._peers = [_peer("bare", str(port), public.decode()) for _ in SEATS]
        self._ids = [self._router.recv_multipart()[0] for _ in SEATS]

    def __enter__(self) -> _BareLoop:
        return self

    def __exit__(self, *problem: object) -> None:
        _end(self._peers)
        self._router.close(0)
        self._context.term()

    def times(self, many: int) -> list[float]:
        """Microseconds from sending to three until three have answered."""
        return [self._once() for _ in range(many)]

    def _once(self) -> float:
        time.sleep(BREATH)
        began = time.perf_counter()
        for peer in self._ids:
            self._router.send_multipart([peer, MESSAGE])
        for _ in self._ids:
            self._router.recv_multipart()
        return 1e6 * (time.perf_counter() - began)


def _peer(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "game.bench.lanpeer", *arguments], cwd=HOME)


def _end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait()


def _until(done: Callable[[], bool], turn: Callable[[], None]) -> None:
    """Raises TimeoutError."""
    end = time.monotonic() + STUCK
    while not done():
        turn()
        if time.monotonic() > end:
            raise TimeoutError(f"nothing came of it within {STUCK:.0f} seconds")
