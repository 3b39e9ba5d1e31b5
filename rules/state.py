"""The state of one hand: what all events so far add up to.

A state belongs to whoever folds events into it. Only `rules.evolve` writes to it (a test looks for other writers);
whoever wants to keep a moment takes a `copy()`. A seat's view is the same type, folded from that seat's redacted
events: it has HIDDEN where the seat does not know. `masked` makes the same view from the truth; that both agree at
every event is tested for every variant.
"""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple, TypeVar

from rules.commands import Command
from rules.events import Ask, Mark, Stage, Won
from rules.hand import Hand
from rules.melds import Meld
from rules.score import Transfer
from rules.seats import SEATS, Seat
from rules.tiles import HIDDEN, Tile

Owned = TypeVar("Owned")


class Offered(NamedTuple):
    """A tile that others may claim: a discard, or a kong being added (`robbing`)."""

    seat: Seat
    tile: Tile
    robbing: bool


class SeatState:
    """One seat: hand, melds, river, winning tiles taken, marks, and the points of this hand.

    `draws` and `asked` count its draws and asks; `shown` are the tiles that it has shown; `secrets` are marks that it
    alone knows. `out`: has won and does not play on; `left`: its player has left the table in mid-hand.
    """

    __slots__ = (
        "asked", "draws", "hand", "left", "marks", "melds", "out", "points", "river", "secrets", "shown", "won"
    )  # fmt: skip

    def __init__(self) -> None:
        self.hand = Hand()
        self.melds: list[Meld] = []
        self.river: list[Tile] = []
        self.won: list[Tile] = []
        self.shown: tuple[Tile, ...] = ()
        self.marks: dict[str, Mark] = {}
        self.secrets: dict[str, Mark] = {}
        self.draws = 0
        self.asked = 0
        self.points = 0
        self.out = False
        self.left = False

    def copy(self) -> SeatState:
        """An independent copy."""
        new = SeatState.__new__(SeatState)
        new.hand = self.hand.copy()
        new.melds = self.melds[:]
        new.river = self.river[:]
        new.won = self.won[:]
        new.shown = self.shown
        new.marks = self.marks.copy()
        new.secrets = self.secrets.copy()
        new.draws = self.draws
        new.asked = self.asked
        new.points = self.points
        new.out = self.out
        new.left = self.left
        return new

    def masked(self) -> SeatState:
        """This seat as another one sees it."""
        new = SeatState.__new__(SeatState)
        new.hand = self.hand.masked()
        new.melds = [meld.face_down() if meld.down else meld for meld in self.melds]
        new.river = self.river[:]
        new.won = self.won[:]
        new.shown = self.shown
        new.marks = self.marks.copy()
        new.secrets = {}
        new.draws = self.draws
        new.asked = 0
        new.points = self.points
        new.out = self.out
        new.left = self.left
        return new

    def masks(self, view: SeatState) -> bool:
        """Whether `view` equals `masked()`, without making it."""
        if _SEEN_OF_SEAT(view) != _SEEN_OF_SEAT(self) or view.secrets or view.asked or not self.hand.masks(view.hand):
            return False
        return view.melds == [meld.face_down() if meld.down else meld for meld in self.melds]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeatState) and bool(_SEAT_FIELDS(self) == _SEAT_FIELDS(other))

    __hash__ = None  # type: ignore[assignment]  # a state changes


