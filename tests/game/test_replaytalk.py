"""Chat where a match is looked at again, and over the sheet of a hand."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.app import render_scene
from game.lanmatch import ChatLine
from game.lobby.words import PHRASES, phrase_words
from game.records.recorded import Recorded, read_recorded
from game.records.transport import READING
from game.scenes.replay import ReplayScene
from game.scenes.settlement import SettlementScene
from game.services import Services
from game.shots import lan
from game.shots.acts import STEP, ShotClock
from net.lan import Said
from net.remarks import Remark
from tests.helpers.records import write_match

from .conftest import MakeServices

HELLO = Remark(60, 1, "Xiaoman", "What a hand!")
LUCK = Remark(60, 2, "Meiniang", "", 5)
WATCHER = Remark(0, -1, "Guest", "Good luck")


@pytest.fixture
def services(timed_services: Services) -> Services:
    return timed_services


@pytest.fixture(scope="module")
def silent(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return read_recorded(write_match(tmp_path_factory.mktemp("talk") / "a.sifang", "sichuan", hands=2), "Zhu")


@pytest.fixture
def scene(services: Services, silent: Recorded) -> ReplayScene:
    first, second = silent.hands
    recorded = replace(silent, hands=(replace(first, said=(WATCHER, HELLO, LUCK)), second))
    scene = ReplayScene(services, recorded)
    services.scenes.push(scene)
    scene.update(0.0)
    return scene


def pixels(scene: ReplayScene) -> bytes:
    scene.playback.finish()
    scene.invalidate()
    return pygame.image.tobytes(render_scene(scene), "RGB")


def test_the_log_tells_it_at_its_moment(scene: ReplayScene) -> None:
    stop = scene.transport.tape.stop_of(60)
    scene.transport.go(stop - 1)
    assert "Xiaoman: What a hand!" not in scene.log
    scene.transport.go(stop)
    assert scene.log[-2:] == ["Xiaoman: What a hand!", "Meiniang: What luck"]
    assert len(scene.log) > 2
    scene.transport.open_hand(1, 500)
    assert not [line for line in scene.log if line.startswith("Xiaoman:")]


def test_a_phrase_is_told_in_the_language_of_whoever_looks(make_services: MakeServices, silent: Recorded) -> None:
    services = make_services((1280, 720), language="zh_CN")
    recorded = replace(silent, hands=(replace(silent.hands[0], said=(LUCK,)),))
    scene = ReplayScene(services, recorded)
    services.scenes.push(scene)
    scene.transport.go(scene.transport.tape.end)
    words = phrase_words(services.strings, LUCK.phrase)
    assert words not in PHRASES
    assert [line for line in scene.log if line.startswith("Meiniang") and line.endswith(words)]


def test_a_bubble_is_at_the_plate_at_that_moment_alone(
    services: Services, scene: ReplayScene, silent: Recorded
) -> None:
    plain = ReplayScene(services, silent)
    services.scenes.push(plain)
    stop = scene.transport.tape.stop_of(60)
    scene.log_open = plain.log_open = False
    for shown, differs in ((stop - 2, False), (stop, True)):
        for each in (scene, plain):
            each._lines = []  # the line of the log is another matter
            each.transport.go(shown)
        assert (pixels(scene) != pixels(plain)) is differs


def test_one_who_plays_on_has_time_to_read(scene: ReplayScene) -> None:
    transport = scene.transport
    stop = transport.tape.stop_of(60)
    said, silent = transport.dwell(stop), replace(transport.hand, said=())
    assert silent.said == ()
    del transport.tape.remarks[stop]
    assert said == transport.dwell(stop) + READING


def test_what_is_said_over_the_sheet_is_a_message_and_not_read_yet(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock, hand="sheet-draw")
    clock.wait(services, STEP)
    sheet = services.scenes.top
    assert isinstance(sheet, SettlementScene)
    scene.match.lines.append(ChatLine(said=Said(1, "小满", "well played")))
    scene.match.lines.append(ChatLine(said=Said(2, "老李", "", 6)))
    clock.wait(services, STEP)
    assert services.scenes.top is sheet
    assert services.toasts.texts == ["小满: well played", "老李: Thank you"]
    assert scene.company.talk.unread == 2
    services.scenes.pop()
    clock.wait(services, STEP)
    assert scene.company.talk_button.unread() == 2
    assert scene.company.bubbles == []
