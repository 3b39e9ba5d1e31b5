"""Who answers for a seat: a person, or a bot with its pace."""

from __future__ import annotations

from dataclasses import replace

from rules.bots import LEVELS, Bot
from rules.errors import RulesError
from rules.events import AskKind
from rules.values import value

STAND_IN = "efficient"
"""The bot that plays for whoever has left the table."""
MOST_GRACE = 0.25
"""Seconds at most for which a late answer still counts, since it was on its way."""


class UnknownLevel(RulesError):
    """A bot level that does not exist."""


@value
class Keeper:
    """One player of the table: a name, and the bot that plays for it (None: a person)."""

    name: str
    level: str | None = None

    @property
    def bot(self) -> Bot | None:
        """The bot. Raises UnknownLevel."""
        if self.level is None:
            return None
        if self.level not in LEVELS:
            raise UnknownLevel(f"unknown bot level {self.level!r}; there are: {', '.join(LEVELS)}")
        return LEVELS[self.level]


@value
class Timers:
    """Seconds for a turn, a claim and a question (None: no limit), the pause between hands, and the pace of bots.

    `pace` is the least time between what is shown and what a bot does, whatever its thinking took. `window`: seconds,
    at least and at most, for which nobody learns what follows a discard (`net.window`).
    """

    turn: float | None = None
    claim: float | None = None
    choice: float | None = None
    between: float | None = None
    pace: float = 0.0
    window: tuple[float, float] | None = None

    def with_fixed_window(self, seconds: float) -> Timers:
        """For tournaments: so long for calls after every discard, whether or not anybody may call or has answered.

        The window also covers answers that are late on their way: no moment tells anything about a hand.
        """
        return replace(self, claim=seconds, window=(seconds + MOST_GRACE, seconds + MOST_GRACE))

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
