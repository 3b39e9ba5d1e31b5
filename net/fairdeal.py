"""The fair deal: nobody, not even the host, can choose a wall. Stand-alone: it uses nothing but Python itself.

Before a hand the host commits to 32 secret bytes (SHA-256), each client to its own; then the clients show theirs, and
the hand is dealt from the hash of all of them. After the hand the host shows its bytes, and everybody can check that
the wall and the dice were already decided when nobody knew all the secrets. `check_file` does that for a recorded
match: `python main.py verify-deal FILE`, or `python net/fairdeal.py FILE` without anything else of this program.
Source: guides/reliability.md 4.15. What it does not prove: that the host does not look at the tiles.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

MAGIC = b"SIFANG2\n"


class DealError(Exception):
    """A deal that does not follow from its commitments, or a file that is none."""


class NoRecord(DealError):
    """A file that is no record of a match: nothing can be said of its deals."""


def commitment(table: str, hand: int, share: bytes, context: bytes = b"") -> bytes:
    """What is told before a share is shown. `context`: the tiles that are shuffled, for the host's own."""
    return sha256(b"sifang commitment" + table.encode() + hand.to_bytes(4, "big") + context + share).digest()


def context_of(kinds: Sequence[str]) -> bytes:
    """The tiles in the order in which they lie before shuffling, by name."""
    return sha256(" ".join(kinds).encode()).digest()


def seed_of(table: str, hand: int, host_share: bytes, shares: Sequence[bytes]) -> bytes:
    """The seed of a hand, from everybody's shares; those of the players in order, empty for who has none."""
    parts = b"".join(bytes([len(share)]) + share for share in (host_share, *shares))
    return sha256(b"sifang deal" + table.encode() + hand.to_bytes(4, "big") + parts).digest()


def numbers(seed: bytes, hand: int) -> Iterator[int]:
    """Uniform 32-bit numbers: SHA-256 of seed, hand and a counter, eight numbers a block."""
    counter = 0
    while True:
        yield from struct.unpack(">8I", sha256(seed + hand.to_bytes(4, "big") + counter.to_bytes(4, "big")).digest())
        counter += 1


def below(words: Iterator[int], limit: int) -> int:
    """A uniform number below the limit, by rejection."""
    while (word := next(words)) >= 2**32 - 2**32 % limit:
        pass
    return word % limit


def wall_of(words: Iterator[int], kinds: Sequence[str]) -> list[str]:
    """Fisher-Yates over four copies of each kind."""
    tiles = [kind for kind in kinds for _ in range(4)]
    for last in range(len(tiles) - 1, 0, -1):
        other = below(words, last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tiles


def check_deal(note: dict[str, Any], wall: Sequence[str], dice: Sequence[int]) -> None:
    """Check one hand against the note about its shares. Raises DealError that names what does not fit."""
    table, hand, kinds = note["table"], note["hand"], note["kinds"]
    if commitment(table, hand, note["share"], context_of(kinds)) != note["digest"]:
        raise DealError("the host's share is not the one it committed to")
    for player, (digest, share) in enumerate(zip(note["digests"], note["shares"], strict=True)):
        if share and commitment(table, hand, share) != digest:
            raise DealError(f"the share of player {player} is not the one committed to")
    words = numbers(seed_of(table, hand, note["share"], note["shares"]), hand)
    if wall_of(words, kinds) != list(wall):
        raise DealError("the wall does not follow from the shares")
    following = [below(words, 6) + 1 for _ in range(2 + len(dice))]
    if list(dice) not in (following[: len(dice)], following[2:]):  # two dice may have chosen the dealer before
        raise DealError("the dice do not follow from the shares")


def check_file(path: Path) -> dict[str, int]:
    """Check every hand of a recorded match; how many there are, and how many have a proof. Raises DealError."""
    try:
        return _check_records(_records(path))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise DealError(f"a record that is none ({error!r})") from error


def _check_records(records: Iterator[Any]) -> dict[str, int]:
    notes: dict[int, dict[str, Any]] = {}
    hand, hands, checked = 0, 0, 0
    dealt: dict[str, list[Any]] = {}
    for record in records:
        if not isinstance(record, dict):
            raise DealError("a record that is no object")
        if record.get("n") == "fair" and notes.setdefault(record["hand"], record) is not record:
            raise DealError(f"hand {record['hand']} was shuffled twice")
        match record.get("e"):
            case "RoundStarted":
                hand, hands, dealt = record["number"], hands + 1, {}
            case "WallBuilt" | "Rolled" as kind if kind not in dealt:
                dealt[kind] = record["tiles" if kind == "WallBuilt" else "dice"]
                if len(dealt) == 2 and hand in notes:
                    _check_hand(notes[hand], hand, dealt)
                    checked += 1
    return {"hands": hands, "checked": checked}


def _check_hand(note: dict[str, Any], hand: int, dealt: dict[str, list[Any]]) -> None:
    try:
        check_deal(note, dealt["WallBuilt"], dealt["Rolled"])
    except (DealError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise DealError(f"hand {hand}: {error}") from error


def _records(path: Path) -> Iterator[Any]:
    """The records of a journal: length, checksum, MessagePack; a cut off last one is left out."""
    data = path.read_bytes()
    if data[: len(MAGIC)] != MAGIC:
        raise NoRecord("no Sifang record")
    place = len(MAGIC)
    while place + 8 <= len(data) and (end := place + 8 + int.from_bytes(data[place : place + 4], "big")) <= len(data):
        try:
            yield _read(data[place + 8 : end], 0)[0]
        except (LookupError, struct.error, UnicodeDecodeError, RecursionError, TypeError) as error:
            raise DealError(f"damaged at byte {place}") from error
        place = end


def _read(data: bytes, at: int) -> tuple[Any, int]:
    """One MessagePack value and where it ends; only the types that a record has."""
    tag, at = data[at], at + 1
    if tag < 0x80 or tag >= 0xE0:
        return (tag if tag < 0x80 else tag - 256), at
    if tag in _PLAIN:
        return _PLAIN[tag], at
    if tag in _NUMBERS:
        return struct.unpack_from(_NUMBERS[tag], data, at)[0], at + struct.calcsize(_NUMBERS[tag])
    if tag < 0xC0:
        kind, size = ("map", tag & 15) if tag < 0x90 else ("list", tag & 15) if tag < 0xA0 else ("text", tag & 31)
    else:
        kind, form = _SIZED[tag]
        size, at = struct.unpack_from(form, data, at)[0], at + struct.calcsize(form)
    if kind in ("text", "bytes"):
        piece = data[at : at + size]
        return (piece.decode() if kind == "text" else piece), at + size
    items = []
    for _ in range(size * (2 if kind == "map" else 1)):
        item, at = _read(data, at)
        items.append(item)
    return (dict(zip(items[::2], items[1::2], strict=True)) if kind == "map" else items), at


_PLAIN = {0xC0: None, 0xC2: False, 0xC3: True}
_NUMBERS = {0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}
_SIZED = {
    0xC4: ("bytes", ">B"), 0xC5: ("bytes", ">H"), 0xC6: ("bytes", ">I"), 0xD9: ("text", ">B"), 0xDA: ("text", ">H"),
    0xDB: ("text", ">I"), 0xDC: ("list", ">H"), 0xDD: ("list", ">I"), 0xDE: ("map", ">H"), 0xDF: ("map", ">I"),
}  # fmt: skip

if __name__ == "__main__":
    print(check_file(Path(sys.argv[1])))
