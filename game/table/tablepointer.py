"""Mouse and fingers at the table: cards and buttons first, then the hand; the tip of what was cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.table.plates import CutTip
from game.table.tilecard import OpenTileTip
from game.widgets.form import MOUSE_EVENTS

if TYPE_CHECKING:
    from game.scenes.table import TableScene

FINGERS = (pygame.FINGERDOWN, pygame.FINGERUP)


class TablePointer:
    """Hands what is pointed at and pressed to whom it is meant for."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self._cut = CutTip()
        self.open_tile = OpenTileTip(scene)
        self._fingers: set[int] | None = None  # those that are down besides the one that is the mouse

    def handle(self, event: pygame.Event) -> bool:
        """Take an event of the mouse or of a finger; False for others, and where nothing was meant."""
        if event.type in MOUSE_EVENTS:
            self._first_finger(event)
            return self._mouse(event)
        return event.type in FINGERS and self._finger(event)

    def _first_finger(self, event: pygame.Event) -> None:
        """From when it comes down as a mouse until it goes up others count; a touch pad's never come as a mouse."""
        if event.type != pygame.MOUSEMOTION and event.dict.get("touch"):
            self._fingers = set() if event.type == pygame.MOUSEBUTTONDOWN else None

    def _mouse(self, event: pygame.Event) -> bool:
        scene = self._scene
        if scene.hand.input.held is None and self._buttons_take(event):
            return True
        if event.type == pygame.MOUSEMOTION:
            scene.hand.move(event.pos)
            self.open_tile.point(event.pos)
            if self._cut.point(scene.view, scene.log, event.pos):
                scene.invalidate()
            return False
        if scene.view.covered:
            return False
        now = scene.services.clock()
        if event.type == pygame.MOUSEBUTTONDOWN:
            return scene.hand.press(event.button, event.pos, now, bool(event.dict.get("touch")))
        return scene.hand.release(event.button, event.pos, now)

    def _buttons_take(self, event: pygame.Event) -> bool:
        """Whether a card or a button is meant; a right click never means one."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button != 1:
            return False
        box = self._scene.desk.box
        return (box is not None and box.form.handle(event)) or self._scene.controls.form.handle(event)

    def _finger(self, event: pygame.Event) -> bool:
        """One finger comes as a mouse; only the second one at the same time is looked at here."""
        if self._fingers is None:
            return False
        if event.type == pygame.FINGERUP:
            self._fingers.discard(event.finger_id)
            return False
        self._fingers.add(event.finger_id)
        if len(self._fingers) == 2 and not self._scene.view.covered:
            self._scene.hand.input.second_finger()
        return True

    def forget(self) -> None:
        """What is on the screen changes, or the window is left: what is down goes up elsewhere, or never."""
        self._fingers = None
        box = self._scene.desk.box
        for form in (self._scene.controls.form, *([] if box is None else [box.form])):
            form.lose_pointer()

    def draw(self, surface: pygame.Surface) -> None:
        """What is cut, and the open tile, where the pointer rests."""
        self.open_tile.draw(surface)
        self._cut.draw(self._scene.view, self._scene.log, surface)
