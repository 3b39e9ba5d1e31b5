"""Who this player is for hosts: a secret key, a secret for shares of deals, and the tickets back to tables.

Two programs on one machine are two players: each takes the first identity that no other is using.
"""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import IO, Any

from net.client import Ticket
from net.files import write_atomically
from net.keepsake import SUFFIX
from net.restart import load, save
from net.wire import ProtocolError

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


KEPT_TICKETS = 16
PROOFS = "proofs"


class Identity:
    """Keys and tickets. Without a folder they live as long as the program."""

    def __init__(self, folder: Path | None = None) -> None:
        """The first free identity of a folder, made when there is none. Raises OSError."""
        self.key = secrets.token_bytes(32)
        self.share_secret = secrets.token_bytes(32)
        self._tickets: dict[str, Ticket] = {}
        self._path: Path | None = None
        self._held: IO[bytes] | None = None
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._take(folder)

    def ticket(self, place: str) -> Ticket | None:
        """The way back to the table that was joined at this place (address and port), if there is one."""
        return self._tickets.get(place)

    def keep(self, place: str, ticket: Ticket) -> None:
        """Remember a ticket for a place. Raises OSError; then it is not remembered yet."""
        if self._tickets.get(place) == ticket:
            return
        before, others = self._tickets, [item for item in self._tickets.items() if item[0] != place]
        self._tickets = dict([*others, (place, ticket)][-KEPT_TICKETS:])
        try:
            self._save()
        except OSError:
            self._tickets = before
            raise

    def forget(self, place: str) -> None:
        """There is no way back any more. Raises OSError; it is forgotten all the same."""
        if self._tickets.pop(place, None) is not None:
            self._save()

    def keep_proofs(self, table: str, keepsakes: dict[int, bytes]) -> None:
        """Write down the proofs of hands, and take them off. Raises OSError; then they are still there."""
        folder = self._path.with_suffix("") / PROOFS if self._path is not None else None
        for hand in list(keepsakes):
            if folder is not None and table.isalnum():
                folder.mkdir(parents=True, exist_ok=True)
                write_atomically(folder / f"{table[:32]}-{hand:04}{SUFFIX}", keepsakes[hand])
            del keepsakes[hand]

    def close(self) -> None:
        """Let another program have it."""
        if self._held is not None:
            self._held.close()
            self._held = None

    def _take(self, folder: Path) -> None:
        for number in range(1, 100):
            held = (folder / f"player-{number}.lock").open("ab")
            if _lock(held):
                self._held, self._path = held, folder / f"player-{number}.json"
                break
            held.close()
        if self._path is not None and self._path.exists():
            try:
                self._read(load(self._path))
            except (ProtocolError, KeyError, TypeError, ValueError):
                self._path.replace(self._path.with_suffix(".bad"))
        self._save()

    def _read(self, data: dict[str, Any]) -> None:
        self.key, self.share_secret = bytes.fromhex(data["key"]), bytes.fromhex(data["share_secret"])
        self._tickets = {
            place: Ticket(table, session, bytes.fromhex(token)) for place, table, session, token in data["tickets"]
        }

    def _save(self) -> None:
        if self._path is not None:
            tickets = [[place, t.table, t.session, t.token.hex()] for place, t in self._tickets.items()]
            save(self._path, {"key": self.key.hex(), "share_secret": self.share_secret.hex(), "tickets": tickets})
