"""Everything that a shape, a pattern or a gate may look at when a hand is judged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import TYPE_CHECKING

from rules.analysis import POWER
from rules.events import WinSource
from rules.melds import KongKind, Meld
from rules.readings import Group
from rules.seats import Seat
from rules.state import RoundState
from rules.tiles import SUIT_OF, Tile
from rules.values import value

if TYPE_CHECKING:
    from rules.ruleset import Ruleset

MELDS_IN_A_HAND = 4


class Tray:
    """The concealed tiles of a hand laid out for judging: with the winning tile `extra`, `without` a tile, or with
    `spare` wild tiles that are not there, to ask how much is missing.

    `raw`: copies of each tile as it is; `counts`, `codes`: without the wild tiles, a stand-in counted as the face it
    plays as; `wilds`: how many wild tiles there are; `needed`: melds that the concealed tiles must form beside a pair.
    """

    __slots__ = ("codes", "counts", "needed", "raw", "wilds")

    def __init__(
        self, state: RoundState, seat: Seat, extra: Tile | None = None, without: Tile | None = None, spare: int = 0
    ) -> None:
        owner = state.seats[seat]
        hand = owner.hand
        self.raw = counts = hand.counts
        self.codes = codes = hand.codes
        self.wilds = spare
        self.needed = MELDS_IN_A_HAND - len(owner.melds)
        for meld in owner.melds:
            if meld.kong is KongKind.SOLO:
                self.needed += 1
        if extra:
            self.raw = counts = counts[:]
            self.codes = codes = codes[:]
            counts[extra] += 1
            codes[SUIT_OF[extra]] += POWER[extra]
        if without:
            self.raw = counts = counts[:]
            self.codes = codes = codes[:]
            counts[without] -= 1
            codes[SUIT_OF[without]] -= POWER[without]
        if state.wilds:
            self._set_wilds_apart(state)
        else:
            self.counts = counts

    def _set_wilds_apart(self, state: RoundState) -> None:
        self.counts = counts = self.raw[:]
        self.codes = codes = self.codes[:]
        for wild in state.wilds:
            self.wilds += counts[wild]
            codes[SUIT_OF[wild]] -= counts[wild] * POWER[wild]
            counts[wild] = 0
        for tile, face in state.stand_ins:
            copies = counts[tile]
            counts[face] += copies
            counts[tile] = 0
            codes[SUIT_OF[tile]] -= copies * POWER[tile]
            codes[SUIT_OF[face]] += copies * POWER[face]


@value
class Arrangement:
    """One way to read a complete hand: the shape's id, the concealed groups and the pair, and all concealed tiles.

    `tiles` holds what each tile plays as, the wilds' stand-ins included. Shapes without groups leave them empty.
    """

    shape: str
    tiles: tuple[Tile, ...]
    groups: tuple[Group, ...] = ()
    pair: Tile | None = None


@value
class WinContext:
    """A hand about to be judged: who, on which tile, from where, under which circumstances (facts)."""

    state: RoundState
    rules: Ruleset
    seat: Seat
    tile: Tile
    source: WinSource
    loser: Seat | None
    facts: frozenset[str]
    tray: Tray
    arrangement: Arrangement
    _whole: list[Tile] = field(default_factory=list, init=False, compare=False, repr=False)

    def read_as(self, arrangement: Arrangement) -> WinContext:
        """The same win with the hand read this way."""
        return WinContext(
            self.state, self.rules, self.seat, self.tile, self.source, self.loser, self.facts, self.tray, arrangement
        )

    @property
    def melds(self) -> list[Meld]:
        """The winner's melds, without what lies beside them."""
        return [meld for meld in self.state.seats[self.seat].melds if not meld.beside]

    @property
    def self_drawn(self) -> bool:
        """Whether the winner drew the tile (自摸)."""
        return self.source is WinSource.SELF_DRAW

    def meld_tiles(self) -> Iterable[Tile]:
        """The tiles of all melds, stand-ins as the face they play as."""
        faces = dict(self.state.stand_ins)
        return (faces.get(tile, tile) for meld in self.melds for tile in meld.tiles)

    def all_tiles(self) -> list[Tile]:
        """The concealed tiles as read, and the tiles of the melds."""
        if not self._whole:
            self._whole.extend((*self.arrangement.tiles, *self.meld_tiles()))
        return self._whole


UNREAD = Arrangement("", ())
