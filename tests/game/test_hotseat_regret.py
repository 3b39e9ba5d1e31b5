"""Hotseat: a discard is taken back when all others at the computer agree, in the open and with nobody's tiles shown."""

from __future__ import annotations

import pygame
import pytest

from game.hotseat.flow import Screen
from game.table.consentdialog import NOT_BEFORE, ConsentDialog
from game.widgets.button import Button
from net.timers import CONSENT, Timers
from rules.events import Answered, AskKind
from tests.game.test_hotseat import CORNERS, take_the_screen
from tests.helpers.faces import faces_on
from tests.helpers.hotseat import HotseatTable, hotseat_table
from tests.helpers.tables import click, press

FRIENDS = Timers(turn=20.0, claim=10.0, pace=0.2, consent=CONSENT)


def after_a_discard(people: tuple[int, ...] = (0, 1, 2, 3), timers: Timers = FRIENDS) -> tuple[HotseatTable, int]:
    """A table at which somebody has just discarded and calls are awaited; who threw."""
    table = hotseat_table("sichuan", people, timers=timers)
    table.host.taking_back.one_screen = True
    for _ in range(40):
        assert table.run_until(Screen.CURTAIN)
        turn = table.scene.flow.turn
        assert turn is not None
        take_the_screen(table)
        asked = table.scene.tables[turn.player].ask
        table.answer()
        table.run(0.1)
        if asked is not None and asked.kind is AskKind.TURN and table.scene.flow.window is not None:
            return table, turn.player
    raise AssertionError("nobody discards")


def question(table: HotseatTable) -> ConsentDialog:
    top = table.scene.services.scenes.top
    assert isinstance(top, ConsentDialog)
    return top


def asked(table: HotseatTable) -> ConsentDialog:
    """U is pressed, and everybody has read what is asked."""
    press(table.scene, pygame.K_u)
    dialog = question(table)
    table.run(NOT_BEFORE + 0.1)
    return dialog


def said(table: HotseatTable) -> str:
    texts = table.scene.services.toasts.texts
    return texts[-1] if texts else ""


def test_all_the_others_agree_with_their_keys_and_the_hand_stands_as_before() -> None:
    table, thrower = after_a_discard()
    log, seat = list(table.hand.log), table.host.seat_of(thrower)
    before = len(table.hand.state.seats[seat].river)
    dialog = asked(table)
    others = [player for player in range(4) if player != thrower]
    assert dialog.asked == [table.host.seat_of(player) for player in others]
    for player in others:
        assert question(table) is dialog
        press(dialog, CORNERS[player])
    assert table.on_top
    assert table.hand.log == log[: len(table.hand.log)]
    assert len(table.hand.state.seats[seat].river) == before - 1
    table.run(0.3)
    assert table.shows(Screen.CURTAIN), "nobody waits again for calls of the discard before"
    turn = table.scene.flow.turn
    assert turn is not None
    assert turn.player == thrower
    take_the_screen(table)
    assert len(table.scene.tables[thrower].view.shown.seats[seat].river) == before - 1
    table.answer()
    assert table.run_until(Screen.CURTAIN), "the match goes on"


def test_one_no_is_enough_and_the_time_for_calls_goes_on_where_it_stood() -> None:
    table, _ = after_a_discard()
    log, window = list(table.hand.log), table.scene.flow.window
    assert window is not None
    dialog, began = asked(table), table.clock.now
    table.run(3.0)
    press(dialog, pygame.K_SPACE)
    assert table.on_top
    assert table.hand.log == log
    assert table.scene.flow.window == pytest.approx(window + table.clock.now - began + NOT_BEFORE + 0.1, abs=0.05)
    assert said(table)
    assert table.run_until(Screen.CURTAIN)


def test_silence_means_no_and_it_is_asked_once() -> None:
    table, _ = after_a_discard()
    log = list(table.hand.log)
    dialog = asked(table)
    press(dialog, next(key for player, key in CORNERS.items() if table.host.seat_of(player) in dialog.asked))
    table.run(CONSENT)
    assert table.on_top
    assert table.hand.log == log
    assert not table.scene.public.may_take_back
    told = said(table)
    press(table.scene, pygame.K_u)
    assert table.on_top
    assert said(table) not in ("", told)


def test_the_button_is_there_as_long_as_calls_are_awaited() -> None:
    """By mouse and finger, and by the focus that a gamepad moves."""
    table, _ = after_a_discard()
    public = table.scene.public
    main = public.controls.stops[-1]
    assert isinstance(main, Button)
    assert main.visible
    table.run(0.5)
    click(table.scene, main.rect.center)
    dialog = question(table)
    table.run(NOT_BEFORE + 0.1)
    for button in dialog.buttons[:-1]:
        click(dialog, button.rect.center)
    assert table.on_top
    assert table.host.taking_back.again == 1
    assert table.run_until(Screen.CURTAIN)
    assert not main.visible


