"""Fingers alone: a whole hand of every variant by taps, one touch is one action, the long press, two fingers.

SDL sends the first finger as a mouse with `touch` set, and every finger as an event of its own besides.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame
import pytest

from game.app import App
from game.handinput import LONG_PRESS
from game.hotseat.flow import Screen
from game.scenes.settlement import SettlementScene
from rules.commands import Discard
from rules.variants import all_variants
from tests.helpers.hotseat import hotseat_table
from tests.helpers.tables import LocalTable, local_table, order, tile_centre

PATIENCE = 60.0
LONGEST = 400


@dataclass(slots=True)
class Hand:
    """A person with fingers at a table: everything goes through the frame, as from the window."""

    table: LocalTable
    app: App
    answers: list[tuple[int, int]] = field(default_factory=list)
    fingers: int = 0

    def wait(self, seconds: float) -> None:
        end = self.table.clock.now + seconds
        while self.table.clock.now < end:
            self.table.clock.now += 0.05
            self.app.frame([])

    def down(self, position: tuple[int, int]) -> int:
        """A first finger comes down; its number."""
        self.fingers += 1
        moved = pygame.Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0), touch=True)
        self.app.frame([moved, _button(pygame.MOUSEBUTTONDOWN, position), _finger(pygame.FINGERDOWN, self.fingers)])
        return self.fingers

    def up(self, position: tuple[int, int], finger: int) -> None:
        self.app.frame([_button(pygame.MOUSEBUTTONUP, position), _finger(pygame.FINGERUP, finger)])

    def tap(self, position: tuple[int, int]) -> None:
        finger = self.down(position)
        self.wait(0.1)
        self.up(position, finger)
        self.wait(0.05)

    def asked(self) -> bool:
        """Let time pass until an answer is wanted; False when the sheet of the hand has come."""
        end = self.table.clock.now + PATIENCE
        while self.table.clock.now < end:
            self.wait(0.05)
            scene = self.table.scene
            if scene.services.scenes.top is not scene:
                return False
            prompt = scene.playback.prompt
            if prompt is not None and prompt.answer is None and scene.playback.settled:
                return True
        raise AssertionError("nobody is asked, and the hand does not end")

    def answer(self) -> None:
        """Give the answer that is proposed: a card by one tap, a discard by two on the tile."""
        scene = self.table.scene
        prompt = scene.playback.prompt
        assert prompt is not None
        ask = prompt.prompt.ask
        before = len(self.answers)
        if isinstance(ask.default, Discard):
            index = scene.hand.arrangement.leaving(ask.default.tile, drawn=True)
            assert index is not None
            self.tap(tile_centre(scene, index))
            assert len(self.answers) == before, "the first tap raises the tile"
            self.tap(tile_centre(scene, index))
        else:
            assert scene.desk.box is not None
            wanted = ask.options.index(ask.default)
            card = next(card for card in scene.desk.box.cards if card.model.index == wanted)
            self.tap(card.rect.center)
        assert self.answers[before:] == [(prompt.prompt.id, ask.options.index(ask.default))], (
            "one answer, the one meant"
        )


def _button(kind: int, position: tuple[int, int]) -> pygame.Event:
    return pygame.Event(kind, pos=position, button=1, touch=True)


def _finger(kind: int, number: int) -> pygame.Event:
    return pygame.Event(kind, finger_id=number, x=0.5, y=0.5, dx=0.0, dy=0.0)


def hand_at(key: str) -> Hand:
    table = local_table(key)
    hand = Hand(table, App(table.services))
    answer = table.host.answer

    def watched(seat: int, prompt_id: int, index: int, now: float) -> bool:
        hand.answers.append((prompt_id, index))
        return answer(seat, prompt_id, index, now)

    table.host.answer = watched  # type: ignore[method-assign]
    hand.app.frame([])
    return hand


@pytest.mark.parametrize("key", list(all_variants()))
def test_a_whole_hand_by_taps_and_on_to_the_next(key: str) -> None:
    hand = hand_at(key)
    for _ in range(LONGEST):
        if not hand.asked():
            break
        hand.answer()
    sheet = hand.table.services.scenes.top
    assert isinstance(sheet, SettlementScene)
    hand.wait(8.0)
    hand.tap(sheet._next.rect.center)
    assert hand.asked(), "one tap goes on to the next hand"
    assert hand.table.scene.view.shown.number == 2


def test_a_long_press_tells_about_the_tile_and_does_nothing_else() -> None:
    hand = hand_at("sichuan")
    while hand.asked() and not hand.table.scene.hand.may_discard:
        hand.answer()
    scene, place = hand.table.scene, tile_centre(hand.table.scene, 3)
    before = len(hand.answers)
    finger = hand.down(place)
    told_at_once = scene.hand.told_piece
    assert told_at_once is None
    hand.wait(LONG_PRESS + 0.1)
    assert scene.hand.told_piece == scene.hand.arrangement.pieces[3].id
    hand.up(place, finger)
    assert scene.hand.inspected is None
    assert scene.hand.input.selected is None
    assert len(hand.answers) == before


def test_two_fingers_sort_the_hand_and_what_the_first_began_is_off() -> None:
    hand = hand_at("sichuan")
    assert hand.asked()
    scene = hand.table.scene
    assert scene.hand.insert(0, 6)
    scene.hand.input.forget()
    mixed, place = order(scene), tile_centre(scene, 2)
    finger = hand.down(place)
    hand.app.frame([_finger(pygame.FINGERDOWN, 99)])
    assert order(scene) != mixed
    hand.up(place, finger)
    hand.app.frame([_finger(pygame.FINGERUP, 99)])
    assert scene.hand.input.selected is None
    hand.tap(tile_centre(scene, 2))
    assert scene.hand.input.selected == scene.hand.arrangement.pieces[2].id, "one finger raises a tile as before"


def test_a_finger_that_goes_up_on_another_screen_is_not_waited_for() -> None:
    hand = hand_at("sichuan")
    assert hand.asked()
    scene = hand.table.scene
    assert scene.hand.insert(0, 6)
    mixed = order(scene)
    finger = hand.down((5, 5))
    scene.open_settings()
    hand.up((5, 5), finger)
    hand.app.frame([pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="")])
    assert scene.services.scenes.top is scene
    hand.tap(tile_centre(scene, 2))
    assert order(scene) == mixed, "one finger does not sort"
    assert scene.hand.input.selected == scene.hand.arrangement.pieces[2].id


def test_fingers_on_a_touch_pad_do_not_sort() -> None:
    hand = hand_at("sichuan")
    assert hand.asked()
    scene = hand.table.scene
    assert scene.hand.insert(0, 6)
    mixed = order(scene)
    for number in (1, 2):
        hand.app.frame([_finger(pygame.FINGERDOWN, number)])
    assert order(scene) == mixed, "none of them came as a mouse"


def test_a_finger_that_is_gone_points_at_nothing() -> None:
    hand = hand_at("sichuan")
    assert hand.asked()
    scene = hand.table.scene
    hand.tap(tile_centre(scene, 3))
    assert scene.hand.hovered is None
    hand.wait(2.0)
    assert scene.hand.told_piece is None


def test_a_card_that_is_touched_when_the_window_is_left_is_let_go() -> None:
    hand = hand_at("sichuan")
    while hand.asked() and hand.table.scene.desk.box is None:
        hand.answer()
    scene = hand.table.scene
    assert scene.desk.box is not None
    card, before = scene.desk.box.cards[0].rect.center, len(hand.answers)
    finger = hand.down(card)
    hand.app.frame([pygame.Event(pygame.WINDOWFOCUSLOST)])
    hand.up(card, finger)
    assert len(hand.answers) == before
    hand.tap(card)
    hand.wait(1.0)
    assert len(hand.answers) == before + 1, "a tap is one answer as before"


def test_the_curtain_does_not_open_for_a_finger_that_lost_the_window() -> None:
    table = hotseat_table()
    assert table.run_until(Screen.CURTAIN)
    place = table.scene.curtain.hold.rect.center
    table.scene.handle(_button(pygame.MOUSEBUTTONDOWN, place))
    table.scene.handle(pygame.Event(pygame.WINDOWFOCUSLOST))
    table.run(1.0)
    assert table.shows(Screen.CURTAIN)
