"""A hand that is being put together in the score calculator: edits that say what they cannot do, and the verdict.

The draft is a `FinishedHand` that may still lack tiles. What a variant has besides tiles (wilds, floats, pao, a bird,
declared readiness) is known from its rules and from what the examples of its rule page use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import cache

from game.encyclopedia.handcase import case_of, hand_of
from game.rulepages import Picture, load_page
from rules.cases import FinishedHand, HandVerdict, judge_hand
from rules.cases.hands import (
    BIRD,
    CLAIMED_FACTS,
    CONCEALED,
    DRAWN_FACTS,
    FACTS,
    NOTHING_GIVEN,
    ROB_KONG,
    SeatGiven,
    rules_of,
)
from rules.cases.melds import TILES_OF_A_MELD
from rules.events import WinSource
from rules.melds import Meld, added_kong, chow, concealed_kong, exposed_kong, keeps_wilds, pong, solo_kong
from rules.ruleset import Variant
from rules.seats import SEATS, Seat, next_seat, previous_seat
from rules.tiles import HONOURS, RANK_OF, RED, SUIT_OF, Tile
from rules.values import mutable, value
from rules.wall import COPIES


class Target(StrEnum):
    """Where the next tile goes: into the hand, to the winning tile, to a meld, or to a tile turned up."""

    HAND = "hand"
    WINNING = "winning"
    CHOW = "chow"
    PONG = "pong"
    KONG = "kong"
    ADDED = "added"
    CONCEALED = "concealed"
    BESIDE = "beside"
    WILD = "wild"
    BIRD = "bird"


class Refused(StrEnum):
    """Why an edit is not possible."""

    COPIES = "copies"
    FULL = "full"
    MELDS = "melds"
    RUN = "run"
    KIND = "kind"
    WILD = "wild"
    BESIDE = "beside"


@value
class Extras:
    """What a variant's hands may have besides tiles: facts, and numbers or marks by their names in a case."""

    facts: tuple[str, ...]
    names: frozenset[str]


@cache
def extras_of(found: Variant) -> Extras:
    """From the rules, and from the examples of the rule page."""
    rules = found.rules({})
    facts = {*rules.winning.facts, *rules.winning.special}
    names = {"wild"} if rules.tiles.wild is not None else set()
    for section in load_page(found.key, "en").sections:
        for block in section.blocks:
            hand = block.example.hand if isinstance(block, Picture) else None
            if hand is not None:
                facts |= hand.facts
                names |= set(_used(hand))
    return Extras(tuple(sorted(facts & FACTS)), frozenset(names))


def _used(hand: FinishedHand) -> Iterator[str]:
    numbers = {"streak": hand.streak, "kong_income": hand.kong_income, "pao": any(hand.pao), BIRD: hand.bird}
    yield from (key for key, number in numbers.items() if number)
    for given in hand.seats:
        yield from given.marks
        yield from ("beside" for meld in given.melds if meld.beside)


