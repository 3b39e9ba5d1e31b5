"""What a table writes down besides its journal, so that a new process goes on for the same people at the same place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from net.codes import read_code
from net.entrants import Entrant
from net.files import write_atomically
from net.journal import Record
from net.lobby import Seated
from net.play import Play
from net.recording import Book
from net.schema import Connection
from net.session import Session
from net.table import Table
from net.tableview import TableSettings, settings_data, settings_of
from net.wire import ProtocolError
from rules.errors import RulesError
from rules.evolve import fold
from rules.match import Match
from rules.values import value
from rules.variants import variant


@value
class TableBefore:
    """What is known of the table at which a saved match was played."""

    settings: TableSettings
    banned: frozenset[str]
    code: str
    port: int


def table_state(table: Table) -> dict[str, Any]:
    """Everything but the match: texts, numbers, lists and objects."""
    return {
        "id": table.id,
        "next": table.next_guest,
        "banned": sorted(table.banned),
        "awaited": sorted(table.reception.awaited.items()),
        "settings": settings_data(table.settings),
        "sessions": [session.data() for session in table.sessions.values()],
        "gone": sorted(table.gone.items()),
        "held": table.absence.held,
        "seats": [None if at is None else [at.guest, at.player, at.level] for at in table.lobby.seats],
    }


def restore(table: Table, state: dict[str, Any]) -> None:
    """Give a fresh table its people back; they are lost until they are heard of. Raises ProtocolError."""
    try:
        table.next_guest = state["next"]
        table.banned = set(state["banned"])
        table.reception.awaited = {int(player): str(name) for player, name in state["awaited"]}
        table.gone = {int(player): Connection(how) for player, how in state["gone"]}
        table.was_held = bool(state["held"])
        table.settings = settings_of(state["settings"])
        table.sessions |= {s.guest: s for s in map(Session.of, state["sessions"])}
        table.lobby.seats = [None if at is None else Seated(*at) for at in state["seats"]]
    except (KeyError, TypeError, ValueError) as error:
        raise ProtocolError(f"damaged table file ({type(error).__name__}: {error})") from error


def restore_match(table: Table, record: Record, book: Book, now: float) -> None:
    """Go on with the match of a journal: the same hand at the same event, or the next deal.

    Clocks stand still until everybody is back, or ten seconds have passed; longer if somebody had stopped them.
    Raises LogError, OptionError.
    """
    match = _before_the_last(record)
    play = table.seat_at(match, record.entrants, book)
    _change_entrants(table, play, record.entrants)
    play.resume(record.hands[-1] if record.hands else (), record.notes, now)
    if table.reception.awaited or table.was_held:
        play.pause(True, now)
    if not table.reception.awaited:
        table.absence.restarted(now)


def _change_entrants(table: Table, play: Play, recorded: Sequence[Entrant]) -> None:
    """The journal says who began: since then people may have taken seats of bots, and bots those of who has left."""
    sessions = {player: session for session in table.sessions.values() for player in session.players}
    for player, entrant in enumerate(recorded):
        session = sessions.get(player)
        if session is not None and entrant.level is not None:
            play.host.answerers.seat_person(player, session.name)
        elif session is None and entrant.level is None and player not in table.reception.awaited:
            play.host.answerers.seat_bot(player)


def host_again(table: Table, record: Record, book: Book, now: float, before: TableBefore | None = None) -> None:
    """Go on with a saved match at a new table: its people come back by their names; till then the clocks stand still.

    The clocks and bans of the table before hold on. Raises LogError, OptionError.
    """
    found = record.settings
    if before is not None:
        table.settings, table.banned = before.settings, set(before.banned)
    table.settings = replace(table.settings, variant=found.variant, options=found.options, length=found.length)
    table.reception.awaited = {
        player: entrant.name for player, entrant in enumerate(record.entrants) if entrant.level is None
    }
    restore_match(table, record, book, now)


def _before_the_last(record: Record) -> Match:
    """The match as it stood when the last recorded hand was dealt. Raises UnknownVariant, OptionError."""
    match = Match(record.settings, variant(record.settings.variant))
    for hand in record.hands[:-1]:
        match.record(fold(hand))
    return match


def save(path: Path, data: dict[str, Any]) -> None:
    """Replace a file by these values. Raises OSError."""
    write_atomically(path, json.dumps(data, ensure_ascii=False).encode())


def table_of(journal: Path, file_name: str) -> TableBefore | None:
    """The table that has written this journal; None when its file does not lie beside it, whole, any more."""
    try:
        state = load(journal.parent / file_name)
        if Path(state["journal"]).name != journal.name:
            return None
        return TableBefore(
            settings_of(state["settings"]), frozenset(state["banned"]), read_code(state["code"]), int(state["port"])
        )
    except (OSError, RulesError, LookupError, TypeError, ValueError):
        return None


def load(path: Path) -> dict[str, Any]:
    """What `save` wrote. Raises ProtocolError; OSError when it cannot be read."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"{path}: damaged ({type(error).__name__})") from error
    if not isinstance(data, dict):
        raise ProtocolError(f"{path}: damaged")
    return data
