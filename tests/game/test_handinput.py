"""The mouse on one's own hand, click by click (design section 12)."""

from __future__ import annotations

import random

import pytest

from game.handinput import DOUBLE_CLICK, HandInput, Point, State

WIDTH, TOP = 10, 100
"""Tiles of the fake table are 10 wide and stand below y 100; the pieces are numbered like their first places."""


class FakeTable:
    """A row of five pieces, and what was asked of it."""

    def __init__(self) -> None:
        self.order = [0, 1, 2, 3, 4]
        self.may_discard = True
        self.two_steps = False
        self.illegal: set[int] = set()
        self.pinned: set[int] = set()
        self.done: list[tuple[str, int]] = []

    def piece_at(self, position: Point) -> int | None:
        place = position[0] // WIDTH
        return self.order[place] if position[1] >= TOP and 0 <= place < len(self.order) else None

    def place_of(self, piece: int) -> int | None:
        return self.order.index(piece) if piece in self.order else None

    def drop_place(self, position: Point) -> int | None:
        inside = position[1] >= TOP - 4 and 0 <= position[0] < WIDTH * len(self.order)
        return position[0] // WIDTH if inside else None

    def above_hand(self, position: Point) -> bool:
        return position[1] < TOP - 4

    def selected_changed(self, piece: int | None) -> None:
        self.done.append(("select", -1 if piece is None else piece))

    def swap(self, first: int, second: int) -> bool:
        if self.pinned & {self.order[first], self.order[second]}:
            return False
        self.order[first], self.order[second] = self.order[second], self.order[first]
        return True

    def insert(self, index: int, target: int) -> bool:
        if self.order[index] in self.pinned:
            return False
        self.order.insert(target, self.order.pop(index))
        return True

    def discard(self, index: int) -> bool:
        if self.order[index] in self.illegal:
            return False
        self.done.append(("discard", self.order.pop(index)))
        return True

    def sort(self) -> None:
        self.order.sort()
        self.done.append(("sort", 0))

    def refuse(self, index: int) -> None:
        self.done.append(("refuse", self.order[index]))

    def inspect(self, piece: int) -> None:
        self.done.append(("inspect", piece))

    def did(self, name: str) -> list[int]:
        return [piece for what, piece in self.done if what == name]


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
def hand(table: FakeTable) -> HandInput:
    return HandInput(table)


def at(place: int) -> Point:
    return place * WIDTH + 5, TOP + 5


def click(hand: HandInput, place: int, now: float, touch: bool = False) -> None:
    hand.press(1, at(place), now, touch)
    hand.release(1, at(place), now + 0.05)


def drag(hand: HandInput, place: int, to: Point) -> None:
    hand.press(1, at(place), 0.0)
    hand.move(to)
    hand.release(1, to, 0.3)


def test_a_click_raises_a_tile_and_a_late_second_one_puts_it_down(hand: HandInput) -> None:
    click(hand, 2, 0.0)
    assert hand.selected == 2
    click(hand, 2, 1.0)
    assert hand.selected is None


def test_a_click_on_a_second_tile_swaps_and_selects_nothing(hand: HandInput, table: FakeTable) -> None:
    click(hand, 0, 0.0)
    click(hand, 3, 0.2)
    assert table.order == [3, 1, 2, 0, 4]
    assert hand.selected is None


def test_a_swap_is_never_the_first_half_of_a_double_click(hand: HandInput, table: FakeTable) -> None:
    click(hand, 0, 0.0)
    click(hand, 3, 0.1)
    click(hand, 3, 0.2)
    assert table.did("discard") == []
    assert hand.selected == 0, "it is raised by the third click"


def test_a_double_click_discards_on_ones_own_turn(hand: HandInput, table: FakeTable) -> None:
    click(hand, 2, 0.0)
    click(hand, 2, DOUBLE_CLICK - 0.1)
    assert table.did("discard") == [2]


def test_a_double_click_does_nothing_when_it_is_not_ones_turn(hand: HandInput, table: FakeTable) -> None:
    table.may_discard = False
    click(hand, 2, 0.0)
    click(hand, 2, 0.1)
    assert table.did("discard") == []
    assert hand.selected == 2


def test_in_two_steps_a_double_click_never_discards(hand: HandInput, table: FakeTable) -> None:
    table.two_steps = True
    click(hand, 2, 0.0)
    click(hand, 2, 0.1)
    assert table.did("discard") == []


def test_a_tile_that_may_not_go_shakes(hand: HandInput, table: FakeTable) -> None:
    table.illegal = {2}
    click(hand, 2, 0.0)
    click(hand, 2, 0.1)
    drag(hand, 2, (25, TOP - 50))
    assert table.did("discard") == []
    assert table.did("refuse") == [2, 2]


def test_a_wild_tile_that_must_stay_shakes_instead_of_swapping(hand: HandInput, table: FakeTable) -> None:
    table.pinned = {0}
    click(hand, 0, 0.0)
    click(hand, 2, 0.2)
    assert table.order == [0, 1, 2, 3, 4]
    assert table.did("refuse") == [2]


