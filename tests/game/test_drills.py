"""Drills: every question has exactly one right answer, by the judge, in every variant; hands are made at once."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from game.encyclopedia.drillhands import judged_hand
from game.encyclopedia.drills import Answer, Kind, Question, next_question, waits_of
from game.encyclopedia.handcase import case_of, hand_of, hand_of_line, line_of
from game.rulepages import examples
from rules.cases import FinishedHand, judge_hand
from rules.cases.hands import pattern_readings
from rules.errors import CaseError
from rules.tiles import NAME_OF, Tile
from rules.variants import all_variants

KEYS = list(all_variants())
SEEDS = 60


def right_ones(question: Question) -> set[Answer]:
    """The answers that are right, judged anew and in another way than the question was made."""
    hand = hand_of(case_of(question.hand))
    verdict = judge_hand(hand)
    match question.kind:
        case Kind.WIN:
            return {verdict.wins}
        case Kind.WORTH:
            return set() if verdict.breakdown is None else {verdict.breakdown.value}
        case Kind.GAIN:
            gains = [t.amount for t in verdict.transfers if t.payee == hand.winner]
            return {sum(gains) - sum(t.amount for t in verdict.transfers if t.payer == hand.winner)}
        case Kind.PATTERNS:
            return {*pattern_readings(hand), tuple(sorted(verdict.patterns))}
        case Kind.WAITS:
            return {tuple(sorted(kind for kind in hand.rules.tiles.kinds if wins_on(hand, kind)))}


def wins_on(hand: FinishedHand, kind: Tile) -> bool:
    try:
        return judge_hand(hand_of(case_of(hand) | {"from": hand.winner, "tile": NAME_OF[kind]})).wins
    except CaseError:
        return False


@pytest.mark.parametrize("key", KEYS)
def test_exactly_one_answer_is_right(key: str) -> None:
    kinds: Counter[Kind] = Counter()
    right: Counter[int] = Counter()
    for seed in range(SEEDS):
        question = next_question(key, Random(seed))
        kinds[question.kind] += 1
        right[question.right] += 1
        assert 2 <= len(question.answers) <= 4
        right_answers = right_ones(question)
        good = [place for place, answer in enumerate(question.answers) if answer in right_answers]
        assert good == [question.right], (seed, question.kind, question.answers)
    assert {Kind.WIN, Kind.WORTH, Kind.GAIN, Kind.WAITS} <= set(kinds)
    assert max(right.values()) < 0.7 * SEEDS, "the place of the right answer tells it"


@pytest.mark.parametrize("key", KEYS)
def test_wins_and_hands_that_are_none_both_come(key: str) -> None:
    for want in (True, False):
        found = [judged_hand(key, Random(seed), want) for seed in range(40)]
        assert all(verdict.wins == want for _, verdict in found)
    reasons = {verdict.reason for _, verdict in (judged_hand(key, Random(seed), False) for seed in range(80))}
    refusing = {example.reason for example in examples(key).values() if example.reason and example.hand is not None}
    assert "no_shape" in reasons
    assert not refusing - {"no_shape"} or reasons - {"no_shape"}, f"never refused by {refusing}"


@pytest.mark.parametrize("key", KEYS)
def test_wild_tiles_and_melds_come_where_the_variant_has_them(key: str) -> None:
    hands = [judged_hand(key, Random(seed))[0] for seed in range(60)]
    assert any(hand.seats[hand.winner].melds for hand in hands)
    has_wilds = any(hand.wild in (hand.seats[hand.winner].hand or ()) for hand in hands if hand.wild)
    assert has_wilds == (all_variants()[key].rules({}).tiles.wild is not None)


@pytest.mark.parametrize("key", KEYS)
def test_a_question_is_the_same_for_a_seed(key: str) -> None:
    for seed in range(12):
        assert next_question(key, Random(seed)) == next_question(key, Random(seed))


@pytest.mark.parametrize("key", KEYS)
def test_a_hand_and_its_line_are_the_same(key: str) -> None:
    for example in examples(key).values():
        if example.hand is not None:
            assert hand_of_line(line_of(example.hand)) == example.hand


@pytest.mark.parametrize(
    "line", ["", "{", "[]", '{"variant": "x"}', '{"variant": "lishui", "winner": 9}', "[" * 100_000]
)
def test_a_line_that_is_no_hand_is_refused(line: str) -> None:
    with pytest.raises(CaseError):
        hand_of_line(line)


def test_waits_never_count_a_fifth_copy() -> None:
    for seed in range(60):
        hand, verdict = judged_hand("changsha", Random(seed), True)
        if verdict.wins:
            held = [*(hand.seats[hand.winner].hand or ()), *(t for m in hand.seats[hand.winner].melds for t in m.tiles)]
            assert all(held.count(tile) < 4 for tile in waits_of(hand))
