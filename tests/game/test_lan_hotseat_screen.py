"""Several people at one computer of a LAN table: what the screen shows and takes, with people that are made up."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.hotseat.flow import Screen
from game.lanmatch import ChatLine
from game.lobby.company import SECRET_SHARE, Company
from game.lobby.people import PeopleSheet
from game.scenes.hotseat import IN_TIME, HotseatScene
from game.services import Services
from game.shots import lan
from game.shots.acts import STEP, ShotClock
from game.shots.lanhotseat import PEOPLE, away, shared_table, shared_view, show_shared
from game.widgets.dialog import Dialog
from net.lan import Notice, Said, Status
from net.messages import AutoCause
from net.timers import Timers
from rules.events import Answered, Cause, Discarded
from tests.helpers.faces import faces_on
from tests.helpers.lan import orders

from .conftest import press


@pytest.fixture
def services(timed_services: Services) -> Services:
    return timed_services


def company(scene: HotseatScene) -> Company:
    assert scene.company is not None
    return scene.company


def calls(services: Services, clock: ShotClock) -> HotseatScene:
    """A tile lies there that player 0 may call, and everybody is awaited; the settings give three seconds for it."""
    view = shared_view("call")
    settings = replace(view.settings, timers=Timers(20.0, 3.0, 20.0, 20.0))
    scene = shared_table(services, clock, replace(view, settings=settings), "call", Status.JOINED)
    end = clock.now + 9
    while scene.flow.window is None or scene.public.playback.claimables:
        assert clock.now < end
        clock.wait(services, STEP)
    return scene


# ---- no secret ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("coloured")
def test_chat_banner_and_messages_show_no_face_on_the_curtain(services: Services, clock: ShotClock) -> None:
    scene = show_shared(services, clock, lambda view: replace(view, paused=True))
    company(scene).match.lines.append(ChatLine(said=Said(1, "小满", "quick")))
    company(scene).match._notices.append(Notice("lost", "小满", 1))
    scene.handle(press(pygame.K_t))
    clock.wait(services, 0.3)
    surface = services.canvas.surface
    services.scenes.draw(surface)
    services.toasts.draw(surface)
    assert scene.flow.screen is Screen.CURTAIN
    assert company(scene).banner.visible
    assert company(scene).talk.is_open
    assert faces_on(surface) == set()


def test_what_one_types_under_the_curtain_opens_no_hand(services: Services, clock: ShotClock) -> None:
    scene = show_shared(services, clock)
    scene.handle(press(pygame.K_t))
    for key in (pygame.K_SPACE, pygame.K_z, pygame.K_RETURN):
        scene.handle(press(key))
        clock.wait(services, 0.4)
    assert scene.flow.seen is None
    scene.handle(press(pygame.K_ESCAPE))
    scene.handle(press(pygame.K_RETURN))
    assert scene.flow.screen is Screen.SEAT


# ---- time goes on ---------------------------------------------------------------------------------------------------


def test_the_curtain_counts_down_and_goes_up_when_it_is_too_late(services: Services, clock: ShotClock) -> None:
    scene = show_shared(services, clock)
    left = scene.curtain.left()
    assert left is not None
    clock.wait(services, 2.0)
    later = scene.curtain.left()
    assert later is not None
    assert later == pytest.approx(left - 2.0, abs=0.2)
    clock.wait(services, later + 0.5)
    assert scene.flow.screen is Screen.PUBLIC
    assert scene.curtain.left() is None


def test_tiles_that_are_looked_at_are_covered_when_the_time_is_over(services: Services, clock: ShotClock) -> None:
    scene = show_shared(services, clock)
    scene.handle(press(pygame.K_SPACE))
    clock.wait(services, 0.5)
    assert scene.flow.seen == 0
    for _ in range(60):
        scene.flow.used(clock())
        clock.wait(services, 0.5)
    assert scene.flow.screen is Screen.PUBLIC
    assert not scene.curtain.hold.held


def test_a_sheet_above_the_table_stops_nothing(services: Services, clock: ShotClock) -> None:
    scene = show_shared(services, clock)
    left = scene.curtain.left()
    scene.public.ask_to_leave()
    clock.wait(services, 1.0)
    services.scenes.pop()
    later = scene.curtain.left()
    assert left is not None
    assert later is not None
    assert later == pytest.approx(left - 1.0, abs=0.2)


def test_calls_in_secret_end_long_before_the_time_of_the_host(services: Services, clock: ShotClock) -> None:
    scene = calls(services, clock)
    assert scene.flow.seconds == pytest.approx(SECRET_SHARE * 3.0)
    scene.handle(press(pygame.K_z))
    while scene.flow.screen is Screen.PUBLIC:
        clock.wait(services, STEP)
    left = scene.curtain.left()
    assert left is not None
    assert left > IN_TIME


def test_a_late_table_still_passes_in_time(services: Services, clock: ShotClock) -> None:
    """However long calls would be awaited: one second before the host's time is over they end."""
    scene = calls(services, clock)
    left = scene.tables[0].answer_clock.left
    assert left is not None
    scene.flow.seconds = left + 5.0
    scene.flow.open_window(PEOPLE, clock.now)
    clock.wait(services, left - IN_TIME - 0.2)
    assert scene.tables[0].calls
    clock.wait(services, 0.4)
    assert not scene.tables[0].calls


