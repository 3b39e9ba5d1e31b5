"""Eight bytes that stand for a whole view: two sides whose folds differ see it at the next prompt."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from rules.hand import Hand
from rules.state import RoundState, SeatState

_ROUND, _SEAT = sorted(RoundState.__slots__), sorted(SeatState.__slots__)


def digest(view: RoundState) -> bytes:
    """The first eight bytes of the SHA-256 of what Python writes for all fields, by name; maps by their keys."""
    return sha256(repr([_plain(getattr(view, name)) for name in _ROUND]).encode()).digest()[:8]


def _plain(value: Any) -> Any:
    """A value whose `repr` is the same for equal values."""
    if isinstance(value, Hand):
        return value.counts, value.drawn
    if isinstance(value, SeatState):
        return [_plain(getattr(value, name)) for name in _SEAT]
    if isinstance(value, dict):
        return sorted(value.items(), key=lambda item: str(item[0]))
    return [_plain(item) for item in value] if isinstance(value, list) and value[:1] and _nested(value[0]) else value


def _nested(value: Any) -> bool:
    return isinstance(value, SeatState | Hand)
