"""Players who are kept: booked once, migrated with a copy, never lost."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from game import profiles
from game.profiles import HandResult, ProfileError, Profiles


def result(number: int, points: int = 5, coins: int = 0, ladder: str = "sichuan") -> HandResult:
    return HandResult("match.sifang", number, "sichuan", ladder, points, coins, points > 0, False, points < 0)


@pytest.fixture
def store(tmp_path: Path) -> Profiles:
    return Profiles(tmp_path / "data" / "players.db")


def test_a_player_is_made_once(store: Profiles) -> None:
    assert store.player("竹影") == store.player("竹影")
    assert [profile.name for profile in store.all()] == ["竹影"]


def test_points_and_coins_add_up(store: Profiles) -> None:
    player = store.player("竹影")
    store.book(player.id, result(1, 30, 5600))
    store.book(player.id, result(2, -6, -1600))
    kept = store.player("竹影")
    assert kept.points == {"sichuan": 24}
    assert kept.coins == 4000


def test_a_purse_may_fall_below_zero(store: Profiles) -> None:
    player = store.player("竹影")
    store.book(player.id, result(1, -96, -19600))
    assert store.player("竹影").coins == -19600


def test_a_hand_is_booked_once_however_often_it_is_told(store: Profiles) -> None:
    player = store.player("竹影")
    assert store.book(player.id, result(1))
    assert not store.book(player.id, result(1))
    assert store.player("竹影").points == {"sichuan": 5}
    assert len(store.hands(player.id)) == 1


def test_a_hand_is_kept_as_it_was(store: Profiles) -> None:
    player = store.player("竹影")
    store.book(player.id, result(1, -6))
    (hand,) = store.hands(player.id)
    assert (hand.variant, hand.points, hand.won, hand.dealt_in) == ("sichuan", -6, False, True)


def test_a_forgotten_player_leaves_nothing(store: Profiles) -> None:
    player = store.player("竹影")
    store.book(player.id, result(1))
    store.forget(player.id)
    assert store.all() == []
    assert store.hands(player.id) == []


def test_what_was_kept_is_there_again(tmp_path: Path) -> None:
    first = Profiles(tmp_path / "players.db")
    first.set_avatar(first.player("梅娘").id, "梅")
    first.close()
    assert Profiles(tmp_path / "players.db").all()[0].avatar == "梅"


def test_a_migration_copies_the_file_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "players.db"
    old = Profiles(path)
    old.player("竹影")
    old.close()
    version = len(profiles.MIGRATIONS)
    step = ("ALTER TABLE player ADD COLUMN motto TEXT NOT NULL DEFAULT ''",)
    monkeypatch.setattr(profiles, "MIGRATIONS", (*profiles.MIGRATIONS, step))
    assert Profiles(path).all()[0].name == "竹影"
    copy = sqlite3.connect(tmp_path / f"players.v{version}.db")
    assert copy.execute("SELECT name FROM player").fetchall() == [("竹影",)]
    assert copy.execute("PRAGMA user_version").fetchone() == (version,)
    copy.close()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "players.db"
    old = Profiles(path)
    old.player("竹影")
    old.close()
    broken = ("ALTER TABLE player ADD COLUMN motto TEXT NOT NULL DEFAULT ''", "NONSENSE")
    with monkeypatch.context() as patched:
        patched.setattr(profiles, "MIGRATIONS", (*profiles.MIGRATIONS, broken))
        with pytest.raises(ProfileError):
            Profiles(path)
    assert [profile.name for profile in Profiles(path).all()] == ["竹影"]


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "players.db"
    Profiles(path).close()
    newer = sqlite3.connect(path)
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(ProfileError, match="newer version"):
        Profiles(path)


def test_a_damaged_file_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "players.db"
    path.write_bytes(b"this is no database, but long enough to look like one" * 40)
    with pytest.raises(ProfileError) as told:
        Profiles(path)
    assert "\n" not in str(told.value)
    assert path.exists()
