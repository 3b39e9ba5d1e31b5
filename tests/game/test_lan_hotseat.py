"""Two people at one computer of a LAN table: each hears his own, and everybody's table what all may see."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.hotseat.flow import Screen
from game.lanmatch import LanMatch
from game.lobby.hosting import HostWish, host_command
from game.lobby.lantable import table_info
from game.lobby.sharedlink import SharedWire
from game.scenes.hotseat import HotseatScene
from game.table.consentdialog import NOT_BEFORE, ConsentDialog
from game.tableinfo import TableEnd
from net.lan import Person
from net.messages import News, Prompt
from net.timers import CONSENT
from rules.events import Dealt
from rules.tiles import HIDDEN
from tests.helpers.lan import PATIENCE, SETTINGS, in_play, until
from tests.helpers.tables import press

from .conftest import MakeServices

SLOW = replace(SETTINGS.timers, window=(3.0, 3.0), consent=CONSENT)
"""Long enough to be seen by a slow machine."""

pytestmark = [pytest.mark.usefixtures("frozen"), pytest.mark.timeout(200)]


@pytest.fixture
def match(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[LanMatch]:
    """A table of one's own with two people here and two bots; the match runs, from a seed."""
    monkeypatch.setattr("game.lanmatch.host_command", lambda *wish: [*host_command(*wish), "--seed", "4"])
    match = LanMatch(tmp_path)
    try:
        match.host(HostWish("Home", getattr(request, "param", SETTINGS)), [Person("A")])
        until(lambda: match.view is not None and len(match.seats) == 1, match)
        assert match.table is not None
        match.table.bring(Person("B"))
        until(lambda: match.view is not None and len(match.view.guests[0].names) == 2, match)
        match.table.sit(2, 1)
        until(lambda: len(match.seats) == 2, match)
        for seat in (1, 3):
            match.table.seat_bot(seat, "efficient")
        match.table.start()
        until(lambda: in_play(match), match)
        yield match
    finally:
        hosting = match.hosting
        match.close()
        if hosting is not None:
            hosting.end()


def test_the_chat_tells_who_came_along(match: LanMatch) -> None:
    told = [line.companion for line in match.lines if line.companion is not None]
    assert [(one.name, one.host, one.came) for one in told] == [("B", "A", True)]


def test_everybody_hears_his_own_and_the_public_table_no_secret(match: LanMatch) -> None:
    wire = SharedWire(match)
    links = wire.links()
    a, b = wire.people
    heard = {player: links[player].poll(time.monotonic()) for player in (a, b, None)}
    for player in (a, b):
        news = [message for message in heard[player] if isinstance(message, News)]
        assert {one.viewer for one in news} == {wire.seat_of(player)}
        own = [e for one in news for e in one.events if isinstance(e, Dealt) and e.seat == one.viewer]
        assert own
        assert HIDDEN not in own[0].tiles
    public = [message for message in heard[None] if isinstance(message, News)]
    dealt = [event for one in public for event in one.events if isinstance(event, Dealt)]
    assert dealt
    assert all(set(event.tiles) == {HIDDEN} for event in dealt)
    assert public[0].first == 0
    assert not any(isinstance(message, Prompt) for message in heard[None])


def test_the_hotseat_screen_plays_over_the_lan(make_services: MakeServices, match: LanMatch) -> None:
    """The one who is asked is called to the screen."""
    assert match.view is not None
    services = make_services(speed="instant")
    services.clock = time.monotonic
    scene = HotseatScene(services, SharedWire(match).links(), table_info(match.view), TableEnd())
    services.scenes.push(scene)
    end = time.monotonic() + PATIENCE
    while scene.flow.turn is None:
        assert time.monotonic() < end
        scene.update(0.05)
        time.sleep(0.01)
    assert scene.flow.turn.player in scene.people


@pytest.mark.parametrize("match", [replace(SETTINGS, timers=SLOW)], indirect=True)
def test_two_at_one_computer_agree_over_the_lan(make_services: MakeServices, match: LanMatch) -> None:
    """The one asks at the table that all look at, the other presses the key of his corner; bots are not asked."""
    assert match.view is not None
    services = make_services(speed="instant")
    services.clock = time.monotonic
    scene = HotseatScene(services, SharedWire(match).links(), table_info(match.view), TableEnd())
    services.scenes.push(scene)

    def run(done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end
            services.scenes.top.update(0.02)
            time.sleep(0.01)

    while not isinstance(services.scenes.top, ConsentDialog):  # who is too late asks about the next discard
        run(lambda: scene.flow.screen is Screen.CURTAIN or scene.public.may_take_back)
        thrower = scene.public.thrower
        if scene.public.may_take_back:
            press(scene, pygame.K_u)
            run(lambda: isinstance(services.scenes.top, ConsentDialog) or scene.flow.screen is Screen.CURTAIN)
            continue
        press(scene, pygame.K_RETURN)
        run(lambda: scene.flow.seen is None or scene.tables[scene.flow.seen].desk.waiting)
        if scene.flow.seen is not None:
            opened = scene.tables[scene.flow.seen].playback.prompt
            assert opened is not None
            ask = opened.prompt.ask
            scene.tables[scene.flow.seen].desk.answer(ask.options.index(ask.default))
    dialog = services.scenes.top
    assert isinstance(dialog, ConsentDialog)
    assert len(dialog.asked) == 1
    began = time.monotonic()
    run(lambda: time.monotonic() - began > NOT_BEFORE)
    press(dialog, pygame.K_z if thrower == scene.people[1] else pygame.K_SLASH)
    run(lambda: services.scenes.top is scene and scene.flow.screen is Screen.CURTAIN)
    assert scene.flow.turn is not None
    assert scene.flow.turn.player == thrower
    assert thrower is not None
    assert scene.tables[thrower].playback.prompt is not None
