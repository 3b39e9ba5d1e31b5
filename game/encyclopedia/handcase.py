"""A finished hand as a case writes it (shared cases/README.md, "judge"), and back: the line one can copy and paste."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from rules.cases import FinishedHand, read_hand
from rules.cases.fields import Fields
from rules.cases.hands import BIRD, NOTHING_GIVEN, SeatGiven
from rules.errors import CaseError
from rules.melds import KongKind, Meld, MeldKind
from rules.seats import SEATS
from rules.tiles import NAME_OF, RED, Tile, show_tiles
from rules.variants import variant

Case: TypeAlias = dict[str, Any]
"""The fields of a `[[hand]]` without `expect`."""

PLACE = "hand"
"""How the reader of cases names what is wrong with a line."""


def meld_text(meld: Meld) -> str:
    """A meld as cases write it: the claimed tile of a chow first."""
    tiles = list(meld.tiles)
    if meld.kind is MeldKind.CHOW and meld.taken is not None:
        tiles.remove(meld.taken)
        tiles.insert(0, meld.taken)
    sign = "" if meld.source is None else f"{'+' if meld.kong is KongKind.ADDED else '<'}{meld.source}"
    return f"{meld.kind} {''.join(NAME_OF[one] for one in tiles)}{sign}"


def case_of(hand: FinishedHand) -> Case:
    """The fields of a hand; options and numbers that are as usual are left out."""
    usual = hand.variant.choose({})
    options = {key: value for key, value in hand.options if value != usual[key]}
    numbers = {"dealer": hand.dealer, "streak": hand.streak, "kong_income": hand.kong_income}
    tiles = {"wild": hand.wild, "tile": hand.tile, BIRD: hand.bird}
    if hand.bird is None:
        options.pop(BIRD, None)  # without a bird a hand is judged so by itself
    case: Case = {"variant": hand.variant.key, "winner": hand.winner, "from": hand.supplier}
    if options:
        case["options"] = options
    case |= {key: number for key, number in numbers.items() if number}
    case |= {key: NAME_OF[one] for key, one in tiles.items() if one is not None}
    if hand.facts:
        case["facts"] = sorted(hand.facts)
    if any(hand.pao):
        case["pao"] = list(hand.pao)
    if hand.out:
        case["out"] = list(hand.out)
    seats = {str(s): _seat(hand.seats[s], hand.wild) for s in SEATS if hand.seats[s] != NOTHING_GIVEN}
    return case | {"seat": seats}


def _seat(given: SeatGiven, wild: Tile | None) -> Case:
    fields: Case = {} if given.hand is None else {"hand": show_tiles(given.hand)}
    melds = [meld for meld in given.melds if not meld.beside]
    if melds:
        fields["melds"] = [meld_text(meld) for meld in melds]
    beside = [meld.tile for meld in given.melds if meld.beside]
    kongs = {"red_kongs": beside.count(RED), "wild_kongs": 0 if wild is None else beside.count(wild)}
    return fields | {key: count for key, count in kongs.items() if count} | dict(given.marks)


def hand_of(case: Case) -> FinishedHand:
    """The hand that the fields describe. Raises CaseError."""
    return read_hand(Fields(case, PLACE), variant)


def line_of(hand: FinishedHand) -> str:
    """One line for `main.py judge`."""
    return json.dumps(case_of(hand), ensure_ascii=False)


def hand_of_line(line: str) -> FinishedHand:
    """The hand of a line; an `id` is no part of it. Raises CaseError."""
    try:
        case = json.loads(line.strip())
    except (ValueError, RecursionError) as error:
        raise CaseError(f"{PLACE}: not JSON: {error}") from error
    if isinstance(case, dict):
        case.pop("id", None)
    return hand_of(case)
