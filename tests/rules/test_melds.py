"""Melds: what they may be made of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.cases.hands import FinishedHand, SeatGiven
from rules.melds import Meld, added_kong, chow, concealed_kong, exposed_kong, keeps_wilds, pong, solo_kong
from rules.tiles import parse_tile, parse_tiles
from rules.variants import variant

WILD, OTHER = parse_tile("5p"), parse_tile("3s")
RUN = tuple(parse_tiles("456p"))


@pytest.mark.parametrize(
    "meld",
    [chow(RUN, RUN[0], 3), pong(WILD, 1), exposed_kong(WILD, 2), added_kong(pong(WILD, 2)), concealed_kong(WILD)],
    ids=lambda meld: str(meld.kong or meld.kind),
)
def test_no_wild_tile_is_used_in_a_meld(meld: Meld) -> None:
    assert not keeps_wilds(meld, (WILD,))
    assert keeps_wilds(meld, (OTHER,))
    assert keeps_wilds(meld, ())


def test_a_laizi_may_be_laid_down_beside_the_melds() -> None:
    assert keeps_wilds(solo_kong(WILD), (WILD,))


def finished(meld: Meld, tile: str, supplier: int) -> FinishedHand:
    found = variant("lishui")
    rules = found.rules(dict(found.choose({})))
    given = SeatGiven(list(parse_tiles("123m456m77s8p9p")), (meld,), {})
    nobody = SeatGiven(None, (), {})
    return FinishedHand(
        found, tuple(found.choose({}).items()), rules, 0, 0, WILD, 0, supplier, parse_tile(tile), frozenset(), None,
        (), 0, (), (given, nobody, nobody, nobody),
    )  # fmt: skip


def test_nobody_is_asked_about_a_hand_that_called_a_wild_tile_or_would_win_a_thrown_one() -> None:
    hand = finished(pong(OTHER, 1), "5p", 0)
    assert hand.asked_for
    assert not replace(hand, supplier=1).asked_for
    assert replace(hand, supplier=1, tile=OTHER).asked_for
    assert not finished(pong(WILD, 1), "7p", 0).asked_for
