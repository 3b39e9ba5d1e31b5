"""Two people of the same name at a LAN table are told apart on every screen, and what is saved keeps their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from game.lanmatch import LanMatch
from game.lobby.company import with_people
from game.lobby.lantable import table_info
from game.lobby.namesakes import told_apart
from game.lobby.screens import LanScreens
from game.lobby.seatcard import LobbySeat
from game.lobby.words import person_words
from game.services import Services
from net.lan import Connection, GuestView, Notice, Phase, Role, Said, Sitter, TableView
from net.messages import Standing
from rules.state import RoundState

from .test_lobby import StubTable, lobby, settings

GUESTS = (
    GuestView(1, ("Guest",), Role.SPECTATOR, Connection.HERE),
    GuestView(2, ("Anna", "Guest"), Role.PLAYER, Connection.HERE),
    GuestView(3, ("Guest",), Role.PLAYER, Connection.HERE),
)
SEATS = (
    Sitter("Guest", guest=3), Sitter("Guest2", level="efficient"), Sitter("Anna", guest=2),
    Sitter("Guest", guest=2, player=1),
)  # fmt: skip


def view_of(phase: Phase = Phase.LOBBY, keeper: int = 2) -> TableView:
    return TableView("t", phase, settings(), SEATS, GUESTS, keeper, False, True)


class TalkingTable(StubTable):
    """A table at which something was said and happened."""

    def take_notices(self) -> list[Notice]:
        return [Notice("lost", "Guest", 1), Notice("lost", "Guest", 3)]


@pytest.fixture
def match(tmp_path: Path) -> Iterator[LanMatch]:
    made = LanMatch(tmp_path)
    table = TalkingTable(view_of(Phase.PLAY), me=3)
    table.said = (Said(1, "Guest", "hello"), Said(3, "Guest", "hello"), Said(2, "Anna", "hello"))
    made.table = cast(Any, table)
    yield made
    made.close()


def names(seats: Sequence[Sitter | None]) -> list[str]:
    return [sitter.name for sitter in seats if sitter is not None]


def test_namesakes_get_numbers_first_at_the_table_and_then_beside_it() -> None:
    shown = told_apart(view_of())
    assert names(shown.seats) == ["Guest", "Guest2", "Anna", "Guest3"]
    assert [guest.names for guest in shown.guests] == [("Guest4",), ("Anna", "Guest3"), ("Guest",)]


def test_nobody_without_a_namesake_gets_a_number_and_empty_seats_stay_empty() -> None:
    alone = replace(view_of(), seats=(None, SEATS[2], None, None), guests=GUESTS[1:2])
    assert told_apart(alone) == alone


def test_table_chat_and_notices_speak_of_the_same_people(match: LanMatch) -> None:
    match.poll(0.0)
    assert match.view is not None
    assert with_people(table_info(match.view), match.view).names == ("Guest", "Guest2", "Anna", "Guest3")
    assert [line.said.name for line in match.lines if line.said is not None] == ["Guest4", "Guest", "Anna"]
    assert [notice.name for notice in match.take_notices()] == ["Guest4", "Guest"]


def test_who_has_left_is_still_called_as_before(match: LanMatch) -> None:
    match.poll(0.0)
    assert match.table is not None
    match.take_notices()
    table = cast(TalkingTable, match.table)
    table.view = replace(table.view, guests=GUESTS[1:])
    match.poll(1.0)
    assert [notice.name for notice in match.take_notices()] == ["Guest4", "Guest"]


def test_a_hand_is_booked_under_the_names_themselves(services: Services, match: LanMatch) -> None:
    class Book:
        name = "Guest"
        booked: list[list[str]] = []

        def book(self, match: str, player: int, hand: object, names: list[str]) -> None:
            self.booked.append(names)

    table = cast(TalkingTable, match.table)
    table.view = replace(table.view, seats=(SEATS[3], SEATS[1], SEATS[2], SEATS[0]))
    match.kept, book = cast(Any, table), Book()
    table.record, table.id = "t", "t"  # type: ignore[attr-defined]
    screens = LanScreens(services, lambda: None, lambda: cast(Any, book))
    screens._match = match
    assert match.view is not None
    assert names(match.view.seats)[3] == "Guest3", "on the screen"
    screens._hand_over(RoundState(), Standing(1, 0, (0,) * 4, (0, 1, 2, 3), (False,) * 4, False, None))
    assert book.booked == [["Guest", "Guest2", "Anna", "Guest"]]


@pytest.mark.parametrize("seated", [SEATS, (SEATS[0], SEATS[1], None, SEATS[3])], ids=["both sit", "the second sits"])
def test_the_host_has_one_chip_and_all_at_his_computer_start(
    services: Services, match: LanMatch, seated: tuple[Sitter | None, ...]
) -> None:
    match.table = None
    scene = lobby(services, match, replace(view_of(), seats=seated), me=3)
    cards = [cast(LobbySeat, scene.widgets[f"seat {seat}"]) for seat in range(4)]
    assert [seat for seat, card in enumerate(cards) if card.facts.host] == [2 if seated[2] else 3]
    assert [card.state()[1] == "Will start" for card in cards] == [False, False, seated[2] is not None, True]
    told = [sitter and person_words(services.strings, sitter, None, scene.sheet.view)[1] for sitter in seated]  # type: ignore[union-attr]
    assert [words == "Will start" for words in told] == [False, False, seated[2] is not None, True]
