"""How long a table waits: for answers, after a discard, between hands, before a bot acts."""

from __future__ import annotations

from dataclasses import replace

from rules.events import AskKind
from rules.values import value

CONSENT = 8.0
"""Seconds in which the others may agree that a discard is taken back."""
MOST_GRACE = 0.25
"""Seconds at most for which a late answer still counts, since it was on its way."""


@value
class Timers:
    """Seconds for a turn, a claim and a question (None: no limit), the pause between hands, and the pace of bots.

    `pace` is the least time between what is shown and what a bot does, whatever its thinking took. `window`: seconds,
    at least and at most, for which nobody learns what follows a discard (`net.window`). `consent`: seconds in which the
    other people may agree that a discard is taken back; None: nobody may ask them.
    """

    turn: float | None = None
    claim: float | None = None
    choice: float | None = None
    between: float | None = None
    pace: float = 0.0
    window: tuple[float, float] | None = None
    consent: float | None = None

    def with_fixed_window(self, seconds: float) -> Timers:
        """For tournaments: so long for calls after every discard, whether or not anybody may call or has answered.

        The window also covers answers that are late on their way: no moment tells anything about a hand. What lies,
        lies: nobody may ask to take a discard back.
        """
        return replace(self, claim=seconds, window=(seconds + MOST_GRACE, seconds + MOST_GRACE), consent=None)

    @property
    def fixed_window(self) -> float | None:
        """The seconds of `with_fixed_window`; None when windows differ, or may be outlasted by who thinks."""
        if self.window is None or self.claim is None or len(set(self.window)) > 1:
            return None
        return self.claim if self.claim + MOST_GRACE <= self.window[0] else None

    def limit(self, kind: AskKind) -> float | None:
        """Seconds for an ask of this kind."""
        match kind:
            case AskKind.TURN:
                return self.turn
            case AskKind.CLAIM:
                return self.claim
            case AskKind.CHOICE:
                return self.choice