@mutable
class Draft:
    """The hand so far, and what the next tile is for. `feeder`: how many seats after the winner sits who feeds it."""

    hand: FinishedHand
    target: Target = Target.HAND
    feeder: int = 3

    # ---- what there is ----------------------------------------------------------------------------------------------

    @property
    def given(self) -> SeatGiven:
        """What the winner has."""
        return self.hand.seats[self.hand.winner]

    @property
    def tiles(self) -> list[Tile]:
        """The concealed tiles without the winning one."""
        return list(self.given.hand or ())

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds, and what lies beside them."""
        return self.given.melds

    @property
    def size(self) -> int:
        """How many concealed tiles belong to the hand beside the winning one."""
        return CONCEALED - TILES_OF_A_MELD * sum(not meld.beside for meld in self.melds)

    def used(self, tile: Tile) -> int:
        """Copies of a kind that are on the table."""
        hand = self.hand
        tiles = [one for given in hand.seats for one in (*(given.hand or ()), *_tiles_of(given.melds))]
        tiles += [one for one in (hand.tile, hand.bird) if one is not None]
        turned = hand.rules.tiles.wild
        if hand.wild is not None and turned is not None and turned(hand.wild) == hand.wild:
            tiles.append(hand.wild)
        return tiles.count(tile)

    @property
    def complete(self) -> bool:
        """Whether nothing is missing, so that it can be judged."""
        needs_tile = not self.hand.facts & set(self.hand.rules.winning.special)
        return len(self.tiles) == self.size and (self.hand.tile is not None or not needs_tile)

    @property
    def missing(self) -> int:
        """How many tiles are still to be put in, the winning one included."""
        return max(0, self.size - len(self.tiles)) + (self.hand.tile is None)

    def verdict(self) -> HandVerdict:
        """The judgement of a complete hand. Raises CaseError for one that cannot be."""
        return judge_hand(hand_of(case_of(self.hand)))

    # ---- tiles ------------------------------------------------------------------------------------------------------

    def refused(self, tile: Tile) -> Refused | None:
        """Why this tile cannot be put where the next one goes; None when it can."""
        if tile not in self.hand.rules.tiles.kinds:
            return Refused.KIND
        if self.target in (Target.WILD, Target.BIRD, Target.BESIDE, Target.WINNING):
            return self._refused_alone(tile)
        if self.target is Target.HAND:
            return self._refused_in_hand(tile)
        return self._refused_meld(tile)

    def _refused_alone(self, tile: Tile) -> Refused | None:
        if self.target is Target.BESIDE and tile not in (RED, self.hand.wild):
            return Refused.BESIDE
        if self.target is Target.WILD:
            return None
        freed = {Target.WINNING: self.hand.tile, Target.BIRD: self.hand.bird}.get(self.target)
        return Refused.COPIES if self.used(tile) - (freed == tile) >= COPIES else None

    def _refused_in_hand(self, tile: Tile) -> Refused | None:
        if len(self.tiles) >= self.size and self.hand.tile is not None:
            return Refused.FULL
        return Refused.COPIES if self.used(tile) >= COPIES else None

    def _refused_meld(self, tile: Tile) -> Refused | None:
        meld = self._meld(tile)
        if meld is None:
            return Refused.RUN
        if not keeps_wilds(meld, () if self.hand.wild is None else (self.hand.wild,)):
            return Refused.WILD
        if self.size - TILES_OF_A_MELD < len(self.tiles) or self.size - TILES_OF_A_MELD < 1:
            return Refused.MELDS
        short = any(self.used(one) + meld.tiles.count(one) > COPIES for one in set(meld.tiles))
        return Refused.COPIES if short else None

    def _meld(self, tile: Tile) -> Meld | None:
        """The meld that this tile makes; None where there is no such chow."""
        owner = self.hand.winner
        source = Seat((owner + self.feeder) % len(SEATS))
        match self.target:
            case Target.CHOW:
                run = self._run(tile)
                return None if run is None else chow(run, tile, previous_seat(owner))
            case Target.PONG:
                return pong(tile, source)
            case Target.KONG:
                return exposed_kong(tile, source)
            case Target.ADDED:
                return added_kong(pong(tile, source))
        return concealed_kong(tile)

    def _run(self, tile: Tile) -> tuple[Tile, ...] | None:
        """The run that begins with this tile, the last one of the suit near its end; or a run of the variant's own."""
        calls = self.hand.rules.calls
        if not calls.chow:
            return None
        if SUIT_OF[tile] == HONOURS:
            return next((run for run in calls.runs if tile in run), None)
        first = tile - max(0, RANK_OF[tile] - 7)
        return Tile(first), Tile(first + 1), Tile(first + 2)

    def add(self, tile: Tile) -> Refused | None:
        """Put a tile where the next one goes; says why it cannot be."""
        refused = self.refused(tile)
        if refused is not None:
            return refused
        if self.target is Target.WILD:
            self.hand = replace(self.hand, wild=tile)
        elif self.target is Target.BIRD:
            self.hand = replace(self.hand, bird=tile)
        elif self.target is Target.WINNING or (self.target is Target.HAND and len(self.tiles) >= self.size):
            self.hand = replace(self.hand, tile=tile)
        elif self.target is Target.HAND:
            self._give(replace(self.given, hand=sorted([*self.tiles, tile])))
        elif self.target is Target.BESIDE:
            self._give(replace(self.given, melds=(*self.melds, solo_kong(tile))))
        elif (meld := self._meld(tile)) is not None:
            self._give(replace(self.given, melds=(*self.melds, meld)))
        return None

    def remove_tile(self, tile: Tile) -> None:
        """Take a concealed tile away."""
        rest = self.tiles
        rest.remove(tile)
        self._give(replace(self.given, hand=rest))

    def remove_meld(self, index: int) -> None:
        """Take a meld away."""
        self._give(replace(self.given, melds=self.melds[:index] + self.melds[index + 1 :]))

    def remove_winning(self) -> None:
        """Take the winning tile away."""
        self.hand = replace(self.hand, tile=None)

    def clear(self) -> None:
        """Take all tiles away; variant and house rules stay."""
        self.hand = blank(self.hand.variant, dict(self.hand.options))
        self.target = Target.HAND

    def _give(self, given: SeatGiven) -> None:
        seats = list(self.hand.seats)
        seats[self.hand.winner] = given
        self.hand = replace(self.hand, seats=tuple(seats))

    # ---- circumstances ----------------------------------------------------------------------------------------------

    def set_source(self, source: WinSource) -> None:
        """How the winning tile came; facts that do not go with it are dropped."""
        winner, facts = self.hand.winner, set(self.hand.facts)
        facts -= CLAIMED_FACTS if source is WinSource.SELF_DRAW else DRAWN_FACTS
        facts -= {ROB_KONG}
        supplier = self.hand.supplier if self.hand.supplier != winner else next_seat(winner)
        if source is WinSource.ROB_KONG:
            facts.add(ROB_KONG)
        if source is WinSource.SELF_DRAW:
            supplier = winner
        self._set(supplier=supplier, facts=frozenset(facts))

    def set_winner(self, winner: Seat) -> None:
        """Who wins: the tiles go along, and so do the seats that fed melds."""
        before = self.hand.winner
        if winner == before:
            return
        turn = (winner - before) % len(SEATS)
        given = self.given
        melds = tuple(
            meld if meld.source is None else replace(meld, source=Seat((meld.source + turn) % len(SEATS)))
            for meld in given.melds
        )
        seats = list(self.hand.seats)
        seats[before], seats[winner] = NOTHING_GIVEN, replace(given, melds=melds)
        supplier = Seat((self.hand.supplier + turn) % len(SEATS))
        self._set(seats=tuple(seats), winner=winner, supplier=supplier)

    def set_supplier(self, supplier: Seat) -> None:
        """Whose tile it was."""
        self._set(supplier=supplier)

    def facts_now(self) -> tuple[str, ...]:
        """The circumstances that go with how the tile came."""
        barred = CLAIMED_FACTS if self.hand.source is WinSource.SELF_DRAW else DRAWN_FACTS
        return tuple(fact for fact in extras_of(self.hand.variant).facts if fact not in barred | {ROB_KONG})

    def set_fact(self, fact: str, holds: bool) -> None:
        """A circumstance holds or not."""
        self._set(facts=self.hand.facts | {fact} if holds else self.hand.facts - {fact})

    def set_mark(self, key: str, mark: int | str | None) -> None:
        """A mark of the winner; None or 0: it has none."""
        marks = {name: before for name, before in self.given.marks.items() if name != key}
        if mark:
            marks[key] = mark
        self._give(replace(self.given, marks=marks))

    def set_number(self, key: str, number: int) -> None:
        """How often the deal was held (`streak`), or what a kong brought (`kong_income`)."""
        self._set(**{key: number})

    def set_pao(self, seat: Seat, count: int) -> None:
        """What a seat has laid."""
        pao = list(self.hand.pao)
        pao[seat] = count
        self._set(pao=tuple(pao))

    def set_option(self, key: str, choice: str) -> None:
        """A house rule."""
        options = tuple({**dict(self.hand.options), key: choice}.items())
        self._set(options=options, rules=rules_of(self.hand.variant, options))

    def _set(self, **fields: object) -> None:
        change: Callable[..., FinishedHand] = replace
        self.hand = change(self.hand, **fields)
        if "kong_discard" not in self.hand.facts and self.hand.kong_income:
            self.hand = replace(self.hand, kong_income=0)


def blank(found: Variant, options: Mapping[str, str] | None = None) -> FinishedHand:
    """A hand without tiles: east, the dealer, draws the winning tile."""
    chosen = tuple(found.choose(options or {}).items())
    winner = SEATS[0]
    seats = tuple(SeatGiven([], (), {}) if seat == winner else NOTHING_GIVEN for seat in SEATS)
    return FinishedHand(
        found, chosen, rules_of(found, chosen), dealer=winner, streak=0, wild=None, winner=winner, supplier=winner,
        tile=None, facts=frozenset(), bird=None, pao=(0,) * len(SEATS), kong_income=0, out=(), seats=seats,
    )  # fmt: skip


def _tiles_of(melds: tuple[Meld, ...]) -> Iterator[Tile]:
    for meld in melds:
        yield from meld.tiles
