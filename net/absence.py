"""Who is there and who is not: lost, away, replaced by a bot, back; and the pause when nobody is.

Source: guides/reliability.md 4.7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.play import Play
from net.schema import Connection
from net.session import Session

if TYPE_CHECKING:
    from net.table import Table

LOST_AFTER = 4.0
"""Seconds of silence after which somebody counts as lost."""
ALL_GONE_AFTER = 5.0
"""Seconds without anybody after which the clocks stop."""
AWAY_BUDGET = 180.0
"""Seconds for which somebody who is lost again and again is waited for in a whole match."""
RESTART_GRACE = 10.0
"""Seconds for which a new process waits for all to be back."""
LOOK_EVERY = 0.05
TELL_PINGS_EVERY = 5.0


class Absence:
    """Watches over the sessions of a table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._empty_since: float | None = None
        self._paused = False
        self._restarted_at: float | None = None
        self._now = 0.0
        self._pings: dict[int, int] = {}
        self._pings_at = 0.0

    @property
    def held(self) -> bool:
        """Whether somebody has stopped the clocks, who has to start them again."""
        play = self._table.play
        return play is not None and play.host.paused and not self._paused and not play.refused_by_disk

    def tick(self, now: float) -> None:
        """See who has fallen silent, who has been away for too long, and whether anybody is left."""
        passed = now - self._now
        if passed < LOOK_EVERY:
            return
        self._now = now
        for session in list(self._table.sessions.values()):
            self._watch_over(session, now, passed)
        if self._table.play is not None:
            self._pause_without_people(self._table.play, now)

    def restarted(self, now: float, stopped: float | None = None) -> None:
        """The table process is new, or goes on after it was `stopped`, as machines are that sleep.

        The clocks stand still until all are back, or ten seconds have passed.
        """
        self._restarted_at = self._now = now
        if not self.held:
            self._stop(now if stopped is None else stopped)
        for session in self._table.sessions.values():
            session.heard = session.lost_at = now
            if self._table.play is not None and (session.away or session.connection is Connection.BOT):
                self._table.play.take_over(session, now)

    def returned(self, session: Session, now: float) -> None:
        """Somebody is heard of again; who has said that he is away still is."""
        was, session.connection = session.connection, Connection.AWAY if session.away else Connection.HERE
        if was is Connection.LOST and session.players and not session.away:
            session.away_total += now - session.lost_at
        if self._table.play is not None and not session.away:
            self._table.play.hand_back(session)
        if was is Connection.BOT:
            self._table.notice("handback", session)
        elif was is Connection.LOST:
            self._table.notice("back", session)

    def _watch_over(self, session: Session, now: float, passed: float) -> None:
        if session.connection in (Connection.HERE, Connection.AWAY) and now - session.heard > LOST_AFTER:
            session.connection, session.lost_at = Connection.LOST, now
            self._table.notice("lost", session)
        play = self._table.play
        if session.connection is not Connection.LOST or play is None or not session.players or session.away:
            return
        if play.host.paused:
            session.lost_at += passed  # nobody waits for him now
            return
        gone = now - session.lost_at
        if gone >= self._table.settings.takeover or session.away_total + gone >= AWAY_BUDGET:
            session.away_total += gone
            session.connection = Connection.BOT
            play.take_over(session, now)
            self._table.notice("takeover", session)

    def _pause_without_people(self, play: Play, now: float) -> None:
        players = [s for s in self._table.sessions.values() if s.players]
        wanted = [s for s in players if not s.away]
        here = [s for s in wanted if s.here]
        gone = self._still_restarting(wanted, here, now) or self._all_gone(players, here, now)
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

    def take_new_pings(self, now: float) -> bool:
        """Look how far away everybody is, now and then; whether it is time to tell everybody again."""
        if now - self._pings_at < TELL_PINGS_EVERY:
            return False
        self._pings_at = now
        pings = {session.guest: session.ping for session in self._table.sessions.values()}
        before = [(self._pings.get(guest, 0), ping) for guest, ping in pings.items()]
        if all(abs(new - old) <= 5 + old // 4 for old, new in before):
            return False
        self._pings = pings
        return True

    def _stop(self, now: float) -> None:
        if self._table.play is not None:
            self._paused = True
            self._table.play.pause(True, now)
            self._table.changed()
