"""Sitting down at a LAN table: who has which seat, swaps by consent, bots, ready. No messages and no time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from net.keepers import Keeper
from net.session import Session
from net.tableview import Sitter
from rules.bots import LEVELS
from rules.seats import SEATS, Seat


@dataclass(slots=True, frozen=True)
class Seated:
    """Whoever has a seat: number `player` of a guest's people, or a bot (guest 0) with name and level."""

    guest: int = 0
    player: int = 0
    name: str = ""
    level: str = ""


class Lobby:
    """Four seats. Every method that can be refused returns why, or '' when it was done."""

    def __init__(self, bot_names: tuple[str, ...]) -> None:
        self.seats: list[Seated | None] = [None] * 4
        self.wishes: dict[Seat, Seat] = {}
        self._bot_names = bot_names

    def seat_of(self, guest: int, player: int) -> Seat | None:
        """Where one of a guest's people sits."""
        return next((s for s in SEATS if (at := self.seats[s]) and (at.guest, at.player) == (guest, player)), None)

    def seats_of(self, guest: int) -> list[Seat]:
        """Where a guest's people sit."""
        return [s for s in SEATS if (at := self.seats[s]) and at.guest == guest]

    def sit(self, guest: int, player: int, seat: Seat) -> str:
        """Take an empty seat or a bot's; whoever sits already changes over (the bot gets the old seat)."""
        there = self.seats[seat]
        if there is not None and there.guest:
            return "taken"
        before = self.seat_of(guest, player)
        if before is not None:
            self.seats[before] = there
        self.seats[seat] = Seated(guest, player)
        self._forget(*[s for s in (before, seat) if s is not None])
        return ""

    def stand(self, guest: int, player: int) -> str:
        """Leave a seat."""
        seat = self.seat_of(guest, player)
        if seat is None:
            return "not_seated"
        self.seats[seat] = None
        self._forget(seat)
        return ""

    def gone(self, guest: int) -> None:
        """A guest has left: all its seats are free."""
        for seat in self.seats_of(guest):
            self.seats[seat] = None
            self._forget(seat)

    def ask_swap(self, guest: int, player: int, seat: Seat) -> str:
        """Wish to swap with somebody."""
        own, there = self.seat_of(guest, player), self.seats[seat]
        if own is None:
            return "not_seated"
        if there is None or not there.guest or own == seat:
            return "nobody_there"
        self.wishes[own] = seat
        return ""

    def answer_swap(self, guest: int, asker: Seat, accept: bool) -> str:
        """Whoever was asked from that seat agrees, or does not."""
        seat = self.wishes.get(asker)
        if seat is None or (there := self.seats[seat]) is None or there.guest != guest:
            return "not_asked"
        del self.wishes[asker]
        if accept:
            self.seats[asker], self.seats[seat] = self.seats[seat], self.seats[asker]
            self._forget(asker, seat)
        return ""

    def bot(self, seat: Seat, level: str) -> str:
        """Seat a bot, or with level '' send one away."""
        there = self.seats[seat]
        if there is not None and there.guest:
            return "taken"
        if level and level not in LEVELS:
            return "level"
        used = {at.name for at in self.seats if at is not None}
        name = next((n for n in self._bot_names if n not in used), f"Bot {seat + 1}")
        self.seats[seat] = Seated(0, 0, name, level) if level else None
        return ""

    def fill(self, level: str) -> None:
        """Bots on all empty seats."""
        for seat in SEATS:
            if self.seats[seat] is None:
                self.bot(seat, level)

    @property
    def full(self) -> bool:
        """Whether four sit."""
        return None not in self.seats

    @property
    def guests(self) -> set[int]:
        """Guests that have a seat."""
        return {at.guest for at in self.seats if at is not None and at.guest}

    def keepers(self, name_of: Callable[[Seated], str]) -> list[Keeper]:
        """The players of a match, in the order of their seats. All seats are taken."""
        return [
            Keeper(name_of(at), None) if at.guest else Keeper(at.name, at.level) for at in self.seats if at is not None
        ]

    def _forget(self, *seats: Seat) -> None:
        self.wishes = {asker: seat for asker, seat in self.wishes.items() if not {asker, seat} & set(seats)}


def sitters(lobby: Lobby, sessions: Mapping[int, Session]) -> tuple[Sitter | None, ...]:
    """The four seats as everybody may know them."""
    return tuple(None if at is None else _sitter(at, sessions) for at in lobby.seats)


def _sitter(at: Seated, sessions: Mapping[int, Session]) -> Sitter:
    if not at.guest:
        return Sitter(at.name, level=at.level, ready=True)
    session = sessions[at.guest]
    person = session.people[at.player]
    here = (session.ready, session.connection, session.ping, session.opens)
    return Sitter(person.name, person.avatar, "", at.guest, at.player, *here)
