"""Who may connect: not too many from one machine, not too fast, and only those who then say who they are.

A ROUTER cannot drop one peer. So a key that was let in and has not introduced itself in time counts as silent: when
there are too many of them from one machine, nobody new comes in from there for a while, and `silent` tells the owner of
the sockets when all connections are better closed. This machine itself has no limits.
Source: guides/reliability.md 4.3, 4.10.
"""

from __future__ import annotations

from collections.abc import Callable

from net.session import Bucket

HELLO_WITHIN = 2.0
"""Seconds in which a new connection has to lead to a session."""
SILENT_FROM_ONE = 8
"""Silent keys from one machine within SHUT_FOR seconds, after which nobody new is let in from there."""
SHUT_FOR = 60.0
MOST_KEPT = 1000
_LOOPBACK = ("127.", "::1")


class Arrivals:
    """The keys that were let in, with their addresses."""

    def __init__(self, known: Callable[[str], bool]) -> None:
        """`known`: whether a key belongs to somebody at the table."""
        self._known = known
        self._paces: dict[str, Bucket] = {}
        self._addresses: dict[str, str] = {}
        self._came: dict[str, float] = {}
        """When those were let in who have not introduced themselves yet."""

    def admit(self, key: str, address: str, now: float) -> bool:
        """Whether a new connection is let in: three a second from one machine, and no more silent ones."""
        if address.startswith(_LOOPBACK):
            return True
        for there in [key for key in self._came if self._known(key)]:
            del self._came[there]
        if len(self._paces) > MOST_KEPT:
            self._paces.clear()
        if not self._paces.setdefault(address, Bucket(3, 12)).take(now):
            return False
        if not self._known(key):
            if self._silent_from(address, now) >= SILENT_FROM_ONE:
                return False
            self._came[key] = now
        self._addresses.pop(key, None)
        self._addresses[key] = address
        while len(self._addresses) > MOST_KEPT:
            oldest = next(iter(self._addresses))
            del self._addresses[oldest]
            self._came.pop(oldest, None)
        return True

    def address(self, key: str) -> str:
        """The machine from which a key came last; '' is this one."""
        return self._addresses.get(key, "")

    def silent(self, now: float) -> int:
        """How many connections may be open that nobody has introduced in time."""
        return sum(now - at > HELLO_WITHIN and not self._known(key) for key, at in self._came.items())

    def all_closed(self) -> None:
        """Every connection has been closed."""
        self._came.clear()

    def _silent_from(self, address: str, now: float) -> int:
        return sum(
            HELLO_WITHIN < now - at < SHUT_FOR for key, at in self._came.items() if self._addresses.get(key) == address
        )
