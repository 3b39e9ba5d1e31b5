"""Melds as cases write them: `chow 123m<3`, `pong 777z<2`, `kong 2222p`, `kong 5555p+1` (cases/README.md)."""

from __future__ import annotations

import re
from typing import Final

from rules.analysis import PEACOCK_RUN
from rules.errors import NotationError
from rules.melds import Meld, MeldKind, added_kong, chow, concealed_kong, exposed_kong, pong
from rules.seats import Seat, previous_seat
from rules.tiles import HONOURS, RANK_OF, SUIT_OF, Tile, parse_tiles

TILES_OF_A_MELD: Final = 3
"""Tiles that a meld takes from the thirteen of a hand; the fourth of a kong is replaced."""

_MELD = re.compile(r"(chow|pong|kong)([0-9mpsz]+)(?:([<+])([0-3]))?")


def parse_meld(text: str, seat: Seat, stand_ins: tuple[tuple[Tile, Tile], ...] = ()) -> Meld:
    """A meld of this seat as cases write it: `chow 123m<3`, `kong 2222p`, `kong 5555p+1`.

    Raises NotationError for anything that is no meld or cannot come from that seat.
    """
    found = _MELD.fullmatch("".join(text.split()))
    if found is None:
        raise NotationError(f"not a meld: {text!r}")
    kind, tiles, sign = found[1], parse_tiles(found[2]), found[3]
    source = None if found[4] is None else Seat(int(found[4]))
    if source == seat:
        raise NotationError(f"seat {seat} cannot take its own discard: {text!r}")
    match MeldKind(kind), sign, source:
        case MeldKind.CHOW, "<", int(source) if _is_chow(tiles, stand_ins) and source == previous_seat(seat):
            return chow(_in_order(tiles, stand_ins), tiles[0], source)
        case MeldKind.PONG, "<", int(source) if tiles == tiles[:1] * 3:
            return pong(tiles[0], source)
        case MeldKind.KONG, "<", int(source) if tiles == tiles[:1] * 4:
            return exposed_kong(tiles[0], source)
        case MeldKind.KONG, "+", int(source) if tiles == tiles[:1] * 4:
            return added_kong(pong(tiles[0], source))
        case MeldKind.KONG, None, None if tiles == tiles[:1] * 4:
            return concealed_kong(tiles[0])
    raise NotationError(f"not a meld of seat {seat}: {text!r}")


def _is_chow(tiles: list[Tile], stand_ins: tuple[tuple[Tile, Tile], ...]) -> bool:
    """Three in a row of one suit, or three honours, or the peacock and two winds, of which a variant may make runs."""
    faces = _in_order([dict(stand_ins).get(tile, tile) for tile in tiles], ())
    if faces == PEACOCK_RUN:
        return True
    ranks = [RANK_OF[face] for face in faces]
    if len(faces) != TILES_OF_A_MELD or len(set(faces)) != TILES_OF_A_MELD or len({SUIT_OF[f] for f in faces}) != 1:
        return False
    return SUIT_OF[faces[0]] == HONOURS or ranks[-1] - ranks[0] == TILES_OF_A_MELD - 1


def _in_order(tiles: list[Tile], stand_ins: tuple[tuple[Tile, Tile], ...]) -> tuple[Tile, ...]:
    faces = dict(stand_ins)
    return tuple(sorted(tiles, key=lambda tile: faces.get(tile, tile)))
