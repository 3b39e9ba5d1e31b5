"""A storm of input on a table: mouse, fingers, wheel, keys, pads, sizes and focus, as a careless crowd would do it.

Every answer that reaches the host is looked at: it must come from the very input that means it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pygame

from game.app import App
from game.hotseat.flow import Screen
from game.scenes.hotseat import HotseatScene
from game.scenes.settlement import SettlementScene
from game.scenes.table import TableScene
from game.window import Offscreen
from net.host import Host
from tests.helpers.hotseat import HotseatTable
from tests.helpers.tables import Clock, LocalTable
from tests.helpers.watch import Watch, active, seen_at

SIZES = ((1024, 600), (1280, 720), (1366, 768), (1600, 900), (1280, 1024), (2560, 1080))
KEYS = [*(getattr(pygame, f"K_{name}") for name in "abcdefghijklmnopqrstuvwxyz0123456789"), pygame.K_MINUS,
        pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_TAB, pygame.K_ESCAPE, pygame.K_LEFT,
        pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN,
        pygame.K_F1, pygame.K_F6, pygame.K_F11, pygame.K_SLASH, pygame.K_BACKSPACE, pygame.K_DELETE]  # fmt: skip
PLAYING = [pygame.K_SPACE, pygame.K_RETURN, pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_RIGHT, pygame.K_g, pygame.K_p,
           pygame.K_c, pygame.K_h, pygame.K_a]  # fmt: skip
BUTTONS = (1, 1, 1, 1, 2, 3, 3)
PADS = range(pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_DPAD_RIGHT + 1)
PAUSES = (0.0, 0.01, 0.05, 0.2, 0.5, 1.0)
CALM_EVERY, CALM = 250, 12.0
STROLL = 8
"""Inputs on another screen before the way back."""
SITS = 0.3
TOGETHER = 0.25


class Storm:
    """One table after the other in one window; `begin` makes a table when the last one has been left."""

    def __init__(self, begin: Callable[[int], LocalTable | HotseatTable], seed: int) -> None:
        self._begin, self._chance = begin, random.Random(seed)
        self._watch = Watch()
        self._next: list[pygame.Event] = []
        self._batch: list[pygame.Event] = []
        self._tables = self._away = 0
        self.inputs = Counter[str]()
        self._open()

    @property
    def tables(self) -> int:
        """How many tables were begun."""
        return self._tables

    @property
    def answers(self) -> list[object]:
        """What was answered."""
        return self._watch.answers

    def _open(self) -> None:
        table = self._begin(self._tables)
        self._tables += 1
        self._scene: TableScene | HotseatScene = table.scene
        self._host: Host = table.host
        self._clock: Clock = table.clock
        self._app = App(table.scene.services)
        self._watch.follow(self._app)
        answer = table.host.answer

        def watched(seat: int, prompt_id: int, index: int, now: float) -> bool:
            opened = table.host._open.get(seat)
            if opened is not None:
                self._watch.judge(self._scene, opened.ask, prompt_id, index)
            return answer(seat, prompt_id, index, now)

        table.host.answer = watched  # type: ignore[method-assign]

    # ---- the storm -------------------------------------------------------------------------------------------------

    def blow(self, inputs: int) -> None:
        """So many inputs; now and then a calm in which the table is looked at."""
        for number in range(inputs):
            if not len(self._scene.services.scenes):
                self._open()
            event = self._next.pop(0) if self._next else self._way_back() or self._random_event()
            self.inputs[pygame.event.event_name(event.type)] += 1
            self._batch.append(event)
            if self._chance.random() < TOGETHER:
                continue  # it comes with the next, between two pictures
            self._pass(self._chance.choice(PAUSES), self._batch)
            self._batch = []
            if number % CALM_EVERY == CALM_EVERY - 1:
                self.check()

    def _pass(self, seconds: float, events: Sequence[pygame.Event] = ()) -> None:
        if len(self._scene.services.scenes):
            self._clock.now += seconds
            self._app.frame(list(events))

    def check(self) -> None:
        """After a calm, the hand on the screen is the hand at the host, tile by tile."""
        end = self._clock.now + CALM
        while self._clock.now < end:
            self._pass(0.1)
        if isinstance(self._scene, HotseatScene) or not len(self._scene.services.scenes):
            return
        scene, hand = self._scene, self._host.round
        pieces = [piece.tile for piece in scene.hand.arrangement.pieces]
        assert sorted(pieces) == scene.view.shown.seats[scene.seat].hand.tiles()
        if scene.services.scenes.top is scene and scene.playback.settled and hand is not None and not hand.over:
            assert scene.view.shown.seats[scene.seat].hand == hand.state.seats[scene.seat].hand

    def _way_back(self) -> pygame.Event | None:
        """Who has strolled through other screens for a while, or sat before covered tiles, comes back to the table."""
        top = self._scene.services.scenes.top
        covered = top is self._scene and isinstance(top, TableScene) and top.view.covered
        self._away = 0 if top is self._scene and not covered else self._away + 1
        if self._away <= STROLL:
            waits = isinstance(top, HotseatScene) and top.flow.screen is Screen.CURTAIN
            return _key(pygame.K_RETURN) if waits and self._chance.random() < SITS else None
        key = pygame.K_TAB if covered else pygame.K_RETURN if isinstance(top, SettlementScene) else pygame.K_ESCAPE
        return _key(key)

    # ---- one input -------------------------------------------------------------------------------------------------

    def _random_event(self) -> pygame.Event:
        chance = self._chance
        roll = chance.random()
        if roll < 0.55:
            return self._mouse()
        if roll < 0.65:
            self._next = [_key(pygame.K_SPACE)] if chance.random() < 0.5 else []
            return _key(chance.choice(PLAYING))
        if roll < 0.80:
            kind = pygame.KEYDOWN if chance.random() < 0.8 else pygame.KEYUP
            mod = chance.choice([0, 0, 0, pygame.KMOD_SHIFT])
            return pygame.Event(kind, key=chance.choice(KEYS), mod=mod, unicode="")
        if roll < 0.88:
            kind = pygame.CONTROLLERBUTTONDOWN if chance.random() < 0.7 else pygame.CONTROLLERBUTTONUP
            return pygame.Event(kind, button=chance.choice(PADS), instance_id=0)
        if roll < 0.90:
            return pygame.Event(pygame.CONTROLLERAXISMOTION, axis=0, value=chance.choice([-32000, 0, 32000]))
        if roll < 0.95:
            kind = chance.choice([pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP])
            return pygame.Event(kind, finger_id=chance.randrange(3), x=chance.random(), y=chance.random(), dx=0, dy=0)
        if roll < 0.97:
            return pygame.Event(pygame.MOUSEWHEEL, x=0, y=chance.choice([-3, -1, 1, 3]), flipped=False)
        if roll < 0.985:
            kind = chance.choice([pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWEXPOSED])
            return pygame.Event(kind)
        if roll < 0.987:
            return pygame.Event(pygame.QUIT)
        self._scene.services.canvas = Offscreen(chance.choice(SIZES))
        return pygame.Event(pygame.WINDOWSIZECHANGED)

    def _mouse(self) -> pygame.Event:
        """A movement, or a button; what goes down often comes up at the same place, at times twice, or elsewhere."""
        chance = self._chance
        position, touch = self._somewhere(), chance.random() < 0.3
        button = 1 if touch else chance.choice(BUTTONS)
        down, up = (
            pygame.Event(kind, pos=position, button=button, touch=touch)
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        )
        match chance.randrange(8):
            case 0 | 1:
                return pygame.Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0), touch=touch)
            case 2:
                return down
            case 3 | 4:
                return up
            case 5 | 6:
                self._next = [up, down, up]
            case _:
                self._next = [up]
        return down

    def _somewhere(self) -> tuple[int, int]:
        """Often on something: a card, the hand, a button of the screen; else anywhere."""
        chance, (width, height) = self._chance, self._scene.services.canvas.size
        rects = [rect for _, rect in seen_at(self._scene).cards]
        form = getattr(self._scene.services.scenes.top, "form", None)
        if form is not None:
            rects += [widget.rect for widget in form.widgets]
        roll = chance.random()
        if rects and roll < 0.4:
            rect = chance.choice(rects)
            return rect.x + chance.randrange(max(1, rect.width)), rect.y + chance.randrange(max(1, rect.height))
        if roll < 0.8:
            arrangement = active(self._scene).hand.arrangement
            hand = active(self._scene).view.layout.hand_rect(len(arrangement), arrangement.apart)
            return hand.x + chance.randrange(max(1, hand.width)), hand.y + chance.randrange(max(1, hand.height))
        return chance.randrange(width), chance.randrange(height)


def _key(key: int) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")
