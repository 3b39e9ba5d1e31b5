"""What a sound says, in words: every cue's caption, and which captions stand at which place of the table now."""

from __future__ import annotations

from typing import Final

from game.places import Position
from game.scene import STILL
from game.strings import mark
from rules.values import value

STAYS: Final = 1.8  # seconds

CAPTIONS: Final[dict[str, str]] = {
    "deal": mark("Tiles are dealt"),
    "dice": mark("The dice roll"),
    "wall.push": mark("The walls are pushed together"),
    "wild.reveal": mark("The wild tile is turned up"),
    "bird.flip": mark("A bird is turned up"),
    "call.chow": mark("Chow"),
    "call.pong": mark("Pong"),
    "call.kong": mark("Kong"),
    "call.hidden": mark("Concealed kong"),
    "call.ready": mark("Ready hand"),
    "win.discard": mark("Win on a discard"),
    "win.self": mark("Win by self-draw"),
    "win.rob": mark("Win by robbing a kong"),
    "hand.draw": mark("The hand ends without a winner"),
    "turn.mine": mark("Your turn"),
    "can.call": mark("You can call"),
    "timer.tick": mark("Time is running out"),
    "no": mark("Not allowed"),
}
"""The cues of the table. What happens at a LAN table is told by its messages, payments by the sheet."""


@value
class Caption:
    """A text, and until when it stands there on the clock of the screen."""

    text: str
    until: float


class Captions:
    """The captions of a table: one at a place at a time, the newest."""

    def __init__(self) -> None:
        self._at: dict[Position, Caption] = {}

    def say(self, position: Position, text: str, now: float) -> None:
        """Show a text at a place; the one that stands there goes."""
        self._at[position] = Caption(text, now + STAYS)

    def clear(self) -> None:
        """Nothing stands there any more."""
        self._at.clear()

    def shown(self, now: float) -> dict[Position, str]:
        """What stands where."""
        return {position: caption.text for position, caption in self._at.items() if caption.until > now}

    def wait(self, now: float) -> float:
        """Seconds until the next one goes; infinite when there is none."""
        return min((caption.until - now for caption in self._at.values() if caption.until > now), default=STILL)
