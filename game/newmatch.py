"""Starting and continuing a match at this computer: host, journal in the data folder, the link that the table gets."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import field
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from game.files import fresh_path
from game.preferences import Preferences
from game.tableinfo import TableInfo
from net.entrants import Entrant
from net.host import Host
from net.journal import JOURNAL_SUFFIX, Journal, Record, read_journal
from net.link import LocalLink
from net.messages import Standing
from net.timers import CONSENT, Timers
from rules.bots import Chooser, seeded_chooser
from rules.errors import RulesError
from rules.events import RoundEnded
from rules.evolve import fold
from rules.match import Length, Match, MatchSettings
from rules.seats import SEATS, Seat
from rules.state import RoundState
from rules.values import mutable, value
from rules.variants import variant

if TYPE_CHECKING:
    from game.ownplayer import Gains

SEED_BYTES = 16
LOOKED_AT = 8  # the newest journals that may be the game to continue
# Bots wait at least so long, whatever their thinking took (design section 10).
BOT_PACE = {"slow": 1.4, "normal": 0.9, "fast": 0.45, "instant": 0.2}
BETWEEN_HANDS = 20.0
LIMIT = "limit"  # the kind of note that keeps the time for a turn
_CHANCE: Chooser = SystemRandom().randrange  # what `secrets.randbelow` is, without the ciphers that `secrets` loads


@value
class NewMatch:
    """What was chosen at the new table; `entrants` are players 0-3 in the order of their first seats."""

    variant: str
    options: tuple[tuple[str, str], ...]
    length: Length
    entrants: tuple[Entrant, Entrant, Entrant, Entrant]


@value
class RunningMatch:
    """A match that is being played here: the link of the person's seat, what the table tells, the journal."""

    link: LocalLink
    table: TableInfo
    journal: Journal

    def close(self) -> None:
        """Leave the table; the journal is whole on the disk, so that it can be continued."""
        self.link.close()
        self.journal.close()


@value
class PlayedHand:
    """A hand that is over, and which player sat on each seat in it."""

    state: RoundState
    players: tuple[int, ...]

    @property
    def points(self) -> list[int]:
        """What the hand brought players 0-3."""
        points = [0] * len(self.players)
        for seat, player in enumerate(self.players):
            points[player] = self.state.seats[seat].points
        return points


@mutable
class Course:
    """What a match has brought so far. `players`: who sits on each seat in the hand that is being played.

    `history`: what each hand brought players 0-3, as far as it was seen here; `gains`: what all of it was for the
    person here, where that is kept.
    """

    players: tuple[int, ...] = SEATS
    history: list[list[int]] = field(default_factory=list)
    gains: Gains | None = None

    def end_hand(self, state: RoundState, standing: Standing) -> PlayedHand:
        """A hand has ended; for the next one seats may have changed."""
        hand = PlayedHand(state, self.players)
        self.history.append(hand.points)
        self.players = standing.players
        return hand

    def gain(self, gains: Gains | None) -> None:
        """Add what a hand was for the person here."""
        if gains is not None:
            self.gains = gains if self.gains is None else self.gains.followed_by(gains)


@value
class Unfinished:
    """A journal whose match is not over: where it lies and how it stands."""

    path: Path
    record: Record
    match: Match


def timers_of(chosen: Preferences, seconds: int) -> Timers:
    """The clocks of a table with this time for a turn, 0 for no limit; the pace of bots follows the player's speed."""
    pace, consent = BOT_PACE[chosen.speed], CONSENT if chosen.hotseat_take_back else None
    if not seconds:
        return Timers(pace=pace, consent=consent)
    claim = min(float(chosen.claim_seconds), float(seconds))
    return Timers(float(seconds), claim, float(seconds), BETWEEN_HANDS, pace, consent=consent)


