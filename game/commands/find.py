"""`main.py find`: the tables on the local network, one JSON object a line."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict

from game.commands.common import OK, Parser, guarded, seconds_of
from net.beacon import Finder
from net.discovery import FoundTable

FRAME = 0.02


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    parser = Parser(prog="main.py find", description=__doc__)
    parser.add_argument("--seconds", type=seconds_of, default=3.0, metavar="S", help="how long to look")
    given = parser.parse_args(arguments)

    def action() -> int:
        for table in find(given.seconds):
            offer = asdict(table.offer) | {"phase": str(table.offer.phase)}
            print(json.dumps(offer | {"address": table.address, "addresses": table.addresses}, ensure_ascii=False))
        return OK

    return guarded(action)


def find(seconds: float) -> tuple[FoundTable, ...]:
    """The tables that answer within so many seconds. Raises OSError."""
    finder = Finder()
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            finder.poll(time.monotonic())
            time.sleep(FRAME)
        return finder.poll(time.monotonic())
    finally:
        finder.close()
