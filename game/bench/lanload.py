"""Sixteen tables with four clients each: how long a decision takes to come back as an event, and what all tables cost.

Every table is a process, every client a thread with a socket of its own; each decides a second after it was asked.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from game.bench.lantables import LOCALHOST, TableRun, running
from game.bench.measure import Comparison, Effort, Goal, Measurement, Spread
from net.build import rules_hash
from net.client import Client, Introduction
from net.codes import OPEN_CODE
from net.messages import News, Prompt
from net.robot import Robot
from net.tableview import Person
from net.zmq_link import Wire
from rules.bots import LEVELS
from rules.events import Answered

TABLES, CLIENTS = 16, 4
THINKS = 1.0
BEGINS_WITHIN = 30.0
LONGEST_PLAY, SHORTEST_PLAY = 15.0, 2.0
PATIENCE = 0.25
PROCESSES = Path("/proc/self/smaps_rollup")
USER_HZ = 100
"""Ticks a second in which Linux tells programs of processor time, whatever its own clock."""
P99, CORE, MEMORY = 50.0, 0.6, 400.0


def capacity(effort: Effort) -> Iterator[Measurement]:
    """Latency, processor and memory; of the last two only what the table processes use (where Linux tells)."""
    many = min(TABLES, 2 * effort.rounds)
    seconds = min(LONGEST_PLAY, SHORTEST_PLAY + 3 * effort.seconds)
    with running(many, "--fast") as tables:
        players = [_Player(table.port) for table in tables for _ in range(CLIENTS)]
        try:
            _wait_for_play(players)
            before, began = _processor(tables), time.perf_counter()
            times = _times(players, seconds)
            passed = time.perf_counter() - began
            used, memory = _processor(tables) - before, _memory(tables)
        finally:
            for player in players:
                player.stop.set()
            for player in players:
                player.join()
    name = f"{many} tables, {len(players)} clients, {len(times) / passed / many:.1f} decisions/s each"
    yield from _figures(name, times, used / passed, memory)


def _figures(name: str, times: list[float], cores: float, memory: float) -> Iterator[Measurement]:
    low, high = min(times), max(times)
    yield Measurement(f"{name}: to event", "ms", Spread(median(times), low, high))
    slow = quantiles(times, n=100, method="inclusive")[-1]
    beside = Comparison("50 ms", Goal(1, at_most=True), ratio=slow / P99)
    yield Measurement("  its p99", "ms", Spread(slow, slow, high), (beside,))
    if not PROCESSES.exists():
        return
    beside = Comparison("60 % of a core", Goal(1, at_most=True), ratio=cores / CORE)
    yield Measurement("  processor, all tables", "% of a core", Spread(*[100 * cores] * 3), (beside,))
    beside = Comparison("400 MiB", Goal(1, at_most=True), ratio=memory / MEMORY)
    yield Measurement("  memory of their own, all tables", "MiB", Spread(memory, memory, memory), (beside,))


def _wait_for_play(players: list[_Player]) -> None:
    for player in players:
        player.start()
    end = time.monotonic() + BEGINS_WITHIN
    while not all(player.plays for player in players):
        if time.monotonic() > end:
            raise TimeoutError(f"not all tables play after {BEGINS_WITHIN:.0f} seconds")
        time.sleep(PATIENCE)
    time.sleep(THINKS)


def _times(players: list[_Player], seconds: float) -> list[float]:
    for player in players:
        player.times.clear()
    time.sleep(seconds)
    return [took for player in players for took in list(player.times)]


class _Player(threading.Thread):
    """One client. `times`: milliseconds from an answer to the event that it became."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.stop = threading.Event()
        self.times: list[float] = []
        self.plays = False
        self._port = port
        self._prompts: list[tuple[float, Prompt]] = []
        self._sent: dict[tuple[int, int], float] = {}

    def run(self) -> None:
        who = Introduction("bench", rules_hash(), (Person("x"),), secrets.token_bytes(32))
        wire = Wire(LOCALHOST, self._port, OPEN_CODE, secrets.token_bytes(32), who)
        robot = Robot(wire.client, LEVELS["uniform"], secrets.randbelow)
        while not self.stop.is_set():
            due = min((at for at, _ in self._prompts), default=float("inf"))
            wire.wait(max(0.0, min(PATIENCE, due - time.monotonic())))
            now = time.monotonic()
            wire.poll(now)
            self._heed(wire.client, now)
            robot.act(now)
            self._decide(wire.client, now)
            wire.say_now(time.monotonic())
        wire.close()

    def _heed(self, client: Client, now: float) -> None:
        """Prompts wait here; everything else is the robot's."""
        for message in client.messages:
            if isinstance(message, Prompt):
                self._prompts.append((now + THINKS, message))
                self.plays = True
            elif isinstance(message, News):
                self._look_for_own(message, now)
        client.messages = [message for message in client.messages if not isinstance(message, Prompt)]

    def _look_for_own(self, news: News, now: float) -> None:
        for event in news.events:
            if isinstance(event, Answered) and (sent := self._sent.pop((event.seat, event.ask), None)) is not None:
                self.times.append(1000 * (now - sent))

    def _decide(self, client: Client, now: float) -> None:
        due = [prompt for at, prompt in self._prompts if at <= now]
        self._prompts = [(at, prompt) for at, prompt in self._prompts if at > now]
        for prompt in due:
            index = prompt.ask.options.index(prompt.ask.default)
            client.order("answer", prompt=prompt.id, index=index)
            self._sent[prompt.seat, prompt.ask.id] = now


# ---- what processes use, where the system tells ---------------------------------------------------------------------


def _processor(tables: list[TableRun]) -> float:
    """Seconds of processor time of all; 0 where the system does not tell."""
    if not PROCESSES.exists():
        return 0.0
    ticks = 0
    for table in tables:
        fields = Path(f"/proc/{table.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / USER_HZ


def _memory(tables: list[TableRun]) -> float:
    """MiB of all, shared pages counted by their share; 0 where the system does not tell."""
    if not PROCESSES.exists():
        return 0.0
    total = 0
    for table in tables:
        lines = Path(f"/proc/{table.process.pid}/smaps_rollup").read_text("ascii").splitlines()
        total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024
