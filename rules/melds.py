"""Melds (副露): chow (吃), pong (碰) and kong (杠) laid before a hand."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from rules.seats import Seat
from rules.tiles import HIDDEN, Tile
from rules.values import value


class MeldKind(StrEnum):
    """What three or four tiles laid open together are."""

    CHOW = "chow"
    PONG = "pong"
    KONG = "kong"


class KongKind(StrEnum):
    """How a kong was made: four in hand (暗杠), three and a discard (明杠), the fourth tile onto a pong (补杠).

    A solo kong is a single tile that counts as a kong of its own (rulebook/wuhan.md, "Laizi").
    """

    CONCEALED = "concealed"
    EXPOSED = "exposed"
    ADDED = "added"
    SOLO = "solo"


@value
class Meld:
    """One meld; `taken` is the tile that `source` supplied (None for a concealed or solo kong).

    The tiles of a chow stand in order of rank, a stand-in tile at the place of the tile that it stands for.
    `down`: a concealed kong that lies face down, its tiles HIDDEN to the other seats.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    source: Seat | None = None
    taken: Tile | None = None
    kong: KongKind | None = None
    down: bool = False

    @property
    def tile(self) -> Tile:
        """The kind of a pong or kong; the first tile of a chow."""
        return self.tiles[0]

    @property
    def exposed(self) -> bool:
        """Whether it opens the hand: every meld but a concealed (rulebook/README.md) or solo kong."""
        return self.kong not in (KongKind.CONCEALED, KongKind.SOLO)

    @property
    def beside(self) -> bool:
        """Whether it lies beside the melds and is none of the four of a hand: a solo kong."""
        return self.kong is KongKind.SOLO

    def face_down(self) -> Meld:
        """The same concealed kong as the others see it when it stays face down (暗杠不亮明)."""
        return Meld(self.kind, (HIDDEN,) * len(self.tiles), kong=self.kong, down=True)


def keeps_wilds(meld: Meld, wilds: Collection[Tile]) -> bool:
    """Whether the wild tiles (财神, 混儿, 癞子) stay in the hand: none is ever used in a meld, in any variant.

    Only a solo kong lays one down, beside the melds (rulebook/parlour.md; rulebook/wuhan.md, "Laizi").
    """
    return meld.beside or not any(tile in wilds for tile in meld.tiles)


def chow(tiles: tuple[Tile, ...], taken: Tile, source: Seat) -> Meld:
    """A sequence (吃) made with the discard of `source`."""
    return Meld(MeldKind.CHOW, tiles, source, taken)


def pong(tile: Tile, source: Seat) -> Meld:
    """A triplet (碰) made with the discard of `source`."""
    return Meld(MeldKind.PONG, (tile,) * 3, source, tile)


def exposed_kong(tile: Tile, source: Seat) -> Meld:
    """Three in hand and the discard of `source` (明杠)."""
    return Meld(MeldKind.KONG, (tile,) * 4, source, tile, KongKind.EXPOSED)


def concealed_kong(tile: Tile) -> Meld:
    """Four in hand (暗杠)."""
    return Meld(MeldKind.KONG, (tile,) * 4, kong=KongKind.CONCEALED)


def solo_kong(tile: Tile) -> Meld:
    """A single tile laid beside the melds as a kong of its own (红中杠, 癞子杠)."""
    return Meld(MeldKind.KONG, (tile,), kong=KongKind.SOLO)


def added_kong(pong_meld: Meld) -> Meld:
    """The kong (补杠) that a pong becomes; place and source stay those of the pong."""
    return Meld(MeldKind.KONG, (pong_meld.tile,) * 4, pong_meld.source, pong_meld.taken, KongKind.ADDED)
