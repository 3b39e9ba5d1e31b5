"""What is written down when the program fails, so that it can be mended: no names, no tiles, no codes."""

from __future__ import annotations

import platform
import sys
import traceback
from datetime import datetime
from pathlib import Path

import pygame

from game import VERSION
from game.files import settings_folder

REPORTS = "reports"


def report_of(error: BaseException) -> str:
    """The report of an error: versions and where it happened, as plain text."""
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    lines = (
        f"Sifang {VERSION}, Python {platform.python_version()}, pygame-ce {pygame.ver}, "
        f"SDL {'.'.join(map(str, pygame.get_sdl_version()))}, {system}",
        f"{datetime.now():%Y-%m-%d %H:%M:%S}",
        "",
        *traceback.format_exception(error),
    )
    return "\n".join(line.rstrip("\n") for line in lines) + "\n"


def keep_report(error: BaseException, folder: Path | None = None) -> Path | None:
    """Write the report into the settings' folder and to standard error; None when the disk refuses."""
    text = report_of(error)
    print(text, file=sys.stderr)
    place = folder or settings_folder() / REPORTS
    path = place / f"{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
    try:
        place.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as refusal:
        print(f"The report could not be kept: {refusal}", file=sys.stderr)
        return None
    return path
