"""Kinds of values that a message may hold: checking one, making one by chance, and describing it in a line.

Validator, fuzz grammar and protocol document all come from these; `net.schema` only lists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from net.wire import MAX_NUMBER, ProtocolError
from rules.values import value

Chance = Callable[[int], int]
"""A number 0 <= n < limit."""


class Spec(Protocol):
    """What a value must be."""

    def check(self, value: Any, where: str) -> None:
        """Raises ProtocolError that names the place."""

    def example(self, chance: Chance) -> Any:
        """A value that passes."""

    def describe(self) -> str:
        """In words."""


def _typed(kind: type[Any], value: Any, where: str) -> None:
    if type(value) is not kind:
        raise ProtocolError(f"{where}: {kind.__name__} expected, not {type(value).__name__}")


@value
class Int:
    """A whole number from `low` to `high`."""

    low: int = 0
    high: int = MAX_NUMBER

    def check(self, value: Any, where: str) -> None:
        """Exactly an int (no bool), in range."""
        _typed(int, value, where)
        if not self.low <= value <= self.high:
            raise ProtocolError(f"{where}: {value} is not within {self.low}..{self.high}")

    def example(self, chance: Chance) -> int:
        """Any of the range."""
        return self.low + chance(min(self.high - self.low + 1, 2**31))

    def describe(self) -> str:
        """The range."""
        return f"int {self.low}..{'2^63-1' if self.high == MAX_NUMBER else self.high}"


@value
class Flag:
    """true or false."""

    def check(self, value: Any, where: str) -> None:
        """Exactly a bool."""
        _typed(bool, value, where)

    def example(self, chance: Chance) -> bool:
        """One of two."""
        return bool(chance(2))

    def describe(self) -> str:
        """Its name."""
        return "bool"


@value
class Text:
    """A text of at most `most` code points."""

    most: int

    def check(self, value: Any, where: str) -> None:
        """Exactly a str, not too long."""
        _typed(str, value, where)
        if len(value) > self.most:
            raise ProtocolError(f"{where}: {len(value)} code points (limit {self.most})")

    def example(self, chance: Chance) -> str:
        """Letters of several scripts."""
        return "".join(chr((0x61, 0x4E00, 0x202E, 0x7)[chance(4)] + chance(3)) for _ in range(chance(self.most + 1)))

    def describe(self) -> str:
        """The limit."""
        return f"text, at most {self.most} code points"


@value
class Bytes:
    """A string of bytes of one of these lengths."""

    lengths: tuple[int, ...]

    def check(self, value: Any, where: str) -> None:
        """Exactly bytes, of a length that is allowed."""
        _typed(bytes, value, where)
        if len(value) not in self.lengths:
            raise ProtocolError(f"{where}: {len(value)} bytes, not {self.lengths}")

    def example(self, chance: Chance) -> bytes:
        """Any bytes."""
        return bytes(chance(256) for _ in range(self.lengths[chance(len(self.lengths))]))

    def describe(self) -> str:
        """The lengths."""
        return f"{' or '.join(map(str, self.lengths))} bytes"


@value
class Padding:
    """Bytes that mean nothing."""

    def check(self, value: Any, where: str) -> None:
        """Exactly bytes."""
        _typed(bytes, value, where)

    def example(self, chance: Chance) -> bytes:
        """Zeros."""
        return bytes(chance(64))

    def describe(self) -> str:
        """Its purpose."""
        return "bytes without meaning, so that lengths tell nothing"


@value
class OneOf:
    """One of some texts."""

    texts: tuple[str, ...]

    def check(self, value: Any, where: str) -> None:
        """Exactly one of them."""
        _typed(str, value, where)
        if value not in self.texts:
            raise ProtocolError(f"{where}: not one of {', '.join(self.texts)}")

    def example(self, chance: Chance) -> str:
        """Any of them."""
        return self.texts[chance(len(self.texts))]

    def describe(self) -> str:
        """All of them."""
        return " | ".join(f"'{text}'" for text in self.texts)


@value
class Items:
    """A list of `least` to `most` things of one kind."""

    spec: Spec
    most: int
    least: int = 0

    def check(self, value: Any, where: str) -> None:
        """Exactly a list, each item in order."""
        _typed(list, value, where)
        if not self.least <= len(value) <= self.most:
            raise ProtocolError(f"{where}: {len(value)} items, not {self.least}..{self.most}")
        for number, item in enumerate(value):
            self.spec.check(item, f"{where}[{number}]")

    def example(self, chance: Chance) -> list[Any]:
        """Some of them."""
        return [self.spec.example(chance) for _ in range(self.least + chance(min(8, self.most - self.least + 1)))]

    def describe(self) -> str:
        """What and how many."""
        count = f"{self.least}..{self.most}" if self.least < self.most else f"{self.most}"
        return f"list of {count} × ({self.spec.describe()})"


@value
class Maybe:
    """Something, or null."""

    spec: Spec

    def check(self, value: Any, where: str) -> None:
        """None, or what it is."""
        if value is not None:
            self.spec.check(value, where)

    def example(self, chance: Chance) -> Any:
        """Now and then null."""
        return self.spec.example(chance) if chance(3) else None

    def describe(self) -> str:
        """With null."""
        return f"{self.spec.describe()}, or null"


class Record:
    """A map with exactly these keys."""

    __slots__ = ("fields",)

    def __init__(self, **fields: Spec) -> None:
        self.fields = fields

    def check(self, value: Any, where: str) -> None:
        """Exactly a dict, with exactly the fields."""
        _typed(dict, value, where)
        if value.keys() != self.fields.keys():
            raise ProtocolError(f"{where}: missing or unknown {', '.join(sorted(value.keys() ^ self.fields.keys()))}")
        for name, spec in self.fields.items():
            spec.check(value[name], f"{where}.{name}")

    def example(self, chance: Chance) -> dict[str, Any]:
        """All fields."""
        return {name: spec.example(chance) for name, spec in self.fields.items()}

    def describe(self) -> str:
        """All fields."""
        return "{" + ", ".join(f"{name}: {spec.describe()}" for name, spec in self.fields.items()) + "}"


@value
class EventData:
    """An event as `rules.log` writes it; that module checks it when it is read."""

    def check(self, value: Any, where: str) -> None:
        """A map that names its kind."""
        _typed(dict, value, where)
        _typed(str, value.get("e"), f"{where}.e")

    def example(self, chance: Chance) -> dict[str, Any]:
        """The simplest event."""
        return {"e": "Exhausted"}

    def describe(self) -> str:
        """Where it is described."""
        return "event, as rules/log.py writes it"


@value
class Pair:
    """A message within a batch: [kind, body]. The body is checked by its own kind."""

    def check(self, value: Any, where: str) -> None:
        """A number and a map."""
        _typed(list, value, where)
        if len(value) != 2:
            raise ProtocolError(f"{where}: [kind, body] expected")
        _typed(int, value[0], f"{where}[0]")
        _typed(dict, value[1], f"{where}[1]")

    def example(self, chance: Chance) -> list[Any]:
        """Of no known kind."""
        return [chance(2**16), {}]

    def describe(self) -> str:
        """Its form."""
        return "[kind, body]"