def test_a_press_that_was_meant_for_something_else_does_not_answer() -> None:
    table, _ = after_a_discard()
    press(table.scene, pygame.K_u)
    dialog = question(table)
    press(dialog, pygame.K_SPACE)
    press(dialog, pygame.K_RETURN)
    assert question(table) is dialog


def test_nobody_is_asked_where_only_bots_are_left_or_it_is_switched_off() -> None:
    table, _ = after_a_discard(timers=Timers())
    assert not table.scene.public.may_take_back
    press(table.scene, pygame.K_u)
    assert table.on_top
    assert said(table)


def test_bots_are_not_asked() -> None:
    table, thrower = after_a_discard((0, 2))
    dialog = asked(table)
    assert dialog.asked == [table.host.seat_of(2 - thrower)]
    press(dialog, CORNERS[1 if thrower == 0 else 0])
    assert table.on_top
    assert table.host.taking_back.again == 1
    assert table.run_until(Screen.CURTAIN)


def a_caller_at_the_screen() -> tuple[HotseatTable, int]:
    """Somebody looks at his tiles, who may call; and who threw the tile."""
    table, thrower = after_a_discard()
    for _ in range(60):
        callers = [player for player, each in table.scene.tables.items() if each.calls]
        if callers and table.scene.flow.window is not None:
            press(table.scene, CORNERS[callers[0]])
            assert table.run_until(Screen.CURTAIN)
            take_the_screen(table)
            assert table.scene.flow.seen == callers[0]
            return table, thrower
        assert table.run_until(Screen.CURTAIN)
        assert table.scene.flow.turn is not None
        thrower = table.scene.flow.turn.player
        take_the_screen(table)
        table.answer()
        table.run(0.1)
    raise AssertionError("nobody can ever call")


@pytest.mark.parametrize("agree", [True, False])
def test_whoever_looks_at_his_tiles_has_them_covered_before_all_are_asked(agree: bool) -> None:
    """Over the LAN, somebody elsewhere may ask at any moment."""
    table, thrower = a_caller_at_the_screen()
    turn = table.scene.flow.turn
    table.host.taking_back.want(table.host.seat_of(thrower), table.clock.now)
    table.run(NOT_BEFORE + 0.1)
    dialog = question(table)
    assert table.shows(Screen.CURTAIN)
    if not agree:
        press(dialog, pygame.K_SPACE)
        table.run(0.1)
        assert table.shows(Screen.CURTAIN)
        assert table.scene.flow.turn == turn, "it is still his call"
        return
    for player, key in CORNERS.items():
        if player != thrower:
            press(dialog, key)
    table.run(0.3)
    assert table.shows(Screen.CURTAIN)
    assert table.scene.flow.turn is not None
    assert table.scene.flow.turn.player == thrower
    assert not any("late" in text.lower() for text in table.scene.services.toasts.texts)


def test_a_pass_that_came_while_the_clocks_stood_still_is_given_again() -> None:
    """Nobody is asked to the screen for a call that he has not pressed for: it would tell that he can."""
    table, _ = a_caller_at_the_screen()
    assert table.scene.flow.seen is not None
    mine = table.scene.tables[table.scene.flow.seen]
    opened, sent = mine.playback.prompt, list[int]()
    assert opened is not None

    def lost(seat: int, prompt: int, index: int, now: float) -> bool:
        sent.append(prompt)
        return True

    mine.link.answer = lost  # type: ignore[assignment, method-assign]
    mine.decline()
    mine.hear()
    assert sent == [opened.prompt.id]
    mine.playback.receive([opened.prompt], table.clock.now)
    mine.hear()
    assert sent == [opened.prompt.id] * 2
    assert mine.ask is None


def test_nobodys_tiles_are_on_the_screen(coloured: object) -> None:
    table, _ = after_a_discard()
    table.picture()
    free = faces_on(table.picture())
    dialog = asked(table)
    assert faces_on(table.picture()) <= free
    press(dialog, pygame.K_ESCAPE)
    assert table.on_top


def test_nothing_tells_who_could_call() -> None:
    """Whether or not somebody here can call: the same question, and the same end."""
    seen: dict[bool, set[tuple[str, ...]]] = {True: set(), False: set()}
    table, _ = after_a_discard()
    for _ in range(30):
        can = any(each.calls for each in table.scene.tables.values())
        if table.scene.flow.window is not None and table.scene.public.may_take_back:
            dialog = asked(table)
            seen[can].add((str(len(dialog.asked)), *(f"{b.kind} {b.enabled}" for b in dialog.buttons)))
            press(dialog, pygame.K_SPACE)
            assert table.on_top
        if not table.run_until(Screen.CURTAIN):
            break
        take_the_screen(table)
        table.answer()
        table.run(0.1)
    assert len(seen[True]) == 1
    assert seen[True] == seen[False]
    assert any(isinstance(event, Answered) for event in table.hand.log)
