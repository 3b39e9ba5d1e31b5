"""Values are compared, hashed and shown by their fields."""

from __future__ import annotations

from dataclasses import field, fields, replace

import pytest

from rules.values import value


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
