"""The host's part of one fair deal: commitments in, shares in, then the hand is dealt from all of them.

Whoever does not answer in time adds nothing, which the record shows. Source: guides/reliability.md 4.15.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from hashlib import sha256
from typing import Any

from net.fairdeal import commitment, context_of, seed_of
from rules.match import Match
from rules.round import Deal
from rules.seats import SEATS
from rules.tiles import NAME_OF

PATIENCE = 3.0
"""Seconds to wait for a client's commitment, and again for its share."""


class Shuffle:
    """One deal being agreed on. `players`: those whose clients add a share."""

    def __init__(self, match: Match, table: str, players: Iterable[int], now: float) -> None:
        self.hand = match.hands + 1
        self.digests = [b""] * 4
        self.shares = [b""] * 4
        self.opened = False
        self._match = match
        self._table = table
        self._waiting = set(players)
        self._players = frozenset(self._waiting)
        self._due = now + PATIENCE
        self._kinds = [NAME_OF[kind] for kind in match.rules.tiles.kinds]
        secret = match.settings.seed + b"share" + self.hand.to_bytes(4, "big")
        self._share = sha256(secret).digest()
        self.digest = commitment(table, self.hand, self._share, context_of(self._kinds))

    @property
    def due(self) -> float:
        """When the next step comes at the latest."""
        return self._due

    def commit(self, player: int, digest: bytes) -> bool:
        """A client commits; False when it is too late or a second time."""
        if self.opened or player not in self._waiting:
            return False
        self.digests[player] = digest
        self._waiting.discard(player)
        return True

    def show(self, player: int, share: bytes) -> bool:
        """A client shows its share; False when it is not the one committed to."""
        if not self.opened or player not in self._waiting:
            return False
        if commitment(self._table, self.hand, share) != self.digests[player]:
            return False
        self.shares[player] = share
        self._waiting.discard(player)
        return True

    def opens(self, now: float) -> bool:
        """Whether all commitments are in (or too late), just now: from now on shares are shown."""
        if self.opened or (self._waiting and now < self._due):
            return False
        self.opened = True
        self._waiting = {player for player in self._players if self.digests[player]}
        self._due = now + PATIENCE
        return True

    def done(self, now: float) -> bool:
        """Whether all shares are in, or too late."""
        return self.opened and (not self._waiting or now >= self._due)

    def gone(self, player: int) -> None:
        """A client is not there any more."""
        self._waiting.discard(player)

    def note(self) -> dict[str, Any]:
        """What is written down before the first tile is dealt."""
        return {
            "table": self._table, "hand": self.hand, "kinds": self._kinds, "digest": self.digest,
            "share": self._share, "digests": self.digests, "shares": self.shares,
        }  # fmt: skip


def checked(note: dict[str, Any]) -> dict[str, Any]:
    """The same note, from a file of anybody. Raises KeyError, TypeError, ValueError when no table has written it."""
    shares = [note["share"], *note["shares"]]
    typed = isinstance(note["table"], str) and type(note["hand"]) is int and len(shares) == 1 + len(SEATS)
    if not typed or not all(isinstance(share, bytes) and len(share) in (0, 32) for share in shares):
        raise ValueError("no shares of a deal")
    return note


def fair_deal(match: Match, note: dict[str, Any]) -> Deal:
    """The next hand of a match from the shares in a note."""
    fair = copy(match)
    seed = seed_of(note["table"], note["hand"], note["share"], note["shares"])
    fair.settings = replace(match.settings, seed=seed)
    return fair.next_deal()
