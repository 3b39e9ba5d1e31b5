"""`main.py verify-deal FILE`: check that every wall of a recorded match follows from the shares committed to before.

FILE is a journal, which its host has, or the proof of one hand, which every client has. A hand without a commitment, as
at a table with a seed or without a network, is not proved.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from game.commands.common import FAILED, OK, Parser, guarded, refuse
from net.fairdeal import DealError, NoRecord, check_file
from net.keepsake import SUFFIX, check_again
from net.proof import ProofError


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    parser = Parser(prog="main.py verify-deal", description=__doc__)
    parser.add_argument("file", type=Path)
    given = parser.parse_args(arguments)
    return guarded(lambda: _verify(given.file))


def _verify(path: Path) -> int:
    try:
        if path.suffix == SUFFIX:
            print(json.dumps({"fair": True, "hand": check_again(path.read_bytes())}))
            return OK
        counted = check_file(path)
    except NoRecord as error:
        return refuse(f"{path}: {error}")
    except (DealError, ProofError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return FAILED
    fair = counted["checked"] == counted["hands"] > 0
    print(json.dumps({"fair": fair} | counted))
    return OK if fair else FAILED
