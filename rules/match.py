"""A match (场): hands one after the other, the deal, totals, rounds (圈), the change of seats after a 版, and the end.

A match is a fold too: its settings and the finished hands tell everything, so a journal resumes it.
Sources: rulebook/README.md ("Match length"), rulebook/lishui.md ("Dealer and match").
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from rules.errors import OptionError
from rules.events import Mark, Marked
from rules.round import Deal
from rules.ruleset import Ruleset, Variant
from rules.seats import SEATS, Seat, next_seat
from rules.state import RoundState
from rules.values import mutable, value
from rules.wall import below, random_words, roll, shuffled


class LengthUnit(StrEnum):
    """What a match is counted in: hands (局), or rounds (圈) in which every seat deals."""

    HANDS = "hands"
    ROUNDS = "rounds"


@value
class Length:
    """How long a match lasts."""

    unit: LengthUnit
    count: int


@value
class MatchSettings:
    """What a match starts from. `seed`: 16 bytes or more; `first_seated`: the seat of the player who sat down first."""

    variant: str
    options: tuple[tuple[str, str], ...]
    length: Length
    seed: bytes
    first_seated: Seat = 0


def default_length(variant: Variant) -> Length:
    """One round where the deal passes from seat to seat, else the shortest number of hands that the variant offers."""
    if variant.lengths.rounds:
        return Length(LengthUnit.ROUNDS, variant.lengths.rounds[0])
    return Length(LengthUnit.HANDS, variant.lengths.hands[0])


@mutable
class Match:
    """A running match: whose deal it is, the totals, and who sits where.

    `totals` and `players` speak of players 0-3, who are the seats of the first hand; `players[s]` is the player on
    seat s. `passes` counts how often the deal has passed on; four make a round. `carried` are the marks that each
    player takes along (`Ruleset.carries`).
    """

    settings: MatchSettings
    variant: Variant
    hands: int = 0
    dealer: Seat | None = None
    streak: int = 0
    passes: int = 0
    totals: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    players: list[int] = field(default_factory=lambda: list(SEATS))
    carried: list[dict[str, Mark]] = field(default_factory=lambda: [{} for _ in SEATS])
    east: Seat = 0

    def __post_init__(self) -> None:
        """Check the settings.

        Raises OptionError for an option that the variant does not have, or a length it cannot have.
        """
        self.variant.choose(dict(self.settings.options))
        length = self.settings.length
        if length.count < 1:
            raise OptionError(f"a match lasts at least one hand, not {length.count}")
        if length.unit is LengthUnit.ROUNDS and not self.variant.lengths.rounds:
            raise OptionError(f"{self.variant.key} is played by hands, not by rounds")
        if not self.variant.dealer_by_dice:
            self.dealer = self.east = self.settings.first_seated

    @property
    def rules(self) -> Ruleset:
        """The rules of every hand."""
        return self.variant.rules(dict(self.settings.options))

    @property
    def rounds(self) -> int:
        """Rounds finished."""
        return self.passes // 4

    @property
    def over(self) -> bool:
        """Whether the last hand has been played."""
        length = self.settings.length
        return (self.hands if length.unit is LengthUnit.HANDS else self.rounds) >= length.count

    def next_deal(self) -> Deal:
        """The deal of the next hand, from the match's seed and its number."""
        number = self.hands + 1
        words = random_words(self.settings.seed, number)
        wall = shuffled(words, self.rules.tiles.kinds)
        dealer = self.dealer
        if dealer is None:
            dealer = (sum(roll(words)) - 1) % 4
        options = tuple(self.variant.choose(dict(self.settings.options)).items())
        carried = tuple(
            Marked(seat, f"last_{mark}", value)
            for seat in SEATS
            for mark, value in self.carried[self.players[seat]].items()
        )
        dice = roll(words, self.variant.dice)
        return Deal(self.variant.key, options, tuple(wall), dice, number, dealer, self.streak, carried=carried)

    def record(self, finished: RoundState) -> None:
        """Book a hand by the state it ended in: totals, marks, the deal, and new seats when a 版 is over."""
        if self.hands == 0:
            self.east = finished.dealer
        self.hands += 1
        carries = self.rules.carries
        for seat in SEATS:
            owner, player = finished.seats[seat], self.players[seat]
            self.totals[player] += owner.points
            marks = {mark: owner.marks.get(mark, owner.marks.get(f"last_{mark}")) for mark in carries}
            if owner.left:  # who sits down for him begins anew
                marks = {}
            self.carried[player] = {mark: value for mark, value in marks.items() if value is not None}
        self.dealer, self.streak = finished.next_dealer, finished.next_streak
        if finished.next_dealer == next_seat(finished.dealer):
            self.passes += 1
            self._change_seats()

    def _change_seats(self) -> None:
        """After a 版 the players draw one of four winds each; east sits on the first dealer's old seat, and deals."""
        period = 4 * self.variant.lengths.reseat_after
        if not period or self.passes % period or self.over:
            return
        words = random_words(self.settings.seed + b"seats", self.hands)
        waiting = self.players[:]
        for wind in range(4):
            self.players[(self.east + wind) % 4] = waiting.pop(below(words, len(waiting)))
        self.dealer, self.streak = self.east, 0
