"""The line for screen readers: sentences on the console or in a file, and nobody's secrets aloud."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.commands.window import speak_to
from game.speech import VARIABLE, Speaker
from game.strings import Strings
from game.table.telling import prompt_sentences
from rules import events as e
from rules.tiles import parse_tile
from tests.helpers.hotseat import hotseat_table
from tests.helpers.tables import claimed, local_table, my_turn, preferences, press, scripted_table, six_options


@pytest.fixture
def listening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that everything is told to."""
    monkeypatch.setenv(VARIABLE, "")
    path = tmp_path / "told.txt"
    speak_to(str(path))
    return path


def test_nobody_listens_unless_asked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    Speaker(Strings("en")).say("Hand 1 begins")
    assert capsys.readouterr().out == ""


def test_the_setting_writes_to_the_console(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    Speaker(Strings("en"), lambda: True).say_all(["Hand 1; Mei deals", "Really?", " ", "one\nline"])
    Speaker(Strings("zh_CN"), lambda: True).say("陈伯打出六筒")
    assert capsys.readouterr().out == "Hand 1; Mei deals.\nReally?\none line.\n陈伯打出六筒。\n"


def test_a_file_that_cannot_be_written_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    errors: list[OSError] = []
    speaker = Speaker(Strings("en"))
    speaker.failed = errors.append
    speaker.say("one")
    speaker.say("two")
    assert len(errors) == 1
    assert not speaker.on


def test_a_hand_is_told_from_its_deal_to_its_end(listening: Path) -> None:
    table = local_table(chosen=preferences(language="en"))
    while table.run_until_asked():
        opened = table.scene.playback.prompt
        assert opened is not None
        table.scene.desk.answer(opened.prompt.ask.options.index(opened.prompt.ask.default))
    lines = listening.read_text("utf-8").splitlines()
    assert lines[0].startswith("Hand 1; ")
    assert any(line.startswith("Your turn: you drew ") for line in lines)
    assert any(line.startswith("Your hand: ") for line in lines)
    assert any(line.startswith("You can: ") for line in lines)
    assert any(" discards " in line for line in lines)
    assert {f"{line}." for line in table.scene.log} <= set(lines), "the log and the reader are told the same"
    assert all(line.endswith((".", "?")) for line in lines)


def test_a_claim_says_what_can_be_done_and_for_how_long() -> None:
    prompt = six_options(seconds=9.0)
    scene, _, clock = scripted_table(claimed(prompt), prompt)
    opened = scene.playback.prompt
    assert opened is not None
    assert prompt_sentences(scene.view, opened, clock.now) == ["你可以：胡、杠、碰、吃、过", "9 秒"]


def test_the_raised_tile_and_the_coach_are_told(listening: Path) -> None:
    events, prompt = my_turn(e.Discarded(3, parse_tile("2p"), False))
    scene, _, _ = scripted_table(events, prompt, chosen=preferences(language="en", coach=True))
    scene.update(0.0)
    press(scene, pygame.K_5)
    scene.update(0.0)
    lines = listening.read_text("utf-8").splitlines()
    assert "5 Characters." in lines
    assert any(line.startswith("Coach: discard ") for line in lines)


def test_the_counter_is_told(listening: Path) -> None:
    events, prompt = my_turn()
    scene, _, _ = scripted_table(events, prompt, chosen=preferences(language="en"))
    press(scene, pygame.K_n)
    assert "1 Character 3, 2 Characters 3" in listening.read_text("utf-8")


def test_a_covered_hand_is_not_told(listening: Path) -> None:
    events, prompt = my_turn()
    scene, _, _ = scripted_table(events, chosen=preferences(language="en"))
    scene.toggle_cover()
    scene.link.messages = [prompt]  # type: ignore[attr-defined]
    scene.update(0.0)
    assert "Your hand" not in listening.read_text("utf-8")


def test_several_people_at_one_computer_hear_only_what_all_may_know(listening: Path) -> None:
    table = hotseat_table("sichuan", chosen=preferences(language="en"))
    table.run(3.0)
    told = listening.read_text("utf-8")
    assert "deals" in told
    assert "Your hand" not in told
    assert "you drew" not in told
    assert all(seat_table.telling.quiet for seat_table in table.scene.tables.values())
    assert told.count("Hand 1; ") == 1
