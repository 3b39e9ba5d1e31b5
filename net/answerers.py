"""Who answers for each player of a table: himself, a bot in his place, or his seat by itself (auto-win, time-outs)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from net.entrants import STAND_IN, Entrant
from net.messages import AutoCause
from rules.bots import LEVELS, Bot
from rules.seats import SEATS

TIMEOUTS_TO_AUTO = 2


class Answerers:
    """By player 0-3. An entrant has his place for good; a stand-in plays for him until he is back.

    `grace`: seconds after the end of his time in which a player's answer still counts: it was on its way.
    """

    def __init__(self, entrants: Sequence[Entrant]) -> None:
        """Raises UnknownLevel."""
        self.entrants = tuple(entrants)
        self.grace = [0.0] * len(SEATS)
        self._bots = [entrant.bot for entrant in self.entrants]
        self._auto = [AutoCause.OFF] * len(SEATS)
        self._timeouts = [0] * len(SEATS)

    # ---- bots -----------------------------------------------------------------------------------------------------

    def bot(self, player: int) -> Bot | None:
        """The bot that answers now; None: a person."""
        return self._bots[player]

    def played_by_bot(self, player: int) -> bool:
        """Whether a bot answers for him now."""
        return self._bots[player] is not None

    def seat_bot(self, player: int) -> None:
        """A bot has the place of this player for good."""
        self.entrants = tuple(replace(e, level=STAND_IN) if p == player else e for p, e in enumerate(self.entrants))
        self._bots[player] = self.entrants[player].bot

    def seat_person(self, player: int, name: str) -> None:
        """A person has the place of this player for good, and answers from his next prompt on."""
        self.entrants = tuple(Entrant(name) if p == player else e for p, e in enumerate(self.entrants))
        self.hand_back(player)

    def stand_in(self, player: int) -> Bot:
        """A bot plays for a player until `hand_back`; which one."""
        bot = self._bots[player] = LEVELS[STAND_IN]
        self._auto[player] = AutoCause.OFF
        return bot

    def hand_back(self, player: int) -> None:
        """The player answers for himself again, from his next prompt on. Whoever left for good stays replaced."""
        self._bots[player] = self.entrants[player].bot
        self._timeouts[player] = 0

    # ---- seats that play by themselves ------------------------------------------------------------------------------

    def auto(self, player: int) -> AutoCause:
        """Why a person's seat plays by itself, or OFF."""
        return self._auto[player]

    def set_auto(self, player: int, cause: AutoCause) -> None:
        """The seat plays by itself or, with OFF, not any more."""
        self._auto[player] = cause
        if cause is AutoCause.OFF:
            self._timeouts[player] = 0

    def acts_alone(self, player: int) -> bool:
        """Whether nobody has to be waited for: a bot answers, or the seat plays by itself."""
        return self.played_by_bot(player) or self._auto[player] is not AutoCause.OFF

    def answered(self, player: int) -> None:
        """A person has answered in time."""
        self._timeouts[player] = 0

    def timed_out(self, player: int) -> bool:
        """A person has not; whether his seat plays by itself from now on."""
        self._timeouts[player] += 1
        if self._timeouts[player] >= TIMEOUTS_TO_AUTO:
            self._auto[player] = AutoCause.TIMEOUTS
        return self._auto[player] is AutoCause.TIMEOUTS

    def end_hand(self) -> None:
        """No seat plays by itself in the next hand."""
        self._auto = [AutoCause.OFF] * len(SEATS)
