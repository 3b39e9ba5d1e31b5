"""What the list of records says: days, opponents, how a match went, and what is wrong with a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path

from game.records.daylist import DayRow
from game.records.index import Entry, Trouble, read_entry
from game.records.keeping import Keeping
from game.strings import Strings, mark, signed
from game.tabletexts import TableTexts

TROUBLES: dict[Trouble, str] = {
    "foreign": mark("This file is no record of a match"),
    "version": mark("Another version of the game wrote it"),
    "damaged": mark("The file is damaged"),
    "rules": mark("Played by rules that this version does not know"),
    "empty": mark("Nothing was dealt yet"),
    "unreadable": mark("The disk does not give it"),
}


def trouble_words(path: Path, strings: Strings) -> str:
    """What is wrong with a file that could not be read as a record."""
    return strings.tr(TROUBLES[read_entry(path, Entry(path.name, 0, 0)).trouble or "damaged"])


def day_rows(entries: Iterable[Entry], strings: Strings, keeping: Keeping, name: str) -> Iterator[DayRow]:
    """The rows of a list: the newest first, with a heading for each day."""
    newest = sorted(entries, key=lambda entry: (entry.begun, entry.name), reverse=True)
    for day, ofday in groupby(newest, key=lambda entry: entry.begun.date()):
        yield DayRow(day_words(strings, day))
        for entry in ofday:
            yield record_row(entry, strings, keeping, name)


def day_words(strings: Strings, day: date) -> str:
    """Today, yesterday, or the date."""
    ago = date.today() - day
    if ago == timedelta(0):
        return strings.tr("Today")
    if ago == timedelta(days=1):
        return strings.tr("Yesterday")
    return date_words(strings, day)


def date_words(strings: Strings, day: date) -> str:
    """A date in the order of the language."""
    months = strings.tr("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()
    return strings.tr("{day} {month} {year}", day=day.day, month=months[day.month - 1], year=day.year)


def record_row(entry: Entry, strings: Strings, keeping: Keeping, name: str) -> DayRow:
    """A record as a row."""
    time = f"{entry.begun:%H:%M}"
    if entry.trouble:
        why = strings.tr(TROUBLES[entry.trouble])
        title = keeping.title(entry) or Path(entry.name).name
        return DayRow(title, entry.name, time, why, "", strings.tr("cannot be opened"), "error")
    own = entry.person(name)
    points = None if own is None else entry.totals[own]
    tone = "" if not points else "good" if points > 0 else "bad"
    hands = strings.tr_plural("{count} hand", "{count} hands", entry.hands)
    return DayRow(
        title_of(entry, strings, keeping),
        entry.name,
        time,
        people(entry, strings, name),
        "" if points is None else signed(points),
        hands if entry.over else strings.tr("not finished"),
        tone if entry.over else "warn",
    )


def title_of(entry: Entry, strings: Strings, keeping: Keeping) -> str:
    """The name that was given to it, else the variant."""
    return keeping.title(entry) or TableTexts(strings.language, entry.variant).name


def people(entry: Entry, strings: Strings, name: str) -> str:
    """Against whom it was played; a client's own record does not know."""
    if entry.kind == "kept" and not entry.names:
        return strings.tr("LAN: what your seat was told")
    others = strings.tr(", ").join(entry.opponents(name))
    if entry.kind == "kept":
        return strings.tr("LAN: {names}", names=others)
    return strings.tr("imported: {names}", names=others) if entry.imported else others
