"""Danger marks, the coach, the counter of tiles and the card about a tile: what they say, and where they stand."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.places import Position
from game.scenes.table import TableScene
from game.table.board import open_tiles
from game.table.helps import help_places
from game.table.sidepanel import COUNT, LOG
from game.table.tilecard import card_lines
from game.table.tilecount import cells, left_of
from rules import events as e
from rules.bots.coach import advice
from rules.commands import DISCARD
from rules.danger import dangers
from rules.hints import copies_seen
from rules.melds import pong
from rules.tiles import HIDDEN, Tile, parse_tile
from rules.variants import all_variants
from tests.helpers.tables import (
    LocalTable,
    click,
    local_table,
    mouse,
    my_turn,
    preferences,
    press,
    scripted_table,
    tile_centre,
)

SIZES = [(1024, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1080), (3840, 2160)]
LATE = [
    e.Discarded(3, parse_tile("2p"), False),
    e.Melded(1, pong(parse_tile("2p"), 3), ()),
    *(
        event
        for rank in (1, 1, 9, 9, 1, 9, 1, 9, 2, 2, 3, 3)
        for event in (e.Discarded(1, parse_tile(f"{rank}s"), False), e.Drew(1, HIDDEN, 0, False))
    ),
    e.Discarded(1, parse_tile("8s"), False),
]
"""What makes seat 1 look ready: a meld and a dozen discards."""


def helped(*extra: e.Event, hints: bool = True, size: tuple[int, int] = (1280, 720), **chosen: object) -> TableScene:
    """One's own turn late in a hand, at a table that allows helps or forbids them."""
    events, prompt = my_turn(*(extra or LATE))
    scene, link, _ = scripted_table(events, prompt, size, preferences(**chosen))
    if not hints:
        scene.table = scene.view.table = replace(scene.table, hints=False)
        scene.helps._key = None
        scene.update(0.0)
    assert link.seats == (0,)
    return scene


def picture(scene: TableScene) -> bytes:
    scene.services.scenes.draw(scene.services.canvas.surface)
    return pygame.image.tobytes(scene.services.canvas.surface, "RGB")


def playing(table: LocalTable, turns: int) -> None:
    """Answer with the default until it is the person's turn for the so-manieth time."""
    while turns:
        assert table.run_until_asked()
        opened = table.scene.playback.prompt
        assert opened is not None
        if opened.prompt.ask.kind is e.AskKind.TURN:
            turns -= 1
            if not turns:
                return
        table.scene.desk.answer(opened.prompt.ask.options.index(opened.prompt.ask.default))
        table.run(0.1)


# ---- danger marks and coach ------------------------------------------------------------------------------------------


def test_helps_are_off_until_asked_for() -> None:
    scene = helped()
    assert not scene.helps.levels
    assert scene.helps.advice is None
    assert help_places(scene.view, scene.helps) == (None, None)


def test_danger_marks_show_what_the_rules_say_and_change_the_picture() -> None:
    scene = helped(danger_marks=True)
    assert scene.helps.levels == dangers(scene.view.shown, scene.table.rules, 0)
    assert max(scene.helps.levels.values()) > 0
    marked = picture(scene)
    scene.services.preferences.change(danger_marks=False)
    scene.update(0.0)
    assert not scene.helps.levels
    assert picture(scene) != marked


def test_a_setting_changed_over_the_table_acts_at_once() -> None:
    scene = helped()
    scene.services.preferences.change(danger_marks=True, coach=True)
    scene.update(0.0)
    assert scene.helps.levels
    assert scene.helps.advice == advice(scene.view.shown, scene.table.rules, scene.view.shown.asks[0])


def test_the_coach_points_at_one_tile_that_may_go() -> None:
    scene = helped(coach=True)
    assert scene.helps.advice is not None
    assert scene.hand.legal is not None
    assert scene.helps.advice.discard in scene.hand.legal
    piece = scene.hand._advised
    assert piece is not None
    assert piece.tile == scene.helps.advice.discard


