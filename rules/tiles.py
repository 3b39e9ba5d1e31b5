"""The 34 tile kinds (牌), their names and notation.

A tile is a *kind*, not a physical piece: two equal tiles cannot be told apart, and no rule needs to.
It is a small integer, so that hands can be counted in lists and packed into table keys:

    0        HIDDEN, a tile that this seat does not know
    1 - 9    1m - 9m   characters (万)
    10 - 18  1p - 9p   dots (筒)
    19 - 27  1s - 9s   bamboos (条, 索)
    28 - 34  1z - 7z   east south west north red green white (东南西北中发白)

Notation: `1m`, or runs of one suit sharing the letter, `123m55z` (rulebook/README.md, "Words and notation").
Never here: what a variant does with a tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NewType

from rules.errors import NotationError

Tile = NewType("Tile", int)

HIDDEN: Final = Tile(0)
KINDS: Final = 34
SUIT_LETTERS: Final = "mpsz"
HONOURS: Final = 3

ALL_TILES: Final[tuple[Tile, ...]] = tuple(Tile(i) for i in range(1, KINDS + 1))
SUITED_TILES: Final = ALL_TILES[:27]
HONOUR_TILES: Final = ALL_TILES[27:]
EAST, SOUTH, WEST, NORTH, RED, GREEN, WHITE = HONOUR_TILES

# Indexed by tile; index 0 answers for HIDDEN.
SUIT_OF: Final[tuple[int, ...]] = (-1, *((t - 1) // 9 for t in range(1, KINDS + 1)))
RANK_OF: Final[tuple[int, ...]] = (0, *((t - 1) % 9 + 1 for t in range(1, KINDS + 1)))
NAME_OF: Final[tuple[str, ...]] = (
    "?",
    *(f"{(t - 1) % 9 + 1}{SUIT_LETTERS[(t - 1) // 9]}" for t in range(1, KINDS + 1)),
)
TILE_NAMED: Final[dict[str, Tile]] = {name: Tile(i) for i, name in enumerate(NAME_OF)}


def tile(suit: int, rank: int) -> Tile:
    """The tile of a suit (0-3 = m p s z) and a rank (1-9, honours 1-7)."""
    return Tile(suit * 9 + rank)


def parse_tile(text: str) -> Tile:
    """One tile from its name.

    >>> parse_tile("5z") == RED
    True

    Raises NotationError for anything else.
    """
    found = TILE_NAMED.get(text.strip())
    if not found:
        raise NotationError(f"not a tile: {text!r}")
    return found


def parse_tiles(text: str) -> list[Tile]:
    """Tiles in the order written; spaces do not matter.

    >>> show_tiles(parse_tiles("3m12p 5z"))
    '3m12p5z'

    Raises NotationError naming the piece that is wrong.
    """
    out: list[Tile] = []
    ranks: list[str] = []
    for char in text:
        if char.isspace():
            continue
        if char.isascii() and char.isdigit():
            ranks.append(char)
        elif char in SUIT_LETTERS and ranks:
            out.extend(parse_tile(rank + char) for rank in ranks)
            ranks.clear()
        else:
            raise NotationError(f"not tiles: {text!r} (at {char!r})")
    if ranks:
        raise NotationError(f"not tiles: {text!r} (digits without a suit letter)")
    return out


def show_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles in notation, runs of one suit sharing the letter; HIDDEN is `?`."""
    out: list[str] = []
    suit = ""
    for t in tiles:
        name = NAME_OF[t]
        if t == HIDDEN:
            out.append(suit + "?")
            suit = ""
            continue
        if suit and name[1] != suit:
            out.append(suit)
        out.append(name[0])
        suit = name[1]
    return "".join(out) + suit


def count_tiles(tiles: Iterable[Tile]) -> list[int]:
    """Copies of each kind: a list of 35 counts, indexed by tile (index 0 counts HIDDEN)."""
    counts = [0] * (KINDS + 1)
    for t in tiles:
        counts[t] += 1
    return counts


def tiles_of(counts: Sequence[int]) -> list[Tile]:
    """The tiles behind 35 counts, HIDDEN first, then in order of kind."""
    return [Tile(t) for t, n in enumerate(counts) if n for _ in range(n)]
