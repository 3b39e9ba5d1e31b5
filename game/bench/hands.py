"""What a hand is asked most: is it complete, how far is it, which tiles would help."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement

from game.bench.measure import Agreement, Effort, Findings, Goal, Measurement, Piece, compared, over, race
from game.bench.peers import KIND_34, MahjongLibrary, mahjong_library, riichienv
from game.bench.samples import Sample, mixed_hands
from rules.analysis import PAIRS_NEEDED, is_complete, pairs_distance, shanten, tiles_in, useful_tiles
from rules.special_hands import thirteen_orphans_distance

CHUNK = 500
SLOW_CHUNK = 20
UNIT = "hands/s"
PAIRS = list(combinations_with_replacement(range(34), 2))
"""What two wilds may stand for."""

AGARI, SHANTEN, RUST, SUBSTITUTED = "mahjong Agari", "mahjong Shanten", "riichienv", "mahjong x 595 substitutions"


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


def _each(ask: Callable[[list[int]], object], hands: Sequence[list[int]]) -> None:
    for hand in hands:
        ask(hand)


def _win_check(effort: Effort) -> Findings:
    hands = mixed_hands(effort.hands)
    contenders: dict[str, Piece] = {
        "ours": over(hands, CHUNK, lambda chunk: _standard(chunk, 0)),
        "quick": over(hands, CHUNK, lambda chunk: _quick_path(chunk, 0)),
    }
    agreements = []
    library, rust = mahjong_library(), riichienv()
    if library:
        is_agari = library.is_agari
        contenders[AGARI] = over([h.counts for h in hands], CHUNK, lambda chunk: _each(is_agari, chunk))
        wrong = sum(is_agari(hand.counts) != _any_shape(hand, 0) for hand in hands)
        agreements.append(Agreement(f"win check: ours and {AGARI}", len(hands), wrong))
    if rust:
        rust_shanten = rust.calculate_shanten
        contenders[RUST] = over([h.ids for h in hands], CHUNK, lambda chunk: _each(rust_shanten, chunk))
        wrong = sum((rust_shanten(hand.ids) < 0) != _any_shape(hand, 0) for hand in hands)
        agreements.append(Agreement(f"win check: ours and {RUST}", len(hands), wrong))
    rates = race(contenders, effort)
    return Findings(
        tuple(
            Measurement(
                f"win check, 14 tiles: {what}",
                UNIT,
                rates[name],
                (
                    compared(AGARI, rates[name], rates.get(AGARI), Goal(8)),
                    compared(RUST, rates[name], rates.get(RUST), Goal(1)),
                ),
            )
            for name, what in (("ours", "standard hand"), ("quick", "standard hand or seven pairs"))
        ),
        tuple(agreements),
    )


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
    contenders: dict[str, Piece] = {"ours": over(hands, CHUNK, lambda chunk: _standard(chunk, 2))}
    agreements = []
    library = mahjong_library()
    if library:
        compared_on = hands[: max(SLOW_CHUNK, effort.hands // 40)]
        contenders[SUBSTITUTED] = over(
            [h.counts for h in compared_on],
            SLOW_CHUNK,
            lambda chunk: _each(lambda counts: _wins_by_substitution(library, counts), chunk),
        )
        wrong = sum(_wins_by_substitution(library, hand.counts) != _any_shape(hand, 2) for hand in compared_on)
        agreements.append(Agreement(f"two wilds: ours and {SUBSTITUTED}", len(compared_on), wrong))
    rates = race(contenders, effort)
    ours = rates["ours"]
    comparison = compared(SUBSTITUTED, ours, rates.get(SUBSTITUTED), Goal(2500))
    return Findings((Measurement("win check, 12 tiles and 2 wilds", UNIT, ours, (comparison,)),), tuple(agreements))


# ---- distance -------------------------------------------------------------------------------------------------------


def _shanten(effort: Effort) -> Findings:
    hands = mixed_hands(effort.hands, without=1)

    def ours(chunk: Sequence[Sample]) -> None:
        for hand in chunk:
            shanten(hand.codes, 4)

    contenders: dict[str, Piece] = {"ours": over(hands, CHUNK, ours)}
    agreements = []
    library, rust = mahjong_library(), riichienv()
    if library:
        theirs = library.shanten
        contenders[SHANTEN] = over(
            [h.counts for h in hands], CHUNK, lambda chunk: _each(lambda counts: theirs(counts, False, False), chunk)
        )
        wrong = sum(theirs(hand.counts, False, False) != shanten(hand.codes, 4) for hand in hands)
        agreements.append(Agreement(f"shanten: ours and {SHANTEN}", len(hands), wrong))
    if rust:
        rust_shanten = rust.calculate_shanten
        contenders[RUST] = over([h.ids for h in hands], CHUNK, lambda chunk: _each(rust_shanten, chunk))
    rates = race(contenders, effort)
    figure = rates["ours"]
    comparisons = (
        compared(SHANTEN, figure, rates.get(SHANTEN), Goal(60)),
        compared(RUST, figure, rates.get(RUST)),
    )
    return Findings((Measurement("shanten, 13 tiles", UNIT, figure, comparisons),), tuple(agreements))


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
    hands = mixed_hands(effort.hands, without=1)

    def ours(chunk: Sequence[Sample]) -> None:
        for hand in chunk:
            useful_tiles(hand.codes, 4)

    contenders: dict[str, Piece] = {"ours": over(hands, CHUNK, ours)}
    agreements = []
    library = mahjong_library()
    name = f"{SHANTEN} x 34 draws"
    if library:
        compared_on = hands[: max(SLOW_CHUNK, effort.hands // 40)]
        contenders[name] = over(
            [h.counts for h in compared_on],
            SLOW_CHUNK,
            lambda chunk: _each(lambda counts: _useful_by_drawing(library, counts), chunk),
        )
        wrong = sum(
            _useful_by_drawing(library, hand.counts)
            != sorted(KIND_34[t] for t in tiles_in(useful_tiles(hand.codes, 4)))
            for hand in compared_on
        )
        agreements.append(Agreement(f"useful tiles: ours and {name}", len(compared_on), wrong))
    for piece in [contenders["ours"]] * (len(hands) // CHUNK + 1):
        piece()
    rates = race(contenders, effort)
    comparison = compared(name, rates["ours"], rates.get(name), Goal(300))
    return Findings((Measurement("useful tiles, 13 tiles", UNIT, rates["ours"], (comparison,)),), tuple(agreements))
