"""Every way to read a complete concealed hand as melds and a pair, and what its wilds stand for.

The natural tiles of a suit must all be used, so a reading is a choice of triplets, chows and pair that asks for at
least the tiles there are; what it asks for beyond them are the wilds' *stand-ins*. Each suit is searched alone for each
number of wilds spent on it, and the answers are kept; no wild is ever substituted. Equal tiles cannot be told apart, so
a reading says which tiles the wilds stand for and not in which group each lies: two readings of a hand never have the
same groups, pair and stand-ins. A wild may be a fifth copy (rulebook/README.md, "Shape words").

Never here: which reading pays most.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from rules.analysis import PEACOCK_RUN, Codes, distance, is_complete
from rules.tiles import GREEN, HIDDEN, HONOURS, RED, WHITE, Tile, tile


class GroupKind(Enum):
    """The two kinds of group in a concealed hand."""

    CHOW = "chow"
    TRIPLET = "triplet"


class Group(NamedTuple):
    """Three tiles of a reading, in order; a run of honours (一趟副) is a CHOW."""

    kind: GroupKind
    tiles: tuple[Tile, Tile, Tile]


class Reading(NamedTuple):
    """One way to read a complete hand.

    `groups` are in order of suit, runs of 孔雀东南飞 last; `pair` is the tile of the pair. `stand_ins` are the tiles
    that the wilds stand for, one for each wild, in order: they are among the tiles of the groups and the pair.
    """

    groups: tuple[Group, ...]
    pair: Tile
    stand_ins: tuple[Tile, ...]

    def tiles(self) -> list[Tile]:
        """All tiles as they are read, stand-ins included."""
        return [t for group in self.groups for t in group.tiles] + [self.pair, self.pair]


PEACOCK_GROUP: Final = Group(GroupKind.CHOW, PEACOCK_RUN)
DRAGON_GROUP: Final = Group(GroupKind.CHOW, (RED, GREEN, WHITE))

_SUITS: Final = ((0, 9, 7), (1, 9, 7), (2, 9, 7), (3, 7, 0))  # suit, ranks, ranks that start a chow
_DRAGON_START: Final = 4
_TRIPLETS: Final = tuple(
    tuple(Group(GroupKind.TRIPLET, (tile(suit, r + 1),) * 3) for r in range(ranks)) for suit, ranks, _ in _SUITS
)
_CHOWS: Final = tuple(
    tuple(Group(GroupKind.CHOW, (tile(suit, r), tile(suit, r + 1), tile(suit, r + 2))) for r in range(1, starts + 1))
    for suit, _, starts in _SUITS
)


class _Search(NamedTuple):
    """What one suit is asked: its counts, and the wilds it spends. `reserved[r]` tiles go to runs of 孔雀东南飞."""

    suit: int
    counts: tuple[int, ...]
    reserved: tuple[int, ...]
    chows: dict[int, Group]


class _Part(NamedTuple):
    """A suit's share of a reading, or its beginning; `pair` is HIDDEN where the suit has none."""

    groups: tuple[Group, ...]
    pair: Tile
    stand_ins: tuple[Tile, ...]


def readings(codes: Codes, melds_needed: int, wilds: int = 0, honour_runs: bool = False) -> tuple[Reading, ...]:
    """Every reading of a hand as `melds_needed` melds and a pair; empty when it is not complete.

    `codes` hold the natural tiles, as for `rules.analysis`; with `honour_runs` 中发白 and 孔雀东南飞 are chows
    (rulebook/parlour.md, "Runs of honours").
    """
    m, p, s, z = codes
    if not honour_runs:
        if not is_complete(m, p, s, z, melds_needed, wilds):
            return ()
        return tuple(r for r in _combined(m, p, s, z, wilds, 0, False) if len(r.groups) == melds_needed)
    if distance(codes, melds_needed, True, True) > wilds:
        return ()
    found = (r for runs in range(melds_needed + 1) for r in _combined(m, p, s, z, wilds, runs, True))
    return tuple(r for r in found if len(r.groups) == melds_needed)


