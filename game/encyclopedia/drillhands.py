"""Finished hands for drills: examples of the rule pages in other suits and ranks, and hands put together by chance.

Chance is passed in; whether a hand wins, and what it is worth, the engine judges afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

from game.encyclopedia.handcase import case_of, hand_of
from game.rulepages import examples
from rules.cases import FinishedHand, HandVerdict, judge_hand
from rules.cases.hands import CONCEALED, NOTHING_GIVEN, SeatGiven, rules_of
from rules.errors import CaseError
from rules.melds import Meld, MeldKind, chow, concealed_kong, exposed_kong, pong
from rules.ruleset import Variant
from rules.seats import SEATS, Seat, previous_seat
from rules.tiles import HONOURS, RANK_OF, SUIT_OF, Tile, tile
from rules.variants import variant
from rules.wall import COPIES

GROUPS: Final = 4
THEMES: Final = ("mixed", "mixed", "one_suit", "triplets", "pairs", "middle")
TRIES: Final = 60
SPOILT: Final = 0.45
"""How many of the hands put together get a wrong tile, so that they may be no win."""


def judged_hand(key: str, chance: Random, want: bool | None = None) -> tuple[FinishedHand, HandVerdict]:
    """A hand of a variant with its verdict: a win, none (`want`), or either. Both kinds are found in every variant."""
    found = None
    for _ in range(TRIES):
        made = _of_example(key, chance) if chance.random() < 0.5 else _put_together(variant(key), chance)
        hand = _checked(made)
        if hand is None:
            continue
        verdict = judge_hand(hand)
        if want is None or verdict.wins == want:
            return hand, verdict
        found = hand, verdict
    return found or _sure(key, chance)


def _sure(key: str, chance: Random) -> tuple[FinishedHand, HandVerdict]:
    """An example as it stands on the page."""
    hand = chance.choice(_examples(key))
    return hand, judge_hand(hand)


@cache
def _examples(key: str) -> tuple[FinishedHand, ...]:
    """The hands of the rule page that have a winning tile and nothing that a drill would have to explain at length."""
    hands = (example.hand for example in examples(key).values())
    return tuple(hand for hand in hands if hand is not None and _plain(hand))


def _plain(hand: FinishedHand) -> bool:
    others = (hand.seats[seat] for seat in SEATS if seat != hand.winner)
    alone = all(given == NOTHING_GIVEN for given in others)
    odd = hand.streak or hand.bird or any(hand.pao) or hand.kong_income or hand.out
    return hand.tile is not None and alone and not odd


# ---- examples in other suits ----------------------------------------------------------------------------------------


def _of_example(key: str, chance: Random) -> FinishedHand | None:
    known = _examples(key)
    if not known:
        return None
    hand, suits, mirrored = chance.choice(known), [0, 1, 2], chance.random() < 0.5
    chance.shuffle(suits)

    def other(one: Tile) -> Tile:
        if SUIT_OF[one] == HONOURS:
            return one
        return tile(suits[SUIT_OF[one]], 10 - RANK_OF[one] if mirrored else RANK_OF[one])

    given = hand.seats[hand.winner]
    melds = tuple(_meld_of(meld, other) for meld in given.melds)
    seats = list(hand.seats)
    seats[hand.winner] = SeatGiven([other(one) for one in given.hand or ()], melds, given.marks)
    moved = replace(
        hand,
        seats=tuple(seats),
        tile=None if hand.tile is None else other(hand.tile),
        wild=None if hand.wild is None else other(hand.wild),
    )
    return _spoilt(moved, chance) if chance.random() < 0.2 else moved


def _meld_of(meld: Meld, other: Callable[[Tile], Tile]) -> Meld:
    tiles = tuple(map(other, meld.tiles))
    taken = None if meld.taken is None else other(meld.taken)
    return replace(meld, tiles=tuple(sorted(tiles)) if meld.kind is MeldKind.CHOW else tiles, taken=taken)


# ---- hands put together ---------------------------------------------------------------------------------------------


class _Pile:
    """The tiles of a set that are still to be had."""

    def __init__(self, kinds: tuple[Tile, ...]) -> None:
        self.left = dict.fromkeys(kinds, COPIES)

    def take(self, tiles: list[Tile]) -> bool:
        """Take these tiles; False, and nothing taken, when one is used up."""
        if any(self.left.get(one, 0) < tiles.count(one) for one in tiles):
            return False
        for one in tiles:
            self.left[one] -= 1
        return True


def _put_together(found: Variant, chance: Random) -> FinishedHand | None:
    rules = rules_of(found, tuple(found.choose({}).items()))
    pile = _Pile(rules.tiles.kinds)
    kinds = _kinds(chance.choice(THEMES), rules.tiles.kinds, chance)
    wild = chance.choice(rules.tiles.kinds) if rules.tiles.wild is not None else None
    if wild is not None:
        pile.left[wild] -= 1
    winner = Seat(chance.randrange(len(SEATS)))
    built = _pairs(kinds, pile, chance) if chance.random() < 0.12 else None
    melds: tuple[Meld, ...] = ()
    if built is None:
        groups = list(_groups(kinds, pile, chance))
        pair = next((one for one in _shuffled(kinds, chance) if pile.take([one, one])), None)
        if len(groups) < GROUPS or pair is None:
            return None
        melds = tuple(_called(groups, rules.calls.chow, winner, pile, chance))
        built = [one for group in groups for one in group] + [pair, pair]
    last = built.pop(chance.randrange(len(built)))
    built = _with_wilds(built, wild, pile, chance)
    supplier = winner if chance.random() < 0.5 else chance.choice([seat for seat in SEATS if seat != winner])
    seats = tuple(SeatGiven(built, melds, {}) if seat == winner else NOTHING_GIVEN for seat in SEATS)
    hand = FinishedHand(
        found, tuple(found.choose({}).items()), rules,
        dealer=0, streak=0, wild=wild, winner=winner, supplier=supplier, tile=last,
        facts=frozenset(), bird=None, pao=(0,) * len(SEATS), kong_income=0, out=(), seats=seats,
    )  # fmt: skip
    return _spoilt(hand, chance) if chance.random() < SPOILT else hand


def _kinds(theme: str, kinds: tuple[Tile, ...], chance: Random) -> list[Tile]:
    suit = chance.randrange(HONOURS)
    if theme == "one_suit":
        with_honours = chance.random() < 0.4
        return [one for one in kinds if SUIT_OF[one] == suit or (with_honours and SUIT_OF[one] == HONOURS)]
    if theme == "middle":
        return [one for one in kinds if SUIT_OF[one] != HONOURS and 2 <= RANK_OF[one] <= 8]
    if theme == "mixed" and chance.random() < 0.5:
        return [one for one in kinds if SUIT_OF[one] != suit]
    return list(kinds)


def _groups(kinds: list[Tile], pile: _Pile, chance: Random) -> Iterator[list[Tile]]:
    """Four groups, runs more often than triplets but for one hand in five."""
    runs = 0.0 if chance.random() < 0.2 else 0.72
    made = 0
    for _ in range(TRIES):
        first = chance.choice(kinds)
        if chance.random() < runs:
            group = [Tile(first + step) for step in range(3)]
            if SUIT_OF[first] == HONOURS or RANK_OF[first] > 7 or any(one not in kinds for one in group):
                continue
        else:
            group = [first] * 3
        if pile.take(group):
            yield group
            made += 1
        if made == GROUPS:
            return


def _pairs(kinds: list[Tile], pile: _Pile, chance: Random) -> list[Tile] | None:
    built: list[Tile] = []
    for one in _shuffled(kinds * 2, chance):
        if pile.take([one, one]):
            built += [one, one]
        if len(built) == CONCEALED + 1:
            return built
    return None


def _shuffled(kinds: list[Tile], chance: Random) -> list[Tile]:
    mixed = list(kinds)
    chance.shuffle(mixed)
    return mixed


def _called(groups: list[list[Tile]], chows: bool, seat: Seat, pile: _Pile, chance: Random) -> Iterator[Meld]:
    """Some of the groups laid down as melds; they are taken out of the groups."""
    count = chance.choice((0, 0, 1, 1, 2, 3))
    for group in list(groups):
        run = group[0] != group[1]
        if count == 0 or (run and not chows):
            continue
        count -= 1
        groups.remove(group)
        source = previous_seat(seat) if run else Seat((seat + chance.randint(1, 3)) % len(SEATS))
        if run:
            yield chow(tuple(group), chance.choice(group), source)
        elif chance.random() < 0.3 and pile.take(group[:1]):
            yield concealed_kong(group[0]) if chance.random() < 0.5 else exposed_kong(group[0], source)
        else:
            yield pong(group[0], source)


def _with_wilds(built: list[Tile], wild: Tile | None, pile: _Pile, chance: Random) -> list[Tile]:
    """Some of the tiles replaced by wild ones."""
    if wild is None:
        return built
    for _ in range(chance.choice((0, 0, 1, 1, 2, 3))):
        if pile.take([wild]):
            built[chance.randrange(len(built))] = wild
    return built


def _spoilt(hand: FinishedHand, chance: Random) -> FinishedHand:
    """The same hand with one tile a little off, or another winning tile: near to a win, or one of another kind."""
    given = hand.seats[hand.winner]
    tiles = list(given.hand or ())
    place = chance.randrange(len(tiles))
    one = Tile(tiles[place] + chance.choice((-1, 1)))
    if one in hand.rules.tiles.kinds and SUIT_OF[one] == SUIT_OF[tiles[place]]:
        tiles[place] = one
    seats = list(hand.seats)
    seats[hand.winner] = SeatGiven(tiles, given.melds, given.marks)
    return replace(hand, seats=tuple(seats))


def _checked(hand: FinishedHand | None) -> FinishedHand | None:
    """The hand as a case would give it, None where it cannot be: a fifth copy, a wild tile called or thrown."""
    if hand is None or not hand.asked_for:
        return None
    try:
        return hand_of(case_of(hand))
    except CaseError:
        return None
