"""Who is there and who is not: lost, away, replaced by a bot, back; and the pause when nobody is.

Source: guides/reliability.md 4.7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.play import Play
from net.session import Session
from net.tableview import Connection

if TYPE_CHECKING:
    from net.table import Table

LOST_AFTER = 4.0
ALL_GONE_AFTER = 5.0
AWAY_BUDGET = 180.0
RESTART_GRACE = 10.0


class Absence:
    """Watches over the sessions of a table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._empty_since: float | None = None
        self._paused = False
        self._restarted_at: float | None = None

    def tick(self, now: float) -> None:
        """See who has fallen silent, who has been away for too long, and whether anybody is left."""
        for session in list(self._table.sessions.values()):
            self._watch_over(session, now)
        if self._table.play is not None:
            self._pause_without_people(self._table.play, now)

    def restarted(self, now: float) -> None:
        """The table process is new: the clocks stand still until all are back, or ten seconds have passed."""
        self._restarted_at = now
        self._stop(now)

    def returned(self, session: Session) -> None:
        """Somebody is heard of again."""
        was, session.connection = session.connection, Connection.HERE
        if self._table.play is not None:
            self._table.play.hand_back(session)
        if was is Connection.BOT:
            self._table.notice("handback", session)
        elif was is Connection.LOST:
            self._table.notice("back", session)

    def _watch_over(self, session: Session, now: float) -> None:
        if session.connection in (Connection.HERE, Connection.AWAY) and now - session.heard > LOST_AFTER:
            session.connection, session.lost_at = Connection.LOST, now
            self._table.notice("lost", session)
        play = self._table.play
        if session.connection is not Connection.LOST or play is None or play.host.paused or not session.players:
            return
        gone = now - session.lost_at
        if gone >= self._table.settings.takeover or session.away_total + gone >= AWAY_BUDGET:
            session.away_total += gone
            session.connection = Connection.BOT
            play.take_over(session, now)
            self._table.notice("takeover", session)

    def _pause_without_people(self, play: Play, now: float) -> None:
        players = [s for s in self._table.sessions.values() if s.players]
        here = [s for s in players if s.here]
        gone = self._still_restarting(players, here, now) or self._all_gone(players, here, now)
        if gone and not play.host.paused:
            self._stop(now)
        elif not gone and here and self._paused:
            self._paused = False
            play.unpause(now)
            self._table.changed()

    def _still_restarting(self, players: list[Session], here: list[Session], now: float) -> bool:
        if self._restarted_at is None:
            return False
        if here and (len(here) == len(players) or now - self._restarted_at >= RESTART_GRACE):
            self._restarted_at = None
        return self._restarted_at is not None

    def _all_gone(self, players: list[Session], here: list[Session], now: float) -> bool:
        self._empty_since = None if here else (now if self._empty_since is None else self._empty_since)
        return bool(players) and self._empty_since is not None and now - self._empty_since >= ALL_GONE_AFTER

    def _stop(self, now: float) -> None:
        if self._table.play is not None:
            self._paused = True
            self._table.play.pause(True, now)
            self._table.changed()
