"""Items at the table: a small button, a panel that names them one by one, and the game going on under it."""

from __future__ import annotations

import pygame
import pytest

from game.scene import Scene
from game.scenes.table import TableScene
from game.table.itempanel import ItemPanel, open_items
from game.table.tilegrid import TileGrid
from game.widgets.button import Button
from net.messages import Prompt, PromptClosed
from rules import events as e
from rules.commands import DISCARD, Choose, Command
from rules.events import Ask, AskKind
from rules.tiles import NAME_OF, parse_tile, parse_tiles
from tests.helpers.tables import ScriptedLink, beginning, preferences, scripted_table

HAND, DRAWN = "123m456m789p1123s", "9s"
WALL = parse_tiles("123456789m123456789p123456789s")


def item_turn(items: bool = True) -> tuple[list[e.Event], Prompt]:
    """One's own turn with all five items."""
    held = sorted({*parse_tiles(HAND), parse_tile(DRAWN)})
    uses = [f"swap_named {NAME_OF[gave]} {NAME_OF[got]}" for gave in held for got in WALL if gave != got]
    uses += [f"swap_random {NAME_OF[gave]}" for gave in held]
    uses += [f"far_sight {NAME_OF[tile]}" for tile in WALL]
    uses += ["next_tile", "gold_hand"]
    options: tuple[Command, ...] = tuple(DISCARD[tile] for tile in held)
    if items:
        options += tuple(Choose("item", use) for use in uses)
    ask = Ask(1, 0, AskKind.TURN, options, options[0])
    events = [*beginning({0: HAND}, dealer=3), e.Drew(0, parse_tile(DRAWN), 0, False), e.Asked(0, ask)]
    return events, Prompt(9, 0, ask, None, None)


def open_panel() -> tuple[TableScene, ScriptedLink, ItemPanel]:
    scene, link, _ = scripted_table(*item_turn())
    assert scene.controls.items.visible
    click(scene, scene.controls.items.rect.center)
    panel = scene.services.scenes.top
    assert isinstance(panel, ItemPanel)
    return scene, link, panel


def named(link: ScriptedLink, scene: TableScene) -> str:
    """The item that was answered."""
    prompt = scene.playback.prompt
    assert prompt is not None
    ((number, index),) = link.answers
    assert number == 9
    return str(getattr(prompt.prompt.ask.options[index], "value", ""))


def item(panel: ItemPanel, word: str) -> Button:
    return next(w for w in panel.form.widgets if isinstance(w, Button) and w.text == word)


def grids(panel: ItemPanel) -> list[TileGrid]:
    return [widget for widget in panel.form.widgets if isinstance(widget, TileGrid)]


def click(scene: Scene, place: tuple[int, int]) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        scene.handle(pygame.Event(kind, button=1, pos=place, touch=False))


def press(scene: Scene, *keys: int) -> None:
    for key in keys:
        scene.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def pick(panel: ItemPanel, place: int, tile: str) -> None:
    grid = grids(panel)[place]
    click(panel, grid.place(grid.tiles.index(parse_tile(tile))).face.center)


def test_hundreds_of_options_leave_the_prompt_as_it_was() -> None:
    scene, _, _ = scripted_table(*item_turn())
    assert scene.desk.box is None
    assert scene.controls.items in scene.controls.stops
    scene, _, _ = scripted_table(*item_turn(items=False))
    assert not scene.controls.items.visible
    assert scene.controls.items not in scene.controls.stops


def test_a_named_swap_by_mouse() -> None:
    scene, link, panel = open_panel()
    use = item(panel, "就用它")
    assert not use.enabled
    pick(panel, 0, "9s")
    pick(panel, 1, "5p")
    pick(panel, 0, "1m")
    assert panel.use is None, "another tile to give: what comes is named anew"
    pick(panel, 1, "6p")
    click(panel, item(panel, "就用它").rect.center)
    assert named(link, scene) == "swap_named 1m 6p"
    assert scene.services.scenes.top is scene


