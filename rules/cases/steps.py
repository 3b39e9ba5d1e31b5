"""The lines of a script's `do`: actions, refused actions (`!`) and questions (`?`)."""

from __future__ import annotations

import re
from collections import Counter
from typing import Protocol

from rules.cases.actions import Action, parse_action
from rules.cases.table import Table
from rules.errors import NotationError
from rules.options import remaining
from rules.seats import SEATS, Seat
from rules.tiles import Tile, parse_tiles, show_tiles
from rules.values import value


class Line(Protocol):
    """One line of a script. `run` returns what is wrong, None when nothing is; `stops`: then nothing can follow."""

    @property
    def stops(self) -> bool:
        """Whether the script cannot go on when this line fails."""

    def run(self, table: Table) -> str | None:
        """Do or ask it."""


@value
class Act:
    """An action that must be legal."""

    action: Action
    stops: bool = True

    def run(self, table: Table) -> str | None:
        """Do it."""
        return None if table.act(self.action) else f"expected a legal action; came: not legal ({_asked(table)})"


@value
class Refused:
    """An action that must be refused and change nothing."""

    action: Action
    stops: bool = False

    def run(self, table: Table) -> str | None:
        """Try it."""
        return None if table.refuses(self.action) else "expected a refusal; came: legal"


@value
class Can:
    """Whether an action is legal now."""

    action: Action
    expected: bool
    stops: bool = False

    def run(self, table: Table) -> str | None:
        """Look."""
        return None if table.can(self.action) == self.expected else f"came {_yes(not self.expected)} ({_asked(table)})"


@value
class Holds:
    """Whether these tiles are in a hand."""

    seat: Seat
    tiles: tuple[Tile, ...]
    stops: bool = False

    def run(self, table: Table) -> str | None:
        """Look."""
        held = table.hand.state.seats[self.seat].hand.tiles()
        return f"came {show_tiles(held)}" if Counter(self.tiles) - Counter(held) else None


@value
class Points:
    """The points of the hand so far."""

    expected: tuple[int, ...]
    stops: bool = False

    def run(self, table: Table) -> str | None:
        """Look."""
        came = tuple(seat.points for seat in table.hand.state.seats)
        return None if came == self.expected else f"came {' '.join(map(str, came))}"


@value
class WallLeft:
    """How many tiles can still be drawn."""

    expected: int
    stops: bool = False

    def run(self, table: Table) -> str | None:
        """Look."""
        came = remaining(table.hand.state, table.hand.rules)
        return None if came == self.expected else f"came {came}"


@value
class TurnOf:
    """Whose turn it is."""

    expected: Seat
    stops: bool = False

    def run(self, table: Table) -> str | None:
        """Look."""
        came = table.hand.state.turn
        return None if came == self.expected else f"came {came} ({_asked(table)})"


_LINE = re.compile(r"([?!]?) ?([0-3]) (.*)")


def parse_line(text: str) -> Line:
    """One line of `do`.

    Raises NotationError for anything else.
    """
    match text.split():
        case ["?", "points", *points] if len(points) == len(SEATS):
            return Points(tuple(_number(text, point) for point in points))
        case ["?", "wall", count]:
            return WallLeft(_number(text, count))
        case ["?", "turn", "0" | "1" | "2" | "3" as seat]:
            return TurnOf(int(seat))
    found = _LINE.fullmatch(" ".join(text.split()))
    if found is None:
        raise NotationError(f"not an action or a question: {text!r}")
    sign, player, rest = found[1], int(found[2]), found[3]
    if sign == "?":
        return _question(player, rest)
    action = parse_action(player, rest)
    return Refused(action) if sign else Act(action)


def _question(seat: Seat, text: str) -> Line:
    match text.split(maxsplit=1):
        case ["can" | "cannot" as word, rest]:
            return Can(parse_action(seat, rest), word == "can")
        case ["holds", tiles]:
            return Holds(seat, tuple(parse_tiles(tiles)))
        case _:
            raise NotationError(f"not a question: {text!r}")


def _number(line: str, text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise NotationError(f"not a number: {text!r} in {line!r}")
    return int(text)


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"


def _asked(table: Table) -> str:
    """Who is asked, for messages."""
    state = table.hand.state
    asked = ", ".join(f"{seat} {ask.kind}" for seat, ask in state.asks.items())
    return f"stage {state.stage}, turn {state.turn}, asked: {asked or 'nobody'}"
