"""Counting the legal sequences of answers from a stored position, as chess engines do (perft).

A position is the deal and the answers so far, in the words of a `[[script]]` (`tests/positions/<key>.toml`). Its counts
tell how many sequences of one, two, three ... answers there are when the seat asked first answers first. They were
stored after both ways of counting agreed: `python -m tests.helpers.perft` counts all positions anew both ways.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from rules.cases.fields import Fields
from rules.cases.scripts import read_script
from rules.commands import Command
from rules.events import Event
from rules.rerun import rerun
from rules.round import Round
from rules.ruleset import Ruleset
from rules.seats import Seat
from rules.values import value
from rules.variants import variant

POSITIONS = Path(__file__).resolve().parents[1] / "positions"


@value
class Position:
    """A stored position: its id, the hand up to it, and how many sequences of 1, 2, 3 ... answers follow."""

    name: str
    hand: Round
    counts: tuple[int, ...]


def positions(key: str) -> Iterator[Position]:
    """The stored positions of a variant.

    Raises CaseError for a script that cannot be, ValueError for one that a line of fails.
    """
    for given in tomllib.loads((POSITIONS / f"{key}.toml").read_text("utf-8"))["position"]:
        name, counts = f"{key}-{given.pop('id')}", tuple(given.pop("counts"))
        script = read_script(Fields({"variant": key, **given}, name), variant)
        table = script.table()
        for text, line in script.lines:
            if (wrong := line.run(table)) is not None:
                raise ValueError(f"{name}: {text}: {wrong}")
        yield Position(name, table.hand, counts)


def answers_to(hand: Round) -> tuple[Seat, tuple[Command, ...]]:
    """The seat that answers first, and what it may answer; nothing when the hand is over."""
    for seat, ask in hand.asks.items():
        return seat, ask.options
    return 0, ()


def count(hand: Round, depth: int) -> int:
    """The sequences of so many answers, found by playing on copies of the hand."""
    seat, options = answers_to(hand)
    if depth == 1:
        return len(options)
    total = 0
    for option in options:
        after = copy.copy(hand)
        after.log, after.state = hand.log[:], hand.state.copy()
        after.submit(seat, option)
        total += count(after, depth - 1)
    return total


def count_slowly(rules: Ruleset, log: Sequence[Event], depth: int, answers: tuple[Command, ...] = ()) -> int:
    """The same, found by playing each sequence from the deal to its end: no state is ever copied."""
    hand = rerun(rules, log)
    for answer in answers:
        hand.submit(answers_to(hand)[0], answer)
    if len(answers) == depth:
        return 1
    return sum(count_slowly(rules, log, depth, (*answers, option)) for option in answers_to(hand)[1])


def main() -> None:
    """Count all stored positions both ways, and print what came where it is not what is stored."""
    for path in sorted(POSITIONS.glob("*.toml")):
        for position in positions(path.stem):
            rules, log, depths = position.hand.rules, list(position.hand.log), range(1, len(position.counts) + 1)
            fast = tuple(count(position.hand, depth) for depth in depths)
            slow = tuple(count_slowly(rules, log, depth) for depth in depths)
            told = "both ways" if fast == slow else f"from the deal {list(slow)}"
            if not position.counts == fast == slow:
                print(f"{position.name}: stored {list(position.counts)}, came {list(fast)}, {told}")


if __name__ == "__main__":
    main()
