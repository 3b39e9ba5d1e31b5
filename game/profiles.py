"""The players who are kept: names, avatars, points and coins by variant, and the matches they played.

SQLite in the data folder. The schema has a version; before each migration the file is copied beside itself, so that an
older program, or a mistake, loses nothing. Guests are never written. A file that cannot be opened is told once and the
game goes on without it: nothing in a match depends on it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from rules.errors import RulesError
from rules.values import value

FILE_NAME = "players.db"

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, avatar TEXT NOT NULL DEFAULT '',"
        " coins INTEGER NOT NULL DEFAULT 0, created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)",
        "CREATE TABLE points (player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE, ladder TEXT NOT NULL,"
        " points INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (player, ladder))",
        "CREATE TABLE hand (id INTEGER PRIMARY KEY, player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,"
        " journal TEXT NOT NULL, number INTEGER NOT NULL, variant TEXT NOT NULL, points INTEGER NOT NULL,"
        " coins INTEGER NOT NULL, won INTEGER NOT NULL, self_drawn INTEGER NOT NULL, dealt_in INTEGER NOT NULL,"
        " ready INTEGER NOT NULL DEFAULT 0, played TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,"
        " UNIQUE (player, journal, number))",
        "CREATE INDEX hand_by_player ON hand (player, variant, id)",
    ),
    (
        "ALTER TABLE hand ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE hand ADD COLUMN worth INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE hand ADD COLUMN unit TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE hand ADD COLUMN tiles TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE hand ADD COLUMN patterns TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE opponent (hand INTEGER NOT NULL REFERENCES hand ON DELETE CASCADE, name TEXT NOT NULL,"
        " PRIMARY KEY (hand, name))",
    ),
)
NO_TILE = "-"
"""In the tiles of a win: there is no winning tile."""
STAMP = "%Y-%m-%d %H:%M:%S"
"""How a moment is written in the file; it is UTC."""


class ProfileError(RulesError):
    """The file of players cannot be used: it is damaged, or a newer program wrote it."""


@value
class Profile:
    """A player who is kept; `points` by ladder key."""

    id: int
    name: str
    avatar: str
    coins: int
    points: dict[str, int]


@value
class HandResult:
    """What one finished hand was for one player; an empty `ladder`: its points count for no total.

    `drawn`: nobody won. Of a win: `worth` in `unit`, its `patterns`, and its `tiles`: hand, melds and the winning tile
    in the rulebook's notation, a space between them. `played`: when (STAMP); empty while it has just been played.
    """

    journal: str
    number: int
    variant: str
    ladder: str
    points: int
    coins: int
    won: bool
    self_drawn: bool
    dealt_in: bool
    drawn: bool = False
    worth: int = 0
    unit: str = ""
    tiles: str = ""
    patterns: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    played: str = ""


class Profiles:
    """The open file. All methods raise ProfileError when the file turns out to be damaged."""

    def __init__(self, path: Path) -> None:
        """Open it, made or migrated when needed. Raises ProfileError; OSError when the folder cannot be made."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        with _told(path):
            self._db = sqlite3.connect(path, isolation_level=None)
            try:
                self._db.execute("PRAGMA foreign_keys = ON")
                self._db.execute("PRAGMA journal_mode = WAL")
                self._migrate()
            except BaseException:
                self._db.close()
                raise

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _migrate(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise ProfileError(f"{self.path}: written by a newer version of the game")
        for number in range(version, len(MIGRATIONS)):
            if number:
                self._back_up(number)
            with self._transaction():
                for statement in MIGRATIONS[number]:
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {number + 1}")

    def _back_up(self, version: int) -> None:
        """A copy beside the file, named by the version it still has."""
        copy = self.path.with_suffix(f".v{version}.db")
        copy.unlink(missing_ok=True)
        self._db.execute("VACUUM INTO ?", (str(copy),))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def player(self, name: str) -> Profile:
        """The player of this name, made when there is none."""
        with _told(self.path), self._transaction():
            self._db.execute("INSERT OR IGNORE INTO player (name) VALUES (?)", (name,))
        return next(profile for profile in self.all() if profile.name == name)

    def find(self, name: str) -> Profile | None:
        """The player of this name; None when there is none yet."""
        return next((profile for profile in self.all() if profile.name == name), None)

    def all(self) -> list[Profile]:
        """All players, by name."""
        with _told(self.path):
            rows = self._db.execute("SELECT id, name, avatar, coins FROM player ORDER BY name").fetchall()
            points: dict[int, dict[str, int]] = {}
            for player, ladder, total in self._db.execute("SELECT player, ladder, points FROM points"):
                points.setdefault(player, {})[ladder] = total
        return [Profile(key, name, avatar, coins, points.get(key, {})) for key, name, avatar, coins in rows]

    def set_avatar(self, player: int, avatar: str) -> None:
        """Give a player another avatar: one character."""
        with _told(self.path):
            self._db.execute("UPDATE player SET avatar = ? WHERE id = ?", (avatar, player))

    def forget(self, player: int) -> None:
        """Remove a player with all that was kept."""
        with _told(self.path):
            self._db.execute("DELETE FROM player WHERE id = ?", (player,))

    def book(self, player: int, result: HandResult) -> bool:
        """Book a finished hand once, however often it is told; False when it was booked before.

        What an older version did not write down of a hand is added then.
        """
        with _told(self.path), self._transaction():
            added = self._db.execute(
                "INSERT OR IGNORE INTO hand"
                " (player, journal, number, variant, points, coins, won, self_drawn, dealt_in, played)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce(nullif(?, ''), CURRENT_TIMESTAMP))",
                (
                    player, result.journal, result.number, result.variant, result.points, result.coins,
                    result.won, result.self_drawn, result.dealt_in, result.played,
                ),
            ).rowcount  # fmt: skip
            self._detail(player, result)
            if added:
                self._db.execute("UPDATE player SET coins = coins + ? WHERE id = ?", (result.coins, player))
            if added and result.ladder:
                self._db.execute(
                    "INSERT INTO points (player, ladder, points) VALUES (?, ?, ?)"
                    " ON CONFLICT (player, ladder) DO UPDATE SET points = points + excluded.points",
                    (player, result.ladder, result.points),
                )
        return bool(added)

    def _detail(self, player: int, result: HandResult) -> None:
        """What the statistics need of a booked hand."""
        where = (player, result.journal, result.number)
        found = "SELECT id FROM hand WHERE player = ? AND journal = ? AND number = ?"
        hand = self._db.execute(found, where).fetchone()[0]
        self._db.execute(
            "UPDATE hand SET drawn = ?, worth = ?, unit = ?, tiles = ?, patterns = ? WHERE id = ?",
            (result.drawn, result.worth, result.unit, result.tiles, " ".join(result.patterns), hand),
        )
        self._db.executemany(
            "INSERT OR IGNORE INTO opponent (hand, name) VALUES (?, ?)", [(hand, name) for name in result.opponents]
        )

    def hands(self, player: int) -> list[HandResult]:
        """The hands of a player, oldest first."""
        query = (
            "SELECT id, journal, number, variant, points, coins, won, self_drawn, dealt_in, drawn, worth, unit, tiles,"
            " patterns, played FROM hand WHERE player = ? ORDER BY played, id"
        )
        others: dict[int, list[str]] = {}
        with _told(self.path):
            for hand, name in self._db.execute(
                "SELECT hand, name FROM opponent JOIN hand ON hand.id = opponent.hand WHERE player = ? ORDER BY name",
                (player,),
            ):
                others.setdefault(hand, []).append(name)
            with closing(self._db.execute(query, (player,))) as rows:
                return [_hand(row, tuple(others.get(row[0], ()))) for row in rows]


def _hand(row: tuple[Any, ...], opponents: tuple[str, ...]) -> HandResult:
    """A row of `hands`."""
    journal, number, key, points, coins, won, self_drawn, dealt_in, drawn, worth, unit, tiles, patterns, played = row[
        1:
    ]
    return HandResult(
        journal, number, key, key, points, coins, bool(won), bool(self_drawn), bool(dealt_in), bool(drawn), worth, unit,
        tiles, tuple(patterns.split()), opponents, played,
    )  # fmt: skip


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise ProfileError(f"{path}: {error}") from error
