"""What a seat gets of an event. One generic function; every event field declares its own secrecy.

Source: guides/architecture.md 2.6. A spectator is the seat None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any

from rules.events import EVENT_TYPES, OWNER_ONLY, Event
from rules.seats import Seat
from rules.tiles import HIDDEN
from rules.values import SECRECY

SECRET_FIELDS: dict[type[Any], tuple[str, ...]] = {
    kind: tuple(f.name for f in fields(kind) if f.metadata[SECRECY] == "secret") for kind in EVENT_TYPES
}


def redact(event: Event, viewer: Seat | None) -> Event | None:
    """The event as `viewer` may know it; None when that seat must not know that it happened."""
    kind = type(event)
    secret = SECRET_FIELDS[kind]
    if kind in OWNER_ONLY:
        return event if getattr(event, "seat", None) == viewer else None
    if not secret or (viewer is not None and getattr(event, "seat", None) == viewer):
        return event
    return replace(event, **{name: _hidden(getattr(event, name)) for name in secret})


def view_of(events: Iterable[Event], viewer: Seat | None) -> Iterator[Event]:
    """The stream of events that a seat gets from a whole log."""
    for event in events:
        seen = redact(event, viewer)
        if seen is not None:
            yield seen


def _hidden(value: Any) -> Any:
    return (HIDDEN,) * len(value) if isinstance(value, tuple) else HIDDEN
