"""Pictures that the player keeps: screenshots, shared settlement sheets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.clipboard import copy_text
from game.files import fresh_path, pictures_folder

if TYPE_CHECKING:
    from game.services import Services


def keep_picture(surface: pygame.Surface, name: str, folder: Path | None = None) -> Path:
    """Write a picture as PNG under its name and the time, never over another one; where it lies.

    Raises OSError when the disk refuses.
    """
    place = pictures_folder() if folder is None else folder
    place.mkdir(parents=True, exist_ok=True)
    path = fresh_path(place, name, ".png")
    try:
        pygame.image.save(surface, path)
    except pygame.error as error:
        raise OSError(str(error)) from error
    return path


def keep_and_say(services: Services, surface: pygame.Surface, name: str) -> None:
    """Write a picture and say where it lies, or why it does not; its path goes to the clipboard."""
    tr = services.tr
    try:
        path = keep_picture(surface, name)
    except OSError as error:
        services.say(tr("The picture could not be kept: {error}", error=error.strerror or error), "error")
        return
    copied = copy_text(str(path))  # a picture itself does not fit into this clipboard
    kept = tr("Picture kept: {path} (copied)", path=path) if copied else tr("Picture kept: {path}", path=path)
    services.say(kept, "good")
