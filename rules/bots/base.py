"""What a bot is, and the seeded chance that it is handed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rules.commands import Command
from rules.events import Ask
from rules.ruleset import Ruleset
from rules.state import RoundState
from rules.wall import below, random_words

Chooser: TypeAlias = Callable[[int], int]
"""A number 0 <= n < limit by chance; the only randomness a bot has."""

Bot: TypeAlias = Callable[[RoundState, Ruleset, Ask, Chooser], Command]
"""(the seat's view, rules, ask, chance) -> one of the ask's options. The view may be kept for the call only."""


def seeded_chooser(seed: bytes, number: int) -> Chooser:
    """Chance that is the same for the same seed and number."""
    words = random_words(seed, number)
    return lambda limit: below(words, limit)
