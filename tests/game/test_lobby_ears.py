"""What is heard in the lobby: a table that fills up, others who get ready, a line of chat."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from game.audio import Audio
from game.lanmatch import ChatLine
from game.lobby.ears import LobbyEars
from game.preferences import Preferences
from net.lan import Phase, Said, Sitter, TableSettings, TableView
from net.timers import Timers
from rules.match import default_length
from rules.variants import variant

ME, OTHER = 1, 2
SETTINGS = TableSettings("sichuan", (), default_length(variant("sichuan")), Timers())
EMPTY: tuple[Sitter | None, ...] = (Sitter("甲", guest=ME), None, Sitter("乙", guest=OTHER), None)
FULL: tuple[Sitter | None, ...] = (Sitter("甲", guest=ME), Sitter("", level="easy"), *EMPTY[2:3], Sitter("丙", guest=3))


class Lobby:
    """A table in the lobby, and what is heard there."""

    def __init__(self) -> None:
        view = TableView("四方", Phase.LOBBY, SETTINGS, EMPTY, (), ME, False, True)
        stand_in: Any = SimpleNamespace(view=view, table=SimpleNamespace(me=ME), lines=[])
        self.match = stand_in
        self.audio = Audio(Preferences())
        self.heard: list[str] = []
        self.audio.listeners.append(self.heard.append)
        self.ears = LobbyEars(self.audio, self.match)
        self.ears.listen()

    def seats(self, seats: tuple[Sitter | None, ...]) -> list[str]:
        self.match.view = replace(self.match.view, seats=seats)
        return self.listen()

    def listen(self) -> list[str]:
        self.heard.clear()
        self.ears.listen()
        return list(self.heard)


def test_a_table_that_fills_up_is_heard_once() -> None:
    lobby = Lobby()
    assert lobby.seats(FULL) == ["table.full"]
    assert lobby.listen() == []
    assert lobby.seats(EMPTY) == []
    assert lobby.seats(FULL) == ["table.full"]


def test_others_are_heard_getting_ready_and_oneself_is_not() -> None:
    lobby = Lobby()
    assert lobby.seats((replace(FULL[0], ready=True), *EMPTY[1:])) == []  # type: ignore[type-var]
    assert lobby.seats((*EMPTY[:2], Sitter("乙", guest=OTHER, ready=True), None)) == ["seat.ready"]
    assert lobby.listen() == []


def test_a_line_of_somebody_else_is_heard() -> None:
    lobby = Lobby()
    lobby.match.lines.append(ChatLine(said=Said(ME, "甲", "你好")))
    assert lobby.listen() == []
    lobby.match.lines.append(ChatLine(said=Said(OTHER, "乙", "好")))
    assert lobby.listen() == ["chat"]
    assert lobby.listen() == []


def test_who_joins_a_full_table_hears_nothing() -> None:
    lobby = Lobby()
    lobby.match.view, view = None, lobby.match.view
    assert lobby.listen() == []
    lobby.match.view = replace(view, seats=FULL)
    assert lobby.listen() == []
