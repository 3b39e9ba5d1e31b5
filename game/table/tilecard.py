"""The card about a tile (hover, long press, key): its name, copies seen and left, its danger, what a click does."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

import pygame

from game.scene import STILL
from game.strings import mark
from game.table.board import open_tiles
from game.table.helps import DANGERS
from game.table.tiles import Placed
from game.widgets.keycap import key_label
from game.widgets.tip import draw_tip
from rules.hints import copies_left, copies_seen
from rules.tiles import Tile

if TYPE_CHECKING:
    from game.scenes.table import TableScene
    from game.table.view import ScreenView

STILL_FOR = 0.4
"""Seconds for which a pointer rests on a tile before its card comes."""
MOUSE = {
    "raise": mark("Click: raise it"),
    "throw": mark("Click: raise it. Double click: discard it"),
    "lower": mark("Click: put it down"),
    "lower_or_throw": mark("Double click: discard it. Click: put it down"),
    "swap": mark("Click: change places with {tile}"),
}
TOUCH = {
    "raise": mark("Tap: raise it"),
    "throw": mark("Tap: raise it. Tap again: discard it"),
    "lower": mark("Tap: put it down"),
    "lower_or_throw": mark("Tap: discard it"),
    "swap": mark("Tap: change places with {tile}"),
}
KEYS = {"lower_or_throw": mark("{key}: discard it"), "lower": mark("Shift and an arrow: move it")}


def draw_card(scene: TableScene, surface: pygame.Surface) -> pygame.Rect | None:
    """Draw the card of the tile that is asked about, if there is one, beside the prompt; returns where it is."""
    told = scene.hand.told
    if told is None or scene.view.covered:
        return None
    prompt = None if scene.desk.box is None else scene.desk.box.rect
    return draw_tip(scene.services, surface, told[1], "\n".join(card_lines(scene, told[0])), prompt)


def card_lines(scene: TableScene, tile: Tile) -> list[str]:
    """What the card says about a tile of the hand. A table that forbids helps counts nothing."""
    level = scene.helps.levels.get(tile, 0)
    danger = [scene.services.tr(DANGERS[level])] if level else []
    return [counted(scene.view, tile), *danger, scene.desk.why_not(tile) or _click(scene)]


def counted(view: ScreenView, tile: Tile) -> str:
    """The name of a tile, and where helps are allowed the copies seen and left."""
    name = view.words.tile(tile)
    if not view.table.hints:
        return name
    seen = copies_seen(view.shown, view.own)[tile]
    left = copies_left(view.shown, view.own)[tile]
    return view.services.tr("{tile}: {seen} seen, {left} left", tile=name, seen=seen, left=left)


class OpenTileTip:
    """The pointer rests on a tile that lies open on the table: a card tells its name, copies seen and left."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self._pointer = (-1, -1)
        self._rested = 0.0
        self._looked_at: Hashable = None
        self._under: Placed | None = None

    def point(self, position: tuple[int, int]) -> None:
        """The pointer has moved."""
        if self.told is not None:
            self._scene.invalidate()
        self._pointer, self._rested = position, 0.0

    def update(self, seconds: float) -> float:
        """Seconds until the card comes, if the pointer stays."""
        if self._rested >= STILL_FOR:
            return STILL
        self._rested += seconds
        if self._rested >= STILL_FOR:
            self._scene.invalidate()
            return STILL
        return STILL_FOR - self._rested

    @property
    def told(self) -> Placed | None:
        """The tile to tell about and its place: none under the prompt or the panel."""
        scene = self._scene
        covers = [scene.panel.rect] if scene.panel.shown else []
        covers += [] if scene.desk.box is None else [scene.desk.box.rect]
        if self._rested < STILL_FOR or any(rect.collidepoint(self._pointer) for rect in covers):
            return None
        view = scene.view
        now = (self._pointer, view.playback.version, view.effects.version, id(view.layout))
        if now != self._looked_at:  # not in every picture of an animation
            under = [placed for placed in open_tiles(view) if placed[1].rect.collidepoint(self._pointer)]
            self._looked_at, self._under = now, under[-1] if under else None
        return self._under

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card, if there is one."""
        told = self.told
        if told is not None:
            draw_tip(self._scene.services, surface, told[1].rect, counted(self._scene.view, told[0]))


def _click(scene: TableScene) -> str:
    """What pressing the piece that is told about would do, for whatever points at it."""
    hand, services = scene.hand, scene.services
    piece, selected = hand.told_piece, hand.input.selected
    throws = hand.may_discard and not hand.two_steps
    if selected is None:
        action = "throw" if throws else "raise"
    elif selected == piece:
        action = "lower_or_throw" if throws else "lower"
    else:
        action = "swap"
    words = KEYS if hand.explaining and selected == piece else TOUCH if services.touched else MOUSE
    index = hand.arrangement.index(selected)
    other = "" if index is None else scene.view.words.tile(hand.arrangement.pieces[index].tile)
    return services.tr(words[action], tile=other, key=key_label(services.strings, services.chosen.keys["discard"]))
