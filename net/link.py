"""Links: all that a front end knows of a table. One path for every mode; the LAN's is `net.zmq_link.ZmqLink`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from net.host import Host
from net.messages import Message
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
        """Whether the seat's last discard can be taken back, or the others be asked for it."""

    def take_back(self, seat: Seat, now: float) -> None:
        """Take it back, or ask the others; a TakeBackOver tells the end, and then the hand is told again."""

    def consent(self, seat: Seat, question: int, agrees: bool, now: float) -> None:
        """Agree that somebody takes a discard back, or do not (TakeBackAsked); whoever asks may think better of it."""

    def leave(self, seat: Seat, now: float) -> None:
        """Leave the table for good in the middle of the match; the rules say what that costs."""

    def close(self) -> None:
        """End the connection; at a LAN table the seat is kept for a while."""


class Relay:
    """A link that hands everything on to another; what a link over it does differently stands in a class of its own."""

    def __init__(self, link: Link) -> None:
        self._link = link

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Those of the other link."""
        return self._link.seats

    def poll(self, now: float) -> list[Message]:
        """All that the other has to say."""
        return self._link.poll(now)

    def answer(self, seat: Seat, prompt_id: int, index: int, now: float) -> bool:
        """Answer through the other."""
        return self._link.answer(seat, prompt_id, index, now)

    def ready(self, seat: Seat, now: float) -> None:
        """Ready for the next hand."""
        self._link.ready(seat, now)

    def set_auto(self, seat: Seat, on: bool, now: float) -> None:
        """Auto-win mode on or off."""
        self._link.set_auto(seat, on, now)

    def pause(self, paused: bool, now: float) -> None:
        """Stop the clocks, or let them go on."""
        self._link.pause(paused, now)

    def may_take_back(self, seat: Seat) -> bool:
        """Whether the other can."""
        return self._link.may_take_back(seat)

    def take_back(self, seat: Seat, now: float) -> None:
        """Take the last discard back, or ask the others."""
        self._link.take_back(seat, now)

    def consent(self, seat: Seat, question: int, agrees: bool, now: float) -> None:
        """Agree to that, or do not."""
        self._link.consent(seat, question, agrees, now)

    def leave(self, seat: Seat, now: float) -> None:
        """Leave for good."""
        self._link.leave(seat, now)

    def close(self) -> None:
        """Close the other, too."""
        self._link.close()


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
        """While nobody has seen a new tile."""
        return self._host.taking_back.may(seat)

    def take_back(self, seat: Seat, now: float) -> None:
        """Take the last discard back, or ask the others."""
        self._host.taking_back.want(seat, now)

    def consent(self, seat: Seat, question: int, agrees: bool, now: float) -> None:
        """Agree, or do not."""
        self._host.taking_back.consent(seat, question, agrees, now)

    def leave(self, seat: Seat, now: float) -> None:
        """Leave for good; a bot plays on."""
        self._host.leave(seat, now)

    def close(self) -> None:
        """Nothing is held open."""
