"""What a hand is asked most: is it complete, how far is it, which tiles would help."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations_with_replacement
from typing import TypeVar

from game.bench.measure import Agreement, Effort, Findings, Goal, Measurement, Piece, compared, over, race
from game.bench.peers import KIND_34, MahjongLibrary, mahjong_library, riichienv
from game.bench.samples import Sample, mixed_hands
from rules.analysis import PAIRS_NEEDED, is_complete, pairs_distance, shanten, tiles_in, useful_tiles
from rules.special_hands import thirteen_orphans_distance

CHUNK = 500
SLOW_CHUNK, SLOWER = 20, 40
"""What is some thousand times slower gets smaller pieces, and one hand of so many."""
UNIT = "hands/s"
PAIRS = list(combinations_with_replacement(range(34), 2))
"""What two wilds may stand for."""

OURS, QUICK_PATH = "ours", "quick"
AGARI, SHANTEN, RUST, SUBSTITUTED = "mahjong Agari", "mahjong Shanten", "riichienv", "mahjong x 595 substitutions"
BY_DRAWING = f"{SHANTEN} x 34 draws"

T = TypeVar("T")


def measure(effort: Effort) -> Findings:
    """All questions about hands."""
    parts = [part(effort) for part in (_win_check, _two_wilds, _shanten, _useful)]
    return Findings(
        tuple(m for part in parts for m in part.measurements), tuple(a for part in parts for a in part.agreements)
    )


# ---- win check ------------------------------------------------------------------------------------------------------


def _standard(hands: Sequence[Sample], wilds: int) -> None:
    for hand in hands:
        m, p, s, z = hand.codes
        is_complete(m, p, s, z, 4, wilds)


def _any_shape(hand: Sample, wilds: int) -> bool:
    """The question that the peers answer: four melds and a pair, seven different pairs or thirteen orphans."""
    codes = hand.codes
    m, p, s, z = codes
    kinds, pairs = sum(n > 0 for n in hand.counts), sum(n > 1 for n in hand.counts)
    return (
        is_complete(m, p, s, z, 4, wilds)
        or PAIRS_NEEDED - pairs + max(0, PAIRS_NEEDED - kinds) <= wilds
        or thirteen_orphans_distance(codes) <= wilds
    )


def _quick_path(hands: Sequence[Sample], wilds: int) -> None:
    """Standard hand, then seven pairs: what the engine asks of every claim before it judges anything."""
    for hand in hands:
        codes = hand.codes
        m, p, s, z = codes
        _ = is_complete(m, p, s, z, 4, wilds) or pairs_distance(codes) <= wilds


class _Contest:
    """One question about hands, put to ours and to other programs: who answers how fast, and where answers differ."""

    def __init__(self, question: str, hands: Sequence[Sample]) -> None:
        self.question, self.hands = question, hands
        self.pieces: dict[str, Piece] = {}
        self.agreements: list[Agreement] = []

    def enter_ours(self, answer_all: Callable[[Sequence[Sample]], object], name: str = OURS) -> None:
        """Ours answers about many hands at once."""
        self.pieces[name] = over(self.hands, CHUNK, answer_all)

    def enter(self, name: str, form: Callable[[Sample], T], answer: Callable[[T], object], slow: bool = False) -> None:
        """Another program answers about each hand in its own form; a slow one is asked about fewer hands."""
        asked = [form(hand) for hand in self._fewer(slow)]
        self.pieces[name] = over(asked, SLOW_CHUNK if slow else CHUNK, lambda chunk: _each(answer, chunk))

    def compare(
        self, name: str, theirs: Callable[[Sample], T], ours: Callable[[Sample], T], slow: bool = False
    ) -> None:
        """Count the hands about which it answers otherwise than ours."""
        hands = self._fewer(slow)
        wrong = sum(theirs(hand) != ours(hand) for hand in hands)
        self.agreements.append(Agreement(f"{self.question}: ours and {name}", len(hands), wrong))

    def _fewer(self, slow: bool) -> Sequence[Sample]:
        return self.hands[: max(SLOW_CHUNK, len(self.hands) // SLOWER)] if slow else self.hands


def _each(ask: Callable[[T], object], hands: Sequence[T]) -> None:
    for hand in hands:
        ask(hand)


def _counts(hand: Sample) -> list[int]:
    return hand.counts


def _ids(hand: Sample) -> list[int]:
    return hand.ids


def _win_check(effort: Effort) -> Findings:
    contest = _Contest("win check", mixed_hands(effort.hands))
    contest.enter_ours(lambda chunk: _standard(chunk, 0))
    contest.enter_ours(lambda chunk: _quick_path(chunk, 0), QUICK_PATH)
    library, rust = mahjong_library(), riichienv()
    if library:
        is_agari = library.is_agari
        contest.enter(AGARI, _counts, is_agari)
        contest.compare(AGARI, lambda hand: is_agari(hand.counts), lambda hand: _any_shape(hand, 0))
    if rust:
        rust_shanten = rust.calculate_shanten
        contest.enter(RUST, _ids, rust_shanten)
        contest.compare(RUST, lambda hand: rust_shanten(hand.ids) < 0, lambda hand: _any_shape(hand, 0))
    rates = race(contest.pieces, effort)

    def measured(name: str, what: str) -> Measurement:
        agari = compared(AGARI, rates[name], rates.get(AGARI), Goal(8))
        faster = compared(RUST, rates[name], rates.get(RUST), Goal(1))
        return Measurement(f"win check, 14 tiles: {what}", UNIT, rates[name], (agari, faster))

    both = measured(OURS, "standard hand"), measured(QUICK_PATH, "standard hand or seven pairs")
    return Findings(both, tuple(contest.agreements))


def _wins_by_substitution(library: MahjongLibrary, counts: list[int]) -> bool:
    is_agari = library.is_agari
    for a, b in PAIRS:
        counts[a] += 1
        counts[b] += 1
        wins = is_agari(counts)
        counts[a] -= 1
        counts[b] -= 1
        if wins:
            return True
    return False


def _two_wilds(effort: Effort) -> Findings:
    # With at most two copies of each honour no substitution makes a fifth one, which Agari does not know.
    hands = [hand for hand in mixed_hands(effort.hands, without=2) if max(hand.counts[27:]) <= 2]
    contest = _Contest("two wilds", hands)
    contest.enter_ours(lambda chunk: _standard(chunk, 2))
    library = mahjong_library()
    if library:
        wins = partial(_wins_by_substitution, library)
        contest.enter(SUBSTITUTED, _counts, wins, slow=True)
        contest.compare(SUBSTITUTED, lambda hand: wins(hand.counts), lambda hand: _any_shape(hand, 2), slow=True)
    rates = race(contest.pieces, effort)
    comparison = compared(SUBSTITUTED, rates[OURS], rates.get(SUBSTITUTED), Goal(2500))
    return _found(contest, Measurement("win check, 12 tiles and 2 wilds", UNIT, rates[OURS], (comparison,)))


def _found(contest: _Contest, measurement: Measurement) -> Findings:
    return Findings((measurement,), tuple(contest.agreements))


# ---- distance -------------------------------------------------------------------------------------------------------


def _shanten(effort: Effort) -> Findings:
    contest = _Contest("shanten", mixed_hands(effort.hands, without=1))

    def ours(chunk: Sequence[Sample]) -> None:
        for hand in chunk:
            shanten(hand.codes, 4)

    contest.enter_ours(ours)
    library, rust = mahjong_library(), riichienv()
    if library:
        theirs = library.shanten
        contest.enter(SHANTEN, _counts, lambda counts: theirs(counts, False, False))
        contest.compare(SHANTEN, lambda hand: theirs(hand.counts, False, False), lambda hand: shanten(hand.codes, 4))
    if rust:
        contest.enter(RUST, _ids, rust.calculate_shanten)
    rates = race(contest.pieces, effort)
    figure = rates[OURS]
    comparisons = compared(SHANTEN, figure, rates.get(SHANTEN), Goal(60)), compared(RUST, figure, rates.get(RUST))
    return _found(contest, Measurement("shanten, 13 tiles", UNIT, figure, comparisons))


def _useful_by_drawing(library: MahjongLibrary, counts: list[int]) -> list[int]:
    theirs = library.shanten
    before = theirs(counts, False, False)
    found = []
    for kind in range(34):
        if counts[kind] < 4:
            counts[kind] += 1
            if theirs(counts, False, False) < before:
                found.append(kind)
            counts[kind] -= 1
    return found


def _useful(effort: Effort) -> Findings:
    contest = _Contest("useful tiles", mixed_hands(effort.hands, without=1))

    def ours(chunk: Sequence[Sample]) -> None:
        for hand in chunk:
            useful_tiles(hand.codes, 4)

    def our_kinds(hand: Sample) -> list[int]:
        return sorted(KIND_34[tile] for tile in tiles_in(useful_tiles(hand.codes, 4)))

    contest.enter_ours(ours)
    library = mahjong_library()
    if library:
        by_drawing = partial(_useful_by_drawing, library)
        contest.enter(BY_DRAWING, _counts, by_drawing, slow=True)
        contest.compare(BY_DRAWING, lambda hand: by_drawing(hand.counts), our_kinds, slow=True)
    ours(contest.hands)  # its answers are kept: the race is about asking again
    rates = race(contest.pieces, effort)
    comparison = compared(BY_DRAWING, rates[OURS], rates.get(BY_DRAWING), Goal(300))
    return _found(contest, Measurement("useful tiles, 13 tiles", UNIT, rates[OURS], (comparison,)))