class RoundState:
    """One hand at one moment.

    `turn` is the seat that the stage is about; `chain` counts its kongs in a row, `opening` the opening steps begun,
    `calls` the melds made, `last_call` the discards made before the last of them. `flipped` are (tile, why, whether it
    was taken out of the wall); `ledger` is what was paid, in batches; `marks` are those of the table.
    """

    __slots__ = (
        "answers", "asks", "buried", "calls", "chain", "dealer", "dice", "discards", "drawn_out", "flipped",
        "indicator", "last_call", "ledger", "marks", "next_dealer", "next_streak", "number", "offered", "opening",
        "options", "over", "seats", "stage", "stand_ins", "streak", "turn", "variant", "wall", "wilds", "wins",
    )  # fmt: skip

    def __init__(self) -> None:
        self.variant = ""
        self.options: tuple[tuple[str, str], ...] = ()
        self.number = 0
        self.dealer: Seat = 0
        self.streak = 0
        self.stage = Stage.OPENING
        self.opening = 0
        self.turn: Seat = 0
        self.wall: list[Tile] = []
        self.dice: tuple[int, ...] = ()
        self.indicator: tuple[Tile, ...] = ()
        self.wilds: tuple[Tile, ...] = ()
        self.stand_ins: tuple[tuple[Tile, Tile], ...] = ()
        self.flipped: list[tuple[Tile, str, bool]] = []
        self.buried: list[Tile] = []
        self.seats = [SeatState() for _ in SEATS]
        self.offered: Offered | None = None
        self.discards: list[tuple[Seat, Tile]] = []
        self.calls = 0
        self.last_call = 0
        self.chain = 0
        self.marks: dict[str, Mark] = {}
        self.asks: dict[Seat, Ask] = {}
        self.answers: dict[Seat, tuple[Ask, Command]] = {}
        self.ledger: list[tuple[Transfer, ...]] = []
        self.wins: list[Won] = []
        self.over = False
        self.drawn_out = False
        self.next_dealer: Seat | None = None
        self.next_streak = 0

    def copy(self) -> RoundState:
        """An independent copy."""
        return self._copied(None)

    def masked(self, seat: Seat | None) -> RoundState:
        """What a seat may know of this moment; None is a spectator, who knows no hand."""
        new = self._copied((seat,))
        new.wall = [HIDDEN] * len(self.wall)
        new.buried = [HIDDEN] * len(self.buried)
        new.asks, new.answers = _only(seat, self.asks), _only(seat, self.answers)
        return new

    def masks(self, seat: Seat | None, view: RoundState) -> bool:
        """Whether `view` equals `masked(seat)`, without making it."""
        if _SEEN_BY_ALL(view) != _SEEN_BY_ALL(self):
            return False
        if view.wall != [HIDDEN] * len(self.wall) or view.buried != [HIDDEN] * len(self.buried):
            return False
        if view.asks != _only(seat, self.asks) or view.answers != _only(seat, self.answers):
            return False
        truth, seen = self.seats, view.seats
        return all(truth[s] == seen[s] if s == seat else truth[s].masks(seen[s]) for s in SEATS)

    def laid_open(self) -> RoundState:
        """This moment with the hands that every seat has shown (`Shown`): what all know once a hand is over."""
        new = self.copy()
        for seat in new.seats:
            if seat.shown:
                seat.hand = Hand(seat.shown)
        return new

    def _copied(self, viewer: tuple[Seat | None] | None) -> RoundState:
        new = RoundState.__new__(RoundState)
        for name in _PLAIN:
            setattr(new, name, getattr(self, name))
        for name in _LISTS:
            setattr(new, name, getattr(self, name)[:])
        for name in _DICTS:
            setattr(new, name, getattr(self, name).copy())
        seats = self.seats
        new.seats = [seats[s].copy() if viewer is None or s == viewer[0] else seats[s].masked() for s in SEATS]
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RoundState) and bool(_FIELDS(self) == _FIELDS(other))

    __hash__ = None  # type: ignore[assignment]  # a state changes

    def differences(self, other: RoundState) -> list[str]:
        """Names of the fields in which two states differ, for messages of checks."""
        out = [f for f in self.__slots__ if f != "seats" and getattr(self, f) != getattr(other, f)]
        for s in SEATS:
            mine, theirs = self.seats[s], other.seats[s]
            out += [f"seat {s} {f}" for f in mine.__slots__ if getattr(mine, f) != getattr(theirs, f)]
        return out


def _only(seat: Seat | None, owned: dict[Seat, Owned]) -> dict[Seat, Owned]:
    return {seat: owned[seat]} if seat in owned else {}


_LISTS = ("wall", "flipped", "buried", "discards", "ledger", "wins")
_DICTS = ("marks", "asks", "answers")
_FIELDS = attrgetter(*RoundState.__slots__)
_SEAT_FIELDS = attrgetter(*SeatState.__slots__)
_SEEN_BY_ALL = attrgetter(*(f for f in RoundState.__slots__ if f not in ("wall", "buried", "asks", "answers", "seats")))
_SEEN_OF_SEAT = attrgetter(*(f for f in SeatState.__slots__ if f not in ("hand", "melds", "secrets", "asked")))
_PLAIN = tuple(f for f in RoundState.__slots__ if f not in (*_LISTS, *_DICTS, "seats"))
