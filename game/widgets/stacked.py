"""Widgets below each other whose heights follow from the width they get: columns on paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import pygame

from game.widgets.base import Widget


class Stackable(Protocol):
    """A widget that knows how high it is at a width."""

    rect: pygame.Rect

    def height_for(self, width: int) -> int:
        """The height it needs, in device pixels."""


class Still(Widget):
    """A part of a column that only stands there."""

    focusable = False

    def hit(self, position: tuple[int, int]) -> bool:
        """Nothing to press."""
        return False

    def height_for(self, width: int) -> int:
        """The height it needs at a width, in device pixels."""
        raise NotImplementedError


def stack(widgets: Sequence[Stackable], left: int, top: int, width: int) -> int:
    """Lay the widgets out below each other; returns the height of all, in device pixels."""
    height = 0
    for widget in widgets:
        widget.rect = pygame.Rect(left, top + height, width, widget.height_for(width))
        height += widget.rect.height
    return height
