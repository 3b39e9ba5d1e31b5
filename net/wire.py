"""Bytes on the wire: MessagePack arrays `[protocol, kind, epoch, seq, ack, body]`, decoded strictly.

The checks go from cheap to dear: length, MessagePack with every limit set, depth and number of nodes without
recursion, exact types. What passes is made of None, bool, int, str, bytes, list and dict with text keys, nothing else.
Source: guides/reliability.md 4.2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgpack

from rules.errors import RulesError
from rules.values import value

PROTOCOL = 1
"""Counts up with every change after a release. There has been none: all that changed so far is still version 1."""
packed: Callable[[Any], bytes] = msgpack.Packer().pack
"""A value as MessagePack. One packer for all: to make one costs several times what it then does with a message."""
MAX_NUMBER = 2**63 - 1


class ProtocolError(RulesError):
    """A frame that breaks the protocol. It has had no effect."""


@value
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


class Frame(NamedTuple):
    """One message: `epoch` of the session, `seq` of the message (0: none), `ack`: the last of the other side."""

    kind: int
    epoch: int
    seq: int
    ack: int
    body: dict[str, Any]


def pack(frame: Frame) -> bytes:
    """The bytes of a frame."""
    return packed([PROTOCOL, frame.kind, frame.epoch, frame.seq, frame.ack, frame.body])


def unpack(data: bytes, limits: Limits) -> Frame:
    """The frame in these bytes; its body is not yet checked against the schema. Raises ProtocolError."""
    parts = decoded(data, limits)
    if type(parts) is list and parts and type(parts[0]) is int and parts[0] != PROTOCOL:
        raise ProtocolError(f"protocol {parts[0]}, this is {PROTOCOL}")
    if type(parts) is not list or list(map(type, parts)) != _ENVELOPE or min(parts[1:5]) < 0:
        raise ProtocolError("not [protocol, kind, epoch, seq, ack, body]")
    return Frame(*parts[1:])


def heading(data: bytes) -> tuple[int, int, int]:
    """Kind, epoch and seq of a frame, whatever the rest is. Raises ProtocolError."""
    numbers, place = [], 1
    try:
        for _ in range(4):
            first = data[place]
            size = 0 if first < 0x80 else 1 << (first - 0xCC)  # MessagePack: the number itself, or 0xCC to 0xCF before
            numbers.append(int.from_bytes(data[place + 1 : place + 1 + size], "big") if size else first)
            place += 1 + size
    except (IndexError, ValueError) as error:
        raise ProtocolError("no frame") from error
    _, kind, epoch, seq = numbers
    return kind, epoch, seq


def decoded(data: bytes, limits: Limits) -> Any:
    """Plain values from untrusted MessagePack. Raises ProtocolError."""
    if len(data) > limits.size:
        raise ProtocolError(f"{len(data)} bytes (limit {limits.size})")
    try:
        value = msgpack.unpackb(
            data, raw=False, strict_map_key=True, max_array_len=limits.array, max_map_len=limits.mapping,
            max_str_len=limits.text, max_bin_len=limits.binary, max_ext_len=0,
        )  # fmt: skip
    except Exception as error:  # the library raises a dozen unrelated kinds on damaged input
        raise ProtocolError(f"no MessagePack within the limits ({type(error).__name__})") from error
    _measure(value, limits)
    if len(packed(value)) < len(data):  # after the measuring: it has no depth then
        _look_for_repeated_keys(data)
    return value


def _look_for_repeated_keys(data: bytes) -> None:
    """A key given twice is lost by decoding; so is a roundabout way to write a number, which does no harm."""
    try:
        msgpack.unpackb(data, object_pairs_hook=_unique)
    except ValueError as error:
        raise ProtocolError(str(error)) from error


def _unique(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is given twice")
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
            kind = item.__class__
            if kind in _SIMPLE or (kind is int and -MAX_NUMBER <= item <= MAX_NUMBER):
                continue
            if kind is list:
                below += item
            elif kind is dict and _TEXT.issuperset(map(type, item)):
                below += item.values()
            else:
                raise ProtocolError(f"a value of type {kind.__name__}, a number too big, or a key that is no text")
        if not below:
            return
        level = below
    raise ProtocolError(f"nested deeper than {limits.depth}")


_ENVELOPE = [int, int, int, int, int, dict]
_SIMPLE, _TEXT = frozenset({type(None), bool, str, bytes}), frozenset({str})
