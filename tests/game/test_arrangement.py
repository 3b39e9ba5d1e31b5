"""The player's own order of the hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from game.arrangement import Arrangement
from rules.hand import Hand
from rules.tiles import Tile, parse_tile, parse_tiles, show_tiles


def arranged(text: str, wilds: str = "", drawn: str = "") -> Arrangement:
    """A hand in the order written; the drawn tile is the last one."""
    arrangement = Arrangement()
    for tile in parse_tiles(text):
        hand = Hand([*(piece.tile for piece in arrangement.pieces), tile])
        arrangement.follow(hand, parse_tiles(wilds))
    if drawn:
        take(arrangement, drawn)
    return arrangement


def take(arrangement: Arrangement, drawn: str) -> None:
    hand = Hand([*(piece.tile for piece in arrangement.pieces), parse_tile(drawn)])
    hand.drawn = parse_tile(drawn)
    arrangement.follow(hand, arrangement.wilds)


def order(arrangement: Arrangement) -> str:
    return " ".join(show_tiles([piece.tile]) for piece in arrangement.pieces)


def test_new_tiles_join_at_the_right_end() -> None:
    assert order(arranged("5p 1m 9s")) == "5p 1m 9s"


def test_a_drawn_tile_lies_apart_and_joins_when_the_turn_is_over() -> None:
    arrangement = arranged("5p 1m", drawn="9s")
    assert (order(arrangement), arrangement.apart) == ("5p 1m 9s", True)
    arrangement.follow(Hand(parse_tiles("1m9s")), ())
    assert (order(arrangement), arrangement.apart) == ("1m 9s", False)


def test_two_tiles_change_places() -> None:
    arrangement = arranged("1m 2m 3m")
    assert arrangement.swap(0, 2)
    assert order(arrangement) == "3m 2m 1m"


def test_the_drawn_tile_can_be_swapped_into_the_hand_and_the_gap_stays() -> None:
    arrangement = arranged("1m 2m", drawn="9p")
    assert arrangement.swap(0, 2)
    assert (order(arrangement), arrangement.apart) == ("9p 2m 1m", True)


def test_a_tile_is_inserted_between_others() -> None:
    arrangement = arranged("1m 2m 3m 4m")
    assert arrangement.insert(3, 1)
    assert order(arrangement) == "1m 4m 2m 3m"


def test_wild_tiles_lie_leftmost_and_stay_there() -> None:
    arrangement = arranged("1m 5p 2m 5p", wilds="5p")
    assert order(arrangement) == "5p 5p 1m 2m"
    assert not arrangement.swap(0, 3)
    assert not arrangement.insert(0, 2)
    assert arrangement.insert(3, 0), "a plain tile goes as far left as it may"
    assert order(arrangement) == "5p 5p 2m 1m"


def test_sorting_leaves_the_drawn_tile_apart() -> None:
    arrangement = arranged("9s 1m 5z 5p", wilds="5p", drawn="1p")
    arrangement.sort()
    assert order(arrangement) == "5p 1m 9s 5z 1p"


def test_of_two_equal_tiles_the_chosen_one_goes() -> None:
    arrangement = arranged("1m 2m 1m 3m")
    first, _, third, _ = (piece.id for piece in arrangement.pieces)
    arrangement.leave(0)
    arrangement.follow(Hand(parse_tiles("123m")), ())
    assert order(arrangement) == "2m 1m 3m"
    assert arrangement.index(first) is None
    assert arrangement.index(third) == 1


def test_the_drawn_copy_goes_when_nobody_chose() -> None:
    arrangement = arranged("9s 1m", drawn="9s")
    kept = arrangement.pieces[0].id
    arrangement.follow(Hand(parse_tiles("1m9s")), ())
    assert arrangement.index(kept) == 0


TILES = st.sampled_from(parse_tiles("1m2m3m5p5p9s1z"))
STEPS = st.lists(st.tuples(st.sampled_from(["swap", "insert", "sort"]), st.integers(0, 13), st.integers(0, 13)))


@given(st.lists(TILES, min_size=1, max_size=13), STEPS)
def test_no_arranging_loses_a_tile_or_moves_a_wild_one(tiles: list[Tile], steps: list[tuple[str, int, int]]) -> None:
    wild = parse_tile("5p")
    arrangement = Arrangement()
    arrangement.follow(Hand(tiles), (wild,))
    ids = {piece.id for piece in arrangement.pieces}
    for name, first, second in steps:
        if name == "sort":
            arrangement.sort()
        elif first < len(arrangement) and second < len(arrangement):
            getattr(arrangement, name)(first, second)
        assert {piece.id for piece in arrangement.pieces} == ids
        wilds = [piece.tile == wild for piece in arrangement.pieces]
        assert wilds == sorted(wilds, reverse=True)
