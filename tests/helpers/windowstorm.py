"""A storm on a program in a real window: mouse, keys, sizes, full screen and focus by xdotool, fingers and a gamepad.

The program is started by `touchprogram.py` with `--watch`: it judges every answer itself.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame

from game.hotseat.flow import Screen
from tests.helpers.fingers import Fingers
from tests.helpers.realwindow import xdotool

GUST = 12
STROLL = 1
"""Gusts on another screen before the way back."""
SIZES = ((1024, 600), (1100, 700), (1200, 700), (1270, 760))
PLAYING = ("space", "Return", "1", "2", "3", "Up", "Right", "g", "p", "c", "h", "a")
KEYS = (*"abcdefghijklmnopqrstuvwxyz0123456789", "minus", "space", "Return", "KP_Enter", "Tab", "Escape", "Left",
        "Right", "Up", "Down", "Home", "End", "Prior", "Next", "F1", "F6", "slash", "BackSpace", "Delete",
        "shift+Left", "shift+Right")  # fmt: skip
BUTTONS = (1, 1, 1, 1, 2, 3, 3, 4, 5)
PADS = range(pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_DPAD_RIGHT + 1)
HAND, CARDS, BELOW, ALL = ((0.14, 0.86), (0.86, 0.98)), ((0.2, 0.8), (0.6, 0.86)), ((0, 1), (0.15, 1)), ((0, 1), (0, 1))
AREAS, AREA_WEIGHTS = (HAND, CARDS, BELOW, ALL), (50, 30, 16, 4)
"""Where the pointer goes, in shares of the window: from left to right, from top to bottom."""
LAYERS = 12
"""How often Escape is pressed to close what may lie on the table; at last it closes the question whether to leave."""
OUTSIDE = 0.08
"""How far fingers go over the edge of the window, as a share of it."""


@dataclass
class WindowStorm:
    """One window, whose program is at a table."""

    display: str
    window: str
    fingers: Fingers
    chance: random.Random
    inputs: Counter[str] = field(default_factory=Counter)
    _away: int = 0

    def blow(self, inputs: int, enough: Callable[[], bool] = lambda: False) -> bool:
        """So many inputs and some more, until it is enough; False when the table was left meanwhile."""
        end = self.inputs.total() + inputs
        while self.inputs.total() < end and not enough():
            where = self.fingers.where()
            if not where["table"]:
                return False
            self._gust(self._way_back(where))
        return True

    def _gust(self, first: Sequence[object]) -> None:
        """Some inputs of the mouse and the keyboard, and at the same time some of fingers and the pad."""
        words = list(first) + [word for _ in range(GUST) for word in self._by_xdotool()]
        environment = {**os.environ, "DISPLAY": self.display}
        command = ["xdotool", *map(str, words)]
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
            for _ in range(GUST // 2):
                self.fingers.send(*self._by_program())
                time.sleep(self.chance.choice((0, 0, 0.005, 0.02)))

    def _way_back(self, where: dict[str, Any]) -> list[object]:
        """Who has been elsewhere, or before covered tiles, for some time comes back to the table."""
        front: list[object] = ["windowactivate", self.window]
        at_table = where["scene"] == where["table"]
        self._away = 0 if at_table and not where["covered"] else self._away + 1
        if where["screen"] == Screen.CURTAIN.name and self.chance.random() < 0.6:
            return [*front, "key", "Return"]
        if self._away <= STROLL:
            return front
        key = "Tab" if at_table else "Return" if where["scene"] == "SettlementScene" else "Escape"
        return [*front, "key", key]

    def _by_xdotool(self) -> list[object]:
        chance, window = self.chance, self.window
        roll = chance.random()
        if roll < 0.55:
            kind = chance.choice(("mousedown", "mouseup", "mouseup", "click", "click", "doubleclick"))
            self.inputs[kind] += 1
            button = chance.choice(BUTTONS)
            press = ["click", "--repeat", 2, "--delay", 40, button] if kind == "doubleclick" else [kind, button]
            return [*self._somewhere(), *press]
        if roll < 0.65:
            self.inputs["mousemove"] += 1
            return self._somewhere()
        if roll < 0.965:
            self.inputs["key"] += 1
            return ["key", chance.choice(PLAYING if roll < 0.85 else KEYS)]
        if roll < 0.985:
            self.inputs["resize"] += 1
            return ["windowsize", window, *chance.choice(SIZES)]
        if roll < 0.993:
            self.inputs["focus"] += 1
            return ["windowminimize", window, "sleep", 0.03, "windowactivate", window]
        self.inputs["fullscreen"] += 1
        return ["key", "F11"]

    def _somewhere(self) -> list[object]:
        """Often on the hand, or where the cards are. The icons at the top are seldom hit: they lead away."""
        x, y = (self.chance.uniform(*side) for side in self.chance.choices(AREAS, AREA_WEIGHTS)[0])
        width, height = self.fingers.size
        return ["mousemove", "--window", self.window, int(x * width), int(y * height)]

    def _by_program(self) -> list[object]:
        chance = self.chance
        roll = chance.random()
        if roll < 0.8:
            verb = chance.choice(("down", "down", "move", "move", "up", "up"))
            self.inputs[f"finger {verb}"] += 1
            finger = chance.choice((1, 1, 1, 2, 3))
            beyond = ((-OUTSIDE, 1 + OUTSIDE), (0.15, 1 + OUTSIDE))
            place = [chance.uniform(*side) for side in chance.choice((HAND, CARDS, beyond))]
            return ["up", finger] if verb == "up" else [verb, finger, *place]
        if roll < 0.95:
            self.inputs["pad button"] += 1
            return [chance.choice(("press", "press", "release")), chance.choice(PADS)]
        self.inputs["pad stick"] += 1
        return ["axis", chance.randrange(2), chance.choice((-32000, 0, 0, 32000))]

    def calm(self) -> None:
        """Everything goes up; the window gets a usual size, and what lies on the table is closed."""
        for finger in (1, 2, 3):
            self.fingers.up(finger)
        size = self.fingers.size
        ups = [word for button in (1, 2, 3) for word in ("mouseup", button)]
        xdotool(self.display, "windowactivate", self.window, *ups)
        time.sleep(0.3)
        if tuple(self.fingers.where()["size"]) not in SIZES:
            xdotool(self.display, "key", "F11")
            time.sleep(0.5)
        xdotool(self.display, "windowsize", self.window, *size, "mousemove", "--window", self.window, *size)
        for tries in range(LAYERS):
            where = self.fingers.where()
            open_table = where["scene"] == where["table"]
            if tries > LAYERS // 2 and open_table and not where["covered"]:
                return
            xdotool(self.display, "key", "Tab" if open_table and where["covered"] else "Escape")
            time.sleep(0.3)


def answers_in(watch: Path) -> list[dict[str, Any]]:
    """What the program has told about answers."""
    return [json.loads(line) for line in watch.read_text("utf-8").splitlines()] if watch.exists() else []


def violations(watch: Path) -> list[str]:
    """What is wrong about the answers."""
    return [answer["wrong"] for answer in answers_in(watch) if answer["wrong"]]
