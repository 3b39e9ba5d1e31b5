"""The clipboard of the system; there may be none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from game.services import Services


def copy_text(text: str) -> bool:
    """Put a text into the clipboard; False where there is none."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def pasted_text() -> str:
    """The text in the clipboard; empty where there is none."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""


def copy_and_say(services: Services, text: str, said: str) -> None:
    """Put a text into the clipboard and say so in the words of `said`."""
    if copy_text(text):
        services.say(said, "good")
    else:
        services.say(services.tr("There is no clipboard here"), "warn")
