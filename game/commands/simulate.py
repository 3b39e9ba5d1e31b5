"""`main.py simulate V`: bots play headless; prints one JSON object."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from game.commands.common import FAILED, OK, Parser, add_table_arguments, chosen_options, guarded, refuse, seed_bytes
from rules.bots import LEVELS
from rules.errors import OptionError
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.simulate import CheckFailed, Tally, simulate
from rules.values import value
from rules.variants import variant

CHUNK = 50
"""Hands of one match. Fixed, so that the result does not depend on how many jobs share the work."""


@value
class Work:
    """Some hands for one job."""

    variant: str
    options: tuple[tuple[str, str], ...]
    levels: tuple[str, ...]
    seed: bytes
    hands: int
    check: bool


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    parser = Parser(prog="main.py simulate", description=__doc__)
    parser.add_argument("variant")
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--seats", default=",".join(["efficient"] * 4), metavar="LEVEL,LEVEL,LEVEL,LEVEL")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="verify conservation and every seat's view at every event")
    add_table_arguments(parser)
    given = parser.parse_args(arguments)

    def action() -> int:
        _, options = chosen_options(given.variant, given.option)
        levels = tuple(given.seats.split(","))
        if len(levels) != 4 or any(level not in LEVELS for level in levels):
            return refuse(f"--seats takes four of {', '.join(LEVELS)}, not {given.seats!r}")
        if given.hands < 1 or given.jobs < 1:
            raise OptionError("--hands and --jobs are at least 1")
        pieces = list(_pieces(given.variant, options, levels, (given.seed or 0, given.hands, given.check)))
        return _report(given.variant, pieces, given.jobs)

    return guarded(action)


def _pieces(key: str, options: dict[str, str], levels: tuple[str, ...], size: tuple[int, int, bool]) -> list[Work]:
    seed, hands, check = size
    return [
        Work(key, tuple(options.items()), levels, seed_bytes(seed) + i.to_bytes(4, "big"), min(CHUNK, hands - i), check)
        for i in range(0, hands, CHUNK)
    ]


def _play(work: Work) -> Tally | str:
    settings = MatchSettings(work.variant, work.options, Length(LengthUnit.HANDS, work.hands), work.seed)
    try:
        return simulate(Match(settings, variant(work.variant)), work.levels, work.hands, work.check)
    except CheckFailed as error:
        return str(error)


def _report(key: str, pieces: list[Work], jobs: int) -> int:
    started = time.perf_counter()
    total = Tally()
    failures = []
    for outcome in _played(pieces, jobs):
        if isinstance(outcome, str):
            failures.append(outcome)
        else:
            total.add(outcome)
    seconds = time.perf_counter() - started
    for failure in failures:
        print(f"{key}: {failure}", file=sys.stderr)
    print(json.dumps(_summary(key, total, seconds) | {"failures": len(failures)}, ensure_ascii=False))
    return FAILED if failures else OK


def _played(pieces: list[Work], jobs: int) -> list[Tally | str]:
    if jobs == 1:
        return [_play(piece) for piece in pieces]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(_play, pieces))


def _summary(key: str, total: Tally, seconds: float) -> dict[str, Any]:
    hands = max(1, total.hands)
    means = [points / hands for points in total.points]
    errors = [((s / hands - m * m) / hands) ** 0.5 for s, m in zip(total.squares, means, strict=True)]
    return {
        "variant": key,
        "hands": total.hands,
        "hands_per_second": round(total.hands / seconds, 1) if seconds else None,
        "events": total.events,
        "wins": total.wins,
        "self_drawn": total.self_drawn,
        "draws": total.drawn,
        "points": [round(mean, 3) for mean in means],
        "standard_error": [round(error, 3) for error in errors],
        "patterns": dict(total.patterns.most_common()),
    }
