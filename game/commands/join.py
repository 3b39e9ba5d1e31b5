"""`main.py join [ADDRESS[:PORT]]`: the window at a LAN table, or its lobby when no address is given.

With `--bot LEVEL` a headless client that plays until the match ends: it is ready at once and comes back by itself when
the host goes away and returns. When the table stays away, or another one is at its place, it says so and ends with
exit status 1.
"""

from __future__ import annotations

import json
import secrets
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from game import VERSION
from game.commands.common import FAILED, OK, Parser, guarded, refuse, seconds_of
from game.commands.window import add_window_arguments, heed_window_arguments, windowed
from game.lobby.place import read_place
from net.beacon import Finder
from net.build import Edition, own_edition, rules_hash
from net.client import Client, Introduction, Status
from net.codes import OPEN_CODE, read_code
from net.identity import Identity
from net.robot import Robot
from net.sametable import SameTable
from net.schema import Phase
from net.tableview import Person
from net.zmq_link import GONE, Wire
from rules.bots import LEVELS
from rules.errors import OptionError
from rules.seats import SEATS

if TYPE_CHECKING:
    from game.scene import Scene
    from game.services import Services

Place = tuple[str, int]
SEARCH = 5.0
FRAME = 0.05
GONE_AFTER, NEVER_AFTER = 120.0, 30.0
"""Seconds after which a table that had let us in will not come back, and one that never has is not there."""


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    given = _parser().parse_args(arguments)
    heed_window_arguments(given)

    def action() -> int:
        code = read_code(given.code)
        if len(given.name) > len(SEATS):
            return refuse(f"{len(given.name)} people at one computer: four are enough")
        if given.bot is None:
            return _window(given, _typed(given.address) if given.address else None, code)
        if given.bot not in LEVELS:
            return refuse(f"--bot takes one of {', '.join(LEVELS)}, not {given.bot!r}")
        return _play(given, _typed(given.address) if given.address else _first_table(), code)

    return guarded(action)


def _parser() -> Parser:
    parser = Parser(prog="main.py join", description=__doc__)
    parser.add_argument("address", nargs="?", default="", metavar="ADDRESS[:PORT]", help="without it, a table is found")
    parser.add_argument("--code", default=OPEN_CODE, help="join code; without it the table must be open")
    parser.add_argument("--name", action="append", default=[], help="what you are called; again: one more person here")
    parser.add_argument("--bot", metavar="LEVEL", help="without a window, play by itself")
    parser.add_argument("--seat", type=int, choices=range(4), help="the seat that the bot takes")
    parser.add_argument("--spectate", action="store_true", help="watch")
    parser.add_argument("--identity", type=Path, metavar="DIR", help="the bot's key and tickets, to come back later")
    parser.add_argument(
        "--patience", type=seconds_of, metavar="S",
        help=f"seconds without the table after which the bot ends ({GONE_AFTER:.0f}; {NEVER_AFTER:.0f} until it is in)",
    )  # fmt: skip
    add_window_arguments(parser)
    return parser


def _typed(text: str) -> Place:
    """The address and port that were typed. Raises OptionError."""
    place = read_place(text)
    if place is None:
        raise OptionError(f"an address is written ADDRESS or ADDRESS:PORT, not {text!r}")
    return place


def _window(given: Namespace, place: Place | None, code: str) -> int:
    from game.app import play

    return windowed(lambda: play(lambda services: lobby_at(services, place, code, given), given.lang))


def lobby_at(services: Services, place: Place | None, code: str, given: Namespace) -> Scene:
    """The lobby, on its way to a table; the title when the data folder does not let anybody be somebody."""
    from game.navigation import Navigation
    from game.scenes.lobby import LobbyScene

    navigation = Navigation(services)
    services.scenes.push(navigation.title())
    navigation.lan.open()
    scene = services.scenes.top
    if isinstance(scene, LobbyScene) and place is not None:
        people = list(scene.actions.people())
        people = [Person(name, people[0].avatar) for name in given.name] or people
        scene.match.join(place, code, people, watch=given.spectate)
    services.scenes.pop()
    return scene


