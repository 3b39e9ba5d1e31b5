"""Bytes on the wire: MessagePack arrays `[protocol, kind, epoch, seq, ack, body]`, decoded strictly.

The checks go from cheap to dear: length, MessagePack with every limit set, depth and number of nodes without
recursion, exact types. What passes is made of None, bool, int, str, bytes, list and dict with text keys, nothing else.
Source: guides/reliability.md 4.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgpack

from rules.errors import RulesError

PROTOCOL = 1
MAX_NUMBER = 2**63 - 1


class ProtocolError(RulesError):
    """A frame that breaks the protocol. It has had no effect."""


@dataclass(slots=True, frozen=True)
class Limits:
    """What one frame may be: bytes, items of an array or map, bytes of a text, nesting, values in all."""

    size: int
    array: int
    mapping: int
    text: int
    binary: int
    depth: int
    nodes: int


TO_HOST = Limits(size=4096, array=64, mapping=32, text=800, binary=256, depth=6, nodes=256)
TO_CLIENT = Limits(size=256 * 1024, array=1024, mapping=32, text=4096, binary=2048, depth=14, nodes=50_000)


@dataclass(slots=True, frozen=True)
class Frame:
    """One message: `epoch` of the session, `seq` of the message (0: none), `ack`: the last of the other side."""

    kind: int
    epoch: int
    seq: int
    ack: int
    body: dict[str, Any]


def pack(frame: Frame) -> bytes:
    """The bytes of a frame."""
    data: bytes = msgpack.packb([PROTOCOL, frame.kind, frame.epoch, frame.seq, frame.ack, frame.body])
    return data


def unpack(data: bytes, limits: Limits) -> Frame:
    """The frame in these bytes; its body is not yet checked against the schema. Raises ProtocolError."""
    match decoded(data, limits):
        case [int(version), *_] if version != PROTOCOL:
            raise ProtocolError(f"protocol {version}, this is {PROTOCOL}")
        case [_, int(kind), int(epoch), int(seq), int(ack), dict(body)]:
            if all(type(n) is int and 0 <= n <= MAX_NUMBER for n in (kind, epoch, seq, ack)):
                return Frame(kind, epoch, seq, ack, body)
    raise ProtocolError("not [protocol, kind, epoch, seq, ack, body]")


def decoded(data: bytes, limits: Limits) -> Any:
    """Plain values from untrusted MessagePack. Raises ProtocolError."""
    if len(data) > limits.size:
        raise ProtocolError(f"{len(data)} bytes (limit {limits.size})")
    try:
        value = msgpack.unpackb(
            data, raw=False, strict_map_key=True, max_array_len=limits.array, max_map_len=limits.mapping,
            max_str_len=limits.text, max_bin_len=limits.binary, max_ext_len=0, object_pairs_hook=_unique,
        )  # fmt: skip
    except Exception as error:  # the library raises a dozen unrelated kinds on damaged input
        raise ProtocolError(f"no MessagePack within the limits ({type(error).__name__})") from error
    _measure(value, limits)
    return value


def _unique(pairs: Iterable[tuple[Any, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if type(key) is not str or key in found:
            raise ValueError("keys are texts, each once")
        found[key] = value
    return found


def _measure(value: Any, limits: Limits) -> None:
    """Refuse what is too deep, too much, or of a type that has no place here; without recursion."""
    level, nodes = [value], 0
    for _ in range(limits.depth):
        nodes += len(level)
        if nodes > limits.nodes:
            raise ProtocolError(f"more than {limits.nodes} values")
        below: list[Any] = []
        for item in level:
            kind = type(item)
            if kind is list:
                below.extend(item)
            elif kind is dict:
                below.extend(item.values())
            elif kind not in _LEAVES or (kind is int and not -MAX_NUMBER <= item <= MAX_NUMBER):
                raise ProtocolError(f"a value of type {kind.__name__}, or a number too big")
        if not below:
            return
        level = below
    raise ProtocolError(f"nested deeper than {limits.depth}")


_LEAVES = frozenset({type(None), bool, int, str, bytes})
