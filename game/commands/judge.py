"""`main.py judge`: hands as JSON lines in, verdicts out."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from game.commands.common import OK, Parser, guarded
from rules.cases import judge_line
from rules.variants import variant


def run(arguments: Sequence[str]) -> int:
    """Judge the hands on standard input; a line that is no hand gets an error object, and the next line is read."""
    description = "Read finished hands as JSON, one a line, and write the verdicts in the same order."
    Parser(prog="main.py judge", description=description).parse_args(arguments)
    return guarded(_judge)


def _judge() -> int:
    for line in sys.stdin.buffer:
        print(_verdict(line), flush=True)
    return OK


def _verdict(line: bytes) -> str:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        return json.dumps({"id": None, "error": f"hand: not UTF-8 text (byte {error.start})"})
    return judge_line(text, variant)
