"""How far a hand is from complete: missing tiles, shanten (向听), waits and useful tiles; standard and seven pairs.

A hand is asked about as its *codes*: one number per suit (m p s z), the counts of the suit's natural tiles in base 5,
rank 1 lowest. They are kept along with the hand: drawing tile t is `codes[SUIT_OF[t]] += POWER[t]`. Wild tiles must not
be in them: their number is given beside. So is `melds_needed`, 4 less the melds laid out.

Everything rests on one number, the *distance*: natural tiles missing to a complete hand if there were no wilds. With k
wilds a hand is complete when distance <= k, and its shanten is distance - k - 1; no wild is ever substituted. The
distance of a suit comes out of `rules.tables`. Tile sets are bit masks: bit t stands for tile t.

`honour_runs` lets red green white (中发白) and 1s east south (孔雀东南飞) be chows (rulebook/parlour.md, "Runs of
honours"). The second takes from two suits: each possible number of such runs is set aside first, what they miss is
added, and the rest is looked up. The cap of four copies then holds for the rest alone: a distance may count on a fifth
1s, east or south beside a run; masks of tiles never do.

Never here: what a variant demands of a pair, a wait or a wild, and how a complete hand is read (`rules.readings`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from rules.tables import HandTable, capped_table, free_table
from rules.tiles import ALL_TILES, EAST, KINDS, RANK_OF, SOUTH, SUIT_OF, Tile, tile

Codes = Sequence[int]
Rows = tuple[tuple[bytes, ...], ...]

POWER: Final[tuple[int, ...]] = (0, *(5 ** (RANK_OF[t] - 1) for t in ALL_TILES))
PAIRS_NEEDED: Final = 7
PEACOCK_RUN: Final = (tile(2, 1), EAST, SOUTH)

_M_BIT, _P_BIT, _S_BIT, _Z_BIT = 1, 10, 19, 28
_FREE: Final = 8  # flags in the key of _lowering_ranks, above the melds
_HONOURS: Final = 16
_WITH_RUNS: Final = 32
_NO_PAIR: Final = 64


def pack(counts: Sequence[int]) -> tuple[int, int, int, int]:
    """The codes of 35 counts of natural tiles (0-4 each, indexed by tile; index 0 is ignored)."""
    codes = [0, 0, 0, 0]
    for t in range(1, KINDS + 1):
        if counts[t]:
            codes[SUIT_OF[t]] += counts[t] * POWER[t]
    return codes[0], codes[1], codes[2], codes[3]


def unpack(codes: Codes) -> list[int]:
    """The 35 counts behind codes."""
    return [0, *(codes[SUIT_OF[t]] // POWER[t] % 5 for t in ALL_TILES)]


def tiles_in(mask: int) -> list[Tile]:
    """The tiles of a bit mask, in order."""
    return [t for t in ALL_TILES if mask >> t & 1]


def is_complete(m: int, p: int, s: int, z: int, melds_needed: int, wilds: int) -> bool:
    """Whether four codes and some wilds make `melds_needed` melds and a pair. The hot path: no honour runs.

    Codes and wilds must be 3 * melds_needed + 2 tiles in all: tiles too many would go unnoticed.
    """
    table = free_table()
    suit = table.suit
    merge = table.merge
    return table.hand[melds_needed][merge[suit[m]][suit[p]]][merge[suit[s]][table.honours[z]]] <= wilds


def distance(codes: Codes, melds_needed: int, free: bool = False, honour_runs: bool = False) -> int:
    """Tiles missing to `melds_needed` melds (0-4) and a pair; with `free` a wild may be a fifth copy of a tile."""
    table = free_table() if free else capped_table()
    if honour_runs:
        return _distance_with_runs(table, table.hand, codes, melds_needed)
    m, p, s, z = codes
    suit = table.suit
    merge = table.merge
    return table.hand[melds_needed][merge[suit[m]][suit[p]]][merge[suit[s]][table.honours[z]]]


def melds_distance(codes: Codes, melds_needed: int, honour_runs: bool = False) -> int:
    """Tiles missing to `melds_needed` melds alone, no pair; wilds may be fifth copies.

    A wait on any tile at all (财神头) is a hand whose melds lack no more than its wilds less one.
    """
    table = free_table()
    if honour_runs:
        return _distance_with_runs(table, table.melds, codes, melds_needed)
    m, p, s, z = codes
    suit = table.suit
    merge = table.merge
    return table.melds[melds_needed][merge[suit[m]][suit[p]]][merge[suit[s]][table.honours[z]]]


def shanten(codes: Codes, melds_needed: int, wilds: int = 0, honour_runs: bool = False) -> int:
    """Draws to a ready hand: 0 is ready, -1 complete. Standard hands only."""
    return distance(codes, melds_needed, wilds > 0, honour_runs) - wilds - 1


def useful_tiles(codes: Codes, melds_needed: int, wilds: int = 0, honour_runs: bool = False) -> int:
    """The natural tiles that lower the distance, as a mask. A tile held four times is never among them."""
    table = free_table() if wilds else capped_table()
    if honour_runs:
        return _useful_with_runs(table, table.hand, codes, melds_needed)
    return _useful(table, codes, melds_needed | (_FREE if wilds else 0), table.honours)


def melds_useful_tiles(codes: Codes, melds_needed: int, honour_runs: bool = False) -> int:
    """The natural tiles that lower `melds_distance`, as a mask."""
    table = free_table()
    if honour_runs:
        return _useful_with_runs(table, table.melds, codes, melds_needed)
    return _useful(table, codes, melds_needed | _FREE | _NO_PAIR, table.honours)


def pairs_distance(codes: Codes, pairs_needed: int = PAIRS_NEEDED) -> int:
    """Tiles missing to seven pairs (七对); four equal tiles are two pairs (rulebook/README.md, "Shape words").

    A pair of which nothing is there misses two, so two spare wilds may be one.
    """
    m, p, s, z = codes
    total = _paired(m) + _paired(p) + _paired(s) + _paired(z)
    lacking = pairs_needed - (total >> 4)
    if lacking <= 0:
        return 0
    singles = total & 15
    return lacking if lacking <= singles else 2 * lacking - singles


def pairs_useful_tiles(codes: Codes) -> int:
    """The natural tiles that lower `pairs_distance`, as a mask."""
    pairs, singles = _pairs_and_singles(codes)
    if pairs >= PAIRS_NEEDED:
        return 0
    new_kinds = pairs + singles < PAIRS_NEEDED
    counts = unpack(codes)
    return sum(1 << t for t in ALL_TILES if counts[t] % 2 or (new_kinds and counts[t] < 4))


def lowering_tiles(codes: Codes, measure: Callable[[Codes], int]) -> int:
    """The natural tiles that lower any other distance, found by trying each, as a mask."""
    before = measure(codes)
    counts = unpack(codes)
    mask = 0
    for t in ALL_TILES:
        if counts[t] < 4:
            more = list(codes)
            more[SUIT_OF[t]] += POWER[t]
            if measure(more) < before:
                mask |= 1 << t
    return mask


def _useful(table: HandTable, codes: Codes, flags: int, honours: bytes) -> int:
    m, p, s, z = codes
    merge = table.merge
    m_class, p_class, s_class, z_class = table.suit[m], table.suit[p], table.suit[s], honours[z]
    mp = merge[m_class][p_class]
    sz = merge[s_class][z_class]
    return (
        _lowering_ranks((m << 8 | merge[p_class][sz]) << 7 | flags) << _M_BIT
        | _lowering_ranks((p << 8 | merge[m_class][sz]) << 7 | flags) << _P_BIT
        | _lowering_ranks((s << 8 | merge[z_class][mp]) << 7 | flags) << _S_BIT
        | _lowering_ranks((z << 8 | merge[s_class][mp]) << 7 | flags | _HONOURS) << _Z_BIT
    )


@lru_cache(maxsize=1 << 16)
def _lowering_ranks(key: int) -> int:
    """The ranks of one suit that lower the distance, bit 0 for rank 1.

    The key packs the suit's code, the class of the other three suits (8 bits), the flags and the melds (7 bits).
    """
    code, other, flags = key >> 15, key >> 7 & 255, key & 127
    table = free_table() if flags & _FREE else capped_table()
    classes = _classes(table, flags)
    missing = (table.melds if flags & _NO_PAIR else table.hand)[flags & 7][other]
    before = missing[classes[code]]
    mask = 0
    power = 1
    for rank in range(7 if flags & _HONOURS else 9):
        if code // power % 5 < 4 and missing[classes[code + power]] < before:
            mask |= 1 << rank
        power *= 5
    return mask


def _classes(table: HandTable, flags: int) -> bytes:
    if not flags & _HONOURS:
        return table.suit
    return table.honours_with_runs if flags & _WITH_RUNS else table.honours


def _with_peacock_runs(
    table: HandTable, missing: Rows, codes: Codes, melds_needed: int
) -> Iterator[tuple[int, tuple[int, int, int, int], int, int]]:
    """For every number of runs 1s east south: (distance, codes left, melds left, mask of tiles that the runs miss).

    Runs that alone miss more than has been found already are left out, for more runs never miss less.
    """
    m, p, s, z = codes
    held = (s % 5, z % 5, z // 5 % 5)
    mp = table.merge[table.suit[m]][table.suit[p]]
    nearest = 3 * melds_needed
    for runs in range(melds_needed + 1):
        used = [min(runs, n) for n in held]
        if 3 * runs - sum(used) > nearest:
            return
        rest_s, rest_z = s - used[0], z - used[1] - 5 * used[2]
        melds = melds_needed - runs
        sz = table.merge[table.suit[rest_s]][table.honours_with_runs[rest_z]]
        gap = 3 * runs - sum(used) + missing[melds][mp][sz]
        nearest = min(nearest, gap)
        lacking = sum(1 << t for t, n in zip(PEACOCK_RUN, used, strict=True) if n < runs)
        yield gap, (m, p, rest_s, rest_z), melds, lacking


def _useful_with_runs(table: HandTable, missing: Rows, codes: Codes, melds_needed: int) -> int:
    flags = (_FREE if table is free_table() else 0) | (_NO_PAIR if missing is table.melds else 0) | _WITH_RUNS
    ways = list(_with_peacock_runs(table, missing, codes, melds_needed))
    nearest = min(gap for gap, _, _, _ in ways)
    mask = 0
    for gap, rest, melds, lacking in ways:
        if gap == nearest:
            mask |= lacking | _useful(table, rest, melds | flags, table.honours_with_runs)
    counts = unpack(codes)
    return mask & ~sum(1 << t for t in PEACOCK_RUN if counts[t] == 4)


def _pairs_and_singles(codes: Codes) -> tuple[int, int]:
    m, p, s, z = codes
    total = _paired(m) + _paired(p) + _paired(s) + _paired(z)
    return total >> 4, total & 15


@lru_cache(maxsize=1 << 14)
def _paired(code: int) -> int:
    """Pairs of one suit times 16 plus its kinds with a tile left over."""
    total = 0
    while code:
        code, n = divmod(code, 5)
        total += (n // 2 << 4) + n % 2
    return total


def _distance_with_runs(table: HandTable, missing: Rows, codes: Codes, melds_needed: int) -> int:
    m, p, s, z = codes
    mp = table.merge[table.suit[m]][table.suit[p]]
    nearest = 99
    for runs, lacking, sz in _beside_runs(s, z, table is free_table()):
        if runs <= melds_needed:
            gap = lacking + missing[melds_needed - runs][mp][sz]
            if gap < nearest:
                nearest = gap
    return nearest


@lru_cache(maxsize=1 << 16)
def _beside_runs(s: int, z: int, free: bool) -> tuple[tuple[int, int, int], ...]:
    """For each number of runs 1s east south: tiles they miss, and the class of what bamboos and honours are left."""
    table = free_table() if free else capped_table()
    held = (s % 5, z % 5, z // 5 % 5)
    found = []
    for runs in range(5):
        used = [min(runs, n) for n in held]
        suit, honours = table.suit[s - used[0]], table.honours_with_runs[z - used[1] - 5 * used[2]]
        found.append((runs, 3 * runs - sum(used), table.merge[suit][honours]))
        if free and runs >= max(held):
            break  # a run of which nothing is there misses three tiles, as any other meld does
    return tuple(found)
