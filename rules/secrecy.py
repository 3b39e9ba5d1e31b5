"""What a seat gets of an event. One generic function; every event field declares its own secrecy.

Source: guides/architecture.md 2.6. A spectator is the seat None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any

from rules.events import OWNER_ONLY, Event
from rules.seats import Seat
from rules.tiles import HIDDEN
from rules.values import SECRECY


@cache
def hidden_fields(kind: type[Any], own: bool) -> tuple[str, ...]:
    """The fields of a kind of event that its own seat may not read, or that others may not."""
    secrecies = {"unseen"} if own else {"secret", "unseen"}
    return tuple(each.name for each in fields(kind) if each.metadata[SECRECY] in secrecies)


def redact(event: Event, viewer: Seat | None) -> Event | None:
    """The event as `viewer` may know it; None when that seat must not know that it happened."""
    kind: Any = type(event)
    if kind in OWNER_ONLY:
        return event if getattr(event, "seat", None) == viewer else None
    hidden = hidden_fields(kind, False)
    if hidden and viewer is not None and getattr(event, "seat", None) == viewer:
        hidden = hidden_fields(kind, True)
    return replace(event, **{name: _hidden(getattr(event, name)) for name in hidden}) if hidden else event


def view_of(events: Iterable[Event], viewer: Seat | None) -> Iterator[Event]:
    """The stream of events that a seat gets from a whole log."""
    for event in events:
        seen = redact(event, viewer)
        if seen is not None:
            yield seen


def _hidden(value: Any) -> Any:
    return (HIDDEN,) * len(value) if isinstance(value, tuple) else HIDDEN
