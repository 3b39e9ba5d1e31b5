"""The note of the LAN table one sits at: what a game that was killed needs to find back to its seat."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import msgspec

from game.files import LAN, write_atomically
from rules.values import value

NOTE = "table.json"


@value
class Kept:
    """The note of the table one sits at: how to join it again, and for its host how to start it again.

    `new_code` and `new_port`: how newcomers join since the table got a new code; one's own way stays as it was.
    """

    address: str
    port: int
    code: str
    name: str = ""
    folder: str = ""
    owner: str = ""
    bots: bool = True
    id: str = ""
    new_code: str = ""
    new_port: int = 0


class Note:
    """The file of the note in the data folder. Only the player's own account may read it: it holds a secret."""

    def __init__(self, data_folder: Path) -> None:
        self.path = data_folder / LAN / NOTE

    def write(self, kept: Kept) -> None:
        """Keep it. Raises OSError."""
        write_atomically(self.path, msgspec.json.encode(asdict(kept)))

    def read(self) -> Kept | None:
        """The note; one that is damaged is as good as none."""
        try:
            return Kept(**msgspec.json.decode(self.path.read_bytes()))
        except (OSError, ValueError, TypeError):
            return None

    def forget(self) -> None:
        """There is nothing to come back to. Raises OSError."""
        self.path.unlink(missing_ok=True)
