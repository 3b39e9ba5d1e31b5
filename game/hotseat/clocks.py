"""Thinking time at a hotseat table: it passes only while its owner sees his tiles."""

from __future__ import annotations

from collections.abc import Iterable

from game.playback import Playback
from net.link import Link


class Clocks:
    """Stops and starts the clocks of the table; whatever runs out is stretched by how long they stood still.

    `stand` False: others play elsewhere, and nothing stops the clocks.
    """

    def __init__(self, link: Link, playbacks: Iterable[Playback], stand: bool = True) -> None:
        self.stand = stand
        self._link, self._playbacks = link, tuple(playbacks)
        self._stood_since: float | None = None

    def go_on(self, held_at: Iterable[float | None], now: float) -> None:
        """What lay over the table is gone; `held_at`: since when it held the clocks of each table."""
        stood = [at for at in (self._stood_since, *held_at) if at is not None]
        self._stood_since = min(stood, default=None)
        self.run(True, now)

    def run(self, running: bool, now: float) -> None:
        """Let them go on, or stand still."""
        if not self.stand:
            return
        if running and self._stood_since is not None:
            for playback in self._playbacks:
                playback.stretch(now - self._stood_since)
            self._stood_since = None
            self._link.pause(False, now)
        elif not running and self._stood_since is None:
            self._stood_since = now
            self._link.pause(True, now)
