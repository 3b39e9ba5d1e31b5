"""Finding tables on the LAN: what is asked and answered by UDP, and the list that comes of it. No sockets.

A finder asks every 1.5 s by broadcast, and more often while something may have been lost; every table answers the
asker. The question is as long as the longest answer, so that nobody can use tables to multiply traffic. An answer names
table, variant, free seats and version, and whether a code is needed; never a key or a code.
Source: guides/ecosystem.md 5, guides/reliability.md 4.13 and the decisions.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgpack

from net.build import Edition
from net.schema import HEX, NAME, Phase
from net.specs import Flag, Int, OneOf, Record, Text
from net.texts import clean
from net.wire import Limits, ProtocolError, decoded
from rules.values import value

DISCOVERY_PORT = 27961
GAME_PORT = 27960
ASK_EVERY, HURRY_EVERY = 1.5, 0.25
HURRIED_FOR = 6.0
"""Seconds at the beginning of a search in which it asks more often, as it does while a table has not answered."""
GONE_AFTER = 6.0
PACKET = 480
MAX_TABLES = 32
_ASK, _ANSWER = b"SIFANG?1", b"SIFANG!1"
QUESTION = _ASK.ljust(PACKET, b"\0")
_LIMITS = Limits(PACKET, 4, 16, 100, 0, 3, 40)
OFFER = Record(
    table=HEX, name=NAME, variant=Text(32), phase=OneOf(tuple(Phase)), free=Int(0, 4), seats=Int(0, 4), watch=Flag(),
    protocol=Int(), build=Text(24), rules=HEX, port=Int(1, 65535), code=Flag(), hand=Int(0, 9999),
)  # fmt: skip
"""What an answer says, in MessagePack; `Offer` is it here."""


@value
class Offer:
    """What a table says of itself. `hand`: the number of the one being played."""

    table: str
    name: str
    variant: str
    phase: Phase
    free: int
    seats: int
    watch: bool
    protocol: int
    build: str
    rules: str
    port: int
    code: bool
    hand: int = 0

    @property
    def edition(self) -> Edition:
        """Which program serves it: to be compared with this one before joining."""
        return Edition(self.protocol, self.build, self.rules)


@value
class FoundTable:
    """A table that answered: its offer, where it is (the first address that answered), all its addresses.

    `seconds`: how long its last answer took, for the sign of the connection's quality.
    """

    offer: Offer
    address: str
    addresses: tuple[str, ...]
    heard: float
    seconds: float


def is_question(data: bytes) -> bool:
    """Whether somebody asks, and at full length."""
    return data == QUESTION


def answer(offer: Offer) -> bytes:
    """What a table answers."""
    fields = {name: getattr(offer, name) for name in OFFER.fields}
    body: bytes = msgpack.packb(fields | {"phase": str(offer.phase)})
    return (_ANSWER + len(body).to_bytes(2, "big") + body).ljust(PACKET, b"\0")


def read_answer(data: bytes) -> Offer:
    """The offer in an answer; texts are cleaned. Raises ProtocolError."""
    if len(data) != PACKET or data[: len(_ANSWER)] != _ANSWER:
        raise ProtocolError("no answer of a table")
    start = len(_ANSWER) + 2
    length = int.from_bytes(data[start - 2 : start], "big")
    body: dict[str, Any] = decoded(data[start : start + length], _LIMITS)
    OFFER.check(body, "offer")
    texts = {name: clean(body[name], 64) for name in ("table", "name", "variant", "build", "rules")}
    return Offer(**body | texts | {"phase": Phase(body["phase"])})


class FoundTables:
    """The tables that answered lately, each once, however many cards and addresses it answered on."""

    def __init__(self) -> None:
        self._found: dict[str, FoundTable] = {}
        self._began: float | None = None
        self._asked = float("-inf")

    def wants_question(self, now: float) -> bool:
        """Whether it is time to ask (again); datagrams are lost, broadcasts by radio more than others."""
        began = now if self._began is None else self._began
        silent = any(table.heard < self._asked for table in self._found.values())
        hurried = silent or now - began < HURRIED_FOR
        return now - self._asked >= (HURRY_EVERY if hurried else ASK_EVERY)

    def asked(self, now: float) -> None:
        """A question went out."""
        self._asked = now
        self._began = now if self._began is None else self._began

    def heard(self, data: bytes, address: str, now: float) -> None:
        """A datagram came; nonsense is ignored."""
        try:
            offer = read_answer(data)
        except ProtocolError:
            return
        before = self._found.get(offer.table)
        if before is None:
            if len(self._found) < MAX_TABLES:
                self._found[offer.table] = FoundTable(offer, address, (address,), now, now - self._asked)
            return
        addresses = before.addresses if address in before.addresses else (*before.addresses, address)[:8]
        seconds = now - self._asked if address == before.address else before.seconds
        self._found[offer.table] = replace(before, offer=offer, addresses=addresses, heard=now, seconds=seconds)

    def tables(self, now: float) -> tuple[FoundTable, ...]:
        """The list, by name; whoever has been silent is gone."""
        self._found = {key: table for key, table in self._found.items() if now - table.heard < GONE_AFTER}
        return tuple(sorted(self._found.values(), key=lambda table: (table.offer.name, table.offer.table)))
