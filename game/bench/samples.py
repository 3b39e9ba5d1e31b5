"""Hands to measure on, the same in every run: complete, one tile short of it and just dealt ones in equal parts."""

from __future__ import annotations

from random import Random

from game.bench.peers import counts_34, ids_136
from rules.analysis import pack
from rules.tiles import ALL_TILES, HONOURS, RANK_OF, SUIT_OF, Tile, count_tiles
from rules.values import value

SEED = 20_260_101
COPIES = 4


@value
class Sample:
    """One concealed hand in the form that each contender keeps its hands in: packed codes, 34 counts, tile ids."""

    codes: tuple[int, int, int, int]
    counts: list[int]
    ids: list[int]


def sample(tiles: list[Tile]) -> Sample:
    """A hand in every form."""
    return Sample(pack(count_tiles(tiles)), counts_34(tiles), ids_136(tiles))


def mixed_hands(number: int, without: int = 0) -> list[Sample]:
    """Hands of 14 tiles less some (which wilds stand for, or which have yet to be drawn)."""
    chance = Random(SEED)
    makers = (_won, _one_short, _dealt)
    hands = [makers[i % 3](chance) for i in range(number)]
    chance.shuffle(hands)
    return [sample(sorted(hand[without:])) for hand in hands]


def _dealt(chance: Random) -> list[Tile]:
    return chance.sample([tile for tile in ALL_TILES for _ in range(COPIES)], 14)


def _won(chance: Random) -> list[Tile]:
    """Four melds and a pair, shuffled."""
    while True:
        tiles = [tile for _ in range(4) for tile in _meld(chance)] + [chance.choice(ALL_TILES)] * 2
        if max(count_tiles(tiles)) <= COPIES:
            chance.shuffle(tiles)
            return tiles


def _one_short(chance: Random) -> list[Tile]:
    """A won hand whose last tile was exchanged; the first ones go when a hand is to be smaller."""
    tiles = _won(chance)
    held = count_tiles(tiles)
    tiles[-1] = chance.choice([tile for tile in ALL_TILES if held[tile] < COPIES])
    return tiles


def _meld(chance: Random) -> list[Tile]:
    tile = chance.choice(ALL_TILES)
    if chance.random() < 0.7 and SUIT_OF[tile] != HONOURS and RANK_OF[tile] <= 7:
        return [tile, Tile(tile + 1), Tile(tile + 2)]
    return [tile] * 3
