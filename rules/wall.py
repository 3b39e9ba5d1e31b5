"""Building a wall (砌牌) from a seed: the same seed and number give the same wall and dice on any machine.

Fisher-Yates driven by SHA-256(seed, number of the hand, counter) with rejection: no dependence on how a Python release
shuffles, and every hand of a match can be rebuilt alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import unpack

from rules.tiles import Tile

COPIES = 4


def random_words(seed: bytes, number: int) -> Iterator[int]:
    """An endless stream of uniform 32-bit numbers that belongs to one hand of a match."""
    counter = 0
    while True:
        block = sha256(seed + number.to_bytes(4, "big") + counter.to_bytes(4, "big")).digest()
        yield from unpack(">8I", block)
        counter += 1


def below(words: Iterator[int], limit: int) -> int:
    """A uniform number 0 <= n < limit, by rejection."""
    bound = 2**32 - 2**32 % limit
    while (word := next(words)) >= bound:
        pass
    return word % limit


def shuffled(words: Iterator[int], kinds: Sequence[Tile]) -> list[Tile]:
    """Four copies of each kind in random order."""
    tiles = [kind for kind in kinds for _ in range(COPIES)]
    for last in range(len(tiles) - 1, 0, -1):
        other = below(words, last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tiles


def roll(words: Iterator[int], dice: int = 2) -> tuple[int, ...]:
    """Some dice."""
    return tuple(below(words, 6) + 1 for _ in range(dice))
