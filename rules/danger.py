"""How dangerous a discard is (放炮): an estimate from one seat's view, one mark for each kind in its hand.

It weighs what the others may wait for: how near a win each seems (melds, discards, a hand declared ready or laid open),
the shapes that would take the tile and are still possible with the copies nobody has seen, and what is public: the
suits that melds and marks leave open, the seat's own discards, tiles let go by since its hand last changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.events import Dealt, WinSource
from rules.evolve import evolve
from rules.hints import copies_seen
from rules.judging import NO_FACTS, context_of, judge, waits
from rules.melds import KongKind
from rules.ruleset import Ruleset
from rules.seats import SEATS, Seat
from rules.state import RoundState, SeatState
from rules.tiles import ALL_TILES, HIDDEN, HONOURS, RANK_OF, SUIT_OF, Tile
from rules.tiles import tile as tile_of
from rules.wall import COPIES
from rules.win import MELDS_IN_A_HAND

STEPS: Final = (0.02, 0.09, 0.25)
"""From which estimate on a discard is of level 1, 2, 3: bots dealt in with 0.2, 1.3, 3.2 and 9.7 of a hundred (0-3)."""
BOTH_SIDES, MIDDLE, EDGE = 1.0, 0.5, 0.4
"""How likely a run lacks the tile at an open end, in its middle, or at an edge of the suit."""
TWO_PAIRS, LONE = 0.6, 0.25
"""How likely a pair becomes a pong on the tile, or the tile alone a pair."""
SHAPES: Final = 20.0
"""The weight of all shapes in a hand among which the one that waits is found."""
THROWN, BESIDE = 0.35, 0.75
"""What is left of the danger of a kind that the seat has thrown itself, and of one beside such a kind."""
MELD_STEPS: Final = 3.5
TWO_SUITS, PAIR = ((0, 1), (0, 2), (1, 2)), 2
"""Suits and the rank of the pair of a plain hand, of which some are fit for every variant."""
REFUSED: Final = 0.15
"""What is left of the danger from a seat whose plain hand would have to draw its last tile."""
FIRST, FULL = 4.0, 18.0
"""A hand is hardly ready before `FIRST` discards and surely after `FULL`; a meld counts as `MELD_STEPS` of them."""


def dangers(view: RoundState, rules: Ruleset, seat: Seat) -> dict[Tile, int]:
    """The level of danger, 0-3, of discarding each kind in the hand of a seat. A wild tile is never claimed: 0."""
    counts = view.seats[seat].hand.counts
    held = [tile for tile in ALL_TILES if counts[tile]]
    seen = copies_seen(view, seat)
    left = [max(0, COPIES - copies) for copies in seen]
    risk = dict.fromkeys(held, 0.0)
    for other in SEATS:
        if other != seat and not view.seats[other].out:
            for tile, share in _risks(view, rules, other, held, left):
                risk[tile] += share
    return {tile: sum(risk[tile] >= step for step in STEPS) for tile in held}


def _risks(
    view: RoundState, rules: Ruleset, other: Seat, held: Sequence[Tile], left: Sequence[int]
) -> Iterator[tuple[Tile, float]]:
    """How likely a seat waits for each of these kinds; none for those that it cannot or does not take."""
    owner = view.seats[other]
    if owner.shown and HIDDEN not in owner.shown:
        open_waits = waits(view.laid_open(), rules, other)
        yield from ((tile, 1.0) for tile in held if tile in open_waits)
        return
    near, let_go = _nearness(owner), _let_go(view, other)
    wanted = [t for t in held if t not in view.wilds and t not in let_go and _may_keep(view, rules, other, t)]
    if near and wanted:
        near *= _takes_discards(view, rules, other) / SHAPES
        yield from ((tile, near * _shapes(tile, left, owner.hand.size) * _signs(owner, tile)) for tile in wanted)


def _nearness(owner: SeatState) -> float:
    """How likely a hand is ready, 0-1."""
    steps = len(owner.river) + MELD_STEPS * len(owner.melds)
    return min(1.0, max(0.0, (steps - FIRST) / (FULL - FIRST)))


def _takes_discards(view: RoundState, rules: Ruleset, other: Seat) -> float:
    """1 where a plain hand beside a seat's melds may win on a discard, `REFUSED` where only on a drawn tile."""
    needed = MELDS_IN_A_HAND - sum(meld.kong is not KongKind.SOLO for meld in view.seats[other].melds)
    for first, second in TWO_SUITS:
        plain = [*_runs_of(first, second)[: 3 * needed], tile_of(second, PAIR), tile_of(second, PAIR)]
        if _wins(view, rules, other, plain[1:], plain[0], WinSource.DISCARD):
            return 1.0
        if _wins(view, rules, other, plain, plain[0], WinSource.SELF_DRAW):
            return REFUSED
    return 1.0


def _runs_of(first: int, second: int) -> list[Tile]:
    """Four runs in two suits, apart from each other."""
    starts = ((first, 2), (second, 3), (first, 6), (second, 7))
    return [tile_of(suit, rank + step) for suit, rank in starts for step in range(3)]


def _wins(view: RoundState, rules: Ruleset, other: Seat, hand: Sequence[Tile], last: Tile, source: WinSource) -> bool:
    """Whether these tiles beside a seat's melds would win on the last one."""
    state = view.copy()
    evolve(state, Dealt(other, tuple(hand)))
    return judge(context_of(state, rules, other, last, source, NO_FACTS)).wins


def _let_go(view: RoundState, other: Seat) -> set[Tile]:
    """The kinds thrown from a seat's own last discard on: it has not won on them, and still waits for the same."""
    kinds = set()
    for thrower, tile in reversed(view.discards):
        kinds.add(tile)
        if thrower == other:
            return kinds
    return set()


def _may_keep(view: RoundState, rules: Ruleset, other: Seat, tile: Tile) -> bool:
    goals = rules.winning.goals
    return not goals or any(goal.keeps(view, other, tile) for goal in goals)


def _shapes(tile: Tile, left: Sequence[int], concealed: int) -> float:
    """How many ways there are to wait for a tile with copies nobody has seen."""
    own = left[tile]
    found = TWO_PAIRS * own * (own - 1) / 2 + LONE * own
    if SUIT_OF[tile] == HONOURS or concealed < COPIES:
        return found
    rank = RANK_OF[tile]
    for below, above, likely in _runs(rank):
        found += likely * left[tile + below] * left[tile + above] / COPIES
    return found


def _runs(rank: int) -> Iterator[tuple[int, int, float]]:
    """The two other tiles of each run with a tile of this rank, as steps from it, and how likely that is waited for."""
    if rank >= 3:
        yield -2, -1, EDGE if rank == 3 else BOTH_SIDES
    if 2 <= rank <= 8:
        yield -1, 1, MIDDLE
    if rank <= 7:
        yield 1, 2, EDGE if rank == 7 else BOTH_SIDES


def _signs(owner: SeatState, tile: Tile) -> float:
    """What a seat's own discards tell: it hardly waits for what it threw, nor, as a rule, for what lies beside it."""
    if tile in owner.river:
        return THROWN
    beside = SUIT_OF[tile] != HONOURS and any(
        SUIT_OF[thrown] == SUIT_OF[tile] and abs(thrown - tile) == 1 for thrown in owner.river
    )
    return BESIDE if beside else 1.0