def test_a_drag_over_the_hand_inserts(hand: HandInput, table: FakeTable) -> None:
    drag(hand, 4, at(1))
    assert table.order == [0, 4, 1, 2, 3]


def test_a_drag_out_of_the_hand_discards_on_ones_own_turn(hand: HandInput, table: FakeTable) -> None:
    drag(hand, 1, (30, TOP - 40))
    assert table.did("discard") == [1]


def test_a_drag_out_of_the_hand_glides_back_otherwise(hand: HandInput, table: FakeTable) -> None:
    table.may_discard = False
    drag(hand, 1, (30, TOP - 40))
    assert table.order == [0, 1, 2, 3, 4]
    assert table.did("refuse") == []


def test_a_small_slip_is_still_a_click(hand: HandInput) -> None:
    hand.press(1, at(1), 0.0)
    hand.move((at(1)[0] + 6, at(1)[1]))
    hand.release(1, at(1), 0.1)
    assert hand.selected == 1


def test_a_finger_may_slip_further_than_a_mouse(hand: HandInput) -> None:
    hand.press(1, at(1), 0.0, touch=True)
    hand.move((at(1)[0] + 11, at(1)[1]))
    assert not hand.dragging
    hand.move((at(1)[0] + 13, at(1)[1]))
    assert hand.dragging


def test_a_right_click_sorts_wherever_it_is(hand: HandInput, table: FakeTable) -> None:
    table.order = [4, 2, 0, 1, 3]
    assert hand.press(3, (500, 3), 0.0)
    hand.release(3, (500, 3), 0.1)
    assert table.order == [0, 1, 2, 3, 4]


def test_a_right_click_during_a_drag_cancels_it_and_sorts_nothing(hand: HandInput, table: FakeTable) -> None:
    table.order = [4, 2, 0, 1, 3]
    hand.press(1, at(0), 0.0)
    hand.move((30, TOP - 40))
    hand.press(3, (30, TOP - 40), 0.1)
    hand.release(3, (30, TOP - 40), 0.15)
    hand.release(1, (30, TOP - 40), 0.2)
    assert table.order == [4, 2, 0, 1, 3]
    assert (table.did("sort"), table.did("discard")) == ([], [])
    assert hand.state is State.IDLE


def test_a_second_button_while_one_is_down_is_ignored(hand: HandInput, table: FakeTable) -> None:
    hand.press(1, at(1), 0.0)
    hand.press(3, at(3), 0.05)
    hand.release(1, at(1), 0.1)
    assert table.did("sort") == []
    assert hand.selected == 1


def test_a_tap_on_the_raised_tile_discards(hand: HandInput, table: FakeTable) -> None:
    click(hand, 3, 0.0, touch=True)
    click(hand, 3, 2.0, touch=True)
    assert table.did("discard") == [3]


def test_a_second_finger_sorts_and_calls_the_first_one_off(hand: HandInput, table: FakeTable) -> None:
    table.order = [4, 2, 0, 1, 3]
    hand.press(1, at(1), 0.0, touch=True)
    hand.second_finger()
    hand.release(1, at(1), 0.2)
    assert table.order == [0, 1, 2, 3, 4]
    assert hand.selected is None


def test_a_long_press_asks_about_a_tile_and_raises_nothing(hand: HandInput, table: FakeTable) -> None:
    hand.press(1, at(2), 0.0, touch=True)
    assert hand.tick(0.2) == pytest.approx(0.25)
    hand.tick(0.5)
    hand.release(1, at(2), 0.6)
    assert table.did("inspect") == [2]
    assert hand.selected is None


def test_a_held_tile_that_leaves_the_hand_is_let_go(hand: HandInput, table: FakeTable) -> None:
    hand.press(1, at(2), 0.0)
    hand.move((60, TOP - 40))
    table.order.remove(2)
    hand.pieces_left()
    hand.release(1, (60, TOP - 40), 0.2)
    assert (table.did("discard"), hand.state) == ([], State.IDLE)


def test_a_raised_tile_that_leaves_the_hand_is_not_raised_any_more(hand: HandInput, table: FakeTable) -> None:
    click(hand, 2, 0.0)
    table.order.remove(2)
    hand.pieces_left()
    assert hand.selected is None


@pytest.mark.parametrize("seed", range(20))
def test_random_input_loses_no_tile_and_discards_nothing_illegal(seed: int) -> None:
    chance = random.Random(seed)
    table = FakeTable()
    table.illegal = {0, 3}
    hand = HandInput(table)
    for now in range(400):
        table.may_discard = chance.random() < 0.5
        position = (chance.randrange(-20, 80), chance.randrange(60, 120))
        match chance.randrange(4):
            case 0:
                hand.press(chance.choice([1, 1, 2, 3]), position, now / 10, chance.random() < 0.2)
            case 1:
                hand.move(position)
            case _:
                hand.release(chance.choice([1, 3]), position, now / 10)
        hand.tick(now / 10)
        hand.pieces_left()
    assert sorted([*table.order, *table.did("discard")]) == [0, 1, 2, 3, 4]
    assert not {0, 3} & set(table.did("discard"))