def test_nobody_passes_for_a_tile_that_is_not_shown_yet(services: Services, clock: ShotClock) -> None:
    """The host has gone on meanwhile: a call belongs to the tile that comes next on the screen."""
    scene = calls(services, clock)
    assert scene._callers() == [0]
    next_one = [event for event in lan.deal("call").log() if isinstance(event, Discarded)][-1]
    scene.public.playback._inbox.append(next_one)
    assert scene._callers() == []
    clock.wait(services, scene.flow.seconds + 0.1)
    assert scene.tables[0].calls


# ---- the company ----------------------------------------------------------------------------------------------------


def test_the_menu_is_the_sheet_of_people_and_leaving_concerns_all(services: Services, clock: ShotClock) -> None:
    scene = show_shared(services, clock, screen=Screen.SEAT)
    scene.handle(press(pygame.K_ESCAPE))
    sheet = services.scenes.top
    assert isinstance(sheet, PeopleSheet)
    sheet.widgets["leave"].activate()
    dialog = services.scenes.top
    assert isinstance(dialog, Dialog)
    assert "all of you here" in dialog.text


def test_any_press_brings_back_who_was_away(services: Services, clock: ShotClock) -> None:
    scene = show_shared(services, clock, away)
    assert company(scene).banner.visible
    scene.handle(press(pygame.K_F8))
    assert ("away", {"on": False}) in orders(company(scene).match)


def test_who_did_not_answer_twice_plays_by_himself_until_a_press(services: Services, clock: ShotClock) -> None:
    scene = show_shared(services, clock)
    first, second = PEOPLE
    scene.tables[second].playback.auto = AutoCause.TIMEOUTS
    clock.wait(services, STEP)
    assert scene.public.table.presences[second].icon == "bot"
    assert scene.public.table.presences[first].icon == ""
    assert scene.tables[second].playback.auto is AutoCause.TIMEOUTS, "nobody was there"
    asked: list[tuple[int, bool]] = []
    scene.tables[second].link.set_auto = lambda seat, on, now: asked.append((seat, on))  # type: ignore[method-assign]
    scene.handle(press(pygame.K_F8))
    assert asked == [(scene.tables[second].seat, False)]


def test_everybodys_table_shows_who_is_there(services: Services, clock: ShotClock) -> None:
    scene = show_shared(services, clock, lambda view: lan.seated(view, 1, connection="lost"))
    for table in (scene.public, *scene.tables.values()):
        assert table.table.presences[1].icon == "link"


def test_what_a_bot_did_meanwhile_is_told_once(services: Services, clock: ShotClock) -> None:
    scene = lan.show_table(services, clock, hand="call")
    mine = [e for e in lan.deal("call").log() if isinstance(e, Answered) and e.seat == scene.seat]
    assert mine
    lines = len(scene.log)
    for answered in mine:
        for observer in scene.playback.observers:
            observer(replace(answered, cause=Cause.BOT), scene.view.shown)
    clock.wait(services, STEP)
    assert "Meanwhile a bot has played for you" in scene.log[-1]
    assert len(scene.log) == lines + 1
    clock.wait(services, 1.0)
    assert len(scene.log) == lines + 1


def test_escape_closes_the_chat_and_then_opens_the_menu_everywhere(services: Services, clock: ShotClock) -> None:
    on_table, under_curtain = calls(services, clock), show_shared(services, clock)
    for scene in (under_curtain, on_table):
        scene.handle(press(pygame.K_t))
        scene.handle(press(pygame.K_ESCAPE))
        assert not company(scene).talk.is_open
        assert services.scenes.top is under_curtain
        scene.handle(press(pygame.K_ESCAPE))
        assert isinstance(top := services.scenes.top, PeopleSheet)
        clock.wait(services, 0.3)
        assert services.scenes.top is top
        services.scenes.pop()
