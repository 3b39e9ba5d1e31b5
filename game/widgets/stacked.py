"""Widgets below each other whose heights follow from the width they get: columns on paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


class ControlRow(Still):
    """A part of a column with a control in it."""

    @property
    def parts(self) -> list[Widget]:
        """The row and its controls, in the order of drawing."""
        raise NotImplementedError

    def place_control(self) -> None:
        """Put the controls where they belong; call after the row has its rectangle."""
        raise NotImplementedError


def parts_of(rows: Iterable[Widget]) -> list[Widget]:
    """The widgets of a column in the order of drawing, its rows laid out: controls are put in their places."""
    parts: list[Widget] = []
    for row in rows:
        if isinstance(row, ControlRow):
            row.place_control()
            parts += row.parts
        else:
            parts.append(row)
    return parts


def stack(widgets: Sequence[Stackable], left: int, top: int, width: int) -> int:
    """Lay the widgets out below each other; returns the height of all, in device pixels."""
    height = 0
    for widget in widgets:
        widget.rect = pygame.Rect(left, top + height, width, widget.height_for(width))
        height += widget.rect.height
    return height
