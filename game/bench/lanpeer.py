"""A client in a process of its own, for the LAN measurements: `python -m game.bench.lanpeer KIND ...`.

`table PORT SEAT,...` sits down at an open table, is ready, and acknowledges everything at once; what it is told it
takes in once a frame, as a table screen does. `bare PORT KEY` is a ZeroMQ DEALER under CURVE that sends a few bytes
back for every message. Both go on until they are ended.
"""

from __future__ import annotations

import secrets
import sys
import time

from game.bench import peers
from net.build import rules_hash
from net.client import Introduction
from net.codes import OPEN_CODE
from net.schema import Phase
from net.tableview import Person
from net.zmq_link import Wire

FRAME = 1 / 60
ACKNOWLEDGEMENT = bytes(16)


def at_the_table(port: int, seats: list[int]) -> None:
    """Sit on these seats and listen."""
    people = tuple(Person(f"P{seat}") for seat in seats)
    who = Introduction("bench", rules_hash(), people, secrets.token_bytes(32))
    wire = Wire("127.0.0.1", port, OPEN_CODE, secrets.token_bytes(32), who)
    wire.client.ack_after = 0.0
    asked, shown = False, 0.0
    while not wire.client.over:
        wire.wait(FRAME)
        now = time.monotonic()
        wire.take(now)
        if now - shown < FRAME:
            continue
        shown = now
        wire.poll(now)
        wire.client.messages.clear()
        view = wire.client.view
        if view is not None and view.phase is Phase.LOBBY and not asked:
            asked = True
            for person, seat in enumerate(seats):
                wire.client.order("sit", player=person, seat=seat)
            wire.client.order("ready", on=True)


def bare(port: int, key: str) -> None:
    """Answer everything."""
    zmq = peers.zmq()
    dealer = zmq.Context.instance().socket(zmq.DEALER)
    dealer.curve_serverkey = key.encode()
    dealer.curve_publickey, dealer.curve_secretkey = zmq.curve_keypair()
    dealer.connect(f"tcp://127.0.0.1:{port}")
    dealer.send(ACKNOWLEDGEMENT)
    while True:
        dealer.recv()
        dealer.send(ACKNOWLEDGEMENT)


if __name__ == "__main__":
    kind, its_port, what = sys.argv[1:]
    if kind == "bare":
        bare(int(its_port), what)
    else:
        at_the_table(int(its_port), [int(seat) for seat in what.split(",")])