def _first_table() -> Place:
    """Where the first table that answers is. Raises OptionError."""
    finder = Finder()
    end = time.monotonic() + SEARCH
    try:
        while time.monotonic() < end:
            for table in finder.poll(time.monotonic()):
                if table.offer.edition.clash(own_edition(VERSION)):
                    raise OptionError(_differs(table.offer.edition))
                return table.address, table.offer.port
            time.sleep(FRAME)
    finally:
        finder.close()
    raise OptionError(f"no table was found within {SEARCH:.0f} seconds; type its address")


def _differs(theirs: Edition) -> str:
    ours = own_edition(VERSION)
    what = "another protocol" if theirs.clash(ours) == "version" else "other rules of play"
    return f"the table has {what}: there {theirs}, here {ours}; install the same version"


def _play(given: Namespace, at: Place, code: str) -> int:
    identity = Identity(given.identity)
    place = f"{at[0]}:{at[1]}"
    who = Introduction(
        VERSION, rules_hash(), tuple(map(Person, given.name or ["Bot"])), identity.share_secret, given.spectate,
        ticket=identity.ticket(place),
    )  # fmt: skip
    wire = Wire(*at, code, identity.key, who)
    robot = Robot(wire.client, LEVELS[given.bot], secrets.randbelow, given.seat)
    try:
        lost = _until_the_end(wire, robot, identity, place, Vigil(given.patience))
        identity.keep_proofs(wire.client.fairness.table, wire.client.fairness.keepsakes)
    finally:
        wire.close()
        identity.close()
    if lost:
        print(f"{place}: {lost}", file=sys.stderr)
        return FAILED
    return report(wire.client)


class Vigil:
    """How long a table is waited for. Time is an argument."""

    def __init__(self, patience: float | None = None) -> None:
        self._patience = patience
        self._was_in = False
        self._heard: float | None = None

    def lost(self, client: Client, now: float) -> str:
        """Why there is nothing to wait for any more, in words; empty while there is."""
        if client.why == GONE:
            return "the table is gone, another one is there now"
        if client.status is Status.JOINED or self._heard is None:
            self._heard, self._was_in = now, client.status is Status.JOINED
        patience = (GONE_AFTER if self._was_in else NEVER_AFTER) if self._patience is None else self._patience
        if now - self._heard <= patience:
            return ""
        return f"{'the table has been away' if self._was_in else 'no table has let us in'} for {patience:g} seconds"


def _until_the_end(wire: Wire, robot: Robot, identity: Identity, place: str, vigil: Vigil) -> str:
    """Play; why the table was lost before the match was over, or nothing."""
    client, same = wire.client, SameTable()
    while not client.over and not _done(robot):
        now = time.monotonic()
        wire.wait(FRAME)
        wire.poll(now)
        same.watch(wire, now)
        if lost := vigil.lost(client, now):
            return lost
        if not same.stranger:
            robot.act(now)
            _keep_ticket(client, identity, place)
        wire.say_now(now)
    wire.poll(time.monotonic() + 1.0)  # the last acknowledgement
    return ""


def _keep_ticket(client: Client, identity: Identity, place: str) -> None:
    if client.status is Status.JOINED and client.ticket is not None:
        identity.keep(place, client.ticket)


def _done(robot: Robot) -> bool:
    view, standing = robot.client.view, robot.client.standing
    return view is not None and view.phase is Phase.OVER and standing is not None and standing.over


def report(client: Client) -> int:
    """Print how the match ended for this client, or why it did not; the exit code."""
    standing = client.standing
    if standing is None or not standing.over:
        theirs = client.theirs if client.why in ("version", "rules") else None
        print(_differs(theirs) if theirs is not None else f"the table said: {client.why}", file=sys.stderr)
        return FAILED
    seat = client.players[0] if client.players else None
    proved = {str(hand): str(verdict) for hand, verdict in client.fairness.verdicts.items()}
    over = {"over": True, "seat": seat, "hands": standing.hands, "points": list(standing.totals), "deals": proved}
    print(json.dumps(over), flush=True)
    return OK
