"""Who sat at a LAN table: the names that go with what a client keeps of its hands, which knows only seats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from game.files import write_atomically

FOLDER = "sitters"


class Sitters(msgspec.Struct, frozen=True):
    """Players 0-3 by name, which of them are bots, and by hand who sat on which seat.

    `hosted`: the table was opened here, so that its whole journal is among the records.
    """

    names: tuple[str, str, str, str]
    bots: tuple[bool, bool, bool, bool]
    hands: dict[str, tuple[int, ...]] = {}
    hosted: bool = False


def lan_key(table: str) -> str:
    """Under what name the hands of a LAN table are booked."""
    return f"lan-{table}"


def sitters_file(lan: Path, table: str) -> Path:
    """Where they are kept, below the LAN part of the data folder."""
    return lan / FOLDER / f"{table}.json"


def read_sitters(lan: Path, table: str) -> Sitters | None:
    """What is known of a table; a damaged file is as good as none."""
    try:
        return msgspec.json.decode(sitters_file(lan, table).read_bytes(), type=Sitters)
    except (OSError, msgspec.DecodeError):
        return None


def note_hand(lan: Path, table: str, now: Sitters, number: int, players: Sequence[int]) -> None:
    """Note who sat where in a hand. Raises OSError."""
    known = read_sitters(lan, table)
    hands = {**(known.hands if known is not None else {}), str(number): tuple(players)}
    path = sitters_file(lan, table)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, msgspec.json.encode(msgspec.structs.replace(now, hands=hands)))
