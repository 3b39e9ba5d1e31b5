"""Hotseat: nobody sees what is not his, calls are made in secret, and whole hands are played by several people."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.hotseat.flow import IDLE_SECONDS, Flow, Screen, Turn, Why
from game.places import Position
from game.scenes.settlement import SettlementScene
from game.widgets.dialog import Dialog
from net.timers import Timers
from rules.events import Answered, Ask, Asked, AskKind, Discarded
from rules.variants import all_variants
from tests.helpers.faces import faces_on
from tests.helpers.hotseat import HotseatTable, hotseat_table
from tests.helpers.tables import preferences, press

PEOPLE = (0, 1, 2, 3)
FIRST, *_ = all_variants()
LONGEST_RIVER = 24
"""Discards of one seat that stay on the table, at most (design/README.md, picture 06)."""
CORNERS = {0: pygame.K_z, 1: pygame.K_SLASH, 2: pygame.K_p, 3: pygame.K_q}


def public_tiles(table: HotseatTable) -> set[int]:
    """Tiles that everybody may see."""
    shown = table.scene.public.view.shown
    tiles = {int(tile) for seat in shown.seats for tile in seat.river}
    tiles |= {int(tile) for seat in shown.seats for meld in seat.melds for tile in meld.tiles}
    tiles |= {int(tile) for seat in shown.seats for tile in (*seat.won, *seat.shown)}
    tiles |= {int(tile) for tile in (*shown.indicator, *shown.wilds)}
    tiles |= {int(tile) for tile, _, _ in shown.flipped}
    if shown.offered is not None:
        tiles.add(int(shown.offered.tile))
    return tiles


def turns(table: HotseatTable, limit: int = 400) -> Iterator[int]:
    """Each time the curtain has fallen, until the hand is over; yields how often."""
    for count in range(limit):
        if not table.run_until(Screen.CURTAIN):
            assert isinstance(table.scene.services.scenes.top, SettlementScene)
            return
        yield count
    raise AssertionError("the hand does not end")


def take_the_screen(table: HotseatTable) -> None:
    press(table.scene, pygame.K_RETURN)
    table.run(0.04)


@pytest.mark.parametrize("key", list(all_variants()))
def test_four_people_play_a_whole_hand(key: str) -> None:
    table = hotseat_table(key)
    for _ in turns(table):
        take_the_screen(table)
        table.answer()
    assert table.hand.over
    press(table.scene.services.scenes.top, pygame.K_RETURN)
    assert table.hand.state.number == 2 or table.over, "one press is enough for all people here"


@pytest.mark.parametrize("people", [(0, 2), (0, 1, 3), (1, 2)])
def test_people_and_bots_share_a_table(people: tuple[int, ...]) -> None:
    table = hotseat_table(FIRST, people)
    seen = set()
    for _ in turns(table):
        assert table.scene.flow.turn is not None
        seen.add(table.scene.flow.turn.player)
        take_the_screen(table)
        table.answer()
    assert seen == set(people)


@pytest.mark.usefixtures("coloured")
@pytest.mark.parametrize("speed", ["instant", "fast"])
def test_no_face_is_on_the_screen_while_it_changes_hands(speed: str) -> None:
    """Under the curtain none at all; between, only what lies on the table for everybody."""
    table = hotseat_table("sichuan", chosen=preferences(speed=speed))
    scene = table.scene
    for count in turns(table):
        if count > 7:
            break
        assert faces_on(table.picture()) == set()
        take_the_screen(table)
        hand = scene.tables[scene.flow.turn.player].view.shown.seats[scene.flow.turn.player].hand  # type: ignore[union-attr]
        table.run(0.4)
        assert set(map(int, hand.tiles())) <= faces_on(table.picture())
        table.answer()
        table.run(0.02)
        for _ in range(40):
            if scene.flow.screen is not Screen.PUBLIC or not table.on_top:
                break
            assert faces_on(table.picture()) <= public_tiles(table)
            table.run(0.06)


def test_the_wait_after_a_discard_tells_nothing() -> None:
    """It lasts as long when somebody could have called as when nobody could."""
    table = hotseat_table(FIRST, chosen=preferences(speed="instant"))
    waits: dict[bool, set[int]] = {True: set(), False: set()}
    for count in turns(table):
        take_the_screen(table)
        table.answer()
        table.run_until(Screen.PUBLIC)
        began = table.clock.now
        if not table.run_until(Screen.CURTAIN) or count > 60:
            break
        asked = any(t.kind is AskKind.CLAIM for t in asks_since_discard(table))
        waits[asked].add(round((table.clock.now - began) / 0.02))
    assert waits[True]
    assert waits[False]
    assert max(waits[True] | waits[False]) - min(waits[True] | waits[False]) <= 1, "a frame, from rounding"


def asks_since_discard(table: HotseatTable) -> list[Ask]:
    log = table.hand.log
    last = max(i for i, event in enumerate(log) if isinstance(event, Discarded))
    return [event.ask for event in log[last:] if isinstance(event, Asked)]


def until_somebody_may_call(table: HotseatTable) -> int:
    """Play until somebody could call the tile on the table; who that is."""
    for _ in turns(table):
        take_the_screen(table)
        table.answer()
        table.run(0.06)
        callers = [player for player in PEOPLE if table.scene.tables[player].calls]
        if callers and table.scene.flow.window is not None:
            return callers[0]
    raise AssertionError("nobody could call anything")


def test_who_presses_gets_the_screen_and_the_prompt() -> None:
    table = hotseat_table(FIRST)
    caller = until_somebody_may_call(table)
    press(table.scene, CORNERS[caller])
    assert table.shows(Screen.PUBLIC), "the window runs to its end, so that others may press, too"
    assert table.run_until(Screen.CURTAIN)
    assert table.scene.flow.turn == Turn(caller, Why.CALL)
    take_the_screen(table)
    table.run(0.1)
    seat = table.scene.tables[caller]
    assert seat.desk.box is not None
    assert seat.desk.waiting


def test_who_does_not_press_passes() -> None:
    table = hotseat_table(FIRST)
    caller = until_somebody_may_call(table)
    asked = table.scene.tables[caller].ask
    table.run(2.0)
    assert asked not in table.hand.asks.values()


def test_who_presses_for_nothing_is_told_so_behind_the_curtain() -> None:
    table = hotseat_table(FIRST)
    assert table.run_until(Screen.CURTAIN)
    take_the_screen(table)
    table.answer()
    table.run(0.06)
    flow = table.scene.flow
    nobody = next(p for p in PEOPLE if not table.scene.tables[p].calls and p != table.scene.public.thrower)
    press(table.scene, CORNERS[nobody])
    table.run(0.06)
    corners = {player: key.called for player, key in zip(PEOPLE, table.scene.corners.keys, strict=True)}
    assert [player for player, called in corners.items() if called] == [nobody]
    assert table.run_until(Screen.CURTAIN)
    assert flow.turn == Turn(nobody, Why.CALL, asked=False)
    press(table.scene, pygame.K_RETURN)
    top = table.scene.services.scenes.top
    assert isinstance(top, Dialog)
    press(top, pygame.K_ESCAPE)
    assert flow.seen is None
    assert not any(key.called for key in table.scene.corners.keys), "his call is over"
    assert table.run_until(Screen.CURTAIN)


def test_the_thrower_calls_nothing() -> None:
    table = hotseat_table(FIRST)
    assert table.run_until(Screen.CURTAIN)
    take_the_screen(table)
    table.answer()
    table.run(0.06)
    assert table.scene.public.thrower is not None
    press(table.scene, CORNERS[table.scene.public.thrower])
    assert table.scene.flow.called == []


def space(table: HotseatTable, kind: int) -> None:
    table.scene.handle(pygame.Event(kind, key=pygame.K_SPACE, mod=0, unicode=" "))


@pytest.mark.usefixtures("coloured")
def test_holding_shows_the_tiles_and_letting_go_covers_them() -> None:
    table = hotseat_table(FIRST)
    assert table.run_until(Screen.CURTAIN)
    space(table, pygame.KEYDOWN)
    table.run(0.1)
    assert faces_on(table.picture()) == set(), "a slip shows nothing"
    table.run(0.3)
    assert table.shows(Screen.LOOK)
    assert faces_on(table.picture())
    space(table, pygame.KEYUP)
    assert table.shows(Screen.CURTAIN)
    assert faces_on(table.picture()) == set()


@pytest.mark.usefixtures("coloured")
@pytest.mark.parametrize("how", ["tab", "focus", "idle"])
def test_hands_down(how: str) -> None:
    table = hotseat_table(FIRST)
    assert table.run_until(Screen.CURTAIN)
    take_the_screen(table)
    table.run(0.4)
    assert faces_on(table.picture())
    if how == "tab":
        press(table.scene, pygame.K_TAB)
    elif how == "focus":
        table.scene.handle(pygame.Event(pygame.WINDOWFOCUSLOST))
    else:
        table.run(IDLE_SECONDS + 0.1, 0.1)
    assert table.shows(Screen.CURTAIN)
    assert faces_on(table.picture()) == set()
    take_the_screen(table)
    table.answer()


def test_thinking_time_passes_only_for_who_sees_his_tiles() -> None:
    table = hotseat_table(FIRST, timers=Timers(20.0, 10.0, 20.0, None, 0.0))
    assert table.run_until(Screen.CURTAIN)
    table.run(60.0, 0.1)
    assert table.shows(Screen.CURTAIN)
    take_the_screen(table)
    mine = table.scene.tables[table.scene.flow.turn.player]  # type: ignore[union-attr]
    assert mine.answer_clock.left == pytest.approx(20.0, abs=0.2)
    table.run(5.0)
    assert mine.answer_clock.left == pytest.approx(15.0, abs=0.3)


def test_no_sound_tells_who_may_call(monkeypatch: pytest.MonkeyPatch) -> None:
    table = hotseat_table(FIRST)
    heard: list[str] = []
    monkeypatch.setattr(table.scene.services.audio, "play", lambda cue, side=0.0: heard.append(cue))
    caller = until_somebody_may_call(table)
    heard.clear()
    table.run(1.0)
    assert table.scene.tables[caller].calls
    assert heard == []


def test_the_log_names_everybody() -> None:
    table = hotseat_table(FIRST)
    for count in turns(table):
        take_the_screen(table)
        table.answer()
        if count == 8:
            break
    table.run(1.0)
    lines = table.scene.public.log
    assert lines
    assert not any("你" in line for line in lines)


def test_a_window_is_open_only_for_its_time() -> None:
    flow = Flow(1.5)
    assert not flow.call(1)
    flow.open_window([1, 2], now=10.0)
    assert flow.close_window([1], [1, 2], now=11.4) is None
    assert flow.call(2)
    assert not flow.call(2)
    assert not flow.call(0)
    assert flow.close_window([1, 2], [1, 2, 3, 0], now=11.5) == [1]
    assert flow.next_caller([2])
    assert flow.turn == Turn(2, Why.CALL)
    assert not flow.clocks_run


@pytest.mark.parametrize("people", [PEOPLE, (0, 2)])
def test_a_saved_hand_goes_on_as_it_stands(people: tuple[int, ...]) -> None:
    """No discard that was dealt with is asked about again; the last one is, unless somebody has acted since."""
    table = hotseat_table(FIRST, people)
    for count in turns(table):
        take_the_screen(table)
        table.answer()
        windows = windows_after_going_on(table, people)
        thrown = [n for n, event in enumerate(table.hand.log) if isinstance(event, Discarded)]
        untouched = bool(thrown) and not any(isinstance(event, Answered) for event in table.hand.log[thrown[-1] :])
        assert windows <= untouched
        if count == 12:
            break
    assert count == 12


def windows_after_going_on(table: HotseatTable, people: tuple[int, ...]) -> int:
    """How often calls are awaited from the start of the same hand, saved and continued, until the curtain falls."""
    again = hotseat_table(FIRST, people, saved=table.hand.log)
    before = len([event for event in again.hand.log if isinstance(event, Discarded)])
    count, was_open = 0, False
    while not again.shows(Screen.CURTAIN) and again.on_top:
        again.run(0.02)
        is_open = again.scene.flow.window is not None
        count, was_open = count + (is_open and not was_open), is_open
    return count - len([event for event in again.hand.log if isinstance(event, Discarded)]) + before


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (1366, 768), (1024, 768), (1920, 1080), (2560, 1080)])
@pytest.mark.parametrize("text", [100, 150])
def test_no_corner_lies_on_anything_of_the_fullest_table(size: tuple[int, int], text: int) -> None:
    table = hotseat_table(FIRST, size=size, chosen=preferences(text_size=text, large_targets=text > 100))
    layout = table.scene.public.view.layout
    corners = [corner.rect for corner in table.scene.corners.keys]
    others = [layout.river(position, index).rect for position in Position for index in range(LONGEST_RIVER)]
    others += [layout.plate(position) for position in Position]
    others += [layout.turned_up(index).rect for index in range(8)]
    sides = (layout.side(position, 13, ()).column for position in (Position.LEFT, Position.RIGHT))
    others += [column for column in sides if column is not None]
    others += [layout.info(10_000), layout.log_line(10_000), *layout.icon_buttons(4)]
    window = pygame.Rect((0, 0), size)
    for number, corner in enumerate(corners):
        assert corner.collidelist([*others, *corners[:number]]) < 0
        assert window.contains(corner)
