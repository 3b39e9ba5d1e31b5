"""Settings survive restarts; a broken file never stops the game and is never thrown away."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.files import settings_folder
from game.preferences import (
    DEFAULT_KEYS,
    FILE_NAME,
    Preferences,
    PreferenceStore,
    format_preferences,
    parse_preferences,
)


def changed_file(folder: Path) -> Path:
    store = PreferenceStore(folder / FILE_NAME)
    store.change(cloth="indigo", player_name="竹影", text_size=130, keys={**DEFAULT_KEYS, "win": "x"})
    store.save()
    return folder / FILE_NAME


def test_what_was_changed_is_there_after_a_restart(tmp_path: Path) -> None:
    path = changed_file(tmp_path)
    again = PreferenceStore(path).current
    assert (again.cloth, again.player_name, again.text_size, again.keys["win"]) == ("indigo", "竹影", 130, "x")
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_cut_off_at_any_byte_is_set_aside_and_defaults_are_used(tmp_path: Path) -> None:
    whole = changed_file(tmp_path).read_bytes()
    path = tmp_path / "cut" / FILE_NAME
    path.parent.mkdir()
    for length in range(len(whole.rstrip())):
        path.write_bytes(whole[:length])
        store = PreferenceStore(path)
        assert store.current == Preferences()
        assert store.broken is not None
        assert store.broken.read_bytes() == whole[:length]
        assert not path.exists()


@pytest.mark.parametrize(
    "line",
    ['cloth = "tartan"', "volume_all = 101", "mute = 1", "turn_seconds = 4", 'keys = "h"', "text_size = 100.5"],
)
def test_a_value_out_of_range_makes_the_file_broken(tmp_path: Path, line: str) -> None:
    path = tmp_path / FILE_NAME
    path.write_text(f"{line}\n[file]\nversion = 1\n", "utf-8")
    store = PreferenceStore(path)
    assert store.broken == path.with_name(FILE_NAME + ".bad")
    assert store.current == Preferences()


def test_unknown_keys_and_actions_are_dropped(tmp_path: Path) -> None:
    text = 'parrot = 3\nmute = true\n[keys]\nwin = "x"\nfly = "f"\n[file]\nversion = 1\n'
    found = parse_preferences(text.encode())
    assert found.mute
    assert found.keys == {**DEFAULT_KEYS, "win": "x"}
    assert b"parrot" not in format_preferences(found)


def test_a_change_is_told_with_before_and_after() -> None:
    told: list[tuple[str, str]] = []
    store = PreferenceStore(None)
    store.listen(lambda before, after: told.append((before.speed, after.speed)))
    store.change(speed="fast")
    store.change(speed="fast")
    assert told == [("normal", "fast")]


def test_a_wrong_change_is_refused_and_changes_nothing() -> None:
    store = PreferenceStore(None)
    with pytest.raises(msgspec.ValidationError):
        store.change(volume_all=140)
    assert store.current == Preferences()


def test_restoring_keeps_language_and_name() -> None:
    store = PreferenceStore(None)
    store.change(language="en", player_name="Ann", cloth="maroon")
    store.restore()
    assert (store.current.language, store.current.player_name, store.current.cloth) == ("en", "Ann", "green")


def test_a_folder_that_cannot_be_written_is_reported_and_the_old_file_stays(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("not a folder", "utf-8")
    store = PreferenceStore(blocker / FILE_NAME)
    store.change(mute=True)
    with pytest.raises(OSError, match="."):
        store.save()
    assert blocker.read_text("utf-8") == "not a folder"


def test_the_variable_names_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIFANG_DATA_DIR", str(tmp_path / "variable"))
    assert settings_folder() == tmp_path / "variable"
