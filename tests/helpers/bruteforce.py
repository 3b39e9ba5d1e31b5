"""The slow, obvious way to everything that `rules.analysis` looks up: search, substitution, trial.

Nothing here knows of codes or tables: hands are 35 counts, and a group is the tuple of its three tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from random import Random

from rules.tiles import ALL_TILES, EAST, GREEN, RED, SOUTH, SUITED_TILES, WHITE, Tile, count_tiles, tile

Group = tuple[Tile, Tile, Tile]

TRIPLETS: list[Group] = [(t, t, t) for t in ALL_TILES]
CHOWS: list[Group] = [(Tile(t), Tile(t + 1), Tile(t + 2)) for t in SUITED_TILES if (t - 1) % 9 < 7]
HONOUR_RUNS: list[Group] = [(RED, GREEN, WHITE), (tile(2, 1), EAST, SOUTH)]


def groups_with(t: Tile, honour_runs: bool) -> list[Group]:
    """Every group that a tile may be part of."""
    return [g for g in TRIPLETS + CHOWS + (HONOUR_RUNS if honour_runs else []) if t in g]


PLAIN: dict[Tile, list[Group]] = {t: groups_with(t, False) for t in ALL_TILES}
WITH_RUNS: dict[Tile, list[Group]] = {t: groups_with(t, True) for t in ALL_TILES}


def splits(counts: Sequence[int], groups: dict[Tile, list[Group]]) -> Iterator[tuple[Group, ...]]:
    """Every way to use the tiles up in groups."""
    lowest = next((t for t in ALL_TILES if counts[t]), None)
    if lowest is None:
        yield ()
        return
    for group in groups[lowest]:
        rest = list(counts)
        for t in group:
            rest[t] -= 1
        if group[0] == lowest and min(rest) >= 0:
            for more in splits(rest, groups):
                yield (group, *more)


def ways(counts: Sequence[int], honour_runs: bool = False) -> set[tuple[tuple[Group, ...], Tile]]:
    """Every way to use the tiles up in groups and one pair: (sorted groups, tile of the pair)."""
    found = set()
    for pair in ALL_TILES:
        if counts[pair] >= 2:
            rest = list(counts)
            rest[pair] -= 2
            for groups in splits(rest, WITH_RUNS if honour_runs else PLAIN):
                found.add((tuple(sorted(groups)), pair))
    return found


def readings(counts: Sequence[int], wilds: int, honour_runs: bool = False) -> set[tuple[object, ...]]:
    """(sorted groups, pair, stand-ins) for every substitution of the wilds."""
    found: set[tuple[object, ...]] = set()
    for stand_ins in combinations_with_replacement(ALL_TILES, wilds):
        full = list(counts)
        for t in stand_ins:
            full[t] += 1
        found.update((groups, pair, stand_ins) for groups, pair in ways(full, honour_runs))
    return found


def distance(counts: Sequence[int], melds: int, pairs: int = 1, *, capped: bool, honour_runs: bool = False) -> int:
    """Tiles missing to so many melds and pairs, by branch and bound over the groups that use a tile of the hand.

    A group or pair of which nothing is held misses all its tiles; a kind for it is always to be found.
    """
    search = _Search(melds * 3 + pairs * 2, capped, WITH_RUNS if honour_runs else PLAIN)
    search.go(list(counts), [0] * 35, melds, pairs, 0)
    return search.size - search.best


class _Search:
    def __init__(self, size: int, capped: bool, groups: dict[Tile, list[Group]]) -> None:
        self.size = size
        self.capped = capped
        self.groups = groups
        self.best = 0  # tiles of the hand that are used

    def go(self, counts: list[int], wanted: list[int], melds: int, pairs: int, used: int) -> None:
        self.best = max(self.best, used)
        held = sum(counts)
        if used + min(held, 3 * melds + 2 * pairs) <= self.best:
            return
        lowest = next(t for t in ALL_TILES if counts[t])
        choices: list[tuple[Tile, ...]] = list(self.groups[lowest]) if melds else []
        if pairs:
            choices.append((lowest, lowest))
        for tiles in choices:
            rest, asked = counts[:], wanted[:]
            for t in tiles:
                rest[t] -= rest[t] > 0
                asked[t] += 1
            if not (self.capped and max(asked) > 4):
                is_pair = len(tiles) == 2
                self.go(rest, asked, melds - (not is_pair), pairs - is_pair, used + held - sum(rest))
        rest = counts[:]
        rest[lowest] -= 1
        self.go(rest, wanted, melds, pairs, used)


def random_hand(rng: Random, size: int, kinds: Sequence[Tile] = ALL_TILES) -> list[int]:
    """So many tiles out of four of each of the kinds, as counts."""
    return count_tiles(rng.sample([t for t in kinds for _ in range(4)], size))


def nearly_complete(rng: Random, melds: int, spare: int, *, honour_runs: bool = False) -> list[int]:
    """A complete hand of so many melds with `spare` random tiles taken out, often spoilt by one wrong tile."""
    groups = TRIPLETS + CHOWS * 2 + (HONOUR_RUNS * 8 if honour_runs else [])
    suit = rng.choice(ALL_TILES)
    groups = [g for g in groups if abs(g[0] - suit) < 9] if rng.random() < 0.5 else groups
    while True:
        pair = rng.choice(ALL_TILES)
        tiles = [pair, pair, *(t for g in rng.choices(groups, k=melds) for t in g)]
        rng.shuffle(tiles)
        tiles = tiles[spare:]
        if rng.random() < 0.4:
            tiles[0] = rng.choice(ALL_TILES)
        counts = count_tiles(tiles)
        if max(counts) <= 4:
            return counts
