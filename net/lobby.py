"""Sitting down at a LAN table: who has which seat, swaps by consent, bots, ready. No messages and no time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from net.entrants import Entrant
from net.session import Session
from net.tableview import Sitter
from rules.bots import LEVELS
from rules.seats import SEATS, Seat
from rules.values import value


@value
class Seated:
    """Whoever has a seat: number `player` of a guest's people, or a bot (guest 0) of this level."""

    guest: int = 0
    player: int = 0
    level: str = ""


class Lobby:
    """Four seats. Every method that can be refused returns why, or '' when it was done."""

    def __init__(self) -> None:
        self.seats: list[Seated | None] = [None] * 4
        self.wishes: dict[Seat, Seat] = {}

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

    def send_off(self, guest: int, player: int) -> None:
        """One of a guest's people is not there any more; those behind him have lower numbers now."""
        self.stand(guest, player)
        for seat in self.seats_of(guest):
            at = self.seats[seat]
            if at is not None and at.player > player:
                self.seats[seat] = replace(at, player=at.player - 1)

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
        self.seats[seat] = Seated(level=level) if level else None
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

    def entrants(self, name_of: Callable[[Seat, Seated], str]) -> list[Entrant]:
        """The players of a match, in the order of their seats. All seats are taken."""
        return [Entrant(name_of(s, at), at.level or None) for s, at in enumerate(self.seats) if at is not None]

    def _forget(self, *seats: Seat) -> None:
        self.wishes = {asker: seat for asker, seat in self.wishes.items() if not {asker, seat} & set(seats)}


class Names:
    """What everybody in a lobby is called. A bot has the name of its seat, with a number when a person is called so."""

    def __init__(self, sessions: Mapping[int, Session], bot_names: Sequence[str]) -> None:
        self._sessions = sessions
        self._bot_names = bot_names

    def of(self, seat: Seat, at: Seated) -> str:
        """The name of whoever sits there."""
        if at.guest:
            return self._sessions[at.guest].people[at.player].name
        return unlike(self._bot_names[seat], {person.name for s in self._sessions.values() for person in s.people})


def unlike(name: str, taken: Collection[str]) -> str:
    """A name, with the first number that makes it another one when it is taken."""
    return next(one for one in (name, *(f"{name}{n}" for n in range(2, len(taken) + 3))) if one not in taken)


def sitters(lobby: Lobby, sessions: Mapping[int, Session], names: Names) -> tuple[Sitter | None, ...]:
    """The four seats as everybody may know them."""
    return tuple(
        None if at is None else _sitter(at, names.of(seat, at), sessions) for seat, at in enumerate(lobby.seats)
    )


def _sitter(at: Seated, name: str, sessions: Mapping[int, Session]) -> Sitter:
    if not at.guest:
        return Sitter(name, level=at.level, ready=True)
    session = sessions[at.guest]
    here = (session.ready, session.connection, session.ping, session.opens, session.helps)
    return Sitter(name, session.people[at.player].avatar, "", at.guest, at.player, *here)
