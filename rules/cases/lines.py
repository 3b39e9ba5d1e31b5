"""Hands as JSON, one a line, and the verdicts on them (cases/README.md, "judge")."""

from __future__ import annotations

import json
from typing import Any

from rules.cases.fields import Fields, FindVariant
from rules.cases.hands import judge_hand, read_hand
from rules.errors import CaseError


def judge_line(line: str, find: FindVariant) -> str:
    """The verdict on the hand of one line, or the error in it, as one line of JSON."""
    try:
        data = _parsed(line)
    except CaseError as error:
        return json.dumps({"id": None, "error": str(error)})
    name = data.pop("id", None) if isinstance(data, dict) else None
    name = name if type(name) in (str, int) else None
    try:
        verdict = judge_hand(read_hand(Fields(data, "hand"), find))
    except CaseError as error:
        return json.dumps({"id": name, "error": str(error)})
    return json.dumps(
        {
            "id": name,
            "wins": verdict.wins,
            "reason": verdict.reason,
            "patterns": list(verdict.patterns),
            "points": list(verdict.points),
        }
    )


def _parsed(line: str) -> Any:
    try:
        return json.loads(line.strip())
    except RecursionError:
        raise CaseError("hand: nested too deeply") from None
    except json.JSONDecodeError as error:
        raise CaseError(f"hand: not JSON: {error.msg} (at column {error.colno})") from None
    except ValueError:  # what Python says of a number with thousands of digits
        raise CaseError("hand: not JSON: a number is too long") from None
