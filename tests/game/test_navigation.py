"""From the title to the result: what was played is written down once, also after going on with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.files import DATA_DIR_VARIABLE, data_folder, records_folder
from game.navigation import Navigation
from game.newmatch import NewMatch, timers_of, unfinished_journal
from game.profiles import FILE_NAME, HandResult, Profiles
from game.scenes.result import ResultScene
from game.scenes.settlement import SettlementScene
from game.scenes.table import TableScene
from game.scenes.title import TitleScene
from game.services import Services
from net.entrants import Entrant
from net.journal import JOURNAL_SUFFIX
from net.timers import Timers
from rules.match import Length, LengthUnit
from tests.helpers.touchprogram import dealt_from

from .conftest import MakeServices, press

ENTRANTS = (Entrant("竹影"), Entrant("小满", "efficient"), Entrant("梅娘", "efficient"), Entrant("陈伯", "efficient"))
STEPS = 20_000
SEED = b"from the title on"


@pytest.fixture
def clock() -> list[float]:
    return [0.0]


@pytest.fixture
def navigation(
    make_services: MakeServices, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float]
) -> Iterator[Navigation]:
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(tmp_path))
    services = make_services(player_name="竹影", speed="instant")
    services.clock = lambda: clock[0]
    made = Navigation(services)
    services.scenes.push(made.title())
    with dealt_from(SEED):
        yield made
    made.back_to_title()
    made.own_player.close()


def new(hands: int) -> NewMatch:
    return NewMatch("sichuan", (("coins", "yes"), ("coin_fee", "0")), Length(LengthUnit.HANDS, hands), ENTRANTS)


def play(services: Services, clock: list[float], until: type, steps: int = STEPS) -> None:
    """The person answers with the default, and is ready, until a screen of a kind is open."""
    for _ in range(steps):
        top = services.scenes.top
        if isinstance(top, until):
            return
        clock[0] += 0.5
        top.update(0.5)
        if isinstance(top, TableScene) and top.desk.waiting:
            ask = top.playback.prompt.prompt.ask  # type: ignore[union-attr]
            top.desk.answer(ask.options.index(ask.default))
    pytest.fail("the screen did not come")


def booked() -> list[HandResult]:
    book = Profiles(data_folder() / FILE_NAME)
    try:
        profile = book.find("竹影")
        return [] if profile is None else book.hands(profile.id)
    finally:
        book.close()


def test_a_match_is_written_down_and_the_result_tells_it(navigation: Navigation, clock: list[float]) -> None:
    services = navigation.services
    navigation.start(new(1), Timers())
    assert services.chosen.last_variant == "sichuan"
    play(services, clock, SettlementScene)
    (hand,) = booked()
    assert (hand.variant, hand.coins) == ("sichuan", 200 * hand.points)
    sheet = services.scenes.top
    assert isinstance(sheet, SettlementScene)
    sheet.handle(press(pygame.K_RETURN))
    sheet.handle(press(pygame.K_RETURN))
    result = services.scenes.top
    assert isinstance(result, ResultScene)
    assert result.gains is not None
    assert (result.gains.points, result.gains.coins) == (hand.points, hand.coins)
    assert result.history[0][0] == hand.points


def test_a_hand_that_was_told_before_the_program_ended_is_not_told_twice(
    navigation: Navigation, clock: list[float]
) -> None:
    services = navigation.services
    navigation.start(new(2), Timers())
    play(services, clock, SettlementScene)
    navigation.back_to_title()
    first = booked()
    found = unfinished_journal(records_folder())
    assert found is not None
    navigation.go_on(found)
    assert booked() == first
    assert len(navigation._course.history) == 1
    play(services, clock, SettlementScene)
    assert [hand.number for hand in booked()] == [1, 2]


def test_a_hand_that_ended_unseen_is_written_down_when_the_match_goes_on(
    navigation: Navigation, clock: list[float]
) -> None:
    navigation.services.preferences.change(keep_records=False)
    navigation.start(new(2), Timers())
    play(navigation.services, clock, SettlementScene)
    navigation.back_to_title()
    assert booked() == []
    navigation.services.preferences.change(keep_records=True)
    found = unfinished_journal(records_folder())
    assert found is not None
    navigation.go_on(found)
    assert [hand.number for hand in booked()] == [1]


@pytest.mark.parametrize("seconds", [0, 30])
def test_the_time_for_a_turn_is_the_same_when_a_match_goes_on(
    navigation: Navigation, clock: list[float], seconds: int
) -> None:
    services = navigation.services
    assert services.chosen.turn_seconds not in (0, 30)
    navigation.start(new(2), timers_of(services.chosen, seconds))
    navigation.back_to_title()
    found = unfinished_journal(records_folder())
    assert found is not None
    navigation.go_on(found)
    top = services.scenes.top
    assert isinstance(top, TableScene)
    while not top.desk.waiting:
        clock[0] += 0.5
        top.update(0.5)
    prompt = top.playback.prompt
    assert prompt is not None
    assert prompt.prompt.limit == timers_of(services.chosen, seconds).limit(prompt.prompt.ask.kind)


def test_the_title_names_all_who_can_go_on(navigation: Navigation) -> None:
    lines = []
    for entrants in (ENTRANTS, (ENTRANTS[0], Entrant("阿梅"), *ENTRANTS[2:])):
        navigation.start(replace(new(2), entrants=entrants), Timers())
        navigation.back_to_title()
        title = navigation.services.scenes.top
        assert isinstance(title, TitleScene)
        assert title.unfinished is not None
        lines.append(title.unfinished.second_line)
        for path in records_folder().glob(f"*{JOURNAL_SUFFIX}"):
            path.unlink()
    assert lines == ["You 0", "竹影 0 · 阿梅 0"]


def test_a_match_that_somebody_else_began_is_not_written_down(navigation: Navigation, clock: list[float]) -> None:
    navigation.services.preferences.change(player_name="梅娘")
    navigation.start(new(1), Timers())
    play(navigation.services, clock, SettlementScene)
    assert booked() == []


def test_the_title_greets_with_title_and_coins(navigation: Navigation) -> None:
    title = navigation.services.scenes.top
    assert isinstance(title, TitleScene)
    assert title.honours() == ""
    book = Profiles(data_folder() / FILE_NAME)
    result = HandResult("a", 1, "shaanxi", "shaanxi", 230, 400, won=True, self_drawn=True, dealt_in=False)
    book.book(book.player("竹影").id, result)
    book.close()
    assert title.honours() == "Two of Characters · 400 coins"
    navigation.services.preferences.change(titles_and_coins=False)
    assert title.honours() == ""


def test_a_saved_match_that_cannot_be_read_is_told_once_and_left_alone(navigation: Navigation) -> None:
    folder = records_folder()
    folder.mkdir(parents=True, exist_ok=True)
    broken = folder / f"20260101-000000-beijing{JOURNAL_SUFFIX}"
    broken.write_bytes(b"no journal")
    services = navigation.services
    navigation.title()
    assert [broken.name in text for text in services.toasts.texts] == [True]
    services.toasts.update(5.0)
    assert services.toasts.texts, "a warning stays long enough to be read"
    services.toasts.update(5.0)
    navigation.title()
    assert services.toasts.texts == []
    assert broken.read_bytes() == b"no journal"
