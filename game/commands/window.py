"""`main.py` without a command: the window with the title screen; `--smoke` draws one picture of it and of a table."""

from __future__ import annotations

import os
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from game.commands.common import OK, Parser, guarded, refuse
from game.files import DATA_DIR_VARIABLE
from game.speech import VARIABLE


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    parser = Parser(prog="main.py", description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="draw one picture of the title and of a table, then leave")
    add_window_arguments(parser)
    given = parser.parse_args(arguments)
    heed_window_arguments(given)

    def action() -> None:
        from game.app import play
        from game.navigation import Navigation
        from game.smoke import smoke

        if given.smoke:
            smoke()
        else:
            play(lambda services: Navigation(services).first(), given.lang)

    return guarded(lambda: windowed(action))


def add_window_arguments(parser: Parser) -> None:
    """Options of every command that opens a window."""
    parser.add_argument("--data-dir", type=_folder, metavar="DIR", help="keep settings and records here")
    parser.add_argument("--speak", metavar="FILE", help="write what happens in sentences, for screen readers; - prints")
    parser.add_argument("--lang", default="", choices=["", "zh_CN", "zh_TW", "en"], help="language, for this run")


def _folder(text: str) -> Path:
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise ArgumentTypeError(f"{text} is no folder")
    return path


def heed_window_arguments(given: Namespace) -> None:
    """Settings and records are kept, and what happens is written in sentences, where the options say."""
    if given.data_dir is not None:
        os.environ[DATA_DIR_VARIABLE] = str(given.data_dir)
    if given.speak:
        os.environ[VARIABLE] = given.speak


def windowed(action: Callable[[], object]) -> int:
    """Run something with a window; one line and exit status 2 where none can be opened."""
    try:
        action()
    except pygame.error as error:
        return refuse(f"no window can be opened: {error}")
    return OK
