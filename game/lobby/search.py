"""The search for tables of the local network, polled by whatever screen is open."""

from __future__ import annotations

from net.beacon import Finder
from net.discovery import FoundTable

AGAIN_AFTER = 5.0


class TableSearch:
    """Asks for tables; without a network there are none, and it tries again later."""

    def __init__(self) -> None:
        self._finder: Finder | None = None
        self._begins = float("-inf")
        self.tables: tuple[FoundTable, ...] = ()

    def poll(self, now: float) -> bool:
        """Look; whether the list is another one than before."""
        if now < self._begins:
            return False
        before = self.tables
        try:
            if self._finder is None:
                self._finder = Finder()
            self.tables = self._finder.poll(now)
        except OSError:
            self.close()
            self._begins = now + AGAIN_AFTER
        return [_looks(table) for table in before] != [_looks(table) for table in self.tables]

    def close(self) -> None:
        """Stop asking; the next poll begins anew."""
        if self._finder is not None:
            self._finder.close()
        self._finder, self.tables = None, ()


def signal(seconds: float) -> int:
    """One to four bars for how long an answer takes."""
    return next((bars for bars, most in ((4, 0.08), (3, 0.15), (2, 0.4)) if seconds <= most), 1)


def _looks(table: FoundTable) -> tuple[object, ...]:
    return table.offer, table.address, signal(table.seconds)
