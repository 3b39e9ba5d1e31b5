"""`main.py find`: the tables on the local network, one JSON object a line."""

from __future__ import annotations

import json
import time
from argparse import ArgumentTypeError
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from math import inf

from game.commands.common import OK, Parser, guarded
from net.beacon import Finder
from net.discovery import FoundTable

FRAME = 0.02


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    parser = Parser(prog="main.py find", description=__doc__)
    parser.add_argument("--seconds", type=_seconds, default=2.0, metavar="S", help="how long to look")
    given = parser.parse_args(arguments)

    def action() -> int:
        for table in find(given.seconds):
            offer = asdict(table.offer) | {"phase": str(table.offer.phase)}
            print(json.dumps(offer | {"address": table.address, "addresses": table.addresses}, ensure_ascii=False))
        return OK

    return guarded(action)


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 <= (seconds := float(text)) < inf:
            return seconds
    raise ArgumentTypeError(f"a number of seconds, not {text!r}")


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
