"""Several people of this computer at a LAN table: one wire for all, and for each a link of his own; one for nobody.

The hotseat screen (`game.scenes.hotseat`) then plays over the LAN as it does here.
"""

from __future__ import annotations

from dataclasses import replace

from game.lanmatch import LanLink, LanMatch
from net.link import Link, Relay
from net.messages import AutoChanged, Message, News, Prompt, PromptClosed
from rules.seats import Seat
from rules.secrecy import view_of


class SharedWire:
    """Hands everything that comes to whom it concerns. What everybody may see is that of the first without secrets."""

    def __init__(self, match: LanMatch) -> None:
        """The match runs, and has people of this computer."""
        self.link = LanLink(match)
        self.people = match.table.players if match.table is not None else ()
        self._told = 0
        """How many events of the hand everybody may see so far: what is secret altogether is not counted."""
        self._waiting: dict[int | None, list[Message]] = {player: [] for player in (*self.people, None)}

    def links(self) -> dict[int | None, Link]:
        """One for each person, by player, and one (None) for all."""
        return {player: SharedLink(self, player) for player in self._waiting}

    def seat_of(self, player: int) -> Seat:
        """Where one of the people sits in the present hand."""
        return self.link.seats[self.people.index(player)]

    def take(self, player: int | None, now: float) -> list[Message]:
        """Hear the host, and take what is for one of them."""
        for message in self.link.poll(now):
            self._sort(message)
        taken, self._waiting[player] = self._waiting[player], []
        return taken

    def _sort(self, message: Message) -> None:
        if not isinstance(message, News | Prompt | PromptClosed | AutoChanged):
            for waiting in self._waiting.values():
                waiting.append(message)
            return
        seat = message.viewer if isinstance(message, News) else message.seat
        if seat not in self.link.seats:
            return
        player = self.people[self.link.seats.index(seat)]
        self._waiting[player].append(message)
        if isinstance(message, News) and player == self.people[0]:
            events = tuple(view_of(message.events, None))
            self._told = self._told if message.first else 0
            self._waiting[None].append(replace(message, viewer=None, first=self._told, events=events))
            self._told += len(events)


class SharedLink(Relay):
    """The link of one person (or of nobody, None) on a shared wire."""

    def __init__(self, wire: SharedWire, player: int | None) -> None:
        super().__init__(wire.link)
        self._wire, self._player = wire, player

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Where this person sits in the present hand."""
        return () if self._player is None else (self._wire.seat_of(self._player),)

    def poll(self, now: float) -> list[Message]:
        """What is for this person."""
        return self._wire.take(self._player, now)
