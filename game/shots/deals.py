"""The hands of the shots, as `assets/shots.toml` describes them: rigged like a case's script, or played by bots.

Either way a shot is the log of a hand up to a moment, and the screen is what continuing that hand would show.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from game.theme import ASSETS
from rules.bots import LEVELS, seeded_chooser
from rules.cases.fields import Fields
from rules.cases.scripts import read_script
from rules.cases.steps import parse_line
from rules.cases.table import Table
from rules.errors import CaseError
from rules.events import Asked, AskKind, Event
from rules.match import Match, MatchSettings, default_length
from rules.seats import Seat
from rules.simulate import play_hand
from rules.values import value
from rules.variants import all_variants, variant

FILE: Final = ASSETS / "shots.toml"
EACH: Final = "*"
"""The variant of an entry that stands for one shot of each variant."""
TRIES: Final = 200
OWN_KEYS: Final[dict[str, Any]] = {"name": "", "seat": 0, "acts": (), "do": (), "ask": "", "turns": 1}
"""The keys that a case does not have, with their defaults."""


@value
class Deal:
    """An entry of the file: what to look at from `seat` once the hand has come so far, and what is done then.

    `case` is a rigged hand with the lines `do`; without one, bots play until the seat is asked for the `turns`th
    time about `ask`, or to the end when `ask` is empty. `acts`: see `game.shots.acts`.
    """

    name: str
    variant: str
    options: tuple[tuple[str, str], ...]
    seat: Seat
    acts: tuple[str, ...]
    case: Mapping[str, Any] | None
    do: tuple[str, ...]
    ask: str
    turns: int

    def log(self) -> list[Event]:
        """The events up to the moment. Raises CaseError when the hand cannot be played like that."""
        return self._rigged() if self.case is not None else self._played()

    def _rigged(self) -> list[Event]:
        table = read_script(Fields(self.case, f"{FILE.name}: {self.name}"), variant).table()
        for line in self.do:
            wrong = _run(table, line)
            if wrong is not None:
                raise CaseError(f"{FILE.name}: {self.name}: {line}: {wrong}")
        return list(table.hand.log)

    def _played(self) -> list[Event]:
        """The first of many hands that comes to such a moment."""
        found = variant(self.variant)
        for number in range(TRIES):
            seed = f"shots {self.name} {number:4}".encode()
            match = Match(MatchSettings(found.key, self.options, default_length(found), seed), found)
            hand = play_hand(match.rules, match.next_deal(), [LEVELS["efficient"]] * 4, seeded_chooser(seed, 1))
            log = self._until_asked(hand.log) if self.ask else list(hand.log)
            if log:
                return log
        raise CaseError(f"{FILE.name}: {self.name}: no such moment in {TRIES} hands")

    def _until_asked(self, log: list[Event]) -> list[Event]:
        times = 0
        for place, event in enumerate(log):
            if isinstance(event, Asked) and event.seat == self.seat and event.ask.kind is AskKind(self.ask):
                times += 1
                if times == self.turns:
                    return log[: place + 1]
        return []


def _run(table: Table, line: str) -> str | None:
    """Play a line of a script, or `turns N`: so many turns in which everybody throws what is drawn; what is wrong."""
    match line.split():
        case ["turns", count]:
            for _ in range(int(count)):
                table.pass_all()
                if not table.hand.over:
                    table.hand.expire(table.hand.state.turn)
            return None
        case _:
            return parse_line(line).run(table)


@cache
def deals() -> tuple[Deal, ...]:
    """All entries of the file, in its order. Raises CaseError."""
    entries = {entry["name"]: entry for entry in tomllib.loads(FILE.read_text("utf-8"))["shot"]}
    whole = [{**entries.get(entry.pop("like", ""), {}), **entry} for entry in entries.values()]
    return tuple(deal for entry in whole for deal in _read(entry))


def _read(entry: dict[str, Any]) -> Iterator[Deal]:
    keys = all_variants() if entry["variant"] == EACH else [entry["variant"]]
    for key in keys:
        name = entry["name"] + (f"-{key}" if entry["variant"] == EACH else "")
        yield _deal(name, {**entry, "variant": key})


def _deal(name: str, entry: dict[str, Any]) -> Deal:
    own = {key: entry.pop(key, default) for key, default in OWN_KEYS.items()}
    options = variant(entry["variant"]).choose(entry.get("options", {}))
    return Deal(
        name=name,
        variant=entry["variant"],
        options=tuple(options.items()),
        seat=own["seat"],
        acts=tuple(own["acts"]),
        case=entry if "hands" in entry else None,
        do=tuple(own["do"]),
        ask=own["ask"],
        turns=own["turns"],
    )
