"""Ways into tables and out of them: what the list says of a saved match, and leaving where nothing is given up."""

from __future__ import annotations

from pathlib import Path

import pygame

from game import VERSION
from game.lanmatch import LOCALHOST, LanMatch
from game.lobby.found import FoundRow
from game.lobby.kept import Kept, Note
from game.services import Services
from net.lan import Person, Phase, Status
from tests.helpers.ports import own_port

from .conftest import press
from .test_lobby import found, lobby, match

__all__ = ["match"]


def test_a_saved_match_that_waits_for_its_people_is_no_match_to_watch(services: Services, match: LanMatch) -> None:
    words = [
        FoundRow(services, found("x", phase=Phase.PLAY, free=free), VERSION, lambda: None).state()[0] for free in (0, 2)
    ]
    assert words == ["Watch", "Waiting"]


def test_who_was_not_let_in_yet_goes_back_unasked_and_keeps_his_seat_elsewhere(
    services: Services, match: LanMatch, tmp_path: Path
) -> None:
    elsewhere = Kept("192.168.1.9", 27960, "47K2QD")
    Note(tmp_path).write(elsewhere)
    scene = lobby(services, match)
    match.join((LOCALHOST, own_port()), "47K2QD", [Person("A")])
    assert (match.status, match.at_stake) == (Status.CONNECTING, False)
    assert not scene.ask_to_close()
    scene.handle(press(pygame.K_ESCAPE))
    assert len(services.scenes) == 0, "back without a question"
    assert match.status is None
    assert Note(tmp_path).read() == elsewhere
