"""Records for tests: matches that bots have played, as journals and as what a LAN client keeps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from net.entrants import Entrant
from net.folds import View
from net.journal import Journal
from net.keepsake import keepsake
from net.proof import Promise
from rules.bots import LEVELS, seeded_chooser
from rules.events import Event
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.seats import Seat
from rules.secrecy import view_of
from rules.simulate import play_hand
from rules.variants import variant

NAMES = ("Zhu", "Xiaoman", "Meiniang", "Chenbo")
PEOPLE = (None, "efficient", "efficient", "uniform")


def play(key: str, hands: int, seed: bytes = b"records of a test") -> tuple[Match, list[list[Event]]]:
    """A match of so many hands, and their logs."""
    match = Match(MatchSettings(key, (), Length(LengthUnit.HANDS, hands), seed), variant(key))
    logs = []
    while not match.over:
        hand = play_hand(match.rules, match.next_deal(), [LEVELS["efficient"]] * 4, seeded_chooser(seed, match.hands))
        match.record(hand.state)
        logs.append(list(hand.log))
    return match, logs


def write_match(
    path: Path,
    key: str,
    hands: int = 2,
    *,
    names: tuple[str, ...] = NAMES,
    cut: int = 0,
    change: Callable[[list[Event]], list[Event]] = list,
) -> Path:
    """The journal of a match; with `cut`, its last hand ends after so many events; `change` falsifies each hand."""
    match, logs = play(key, hands)
    entrants = [Entrant(name, level) for name, level in zip(names, PEOPLE, strict=True)]
    journal = Journal(path, match.settings, entrants)
    for number, log in enumerate(logs, 1):
        journal(change(log[:cut] if cut and number == hands else log))
    journal.close()
    return path


def write_kept(folder: Path, key: str, seat: Seat = 1, hands: int = 2, table: str = "abc123") -> Path:
    """What a client on a seat keeps of a match; the file of the first hand."""
    folder.mkdir(parents=True, exist_ok=True)
    _, logs = play(key, hands)
    for number, log in enumerate(logs, 1):
        view = View(seat, number)
        view.log.extend(view_of(log, seat))
        promise = Promise(table, number, b"", (), seat, b"")
        data = keepsake(promise, {"hand": number, "shares": []}, view, "ok")
        (folder / f"{table}-{number:04}.proof").write_bytes(data)
    return folder / f"{table}-0001.proof"
