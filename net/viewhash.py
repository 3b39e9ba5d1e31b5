"""Eight bytes that stand for a whole view: two sides whose folds differ see it at the next prompt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from hashlib import sha256
from operator import attrgetter
from typing import Any

import msgpack

from rules.events import Ask
from rules.hand import Hand
from rules.state import RoundState, SeatState

_ROUND, _SEAT = attrgetter(*sorted(RoundState.__slots__)), attrgetter(*sorted(SeatState.__slots__))


def digest(view: RoundState) -> bytes:
    """The first eight bytes of the SHA-256 of all fields, by name, as MessagePack.

    A map is a list of [key, value] by key, a hand [counts, drawn], a seat the list of its fields by name, an ask
    [id, seat, kind, how many options]; any other value [name of its class, its field or the list of its fields in the
    order of their declaration].
    """
    return sha256(_packed(_listed(_ROUND(view)))).digest()[:8]


def _listed(values: tuple[Any, ...]) -> list[Any]:
    """The values of some fields, with maps as lists."""
    return [sorted(v.items(), key=_by_key) if v.__class__ is dict and v else v for v in values]


def _by_key(item: tuple[Any, Any]) -> str:
    return str(item[0])


class _Writers(dict[type, Callable[[Any], Any]]):
    """How values become what MessagePack knows, by their class; found out once for each."""

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        write = self[kind] = _writer(kind)
        return write


def _writer(kind: Any) -> Callable[[Any], Any]:
    if issubclass(kind, set | frozenset):
        return lambda value: sorted(map(repr, value))
    name, names = kind.__name__, [each.name for each in fields(kind) if each.compare]
    content: Callable[[Any], Any] = attrgetter(*names) if names else lambda value: []
    return lambda value: (name, content(value))


_WRITERS = _Writers(
    {
        SeatState: lambda seat: _listed(_SEAT(seat)),
        Hand: attrgetter("counts", "drawn"),
        Ask: lambda ask: (ask.id, ask.seat, ask.kind, len(ask.options)),  # folding adds nothing to what was told
    }
)
_packed: Callable[[Any], bytes] = msgpack.Packer(default=lambda value: _WRITERS[value.__class__](value)).pack
