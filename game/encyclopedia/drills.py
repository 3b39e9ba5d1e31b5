"""Drills: a hand, a question about it, and answers of which exactly one is right. The engine knows which."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import StrEnum
from random import Random
from typing import Final, TypeAlias

from game.encyclopedia.drillhands import judged_hand
from game.encyclopedia.handcase import case_of, hand_of
from rules.cases import FinishedHand, HandVerdict, judge_hand
from rules.cases.hands import pattern_readings
from rules.errors import CaseError
from rules.judging import win_rules
from rules.tiles import NAME_OF, Tile
from rules.values import value

ANSWERS: Final = 4
MOST_WAITS: Final = 6
SAMPLES: Final = 12
"""Other hands whose values serve as wrong answers."""


class Kind(StrEnum):
    """What is asked: whether it wins, its value, the winner's points, which patterns count, what it waits for."""

    WIN = "win"
    WORTH = "worth"
    GAIN = "gain"
    PATTERNS = "patterns"
    WAITS = "waits"


Answer: TypeAlias = bool | int | tuple[str, ...] | tuple[Tile, ...]
"""Yes or no; a figure; the ids of the patterns, sorted, an id once for each time; the tiles, sorted."""

KINDS: Final = (Kind.WIN, Kind.WIN, Kind.WIN, Kind.WORTH, Kind.WORTH, Kind.GAIN, Kind.PATTERNS, Kind.WAITS, Kind.WAITS)


@value
class Question:
    """A hand with its verdict, what is asked about it, the answers to choose from and the place of the right one.

    A hand whose waits are asked for is shown without the winning tile.
    """

    kind: Kind
    hand: FinishedHand
    verdict: HandVerdict
    answers: tuple[Answer, ...]
    right: int


def next_question(key: str, chance: Random) -> Question:
    """A question about a hand of a variant."""
    while True:
        kind = chance.choice(KINDS)
        question = _MAKERS[kind](key, chance)
        if question is not None:
            return question


def _win(key: str, chance: Random) -> Question | None:
    hand, verdict = judged_hand(key, chance, want=chance.random() < 0.5)
    return Question(Kind.WIN, hand, verdict, (True, False), 0 if verdict.wins else 1)


def _worth(key: str, chance: Random) -> Question | None:
    return _figure(Kind.WORTH, key, chance, lambda hand, verdict: verdict.breakdown.value if verdict.breakdown else 0)


def _gain(key: str, chance: Random) -> Question | None:
    return _figure(Kind.GAIN, key, chance, lambda hand, verdict: verdict.points[hand.winner])


def _figure(
    kind: Kind, key: str, chance: Random, figure: Callable[[FinishedHand, HandVerdict], int]
) -> Question | None:
    """A question for a figure: wrong ones are those of other hands, and what one gets by a slip."""
    hand, verdict = judged_hand(key, chance, want=True)
    if not verdict.wins:
        return None
    right = figure(hand, verdict)
    others = [
        figure(*found) for found in (judged_hand(key, chance, want=True) for _ in range(SAMPLES)) if found[1].wins
    ]
    slips = [right * 2, right // 2, right + 1, right * 3, right + 2, right * 4]
    wrong = _chosen([*dict.fromkeys(others), *slips], right, lambda one: one > 0)
    answers = sorted([right, *wrong])
    return Question(kind, hand, verdict, tuple(answers), answers.index(right))


def _chosen(wrong: Iterable[int], right: int, good: Callable[[int], bool]) -> list[int]:
    return [one for one in dict.fromkeys(wrong) if one != right and good(one)][: ANSWERS - 1]


# ---- patterns -------------------------------------------------------------------------------------------------------


def _patterns(key: str, chance: Random) -> Question | None:
    hand, verdict = judged_hand(key, chance, want=True)
    right = tuple(sorted(verdict.patterns))
    chances = set(hand.rules.winning.facts)  # circumstances, which the question tells
    known = [one.name for one in win_rules(hand.rules, hand.facts).patterns if one.name not in chances]
    if not right or len(set(known)) < ANSWERS:
        return None
    never = pattern_readings(hand) | {right}
    wrong: list[tuple[str, ...]] = []
    chance.shuffle(known)
    for name in known:
        for candidate in _near(right, name):
            if candidate not in never and candidate not in wrong:
                wrong.append(candidate)
                break
    chance.shuffle(wrong)
    answers = [right, *wrong[: ANSWERS - 1]]
    chance.shuffle(answers)
    return Question(Kind.PATTERNS, hand, verdict, tuple(answers), answers.index(right)) if len(answers) > 2 else None


def _near(right: tuple[str, ...], name: str) -> list[tuple[str, ...]]:
    """What somebody could take the patterns for who overlooks one, or sees one that is not there."""
    if name in right:
        rest = list(right)
        rest.remove(name)
        return [tuple(rest)]
    return [tuple(sorted((*right, name))), tuple(sorted((*right[1:], name)))]


# ---- waits ----------------------------------------------------------------------------------------------------------


def _waits(key: str, chance: Random) -> Question | None:
    hand, verdict = judged_hand(key, chance, want=True)
    won = waits_of(hand)
    right = tuple(won)
    if hand.facts or not 1 <= len(right) <= MOST_WAITS:
        return None
    wrong = [one for one in _near_waits(hand, right, chance) if one != right]
    answers = [right, *dict.fromkeys(wrong)][:ANSWERS]
    chance.shuffle(answers)
    if len(answers) < ANSWERS:
        return None
    return Question(Kind.WAITS, hand, verdict, tuple(answers), answers.index(right))


def waits_of(hand: FinishedHand) -> dict[Tile, HandVerdict]:
    """The tiles that the hand may win on by self-draw without any circumstance, with the verdicts, in order."""
    won = {}
    case = case_of(hand) | {"from": hand.winner}
    case.pop("facts", None)
    for kind in hand.rules.tiles.kinds:
        try:
            tried = hand_of(case | {"tile": NAME_OF[kind]})
        except CaseError:  # the fifth copy
            continue
        verdict = judge_hand(tried)
        if verdict.wins:
            won[kind] = verdict
    return won


def _near_waits(hand: FinishedHand, right: tuple[Tile, ...], chance: Random) -> list[tuple[Tile, ...]]:
    """Waits that one could take for the right ones: one overlooked, or a tile more, or a neighbour instead."""
    kinds = hand.rules.tiles.kinds
    held = hand.seats[hand.winner].hand or ()
    close = [Tile(tile + step) for tile in (*right, *held) for step in (-3, -1, 1, 3)]
    close = [tile for tile in dict.fromkeys(close) if tile in kinds and tile not in right]
    chance.shuffle(close)
    wrong: list[tuple[Tile, ...]] = []
    for index, tile in enumerate(close):
        kept = right if index % 2 else right[: chance.randrange(len(right))] + right[len(right) // 2 + 1 :]
        wrong.append(tuple(sorted({*kept, tile})))
    if len(right) > 1:
        dropped = chance.randrange(len(right))
        wrong.insert(0, right[:dropped] + right[dropped + 1 :])
    return wrong


def without_winning_tile(hand: FinishedHand) -> FinishedHand:
    """The hand before it was won."""
    return replace(hand, tile=None)


_MAKERS: Final[dict[Kind, Callable[[str, Random], Question | None]]] = {
    Kind.WIN: _win,
    Kind.WORTH: _worth,
    Kind.GAIN: _gain,
    Kind.PATTERNS: _patterns,
    Kind.WAITS: _waits,
}
