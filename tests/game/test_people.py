"""Several people at this computer: their names first, then the rules, then the table; also after a break."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.files import DATA_DIR_VARIABLE, records_folder
from game.navigation import Navigation
from game.newmatch import unfinished_journal
from game.newtable.choices import Choices
from game.scenes.hotseat import HotseatScene
from game.scenes.newtable import NewTableScene
from game.scenes.people import PeopleScene
from game.scenes.title import TitleScene
from game.services import Services
from game.widgets.choices import Segments
from game.widgets.textfield import TextField
from rules.seats import SEATS
from rules.variants import all_variants
from tests.helpers.touchprogram import dealt_from

from .conftest import MakeServices
from .conftest import press as pressed

FIRST = next(iter(all_variants().values()))


@pytest.fixture
def navigation(make_services: MakeServices, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Navigation]:
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path))
    services = make_services(player_name="竹影", speed="instant", language="zh_CN")
    made = Navigation(services)
    services.scenes.push(made.title())
    with dealt_from(b"people at a screen"):
        yield made
    made.back_to_title()
    made.own_player.close()


def press(services: Services, key: int) -> None:
    services.scenes.top.handle(pressed(key))


def people(navigation: Navigation) -> PeopleScene:
    press(navigation.services, pygame.K_h)
    top = navigation.services.scenes.top
    assert isinstance(top, PeopleScene)
    return top


def test_the_player_here_is_the_first(navigation: Navigation) -> None:
    scene = people(navigation)
    assert scene.chosen_names == ("竹影", "玩家2")


@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_person_gets_a_field(navigation: Navigation, count: int) -> None:
    scene = people(navigation)
    counts = next(widget for widget in scene.form.widgets if isinstance(widget, Segments))
    counts.choose(count)
    assert sum(isinstance(widget, TextField) for widget in scene.form.widgets) == count
    assert len(set(scene.chosen_names)) == count


def test_equal_names_are_told_apart(navigation: Navigation) -> None:
    scene = people(navigation)
    scene.names[1] = "竹影"
    assert scene.chosen_names == ("竹影", "竹影 2")


def test_from_the_title_to_a_table_of_several_and_back_to_it_after_a_break(navigation: Navigation) -> None:
    services = navigation.services
    people(navigation).names[1] = "小满儿"
    press(services, pygame.K_RETURN)
    assert isinstance(services.scenes.top, NewTableScene)
    press(services, pygame.K_RETURN)
    table = services.scenes.top
    assert isinstance(table, HotseatScene)
    assert [table.public.table.names[player] for player in table.people] == ["竹影", "小满儿"]
    assert services.chosen.hotseat_names == ("竹影", "小满儿")
    navigation.back_to_title()
    unfinished = unfinished_journal(records_folder())
    assert unfinished is not None
    navigation.go_on(unfinished)
    again = services.scenes.top
    assert isinstance(again, HotseatScene)
    assert again.people == table.people


def test_escape_goes_back(navigation: Navigation) -> None:
    people(navigation)
    press(navigation.services, pygame.K_ESCAPE)
    assert isinstance(navigation.services.scenes.top, TitleScene)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_people_take_the_seats_of_bots(navigation: Navigation, count: int) -> None:
    names = ("a", "b", "c", "d")[:count]
    choices = Choices(FIRST, people=names)
    ways = set()
    for _ in range(6):
        match = choices.match(navigation.services.strings, "")
        seated = {entrant.name: seat for seat, entrant in enumerate(match.entrants) if entrant.level is None}
        assert set(seated) == set(names)
        assert seated["a"] == 0
        assert sum(entrant.level is not None for entrant in match.entrants) == len(SEATS) - count
        ways.add(tuple(seated[name] for name in names))
        choices.swap_seats()
    assert len(ways) == 3


def test_two_people_sit_opposite_at_first(navigation: Navigation) -> None:
    match = Choices(FIRST, people=("a", "b")).match(navigation.services.strings, "")
    assert [seat for seat, entrant in enumerate(match.entrants) if entrant.level is None] == [0, 2]