def _combined(m: int, p: int, s: int, z: int, wilds: int, runs: int, with_runs: bool) -> Iterator[Reading]:
    """Readings with so many runs of 孔雀东南飞, of whatever number of melds."""
    peacocks = (PEACOCK_GROUP,) * runs
    for parts in _splits(m, p, s, z, wilds, runs, with_runs):
        for a, b, c, d in product(*parts):
            yield Reading(
                a.groups + b.groups + c.groups + d.groups + peacocks,
                a.pair or b.pair or c.pair or d.pair,
                a.stand_ins + b.stand_ins + c.stand_ins + d.stand_ins,
            )


def _splits(
    m: int, p: int, s: int, z: int, wilds: int, runs: int, with_runs: bool
) -> Iterator[tuple[tuple[_Part, ...], ...]]:
    """The suits' parts for every way to share the wilds out that leaves one pair in all."""
    for on_m in range(wilds + 1):
        if not (m_parts := _parts(0, m, on_m, 0, False)):
            continue
        for on_p in range(wilds - on_m + 1):
            if not (p_parts := _parts(1, p, on_p, 0, False)):
                continue
            for on_s in range(wilds - on_m - on_p + 1):
                if not (s_parts := _parts(2, s, on_s, runs, False)):
                    continue
                z_parts = _parts(3, z, wilds - on_m - on_p - on_s, runs, with_runs)
                found = (m_parts, p_parts, s_parts, z_parts)
                if z_parts and sum(parts[0].pair != HIDDEN for parts in found) == 1:
                    yield found


@lru_cache(maxsize=1 << 14)
def _parts(suit: int, code: int, wilds: int, runs: int, with_runs: bool) -> tuple[_Part, ...]:
    """One suit's parts with exactly these wilds. All of them have a pair or none has: their size decides."""
    ranks = 7 if suit == HONOURS else 9
    counts = tuple(code // 5**r % 5 for r in range(ranks))
    reserved = [0] * ranks
    if suit >= 2:
        reserved[0] = runs
    if suit == HONOURS:
        reserved[1] = runs
    if (sum(counts) + wilds - sum(reserved)) % 3 == 1:
        return ()
    chows = dict(enumerate(_CHOWS[suit]))
    if with_runs:
        chows[_DRAGON_START] = DRAGON_GROUP
    search = _Search(suit, counts, tuple(reserved), chows)
    return tuple(_extended(search, 0, (0, 0), wilds, _Part((), HIDDEN, ())))


def _extended(search: _Search, rank: int, running: tuple[int, int], wilds: int, part: _Part) -> Iterator[_Part]:
    """The part carried on from a rank; `running` are the chows begun one and two ranks before."""
    if rank == len(search.counts):
        if wilds == 0:
            yield part
        return
    here = search.counts[rank]
    face = tile(search.suit, rank + 1)
    taken = sum(running) + search.reserved[rank]
    for pairs in range(1 if part.pair else 2):
        for triplets in range((here + wilds - taken - 2 * pairs) // 3 + 1):
            asked = taken + 2 * pairs + 3 * triplets
            for chows in _chows_to_begin(search, rank, here - asked, wilds):
                spent = asked + chows - here
                groups = (_TRIPLETS[search.suit][rank],) * triplets
                if chows:
                    groups += (search.chows[rank],) * chows
                longer = _Part(part.groups + groups, face if pairs else part.pair, part.stand_ins + (face,) * spent)
                yield from _extended(search, rank + 1, (chows, running[0]), wilds - spent, longer)


def _chows_to_begin(search: _Search, rank: int, left_over: int, wilds: int) -> range:
    """How many chows may begin at a rank: all that is left over must go into them, and wilds may add to it."""
    least = max(0, left_over)
    most = left_over + wilds if rank in search.chows else 0
    return range(least, most + 1)
