"""Links: all that a front end knows of a table. One path for every mode; the LAN's is `net.zmq_link.ZmqLink`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from net.host import Host
from net.messages import Message
from net.takeback import may_take_back, take_back
from rules.seats import Seat


class Link(Protocol):
    """A wire to a host, for one or more local players."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Where the local players sit in the present hand."""

    def poll(self, now: float) -> list[Message]:
        """What the host has to say."""

    def answer(self, seat: Seat, prompt_id: int, index: int, now: float) -> bool:
        """Answer a prompt; False when it is known to come too late."""

    def ready(self, seat: Seat, now: float) -> None:
        """Ready for the next hand."""

    def set_auto(self, seat: Seat, on: bool, now: float) -> None:
        """Auto-win mode on or off."""

    def pause(self, paused: bool, now: float) -> None:
        """Stop the clocks, or let them go on; a table with others at it goes on regardless."""

    def may_take_back(self, seat: Seat) -> bool:
        """Whether the seat's last discard can be taken back."""

    def take_back(self, seat: Seat, now: float) -> bool:
        """Take it back: the hand is told again from its start. False when it is too late."""

    def leave(self, seat: Seat, now: float) -> None:
        """Leave the table for good in the middle of the match; the rules say what that costs."""

    def close(self) -> None:
        """End the connection; at a LAN table the seat is kept for a while."""


class LocalLink:
    """A host in the same process. Polling it also lets its time pass."""

    def __init__(self, host: Host, players: Sequence[int]) -> None:
        """Attach the players; without any, a spectator."""
        self._host = host
        self._players = tuple(players)
        self._viewers: tuple[int | None, ...] = self._players or (None,)
        for viewer in self._viewers:
            host.attach(viewer)

    def of(self, player: int | None) -> LocalLink:
        """A wire of one player's own to the same host; of None, a spectator's."""
        return LocalLink(self._host, () if player is None else (player,))

    @property
    def players(self) -> tuple[int, ...]:
        """The local players."""
        return self._players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Where the players sit."""
        return tuple(self._host.seat_of(player) for player in self._players)

    def poll(self, now: float) -> list[Message]:
        """Let time pass and take all messages."""
        self._host.tick(now)
        return [message for viewer in self._viewers for message in self._host.outbox(viewer, now)]

    def answer(self, seat: Seat, prompt_id: int, index: int, now: float) -> bool:
        """Answer a prompt."""
        return self._host.answer(seat, prompt_id, index, now)

    def ready(self, seat: Seat, now: float) -> None:
        """Ready for the next hand."""
        self._host.ready(seat, now)

    def set_auto(self, seat: Seat, on: bool, now: float) -> None:
        """Auto-win mode on or off."""
        self._host.set_auto(seat, on, now)

    def pause(self, paused: bool, now: float) -> None:
        """Stop the clocks, or let them go on."""
        if paused:
            self._host.pause(now)
        else:
            self._host.unpause(now)

    def may_take_back(self, seat: Seat) -> bool:
        """While nobody but bots has passed and drawn since."""
        return may_take_back(self._host, seat)

    def take_back(self, seat: Seat, now: float) -> bool:
        """Take the last discard back."""
        return take_back(self._host, seat, now)

    def leave(self, seat: Seat, now: float) -> None:
        """Leave for good; a bot plays on."""
        self._host.leave(seat, now)

    def close(self) -> None:
        """Nothing is held open."""
