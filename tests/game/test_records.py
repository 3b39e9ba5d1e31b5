"""The records of this computer: found, read once, named, taken out and in, deleted; the screen over them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec
import pygame
import pytest

from game.app import render_scene
from game.files import DATA_DIR_VARIABLE, RECORDS, path_of
from game.navigation import Navigation
from game.newmatch import Unfinished
from game.records import index as indexing
from game.records.daylist import DayRow
from game.records.index import Entry, Index, read_entry
from game.records.keeping import TITLES, Keeping
from game.records.recorded import RecordError, read_recorded
from game.records.recordwords import TROUBLES
from game.records.screens import RecordScreens
from game.records.sitters import Sitters, note_hand
from game.scene import Scene
from game.scenes.records import RecordsScene
from game.scenes.replay import ReplayScene
from game.services import Services
from game.strings import LANGUAGES
from game.widgets.dialog import Dialog
from game.widgets.inputdialog import InputDialog
from net.journal import MAGIC, JournalError, read_journal
from rules.events import RoundEnded
from tests.helpers.records import write_kept, write_match

from .conftest import MakeServices, click, press


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with four matches (one not over, one of others), a client's, and four files that are no use."""
    data = tmp_path_factory.mktemp("data")
    records = data / RECORDS
    write_match(records / "20261120-200000-sichuan.sifang", "sichuan", hands=2)
    write_match(records / "20261121-200000-wuhan.sifang", "wuhan", hands=2, cut=60)
    write_match(records / "20261121-210000-wuhan.sifang", "wuhan", hands=1, names=("Lin", "A", "B", "C"))
    write_match(records / "lan" / "ab12" / "20261122-200000-changsha.sifang", "changsha", hands=2, cut=60)
    write_kept(data / "lan" / "player-1" / "proofs", "lishui", seat=2, hands=2)
    whole = (records / "20261120-200000-sichuan.sifang").read_bytes()
    (records / "20261101-100000-version.sifang").write_bytes(MAGIC[:6] + b"9\n" + whole[8:])
    (records / "20261101-100001-foreign.sifang").write_bytes(b"\x89PNG" * 40)
    (records / "20261101-100002-damaged.sifang").write_bytes(whole[:500] + whole[620:])
    (records / "20261101-100003-empty.sifang").write_bytes(whole[: len(MAGIC) + 8 + int.from_bytes(whole[8:12], "big")])
    return data


def copied(matches: Path, folder: Path) -> Path:
    for path in matches.rglob("*"):
        if path.is_file() and path.name != indexing.FILE_NAME:
            target = folder / path.relative_to(matches)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    return folder


def whole_index(data: Path) -> Index:
    index = Index(data)
    index.look()
    index.take(wait=True)
    return index


def by_stem(index: Index) -> dict[str, Entry]:
    return {Path(name).stem: entry for name, entry in index.entries.items()}


# ---- the index ------------------------------------------------------------------------------------------------------


def test_every_record_is_known_by_what_it_holds(matches: Path) -> None:
    found = by_stem(whole_index(matches))
    done = found["20261120-200000-sichuan"]
    recorded = read_recorded(matches / done.name)
    assert (done.variant, done.hands, done.totals, done.over) == ("sichuan", 2, recorded.totals, True)
    assert done.course == (recorded.hands[1].before, recorded.totals)
    assert done.begun == datetime(2026, 11, 20, 20)
    assert done.opponents("Zhu") == ["Xiaoman", "Meiniang", "Chenbo"]
    assert not found["20261121-200000-wuhan"].over
    assert found["20261121-210000-wuhan"].person("Zhu") == 0
    kept = found["abc123-0001"]
    assert (kept.kind, kept.seat, kept.hands, kept.names) == ("kept", 2, 2, ())
    troubles = {stem.split("-")[-1]: entry.trouble for stem, entry in found.items() if entry.trouble}
    assert troubles == {"version": "version", "foreign": "foreign", "damaged": "damaged", "empty": "empty"}


