"""The history of a player: kept hand by hand, made again from the journals, summed up, drawn, and taken out."""

from __future__ import annotations

import csv
import io
import sqlite3
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.app import render_scene
from game.files import RECORDS
from game.newmatch import finished_hands
from game.ownplayer import OwnPlayer, hand_result
from game.profiles import MIGRATIONS, HandResult, Profiles
from game.records.figures import decimal, percent, tile_groups
from game.records.history import COLUMNS, as_csv, export_csv, own_records, rebuild
from game.records.plot import grid_step, spread, thinned
from game.records.recorded import read_recorded
from game.records.sitters import Sitters, note_hand
from game.records.summary import chosen, course, grouped, summed
from game.scene import Scene
from game.scenes.statistics import StatisticsScene
from game.services import Services
from game.strings import LANGUAGES
from game.widgets.inputdialog import InputDialog
from net.journal import read_journal
from rules.evolve import fold
from rules.tiles import HIDDEN
from rules.variants import all_variants, variant
from tests.helpers.records import NAMES, write_kept, write_match

from .conftest import MakeServices, click, press


def hand(number: int, points: int, key: str = "sichuan", **more: object) -> HandResult:
    details: dict[str, object] = {"won": points > 0, "self_drawn": False, "dealt_in": points < -5} | more
    return HandResult("a", number, key, key, points, 0, **details)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three matches of Zhu, one of somebody else, one file that is no use."""
    folder = tmp_path_factory.mktemp("data")
    records = folder / RECORDS
    for begun, key in (("20261120-200000", "sichuan"), ("20261121-200000", "wuhan"), ("20261122-200000", "lishui")):
        write_match(records / f"{begun}-{key}.sifang", key, hands=4)
    write_match(records / "20261123-200000-wuhan.sifang", "wuhan", hands=1, names=("Lin", "A", "B", "C"))
    (records / "20261124-200000-x.sifang").write_bytes(b"x")
    return folder


def own_player_in(services: Services, folder: Path) -> OwnPlayer:
    return OwnPlayer(services, folder)


# ---- sums -----------------------------------------------------------------------------------------------------------


def test_hands_are_summed() -> None:
    hands = [
        hand(1, 6, worth=2, unit="fan", tiles="1m 1m", self_drawn=True),
        hand(2, -8),
        hand(3, 0, drawn=True),
        hand(4, 10, worth=4, unit="fan", tiles="2m 2m"),
    ]
    found = summed(hands)
    assert (found.hands, found.wins, found.self_draws, found.deal_ins, found.drawn) == (4, 2, 1, 1, 1)
    assert (found.points, found.win_points, found.per_win, found.worth, found.unit) == (8, 16, 8.0, 3.0, "fan")
    assert (found.win_rate, found.self_draw_rate, found.deal_in_rate, found.drawn_rate) == (0.5, 0.5, 0.25, 0.25)
    assert found.best is hands[3]
    assert course(hands) == [0, 6, -2, -2, 8]


def test_values_of_two_variants_have_no_mean() -> None:
    found = summed([hand(1, 6, worth=2, unit="fan"), hand(2, 6, "wuhan", worth=9, unit="fan")])
    assert (found.worth, found.unit) == (None, "")


def test_no_hands_are_no_division() -> None:
    found = summed([])
    assert (found.win_rate, found.self_draw_rate, found.deal_in_rate, found.per_win, found.best) == (0, 0, 0, 0, None)


def test_hands_are_chosen_and_grouped() -> None:
    hands = [hand(1, 1, opponents=("A", "B")), hand(2, 2, "wuhan", opponents=("B",)), hand(3, 3, opponents=("B",))]
    assert chosen(hands, "", "") == hands
    assert chosen(hands, "sichuan", "A") == hands[:1]
    assert {key: found.hands for key, found in grouped(hands, lambda one: one.opponents).items()} == {"B": 3, "A": 1}
    assert list(grouped(hands, lambda one: (one.variant,))) == ["sichuan", "wuhan"]


@pytest.mark.parametrize("key", list(all_variants()))
def test_a_win_is_kept_with_its_tiles(key: str, tmp_path: Path) -> None:
    record = read_journal(write_match(tmp_path / "x.sifang", key, hands=3))
    won = 0
    for one in finished_hands(record):
        for seat in range(4):
            result = hand_result("x", one.players[seat], one, variant(key), coins=False)
            wins = [win for win in one.state.wins if win.seat == seat]
            assert result.won == bool(wins)
            assert result.drawn == (not one.state.wins)
            if wins:
                won += 1
                best = max(wins, key=lambda win: win.breakdown.value)
                melds = [list(meld.tiles) for meld in one.state.seats[seat].melds]
                winning = [[best.tile]] if best.tile != HIDDEN else []
                assert tile_groups(result) == [*melds, sorted(best.hand), *winning]
                assert (result.worth, result.unit) == (best.breakdown.value, best.breakdown.unit)
            else:
                assert (result.worth, result.tiles) == (0, "")
    assert won


def test_a_hand_with_hidden_tiles_is_not_drawn() -> None:
    assert tile_groups(hand(1, 5, tiles="123m? 5m")) == []


# ---- the file -------------------------------------------------------------------------------------------------------


def old_file(path: Path) -> None:
    """A file as the first released version wrote it, with one hand."""
    db = sqlite3.connect(path)
    for statement in MIGRATIONS[0]:
        db.execute(statement)
    db.execute("PRAGMA user_version = 1")
    db.execute("INSERT INTO player (id, name, coins) VALUES (1, 'Zhu', 7)")
    db.execute(
        "INSERT INTO hand (player, journal, number, variant, points, coins, won, self_drawn, dealt_in)"
        " VALUES (1, '20261120-200000-sichuan.sifang', 1, 'sichuan', 3, 7, 0, 0, 0)"
    )
    db.commit()
    db.close()


def test_a_file_of_the_first_version_is_copied_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "players.db"
    old_file(path)
    store = Profiles(path)
    (kept,) = store.hands(1)
    assert (kept.points, kept.coins, kept.worth, kept.opponents, kept.drawn) == (3, 7, 0, (), False)
    assert store.all()[0].coins == 7
    store.close()
    copy = sqlite3.connect(tmp_path / "players.v1.db")
    assert copy.execute("SELECT points FROM hand").fetchall() == [(3,)]
    copy.close()


def test_counting_again_adds_what_is_missing_and_books_nothing_twice(
    data: Path, tmp_path: Path, make_services: MakeServices
) -> None:
    old_file(tmp_path / "players.db")
    book = own_player_in(make_services(player_name="Zhu", titles_and_coins=False), tmp_path)
    assert list(rebuild(book, own_records(data))) == [4, 4, 4, 0, 0]
    history = book.history()
    assert len(history) == 12
    first = next(one for one in history if one.journal.startswith("20261120") and one.number == 1)
    assert (first.points, first.coins) == (3, 7), "what was booked stays as it was"
    assert first.opponents == tuple(sorted(NAMES[1:]))
    points = {(one.journal, one.number): one.points for one in history}
    for path in own_records(data)[1:3]:
        for number, log in enumerate(read_journal(path).hands, 1):
            assert points[path.name, number] == fold(log).seats[0].points
    list(rebuild(book, own_records(data)))
    assert book.history() == history
    assert [one.played for one in history if one.journal.startswith("20261121")] == sorted(
        one.played for one in history if one.journal.startswith("20261121")
    )
    book.close()


def test_lan_hands_come_back_from_what_the_client_kept(tmp_path: Path, make_services: MakeServices) -> None:
    lan = tmp_path / "lan"
    path = write_kept(lan / "player-1" / "proofs", "sichuan", seat=2, hands=3, table="t1")
    book = own_player_in(make_services(player_name="Zhu"), tmp_path)
    assert own_records(tmp_path) == [], "nobody knows who sat there"
    for number in (1, 2, 3):
        note_hand(lan, "t1", Sitters(("A", "B", "Zhu", "D"), (False, True, False, True)), number, (0, 1, 2, 3))
    assert own_records(tmp_path) == [path]
    assert list(rebuild(book, own_records(tmp_path))) == [3]
    points = [fold(hand.events).seats[2].points for hand in read_recorded(path).hands]
    assert [(one.journal, one.points, one.opponents) for one in book.history()] == [
        ("lan-t1", gained, ("A", "B", "D")) for gained in points
    ]
    book.close()


def test_a_guest_has_no_history(data: Path, tmp_path: Path, make_services: MakeServices) -> None:
    for chosen_by in ({"guest": True, "player_name": "Zhu"}, {"player_name": ""}, {"keep_records": False}):
        book = own_player_in(make_services(**chosen_by), tmp_path)
        assert list(rebuild(book, own_records(data))) == [0] * 5
        assert book.history() == []
    assert not (tmp_path / "players.db").exists()


def test_the_csv_has_a_line_for_each_hand(data: Path, tmp_path: Path, make_services: MakeServices) -> None:
    book = own_player_in(make_services(player_name="Zhu"), tmp_path)
    list(rebuild(book, own_records(data)))
    history = book.history()
    rows = list(csv.DictReader(io.StringIO(as_csv(history).removeprefix("\ufeff"))))
    assert tuple(rows[0]) == COLUMNS
    assert [int(row["points"]) for row in rows] == [one.points for one in history]
    assert {row["opponents"] for row in rows} == {"; ".join(sorted(NAMES[1:]))}
    folder = tmp_path / "out"
    folder.mkdir()
    first, second = export_csv(history, folder), export_csv(history, folder)
    assert first != second
    assert first.read_bytes() == second.read_bytes()
    with pytest.raises(FileExistsError):
        export_csv(history, first)
    book.close()


# ---- the plot -------------------------------------------------------------------------------------------------------


@given(st.floats(1, 1e7))
def test_grid_lines_are_round_and_few(span: float) -> None:
    step = grid_step(span)
    assert 1 <= span / step <= 4.001 or step == 1 or span / step > 0.3
    assert span / step <= 4
    assert str(step)[0] in "125"
    assert set(str(step)[1:]) <= {"0"}


@given(st.lists(st.integers(-500, 500), min_size=1, max_size=3000))
def test_a_thinned_line_keeps_its_ends_and_its_extremes(values: list[int]) -> None:
    points = thinned(values)
    assert len(points) <= 400
    assert points == sorted(set(points))
    assert (points[0], points[-1]) == ((0, values[0]), (len(values) - 1, values[-1]))
    assert {min(values), max(values)} <= {level for _, level in points}


@given(st.lists(st.integers(0, 100), max_size=4))
def test_signs_at_the_ends_of_lines_do_not_touch(middles: list[int]) -> None:
    placed = spread(sorted(middles), 16, 108)
    assert all(second - first >= 16 for first, second in zip(placed, placed[1:], strict=False))
    assert all(middle <= 100 for middle in placed)


@pytest.mark.parametrize(("amount", "text"), [(12.0, "12"), (12.345, "12.3"), (-3.25, "−3.2"), (1234.5, "1 234")])
def test_means_are_short(amount: float, text: str) -> None:
    assert decimal(amount).replace("\u2009", " ") == text
    assert percent(0.345) == "34%"


# ---- the screen -----------------------------------------------------------------------------------------------------


def opened(services: Services, data: Path, book: OwnPlayer, documents: Path | None = None) -> StatisticsScene:
    scene = StatisticsScene(services, book, data, services.scenes.pop, documents)
    services.scenes.push(scene)
    return scene


def counted(scene: StatisticsScene) -> None:
    scene.count_again()
    while scene.rebuilding:
        scene.update(0.0)


def top(services: Services) -> Scene:
    return services.scenes.top


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("size", [(1024, 600), (1920, 1080)])
def test_everything_is_counted_step_by_step(
    data: Path, tmp_path: Path, make_services: MakeServices, size: tuple[int, int], language: str
) -> None:
    services = make_services(size, player_name="Zhu", language=language)
    book = own_player_in(services, tmp_path)
    scene = opened(services, data, book)
    render_scene(scene)
    assert scene.history == []
    scene.count_again()
    assert scene.rebuilding
    scene.update(0.0)
    render_scene(scene)
    counted(scene)
    assert len(scene.shown) == 12
    render_scene(scene)
    scene.filter_variant("wuhan")
    assert len(scene.shown) == 4
    scene.filter_name("Xiaoman")
    scene.show_by("opponent")
    render_scene(scene)
    scene.handle(press(pygame.K_ESCAPE))
    assert len(services.scenes) == 0
    book.close()


def test_the_mouse_opens_filters_and_the_csv(data: Path, tmp_path: Path, make_services: MakeServices) -> None:
    services = make_services(player_name="Zhu")
    book = own_player_in(services, tmp_path / "book")
    scene = opened(services, data, book, tmp_path)
    counted(scene)
    button = next(widget for widget in scene.form.widgets if getattr(widget, "text", "") == "CSV file")
    for event in click(button.rect.center):
        scene.handle(event)
    question = top(services)
    assert isinstance(question, InputDialog)
    assert question.field.text == str(tmp_path)
    question.handle(press(pygame.K_RETURN))
    (written,) = tmp_path.glob("*.csv")
    assert written.read_text("utf-8-sig").count("\n") == 13
    book.close()


def test_a_guest_is_told_why_there_is_nothing(data: Path, tmp_path: Path, make_services: MakeServices) -> None:
    services = make_services(guest=True, player_name="Zhu")
    scene = opened(services, data, own_player_in(services, tmp_path))
    again = next(widget for widget in scene.form.widgets if getattr(widget, "text", "") == "Recount")
    assert not again.enabled
    assert again.reason
    render_scene(scene)
