"""Reading the tables of a case field by field: every value is checked, and a key that nobody asked for is an error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from reprlib import Repr
from typing import Any, NoReturn, TypeAlias

from rules.errors import CaseError, NotationError, OptionError, UnknownVariant
from rules.ruleset import Ruleset, Variant
from rules.seats import SEATS, Seat
from rules.tiles import NAME_OF, Tile, count_tiles, parse_tiles
from rules.wall import COPIES

FindVariant: TypeAlias = Callable[[str], Variant]
"""How a case finds its variant by id; raises UnknownVariant."""

LARGEST = 10_000
"""No number of a case is larger: holds of the deal, units, seeds."""

_SHORT = Repr()
_SHORT.maxstring = 60


def one_line(text: str) -> str:
    """A text of the case as it may stand in a message: whole when it can be printed on one line."""
    return text if text.isprintable() else _SHORT.repr(text)


class Fields:
    """One table of a case. `where` names it in messages: the file, the case, and the key of an inner table."""

    def __init__(self, data: object, where: str, prefix: str = "") -> None:
        if not isinstance(data, Mapping):
            raise CaseError(f"{where}: {prefix.rstrip('.') or 'case'}: a table expected, not {_kind(data)}")
        self._left: dict[str, Any] = {str(key): value for key, value in data.items()}
        self._prefix = prefix
        self.where = where

    def fail(self, key: str, why: str) -> NoReturn:
        """Raise the CaseError that names this key."""
        raise CaseError(f"{self.where}: {one_line(self._prefix + key)}: {why}")

    def finish(self) -> None:
        """Raise CaseError for a key that was never asked for."""
        for key in self._left:
            self.fail(key, "unknown key")

    def has(self, key: str) -> bool:
        """Whether the table gives this key."""
        return key in self._left

    def _take(self, key: str, kind: type, what: str) -> Any:
        if key not in self._left:
            self.fail(key, "missing")
        value = self._left.pop(key)
        if type(value) is not kind:
            self.fail(key, f"{what} expected, not {_kind(value)}")
        return value

    def text(self, key: str) -> str:
        """A text. Raises CaseError, as all readers of this class do, when it is missing or something else."""
        return str(self._take(key, str, "a text"))

    def flag(self, key: str) -> bool:
        """true or false."""
        return bool(self._take(key, bool, "true or false"))

    def number(self, key: str, default: int | None = None, highest: int = LARGEST, lowest: int = 0) -> int:
        """A whole number in a range."""
        if default is not None and not self.has(key):
            return default
        value = int(self._take(key, int, "a whole number"))
        if not lowest <= value <= highest:
            self.fail(key, f"a number from {lowest} to {highest} expected")
        return value

    def seat(self, key: str, default: Seat | None = None) -> Seat:
        """A seat, 0-3."""
        return self.number(key, default, highest=SEATS[-1])

    def tiles(self, key: str) -> list[Tile]:
        """Tiles in notation, none when the key is left out."""
        if not self.has(key):
            return []
        try:
            return parse_tiles(self.text(key))
        except NotationError as error:
            self.fail(key, str(error))

    def tile(self, key: str) -> Tile | None:
        """One tile, None when the key is left out."""
        if not self.has(key):
            return None
        tiles = self.tiles(key)
        if len(tiles) != 1:
            self.fail(key, "one tile expected")
        return tiles[0]

    def texts(self, key: str) -> list[str]:
        """A list of texts, empty when the key is left out."""
        return [str(item) for item in self._items(key, str, "texts")]

    def numbers(self, key: str) -> list[int]:
        """A list of whole numbers, empty when the key is left out."""
        return [int(item) for item in self._items(key, int, "whole numbers")]

    def per_seat(self, key: str, highest: int = LARGEST) -> list[int]:
        """Four numbers, one for each seat; zeros when the key is left out."""
        if not self.has(key):
            return [0 for _ in SEATS]
        values = self.numbers(key)
        if len(values) != len(SEATS) or not all(0 <= value <= highest for value in values):
            self.fail(key, f"four numbers from 0 to {highest} expected")
        return values

    def _items(self, key: str, kind: type, what: str) -> list[Any]:
        if not self.has(key):
            return []
        items = list(self._take(key, list, f"a list of {what}"))
        for item in items:
            if type(item) is not kind:
                self.fail(key, f"a list of {what} expected, with {_kind(item)} in it")
        return items

    def table(self, key: str) -> Fields:
        """An inner table, empty when the key is left out."""
        return Fields(self._left.pop(key, {}), self.where, f"{self._prefix}{key}.")

    def by_seat(self, key: str) -> dict[Seat, Any]:
        """An inner table with the seats "0" to "3" as keys."""
        inner = self.table(key)
        found = {seat: inner._left.pop(str(seat)) for seat in SEATS if inner.has(str(seat))}
        inner.finish()
        return found

    def variant(self, find: FindVariant) -> Variant:
        """The variant of the case."""
        try:
            return find(self.text("variant"))
        except UnknownVariant as error:
            self.fail("variant", str(error))

    def options(self, variant: Variant) -> dict[str, str]:
        """All options of the variant, those of the case chosen."""
        inner = self.table("options")
        chosen = {}
        for key, value in inner._left.items():
            if type(value) is not str and not (type(value) is int and abs(value) <= LARGEST):
                inner.fail(key, f"a word or a number expected, not {_kind(value)}")
            chosen[key] = str(value)
        try:
            return variant.choose(chosen)
        except OptionError as error:
            self.fail("options", str(error))


def _kind(value: object) -> str:
    """What a value is, in words; never the value itself, which may be huge."""
    return f"the text {_SHORT.repr(value)}" if isinstance(value, str) else f"a value of type {type(value).__name__}"


def check_copies(fields: Fields, key: str, tiles: Iterable[Tile], rules: Ruleset) -> None:
    """Raise CaseError when a tile is not in the set, or more often than four times."""
    counts = count_tiles(tiles)
    for tile, copies in enumerate(counts):
        if copies and tile not in rules.tiles.kinds:
            fields.fail(key, f"{NAME_OF[tile]} is not among the tiles of this variant")
        if copies > COPIES:
            fields.fail(key, f"{copies} copies of {NAME_OF[tile]}")
