"""Hosting from this computer: the table process beside the game, watched and started again when it dies."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from game.bootstrap import HOME
from game.lobby.kept import Kept
from net.lan import OPEN_CODE, HostedTable, TableSettings, self_test
from rules.values import value

DEAD_AFTER = 3.0
"""Seconds of silence after which the hosting player's game looks whether its table process still lives."""


@value
class HostWish:
    """The table somebody wants to open. `open`: anybody may join, without a code; `bots`: they fill empty seats.

    `saved`: the journal of a match to go on with, which decides what is played.
    """

    name: str
    settings: TableSettings
    open: bool = True
    bots: bool = True
    saved: Path | None = None


class Hosting:
    """The table process of this player: started, and started again when it has died.

    After the game itself was killed the process may still run: then there is nothing to start until it dies.
    """

    def __init__(self, command: Sequence[str], owner: bytes, kept: Kept | None = None) -> None:
        """Start the process; with `kept`, take up the table of that note. Raises OSError."""
        self.owner = owner
        self._command = list(command)
        self._kept = kept
        alive = kept is not None and _in_use(kept.port)
        self._table = None if alive else HostedTable(self._command, owner)

    @property
    def place(self) -> tuple[int, str] | None:
        """Port and code, once they are known."""
        if self._kept is not None:
            return self._kept.port, self._kept.code
        ready = self._table.ready if self._table is not None else None
        return None if ready is None else (int(ready["port"]), ready["code"] or OPEN_CODE)

    @property
    def failed(self) -> str:
        """Why the process cannot be started (again); empty while it can."""
        return self._table.failed if self._table is not None else ""

    @property
    def restarts(self) -> int:
        """How often it was started again."""
        return len(self._table.restarts) if self._table is not None else 0

    def poll(self, now: float, silent_for: float) -> None:
        """Watch it. Raises OSError when it cannot be started again."""
        if self._table is not None:
            self._table.poll(now)
        elif self._kept is not None and silent_for > DEAD_AFTER and not _in_use(self._kept.port):
            self._table = HostedTable(self._command, self.owner)

    def end(self) -> None:
        """End the process: nobody plays there."""
        if self._table is not None:
            self._table.close()


def table_command(folder: Path) -> list[str]:
    """The command line of a table process that keeps its files in a folder."""
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, str(HOME / "main.py")]
    return [*program, "host", "--journal", str(folder)]


def host_command(wish: HostWish, folder: Path) -> list[str]:
    """How the table process is started. The code is not on the command line, where others could read it."""
    command = [*table_command(folder), "--name", wish.name, "--variant", wish.settings.variant]
    command += ["--takeover", str(wish.settings.takeover)]
    command += ["--open"] if wish.open else []
    return [*command, "--saved", str(wish.saved)] if wish.saved is not None else command


def _in_use(port: int) -> bool:
    """Whether a program of this machine holds a port."""
    return not next(finding.ok for finding in self_test(port) if finding.test == "game_port")
