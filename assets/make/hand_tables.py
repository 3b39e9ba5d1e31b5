"""Makes the hand tables that `rules.tables` loads: `python assets/make/hand_tables.py`.

A suit's nine counts (0-4 each, packed base 5, rank 1 lowest) ask for a vector: how many tiles are missing for m melds
(0-4) and p pairs (0-1) made in that suit alone. Few different vectors exist, so a table holds one byte, the vector's
*class*, for each packed suit. Two suits are taken together by the min-plus product of their vectors; the classes are
closed under it, so that too is a table of bytes.

`capped` never aims at a fifth copy of a tile; in `free` a wild may be one (rulebook/README.md, "Shape words").
The numbering of the classes is their sorted order, so the output depends on nothing but this file.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection
from itertools import product
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.uint8]  # shape (n, 10): missing tiles for (m, p) at column 2 * m + p
Keys = NDArray[np.int64]

MELDS: Final = 4
COPIES: Final = 4
STARTS: Final = 3  # at most two chows from one rank: three of them are three triplets of the same tiles
FAR: Final = 99
CHOW_RANKS: Final = range(7)
HONOUR_RUN_RANKS: Final = (4,)
TABLES: Final = Path(__file__).parents[2] / "rules" / "tables"


def missing(ranks: int, chow_ranks: Collection[int], capped: bool) -> Vectors:
    """The vector of every packed suit of so many ranks, chows starting at the given ranks (0-based)."""
    states = np.full((1, STARTS, STARTS, MELDS + 1, 2), FAR, np.uint8)
    states[0, 0, 0, 0, 0] = 0
    for rank in range(ranks):
        states = _next_rank(states, STARTS if rank in chow_ranks else 1, capped)
    return states[:, 0, 0].reshape(-1, 2 * (MELDS + 1))


def _next_rank(states: Vectors, starts: int, capped: bool) -> Vectors:
    """One rank more. A state is (packed counts, chows from the rank before, from two before, melds, pairs)."""
    size = len(states)
    out = np.full((COPIES + 1, size, STARTS, STARTS, MELDS + 1, 2), FAR, np.uint8)
    counts = np.arange(COPIES + 1)
    for last, older, chows, triplets, pair in product(*map(range, (STARTS, STARTS, starts, MELDS + 1, 2))):
        melds = chows + triplets
        wanted = 3 * triplets + 2 * pair + chows + last + older
        if melds > MELDS or (capped and wanted > COPIES):
            continue
        source = states[:, last, older, : MELDS + 1 - melds, : 2 - pair]
        if source.min() == FAR:
            continue
        short = np.maximum(0, wanted - counts).astype(np.uint8)
        target = out[:, :, chows, last, melds:, pair:]
        np.minimum(target, np.minimum(source + short[:, None, None, None], FAR), out=target)
    return out.reshape((COPIES + 1) * size, STARTS, STARTS, MELDS + 1, 2)


def merged(left: Vectors, right: Vectors) -> Vectors:
    """The min-plus product of every vector of `left` with every one of `right`, row by row."""
    out = np.full((len(left), len(right), MELDS + 1, 2), FAR, np.uint8)
    ours = left.reshape(-1, 1, MELDS + 1, 2)
    theirs = right.reshape(1, -1, MELDS + 1, 2)
    for melds, pair in product(range(MELDS + 1), range(2)):
        both = ours[:, :, : MELDS + 1 - melds, : 2 - pair] + theirs[:, :, melds, pair, None, None]
        target = out[:, :, melds:, pair:]
        np.minimum(target, both, out=target)
    return out.reshape(-1, 2 * (MELDS + 1))


def keys(vectors: Vectors) -> Keys:
    """Each vector as one number, four bits a value: far quicker to sort and compare than rows."""
    weights = 16 ** np.arange(vectors.shape[1], dtype=np.int64)
    return np.minimum(vectors, 15).astype(np.int64) @ weights


def vectors_of(numbers: Keys) -> Vectors:
    """The vectors behind `keys`."""
    shifts = 4 * np.arange(2 * (MELDS + 1))
    return (numbers[:, None] >> shifts & 15).astype(np.uint8)


def closed(numbers: Keys) -> Keys:
    """The vectors with all their products, sorted. Raises OverflowError when a class would not fit a byte."""
    while True:
        vectors = vectors_of(numbers)
        wider = np.union1d(numbers, keys(merged(vectors, vectors)))
        if len(wider) > 255:
            raise OverflowError(f"{len(wider)} classes do not fit a byte")
        if len(wider) == len(numbers):
            return numbers
        numbers = wider


def table(capped: bool) -> bytes:
    """One table, not yet compressed: the layout is told in `rules/tables/__init__.py`."""
    suits = [missing(9, CHOW_RANKS, capped), missing(7, (), capped), missing(7, HONOUR_RUN_RANKS, capped)]
    parts = [keys(suit) for suit in suits]
    classes = closed(np.unique(np.concatenate(parts)))
    vectors = vectors_of(classes)
    parts.append(keys(merged(vectors, vectors)))
    numbered = (np.searchsorted(classes, part).astype(np.uint8).tobytes() for part in parts)
    return b"".join([bytes([len(classes)]), *numbered, vectors.T.tobytes()])


def main() -> None:
    """Write both files."""
    for name, capped in (("capped", True), ("free", False)):
        packed = zlib.compress(table(capped), 9)
        (TABLES / f"{name}.z").write_bytes(packed)
        print(f"{name}.z: {len(packed)} bytes")


if __name__ == "__main__":
    main()
