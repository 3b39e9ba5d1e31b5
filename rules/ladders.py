"""Titles (称号) that a player climbs by the points of a variant's games, and coins (游戏币, 欢乐豆).

Neither changes a hand: they are counted after it, for players who keep a profile, where a table has them switched on.
Sources: rulebook/sichuan.md "Room", rulebook/shaanxi.md "Gates and end".
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.values import value


@value
class Ladder:
    """Titles by total points. Variants with the same key climb it together.

    `steps`: (points from which the title holds, id of the title), rising; `below`: the title before the first, if any.
    At a table where the option `switch` is "no" the points of a hand do not count towards a title.
    """

    key: str
    steps: tuple[tuple[int, str], ...]
    below: str | None = None
    switch: str = "titles"

    def title(self, points: int) -> str | None:
        """The title for so many points.

        >>> Ladder("x", ((100, "first"), (200, "second"))).title(150)
        'first'
        """
        reached = [name for needed, name in self.steps if points >= needed]
        return reached[-1] if reached else self.below

    def counts(self, options: Mapping[str, str]) -> bool:
        """Whether the points of a table with these options are climbed with."""
        return options[self.switch] == "yes"


@value
class CoinRules:
    """How coins follow points: rate x points - fee, where the option `switch` is "yes".

    `rate` and `fee` are keys of options; a variant without a fee has None.
    """

    switch: str
    rate: str
    fee: str | None = None

    def change(self, options: Mapping[str, str], points: int) -> int:
        """Coins that a hand brings; a purse may fall below zero."""
        if options[self.switch] != "yes":
            return 0
        return int(options[self.rate]) * points - (int(options[self.fee]) if self.fee else 0)
