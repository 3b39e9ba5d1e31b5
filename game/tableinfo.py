"""What a table tells its screens: the variant with its built rules, who plays, and what follows."""

from __future__ import annotations

from collections.abc import Callable

from net.messages import Standing
from rules.ruleset import Ruleset, Variant
from rules.seats import SEATS, Seat
from rules.state import RoundState
from rules.values import value


@value
class Presence:
    """How a player of a LAN table is there: icon and words while absent, else the bars (1-4) of the connection.

    `helps`: looks at waits or other helps, which the others are told. All empty: nothing to show.
    """

    icon: str = ""
    words: str = ""
    bars: int = 0
    helps: bool = False


HERE = Presence()


def _nothing(*told: object) -> None:
    """Nothing follows."""


@value
class TableEnd:
    """What follows: a hand is over, the last sheet of the match was read, one leaves, a spectator has taken a seat."""

    on_hand: Callable[[RoundState, Standing], object] = _nothing
    on_over: Callable[[RoundState, Standing], object] = _nothing
    on_leave: Callable[[], object] = _nothing
    on_seat: Callable[[], object] = _nothing


@value
class TableInfo:
    """A table: the variant, its rules with the options chosen, the names and bot levels (None: a person) of players.

    `names` and `levels` belong to players 0-3, who keep them when seats change; `players[s]` is the player on seat s.
    `hints`: whether waits and other helps are allowed. `avatars` are one character each; an empty one is the first of
    the name.
    """

    variant: Variant
    rules: Ruleset
    names: tuple[str, str, str, str]
    levels: tuple[str | None, str | None, str | None, str | None] = (None, None, None, None)
    players: tuple[int, ...] = SEATS
    hints: bool = True
    avatars: tuple[str, str, str, str] = ("", "", "", "")
    presences: tuple[Presence, Presence, Presence, Presence] = (HERE, HERE, HERE, HERE)

    def name(self, seat: Seat) -> str:
        """The name of whoever sits there."""
        return self.names[self.players[seat]]

    def avatar(self, player: int) -> str:
        """The character in the ring of a player."""
        return self.avatars[player] or self.names[player][:1]

    def presence(self, seat: Seat) -> Presence:
        """How whoever sits there is there."""
        return self.presences[self.players[seat]]

    def level(self, seat: Seat) -> str | None:
        """The bot that plays there; None for a person."""
        return self.levels[self.players[seat]]
