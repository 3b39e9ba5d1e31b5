"""Packs of voices: what is found, and that nothing in a folder of the player's can do harm."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from game.voices import ABOUT, SHIPPED, WORDS, Fault, VoicePack, Wrong, find_voices, read_pack

PACK = SHIPPED / "mandarin-synthetic"


def dropped(folder: Path, key: str, about: str = 'name = "我的声音"', words: tuple[str, ...] = ("pong", "1m")) -> Path:
    """A pack in the player's folder, with sounds of the shipped one."""
    place = folder / key
    place.mkdir(parents=True)
    (place / ABOUT).write_text(about, "utf-8")
    for word in words:
        shutil.copy(PACK / f"{word}.ogg", place)
    return place


def test_the_shipped_voice_is_whole_and_says_that_no_human_spoke_it() -> None:
    pack = read_pack(PACK)
    assert isinstance(pack, VoicePack)
    assert pack.synthetic
    assert tuple(pack.files) == WORDS
    assert len(WORDS) == 40
    assert not pack.faults


def test_a_recorded_pack_is_found_with_the_words_it_has(tmp_path: Path) -> None:
    dropped(tmp_path, "mine")
    voices = find_voices((SHIPPED, tmp_path))
    assert list(voices.packs) == ["mandarin-synthetic", "mine"]
    assert voices.packs["mine"].name == "我的声音"
    assert not voices.packs["mine"].synthetic
    assert list(voices.packs["mine"].files) == ["pong", "1m"]
    assert not voices.faults


def test_a_pack_of_ones_own_hides_the_shipped_one_of_the_same_key(tmp_path: Path) -> None:
    dropped(tmp_path, PACK.name)
    assert find_voices((SHIPPED, tmp_path)).packs[PACK.name].name == "我的声音"


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert not find_voices((tmp_path / "none",)).packs


@pytest.mark.parametrize(
    "about",
    [
        "",
        "name = ",
        'name = ""',
        "name = 3",
        'name = "\\u0007"',
        'name = "a"\nsynthetic = "perhaps"',
        "\ufeff[",
        "[name]",
    ],
)
def test_a_pack_without_a_proper_description_is_none(tmp_path: Path, about: str) -> None:
    dropped(tmp_path, "odd", about)
    voices = find_voices((tmp_path,))
    assert not voices.packs
    assert voices.faults == (Fault("odd", Wrong.ABOUT),)


def test_a_description_that_is_no_text_is_none(tmp_path: Path) -> None:
    (dropped(tmp_path, "bytes") / ABOUT).write_bytes(b"\xff\xfe\x00name")
    assert find_voices((tmp_path,)).faults == (Fault("bytes", Wrong.ABOUT),)


def test_a_pack_without_a_word_is_told(tmp_path: Path) -> None:
    dropped(tmp_path, "mute", words=())
    assert find_voices((tmp_path,)).faults == (Fault("mute", Wrong.EMPTY),)


def test_bad_files_are_told_and_the_others_are_used(tmp_path: Path) -> None:
    place = dropped(tmp_path, "mixed")
    (place / "kong.ogg").write_bytes(b"RIFF is no OGG")
    (place / "win.wav").write_bytes(b"")
    (place / "chow.ogg").write_bytes(b"OggS" + bytes(600_000))
    (place / "2m.ogg").mkdir()
    (place / "unknown.ogg").write_bytes(b"whatever")
    pack = find_voices((tmp_path,)).packs["mixed"]
    assert list(pack.files) == ["pong", "1m"]
    assert pack.faults == (
        Fault("chow.ogg", Wrong.LARGE),
        Fault("kong.ogg", Wrong.FORMAT),
        Fault("win.wav", Wrong.FORMAT),
    )


def test_a_good_file_in_the_other_format_stands_in_for_a_bad_one(tmp_path: Path) -> None:
    place = dropped(tmp_path, "both")
    (place / "win.ogg").write_bytes(b"nonsense")
    (place / "win.wav").write_bytes(b"RIFF....WAVE")
    pack = find_voices((tmp_path,)).packs["both"]
    assert pack.files["win"].name == "win.wav"
    assert pack.faults == (Fault("win.ogg", Wrong.FORMAT),)
