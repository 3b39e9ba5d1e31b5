"""A recorded match as the viewer needs it: its hands in order, who sat where, and whose eyes saw it.

A journal (`net.journal`) knows everything. What a LAN client has kept of a hand (`net.keepsake`) knows only what its
seat was told; the files of one table together are one match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgpack

from game.records.sitters import Sitters, read_sitters
from game.tableinfo import TableInfo
from net.journal import Record, read_journal
from net.keepsake import SUFFIX as KEPT_SUFFIX
from net.recording import TAKE_BACK
from net.remarks import Remark, remark_of
from rules.errors import RulesError
from rules.events import Event, RoundEnded, RoundStarted
from rules.evolve import fold
from rules.log import decode_all
from rules.match import Match
from rules.seats import SEATS, Seat
from rules.values import value
from rules.variants import variant

SOME_BOT = "bot"
MADE_UP = (LookupError, ValueError, TypeError, AttributeError, StopIteration)
"""What folding events raises that no table has ever written."""


class RecordError(RulesError):
    """A file that cannot be shown: no record, or one whose events do not follow from each other."""


@value
class RecordedHand:
    """A hand: its events, who sat on which seat, the totals of players 0-3 before it, and what was said meanwhile.

    `seat`: whose view the events are; None when they are the truth. `taken_back`: after how many events a discard was
    taken back, and whose; the discard itself does not count, and is not among them.
    """

    events: tuple[Event, ...]
    players: tuple[int, ...]
    before: tuple[int, ...]
    seat: Seat | None = None
    said: tuple[Remark, ...] = ()
    taken_back: tuple[tuple[int, Seat], ...] = ()

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return any(isinstance(event, RoundEnded) for event in self.events)

    @property
    def number(self) -> int:
        """Its number in the match."""
        return next((event.number for event in self.events if isinstance(event, RoundStarted)), 0)


@value
class Recorded:
    """A match: the table, its hands, the totals at the end.

    `person`: the player whose record it is, None when only bots played. `cut_off`: the file ends in mid-record.
    """

    table: TableInfo
    hands: tuple[RecordedHand, ...]
    totals: tuple[int, ...]
    person: int | None
    cut_off: bool = False

    @property
    def partial(self) -> bool:
        """Whether it knows only what one seat was told."""
        return any(hand.seat is not None for hand in self.hands)


def read_recorded(path: Path, name: str = "") -> Recorded:
    """Read a record of any kind; `name` is the player's own, who looks at it.

    Raises RulesError in one line that says what is wrong; OSError when the file cannot be read.
    """
    try:
        recorded = _from_kept(path, name) if path.suffix == KEPT_SUFFIX else _from_journal(path, name)
        for hand in recorded.hands:
            fold(hand.events)
    except MADE_UP as error:
        raise RecordError(f"{path}: its events do not follow from each other ({error!r})") from error
    return recorded


def _from_journal(path: Path, name: str) -> Recorded:
    record = read_journal(path)
    match = Match(record.settings, variant(record.settings.variant))
    hands = tuple(_hands(record, match))
    if not hands:
        raise RecordError(f"{path}: no hand was dealt")
    return Recorded(table_of(record), hands, tuple(match.totals), person_of(record, name), record.cut_off)


def _hands(record: Record, match: Match) -> Iterator[RecordedHand]:
    for events in record.hands:
        hand = RecordedHand(events, tuple(match.players), tuple(match.totals))
        notes = [note for note in record.notes if note.get("hand") == hand.number]
        said = (remark_of(note) for note in notes if note["n"] == "said")
        regrets = ((note["at"], note["seat"]) for note in notes if note["n"] == TAKE_BACK and note["taken"])
        yield replace(hand, said=tuple(said), taken_back=tuple(regrets))
        if any(isinstance(event, RoundEnded) for event in events):
            match.record(fold(events))


def table_of(record: Record) -> TableInfo:
    """The table of a journal. Raises UnknownVariant, OptionError, JournalError."""
    found = variant(record.settings.variant)
    if len(record.entrants) != len(SEATS):
        raise RecordError(f"a table has four players, not {len(record.entrants)}")
    a, b, c, d = record.entrants
    rules = found.rules(dict(record.settings.options))
    return TableInfo(found, rules, (a.name, b.name, c.name, d.name), (a.level, b.level, c.level, d.level))


def person_of(record: Record, name: str) -> int | None:
    """Whose record it is: the player of this name, else the first person; None when only bots played."""
    people = [player for player, entrant in enumerate(record.entrants) if entrant.level is None]
    return next((player for player in people if record.entrants[player].name == name), people[0] if people else None)


# ---- what a client has kept ------------------------------------------------------------------------------------------


def siblings(path: Path) -> list[Path]:
    """The files of the same table as one of a client's, in the order of their hands."""
    return sorted(path.parent.glob(f"{table_id(path)}-*{KEPT_SUFFIX}"))


