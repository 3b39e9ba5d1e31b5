"""Whether discards may be taken back is the host's choice: usual among friends, and not at a tournament."""

from __future__ import annotations

import pytest

from game.commands.host import _parser, _timers
from game.lobby.hosting import HostWish
from game.lobby.hosttable import HostTableScene, usual_settings
from game.lobby.rules import RulesSheet
from game.newtable.rows import ChoiceRow
from game.scenes.people import PeopleScene
from game.services import Services
from game.widgets.choices import Segments, Toggle
from net.tableview import settings_data, settings_of
from net.timers import CONSENT
from tests.helpers.tables import click

from .conftest import MakeServices


@pytest.fixture
def services(make_services: MakeServices) -> Services:
    return make_services((1280, 720), language="en", player_name="竹影")


def test_the_host_of_a_table_chooses(services: Services) -> None:
    wishes: list[HostWish] = []
    scene = HostTableScene(services, wishes.append)
    services.scenes.push(scene)
    scene.begin()
    scene.allowed.take_back = False
    scene.begin()
    assert [wish.settings.timers.consent for wish in wishes] == [CONSENT, None]
    for wish in wishes:
        assert settings_of(settings_data(wish.settings)).timers.consent == wish.settings.timers.consent
        assert HostTableScene(services, wishes.append, wish).allowed.take_back is (wish is wishes[0])


def test_with_a_fixed_window_it_is_off_until_it_is_wanted(services: Services) -> None:
    wishes: list[HostWish] = []
    scene = HostTableScene(services, wishes.append)
    services.scenes.push(scene)
    titled = (row for row in scene.sheet.rows() if isinstance(row, ChoiceRow))
    windows = next(row.control for row in titled if row.title == "After each discard")
    assert isinstance(windows, Segments)
    windows.on_change(5)
    assert not scene.allowed.take_back
    scene.begin()
    scene.allowed.take_back = True
    scene.begin()
    assert [w.settings.timers.consent for w in wishes] == [None, CONSENT]
    assert [w.settings.timers.fixed_window for w in wishes] == [5.0, 5.0]
    windows.on_change(0)
    assert scene.allowed.take_back


def test_everybody_reads_it_before_he_is_ready(services: Services) -> None:
    off = usual_settings("sichuan")
    on = settings_of(settings_data(off) | {"timers": settings_data(off)["timers"] | {"consent": 8000}})
    assert ("Taking discards back", "Not allowed") in RulesSheet(services, off)._table_rules()
    assert ("Taking discards back", "When all agree") in RulesSheet(services, on)._table_rules()


@pytest.mark.parametrize(
    ("words", "consent"),
    [
        ("", CONSENT), ("--no-take-back", None), ("--fixed-window 4", None), ("--fixed-window 4 --take-back", CONSENT),
        ("--fast", None), ("--fast --take-back", CONSENT),
    ],
)  # fmt: skip
def test_the_command_has_a_switch(words: str, consent: float | None) -> None:
    assert _timers(_parser().parse_args(words.split())).consent == consent


def test_several_people_at_one_computer_choose_before_they_begin(services: Services) -> None:
    scene = PeopleScene(services, lambda names: None)
    services.scenes.push(scene)
    toggle = next(w for w in scene.form.widgets if isinstance(w, Toggle) and "taken back" in w.label)
    assert services.chosen.hotseat_take_back
    click(scene, toggle.rect.center)
    assert not services.chosen.hotseat_take_back
