"""`masks` answers what comparing with a masked copy would answer, field by field."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.bots import LEVELS, seeded_chooser
from rules.events import SecretMarked, Shown
from rules.evolve import fold
from rules.match import Match, MatchSettings, default_length
from rules.melds import concealed_kong
from rules.seats import SEATS
from rules.simulate import play_hand
from rules.state import RoundState, SeatState
from rules.tiles import HIDDEN, RED, Tile
from rules.variants import all_variants, variant

VIEWERS = (None, *SEATS)
ODD: Any = object()
FIRST = next(iter(all_variants()))


def moments(key: str) -> list[RoundState]:
    """A hand at several moments, asks and answers open among them; each seat has a secret, one a kong face down."""
    match = Match(MatchSettings(key, (), default_length(variant(key)), b"masks"), variant(key))
    hand = play_hand(match.rules, match.next_deal(), [LEVELS["efficient"]] * 4, seeded_chooser(b"masks", 1))
    secrets = [SecretMarked(seat, "told", seat) for seat in SEATS]
    kong = Shown(2, (), (replace(concealed_kong(RED), down=True),), "test")
    return [fold([*hand.log[:cut], *secrets, kong]) for cut in range(2, len(hand.log) + 1, 7)]


@pytest.mark.parametrize("key", list(all_variants()))
def test_a_masked_copy_is_recognised_and_no_other_seats(key: str) -> None:
    for truth in moments(key):
        for viewer in VIEWERS:
            for other in VIEWERS:
                view = truth.masked(other)
                assert truth.masks(viewer, view) == (view == truth.masked(viewer))
            assert truth.masks(viewer, truth) == (truth == truth.masked(viewer))


def test_each_field_counts() -> None:
    truth = next(moment for moment in moments(FIRST) if moment.asks and moment.wall)
    for name in RoundState.__slots__:
        if name == "seats":
            continue
        view = truth.masked(0)
        setattr(view, name, [Tile(1)] * len(view.wall) if name == "wall" else ODD)
        assert not truth.masks(0, view), name
    for seat in SEATS:
        for name in SeatState.__slots__:
            if name == "hand":
                continue
            view = truth.masked(0)
            setattr(view.seats[seat], name, ODD)
            assert not truth.masks(0, view), (seat, name)


def test_a_hand_that_others_know_is_no_masked_one() -> None:
    truth = moments(FIRST)[3]
    for place in (Tile(1), HIDDEN):
        view = truth.masked(0)
        view.seats[1].hand.add(place)
        assert not truth.masks(0, view)
    view = truth.masked(0)
    view.seats[1].hand.drawn = Tile(5)
    assert not truth.masks(0, view)
