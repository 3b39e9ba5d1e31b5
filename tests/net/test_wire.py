"""Bytes from strangers: every limit bites, nothing but plain exact types comes through."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest

from net import codes
from net.texts import clean
from net.wire import MAX_NUMBER, TO_HOST, Frame, ProtocolError, decoded, heading, pack, unpack
from rules.bots import seeded_chooser

GOOD = Frame(2, 1, 0, 0, {"n": 7})


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def test_a_frame_comes_back() -> None:
    assert unpack(pack(GOOD), TO_HOST) == GOOD


@pytest.mark.parametrize(
    "value",
    [
        b"\xc1",
        msgpack.packb([1, 2, 3])[:-1],
        msgpack.packb(1) + b"\x00",
        b"\xdd\xff\xff\xff\xff",
        msgpack.packb({"a": list(range(65))}),
        msgpack.packb({str(i): i for i in range(33)}),
        msgpack.packb("x" * 801),
        msgpack.packb(b"x" * 257),
        msgpack.packb(1.0),
        msgpack.packb(float("nan")),
        msgpack.packb(2**64 - 1),
        msgpack.packb({1: 2}),
        msgpack.packb({b"a": 2}),
        b"\x82\xa1a\x01\xa1a\x02",
        b"\x92\xcd\x00\x05\x91\x82\xa1a\xcf\x00\x00\x00\x00\x00\x00\x00\x01\xa1a\x02",
        b"\xa2\xff\xff",
        msgpack.packb(msgpack.ExtType(5, b"")),
        msgpack.packb(msgpack.Timestamp(1)),
        msgpack.packb(nested(6)),
        b"\x91" * 1000 + b"\x01",
        msgpack.packb([[0] * 60] * 5),
        b"\x00" * 4097,
    ],
    ids=lambda value: value[:12].hex(),
)
def test_what_breaks_a_limit_is_refused(value: bytes) -> None:
    with pytest.raises(ProtocolError):
        decoded(value, TO_HOST)


@pytest.mark.parametrize(
    "value",
    [
        [1, 2, 1, 0, 0],
        [1, 2, 1, 0, 0, {}, 0],
        [2, 2, 1, 0, 0, {}],
        [1, True, 1, 0, 0, {}],
        [1, 2, -1, 0, 0, {}],
        [1, 2, 1, 0, 0, []],
        {"kind": 2},
        [],
    ],
)
def test_an_envelope_has_exactly_its_six_places(value: Any) -> None:
    with pytest.raises(ProtocolError):
        unpack(msgpack.packb(value), TO_HOST)


def test_a_number_may_be_written_in_a_roundabout_way() -> None:
    assert decoded(b"\x92\xcd\x00\x05\x81\xa1a\xd1\x00\x07", TO_HOST) == [5, {"a": 7}]


@pytest.mark.parametrize("number", [0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, MAX_NUMBER])
def test_the_heading_is_read_without_the_rest(number: int) -> None:
    data = pack(Frame(69, number, number, 0, {"n": 1}))
    assert heading(data) == (69, number, number)
    assert heading(data[: data.index(b"\x81")]) == (69, number, number)


@pytest.mark.parametrize("data", [b"", b"\x96", b"\x96\x01\xcd\x00", b"\x96\x01\xc0\x01\x01", b"\x96\x01\xff"])
def test_what_has_no_heading_is_refused(data: bytes) -> None:
    with pytest.raises(ProtocolError):
        heading(data)


# ---- codes and texts ------------------------------------------------------------------------------------------------


def test_a_code_is_read_however_it_is_typed() -> None:
    assert codes.read_code("4ok-2 iL") == "40K211"
    assert codes.show_code("47K2QD") == "47K 2QD"


@pytest.mark.parametrize("text", ["", "47K2Q", "47K2QDX", "47K2QU", "47K2Q!", "\uff14\uff17K2QD"])
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(codes.CodeError):
        codes.read_code(text)


def test_new_codes_are_codes_and_never_the_open_one() -> None:
    chance = seeded_chooser(b"codes", 1)
    made = {codes.new_code(chance) for _ in range(200)}
    assert len(made) == 200
    assert codes.OPEN_CODE not in made
    assert all(codes.read_code(code) == code for code in made)


def test_each_code_has_a_key_of_its_own() -> None:
    assert codes.secret_key("47K2QD") != codes.secret_key("47K2QE")
    assert len(codes.secret_key("47K2QD")) == 32


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("竹影", "竹影"),
        ("  a \n b\t", "a b"),
        ("a\u202eb\u2066c\x07\x1b[31m", "abc[31m"),
        ("e\u0301", "é"),
        ("\u200b\ufeff\ue000", ""),
        ("../../x", "../../x"),
        ("长" * 30, "长" * 24),
    ],
)
def test_names_are_cleaned(typed: str, shown: str) -> None:
    assert clean(typed, 24) == shown
