"""Pictures that the player keeps: screenshots, shared settlement sheets."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pygame
from platformdirs import PlatformDirs

from game.preferences import DATA_DIR_VARIABLE

FOLDER = "Sifang"


def pictures_folder() -> Path:
    """Where they go: with a data folder of one's own, beside the data; else the system's place for pictures."""
    chosen = os.environ.get(DATA_DIR_VARIABLE)
    return Path(chosen) / "pictures" if chosen else Path(PlatformDirs().user_pictures_dir) / FOLDER


def keep_picture(surface: pygame.Surface, name: str, folder: Path | None = None) -> Path:
    """Write a picture as PNG under its name and the time, never over another one; where it lies.

    Raises OSError when the disk refuses.
    """
    place = folder or pictures_folder()
    place.mkdir(parents=True, exist_ok=True)
    stem = f"{datetime.now():%Y%m%d-%H%M%S}-{name}"
    names = (f"{stem}{'' if count == 0 else f'-{count}'}.png" for count in range(1000))
    path = next(place / name for name in names if not (place / name).exists())
    try:
        pygame.image.save(surface, path)
    except pygame.error as error:
        raise OSError(str(error)) from error
    return path


def copy_text(text: str) -> bool:
    """Put a text into the clipboard; False where there is none."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True
