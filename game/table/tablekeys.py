"""The keyboard at the table: the same things that the mouse can do (design section 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.table.sidepanel import COUNT, LOG
from game.widgets.base import Widget
from net.messages import AutoCause

if TYPE_CHECKING:
    from game.scenes.table import TableScene

PLACES = (pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_5, pygame.K_6, pygame.K_7, pygame.K_8, pygame.K_9,
          pygame.K_0, pygame.K_MINUS, pygame.K_EQUALS)  # fmt: skip
CARD_ACTIONS = ("win", "kong", "pong", "chow", "declare", "pass")
SEVERAL = 3


class TableKeys:
    """Turns keys into what the table does. After the key of several equal cards a number chooses one."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self._awaiting = ""

    def handle(self, event: pygame.Event) -> bool:
        """React to a key."""
        awaiting, self._awaiting = self._awaiting, ""
        if awaiting and event.key in PLACES[:SEVERAL]:
            return self._scene.desk.press(awaiting, PLACES.index(event.key) + 1)
        return self._fixed(event) or self._chosen(pygame.key.name(event.key)) or self._place(event)

    @property
    def focused(self) -> Widget | None:
        """What has the keyboard focus: a card or a button; None: the hand."""
        return next((widget for widget in self._stops() if widget.focused), None)

    def _stops(self) -> list[Widget]:
        """Where the focus stops, in reading order."""
        box = self._scene.desk.box
        cards = [] if box is None else [card for card in box.cards if card.takes_focus]
        return [*cards, *self._scene.controls.stops]

    def _move_focus(self, step: int) -> None:
        """To the next (1) or previous (-1) card or button, round the end."""
        stops = self._stops()
        current = next((index for index, widget in enumerate(stops) if widget.focused), None)
        chosen = (0 if step > 0 else len(stops) - 1) if current is None else (current + step) % len(stops)
        for index, widget in enumerate(stops):
            widget.focus(index == chosen)

    def _fixed(self, event: pygame.Event) -> bool:
        """Keys that cannot be changed."""
        scene, shift = self._scene, bool(event.mod & pygame.KMOD_SHIFT)
        match event.key:
            case pygame.K_TAB:
                scene.toggle_cover()
            case pygame.K_ESCAPE:
                self._escape()
            case pygame.K_F1:
                scene.open_rules()
            case pygame.K_F6:
                self._move_focus(-1 if shift else 1)
            case pygame.K_LEFT | pygame.K_RIGHT:
                self._sideways(-1 if event.key == pygame.K_LEFT else 1, shift)
            case pygame.K_RETURN | pygame.K_KP_ENTER if self.focused is not None:
                self.focused.activate()
            case _:
                return False
        return True

    def _escape(self) -> None:
        """Close what is open, put down what is raised; else the menu. Never passes."""
        scene = self._scene
        if scene.panel.open:
            scene.panel.close()
        elif self.focused is not None:
            self.focused.focus(False)
        elif scene.hand.input.selected is not None:
            scene.hand.input.select(None)
        else:
            scene.open_menu()

    def _chosen(self, name: str) -> bool:
        """Keys of the preferences."""
        scene, keys = self._scene, self._scene.services.chosen.keys
        action = next((action for action, key in keys.items() if key == name), "")
        if action in CARD_ACTIONS:
            self._press(action)
            return True
        match action:
            case "discard":
                if scene.discards_now or scene.playback.auto is not AutoCause.OFF:  # it never begins auto-win
                    scene.main_action()
            case "drawn":
                scene.select_place(len(scene.hand.arrangement) - 1)
            case "sort":
                scene.hand.sort()
            case "auto_win":
                scene.toggle_auto()
            case "no_calls":
                scene.passing.toggle()
            case "take_back":
                scene.take_back()
            case "log":
                scene.panel.toggle(LOG)
            case "count":
                scene.panel.toggle(COUNT)
            case "explain":
                scene.hand.explain()
            case "items":
                scene.open_items()
            case _:
                return False
        return True

    def _press(self, action: str) -> None:
        """Answer with a card; of several, a number that follows says which."""
        if not self._scene.desk.press(action) and self._scene.desk.several(action):
            self._awaiting = action

    def _place(self, event: pygame.Event) -> bool:
        """A number presses that answer to a question, else raises the tile at that place."""
        if event.key not in PLACES:
            return False
        place = PLACES.index(event.key)
        return self._scene.desk.press("choice", place + 1) or self._scene.select_place(place)

    def _sideways(self, step: int, moves: bool) -> None:
        """Move the selection, or with Shift the tile itself."""
        scene = self._scene
        arrangement = scene.hand.arrangement
        at = arrangement.index(scene.hand.input.selected)
        if not len(arrangement):
            return
        if at is None:
            scene.select_place(len(arrangement) - 1 if step < 0 else 0)
        elif moves and 0 <= at + step < len(arrangement):
            if not scene.hand.insert(at, at + step):
                scene.hand.refuse(at)
        elif not moves:
            scene.select_place((at + step) % len(arrangement))
