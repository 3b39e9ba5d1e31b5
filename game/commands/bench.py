"""`main.py bench`: our figures beside those of installed peers, in one run, with the goals."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from game.bench.measure import FULL, QUICK, Effort, Findings
from game.bench.report import as_json, as_table
from game.commands.common import FAILED, OK, Parser, guarded, refuse

PARTS: Final = ("hands", "scoring", "selfplay", "start", "drawing", "memory", "lan")
"""The modules of game/bench that measure something; each has `measure(effort)`."""


def run(arguments: Sequence[str]) -> int:
    """Run the command. 1: contenders that must agree did not; a goal that is not met is only reported."""
    parser = Parser(prog="main.py bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    parser.add_argument("--quick", action="store_true", help="tiny samples: shows that everything runs, no figures")
    parser.add_argument("--only", metavar="PART,...", help=f"some of: {', '.join(PARTS)}")
    given = parser.parse_args(arguments)
    chosen = given.only.split(",") if given.only else PARTS
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        return refuse(f"--only: unknown part {unknown[0]!r}; there are: {', '.join(PARTS)}")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for the figures
    return guarded(lambda: _report(chosen, QUICK if given.quick else FULL, given.json))


def _report(chosen: Sequence[str], effort: Effort, json_wanted: bool) -> int:
    started = time.perf_counter()
    findings = _measured(chosen, effort)
    seconds = time.perf_counter() - started
    if json_wanted:
        print(json.dumps(as_json(findings, seconds), ensure_ascii=False))
    else:
        print(*as_table(findings, seconds), sep="\n")
    return FAILED if any(agreement.differences for agreement in findings.agreements) else OK


def _measured(chosen: Sequence[str], effort: Effort) -> Findings:
    parts: list[Findings] = []
    for name in chosen:
        print(f"bench: {name} ...", file=sys.stderr, flush=True)
        parts.append(import_module(f"game.bench.{name}").measure(effort))
    return Findings(
        tuple(m for part in parts for m in part.measurements),
        tuple(a for part in parts for a in part.agreements),
        tuple(note for part in parts for note in part.notes),
    )
