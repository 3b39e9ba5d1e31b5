"""The hand tables: what a suit's tiles still miss, looked up instead of searched.

`assets/make/hand_tables.py` makes them.

Two files, `capped.z` and `free.z` (zlib), each unpacking to

    1 byte          N, the number of classes
    5^9 bytes       the class of each packed suit (nine counts base 5, rank 1 lowest)
    5^7 bytes       the class of each packed set of honours, triplets and pairs only
    5^7 bytes       the same where red green white (中发白) is a chow too
    N x N bytes     the class of two classes taken together
    10 x N bytes    missing tiles of each class: row 2 * m + p for m melds (0-4) and p pairs (0-1)

`capped` never aims at a fifth copy of a tile; in `free` a wild may be one (rulebook/README.md, "Shape words").
The tables stay `bytes`: as fast as lists and a tenth of their memory (guides/performance.md, 1).
"""

from __future__ import annotations

import zlib
from functools import cache
from pkgutil import get_data
from typing import Final

from rules.errors import RulesError
from rules.values import value

MOST_MELDS: Final = 4
_SUIT_KEYS: Final = 5**9
_HONOUR_KEYS: Final = 5**7


@value
class HandTable:
    """One table. Tiles that classes a and b together miss: `melds[m][a][b]`, with a pair besides `hand[m][a][b]`."""

    suit: bytes
    honours: bytes
    honours_with_runs: bytes
    merge: tuple[bytes, ...]
    melds: tuple[tuple[bytes, ...], ...]
    hand: tuple[tuple[bytes, ...], ...]


@cache
def capped_table() -> HandTable:
    """The table for hands without wilds: no tile has a fifth copy."""
    return _load("capped.z")


@cache
def free_table() -> HandTable:
    """The table for hands with wilds: a wild may be a fifth copy."""
    return _load("free.z")


def _load(name: str) -> HandTable:
    packed = get_data(__name__, name)
    if packed is None:
        raise RulesError(f"the hand table {name} is missing from this installation")
    data = memoryview(zlib.decompress(packed))
    classes = data[0]
    sizes = (_SUIT_KEYS, _HONOUR_KEYS, _HONOUR_KEYS, *(classes,) * (classes + 2 * (MOST_MELDS + 1)))
    parts: list[bytes] = []
    at = 1
    for size in sizes:
        parts.append(bytes(data[at : at + size]))
        at += size
    merge = tuple(parts[3 : 3 + classes])
    values = [row.ljust(256, b"\0") for row in parts[3 + classes :]]
    missing = tuple(tuple(row.translate(value) for row in merge) for value in values)
    return HandTable(parts[0], parts[1], parts[2], merge, melds=missing[0::2], hand=missing[1::2])
