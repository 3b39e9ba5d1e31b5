"""The command line: which words lead to which command (guides/cli.md)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final

from game.commands.common import INTERRUPTED, OK, refuse

COMMANDS: Final = {
    "play": "straight to a local table",
    "host": "a LAN table without a window",
    "join": "the window at a LAN table, or a headless player",
    "find": "tables on the local network",
    "check": "run case files",
    "judge": "JSON lines in, verdicts out",
    "simulate": "bots play headless",
    "replay": "verify or print a recorded match",
    "verify-deal": "check the walls of a recorded match",
    "shots": "render every screen to PNG files",
    "bench": "the benchmark suite",
}
"""Each command lives in game/commands/<name>.py; imported only when it is called, so that others start fast."""

USAGE: Final = "usage: main.py [--smoke] [--data-dir DIR] | main.py COMMAND ..."


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments say; the exit status."""
    first = arguments[0] if arguments else None
    if first in ("-h", "--help"):
        print(USAGE, "", *(f"  {name:10} {what}" for name, what in COMMANDS.items()), sep="\n")
        print("\nmain.py COMMAND --help tells more.")
        return OK
    if first in COMMANDS:
        return _command(first, arguments[1:])
    if first is not None and not first.startswith("-"):
        return refuse(f"unknown command {first!r}; there are: {', '.join(COMMANDS)}")
    return _command("window", arguments)


def _command(name: str, arguments: Sequence[str]) -> int:
    try:
        status: int = import_module(f"game.commands.{name.replace('-', '_')}").run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    return status
