"""Several people at one computer of a LAN table: the others are told who comes along, and who goes home."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.lanmatch import ChatLine, LanMatch
from game.lobby.chat import words_of
from game.lobby.companions import Companion, companions, host_of
from game.lobby.ears import LobbyEars
from game.lobby.people import PeopleSheet
from game.services import Services
from game.shots.lan import OWN, lobby_view, made_link, made_match
from net.lan import Connection, GuestView, Phase, Role, TableView

from .conftest import MakeServices

OTHER = 1


def with_people(view: TableView, guest: int, *names: str) -> TableView:
    """The same table with these people at a guest's computer, who comes now if he is not there."""
    guests = [replace(each, names=names) if each.id == guest else each for each in view.guests]
    if guest not in {each.id for each in guests}:
        guests.append(GuestView(guest, names, Role.PLAYER, Connection.HERE))
    return replace(view, guests=tuple(guests))


def told(before: TableView | None, now: TableView) -> list[tuple[str, str, bool]]:
    return [(each.name, each.host, each.came) for each in companions(before, now)]


@pytest.mark.parametrize(
    ("before", "now", "lines"),
    [
        (["小满"], ["小满"], []),
        (["小满"], ["小满", "阿桂"], [("阿桂", "小满", True)]),
        (["小满"], ["小满", "阿桂", "阿芳"], [("阿桂", "小满", True), ("阿芳", "小满", True)]),
        (["小满", "阿桂"], ["小满"], [("阿桂", "小满", False)]),
        (["小满", "阿桂", "阿芳"], ["小满", "阿芳"], [("阿桂", "小满", False)]),
        (["小满", "阿桂"], ["阿桂"], [("小满", "阿桂", False)]),
        (["小满"], ["满满"], []),
    ],
)
def test_what_has_changed_at_a_computer(before: list[str], now: list[str], lines: list[tuple[str, str, bool]]) -> None:
    view = lobby_view(OTHER)
    assert told(with_people(view, OTHER, *before), with_people(view, OTHER, *now)) == lines


def test_of_people_who_come_together_all_but_the_first_are_told() -> None:
    """The first one has a notice of the host."""
    view = lobby_view(OTHER)
    assert told(view, with_people(view, 9, "甲", "乙")) == [("乙", "甲", True)]


def test_a_table_that_one_has_just_joined_tells_nothing() -> None:
    assert told(None, with_people(lobby_view(OTHER), OTHER, "小满", "阿桂")) == []


def test_in_a_match_nobody_goes_home() -> None:
    two = with_people(replace(lobby_view(OTHER), phase=Phase.PLAY), OTHER, "小满", "阿桂")
    assert told(two, with_people(two, OTHER, "小满")) == []


def lan_match(view: TableView) -> LanMatch:
    return made_match(view, made_link(0.0, (), "turn"))


def change(match: LanMatch, view: TableView) -> list[ChatLine]:
    """The table looks like this now; the new lines of the chat."""
    assert match.table is not None
    match.table._client.view = view
    before = len(match.lines)
    match.poll(1.0)
    return match.lines[before:]


def test_the_chat_tells_it_once_in_words(make_services: MakeServices) -> None:
    services, view = make_services(language="en"), lobby_view(OTHER)
    match = lan_match(view)
    assert change(match, view) == []
    two = with_people(view, OTHER, "小满", "阿桂")
    lines = change(match, two)
    assert [words_of(services, line) for line in lines] == [("", "阿桂 plays, too, at the computer of 小满")]
    assert change(match, replace(two, paused=True)) == []
    lines = change(match, view)
    assert [words_of(services, line) for line in lines] == [("", "阿桂 has gone home")]


def test_another_table_begins_with_what_is_there() -> None:
    match = lan_match(lobby_view(OTHER))
    match.poll(0.0)
    table, kept = match.table, match.kept
    assert table is not None
    assert kept is not None
    match.drop()
    match.sit_at(table, kept)
    assert change(match, with_people(lobby_view(OTHER), OTHER, "小满", "阿桂")) == []


@pytest.mark.parametrize(
    ("guest", "came", "heard"), [(OTHER, True, ["seat.join"]), (OTHER, False, []), (OWN, True, [])]
)
def test_who_comes_along_elsewhere_is_heard(services: Services, guest: int, came: bool, heard: list[str]) -> None:
    match = lan_match(lobby_view(OTHER))
    ears, played = LobbyEars(services.audio, match), list[str]()
    ears.listen()
    services.audio.listeners.append(played.append)
    match.lines.append(ChatLine(companion=Companion(guest, "阿桂", "小满", came)))
    ears.listen()
    ears.listen()
    assert played == heard


def test_the_sheet_of_people_says_with_whom_somebody_plays(make_services: MakeServices) -> None:
    services, view = make_services(language="en"), lobby_view(OTHER)
    seats = tuple(s and (replace(s, guest=OTHER, player=1) if s.guest == 3 else s) for s in view.seats)
    view = with_people(replace(view, seats=seats), OTHER, "小满", "老李", "阿芳")
    match = lan_match(view)
    services.scenes.push(PeopleSheet(services, match))
    sheet = services.scenes.top
    assert isinstance(sheet, PeopleSheet)
    words = {key: getattr(widget, "words", "") for key, widget in sheet.widgets.items()}
    assert words["seat 2"] == "Will start · with 小满"
    assert words[f"guest {OTHER}.2"] == "Has no seat · with 小满"
    assert "with" not in words["seat 1"]
    assert host_of(view, OTHER, 0) == ""
