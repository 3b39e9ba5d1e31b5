"""The text of a case file: its cases, what each expects, and in what the engine differs."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from rules.cases.fields import Fields, FindVariant, one_line
from rules.cases.hands import FinishedHand, judge_hand, read_hand
from rules.cases.scripts import Script, ScriptExpect, play, read_script
from rules.errors import CaseError
from rules.values import value


@value
class HandExpect:
    """What a `[[hand]]` expects; None is not compared."""

    wins: bool
    reason: str | None
    patterns: list[str] | None
    points: list[int] | None


@value
class HandCase:
    """A finished hand and its expected verdict."""

    name: str
    hand: FinishedHand
    expect: HandExpect

    def failures(self) -> list[str]:
        """In what the verdict differs: what was expected and what came."""
        verdict, expect = judge_hand(self.hand), self.expect
        if not expect.wins:
            wrong = verdict.wins or expect.reason not in (None, verdict.reason)
            came = f"a win with {_listed(verdict.patterns)}" if verdict.wins else f"no win, {verdict.reason}"
            return [f"expected no win, {expect.reason or 'any reason'}; came {came}"] if wrong else []
        if not verdict.wins:
            return [f"expected a win; came no win, {verdict.reason}"]
        failures = []
        if expect.patterns is not None and Counter(expect.patterns) != Counter(verdict.patterns):
            failures.append(f"patterns: expected {_listed(expect.patterns)}; came {_listed(verdict.patterns)}")
        if expect.points is not None and expect.points != list(verdict.points):
            failures.append(f"points: expected {expect.points}; came {list(verdict.points)}")
        return failures


@value
class ScriptCase:
    """A hand to be played and what it must come to."""

    name: str
    script: Script
    expect: ScriptExpect

    def failures(self) -> list[str]:
        """Actions refused, questions answered otherwise, and in what the end differs."""
        return play(self.script, self.expect)


Case: TypeAlias = HandCase | ScriptCase


def read_cases(text: str, file: str, find: FindVariant) -> list[Case]:
    """The cases of a file, in its order, hands first. `file` is how messages call it.

    Raises CaseError, a message of one line that names file, case and key.
    """
    data = _parsed(text, file)
    unknown = set(data) - {"hand", "script"}
    if unknown:
        raise CaseError(f"{file}: {one_line(min(unknown))}: unknown key")
    cases: list[Case] = [_hand_case(fields, name, find) for name, fields in _tables(data, "hand", file)]
    return cases + [_script_case(fields, name, find) for name, fields in _tables(data, "script", file)]


def _parsed(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise CaseError(f"{file}: nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise CaseError(f"{file}: not TOML: {one_line(str(error))}") from None
    except ValueError:  # what Python says of a number with thousands of digits
        raise CaseError(f"{file}: not TOML: a number is too long") from None


def _tables(data: dict[str, Any], key: str, file: str) -> Iterator[tuple[str, Fields]]:
    tables = data.get(key, [])
    if not isinstance(tables, list):
        raise CaseError(f"{file}: {key}: an array of tables expected")
    for number, table in enumerate(tables, 1):
        name = table.get("id") if isinstance(table, dict) else None
        called = one_line(name) if isinstance(name, str) else f"{key} {number}"
        fields = Fields(table, f"{file}: {called}")
        yield one_line(fields.text("id")), fields


def _hand_case(fields: Fields, name: str, find: FindVariant) -> HandCase:
    inner = fields.table("expect")
    expect = HandExpect(
        wins=inner.flag("wins"),
        reason=inner.text("reason") if inner.has("reason") else None,
        patterns=inner.texts("patterns") if inner.has("patterns") else None,
        points=inner.numbers("points") if inner.has("points") else None,
    )
    inner.finish()
    return HandCase(name, read_hand(fields, find), expect)


def _script_case(fields: Fields, name: str, find: FindVariant) -> ScriptCase:
    inner = fields.table("expect")
    expect = ScriptExpect.read(inner)
    return ScriptCase(name, read_script(fields, find), expect)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "no pattern"