def test_a_table_that_forbids_helps_gives_none() -> None:
    scene = helped(hints=False, danger_marks=True, coach=True)
    assert not scene.helps.levels
    assert scene.helps.advice is None
    assert help_places(scene.view, scene.helps) == (None, None)
    press(scene, pygame.K_n)
    assert not scene.panel.open
    assert card_lines(scene, parse_tile("5m"))[0] == scene.view.words.tile(parse_tile("5m")), "nothing is counted"


def test_nothing_helps_while_the_hand_is_covered_or_after_the_answer() -> None:
    scene = helped(danger_marks=True, coach=True)
    scene.toggle_cover()
    assert help_places(scene.view, scene.helps) == (None, None)
    scene.toggle_cover()
    assert scene.desk.answer(0)
    scene.update(0.0)
    assert not scene.helps.levels
    assert scene.helps.advice is None


@pytest.mark.parametrize("language", ["zh_CN", "zh_TW", "en"])
@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_legend_and_advice_have_a_place_of_their_own(size: tuple[int, int], text_size: int, language: str) -> None:
    scene = helped(size=size, language=language, text_size=text_size, danger_marks=True, coach=True)
    legend, advised = help_places(scene.view, scene.helps)
    assert legend is not None
    assert advised is not None
    layout = scene.view.layout
    others = [layout.plate(position) for position in Position] + list(layout.controls()) + layout.icon_buttons(4)
    column = layout.side(Position.RIGHT, 13, []).column
    assert column is not None
    others += [layout.log_line(0), layout.court, column]
    assert pygame.Rect((0, 0), size).contains(legend.union(advised))
    assert not legend.colliderect(advised)
    assert legend.collidelist(others) == advised.collidelist(others) == -1
    assert advised.height >= layout.px(60), "room for two lines beside the tile"


@pytest.mark.parametrize("key", all_variants())
def test_helps_work_in_every_variant(key: str) -> None:
    table = local_table(key, chosen=preferences(danger_marks=True, coach=True))
    playing(table, 4)
    table.draw()
    scene = table.scene
    assert set(scene.helps.levels) == {piece.tile for piece in scene.hand.arrangement.pieces}
    assert scene.helps.advice is None or DISCARD[scene.helps.advice.discard] in scene.view.shown.asks[0].options


# ---- the counter of tiles --------------------------------------------------------------------------------------------


def test_what_is_seen_and_what_is_left_are_four() -> None:
    scene = helped()
    seen = copies_seen(scene.view.shown, 0)
    left = left_of(scene.view)
    assert set(left) == set(scene.table.rules.tiles.kinds)
    assert all(seen[tile] + left[tile] == 4 for tile in left if seen[tile] <= 4)
    assert left[parse_tile("5m")] == 3, "one is in the hand"


def page(scene: TableScene) -> str:
    """The page that is open, empty for none."""
    return scene.panel.page if scene.panel.open else ""


def test_the_counter_opens_by_its_key_and_by_its_tab() -> None:
    scene = helped()
    press(scene, pygame.K_n)
    assert page(scene) == COUNT
    counted = picture(scene)
    tabs = scene.panel.tabs
    click(scene, tabs.part(0).center)
    assert page(scene) == LOG
    assert picture(scene) != counted
    click(scene, tabs.part(1).center)
    assert page(scene) == COUNT
    press(scene, pygame.K_ESCAPE)
    assert page(scene) == ""
    click(scene, scene.view.layout.icon_buttons(4)[0].center)
    assert page(scene) == LOG
    press(scene, pygame.K_l)
    assert page(scene) == ""


def test_a_covered_hand_is_not_counted() -> None:
    scene = helped()
    press(scene, pygame.K_n)
    scene.toggle_cover()
    covered = picture(scene)
    scene.playback.shown.seats[0].hand.add(parse_tile("1s"))
    scene.board._key = None
    assert picture(scene) == covered, "the panel tells nothing about the hand"


