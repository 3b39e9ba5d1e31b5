"""A table behind real sockets, in the thread of the test."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable

from net.client import Introduction, Ticket
from net.robot import Robot
from net.table import Table, TableOptions, Tools
from net.tableview import Person
from net.timers import Timers
from net.zmq_host import Front
from net.zmq_link import Wire
from rules.bots import LEVELS, seeded_chooser
from tests.net.world import RULES, MemoryBook, settings

CODE = "47K2QD"
CHANCE = seeded_chooser(b"sockets", 1)
PATIENCE, LEAST_STEPS = 60.0, 20


class Server:
    """A table behind a real socket, in this thread."""

    def __init__(self, rules: str = RULES, **options: object) -> None:
        self.book = MemoryBook()
        tools = Tools(random.Random(1).randbytes, CHANCE, lambda what, entrants: self.book, "0.1", rules)
        timers = Timers(turn=20.0, claim=10.0, choice=20.0)
        options = {"settings": settings("lishui", timers=timers)} | options
        self.table = Table("b" * 32, TableOptions("test", **options), tools)  # type: ignore[arg-type]
        self.front = Front(CODE, 0, self.table.banned.__contains__, self.table.knows)
        self.clients: list[Wire] = []
        self.robots: list[Robot] = []

    def step(self) -> None:
        now = time.monotonic()
        for peer, key, data in self.front.receive(0.002, now):
            self.table.receive(peer, key, data, now)
        self.table.tick(now)
        for peer, data in self.table.outgoing():
            self.front.send(peer, data)
        for wire in self.clients:
            wire.poll(time.monotonic())
        for robot in self.robots:
            robot.act(now)

    def run(self, seconds: float) -> None:
        """So long, and not only once on a machine that has just stood still."""
        end, steps = time.monotonic() + seconds, 0
        while time.monotonic() < end or steps < LEAST_STEPS:
            self.step()
            steps += 1

    def run_until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end
            self.step()

    def connect(
        self, code: str = CODE, port: int = 0, key: bytes = b"", ticket: Ticket | None = None, rules: str = RULES
    ) -> Wire:
        who = Introduction("0.1", rules, (Person("x"),), bytes(32), ticket=ticket)
        wire = Wire("127.0.0.1", port or self.front.port, code, key or os.urandom(32), who)
        self.clients.append(wire)
        return wire

    def play(self, players: int = 4) -> None:
        """Robots sit down and the match begins."""
        for _ in range(players):
            self.robots.append(Robot(self.connect().client, LEVELS["uniform"], CHANCE))
        self.run_until(lambda: len(self.book.events) > 40)

    def close(self) -> None:
        for wire in self.clients:
            wire.close()
        self.front.close()
