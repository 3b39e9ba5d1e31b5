"""Tests on a read hand that the patterns of several variants are made of, by theme."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.melds import MeldKind
from rules.readings import GroupKind
from rules.shapes import SEVEN_PAIRS, STANDARD
from rules.tiles import HONOURS, RANK_OF, SUIT_OF, Tile
from rules.win import WinContext

Test = Callable[[WinContext], bool]


def shaped(name: str) -> Test:
    """The hand is read in this shape."""
    return lambda context: context.arrangement.shape == name


is_standard = shaped(STANDARD)
is_seven_pairs = shaped(SEVEN_PAIRS)


def has_fact(name: str) -> Test:
    """The circumstance holds."""
    return lambda context: name in context.facts


def all_triplets(context: WinContext) -> bool:
    """Four pongs, kongs or triplets and a pair (碰碰胡, 对对胡)."""
    return (
        is_standard(context)
        and all(meld.kind is not MeldKind.CHOW for meld in context.melds)
        and all(group.kind is GroupKind.TRIPLET for group in context.arrangement.groups)
    )


def full_flush(context: WinContext) -> bool:
    """All tiles of one suit (清一色); honours are no suit."""
    suits = {SUIT_OF[tile] for tile in context.all_tiles()}
    return len(suits) == 1 and HONOURS not in suits


def suits_held(tiles: Iterable[Tile]) -> set[int]:
    """The suits among some tiles; honours are none."""
    return {SUIT_OF[tile] for tile in tiles} - {HONOURS}


def is_258(tile: Tile) -> bool:
    """A 2, 5 or 8 of a suit."""
    return SUIT_OF[tile] != HONOURS and RANK_OF[tile] in (2, 5, 8)


def is_terminal(tile: Tile) -> bool:
    """A 1 or 9 of a suit."""
    return SUIT_OF[tile] != HONOURS and RANK_OF[tile] in (1, 9)


def parts(context: WinContext) -> list[tuple[Tile, ...]]:
    """Every meld, group and the pair of a standard hand, as tiles."""
    arrangement = context.arrangement
    pair = [(arrangement.pair, arrangement.pair)] if arrangement.pair is not None else []
    return [*(meld.tiles for meld in context.melds), *(group.tiles for group in arrangement.groups), *pair]