@pytest.mark.parametrize("key", ["sichuan", "lishui", "shaanxi"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_kind_has_its_cell_inside_the_panel(size: tuple[int, int], key: str) -> None:
    table = local_table(key, size)
    scene = table.scene
    press(scene, pygame.K_n)
    table.draw()
    rect = scene.panel.rect
    body = scene.panel.body.inflate(scene.view.services.px(16), 0)
    places = [part for _, face, below in cells(scene.view, body) for part in (face, below)]
    assert len(places) == 2 * len(scene.table.rules.tiles.kinds)
    assert all(rect.contains(place) for place in places)
    assert not [1 for i, a in enumerate(places) for b in places[i + 1 :] if a.colliderect(b)]
    assert all(place.width >= 24 for place in places)


# ---- the card about a tile -------------------------------------------------------------------------------------------


def resting(scene: TableScene, index: int) -> list[str]:
    """What the card says when the pointer rests on a tile."""
    mouse(scene, pygame.MOUSEMOTION, tile_centre(scene, index))
    scene.update(0.5)
    told = scene.hand.told
    assert told is not None
    return card_lines(scene, told[0])


def test_the_card_tells_what_a_click_does() -> None:
    scene = helped(language="en")
    assert resting(scene, 4)[-1] == "Click: raise it. Double click: discard it"
    scene.select_place(4)
    assert resting(scene, 4)[-1] == "Double click: discard it. Click: put it down"
    assert resting(scene, 5)[-1] == "Click: change places with 5 Characters"
    scene.services.preferences.change(two_step_discard=True)
    assert resting(scene, 4)[-1] == "Click: put it down"
    scene.services.touched = True
    assert resting(scene, 4)[-1] == "Tap: put it down"


def test_the_card_counts_copies_and_names_the_danger() -> None:
    scene = helped(language="en", danger_marks=True)
    place, piece = next((i, p) for i, p in enumerate(scene.hand.arrangement.pieces) if scene.helps.levels[p.tile])
    lines = resting(scene, place)
    seen = copies_seen(scene.view.shown, 0)[piece.tile]
    assert lines[0] == f"{scene.view.words.tile(piece.tile)}: {seen} seen, {4 - seen} left"
    assert lines[1] in ("Some risk", "Risky", "Very risky")


def told_after(scene: TableScene, *keys: int) -> Tile | None:
    """The tile with a card after these keys."""
    for key in keys:
        press(scene, key)
    return None if scene.hand.told is None else scene.hand.told[0]


def test_the_card_comes_by_key_and_follows_the_raised_tile() -> None:
    scene = helped(language="en")
    assert told_after(scene, pygame.K_5) is None
    assert told_after(scene, pygame.K_e) == parse_tile("5m")
    assert card_lines(scene, parse_tile("5m"))[-1] == "Enter: discard it"
    assert told_after(scene, pygame.K_RIGHT) == parse_tile("6m")
    assert told_after(scene, pygame.K_e) is None


def test_an_open_tile_is_told_about_where_the_pointer_rests() -> None:
    scene = helped(language="en")
    tip, (tile, place) = scene.pointer.open_tile, next(open_tiles(scene.view))
    mouse(scene, pygame.MOUSEMOTION, place.face.center)
    scene.update(0.2)
    assert tip.told != (tile, place)
    plain = picture(scene)
    scene.update(0.3)
    assert tip.told == (tile, place)
    assert picture(scene) != plain
    mouse(scene, pygame.MOUSEMOTION, scene.view.layout.centre.center)
    scene.update(0.5)
    assert picture(scene) == plain


def test_nothing_is_told_about_what_the_panel_hides() -> None:
    scene = helped()
    scene.panel.toggle(LOG)
    hidden = [placed for placed in open_tiles(scene.view) if scene.panel.rect.contains(placed[1].rect)]
    assert hidden
    mouse(scene, pygame.MOUSEMOTION, hidden[0][1].face.center)
    scene.update(0.5)
    assert scene.pointer.open_tile.told is None
