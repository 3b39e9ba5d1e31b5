"""Whether whoever lets a client in at a place is still the table at which it was before."""

from __future__ import annotations

from net.client import Status
from net.zmq_link import GONE, Wire

SETTLING = 2.0
"""Seconds in which a new table that goes on with the same match gives everybody his place."""


class SameTable:
    """Watches a wire. `table`: the id of the table it belongs to; empty: the first one that lets it in.

    A saved match is hosted again as a new table, whose code and port may be those of before: there everybody gets his
    place by his name. At any other table one is a stranger, who does nothing and leaves.
    """

    def __init__(self, table: str = "") -> None:
        self.table = table
        self._stranger_since: float | None = None

    @property
    def stranger(self) -> bool:
        """Whether another table has let us in, of which it is not known yet whether it goes on with our match."""
        return self._stranger_since is not None

    def watch(self, wire: Wire, now: float) -> None:
        """Look who has let us in; leave a table of others."""
        client = wire.client
        if client.status is not Status.JOINED or client.ticket is None:
            return
        self.table = self.table or client.ticket.table
        if client.ticket.table == self.table:
            self._stranger_since = None
            return
        if self._stranger_since is None:
            self._stranger_since = now
        if now - self._stranger_since <= SETTLING:
            return
        if client.players:
            self.table, self._stranger_since = client.ticket.table, None
            return
        client.order("leave")
        wire.say_now(now)
        client.status, client.why, client.ticket = Status.ENDED, GONE, None
