"""A wall in which the tiles that matter lie where they must, so that a hand can be played as a script says.

Where a tile goes is found by running the variant's own opening and kong draws on any wall and watching which places of
the wall are used: nothing here knows how a variant deals, where it turns up an indicator or takes replacements from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Final

from rules.cases.fields import Fields, check_copies
from rules.events import Answered, Asked, Buried, Cause, Dealt, Drew, Event, Flipped, Stage, Staged, WildRevealed
from rules.evolve import evolve
from rules.options import can_replace, remaining
from rules.round import Deal, Round
from rules.ruleset import Ruleset, Variant
from rules.seats import SEATS, Seat
from rules.state import RoundState
from rules.tiles import NAME_OF, Tile
from rules.values import value
from rules.wall import random_words, shuffled

DICE: Final = (5, 5)
"""The tenth stack from the tail: an indicator there is out of the way of replacement tiles."""


@value
class Start:
    """How a rigged hand begins: the variant with its options, the dealer and how often he has held the deal."""

    variant: Variant
    options: tuple[tuple[str, str], ...]
    rules: Ruleset
    dealer: Seat = 0
    streak: int = 0

    def deal(self, wall: Sequence[Tile], gone: Sequence[int] = ()) -> Deal:
        """The deal; the tiles at the places `gone` (falling) have left the wall unseen."""
        return Deal(self.variant.key, self.options, tuple(wall), DICE, 1, self.dealer, self.streak, tuple(gone))


@value
class Rig:
    """The tiles that are named; every other place is filled at random by the seed `fill`.

    `draws`: front of the wall in order of drawing, the dealer's fourteenth first; `tail`: replacement tiles in the
    order taken; `wall_left`: how many tiles can be drawn after the dealer's fourteenth, None for all.
    """

    hands: Mapping[Seat, Sequence[Tile]] = field(default_factory=dict)
    draws: Sequence[Tile] = ()
    tail: Sequence[Tile] = ()
    indicator: Sequence[Tile] = ()
    wall_left: int | None = None
    fill: int = 1


@value
class Places:
    """The places of the wall that an opening has used, and those left, in order; `state` is the table after it."""

    dealt: dict[Seat, list[int]]
    drawn: list[int]
    turned_up: list[int]
    left: list[int]
    state: RoundState


def rigged_round(start: Start, rig: Rig, fields: Fields) -> Round:
    """The hand, dealt and waiting for its first answers. Raises CaseError when the tiles cannot lie like that."""
    named = [*rig.draws, *rig.tail, *rig.indicator, *(tile for hand in rig.hands.values() for tile in hand)]
    check_copies(fields, "hands", named, start.rules)
    any_wall = shuffled(random_words(b"fill", rig.fill), start.rules.tiles.kinds)
    places = _opened(start, any_wall)
    gone = _surplus(start.rules, places, rig, fields)
    if gone:
        places = _opened(start, any_wall, gone)
        if remaining(places.state, start.rules) != rig.wall_left:
            fields.fail("wall_left", "this variant cannot start with so few tiles")
    wanted = _wanted(start.rules, places, rig, fields)
    others = iter(_without(any_wall, wanted.values()))
    wall = [wanted[place] if place in wanted else next(others) for place in range(len(any_wall))]
    return Round(start.rules, start.deal(wall, gone))


def _opened(start: Start, wall: Sequence[Tile], gone: Sequence[int] = ()) -> Places:
    """Run the opening on this wall; whoever is asked something in it lets the clock answer."""
    trial = Round(start.rules, start.deal(wall, gone))
    while trial.state.stage is Stage.OPENING:
        trial.expire(next(iter(trial.asks)))
    places = Places({seat: [] for seat in SEATS}, [], [], list(range(len(wall))), trial.state)
    for event in trial.log:
        taken = _taken(event, places.left)
        match event:
            case Dealt(seat=seat):
                places.dealt[seat].extend(taken)
            case Drew():
                places.drawn.extend(taken)
            case WildRevealed() | Flipped():
                places.turned_up.extend(taken)
    shown = sum(isinstance(event, Flipped) and event.at is None for event in trial.log)
    places.turned_up.extend(places.left[len(places.left) - shown :])  # turned up where they lie, at the rear
    return places


def _taken(event: Event, left: list[int]) -> list[int]:
    """The places that an event takes out of those that are left."""
    match event:
        case Dealt(tiles=tiles):
            taken = left[: len(tiles)]
            del left[: len(tiles)]
            return taken
        case Drew(at=int(at)) | WildRevealed(at=int(at)) | Buried(at=int(at)) | Flipped(at=int(at)):
            return [left.pop(at)]
        case _:
            return []


def _surplus(rules: Ruleset, places: Places, rig: Rig, fields: Fields) -> list[int]:
    """The places, falling, of the tiles that must be gone for `wall_left`: those that would be drawn after it."""
    if rig.wall_left is None:
        return []
    drawable = remaining(places.state, rules)
    if rig.wall_left > drawable:
        fields.fail("wall_left", f"at most {drawable} tiles can be drawn")
    return sorted(places.left[rig.wall_left : drawable], reverse=True)


def _wanted(rules: Ruleset, places: Places, rig: Rig, fields: Fields) -> dict[int, Tile]:
    """Which tile must lie at which place."""
    rows = [(f"hands.{seat}", rig.hands.get(seat, ()), places.dealt[seat]) for seat in SEATS]
    rows += [
        ("indicator", rig.indicator, places.turned_up),
        ("draws", rig.draws, places.drawn + places.left),
        ("tail", rig.tail, _replacements(rules, places, len(rig.tail))),
    ]
    wanted: dict[int, Tile] = {}
    for key, tiles, row in rows:
        if len(tiles) > len(row):
            fields.fail(key, f"at most {len(row)} tiles have a place")
        for tile, place in zip(tiles, row, strict=False):
            if wanted.setdefault(place, tile) != tile:
                fields.fail(key, f"{NAME_OF[tile]} and {NAME_OF[wanted[place]]} are the same tile of the wall")
    return wanted


def _replacements(rules: Ruleset, places: Places, count: int) -> list[int]:
    """The places of the next replacement tiles, as the variant's own step takes them."""
    state, left, found = places.state.copy(), places.left[:], list[int]()
    step = rules.flow[Stage.KONG_DRAW]
    while len(found) < count and can_replace(state, rules):
        evolve(state, Staged(Stage.KONG_DRAW, state.dealer))
        for seat, ask in step.ask(state, rules).items():
            evolve(state, Asked(seat, ask))
            evolve(state, Answered(seat, ask.id, ask.default, Cause.TIMEOUT))
        for event in step.resolve(state, rules):
            taken = _taken(event, left)
            evolve(state, event)
            found += taken if isinstance(event, Drew) else []
    return found


def _without(tiles: Sequence[Tile], taken: Iterable[Tile]) -> list[Tile]:
    rest = list(tiles)
    for tile in taken:
        rest.remove(tile)
    return rest
