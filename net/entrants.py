"""Who plays a match: four entrants, people and bots, each with a place for good."""

from __future__ import annotations

from rules.bots import LEVELS, Bot
from rules.errors import RulesError
from rules.values import value

STAND_IN = "efficient"
"""The bot that plays for whoever has left the table."""


class UnknownLevel(RulesError):
    """A bot level that does not exist."""


@value
class Entrant:
    """One of the four players of a match: a name, and the level of the bot that it is (None: a person)."""

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
