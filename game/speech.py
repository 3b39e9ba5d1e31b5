"""The line for screen readers: everything that happens, in full sentences, to the console or to a file.

Screen readers find nothing in SDL's window; they read a terminal, and programs such as `tail -f FILE | espeak` read a
file. The same sentences stand in the log of the table.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from game.strings import Strings

VARIABLE = "SIFANG_SPEAK"
"""Names a file, or `-` for the console, for the whole run; `main.py --speak FILE` sets it."""
CONSOLE = "-"
ENDS = tuple("。.!?！？…")


class Speaker:
    """Writes sentences, a line each. `wanted()` says whether the console gets them when no file is named.

    `failed(error)` is told once when the file cannot be written; nothing is written to it any more then.
    """

    def __init__(self, strings: Strings, wanted: Callable[[], bool] = lambda: False) -> None:
        self._strings = strings
        self._wanted = wanted
        self._target = os.environ.get(VARIABLE, "")
        self.failed: Callable[[OSError], object] = lambda error: None

    @property
    def on(self) -> bool:
        """Whether anybody listens."""
        return bool(self._target) or self._wanted()

    def say(self, sentence: str) -> None:
        """Write a sentence; with its full stop, in one line."""
        line = " ".join(sentence.split())
        if not line or not self.on:
            return
        if not line.endswith(ENDS):
            line += "。" if self._strings.chinese else "."
        if self._target in ("", CONSOLE):
            print(line, file=sys.stdout, flush=True)
            return
        try:
            with Path(self._target).open("a", encoding="utf-8") as stream:
                stream.write(line + "\n")
        except OSError as error:
            self._target = ""
            self.failed(error)

    def say_all(self, sentences: Iterable[str]) -> None:
        """Write several."""
        for sentence in sentences:
            self.say(sentence)
