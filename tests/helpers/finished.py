"""Finished hands for tests of the rules: the keys of a `[[hand]]`, without a file."""

from __future__ import annotations

from typing import Any

from rules.cases import HandVerdict, judge_hand, read_hand
from rules.cases.fields import Fields
from rules.variants import variant


def finished(
    key: str, hand: str, tile: str, winner: int = 1, source: int = 1, seats: dict[str, Any] | None = None, **more: Any
) -> HandVerdict:
    """The verdict on a hand won by `winner` with a tile of `source`; `seats` tells about melds, and the other seats.

    Raises CaseError for a hand that cannot be.
    """
    given = dict(seats or {})
    given[str(winner)] = given.get(str(winner), {}) | {"hand": hand}
    case = {"variant": key, "winner": winner, "from": source, "tile": tile, "seat": given}
    return judge_hand(read_hand(Fields(case | more, "test"), variant))
