"""What a table tells its screens: the variant with its built rules, and who plays."""

from __future__ import annotations

from rules.ruleset import Ruleset, Variant
from rules.seats import SEATS, Seat
from rules.values import value


@value
class TableInfo:
    """A table: the variant, its rules with the options chosen, the names and bot levels (None: a person) of players.

    `names` and `levels` belong to players 0-3, who keep them when seats change; `players[s]` is the player on seat s.
    """

    variant: Variant
    rules: Ruleset
    names: tuple[str, str, str, str]
    levels: tuple[str | None, str | None, str | None, str | None] = (None, None, None, None)
    players: tuple[int, ...] = SEATS
    hints: bool = True

    def name(self, seat: Seat) -> str:
        """The name of whoever sits there."""
        return self.names[self.players[seat]]

    def level(self, seat: Seat) -> str | None:
        """The bot that plays there; None for a person."""
        return self.levels[self.players[seat]]
