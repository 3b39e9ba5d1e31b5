"""The line for screen readers: sentences on the console or in a file, and nobody's secrets aloud."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.app import render_scene
from game.services import Services
from game.shots.catalogue import shots
from game.speech import VARIABLE, Speaker
from game.strings import Strings
from game.table.telling import prompt_sentences
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.card import Card
from game.widgets.choices import Segments, Toggle
from game.widgets.dialog import Answer, Dialog
from game.widgets.dropdown import Dropdown
from game.widgets.form import Form
from game.widgets.keycapture import KeyCapture
from game.widgets.listbox import Row, ScrollList
from game.widgets.slider import Slider
from game.widgets.textfield import TextField
from rules import events as e
from rules.tiles import parse_tile
from tests.helpers.hotseat import hotseat_table
from tests.helpers.tables import claimed, local_table, my_turn, preferences, press, scripted_table, six_options


@pytest.fixture
def listening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that everything is told to."""
    path = tmp_path / "told.txt"
    monkeypatch.setenv(VARIABLE, str(path))
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


def controls(services: Services) -> dict[str, Widget]:
    """One of everything that takes the keyboard focus in menus, named like a row of the settings."""
    rows = [Row("one", "Row one", "a note"), Row("two", "Row two")]
    made: dict[str, Widget] = {
        "Switch: on; Switch: off": Toggle(services, True, print),
        "Parts: A; Parts: B": Segments(services, [("a", "A"), ("b", "B")], "a", print),
        "Slider: 40; Slider: 45": Slider(services, 40, print),
        "List: Row one a note; List: Row two": ScrollList(services, rows, "one", print),
        "Field: old; Field": TextField(services, "old", print),
        "Choice: Row two": Dropdown(services, rows, "two", print),
        "Card: title; note; chip": Card(services, "title", "note", "chip", "", print),
        "Button: Press": Button(services, "Press", print),
        "Icon": Button(services, "", print, icon="gear"),
        "Key: H; Key: Press a key": KeyCapture(services, "h", lambda name: True),
    }
    for told, widget in made.items():
        widget.label, widget.rect = told.split(":")[0], pygame.Rect(0, 0, 300, 100)
    return made


KEYS = {"Switch": pygame.K_SPACE, "Parts": pygame.K_RIGHT, "Slider": pygame.K_RIGHT, "List": pygame.K_DOWN}
KEYS |= {"Field": pygame.K_BACKSPACE, "Key": pygame.K_SPACE}


def test_whatever_gets_the_focus_is_told_and_what_a_key_makes_of_it(listening: Path, services: Services) -> None:
    made = controls(services)
    services.keys_used = True
    form = Form(services, made.values())
    for told, widget in made.items():
        listening.write_text("", "utf-8")
        form.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode=""))
        assert form.focused is widget
        key = KEYS.get(widget.label)
        if key is not None:
            form.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
        assert "; ".join(line.removesuffix(".") for line in listening.read_text("utf-8").splitlines()) == told


def test_what_cannot_be_pressed_says_why(listening: Path, services: Services) -> None:
    services.keys_used = True
    button = Button(services, "Start", print)
    button.enabled, button.reason = False, "Two seats are free"
    button.focus(True)
    assert listening.read_text("utf-8") == "Start; Two seats are free.\n"


SCREENS = (
    "title", "first-start", "settings-sound", "settings-controls", "new-table-lishui", "presets", "people", "result",
    "records", "statistics", "rules-wins", "rules-search", "practice-worth", "calculator-value", "sheet-lishui",
    "lan-lobby", "lan-people", "lan-host", "lan-saved", "lan-open-hands",
)  # fmt: skip


def test_a_question_is_read_aloud(listening: Path, services: Services) -> None:
    services.keys_used = True
    services.scenes.push(Dialog(services, "Leave?", "It is kept", [Answer("Leave"), Answer("Stay")]))
    assert listening.read_text("utf-8").splitlines() == ["Leave?", "It is kept.", "Stay."]


@pytest.mark.parametrize("name", SCREENS)
def test_every_stop_of_a_screen_has_a_name(name: str) -> None:
    services = shots()[name].open((1280, 720), "en")
    form = services.scenes.top.form  # type: ignore[attr-defined]
    stops = [widget for widget in form.widgets if widget.takes_focus]
    assert stops
    assert [widget for widget in stops if not widget.spoken] == []


@pytest.mark.parametrize("name", SCREENS)
def test_one_sees_where_the_focus_is(name: str) -> None:
    """A ring, a line or a caret: the picture is another one for every stop."""
    services = shots()[name].open((1280, 720), "en")
    services.keys_used = True
    scene = services.scenes.top
    form = scene.form  # type: ignore[attr-defined]
    form.focus(None)
    unseen = []
    for widget in form.widgets:
        if widget.takes_focus:
            form.focus(None)
            scene.update(0.0)  # what moves the focus may scroll to it
            form.focus(widget)
            scene.update(0.0)
            with_focus = pygame.image.tobytes(render_scene(scene), "RGB")
            widget.focus(False)
            if pygame.image.tobytes(render_scene(scene), "RGB") == with_focus:
                unseen.append(type(widget).__name__)
    assert unseen == []
