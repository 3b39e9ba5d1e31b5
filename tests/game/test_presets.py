"""House rules with a name: kept, shared, and never lost; the list over the new-table screen."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.app import render_scene
from game.presets import (
    Entry,
    Preset,
    PresetError,
    Presets,
    export_to,
    file_stem,
    format_preset,
    parse_preset,
    read_preset,
)
from game.scenes.newtable import NewTableScene
from game.scenes.presets import PresetsScene
from game.services import Services
from game.strings import LANGUAGES, Strings
from game.widgets.button import Button
from game.widgets.dialog import Dialog
from game.widgets.inputdialog import InputDialog
from game.widgets.textfield import TextField
from rules.bots import LEVELS
from rules.match import Length, LengthUnit
from rules.variants import all_variants, variant

from .conftest import MakeServices, click, press

VARIANTS = st.sampled_from(list(all_variants().values()))


def preset(name: str = "家里那套", key: str = "sichuan", **options: str) -> Preset:
    chosen = tuple(variant(key).choose(options).items())
    return Preset(name, key, chosen, Length(LengthUnit.HANDS, 8), ("uniform", "efficient", "efficient"), 30)


@st.composite
def presets(draw: st.DrawFn) -> Preset:
    chosen = draw(VARIANTS)
    options = {option.key: draw(st.sampled_from(option.values)) for option in chosen.options}
    for option in chosen.options:
        if option.numbers is not None:
            options[option.key] = str(draw(st.sampled_from(option.numbers)))
    level = st.sampled_from(list(LEVELS))
    name = draw(st.text("桌abc ", min_size=1).map(lambda text: " ".join(text.split())[:24].strip()).filter(bool))
    return Preset(
        name,
        chosen.key,
        tuple(chosen.choose(options).items()),
        Length(LengthUnit.HANDS, draw(st.integers(1, 100))),
        (draw(level), draw(level), draw(level)),
        draw(st.integers(0, 600)),
    )


# ---- files ----------------------------------------------------------------------------------------------------------


@given(presets())
def test_a_preset_comes_back_as_it_was(kept: Preset) -> None:
    assert parse_preset(format_preset(kept)) == kept


@given(st.integers(0, 400))
def test_a_text_cut_off_anywhere_is_known_as_broken(length: int) -> None:
    whole = format_preset(preset())
    if length < len(whole.rstrip()):
        with pytest.raises(ValueError, match=r".*"):
            parse_preset(whole[:length])


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('variant = "sichuan"', 'variant = "mars"', 'There is no variant "mars" here'),
        ('fan_cap = "none"', 'luck = "yes"', 'This variant has no house rule "luck"'),
        ('fan_cap = "none"', 'fan_cap = "7"', 'The house rule "fan_cap" cannot be "7"'),
        ('coin_rate = "200"', 'coin_rate = "0"', 'The house rule "coin_rate" cannot be "0"'),
        ('"uniform"', '"genius"', 'There is no bot "genius" here'),
        ('unit = "hands"', 'unit = "rounds"', "This variant is not played by rounds"),
        ("version = 1", "version = 2", "A newer version of the game wrote this preset"),
        ("count = 8", "count = 0", "This file is no preset"),
        ('name = "家里那套"', 'name = " "', "This file is no preset"),
    ],
)
def test_an_import_that_cannot_be_used_says_why_in_one_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = tmp_path / "x.toml"
    text = format_preset(preset()).decode()
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(PresetError) as error:
        read_preset(path)
    assert error.value.told(Strings("en")) == told
    assert all("\n" not in error.value.told(Strings(language)) for language in LANGUAGES)


def test_a_person_may_write_numbers_and_true_or_false(tmp_path: Path) -> None:
    text = format_preset(preset()).decode().replace('items = "no"', "items = true").replace('"200"', "250")
    options = dict(parse_preset(text.encode()).options)
    assert (options["items"], options["coin_rate"]) == ("yes", "250")


def test_a_missing_or_huge_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PresetError):
        read_preset(tmp_path / "nothing.toml")
    huge = tmp_path / "huge.toml"
    huge.write_bytes(b"#" * (1 << 20))
    with pytest.raises(PresetError):
        read_preset(huge)


def test_presets_are_kept_replaced_renamed_and_deleted(tmp_path: Path) -> None:
    kept = Presets(tmp_path / "presets")
    assert kept.entries() == ([], [])
    kept.save(preset("one"))
    kept.save(preset("two", "wuhan"))
    kept.save(preset("one", "lishui"))
    entries, _ = kept.entries()
    assert [(entry.name, entry.preset and entry.preset.variant) for entry in entries] == [
        ("one", "lishui"),
        ("two", "wuhan"),
    ]
    kept.rename(entries[0], "three")
    assert not kept.has("one")
    assert kept.has("three")
    kept.delete(kept.entries()[0][1])
    assert [entry.name for entry in kept.entries()[0]] == ["three"]
    assert [path.suffix for path in kept.folder.iterdir()] == [".toml"]


def test_names_that_look_alike_as_files_get_files_of_their_own(tmp_path: Path) -> None:
    kept = Presets(tmp_path)
    for name in ("a/b", "ab", "con", ".."):
        kept.save(preset(name))
    assert sorted(entry.name for entry in kept.entries()[0]) == sorted(("a/b", "ab", "con", ".."))
    assert all(path.parent == tmp_path for path in tmp_path.iterdir())
    assert file_stem("con") == "con_"


def test_a_broken_file_is_set_aside_and_nothing_is_lost(tmp_path: Path) -> None:
    kept = Presets(tmp_path)
    kept.save(preset())
    for _ in range(2):
        (tmp_path / "torn.toml").write_bytes(b"\xff\xfe not TOML")
        entries, broken = kept.entries()
        assert [entry.name for entry in entries] == ["家里那套"]
        assert [path.read_bytes() for path in broken] == [b"\xff\xfe not TOML"]
    assert sorted(path.name for path in tmp_path.glob("*.bad")) == ["torn.toml-2.bad", "torn.toml.bad"]


def test_a_preset_of_another_version_stays_and_is_listed_with_its_reason(tmp_path: Path) -> None:
    kept = Presets(tmp_path)
    path = tmp_path / "later.toml"
    path.write_bytes(format_preset(preset()).replace(b"sichuan", b"mars"))
    (entry,), broken = kept.entries()
    assert (entry.name, entry.preset, broken) == ("later", None, [])
    assert path.is_file()


def test_export_and_import_carry_a_preset_to_another_computer(tmp_path: Path) -> None:
    here, there = Presets(tmp_path / "here"), Presets(tmp_path / "there")
    original = preset(coins="yes", coin_rate="123")
    first, second = export_to(original, tmp_path), export_to(original, tmp_path)
    assert first != second
    assert there.import_from(first) == original
    assert [there.import_from(second).name, there.import_from(second).name] == ["家里那套 2", "家里那套 3"]
    assert here.entries() == ([], [])


# ---- screens --------------------------------------------------------------------------------------------------------


class Lists:
    """The new-table screen with its list of presets open."""

    def __init__(self, services: Services, folder: Path) -> None:
        self.presets = Presets(folder / "presets")
        self.documents = folder / "documents"
        self.services = services
        self.table = NewTableScene(services, lambda new, timers: None, self.presets)
        services.scenes.push(self.table)

    def open(self) -> PresetsScene:
        scene = PresetsScene(self.services, self.presets, self.table.use, self.documents)
        self.services.scenes.push(scene)
        return scene

    def press(self, scene: PresetsScene, text: str) -> None:
        button = next(w for w in scene.form.widgets if isinstance(w, Button) and w.text == text)
        for event in click(button.rect.center):
            scene.handle(event)


@pytest.fixture
def lists(services: Services, tmp_path: Path) -> Lists:
    return Lists(services, tmp_path)


def test_what_is_chosen_is_kept_under_a_name_and_taken_again(lists: Lists) -> None:
    table, services = lists.table, lists.services
    table.choose("sichuan")
    table.choices.options["fan_cap"] = "6"
    table._ask_name()
    dialog = services.scenes.top
    assert isinstance(dialog, InputDialog)
    dialog.field.text = ""
    dialog.handle(press(pygame.K_RETURN))
    assert services.scenes.top is dialog
    assert dialog.field.error
    dialog.handle(pygame.Event(pygame.TEXTINPUT, text="周五局"))
    dialog.handle(press(pygame.K_RETURN))
    assert len(services.scenes) == 1
    table.choose("wuhan")
    scene = lists.open()
    lists.press(scene, "Use it")
    assert (table.choices.variant.key, table.choices.options["fan_cap"]) == ("sichuan", "6")


def test_a_name_in_use_is_asked_about(lists: Lists) -> None:
    lists.presets.save(preset("mine", "wuhan"))
    for keys, key in (([pygame.K_ESCAPE], "wuhan"), ([pygame.K_LEFT, pygame.K_RETURN], "lishui")):
        lists.table.choose("lishui")
        lists.table._save("mine")
        assert isinstance(lists.services.scenes.top, Dialog)
        for code in keys:
            lists.services.scenes.top.handle(press(code))
        (entry,), _ = lists.presets.entries()
        assert entry.preset is not None
        assert entry.preset.variant == key


def test_deleting_asks_first(lists: Lists) -> None:
    lists.presets.save(preset())
    scene = lists.open()
    lists.press(scene, "Delete")
    lists.services.scenes.top.handle(press(pygame.K_ESCAPE))
    assert lists.presets.has("家里那套")
    lists.press(scene, "Delete")
    for code in (pygame.K_LEFT, pygame.K_RETURN):
        lists.services.scenes.top.handle(press(code))
    assert not lists.presets.has("家里那套")


def test_renaming_refuses_a_name_in_use(lists: Lists) -> None:
    lists.presets.save(preset("one"))
    lists.presets.save(preset("two"))
    scene = lists.open()
    lists.press(scene, "Rename")
    dialog = lists.services.scenes.top
    assert isinstance(dialog, InputDialog)
    dialog.field.text = "two"
    dialog.handle(press(pygame.K_RETURN))
    assert lists.services.scenes.top is dialog
    dialog.field.text = "three"
    dialog.handle(press(pygame.K_RETURN))
    assert sorted(entry.name for entry in lists.presets.entries()[0]) == ["three", "two"]


def test_a_typed_path_and_a_dropped_file_are_imported(lists: Lists, tmp_path: Path) -> None:
    path = export_to(preset("away"), tmp_path)
    scene = lists.open()
    field = next(widget for widget in scene.form.widgets if isinstance(widget, TextField))
    field.focus(True)
    scene.handle(pygame.Event(pygame.TEXTINPUT, text=f"file://{path}"))
    scene.handle(press(pygame.K_RETURN))
    scene.handle(pygame.Event(pygame.DROPFILE, file=str(path)))
    scene.handle(pygame.Event(pygame.DROPFILE, file=str(tmp_path / "none.toml")))
    assert [entry.name for entry in lists.presets.entries()[0]] == ["away", "away 2"]
    assert lists.services.toasts.texts[-1] == "There is no file at this path"


def test_export_writes_into_the_documents(lists: Lists) -> None:
    lists.presets.save(preset())
    lists.press(lists.open(), "Export")
    assert [read_preset(path).name for path in lists.documents.iterdir()] == ["家里那套"]


def test_a_broken_preset_is_told_when_the_screen_opens(lists: Lists) -> None:
    lists.presets.folder.mkdir()
    (lists.presets.folder / "torn.toml").write_text("=")
    lists.table.enter()
    assert lists.services.toasts.texts == ["A preset was broken; the file was set aside as torn.toml.bad."]


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (1920, 1080)], ids=str)
@pytest.mark.parametrize(("language", "text"), [("zh_CN", 100), ("en", 150)])
def test_the_list_is_inside_the_window(
    make_services: MakeServices, tmp_path: Path, size: tuple[int, int], language: str, text: int
) -> None:
    lists = Lists(make_services(size, language=language, text_size=text), tmp_path)
    lists.presets.save(preset())
    scene = lists.open()
    render_scene(scene)
    rects = [widget.rect for widget in scene.form.widgets]
    assert all(scene.rect.contains(rect) for rect in rects)
    assert pygame.Rect((0, 0), size).contains(scene.rect)
    assert not [1 for i, one in enumerate(rects) for other in rects[i + 1 :] if one.colliderect(other)]


def test_an_entry_tells_what_is_wrong_with_it(lists: Lists) -> None:
    lists.presets.folder.mkdir()
    (lists.presets.folder / "later.toml").write_bytes(format_preset(preset()).replace(b"sichuan", b"mars"))
    scene = lists.open()
    assert [row.reason for row in scene.list.rows] == ['There is no variant "mars" here']
    assert scene.chosen is None
    assert isinstance(scene._entries[0], Entry)


def test_messages_come_above_the_buttons_while_the_list_is_open(lists: Lists) -> None:
    usual = lists.services.toasts.bottom
    scene = lists.open()
    units = lists.services.units
    foot = next(w for w in scene.form.widgets if isinstance(w, Button)).rect
    assert units.height - units.px(lists.services.toasts.bottom) <= foot.top
    lists.services.scenes.pop()
    assert lists.services.toasts.bottom == usual
