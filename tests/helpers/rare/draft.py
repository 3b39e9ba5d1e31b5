"""A table being drawn up by a plan: what some places of the wall hold, and the players' tempers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules.bots import Chooser
from rules.cases.rigging import Rig
from rules.ruleset import Ruleset
from rules.seats import SEATS, Seat
from rules.tiles import HONOURS, RANK_OF, SUIT_OF, Tile
from tests.helpers.rare.biased import Temper, any_temper

HAND: Final = 13
BENDABLE: Final = 11
"""Tiles in the wall that every flush deal (rulebook/sichuan.md, "Items") finds nine of a suit in."""


@dataclass(slots=True)
class Draft:
    """A table being drawn up: what the rig will say, the tiles that are left for it, and the players' tempers.

    `left`: copies by kind; `kinds`: what each hand keeps to where a plan asks for any tile; `draws`, `tail` and
    `indicator` as in a `Rig`; `walls`: how short and how long the wall may be, half of the walls by chance when empty.
    """

    rules: Ruleset
    choose: Chooser
    dealer: Seat
    left: dict[Tile, int]
    tempers: dict[Seat, Temper]
    kinds: dict[Seat, list[Tile]] = field(default_factory=dict)
    hands: dict[Seat, list[Tile]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    draws: list[Tile] = field(default_factory=list)
    tail: list[Tile] = field(default_factory=list)
    indicator: list[Tile] = field(default_factory=list)
    walls: list[int] = field(default_factory=list)

    def take(self, *tiles: Tile) -> list[Tile]:
        """These tiles, or none of them when some are not left."""
        if any(self.left.get(t, 0) < tiles.count(t) for t in tiles):
            return []
        for t in tiles:
            self.left[t] -= 1
        return list(tiles)

    def any_of(self, kinds: Sequence[Tile]) -> Tile:
        """One of some kinds by chance."""
        return kinds[self.choose(len(kinds))]

    def give(self, seat: Seat, *tiles: Tile) -> bool:
        """Tiles to a hand, as long as it has room for all of them."""
        hand = self.hands[seat]
        taken = self.take(*tiles) if len(hand) + len(tiles) <= HAND else []
        hand.extend(taken)
        return bool(taken)

    def fill(self, seat: Seat, kinds: Iterable[Tile], size: int = HAND) -> None:
        """Tiles of some kinds to a hand until it has this many."""
        pile = [t for t in kinds for _ in range(self.left.get(t, 0))]
        while pile and len(self.hands[seat]) < size:
            self.give(seat, pile.pop(self.choose(len(pile))))

    def melds(self, seat: Seat, triplets: int = 40) -> None:
        """Concealed melds to a hand while there is room, so many of a hundred of them triplets."""
        for _ in range(60):
            if len(self.hands[seat]) > HAND - 3:
                return
            kind = self.any_of(self.kinds[seat])
            if SUIT_OF[kind] == HONOURS or self.choose(100) < triplets:
                self.give(seat, kind, kind, kind)
            elif RANK_OF[kind] < 8:
                self.give(seat, kind, Tile(kind + 1), Tile(kind + 2))

    def eyes(self, seat: Seat) -> None:
        """A pair, of 2, 5 or 8 mostly, as many variants want it."""
        small = [t for t in self.kinds[seat] if SUIT_OF[t] != HONOURS and RANK_OF[t] in (2, 5, 8)]
        for _ in range(9):
            kind = self.any_of(small if small and self.choose(4) else self.kinds[seat])
            if self.give(seat, kind, kind):
                return

    def pairs(self, seat: Seat) -> None:
        """Pairs while there is room."""
        for _ in range(60):
            kind = self.any_of(self.kinds[seat])
            self.give(seat, kind, kind)

    def draw(self, *tiles: Tile) -> None:
        """The next tiles of the wall; another one by chance in the place of each that is not left."""
        for wanted in tiles:
            self.draws += self.take(wanted) or self.take(self.idle())

    def idle(self) -> Tile:
        """A tile that is left and that no hand is built around, if there is such a one."""
        held = {t for hand in self.hands.values() for t in hand}
        left = [t for t, copies in self.left.items() if copies]
        return self.any_of([t for t in left if t not in held] or left)

    def all_throw(self, throws: str, *seats: Seat) -> None:
        """What some players throw, who declare nothing in the opening."""
        for seat in seats or SEATS:
            self.temper(seat, throws=throws, declare=0)

    def temper(self, seat: Seat, **likes: Any) -> None:
        """What a player likes, by the fields of `Temper`; the rest stays as it was."""
        self.tempers[seat] = replace(self.tempers[seat], **likes)

    def rig(self) -> Rig:
        """What the plan has settled; the rest is chance, and so is whether the wall is short."""
        low, high = self.walls or (4, 28)
        low = max(
            low, len(self.draws) - 1 + 2 * len(self.tail), BENDABLE if "items" in self.rules.summary.extras else 0
        )
        short = low + self.choose(1 + max(0, high - low)) if self.walls or self.choose(2) else None
        return Rig(self.hands, self.draws, self.tail, self.indicator, short, fill=self.choose(10**6))


def draft_of(rules: Ruleset, choose: Chooser, dealer: Seat) -> Draft:
    """An empty draft; every other hand keeps to two suits or to one."""
    tempers = {seat: any_temper(choose) for seat in SEATS}
    draft = Draft(rules, choose, dealer, dict.fromkeys(rules.tiles.kinds, 4), tempers)
    for seat in SEATS:
        suits = {choose(3), choose(3)} if choose(2) else set(range(4))
        draft.kinds[seat] = [t for t in rules.tiles.kinds if SUIT_OF[t] in suits]
    return draft
