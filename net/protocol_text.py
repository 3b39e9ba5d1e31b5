"""Writes net/PROTOCOL.md from the schema and the events: `python -m net.protocol_text`. A test compares."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import StrEnum
from inspect import cleandoc
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

from net.codes import OPEN_CODE, secret_key
from net.discovery import OFFER
from net.fairdeal import below, commitment, context_of, numbers, seed_of, wall_of
from net.protocol_prose import ANSWER, DEALS, EVENTS, EXAMPLES, FRAMES, INTRODUCTION, VARIANTS
from net.schema import FROM_CLIENT, FROM_HOST, NOTICES, NUMBER, REASONS, Kind, Told
from net.specs import Record
from net.wire import TO_CLIENT, TO_HOST, Frame, Limits, pack
from rules.commands import Command
from rules.events import EVENT_TYPES, OWNER_ONLY
from rules.match import LengthUnit
from rules.ruleset import Option, Variant
from rules.tiles import ALL_TILES, NAME_OF, Tile
from rules.values import SECRECY
from rules.variants import all_variants

FILE = Path(__file__).with_name("PROTOCOL.md")


def text() -> str:
    """The whole document."""
    parts = [INTRODUCTION, _limits("a host takes", TO_HOST), _limits("a client takes", TO_CLIENT)]
    parts += ["\n## The answer to discovery\n", ANSWER, _fields(OFFER)]
    parts.append("\n## From the client\n")
    parts += [_kind(kind) for kind in FROM_CLIENT]
    parts.append("\n## From the host\n")
    parts += [_told(told) for told in FROM_HOST]
    parts.append("\n### What happens to somebody (NOTICE)\n")
    parts += [f"- `{code}`: {what}" for code, what in NOTICES.items()]
    parts.append("\n### Why an order is not carried out (RESULT)\n")
    parts += [f"- `{code}`: {why}" for code, why in REASONS.items()]
    parts += [DEALS, VARIANTS]
    parts += [_variant(each) for each in all_variants().values()]
    parts.append(EVENTS)
    parts += [_event(kind) for kind in EVENT_TYPES]
    parts.append("\n### Parts of events\n")
    parts += [_event(kind) for kind in _parts(EVENT_TYPES)]
    parts += [EXAMPLES, *_examples()]
    return "\n".join(parts) + "\n"


def _limits(who: str, limits: Limits) -> str:
    return (
        f"\nLimits of a frame that {who}: {limits.size} bytes, lists of {limits.array}, maps of {limits.mapping},"
        f" texts of {limits.text} bytes, binaries of {limits.binary}, depth {limits.depth}, {limits.nodes} values."
    )


def _kind(kind: Kind) -> str:
    phases = "before a session" if kind.phases is None else " ".join(sorted(kind.phases))
    who = "the keeper" if kind.keeper else " ".join(sorted(kind.roles))
    repeat = "order" if kind.order else "no order: seq 0, no result"
    return f"### {kind.number} {kind.name}\n{kind.what}\n\n*{who}; {phases}; {repeat}*\n" + _fields(kind.body)


def _told(told: Told) -> str:
    place = "within a batch" if told.inside else "a frame of its own"
    return f"### {told.number} {told.name}\n{told.what}\n\n*{place}*\n" + _fields(told.body)


def _fields(record: Record) -> str:
    return "".join(f"- `{name}`: {spec.describe()}\n" for name, spec in record.fields.items())


def _variant(each: Variant) -> str:
    """What a client without rules needs of a variant, in a line."""
    kinds = len(each.rules({}).tiles.kinds)
    units = " or ".join(str(unit) for unit in LengthUnit if unit is LengthUnit.HANDS or each.lengths.rounds)
    first = "choose" if each.dealer_by_dice else "do not choose"
    options = "; ".join(f"{option.key} {_values(option)}" for option in each.options)
    return f"- `{each.key}`: {kinds} kinds; {each.dice} dice, which {first} the first dealer; {units}; {options}"


def _values(option: Option) -> str:
    return "|".join(option.values) + (f" ({option.numbers[0]}-{option.numbers[-1]})" if option.numbers else "")


def _examples() -> Iterator[str]:
    """Frames and a deal, made by the code that they are examples of."""
    for name, (epoch, seq, ack, body) in FRAMES.items():
        yield f"- {name.upper()}: `{pack(Frame(NUMBER[name], epoch, seq, ack, body)).hex()}`"
    table, hand, host, own = "5a" * 16, 7, bytes(range(32)), bytes(range(32, 64))
    kinds = [NAME_OF[kind] for kind in ALL_TILES]
    seed = seed_of(table, hand, host, [b"", own, b"", b""])
    words = numbers(seed, hand)
    yield f"- secret key of the code {OPEN_CODE}: `{secret_key(OPEN_CODE).hex()}`"
    yield f"- a deal of 34 kinds: table `{table}`, hand {hand}"
    yield f"- the host's share: `{host.hex()}`"
    yield f"- that of player 1, the only other: `{own.hex()}`"
    yield f"- the host's commitment: `{commitment(table, hand, host, context_of(kinds)).hex()}`"
    yield f"- the commitment of player 1: `{commitment(table, hand, own).hex()}`"
    yield f"- the seed: `{seed.hex()}`"
    yield f"- the wall: `{' '.join(wall_of(words, kinds))}`"
    yield f"- two dice after it: `{below(words, 6) + 1} {below(words, 6) + 1}`"


def _event(kind: Any) -> str:
    """A kind of event, or a part of one: what it is, and its fields."""
    name, what = kind.__name__ + "+" * (kind in OWNER_ONLY), " ".join(cleandoc(kind.__doc__).split())
    hints = get_type_hints(kind)
    lines = (
        f"- `{each.name}`{_STARS[each.metadata.get(SECRECY, 'public')]}: {_form(hints[each.name])}\n"
        for each in fields(kind)
    )
    return f"#### {name}\n{what}\n\n" + "".join(lines)


def _form(hint: Any) -> str:
    """How values of a field are written."""
    if hint is Tile or hint == Command:
        return "tile" if hint is Tile else "command"
    if get_origin(hint) is tuple:
        first, *rest = get_args(hint)
        return f"list of {_form(first)}" if rest == [...] else f"[{', '.join(map(_form, (first, *rest)))}]"
    if get_origin(hint) in (Union, types.UnionType):
        return " or ".join(map(_form, get_args(hint)))
    if issubclass(hint, StrEnum):
        return " | ".join(f"'{one}'" for one in hint)
    name: str = hint.__name__
    return _NAMES.get(hint, name)


def _parts(kinds: Iterable[Any], known: tuple[Any, ...] = ()) -> Iterator[Any]:
    """The classes of which the fields of events are made, each once."""
    for kind in kinds:
        for part in dict.fromkeys(_classes(get_type_hints(kind).values())):
            if part not in known:
                known = (*known, part)
                yield part
                yield from _parts([part], known)


def _classes(hints: Iterable[Any]) -> Iterator[Any]:
    for hint in hints:
        if is_dataclass(hint):
            yield hint
        elif hint != Command:
            yield from _classes(get_args(hint))


_STARS = {"public": "", "secret": "*", "unseen": "**"}
_NAMES = {str: "text", type(None): "null"}


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
