"""Where the player's files lie, what new ones are called, and how one is replaced."""

from __future__ import annotations

import os
import time
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from net.files import write_atomically as write_atomically

DATA_DIR_VARIABLE = "SIFANG_DATA_DIR"
RECORDS = "records"
LAN = "lan"
"""The folder of LAN tables, below the data folder and below the records."""
PICTURES = "Sifang"
BAD = ".bad"
LONGEST_PATH = 400
STAMP = "%Y%m%d-%H%M%S"
"""With it begins the name of a file that is named by its time."""

if TYPE_CHECKING:
    from platformdirs import PlatformDirs


def _system() -> PlatformDirs:
    """The system's places; looked up only where nothing else is named."""
    from platformdirs import PlatformDirs

    return PlatformDirs("sifang", appauthor=False)


def _chosen_folder() -> Path | None:
    """The one folder for everything, when SIFANG_DATA_DIR names one (`--data-dir` does it, too)."""
    chosen = os.environ.get(DATA_DIR_VARIABLE)
    return Path(chosen) if chosen else None


def settings_folder() -> Path:
    """Where `settings.toml` lies: the chosen folder, else the system's place for settings."""
    return _chosen_folder() or _system().user_config_path


def data_folder() -> Path:
    """Where everything that is kept lies: the chosen folder, else the system's place for data."""
    return _chosen_folder() or _system().user_data_path


def records_folder() -> Path:
    """Where journals lie."""
    return data_folder() / RECORDS


def documents_folder() -> Path:
    """Where exported files go when nothing else is said."""
    return _system().user_documents_path


def pictures_folder() -> Path:
    """Where pictures go: with a data folder of one's own, beside the data; else the system's place for pictures."""
    chosen = _chosen_folder()
    return chosen / "pictures" if chosen else _system().user_pictures_path / PICTURES


def free_path(folder: Path, stem: str, suffix: str) -> Path:
    """A file in a folder that does not exist yet: stem, stem-2, stem-3, …"""
    endings = chain([""], (f"-{number}" for number in count(2)))
    return next(path for ending in endings if not (path := folder / f"{stem}{ending}{suffix}").exists())


def set_aside(path: Path) -> Path:
    """Move a damaged file out of the way, over nothing else; where it lies then. A folder that is fixed keeps it."""
    aside = free_path(path.parent, path.name, BAD)
    try:
        path.rename(aside)
    except OSError:
        return path
    return aside


def fresh_path(folder: Path, name: str, suffix: str) -> Path:
    """A file that does not exist yet, named by day, time and `name`."""
    return free_path(folder, f"{time.strftime(STAMP)}-{name}", suffix)


def path_of(text: str) -> Path:
    """A path that was typed or pasted, perhaps with quotes or as a file address."""
    return Path(text.strip().strip("\"'").removeprefix("file://")).expanduser()
