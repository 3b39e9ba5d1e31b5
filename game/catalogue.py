"""A compiled catalogue of texts (`.mo`), read where it is asked.

`gettext` of the standard library makes a dictionary of all two thousand texts at every start; the first picture needs
some fifty. Here a text is looked for in the file as it lies: a block of messages, each ended by a zero, and for each
its place and that of its translation. Source: the GNU gettext manual, "The Format of GNU MO Files".
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from pathlib import Path

MAGIC = 0x950412DE
CONTEXT = "\x04"


class Catalogue:
    """The texts of a file. Raises FileNotFoundError when there is none, ValueError when it is no catalogue."""

    def __init__(self, path: Path) -> None:
        self._data = path.read_bytes()
        if len(self._data) < 20 or struct.unpack_from("<I", self._data)[0] != MAGIC:
            raise ValueError(f"{path} is no compiled catalogue")
        count, messages, translations = struct.unpack_from("<3I", self._data, 8)
        self._starts: tuple[int, ...] = struct.unpack_from(f"<{2 * count}I", self._data, messages)[1::2]
        self._translations: tuple[int, ...] = struct.unpack_from(f"<{2 * count}I", self._data, translations)
        self._end = self._data.index(0, self._starts[-1]) + 1
        self._found: dict[str, str | None] = {}

    def find(self, message: str, context: str = "") -> str | None:
        """The translation of a message; None when there is none."""
        key = f"{context}{CONTEXT}{message}" if context else message
        if key not in self._found:
            self._found[key] = self._look_for(key.encode())
        return self._found[key]

    def find_plural(self, one: str, many: str, count: int) -> str:
        """The translation for a number, else one of the two. Our languages have one form, or a second but for 1."""
        forms = (self.find(f"{one}\0{many}") or f"{one}\0{many}").split("\0")
        return forms[0] if count == 1 else forms[-1]

    def _look_for(self, key: bytes) -> str | None:
        at = self._data.find(b"\0" + key + b"\0", self._starts[0] - 1, self._end)
        while at >= 0:
            number = bisect_left(self._starts, at + 1)
            if number < len(self._starts) and self._starts[number] == at + 1:
                length, start = self._translations[2 * number : 2 * number + 2]
                return self._data[start : start + length].decode()
            at = self._data.find(b"\0" + key + b"\0", at + 1, self._end)
        return None
