"""How the tiles of a meld lie before their owner: order, the turned tile that tells who fed it, face-down kongs.

Pure arrangement, no sizes: `game.layout` gives every cell its place. Source: design/README.md, section 6.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.melds import KongKind, Meld, MeldKind
from rules.seats import Seat, distance
from rules.tiles import HIDDEN, Tile
from rules.values import value


@value
class MeldCell:
    """One tile of a meld: turned sideways when it was claimed, face down in a kong, or lying on the one before it."""

    tile: Tile
    claimed: bool = False
    down: bool = False
    on_top: bool = False


@value
class MeldRow:
    """A meld as a row, left to right for its owner. `feeder`: distance of the seat that fed it (1-3), 0 for nobody.

    `beside`: it is none of the melds of the hand and lies apart, equal ones on one pile.
    """

    cells: tuple[MeldCell, ...]
    feeder: int = 0
    beside: bool = False

    @property
    def steps(self) -> tuple[int, int]:
        """How many upright and how many turned tiles lie side by side."""
        turned = sum(cell.claimed and not cell.on_top for cell in self.cells)
        return sum(not cell.claimed for cell in self.cells), turned


def meld_row(meld: Meld, owner: Seat) -> MeldRow:
    """The row of a meld. The claimed tile lies left, in the middle or right, where the seat sits that fed it."""
    if meld.source is None or meld.taken is None:
        return MeldRow(_concealed(meld), beside=meld.beside)
    feeder = distance(owner, meld.source)
    others = list(meld.tiles)
    others.remove(meld.taken)
    claimed = [MeldCell(meld.taken, claimed=True)]
    if meld.kong is KongKind.ADDED:
        others.remove(meld.tile)
        claimed.append(MeldCell(meld.tile, claimed=True, on_top=True))
    place = {3: 0, 2: 1, 1: len(others)}[feeder]
    plain = [MeldCell(tile) for tile in others]
    return MeldRow((*plain[:place], *claimed, *plain[place:]), feeder)


def piles(rows: Sequence[MeldRow]) -> tuple[list[MeldRow], list[int]]:
    """The rows that take a place of their own, and for each row the number of its place: equal solo kongs share one."""
    places: list[MeldRow] = []
    numbers = []
    for row in rows:
        if not row.beside or row not in places:
            places.append(row)
        numbers.append(places.index(row) if row.beside else len(places) - 1)
    return places, numbers


def _concealed(meld: Meld) -> tuple[MeldCell, ...]:
    if meld.kind is not MeldKind.KONG or meld.kong is KongKind.SOLO:
        return tuple(MeldCell(tile) for tile in meld.tiles)
    last = len(meld.tiles) - 1
    return tuple(MeldCell(tile, down=place in (0, last) or tile == HIDDEN) for place, tile in enumerate(meld.tiles))