def start_match(
    new: NewMatch,
    timers: Timers,
    folder: Path,
    now: float,
    seed: bytes | None = None,
) -> RunningMatch:
    """Begin a match and deal its first hand. `seed`: 16 bytes or more, which then decide the bots' chance too.

    Raises OptionError, UnknownVariant, UnknownLevel; OSError when the journal cannot be written.
    """
    person = next((seat for seat in SEATS if new.entrants[seat].level is None), 0)
    chance = _CHANCE if seed is None else seeded_chooser(seed, 1)
    fresh = os.urandom(SEED_BYTES) if seed is None else seed
    settings = MatchSettings(new.variant, new.options, new.length, fresh, first_seated=person)
    match = Match(settings, variant(new.variant))
    journal = Journal(fresh_path(folder, new.variant, JOURNAL_SUFFIX), settings, new.entrants)

    def begin(host: Host) -> None:
        journal.note(LIMIT, sync=False, seconds=int(timers.turn or 0))
        host.start(now)

    return _running(journal, lambda: Host(match, new.entrants, timers, chance, journal), begin)


def resume_match(path: Path, timers: Timers, now: float, chance: Chooser = _CHANCE) -> RunningMatch:
    """Go on with a journal: in the middle of its hand, or with the next deal.

    Raises JournalError, LogError, UnknownVariant, OptionError, UnknownLevel; OSError when the file cannot be read or
    written.
    """
    record = read_journal(path)
    match = replayed(record)
    journal = Journal.append(path, record)
    hand = record.unfinished

    def go_on(host: Host) -> None:
        host.taking_back.recall(hand, record.notes)
        host.resume(hand, now) if hand else host.start(now)

    return _running(
        journal,
        lambda: Host(match, record.entrants, timers, chance, journal),
        go_on,
    )


def limit_of(record: Record) -> int | None:
    """The seconds for a turn that were chosen for a match, 0 for no limit; None when its journal does not tell."""
    return next((int(note["seconds"]) for note in record.notes if note["n"] == LIMIT), None)


def replayed(record: Record) -> Match:
    """The match as it stands after the finished hands of a journal. Raises UnknownVariant, OptionError."""
    match = Match(record.settings, variant(record.settings.variant))
    for _ in _finished(record, match):
        pass
    return match


def finished_hands(record: Record) -> list[PlayedHand]:
    """The hands of a journal that were played to their end. Raises UnknownVariant, OptionError."""
    return list(_finished(record, Match(record.settings, variant(record.settings.variant))))


def _finished(record: Record, match: Match) -> Iterator[PlayedHand]:
    for hand in record.hands:
        if any(isinstance(event, RoundEnded) for event in hand):
            state, players = fold(hand), tuple(match.players)
            match.record(state)
            yield PlayedHand(state, players)


def unfinished_journal(folder: Path, unreadable: Callable[[Path], object] = lambda path: None) -> Unfinished | None:
    """The newest match that can go on; None when there is none. `unreadable` is told of a file that is passed over."""
    newest = sorted(folder.glob(f"*{JOURNAL_SUFFIX}"), reverse=True)[:LOOKED_AT]
    for path in newest:
        try:
            record = read_journal(path)
            match = replayed(record)
        except (RulesError, OSError):
            unreadable(path)
            continue
        if not match.over:
            return Unfinished(path, record, match)
    return None


def _running(journal: Journal, make: Callable[[], Host], begin: Callable[[Host], None]) -> RunningMatch:
    """Seat the person at a new host, then let it begin; the journal is closed when that fails."""
    with ExitStack() as closing:
        closing.callback(journal.close)
        host = make()
        persons = _persons(host.entrants)
        host.taking_back.one_screen = len(persons) > 1
        running = RunningMatch(LocalLink(host, persons), _table(host), journal)
        begin(host)
        closing.pop_all()
    return running


def _persons(entrants: Sequence[Entrant]) -> list[Seat]:
    return [seat for seat in SEATS if entrants[seat].level is None]


def _table(host: Host) -> TableInfo:
    a, b, c, d = host.entrants
    return TableInfo(
        variant=host.match.variant,
        rules=host.match.rules,
        names=(a.name, b.name, c.name, d.name),
        levels=(a.level, b.level, c.level, d.level),
        players=tuple(host.match.players),
    )
