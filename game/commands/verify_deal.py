"""`main.py verify-deal FILE`: check that every wall of a recorded match follows from the shares committed to before."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from game.commands.common import FAILED, OK, Parser, guarded
from net.fairdeal import DealError, check_file


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    parser = Parser(prog="main.py verify-deal", description=__doc__)
    parser.add_argument("file", type=Path)
    given = parser.parse_args(arguments)
    return guarded(lambda: _verify(given.file))


def _verify(path: Path) -> int:
    try:
        counted = check_file(path)
    except DealError as error:
        print(f"{path}: {error}", file=sys.stderr)
        return FAILED
    print(json.dumps({"fair": counted["checked"] == counted["hands"] > 0} | counted))
    return OK
