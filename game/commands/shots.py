"""`main.py shots`: every screen in its important states as PNG files, from fixed seeds and without a display."""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pygame

from game.commands.common import OK, Parser, guarded, refuse
from game.preferences import Language
from game.window import SMALLEST

LARGEST: Final = 7680


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    from game.shots.catalogue import shots

    names = textwrap.fill(" ".join(shots()), 100, break_on_hyphens=False)
    plain = argparse.RawDescriptionHelpFormatter
    parser = Parser(prog="main.py shots", description=__doc__, epilog=f"shots:\n{names}", formatter_class=plain)
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the pictures go; made when it is missing")
    parser.add_argument("--size", type=_size, default=(1280, 720), metavar="WxH", help="default 1280x720")
    parser.add_argument("--lang", default="zh_CN", choices=["zh_CN", "zh_TW", "en"], help="default zh_CN")
    parser.add_argument("--only", metavar="NAME,...", help="these shots alone")
    given = parser.parse_args(arguments)
    chosen = list(shots()) if given.only is None else given.only.split(",")
    unknown = [name for name in chosen if name not in shots()]
    if unknown:
        return refuse(f"unknown shot {unknown[0]!r}; main.py shots --help lists them")
    return guarded(lambda: _save(given.folder, chosen, given.size, given.lang))


def _save(folder: Path, names: Sequence[str], size: tuple[int, int], language: Language) -> int:
    from game.shots.catalogue import shots

    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        path = folder / f"{name}.png"
        try:
            pygame.image.save(shots()[name].picture(size, language), path)
        except pygame.error as error:
            return refuse(f"{path}: {error}")
        print(path, file=sys.stderr)
    return OK


def _size(text: str) -> tuple[int, int]:
    """Raises ArgumentTypeError."""
    found = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if size[0] < SMALLEST[0] or size[1] < SMALLEST[1] or max(size) > LARGEST:
        raise argparse.ArgumentTypeError(f"a size from 1024x600 to {LARGEST}x{LARGEST} is written WxH, not {text!r}")
    return size
