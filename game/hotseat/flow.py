"""Who may look at the screen, and when: no picture, no clock of its own.

`PUBLIC` shows what everybody may see; after a discard it waits a fixed time for calls in secret, whether or not anybody
can call. `CURTAIN` asks one person to take the screen; `LOOK` shows his tiles while a key is held, `SEAT` until he has
answered. Source: design/README.md section 13.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

from rules.values import value

IDLE_SECONDS = 20.0
"""After so long without input a hand that lies open is covered."""


class Screen(StrEnum):
    """What the screen shows."""

    PUBLIC = "public"
    CURTAIN = "curtain"
    LOOK = "look"
    SEAT = "seat"


class Why(StrEnum):
    """Why somebody is asked to the screen."""

    TURN = "turn"
    CHOICE = "choice"
    CALL = "call"


@value
class Turn:
    """Somebody's time at the screen. `asked`: whether there is anything to answer."""

    player: int
    why: Why
    asked: bool = True


class Flow:
    """The order of people at the screen. `turn` is whoever is asked to it now; `window` when secret calls end."""

    def __init__(self, seconds: float) -> None:
        """`seconds`: how long everybody may call after each discard."""
        self.seconds = seconds
        self.screen = Screen.PUBLIC
        self.turn: Turn | None = None
        self.window: float | None = None
        self.called: list[int] = []
        self._callers: frozenset[int] = frozenset()
        self._used_at = 0.0

    # ---- calls in secret --------------------------------------------------------------------------------------------

    def open_window(self, callers: Collection[int], now: float) -> None:
        """A tile lies there that the `callers` may or may not be able to call: nobody learns which."""
        self.window = now + self.seconds
        self.called = []
        self._callers = frozenset(callers)

    def call(self, player: int) -> bool:
        """Somebody pressed his corner key; False when it counts for nothing."""
        if self.window is None or player not in self._callers or player in self.called:
            return False
        self.called.append(player)
        return True

    def end_window(self, latest: float) -> None:
        """The time for calls ends then at the latest."""
        if self.window is not None:
            self.window = min(self.window, latest)

    def stretch(self, seconds: float) -> None:
        """The clocks stood still for so long."""
        if self.window is not None:
            self.window += seconds

    def take_back(self) -> None:
        """The tile that could be called lies there no more: nobody is asked to the screen because of it."""
        self.window, self.called = None, []
        self.done()

    def close_window(self, asked: Collection[int], order: Sequence[int], now: float) -> list[int] | None:
        """At the end of the window, whoever was asked and did not press: they pass. None while it is open.

        Those who pressed come to the screen one after the other, in `order`.
        """
        if self.window is None or now < self.window:
            return None
        self.window = None
        self.called.sort(key=order.index)
        return [player for player in asked if player not in self.called]

    def next_caller(self, asked: Collection[int]) -> bool:
        """Ask the next of those who pressed to the screen; False when there is none left."""
        if not self.called:
            return False
        player = self.called.pop(0)
        self.ask(Turn(player, Why.CALL, player in asked))
        return True

    # ---- the screen changes hands -----------------------------------------------------------------------------------

    def ask(self, turn: Turn) -> None:
        """The curtain falls: somebody is asked to the screen."""
        self.turn, self.screen = turn, Screen.CURTAIN

    def look(self, now: float) -> None:
        """His tiles are shown while he holds the key."""
        self._show(Screen.LOOK, now)

    def sit(self, now: float) -> None:
        """His tiles are shown until he has answered."""
        self._show(Screen.SEAT, now)

    def _show(self, screen: Screen, now: float) -> None:
        if self.turn is not None:
            self.screen, self._used_at = screen, now

    def cover(self) -> None:
        """The tiles are covered again; it is still his time."""
        if self.screen in (Screen.LOOK, Screen.SEAT):
            self.screen = Screen.CURTAIN

    def used(self, now: float) -> None:
        """Somebody pressed or moved something."""
        self._used_at = now

    def idle_for(self, now: float) -> float:
        """Seconds until an open hand is covered by itself."""
        return max(0.0, self._used_at + IDLE_SECONDS - now)

    def done(self) -> None:
        """Whoever was at the screen has answered: nobody's tiles may be seen."""
        self.turn, self.screen = None, Screen.PUBLIC

    @property
    def seen(self) -> int | None:
        """Whose tiles are on the screen."""
        return self.turn.player if self.turn is not None and self.screen in (Screen.LOOK, Screen.SEAT) else None

    @property
    def clocks_run(self) -> bool:
        """Whether thinking time passes: not under the curtain, and not while calls are awaited."""
        return self.window is None and self.screen in (Screen.PUBLIC, Screen.SEAT)