def test_reading_only_the_results_gives_the_same_totals(matches: Path) -> None:
    path = matches / RECORDS / "20261120-200000-sichuan.sifang"
    few = read_journal(path, indexing.RESULTS)
    whole = read_journal(path)
    assert sum(map(len, few.hands)) < sum(map(len, whole.hands)) / 4
    ends = [
        [event for hand in record.hands for event in hand if isinstance(event, RoundEnded)] for record in (few, whole)
    ]
    assert ends[0] == ends[1]
    assert (few.whole, few.checksum) == (whole.whole, whole.checksum)


def test_a_record_is_read_once_until_it_changes(matches: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = copied(matches, tmp_path)
    whole_index(data)
    read: list[str] = []

    def noted(path: Path, entry: Entry) -> Entry:
        read.append(path.name)
        return read_entry(path, entry)

    monkeypatch.setattr(indexing, "read_entry", noted)
    again = whole_index(data)
    assert read == []
    assert len(again.entries) == 9
    changed = data / RECORDS / "20261120-200000-sichuan.sifang"
    content = changed.read_bytes()
    changed.write_bytes(content[: len(content) // 2])
    assert not by_stem(whole_index(data))["20261120-200000-sichuan"].over
    assert read == [changed.name]


def test_a_damaged_index_is_made_again(matches: Path, tmp_path: Path) -> None:
    data = copied(matches, tmp_path)
    whole_index(data)
    (data / RECORDS / indexing.FILE_NAME).write_text("{", "utf-8")
    assert len(whole_index(data).entries) == 9


def test_what_was_read_before_one_leaves_is_kept(matches: Path, tmp_path: Path) -> None:
    data = copied(matches, tmp_path)
    index = Index(data)
    index.look()
    while not index.take():
        pass
    index.stop()
    later = Index(data)
    later.look()
    assert 0 < len(later.entries) <= 9
    later.take(wait=True)
    assert len(later.entries) == 9


def test_of_a_table_that_was_opened_here_the_whole_journal_is_listed_alone(matches: Path, tmp_path: Path) -> None:
    data = copied(matches, tmp_path)
    sitters = Sitters(("A", "B", "Zhu", "D"), (False, False, False, True))
    note_hand(data / "lan", "abc123", sitters, 1, (0, 1, 2, 3))
    (data / RECORDS / indexing.FILE_NAME).unlink(missing_ok=True)
    kept = by_stem(whole_index(data))["abc123-0001"]
    assert (kept.names, kept.bots, kept.opponents("Zhu")) == (sitters.names, sitters.bots, ["A", "B", "D"])
    note_hand(data / "lan", "abc123", msgspec.structs.replace(sitters, hosted=True), 2, (0, 1, 2, 3))
    assert "abc123-0001" not in by_stem(whole_index(data))


def test_no_folder_is_no_record(tmp_path: Path) -> None:
    assert whole_index(tmp_path / "none").entries == {}


# ---- what is done with them -----------------------------------------------------------------------------------------


def test_a_record_gets_a_name_and_loses_it(matches: Path, tmp_path: Path) -> None:
    index = whole_index(copied(matches, tmp_path))
    entry = by_stem(index)["20261120-200000-sichuan"]
    Keeping(index).rename(entry, "The long night")
    assert Keeping(index).title(entry) == "The long night"
    Keeping(index).rename(entry, "")
    assert Keeping(index).title(entry) == ""


def test_damaged_titles_are_set_aside_before_others_are_written(matches: Path, tmp_path: Path) -> None:
    index = whole_index(copied(matches, tmp_path))
    entry = next(iter(index.entries.values()))
    file = index.data / RECORDS / TITLES
    file.write_bytes(b'{"torn')
    Keeping(index).rename(entry, "The long night")
    assert Keeping(index).title(entry) == "The long night"
    assert file.with_name(f"{TITLES}.bad").read_bytes() == b'{"torn'


def test_a_copy_goes_into_a_folder_or_to_a_new_file(matches: Path, tmp_path: Path) -> None:
    index = whole_index(copied(matches, tmp_path / "data"))
    keeping, entry = Keeping(index), by_stem(index)["20261120-200000-sichuan"]
    out = tmp_path / "out"
    out.mkdir()
    first, second = keeping.export(entry, out), keeping.export(entry, out)
    assert first != second
    assert first.read_bytes() == second.read_bytes() == index.path(entry).read_bytes()
    keeping.rename(entry, "a/b: night")
    named = keeping.export(entry, out)
    assert named.parent == out
    assert "night" in named.name
    exact = keeping.export(entry, out / "deep" / "x.sifang")
    assert exact.read_bytes() == first.read_bytes()
    with pytest.raises(FileExistsError):
        keeping.export(entry, exact)
    kept = by_stem(index)["abc123-0001"]
    assert keeping.export(kept, out) == out
    assert len(list(out.glob("*.proof"))) == 2
    with pytest.raises(IsADirectoryError):
        keeping.export(kept, out / "one.proof")


def test_what_is_taken_in_was_read_to_its_end(matches: Path, tmp_path: Path) -> None:
    index = whole_index(tmp_path / "data")
    keeping, records = Keeping(index), matches / RECORDS
    for stem in ("version", "foreign", "damaged", "empty"):
        with pytest.raises((JournalError, RecordError)):
            keeping.take_in(next(records.glob(f"*-{stem}.sifang")))
    (tmp_path / "x.txt").write_text("x", "utf-8")
    with pytest.raises(RecordError):
        keeping.take_in(tmp_path / "x.txt")
    with pytest.raises(OSError, match="x"):
        keeping.take_in(tmp_path / "missing" / "x.sifang")
    keeping.take_in(records / "20261120-200000-sichuan.sifang")
    keeping.take_in(records / "20261120-200000-sichuan.sifang")
    index.look()
    index.take(wait=True)
    assert [entry.imported for entry in index.entries.values()] == [True, True]
    assert not list((tmp_path / "data").rglob("*.new"))


def test_a_huge_file_is_not_taken_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.records.keeping.LARGEST", 100)
    path = write_match(tmp_path / "x.sifang", "sichuan", hands=1)
    with pytest.raises(RecordError, match="too large"):
        Keeping(Index(tmp_path / "data")).take_in(path)


def test_deleting_takes_all_files_of_a_record(matches: Path, tmp_path: Path) -> None:
    index = whole_index(copied(matches, tmp_path))
    keeping = Keeping(index)
    for stem in ("20261120-200000-sichuan", "abc123-0001"):
        keeping.delete(by_stem(index)[stem])
    assert not list(tmp_path.rglob("*.proof"))
    assert len(whole_index(tmp_path).entries) == 7


# ---- the screen -----------------------------------------------------------------------------------------------------


def opened(services: Services, data: Path, gone_on: list[Unfinished] | None = None) -> RecordsScene:
    screens = RecordScreens(services, lambda: pytest.fail("no statistics here"), (gone_on or []).append, data)
    screens.open()
    scene = services.scenes.top
    assert isinstance(scene, RecordsScene)
    scene.index.take(wait=True)
    scene.enter()
    return scene


def choose(scene: RecordsScene, stem: str) -> None:
    scene.handle(press(pygame.K_HOME))
    for _ in range(20):
        if Path(scene.list.value).stem == stem:
            return
        scene.handle(press(pygame.K_DOWN))
    pytest.fail(f"{stem} is not listed")


def top(services: Services) -> Scene:
    return services.scenes.top


def test_the_list_goes_by_day_the_newest_first(matches: Path, make_services: MakeServices) -> None:
    scene = opened(make_services(player_name="Zhu"), matches)
    keys = [row.key for row in scene.list.rows if row.key]
    begun = [scene.index.entries[key].begun for key in keys]
    assert begun == sorted(begun, reverse=True)
    assert len(keys) == 9
    headings = [row.text for row in scene.list.rows if not row.key]
    assert "20 Nov 2026" in headings
    assert headings[0] == "Today", "what has no date in its name was written just now"


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_row_can_be_chosen_and_drawn(matches: Path, make_services: MakeServices, language: str) -> None:
    scene = opened(make_services((1024, 600), player_name="Zhu", language=language), matches)
    scene.handle(press(pygame.K_HOME))
    seen = set()
    for _ in range(9):
        seen.add(scene.list.value)
        render_scene(scene)
        scene.handle(press(pygame.K_DOWN))
    assert len(seen) == 9


def test_filters_by_variant_and_opponent(matches: Path, make_services: MakeServices) -> None:
    scene = opened(make_services(player_name="Zhu"), matches)
    scene.filter_variant("wuhan")
    assert [Path(row.key).stem for row in scene.list.rows if row.key] == [
        "20261121-210000-wuhan", "20261121-200000-wuhan"
    ]  # fmt: skip
    scene.filter_name("A")
    assert [Path(row.key).stem for row in scene.list.rows if row.key] == ["20261121-210000-wuhan"]
    scene.filter_variant("")
    scene.filter_name("")
    assert len([row for row in scene.list.rows if row.key]) == 9


def test_enter_and_a_second_click_open_the_replay(matches: Path, make_services: MakeServices) -> None:
    services = make_services(player_name="Zhu")
    scene = opened(services, matches)
    choose(scene, "20261120-200000-sichuan")
    scene.handle(press(pygame.K_RETURN))
    assert isinstance(top(services), ReplayScene)
    top(services).handle(press(pygame.K_ESCAPE))
    assert top(services) is scene
    row = scene.list.place_of(scene.list.value)
    for event in [*click(row.center)]:
        scene.handle(event)
    assert isinstance(top(services), ReplayScene)


def test_what_cannot_be_read_says_why_and_opens_nothing(matches: Path, make_services: MakeServices) -> None:
    services = make_services(player_name="Zhu")
    scene = opened(services, matches)
    for stem in ("version", "foreign", "damaged", "empty"):
        choose(scene, next(Path(key).stem for key in scene.index.entries if key.endswith(f"-{stem}.sifang")))
        row = next(row for row in scene.list.rows if row.key == scene.list.value)
        assert row.note
        scene.handle(press(pygame.K_RETURN))
        assert top(services) is scene


def test_an_unfinished_match_goes_on_from_here(matches: Path, make_services: MakeServices) -> None:
    gone_on: list[Unfinished] = []
    services = make_services(player_name="Zhu")
    screens = RecordScreens(services, lambda: pytest.fail("no statistics here"), gone_on.append, matches)
    screens.open()
    scene = top(services)
    assert isinstance(scene, RecordsScene)
    scene.index.take(wait=True)
    scene.enter()
    choose(scene, "20261121-200000-wuhan")
    scene.go_on()
    assert [found.path.stem for found in gone_on] == ["20261121-200000-wuhan"]
    choose(scene, "20261122-200000-changsha")
    button = next(widget for widget in scene.form.widgets if getattr(widget, "text", "") == "Go on")
    assert not button.enabled
    assert button.reason


def test_deleting_asks_first_and_renaming_shows_the_name(
    matches: Path, tmp_path: Path, make_services: MakeServices
) -> None:
    services = make_services(player_name="Zhu")
    scene = opened(services, copied(matches, tmp_path))
    choose(scene, "20261120-200000-sichuan")
    scene.handle(press(pygame.K_DELETE))
    assert isinstance(top(services), Dialog)
    top(services).handle(press(pygame.K_ESCAPE))
    assert (tmp_path / scene.list.value).exists()
    scene.handle(press(pygame.K_F2))
    question = top(services)
    assert isinstance(question, InputDialog)
    question.field.text = "Night"
    question.handle(press(pygame.K_RETURN))
    assert next(row.text for row in scene.list.rows if row.key == scene.list.value) == "Night"
    doomed = scene.list.value
    scene.handle(press(pygame.K_DELETE))
    for key in (pygame.K_LEFT, pygame.K_RETURN):
        top(services).handle(press(key))
    assert not (tmp_path / doomed).exists()
    assert scene.list.value not in ("", doomed)


def test_a_file_that_is_dropped_is_taken_in(matches: Path, tmp_path: Path, make_services: MakeServices) -> None:
    services = make_services(player_name="Zhu")
    scene = opened(services, tmp_path)
    assert scene.list.value == ""
    render_scene(scene)
    whole = matches / RECORDS / "20261120-200000-sichuan.sifang"
    scene.handle(pygame.Event(pygame.DROPFILE, file=str(whole)))
    scene.index.take(wait=True)
    scene.enter()
    assert scene.chosen is not None
    assert scene.chosen.imported
    scene.handle(pygame.Event(pygame.DROPFILE, file=str(tmp_path / "nothing.sifang")))
    assert len(scene.index.entries) == 1


def test_a_file_that_is_no_record_is_refused_in_the_language_of_the_player(
    tmp_path: Path, make_services: MakeServices
) -> None:
    services = make_services(language="zh_CN")
    scene = opened(services, tmp_path)
    (tmp_path / "x.sifang").write_text("hello")
    scene.import_file(tmp_path / "x.sifang")
    said = services.toasts.texts[-1]
    assert "x.sifang" in said
    assert services.tr(TROUBLES["foreign"]) in said
    assert "journal" not in said


def test_export_and_import_by_a_typed_path(matches: Path, tmp_path: Path, make_services: MakeServices) -> None:
    services = make_services(player_name="Zhu")
    scene = opened(services, copied(matches, tmp_path / "data"))
    choose(scene, "20261120-200000-sichuan")
    scene.ask_where_to()
    question = top(services)
    assert isinstance(question, InputDialog)
    target = tmp_path / "out" / "x.sifang"
    question.field.text = f'"{target}"'
    question.handle(press(pygame.K_RETURN))
    assert target.exists()
    scene.ask_for_import()
    question = top(services)
    assert isinstance(question, InputDialog)
    question.field.text = str(target)
    question.handle(press(pygame.K_RETURN))
    scene.index.take(wait=True)
    assert sum(entry.imported for entry in scene.index.entries.values()) == 1


@pytest.mark.parametrize(
    ("text", "path"),
    [(" /a/b ", "/a/b"), ('"/a b"', "/a b"), ("file:///a/b", "/a/b"), ("'/a'", "/a")],
)
def test_a_pasted_path_is_understood(text: str, path: str) -> None:
    assert path_of(text) == Path(path)


def test_three_thousand_records_stop_nothing(make_services: MakeServices, tmp_path: Path) -> None:
    services = make_services(player_name="Zhu")
    scene = opened(services, tmp_path)
    for number in range(3000):
        name = f"records/202601{1 + number % 28:02}-{number // 60 % 24:02}{number % 60:02}00-{number}.sifang"
        entry = Entry(name, 1, 1, "journal", "", "sichuan", ("Zhu", "A", "B", "C"), (False, True, True, True), 4)
        scene.index.entries[name] = msgspec.structs.replace(entry, totals=(1, 2, -3, 0), over=True)
    scene.filter_variant("")
    assert len(scene.list.rows) == 3028
    drawn: list[str] = []
    draw_words = scene.list._draw_words

    def noted(surface: pygame.Surface, row: DayRow, inner: pygame.Rect) -> None:
        drawn.append(row.key)
        draw_words(surface, row, inner)

    scene.list._draw_words = noted  # type: ignore[method-assign]
    render_scene(scene)
    assert 0 < len(drawn) < 20
    scene.handle(press(pygame.K_END))
    assert scene.list.value == [row.key for row in scene.list.rows][-1]


def test_the_title_opens_the_records(
    matches: Path, tmp_path: Path, make_services: MakeServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(copied(matches, tmp_path)))
    services = make_services(player_name="Zhu")
    title = Navigation(services).title()
    services.scenes.push(title)
    title.handle(press(pygame.K_r))
    scene = top(services)
    assert isinstance(scene, RecordsScene)
    scene.index.take(wait=True)
    assert len(scene.index.entries) == 9
    scene.handle(press(pygame.K_ESCAPE))
    assert top(services) == title
