"""Values are compared, hashed and shown by their fields."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from dataclasses import asdict, field, fields, is_dataclass, replace
from typing import Any, get_type_hints

import pytest

from rules.values import mutable, value


@value
class Point:
    """Two lengths and a note that does not count."""

    x: int
    y: int = 0
    note: list[str] = field(default_factory=list, compare=False)


@value
class Other:
    """The same fields, another class."""

    x: int
    y: int = 0


@value
class Pair:
    """As many fields, with other names and no default."""

    left: str
    right: str


@value
class Nothing:
    """No field at all."""


def test_equal_fields_of_one_class_are_equal_and_hash_alike() -> None:
    assert Point(1, 2) == Point(1, 2, ["noted"])
    assert len({Point(1, 2), Point(1, 2), Point(2, 1)}) == 2
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())


@pytest.mark.parametrize("other", [Point(1, 3), Other(1, 2), (1, 2, []), None])
def test_other_fields_or_another_class_are_not_equal(other: object) -> None:
    assert Point(1, 2) != other


def test_a_value_is_shown_as_it_is_written() -> None:
    assert repr(Other(1, 2)) == "Other(x=1, y=2)"


def test_a_value_is_a_slotted_dataclass() -> None:
    assert [each.name for each in fields(Other)] == ["x", "y"]
    assert replace(Other(1, 2), y=5) == Other(1, 5)
    with pytest.raises(AttributeError):
        Other(1).z = 2  # type: ignore[attr-defined]


@mutable
class Counter:
    """Something that changes, and more fields than a value has."""

    name: str
    count: int = 3
    seen: list[int] = field(default_factory=list)
    twice: int = field(init=False)

    def __post_init__(self) -> None:
        self.twice = 2 * self.count


def test_what_changes_is_assigned_to_and_equals_itself_only() -> None:
    one, other = Counter("a"), Counter("a")
    one.count += 1
    assert (one.count, other.count) == (4, 3)
    assert one != other
    assert len({one, other}) == 2
    with pytest.raises(AttributeError):
        one.more = 1  # type: ignore[attr-defined]


def test_fresh_values_and_what_follows_them() -> None:
    one, other = Counter("a", count=5), Counter("b", 2, [7])
    assert (one.name, one.seen, one.twice) == ("a", [], 10)
    assert (other.seen, other.twice) == ([7], 4)
    assert one.seen is not Counter("a").seen
    assert [each.name for each in fields(Counter) if each.init] == ["name", "count", "seen"]
    assert replace(other, count=1).twice == 2


@pytest.mark.parametrize("given", [{}, {"x": 1, "z": 2}, {"x": 1, "y": 2, "note": [], "more": 3}])
def test_wrong_arguments_are_refused_with_the_name_of_the_class(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"Point\.__init__\(\)"):
        Point(**given)


def test_a_field_without_a_default_may_not_follow_one_with_a_default() -> None:
    class Wrong:
        x: int = 0
        y: int

    with pytest.raises(TypeError, match="Wrong: a field without a default follows one that has one"):
        value(Wrong)


def test_values_are_matched_copied_pickled_and_told_apart() -> None:
    match Other(1, 2):
        case Other(x, y):
            assert (x, y) == (1, 2)
    assert copy(Other(1, 2)) == deepcopy(Other(1, 2)) == Other(1, 2)
    assert pickle.loads(pickle.dumps(Other(1, 2))) == Other(1, 2)
    assert asdict(Other(1, 2)) == {"x": 1, "y": 2}
    assert get_type_hints(Other) == {"x": int, "y": int}
    assert is_dataclass(Other)


def test_classes_with_as_many_fields_share_code_alone() -> None:
    assert Pair("a", "b") != Pair("a", "c")
    assert (Pair("a", right="b").left, Other(1).y) == ("a", 0)