def lan_folder(path: Path) -> Path:
    """The LAN part of the data folder that a client's file lies in: lan/player-1/proofs/table-0001.proof."""
    return path.parent.parent.parent


def table_id(path: Path) -> str:
    """The table that a client's file is of."""
    return path.stem.rpartition("-")[0]


def _from_kept(path: Path, name: str) -> Recorded:
    totals, hands, kept = [0, 0, 0, 0], [], [_read_kept(file) for file in siblings(path)]
    sitters = read_sitters(lan_folder(path), table_id(path))
    for one in kept:
        start = one.events[0] if one.events else None
        if not isinstance(start, RoundStarted):
            raise RecordError(f"{path}: a hand starts with RoundStarted")
        known = None if sitters is None else sitters.hands.get(str(start.number))
        players = tuple(SEATS) if known is None or sorted(known) != list(SEATS) else known
        hands.append(RecordedHand(one.events, players, tuple(totals), one.seat, one.said, one.taken_back))
        for seat, owner in enumerate(fold(one.events).seats):
            totals[players[seat]] += owner.points
    person = hands[0].players[kept[0].seat]
    table = _table_of_kept(hands[0], sitters, name)
    return Recorded(table, tuple(hands), tuple(totals), person)


def _table_of_kept(hand: RecordedHand, sitters: Sitters | None, name: str) -> TableInfo:
    start = next(event for event in hand.events if isinstance(event, RoundStarted))
    found = variant(start.variant)
    rules = found.rules(dict(start.options))
    if sitters is not None:
        a, b, c, d = (SOME_BOT if bot else None for bot in sitters.bots)
        return TableInfo(found, rules, sitters.names, (a, b, c, d))
    a, b, c, d = (name if one == hand.seat else "" for one in SEATS)
    return TableInfo(found, rules, (a, b, c, d))


@value
class _Kept:
    seat: Seat
    events: tuple[Event, ...]
    said: tuple[Remark, ...]
    taken_back: tuple[tuple[int, Seat], ...]


def _read_kept(path: Path) -> _Kept:
    try:
        data: Any = msgpack.unpackb(path.read_bytes())
        seat: Seat = data["seat"]
        if seat not in SEATS:
            raise RecordError(f"{path}: kept by nobody who sat at the table")
        said, taken_back = map(remark_of, data.get("said", ())), map(_regret, data.get("taken_back", ()))
        return _Kept(seat, tuple(decode_all(data["told"])), tuple(said), tuple(taken_back))
    except (msgpack.exceptions.UnpackException, *MADE_UP) as error:
        raise RecordError(f"{path}: no record of a hand ({error!r})") from error


def _regret(data: Any) -> tuple[int, Seat]:
    """After how many events a discard was taken back, and whose, as a file of anybody has it. Raises ValueError."""
    count, seat = data
    if type(count) is not int or count < 0 or seat not in SEATS:
        raise ValueError("no discard that was taken back")
    return count, seat


def renamed(recorded: Recorded, other: Callable[[int], str]) -> Recorded:
    """The record with words for the players whose names it does not tell: `other` of 1-4."""
    a, b, c, d = (name or other(number) for number, name in enumerate(recorded.table.names, 1))
    return replace(recorded, table=replace(recorded.table, names=(a, b, c, d)))
