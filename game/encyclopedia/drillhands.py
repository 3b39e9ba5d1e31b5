"""Finished hands for drills: examples of the rule pages in other suits and ranks, and hands put together by chance.

Chance is passed in; whether a hand wins, and what it is worth, the engine judges afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

from game.encyclopedia.draft import blank
from game.encyclopedia.handcase import case_of, hand_of
from game.rulepages import examples
from rules.cases import FinishedHand, HandVerdict, judge_hand
from rules.cases.hands import CONCEALED, NOTHING_GIVEN, SeatGiven
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
FROM_EXAMPLES: Final = 0.5
"""The share of hands that are an example in other suits; the others are put together."""
SPOILT, SPOILT_EXAMPLE = 0.45, 0.2
"""The shares of either that get a wrong tile, so that they may be no win."""
PAIRS, ALL_TRIPLETS, RUNS, SELF_DRAWN = 0.12, 0.2, 0.72, 0.5
SUIT_MISSING, HONOURS_BESIDE = 0.5, 0.4
KONGS, KONG_CONCEALED = 0.3, 0.5
"""The shares of hands, groups and kongs put together that are so."""


def judged_hand(key: str, chance: Random, want: bool | None = None) -> tuple[FinishedHand, HandVerdict]:
    """A hand of a variant with its verdict: a win, none (`want`), or either. Both kinds are found in every variant."""
    found = None
    for _ in range(TRIES):
        made = _of_example(key, chance) if chance.random() < FROM_EXAMPLES else _Builder(variant(key), chance).hand()
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
    return _spoilt(moved, chance) if chance.random() < SPOILT_EXAMPLE else moved


def _meld_of(meld: Meld, other: Callable[[Tile], Tile]) -> Meld:
    tiles = tuple(map(other, meld.tiles))
    taken = None if meld.taken is None else other(meld.taken)
    return replace(meld, tiles=tuple(sorted(tiles)) if meld.kind is MeldKind.CHOW else tiles, taken=taken)


# ---- hands put together ---------------------------------------------------------------------------------------------


class _Builder:
    """Puts a hand together from the tiles of one set: groups and a pair that mostly have something in common."""

    def __init__(self, found: Variant, chance: Random) -> None:
        self.start, self.chance = blank(found), chance
        self.rules = self.start.rules
        self.left = dict.fromkeys(self.rules.tiles.kinds, COPIES)

    def hand(self) -> FinishedHand | None:
        """A hand that may be a win; None where the tiles do not suffice for it."""
        chance = self.chance
        kinds = self._kinds(chance.choice(THEMES))
        wild = chance.choice(self.rules.tiles.kinds) if self.rules.tiles.wild is not None else None
        if wild is not None:
            self.left[wild] -= 1
        winner = Seat(chance.randrange(len(SEATS)))
        built = self._built(kinds, winner)
        if built is None:
            return None
        tiles, melds = built
        last = tiles.pop(chance.randrange(len(tiles)))
        if wild is not None:
            self._put_wilds(tiles, wild)
        supplier = winner if chance.random() < SELF_DRAWN else chance.choice([s for s in SEATS if s != winner])
        seats = tuple(SeatGiven(tiles, melds, {}) if seat == winner else NOTHING_GIVEN for seat in SEATS)
        hand = replace(self.start, wild=wild, winner=winner, supplier=supplier, tile=last, seats=seats)
        return _spoilt(hand, chance) if chance.random() < SPOILT else hand

    def _built(self, kinds: list[Tile], winner: Seat) -> tuple[list[Tile], tuple[Meld, ...]] | None:
        """The concealed tiles with the winning one, and the melds."""
        pairs = self._pairs(kinds) if self.chance.random() < PAIRS else None
        if pairs is not None:
            return pairs, ()
        groups = list(self._groups(kinds))
        pair = next((one for one in self._shuffled(kinds) if self._take([one, one])), None)
        if len(groups) < GROUPS or pair is None:
            return None
        melds = tuple(self._called(groups, winner))
        return [one for group in groups for one in group] + [pair, pair], melds

    def _kinds(self, theme: str) -> list[Tile]:
        """The kinds that a theme leaves to choose from."""
        kinds, suit = self.rules.tiles.kinds, self.chance.randrange(HONOURS)
        if theme == "one_suit":
            with_honours = self.chance.random() < HONOURS_BESIDE
            return [one for one in kinds if SUIT_OF[one] == suit or (with_honours and SUIT_OF[one] == HONOURS)]
        if theme == "middle":
            return [one for one in kinds if SUIT_OF[one] != HONOURS and 2 <= RANK_OF[one] <= 8]
        if theme == "mixed" and self.chance.random() < SUIT_MISSING:
            return [one for one in kinds if SUIT_OF[one] != suit]
        return list(kinds)

    def _take(self, tiles: list[Tile]) -> bool:
        """Take these tiles from the set; False, and nothing taken, when one is used up."""
        if any(self.left.get(one, 0) < tiles.count(one) for one in tiles):
            return False
        for one in tiles:
            self.left[one] -= 1
        return True

    def _groups(self, kinds: list[Tile]) -> Iterator[list[Tile]]:
        """Four groups, runs more often than triplets but for one hand in five; fewer where the tiles do not suffice."""
        runs = 0.0 if self.chance.random() < ALL_TRIPLETS else RUNS
        made = 0
        for _ in range(TRIES):
            first = self.chance.choice(kinds)
            if self.chance.random() < runs:
                group = [Tile(first + step) for step in range(3)]
                if SUIT_OF[first] == HONOURS or RANK_OF[first] > 7 or any(one not in kinds for one in group):
                    continue
            else:
                group = [first] * 3
            if self._take(group):
                yield group
                made += 1
            if made == GROUPS:
                return

    def _pairs(self, kinds: list[Tile]) -> list[Tile] | None:
        """Seven pairs; None where the tiles do not suffice."""
        built: list[Tile] = []
        for one in self._shuffled(kinds * 2):
            if self._take([one, one]):
                built += [one, one]
            if len(built) == CONCEALED + 1:
                return built
        return None

    def _shuffled(self, kinds: list[Tile]) -> list[Tile]:
        mixed = list(kinds)
        self.chance.shuffle(mixed)
        return mixed

    def _called(self, groups: list[list[Tile]], seat: Seat) -> Iterator[Meld]:
        """Some of the groups laid down as melds; they are taken out of the groups."""
        chance, count = self.chance, self.chance.choice((0, 0, 1, 1, 2, 3))
        for group in list(groups):
            run = group[0] != group[1]
            if count == 0 or (run and not self.rules.calls.chow):
                continue
            count -= 1
            groups.remove(group)
            source = previous_seat(seat) if run else Seat((seat + chance.randint(1, 3)) % len(SEATS))
            if run:
                yield chow(tuple(group), chance.choice(group), source)
            elif chance.random() < KONGS and self._take(group[:1]):
                yield concealed_kong(group[0]) if chance.random() < KONG_CONCEALED else exposed_kong(group[0], source)
            else:
                yield pong(group[0], source)

    def _put_wilds(self, tiles: list[Tile], wild: Tile) -> None:
        """Let wild tiles take the place of some."""
        for _ in range(self.chance.choice((0, 0, 1, 1, 2, 3))):
            if self._take([wild]):
                tiles[self.chance.randrange(len(tiles))] = wild


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
