"""`main.py join [ADDRESS[:PORT]] --bot LEVEL`: a headless client of a LAN table that plays until the match ends.

It is ready at once and comes back by itself when the host goes away and returns.
"""

from __future__ import annotations

import json
import secrets
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from game import VERSION
from game.commands.common import FAILED, OK, Parser, guarded, refuse
from net.beacon import Finder
from net.build import rules_hash
from net.client import Client, Introduction, Status
from net.codes import OPEN_CODE, read_code
from net.discovery import GAME_PORT, FoundTable
from net.identity import Identity
from net.robot import Robot
from net.schema import Phase
from net.tableview import Person
from net.zmq_link import Wire
from rules.bots import LEVELS
from rules.errors import OptionError

SEARCH = 5.0
FRAME = 0.05
GIVE_UP = 120.0
"""Seconds without the host after which it will not come back."""


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    parser = Parser(prog="main.py join", description=__doc__)
    parser.add_argument("address", nargs="?", default="", metavar="ADDRESS[:PORT]", help="without it, a table is found")
    parser.add_argument("--code", default=OPEN_CODE, help="join code; without it the table must be open")
    parser.add_argument("--name", default="Bot")
    parser.add_argument("--bot", metavar="LEVEL", help="play by itself")
    parser.add_argument("--seat", type=int, choices=range(4), help="the seat to take")
    parser.add_argument("--spectate", action="store_true", help="watch")
    parser.add_argument("--identity", type=Path, metavar="DIR", help="keep key and tickets here, to come back later")
    given = parser.parse_args(arguments)

    def action() -> int:
        if given.bot is None and not given.spectate:
            return refuse("joining with a window is done in the game: LAN, on the title screen; here --bot LEVEL")
        if given.bot and given.bot not in LEVELS:
            return refuse(f"--bot takes one of {', '.join(LEVELS)}, not {given.bot!r}")
        address, port = _place(given.address)
        return _play(given, address, port)

    return guarded(action)


def _place(text: str) -> tuple[str, int]:
    """The address and port that were typed, or of the first table found. Raises OptionError."""
    if not text:
        found = _first_table()
        return found.address, found.offer.port
    address, _, port = text.partition(":")
    if port and not (port.isdigit() and 0 < int(port) < 65536):
        raise OptionError(f"an address is written ADDRESS or ADDRESS:PORT, not {text!r}")
    return address, int(port) if port else GAME_PORT


def _first_table() -> FoundTable:
    finder = Finder()
    end = time.monotonic() + SEARCH
    try:
        while time.monotonic() < end:
            tables = finder.poll(time.monotonic())
            if tables:
                return tables[0]
            time.sleep(FRAME)
    finally:
        finder.close()
    raise OptionError(f"no table was found within {SEARCH:.0f} seconds; type its address")


def _play(given: Namespace, address: str, port: int) -> int:
    identity = Identity(given.identity)
    place = f"{address}:{port}"
    who = Introduction(
        VERSION, rules_hash(), (Person(given.name),), identity.share_secret, given.spectate,
        ticket=identity.ticket(place),
    )  # fmt: skip
    wire = Wire(address, port, read_code(given.code), identity.key, who)
    robot = Robot(wire.client, LEVELS[given.bot or "uniform"], secrets.randbelow, given.seat)
    try:
        _until_the_end(wire, robot, identity, place)
    finally:
        wire.close()
        identity.close()
    return _report(wire.client, robot)


def _until_the_end(wire: Wire, robot: Robot, identity: Identity, place: str) -> None:
    client = wire.client
    alive = time.monotonic()
    while not client.over and not _done(robot):
        now = time.monotonic()
        wire.wait(FRAME)
        wire.poll(now)
        robot.act(now)
        wire.poll(now)
        if client.status is Status.JOINED:
            alive = now
            if client.ticket is not None:
                identity.keep(place, client.ticket)
        elif now - alive > GIVE_UP:
            raise OptionError(f"no answer from {place} for {GIVE_UP:.0f} seconds")
    wire.poll(time.monotonic() + 1.0)  # the last acknowledgement


def _done(robot: Robot) -> bool:
    view, standing = robot.client.view, robot.client.standing
    return view is not None and view.phase is Phase.OVER and standing is not None and standing.over


def _report(client: Client, robot: Robot) -> int:
    standing = client.standing
    if standing is None or not standing.over:
        print(f"the table said: {client.why}", file=sys.stderr)
        return FAILED
    seat = client.players[0] if client.players else None
    proved = {str(hand): str(verdict) for hand, verdict in client.fairness.verdicts.items()}
    over = {"over": True, "seat": seat, "hands": standing.hands, "points": list(standing.totals), "deals": proved}
    print(json.dumps(over), flush=True)
    return OK
