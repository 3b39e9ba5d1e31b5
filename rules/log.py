"""Events as plain data and back: one form for golden logs, journals and the wire.

An event is an object with its kind under "e" and its fields by name; tiles are written in the rulebook's notation,
melds, asks and transfers as objects, commands as `show_command` text. Decoding is strict: unknown kinds, missing,
extra or mistyped fields are a LogError.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from rules.commands import Command, parse_command, show_command
from rules.errors import LogError, RulesError
from rules.events import EVENT_TYPES, Event
from rules.tiles import NAME_OF, TILE_NAMED, Tile

Plain = dict[str, Any]

_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in EVENT_TYPES}


def encode(event: Event) -> Plain:
    """An event as plain data: only objects, lists, texts, whole numbers, booleans and null."""
    kind: Any = type(event)
    return {"e": kind.__name__} | {name: write(getattr(event, name)) for name, write, _ in _codecs(kind)}


def decode(data: object) -> Event:
    """The event that `encode` wrote.

    Raises LogError naming the kind and field that is wrong.
    """
    if not isinstance(data, dict):
        raise LogError(f"an event is an object, not {type(data).__name__}")
    kind = _KINDS.get(str(data.get("e")))
    if kind is None:
        raise LogError(f"unknown event {data.get('e')!r}")
    event: Event = _read_object(kind, {key: value for key, value in data.items() if key != "e"})
    return event


def decode_all(lines: Iterable[object]) -> list[Event]:
    """All events of a log. Raises LogError naming the number of the event that is wrong."""
    events = []
    for number, line in enumerate(lines, 1):
        try:
            events.append(decode(line))
        except LogError as error:
            raise LogError(f"event {number}: {error}") from error
    return events


Write = Callable[[Any], Any]
Read = Callable[[Any], Any]


@cache
def _codecs(kind: Any) -> tuple[tuple[str, Write, Read], ...]:
    hints = get_type_hints(kind)
    return tuple((f.name, *_codec(hints[f.name])) for f in fields(kind))


def _read_object(kind: Any, data: object) -> Any:
    if not isinstance(data, dict):
        raise LogError(f"{kind.__name__} is an object, not {type(data).__name__}")
    codecs = _codecs(kind)
    wrong = {name for name, _, _ in codecs} ^ set(data)
    if wrong:
        raise LogError(f"{kind.__name__}: missing or unknown {', '.join(sorted(map(str, wrong)))}")
    values = {}
    for name, _, read in codecs:
        try:
            values[name] = read(data[name])
        except RulesError as error:
            raise LogError(f"{kind.__name__}.{name}: {error}") from error
    return kind(**values)


def _codec(hint: Any) -> tuple[Write, Read]:
    if hint is Tile:
        return (lambda tile: NAME_OF[tile]), _read_tile
    if hint == Command:
        return show_command, lambda data: parse_command(_exactly(str)(data))
    origin = get_origin(hint)
    if origin is tuple:
        return _tuple_codec(get_args(hint))
    if origin in (Union, types.UnionType):
        return _optional_codec(get_args(hint))
    if is_dataclass(hint):
        return _write_object, lambda data: _read_object(hint, data)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return str, lambda data: _read_enum(hint, data)
    return (lambda value: value), _exactly(hint)


def _write_object(value: Any) -> Plain:
    kind: Any = type(value)
    return {name: write(getattr(value, name)) for name, write, _ in _codecs(kind)}


def _tuple_codec(args: tuple[Any, ...]) -> tuple[Write, Read]:
    if len(args) == 2 and args[1] is Ellipsis:
        write, read = _codec(args[0])
        return (lambda values: [write(v) for v in values]), lambda data: tuple(read(v) for v in _exactly(list)(data))
    codecs = [_codec(arg) for arg in args]

    def read_fixed(data: Any) -> tuple[Any, ...]:
        if len(_exactly(list)(data)) != len(codecs):
            raise LogError(f"{len(codecs)} items expected, not {len(data)}")
        return tuple(read(item) for (_, read), item in zip(codecs, data, strict=True))

    return (lambda values: [write(v) for (write, _), v in zip(codecs, values, strict=True)]), read_fixed


def _optional_codec(args: tuple[Any, ...]) -> tuple[Write, Read]:
    kinds = [arg for arg in args if arg is not type(None)]
    if len(kinds) == 1:
        write, read = _codec(kinds[0])
        return (lambda v: None if v is None else write(v)), lambda data: None if data is None else read(data)
    return (lambda value: value), _exactly(*args)


def _exactly(*kinds: type[Any]) -> Read:
    def read(data: Any) -> Any:
        if type(data) not in kinds:
            raise LogError(f"{' or '.join(kind.__name__ for kind in kinds)} expected, not {data!r}")
        return data

    return read


def _read_tile(data: Any) -> Tile:
    tile = TILE_NAMED.get(data) if isinstance(data, str) else None
    if tile is None:
        raise LogError(f"a tile expected, not {data!r}")
    return tile


def _read_enum(kind: type[StrEnum], data: Any) -> StrEnum:
    if not isinstance(data, str) or data not in tuple(kind):
        raise LogError(f"one of {', '.join(kind)} expected, not {data!r}")
    return kind(data)
