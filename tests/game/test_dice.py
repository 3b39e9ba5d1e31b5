"""The dice of a deal: seen after the walls, gone before anybody is asked, in nobody's way."""

from __future__ import annotations

import itertools

import pygame
import pytest

from game.app import App
from game.iconart import DIE_FACES, die_svg
from game.layout import TableLayout
from game.places import Position
from game.preferences import Speed
from game.scene import MOVING
from game.scenes.table import TableScene
from game.table.dice import dice_places
from rules import events as e
from rules.tiles import HIDDEN
from tests.helpers.hotseat import hotseat_table
from tests.helpers.tables import (
    OWN,
    Clock,
    beginning,
    local_table,
    my_turn,
    preferences,
    press,
    scripted_table,
)  # fmt: skip

SIZES = [(1024, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1080), (3840, 2160)]
WALLS, ROLL, GONE = 0.35, 0.4, 1.1


def run(scene: TableScene, clock: Clock, seconds: float) -> list[float]:
    """Let time pass; how far the first throw had come at each moment (-1: there is none)."""
    ways = []
    end = clock.now + seconds
    while clock.now < end:
        clock.now += 0.02
        scene.update(0.02)
        ways.append(scene.view.effects.throws[0].way if scene.view.effects.throws else -1.0)
    return ways


def dealt(speed: Speed = "normal", motion: bool = True) -> tuple[TableScene, Clock]:
    """A deal that has just begun."""
    chosen = preferences(speed=speed, reduced_motion=not motion)
    scene, _, clock = scripted_table(beginning({0: OWN}, number=4), chosen=chosen)
    return scene, clock


def picture(scene: TableScene) -> bytes:
    scene.services.invalidate()
    scene.services.scenes.draw(scene.services.canvas.surface)
    return pygame.image.tobytes(scene.services.canvas.surface, "RGB")


# ---- when ------------------------------------------------------------------------------------------------------------


def test_they_tumble_lie_and_go_with_the_numbers_that_the_log_tells() -> None:
    scene, clock = dealt()
    before = run(scene, clock, WALLS - 0.05)
    tumbling = run(scene, clock, ROLL)
    assert set(before) == {-1.0}
    assert 0 < tumbling[-1] <= 1
    assert sorted(tumbling) == tumbling
    run(scene, clock, 0.2)
    assert [(throw.dice, throw.way) for throw in scene.view.effects.throws] == [((3, 4), 1.0)]
    assert "骰子 3 4" in scene.log
    run(scene, clock, GONE)
    assert not scene.view.effects.throws


def test_tiles_are_dealt_while_they_lie_there() -> None:
    scene, clock = dealt()
    run(scene, clock, WALLS + ROLL + 0.3)
    assert scene.view.effects.throws
    assert any(seat.hand.size for seat in scene.view.shown.seats)


def test_two_throws_come_one_after_the_other() -> None:
    table = local_table("shaanxi", chosen=preferences(speed="normal"))
    throws = table.scene.view.effects
    table.run(WALLS + ROLL / 2)
    assert [throw.way > 0 for throw in throws.throws] == [True, False]
    table.run(ROLL + 0.3)
    assert table.host.round is not None
    assert tuple(itertools.chain(*(throw.dice for throw in throws.throws))) == table.host.round.state.dice
    assert [throw.way for throw in throws.throws] == [1.0, 1.0]


def test_at_once_nothing_is_thrown() -> None:
    scene, clock = dealt("instant")
    assert set(run(scene, clock, 2.0)) == {-1.0}


def test_with_reduced_motion_they_appear_and_do_not_move() -> None:
    scene, clock = dealt(motion=False)
    ways = run(scene, clock, 3.0)
    assert 1.0 in ways
    assert ways[-1] == -1.0
    assert set(ways) <= {-1.0, 0.0, 1.0}


def test_nothing_is_drawn_any_more_when_they_have_gone() -> None:
    scene, clock = dealt()
    run(scene, clock, 4.0)
    assert not scene.view.effects.above
    assert scene.update(0.0) > MOVING


