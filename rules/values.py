"""How values are declared.

`value` makes a slotted dataclass that the type checker treats as frozen. It is not frozen again at run time: that
would double the cost of every event, and mypy already refuses an assignment. Nor is source generated and compiled to
compare, hash and show each class, as `dataclass` does: for our hundred classes that is 30 ms of every start.
Fields of events are declared with `public()`, `secret()` or `unseen()`; `rules.secrecy` reads that declaration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")

SECRECY = "secrecy"


def public(**kwargs: Any) -> Any:
    """A field that everybody who receives the event may read."""
    return field(metadata={SECRECY: "public"}, **kwargs)


def secret(**kwargs: Any) -> Any:
    """A field of tiles or a mark that only the event's own seat may read; the others get HIDDEN in its place."""
    return field(metadata={SECRECY: "secret"}, **kwargs)


def unseen(**kwargs: Any) -> Any:
    """A field that nobody at the table may read, not even the event's own seat."""
    return field(metadata={SECRECY: "unseen"}, **kwargs)


@dataclass_transform(frozen_default=True, field_specifiers=(public, secret, unseen, field))
def value(cls: type[T]) -> type[T]:
    """A slotted value class, compared and hashed by its fields; never assigned to after it was made."""
    made = dataclass(slots=True, eq=False, repr=False)(cls)
    for name, method in _methods(tuple(each.name for each in fields(made) if each.compare)).items():  # type: ignore[arg-type]
        setattr(made, name, method)
    return made


def _methods(names: tuple[str, ...]) -> dict[str, Callable[..., Any]]:
    """How a class with these fields compares, hashes and shows its values."""
    content: Callable[[Any], Any] = attrgetter(*names) if names else lambda value: ()

    def same(self: Any, other: Any) -> bool:
        return content(self) == content(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(content(self))

    def shown(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return {"__eq__": same, "__hash__": hashed, "__repr__": shown}
