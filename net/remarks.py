"""What was said at a table during a match: kept beside the events, never among them, for whoever looks at it again."""

from __future__ import annotations

from typing import Any

from net.texts import clean
from rules.values import value

MOST_REMARKS = 2000
"""So many are kept of a match: half a megabyte at most."""
NAME_LENGTH, TEXT_LENGTH = 24, 200


@value
class Remark:
    """A line of chat, or the number of a quick phrase (-1: none), and by which player 0-3 (-1: a spectator).

    `at`: how many events of the hand had happened, as far as whoever wrote it down knew.
    """

    at: int
    player: int
    name: str
    text: str
    phrase: int = -1

    def plain(self) -> dict[str, Any]:
        """As it is written down."""
        return {"at": self.at, "player": self.player, "name": self.name, "text": self.text, "phrase": self.phrase}


def remark_of(data: Any) -> Remark:
    """What `plain` made, from a file of anybody. Raises KeyError, TypeError, ValueError when it is none."""
    at, player, phrase = (data[name] for name in ("at", "player", "phrase"))
    if not all(type(number) is int for number in (at, player, phrase)) or at < 0 or not -1 <= player < 4:
        raise ValueError("no remark")
    return Remark(at, player, clean(data["name"], NAME_LENGTH), clean(data["text"], TEXT_LENGTH), phrase)
