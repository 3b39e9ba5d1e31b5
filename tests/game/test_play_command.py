"""`main.py play`: who sits where, and under which names."""

from __future__ import annotations

import pytest

from game.commands.play import entrants_of, levels_of
from rules.errors import OptionError
from rules.variants import variant

from .conftest import MakeServices


@pytest.mark.parametrize(
    ("language", "seats", "names"),
    [
        ("en", "human,bot:efficient,bot:uniform,bot:efficient", ["Zhuying", "Xiaoman", "Meiniang", "Chenbo"]),
        ("en", "bot:uniform,human,bot:efficient,bot:efficient", ["Chenbo", "Zhuying", "Xiaoman", "Meiniang"]),
        ("zh_CN", "bot:efficient,bot:efficient,bot:efficient,human", ["小满", "梅娘", "陈伯", "Zhuying"]),
        ("zh_TW", "bot:efficient,bot:efficient,bot:efficient,bot:efficient", ["Zhuying", "小滿", "梅娘", "陳伯"]),
    ],
)
def test_the_names_are_those_of_a_new_table(
    make_services: MakeServices, language: str, seats: str, names: list[str]
) -> None:
    services = make_services(language=language, player_name="Zhuying")
    entrants = entrants_of(services, variant("lishui"), levels_of(seats))
    assert [entrant.name for entrant in entrants] == names
    assert [entrant.level for entrant in entrants] == list(levels_of(seats))


def test_a_guest_is_called_one(make_services: MakeServices) -> None:
    services = make_services(player_name="Zhuying", guest=True)
    levels = levels_of("human,bot:efficient,bot:efficient,bot:efficient")
    assert entrants_of(services, variant("lishui"), levels)[0].name == "Guest"


def test_several_people_are_told_apart(make_services: MakeServices) -> None:
    services = make_services(language="en", player_name="Zhuying")
    entrants = entrants_of(services, variant("lishui"), levels_of("human,bot:uniform,human,human"))
    assert [entrant.level for entrant in entrants] == [None, "uniform", None, None]
    assert [entrants[player].name for player in (0, 2, 3)] == ["Zhuying", "Player 2", "Player 3"]


@pytest.mark.parametrize("seats", ["human,bot:efficient", "human,bot:clever,bot:uniform,bot:uniform"])
def test_other_seats_are_refused(seats: str) -> None:
    with pytest.raises(OptionError, match="seat"):
        levels_of(seats)
