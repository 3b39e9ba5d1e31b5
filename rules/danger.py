"""How dangerous a discard is (放炮): an estimate from one seat's view, one mark for each kind in its hand.

It weighs what the others may wait for: how near a win each seems (melds, discards, a hand declared ready or laid open),
the shapes that would take the tile and are still possible with the copies nobody has seen, and what is public: the
suits that melds and marks leave open, the seat's own discards, tiles let go by since its hand last changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.hints import copies_seen
from rules.judging import waits
from rules.ruleset import Ruleset
from rules.seats import SEATS, Seat
from rules.state import RoundState, SeatState
from rules.tiles import ALL_TILES, HIDDEN, HONOURS, RANK_OF, SUIT_OF, Tile

STEPS: Final = (0.02, 0.09, 0.25)
"""From which estimate on a discard is of level 1, 2, 3: bots dealt in with 0.2, 1.2, 2.5 and 6 of a hundred (0-3)."""
COPIES: Final = 4
BOTH_SIDES, MIDDLE, EDGE = 1.0, 0.5, 0.4
"""How likely a run lacks the tile at an open end, in its middle, or at an edge of the suit."""
TWO_PAIRS, LONE = 0.6, 0.25
"""How likely a pair becomes a pong on the tile, or the tile alone a pair."""
SHAPES: Final = 20.0
"""The weight of all shapes in a hand among which the one that waits is found."""
THROWN, BESIDE = 0.35, 0.75
"""What is left of the danger of a kind that the seat has thrown itself, and of one beside such a kind."""
MELD_STEPS: Final = 3.5
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
    for tile in held:
        if tile in view.wilds or tile in let_go or not _may_keep(view, rules, other, tile):
            continue
        yield tile, near * _shapes(tile, left, owner.hand.size) / SHAPES * _signs(owner, tile)


def _nearness(owner: SeatState) -> float:
    """How likely a hand is ready, 0-1."""
    steps = len(owner.river) + MELD_STEPS * len(owner.melds)
    return min(1.0, max(0.0, (steps - FIRST) / (FULL - FIRST)))


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
