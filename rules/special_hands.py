"""How far a hand is from the odd shapes: unconnected hands (不搭), knitted hands (组合龙, 全不靠), thirteen orphans.

Each distance counts as in `rules.analysis`: natural tiles missing if there were no wilds, so a hand of 14 tiles with k
wilds has the shape when distance <= k. All but the knitted straight are hands of 14 tiles without a meld.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations
from typing import Final

from rules.analysis import POWER, Codes, distance
from rules.tiles import HONOUR_TILES, SUIT_OF, Tile, tile

HAND_SIZE: Final = 14
HONOUR_KINDS: Final = len(HONOUR_TILES)
ORPHANS: Final[tuple[Tile, ...]] = (*(tile(suit, rank) for suit in range(3) for rank in (1, 9)), *HONOUR_TILES)

# Ranks as bit sets, bit 0 for rank 1.
_KNITTED: Final = (0b001001001, 0b010010010, 0b100100100)  # 147, 258, 369
_ORDERS: Final = tuple(permutations(_KNITTED))
_SUBSETS: Final = [sum(1 << r for r in ranks) for n in range(4) for ranks in combinations(range(9), n)]
_SPACED: Final = [s for s in _SUBSETS if not s & (s << 1 | s << 2)]  # no two ranks closer than 3
_REGULAR: Final = [s for s in _SPACED if any(s & line == s for line in _KNITTED)]
_SPLITS: Final = {  # the tiles of three suits, by their sum; at most three fit in a suit
    total: [(a, b, total - a - b) for a in range(4) for b in range(4) if 0 <= total - a - b <= 3] for total in (7, 8, 9)
}


def thirteen_orphans_distance(codes: Codes) -> int:
    """Tiles missing to the 13 terminals and honours, any one doubled (十三幺; rulebook/shaanxi.md, "Shapes")."""
    counts = [codes[SUIT_OF[t]] // POWER[t] % 5 for t in ORPHANS]
    return HAND_SIZE - sum(n > 0 for n in counts) - any(n > 1 for n in counts)


def unconnected_distance(codes: Codes, regular: bool = False, seven_honours: bool = False) -> int:
    """Tiles missing to 14 unconnected tiles (不搭; rulebook/lishui.md, "Winning shapes").

    In each suit no two tiles are closer than 3, the honours all differ. `regular` (正规不搭): each suit is a subset of
    147, 258 or 369. `seven_honours` (七风): all seven honours are there.
    """
    m, p, s, z = codes
    suits = _fitting(m, regular), _fitting(p, regular), _fitting(s, regular)
    return _unconnected(*suits, _kinds(z).bit_count(), seven_honours)


def all_unconnected_distance(codes: Codes) -> int:
    """Tiles missing to 14 different tiles of three knitted suits and the honours (全不靠; rulebook/shaanxi.md)."""
    suited = max(sum((_kinds(codes[suit]) & line).bit_count() for suit, line in enumerate(lines)) for lines in _ORDERS)
    return HAND_SIZE - min(HAND_SIZE, suited + _kinds(codes[3]).bit_count())


def knitted_straight_distance(codes: Codes, melds_needed: int) -> int:
    """Tiles missing to 147, 258 and 369 of three suits, a meld and a pair (组合龙; rulebook/shaanxi.md, "Shapes").

    `melds_needed` is 4, or 3 when the one meld is laid out. Raises ValueError for less: no such hand exists.
    """
    if melds_needed < 3:
        raise ValueError("a knitted straight leaves room for one meld only")
    nearest = HAND_SIZE
    for lines in _ORDERS:
        rest = list(codes)
        missing = 9
        for suit, line in enumerate(lines):
            present = _kinds(codes[suit]) & line
            missing -= present.bit_count()
            rest[suit] -= _code_of(present)
        nearest = min(nearest, missing + distance(rest, melds_needed - 3))
    return nearest


def without_knitted_nine(codes: Codes) -> Iterator[Codes]:
    """What is left of a hand without 147, 258 and 369 of three suits, for every order in which it holds all nine."""
    m, p, s, z = codes
    held = _kinds(m), _kinds(p), _kinds(s)
    for lines in _ORDERS:
        if all(kinds & line == line for kinds, line in zip(held, lines, strict=True)):
            yield m - _code_of(lines[0]), p - _code_of(lines[1]), s - _code_of(lines[2]), z


@lru_cache(maxsize=1 << 14)
def _unconnected(
    of_m: tuple[int, ...], of_p: tuple[int, ...], of_s: tuple[int, ...], honours: int, seven_honours: bool
) -> int:
    most = 0
    for total, splits in _SPLITS.items():
        slots = HAND_SIZE - total
        if seven_honours and slots < HONOUR_KINDS:
            continue
        suited = max(of_m[a] + of_p[b] + of_s[c] for a, b, c in splits)
        most = max(most, suited + min(honours, slots))
    return HAND_SIZE - most


@lru_cache(maxsize=1 << 14)
def _kinds(code: int) -> int:
    """The ranks that a suit holds, as a bit set."""
    return sum(1 << rank for rank in range(9) if code // 5**rank % 5)


@lru_cache(maxsize=1 << 9)
def _code_of(kinds: int) -> int:
    return sum(5**rank for rank in range(9) if kinds >> rank & 1)


@lru_cache(maxsize=1 << 14)
def _fitting(code: int, regular: bool) -> tuple[int, ...]:
    """How many of a suit's tiles fit in its best unconnected set of 0, 1, 2 and 3 tiles."""
    kinds = _kinds(code)
    best = [0, 0, 0, 0]
    for subset in _REGULAR if regular else _SPACED:
        size = subset.bit_count()
        best[size] = max(best[size], (kinds & subset).bit_count())
    return tuple(best)