@pytest.mark.parametrize("key", [pygame.K_s, pygame.K_a])
def test_a_press_ends_them_with_the_deal(key: int) -> None:
    scene, clock = dealt()
    run(scene, clock, WALLS + 0.2)
    press(scene, key)
    assert not scene.view.effects.throws
    run(scene, clock, 0.1)
    assert scene.view.shown.seats[0].hand.size == 13


def test_a_tile_that_is_turned_up_finds_none_there() -> None:
    scene, clock = dealt()
    run(scene, clock, WALLS + ROLL + 0.2)
    assert scene.view.effects.throws
    scene.stage.turn_up(HIDDEN, "wild")
    assert not scene.view.effects.throws


def test_another_window_size_takes_them_away() -> None:
    scene, clock = dealt()
    run(scene, clock, WALLS + ROLL + 0.2)
    scene.resize()
    run(scene, clock, 0.1)
    assert not scene.view.effects.throws


def test_people_at_one_screen_see_them_together_and_nobody_again() -> None:
    table = hotseat_table()
    table.scene.services.preferences.change(speed="normal")
    seen = False
    while table.scene.flow.turn is None:
        table.run(0.02)
        seen |= bool(table.scene.public.view.effects.throws)
    assert seen
    table.scene.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    table.run(0.1)
    assert not table.scene.active.view.effects.throws


# ---- where -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pairs", [1, 2])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_they_lie_on_bare_cloth(size: tuple[int, int], pairs: int) -> None:
    layout = TableLayout(*size)
    around = [layout.centre, *(layout.plate(position) for position in Position), layout.hand_rect(14, apart=True)]
    around += [place.rect for place in layout.across_hand(13)]
    for position in Position:
        dice = [die for pair in dice_places(layout.centre, position, pairs) for die in pair]
        assert [die for die in dice if not layout.court.contains(die)] == []
        assert [(a, b) for a, b in itertools.combinations(dice, 2) if a.colliderect(b)] == []
        assert [die for die in dice if die.collidelist(around) >= 0] == []


def test_they_are_seen_where_they_lie_and_nowhere_else() -> None:
    scene, clock = dealt()
    run(scene, clock, WALLS + ROLL + 0.2)
    throws = scene.view.effects.throws
    [pair] = dice_places(scene.view.layout.centre, throws[0].position, 1)
    shown = picture(scene)
    for throw in throws:
        throw.opacity = 0.0
    bare = picture(scene)
    size = scene.services.canvas.size
    changed = pygame.mask.from_threshold(
        pygame.image.frombytes(shown, size, "RGB"), (0, 0, 0), (1, 1, 1, 255), pygame.image.frombytes(bare, size, "RGB")
    )
    changed.invert()
    reach = pair[0].unionall(pair).inflate(2 * pair[0].width, 2 * pair[0].width)
    assert changed.count() > pair[0].width ** 2
    assert all(reach.contains(rect) for rect in changed.get_bounding_rects())


def test_the_sides_of_a_die_are_told_apart() -> None:
    assert len({die_svg(value, 48, 0) for value in range(1, DIE_FACES + 1)}) == 6
    pips = [die_svg(value, 48, 0).count("<circle") for value in range(1, DIE_FACES + 1)]
    assert pips == [1, 2, 3, 4, 5, 6]


def test_clicks_go_through_to_the_table() -> None:
    """Dice lie above the table, and take no press from it."""
    scene, _, clock = scripted_table(*my_turn(), chosen=preferences(speed="normal"))
    app = App(scene.services)
    while not scene.view.effects.throws:
        clock.now += 0.02
        app.frame([])
    [pair] = dice_places(scene.view.layout.centre, scene.view.effects.throws[0].position, 1)
    app.frame([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pair[0].center, button=1)])
    assert not scene.view.effects.throws, "a press ends what moves"
    assert not any(isinstance(event, e.Rolled) for event in scene.playback._inbox)
