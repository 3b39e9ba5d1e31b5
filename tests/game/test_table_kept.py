"""What the table keeps as pictures (plates, winds, the info card) never shows what is no longer so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from game.paint import Painter
from game.scenes.table import TableScene
from game.table.board import draw_board
from game.table.effects import TurnedUp
from game.tableinfo import Presence
from rules.tiles import parse_tile
from tests.helpers.tables import my_turn, preferences, scripted_table

WILD = parse_tile("5m")


def table() -> TableScene:
    """A table with a wild tile on its card."""
    scene, _, _ = scripted_table(*my_turn())
    scene.view.shown.indicator = scene.view.shown.wilds = (WILD,)
    return scene


def drawn(scene: TableScene) -> bytes:
    surface = scene.services.canvas.surface
    draw_board(scene.view, surface)
    return pygame.image.tobytes(surface, "RGB")


def prefer(**changes: object) -> Callable[[TableScene], None]:
    return lambda scene: scene.services.preferences.change(**changes)


def points(scene: TableScene) -> None:
    scene.view.shown.seats[1].points += 7


def name(scene: TableScene) -> None:
    scene.view.table = replace(scene.view.table, names=("Wu", *scene.view.table.names[1:]))


def avatar(scene: TableScene) -> None:
    scene.view.table = replace(scene.view.table, avatars=("", "", "龙", ""))


def robots(scene: TableScene) -> None:
    scene.view.table = replace(scene.view.table, levels=(None, None, None, None))


def bars(scene: TableScene) -> None:
    presences = (Presence(bars=2), *scene.view.table.presences[1:])
    scene.view.table = replace(scene.view.table, presences=presences)


def helps(scene: TableScene) -> None:
    presences = (Presence(helps=True), *scene.view.table.presences[1:])
    scene.view.table = replace(scene.view.table, presences=presences)


def seats(scene: TableScene) -> None:
    scene.view.table = replace(scene.view.table, players=(1, 2, 3, 0))


def turn(scene: TableScene) -> None:
    scene.view.shown.turn = 2


def over(scene: TableScene) -> None:
    scene.view.shown.over = True


def dealer(scene: TableScene) -> None:
    scene.view.shown.dealer = 3


def own(scene: TableScene) -> None:
    scene.view.own = 2


def wall(scene: TableScene) -> None:
    scene.view.shown.wall.pop()


def wild(scene: TableScene) -> None:
    scene.view.shown.wilds = (parse_tile("6m"),)


def turning(scene: TableScene) -> None:
    scene.view.effects.turned_up = TurnedUp(WILD, "", WILD, scene.view.layout.wild())


CHANGES: dict[str, Callable[[TableScene], None]] = {
    "points": points,
    "name": name,
    "avatar": avatar,
    "robots": robots,
    "bars": bars,
    "helps": helps,
    "seats": seats,
    "turn": turn,
    "over": over,
    "dealer": dealer,
    "own": own,
    "wall": wall,
    "wild": wild,
    "turning": turning,
    "language": prefer(language="en"),
    "traditional": prefer(language="zh_TW"),
    "text size": prefer(text_size=150),
    "cloth": prefer(cloth="indigo"),
    "tiles": prefer(tile_set="clear"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_table_drawn_before_looks_as_one_drawn_for_the_first_time(change: Callable[[TableScene], None]) -> None:
    scene = table()
    before = drawn(scene)
    assert drawn(scene) == before
    change(scene)
    kept = drawn(scene)
    services = scene.services
    services.painter = Painter(services.theme, services.units)
    assert kept == drawn(scene)
    assert kept != before


def test_the_light_of_the_turn_goes_there_and_back() -> None:
    scene = table()
    pictures = []
    for seat in (0, 2, 0, 2):
        scene.view.shown.turn = seat
        pictures.append(drawn(scene))
    assert pictures[0] == pictures[2] != pictures[1] == pictures[3]


@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("size", [(1024, 600), (1024, 768), (1280, 720), (1920, 1080), (2560, 1080), (3840, 2160)])
def test_no_kept_picture_covers_another_one(
    size: tuple[int, int], text_size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, _, _ = scripted_table(*my_turn(), size, preferences(text_size=text_size, language="en"))
    areas: list[pygame.Rect] = []
    monkeypatch.setattr(Painter, "kept", lambda painter, surface, area, key, paint: areas.append(area))
    draw_board(scene.view, scene.services.canvas.surface)
    assert len(areas) == 6, "four plates, the winds and the info card"
    assert all(area.collidelist(areas[:number]) == -1 for number, area in enumerate(areas))


def test_a_window_that_shrinks_before_the_table_knows_is_drawn_all_the_same() -> None:
    scene, wanted = table(), drawn(table())
    draw_board(scene.view, pygame.Surface((320, 200)))
    assert drawn(scene) == wanted
