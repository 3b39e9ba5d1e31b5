"""Commands: what a seat may answer to an ask. Plain values without a seat; the ask names the seat."""

from __future__ import annotations

from typing import Final, TypeAlias

from rules.errors import NotationError
from rules.melds import KongKind
from rules.tiles import ALL_TILES, NAME_OF, SUIT_LETTERS, Tile, parse_tile, parse_tiles, show_tiles
from rules.values import value


@value
class Discard:
    """Throw a tile (打出)."""

    tile: Tile


@value
class Chow:
    """Take the discard into a sequence (吃) with these two tiles from the hand."""

    tiles: tuple[Tile, Tile]


@value
class Pong:
    """Take the discard into a triplet (碰)."""


@value
class Kong:
    """Make a kong (杠) of this kind and tile."""

    kind: KongKind
    tile: Tile


@value
class Win:
    """Declare the win (胡): self-drawn, on a discard, or by robbing a kong."""


@value
class Pass:
    """Let a claim go (过)."""


@value
class Choose:
    """Answer a question of the variant: the question's key, a word, and one of its values, of one word or several."""

    key: str
    value: str


Command: TypeAlias = Discard | Chow | Pong | Kong | Win | Pass | Choose

DISCARD: Final[tuple[Discard, ...]] = (Discard(Tile(0)), *(Discard(t) for t in ALL_TILES))
"""DISCARD[t]: the discard of tile t, made once (asks list them by the dozen)."""
PONG: Final = Pong()
WIN: Final = Win()
PASS: Final = Pass()


def show_command(command: Command) -> str:
    """A command as text, for logs and messages; `parse_command` reads it back.

    >>> show_command(Kong(KongKind.ADDED, Tile(14)))
    'kong added 5p'
    """
    match command:
        case Discard(tile):
            return f"discard {NAME_OF[tile]}"
        case Chow(tiles):
            return f"chow {show_tiles(tiles)}"
        case Kong(kind, tile):
            return f"kong {kind} {NAME_OF[tile]}"
        case Choose(key, value):
            return f"choose {key} {value}"
        case Pong():
            return "pong"
        case Win():
            return "win"
        case Pass():
            return "pass"


def parse_command(text: str) -> Command:
    """The command that `show_command` wrote.

    Raises NotationError for anything else.
    """
    match text.split():
        case ["discard", tile]:
            return Discard(parse_tile(tile))
        case ["chow", tiles]:
            return _chow(tiles)
        case ["kong", kind, tile] if kind in tuple(KongKind):
            return Kong(KongKind(kind), parse_tile(tile))
        case ["choose", key, first, *more]:
            return Choose(key, " ".join((first, *more)))
        case ["pong"]:
            return PONG
        case ["win"]:
            return WIN
        case ["pass"]:
            return PASS
        case _:
            raise NotationError(f"not a command: {text!r}")


def _chow(text: str) -> Chow:
    tiles = parse_tiles(text)
    if len(tiles) != 2:
        raise NotationError(f"a chow names two tiles of the hand, not {text!r} (suits: {SUIT_LETTERS})")
    return Chow((tiles[0], tiles[1]))
