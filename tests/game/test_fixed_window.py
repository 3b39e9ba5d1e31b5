"""The fixed window of a tournament: chosen by the host, kept when he changes something, read by everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from game.lobby.hosting import HostWish
from game.lobby.hosttable import HostTableScene, usual_settings
from game.lobby.rules import RulesSheet, rule_chips
from game.newtable.rows import ChoiceRow
from game.services import Services
from net.tableview import WINDOW

from .conftest import MakeServices


@pytest.fixture
def services(make_services: MakeServices) -> Services:
    return make_services((1280, 720), language="en", player_name="竹影")


def test_a_tournament_has_the_same_window_after_every_discard(services: Services) -> None:
    wishes: list[HostWish] = []
    scene = HostTableScene(services, wishes.append)
    services.scenes.push(scene)
    scene.begin()
    scene.allowed.window = 5
    scene.begin()
    usual, fixed = (wish.settings.timers for wish in wishes)
    assert (usual.fixed_window, usual.window) == (None, WINDOW)
    assert (fixed.fixed_window, fixed.claim) == (5.0, 5.0)
    again = HostTableScene(services, wishes.append, wishes[1])
    assert (again.allowed.window, again.allowed.claim) == (5, services.chosen.claim_seconds)
    assert "After each discard" in titles(again.sheet.rows())
    assert "Time for a call" not in titles(again.sheet.rows())
    again.allowed.window = 0
    assert "Time for a call" in titles(again.sheet.rows())
    again.choices.seconds = 0
    again.begin()
    assert wishes[-1].settings.timers.fixed_window is None


def test_everybody_reads_of_the_fixed_window_before_he_is_ready(services: Services) -> None:
    usual = usual_settings("sichuan")
    fixed = replace(usual, timers=usual.timers.with_fixed_window(5.0))
    words = "5 s for calls after each discard"
    assert words in rule_chips(services, fixed)
    assert words not in rule_chips(services, usual)
    assert ("After each discard", "5 s") in RulesSheet(services, fixed)._table_rules()
    assert ("After each discard", "A moment") in RulesSheet(services, usual)._table_rules()


def titles(rows: Sequence[object]) -> list[str]:
    return [row.title for row in rows if isinstance(row, ChoiceRow)]
