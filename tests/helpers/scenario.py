"""Rigged tables for tests of the rules: the keys and lines of a `[[script]]`, without a file."""

from __future__ import annotations

from typing import Any

from rules.cases.fields import Fields
from rules.cases.scripts import read_script
from rules.cases.steps import parse_line
from rules.cases.table import Table
from rules.variants import variant


def scenario(key: str, *lines: str, **given: Any) -> Table:
    """A table of this variant, rigged with what a script may name (hands, draws, tail, indicator, wall_left, dealer,
    streak, options, void, pao), after these lines have been played.

    Raises CaseError when the tiles cannot lie like that, AssertionError when a line fails.
    """
    table = read_script(Fields({"variant": key, **given}, key), variant).table()
    play(table, *lines)
    return table


def play(table: Table, *lines: str) -> None:
    """Play lines of a script: `0 discard 5p`, `? 2 can win`, `! 1 pong`. Raises AssertionError when one fails."""
    for line in lines:
        wrong = parse_line(line).run(table)
        assert wrong is None, f"{line}: {wrong}"
