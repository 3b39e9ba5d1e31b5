"""Eight bytes that stand for a whole view: two sides whose folds differ see it at the next prompt."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgpack

from rules.hand import Hand
from rules.state import RoundState, SeatState

_ROUND, _SEAT = sorted(RoundState.__slots__), sorted(SeatState.__slots__)


def digest(view: RoundState) -> bytes:
    """The first eight bytes of the SHA-256 of all fields, by name, as MessagePack; maps by their keys."""
    data: bytes = msgpack.packb([_field(view, name) for name in _ROUND], default=_plain)
    return sha256(data).digest()[:8]


def _field(of: RoundState | SeatState, name: str) -> Any:
    value = getattr(of, name)
    return sorted(value.items(), key=lambda item: str(item[0])) if isinstance(value, dict) else value


def _plain(value: Any) -> Any:
    """What MessagePack does not know: hands and seats by their fields, values as Python writes them."""
    if isinstance(value, Hand):
        return value.counts, value.drawn
    if isinstance(value, SeatState):
        return [_field(value, name) for name in _SEAT]
    return sorted(map(repr, value)) if isinstance(value, set | frozenset) else repr(value)
