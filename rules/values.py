"""How values that are made by the thousand are declared.

`value` makes a slotted dataclass that the type checker treats as frozen. It is not frozen again at run time: that
would double the cost of every event, and mypy already refuses an assignment.
Fields of events are declared with `public()`, `secret()` or `unseen()`; `rules.secrecy` reads that declaration.
"""

from __future__ import annotations

from dataclasses import dataclass, field
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
    return dataclass(slots=True, unsafe_hash=True)(cls)