def test_far_sight_by_keys_alone() -> None:
    scene, link, panel = open_panel()
    press(panel, pygame.K_DOWN, pygame.K_DOWN, pygame.K_SPACE)
    assert panel.item == "far_sight"
    while not isinstance(panel.form.focused, TileGrid):
        press(panel, pygame.K_TAB)
    press(panel, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_RETURN)
    assert named(link, scene) == "far_sight 2p"


def test_an_item_without_tiles_is_used_at_once() -> None:
    scene, link, panel = open_panel()
    click(panel, item(panel, "顺风耳").rect.center)
    assert not grids(panel)
    click(panel, item(panel, "就用它").rect.center)
    assert named(link, scene) == "next_tile"


def test_escape_closes_without_an_answer() -> None:
    scene, link, panel = open_panel()
    press(panel, pygame.K_ESCAPE)
    assert link.answers == []
    assert scene.services.scenes.top is scene


def test_the_panel_goes_when_the_turn_is_over() -> None:
    scene, link, panel = open_panel()
    link.messages.append(PromptClosed(9, 0))
    panel.update(0.1)
    assert scene.services.scenes.top is scene
    assert not scene.controls.items.visible


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (1920, 1080)], ids=str)
@pytest.mark.parametrize(("language", "text"), [("zh_CN", 100), ("en", 150)])
def test_the_panel_and_its_parts_are_inside_the_window(size: tuple[int, int], language: str, text: int) -> None:
    scene, _, _ = scripted_table(*item_turn(), size=size, chosen=preferences(language=language, text_size=text))
    open_items(scene)
    panel = scene.services.scenes.top
    assert isinstance(panel, ItemPanel)
    for name in panel.uses:
        panel.choose(name)
        if grids(panel):
            panel.name(0, grids(panel)[0].tiles[0])
        rects = [widget.rect for widget in panel.form.widgets]
        assert all(panel.rect.contains(rect) for rect in rects)
        assert pygame.Rect((0, 0), size).contains(panel.rect)
        assert not [1 for i, one in enumerate(rects) for other in rects[i + 1 :] if one.colliderect(other)]


def test_what_an_item_showed_is_said_to_its_user() -> None:
    events, prompt = item_turn()
    told: list[e.Event] = [e.Marked(0, "item", "far_sight"), e.SecretMarked(0, "far_sight", "5m last")]
    scene, _, _ = scripted_table([*events[:-1], *told, events[-1]], prompt)
    assert scene.services.toasts.texts[-1] == "千里眼：五万在牌墙后段"


def said_by_key(scene: TableScene) -> str:
    scene.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_i, mod=0, unicode="i"))
    assert not isinstance(scene.services.scenes.top, ItemPanel)
    return scene.services.toasts.texts[-1]


@pytest.mark.parametrize(
    ("key", "options", "why"),
    [
        ("lishui", (), "These rules have no items"),
        ("sichuan", (), "This table plays without items"),
        ("sichuan", (("items", "yes"),), "You have no item left for this turn"),
    ],
)
def test_the_key_says_why_there_is_no_item(key: str, options: tuple[tuple[str, str], ...], why: str) -> None:
    events, prompt = item_turn(items=False)
    events[0] = e.RoundStarted(key, options, 3, 3, 0)
    scene, _, _ = scripted_table(events, prompt, chosen=preferences(language="en"), key=key, options=options)
    assert said_by_key(scene) == why


def test_the_key_says_what_stands_against_items_that_are_there() -> None:
    events, prompt = item_turn()
    events[0] = e.RoundStarted("sichuan", (("items", "yes"),), 3, 3, 0)
    scene, _, _ = scripted_table(events, prompt, chosen=preferences(language="en"), options=(("items", "yes"),))
    scene.toggle_cover()
    assert said_by_key(scene) == "Show your tiles first"
    scene.toggle_cover()
    scene.desk.answer(0)
    scene.update(0.0)
    assert said_by_key(scene) == "An item is used on your own turn, before the discard"
