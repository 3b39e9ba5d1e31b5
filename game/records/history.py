"""The history of the player here: made again from the records, and taken out as a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from game.files import LAN, RECORDS, free_path, write_atomically
from game.newmatch import PlayedHand
from game.ownplayer import OwnPlayer
from game.profiles import STAMP, HandResult
from game.records.index import Entry
from game.records.recorded import MADE_UP, read_recorded, table_id
from game.records.sitters import lan_key, read_sitters
from net.journal import JOURNAL_SUFFIX
from net.keepsake import SUFFIX as KEPT_SUFFIX
from rules.errors import RulesError
from rules.evolve import fold

COLUMNS = (
    "played", "record", "hand", "variant", "points", "coins", "won", "self_drawn", "dealt_in", "drawn", "worth", "unit",
    "patterns", "tiles", "opponents",
)  # fmt: skip
FILE = "sifang-history"


def own_records(data: Path) -> list[Path]:
    """The matches that were played at this computer; what came from elsewhere is not among them.

    Of a LAN table what its client has kept, the file of the first hand, where it is known who sat there.
    """
    journals = sorted((data / RECORDS).glob(f"*{JOURNAL_SUFFIX}"))
    lan = data / LAN
    tables = {(path.parent, table_id(path)): path for path in sorted(lan.rglob(f"*{KEPT_SUFFIX}"), reverse=True)}
    return journals + [path for (_, table), path in tables.items() if read_sitters(lan, table) is not None]


def rebuild(own_player: OwnPlayer, records: Iterable[Path]) -> Iterator[int]:
    """Book every hand of the player here that the records hold and the book lacks; the number of each match's hands.

    A step of the iterator is one record. One that cannot be used counts as none, and so does one of somebody else.
    """
    for path in records:
        try:
            yield _book(own_player, path)
        except (RulesError, OSError, *MADE_UP):
            yield 0


def _book(own_player: OwnPlayer, path: Path) -> int:
    recorded = read_recorded(path, own_player.name)
    names, player = recorded.table.names, recorded.person
    if player is None or not own_player.name or names[player] != own_player.name:
        return 0
    lan = path.suffix == KEPT_SUFFIX
    key = lan_key(table_id(path)) if lan else path.name
    begun = Entry("" if lan else path.name, 0, path.stat().st_mtime_ns).begun.astimezone(UTC)
    hands = [hand for hand in recorded.hands if hand.over]
    for number, hand in enumerate(hands):
        played = f"{begun + timedelta(minutes=number):{STAMP}}"
        own_player.book(key, player, PlayedHand(fold(hand.events), hand.players), names, played)
    return len(hands)


def as_csv(hands: Iterable[HandResult]) -> str:
    """A line for each hand, with a header; opens as UTF-8 in a spreadsheet."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for hand in hands:
        writer.writerow(
            (
                hand.played, hand.journal, hand.number, hand.variant, hand.points, hand.coins, int(hand.won),
                int(hand.self_drawn), int(hand.dealt_in), int(hand.drawn), hand.worth, hand.unit,
                " ".join(hand.patterns), hand.tiles, "; ".join(hand.opponents),
            )
        )  # fmt: skip
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + stream.getvalue()


def export_csv(hands: Iterable[HandResult], target: Path) -> Path:
    """Write the table into a folder, or to a new file; where it lies. Raises OSError."""
    path = target
    if target.is_dir():
        path = free_path(target, FILE, ".csv")
    elif target.exists():
        raise FileExistsError(str(target))
    write_atomically(path, as_csv(hands).encode())
    return path


def played_at(hand: HandResult) -> datetime:
    """When a hand was played, here."""
    return datetime.strptime(hand.played, STAMP).replace(tzinfo=UTC).astimezone()
