"""Bots play whole hands without a screen: for statistics, checks and benchmarks. Pure.

The caller owns clock and files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field

from rules.bots import LEVELS, Bot, Chooser, seeded_chooser
from rules.errors import RulesError
from rules.events import Cause, Event, RoundEnded
from rules.evolve import evolve, tiles_in_play
from rules.match import Match
from rules.round import Deal, Round
from rules.ruleset import Ruleset
from rules.score import net
from rules.seats import SEATS, Seat
from rules.secrecy import redact
from rules.state import RoundState
from rules.values import mutable


class CheckFailed(RulesError):
    """A law that every hand must keep was broken: the message names it, the hand and the event."""


@mutable
class Tally:
    """What happened in some hands: wins by source, draws, points per seat, patterns, events and decisions."""

    hands: int = 0
    wins: int = 0
    self_drawn: int = 0
    drawn: int = 0
    events: int = 0
    decisions: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    squares: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    patterns: Counter[str] = field(default_factory=Counter)

    def count(self, finished: Round) -> None:
        """Add a finished hand."""
        state = finished.state
        self.hands += 1
        self.wins += len(state.wins)
        self.self_drawn += sum(win.loser is None for win in state.wins)
        self.drawn += state.drawn_out
        self.events += len(finished.log)
        for seat in SEATS:
            points = state.seats[seat].points
            self.points[seat] += points
            self.squares[seat] += points * points
        for win in state.wins:
            self.patterns.update(win.breakdown.names())

    def add(self, other: Tally) -> None:
        """Add what another tally counted."""
        for name in ("hands", "wins", "self_drawn", "drawn", "events", "decisions"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.points = [a + b for a, b in zip(self.points, other.points, strict=True)]
        self.squares = [a + b for a, b in zip(self.squares, other.squares, strict=True)]
        self.patterns.update(other.patterns)


def play_hand(rules: Ruleset, deal: Deal, bots: Sequence[Bot], choose: Chooser, check: bool = False) -> Round:
    """One hand played by four bots to its end; with `check` every event is checked as it happens.

    Raises CheckFailed.
    """
    hand = Round(rules, deal)
    watch = Watch(deal) if check else None
    while True:
        if watch is not None:
            watch.follow(hand)
        if hand.over:
            return hand
        seat, ask = next(iter(hand.asks.items()))
        bot = bots[seat]
        # A view costs more than a hand by bots that look at nothing.
        view = hand.state if bot is LEVELS["uniform"] else hand.state.masked(seat)
        hand.submit(seat, bot(view, rules, ask, choose), Cause.BOT)


class Watch:
    """Follows a hand: after every event the conservation of tiles and points, the asks, and the fold of each viewer's
    redacted events against what it may know of the truth.
    """

    def __init__(self, deal: Deal) -> None:
        self._number = deal.number
        self._tiles = sorted(deal.wall)
        self._truth = RoundState()
        self._views: dict[Seat | None, RoundState] = {viewer: RoundState() for viewer in (None, *SEATS)}
        self._seen = 0

    def follow(self, hand: Round) -> None:
        """Check all events since the last call. Raises CheckFailed."""
        for event in hand.log[self._seen :]:
            self._seen += 1
            evolve(self._truth, event)
            self._check(event)
        if self._truth != hand.state:
            self._fail(f"the log folds to another state: {self._truth.differences(hand.state)}")
        if hand.over and not isinstance(hand.log[-2], RoundEnded):
            self._fail("a hand ends with RoundEnded and its stage")

    def _check(self, event: Event) -> None:
        truth = self._truth
        if truth.wall and sorted(tiles_in_play(truth)) != self._tiles:
            self._fail(f"tiles are not conserved at {event}")
        if sum(owner.points for owner in truth.seats):
            self._fail(f"payments do not sum to zero at {event}")
        if [owner.points for owner in truth.seats] != net(t for batch in truth.ledger for t in batch):
            self._fail(f"points and ledger differ at {event}")
        for ask in truth.asks.values():
            if not ask.options or ask.default not in ask.options:
                self._fail(f"an ask without options or with a foreign default: {ask}")
        self._check_views(event)

    def _check_views(self, event: Event) -> None:
        for viewer, view in self._views.items():
            seen = redact(event, viewer)
            if seen is not None:
                evolve(view, seen)
            if not self._truth.masks(viewer, view):
                fields = view.differences(self._truth.masked(viewer))
                self._fail(f"seat {viewer} sees other than it may at {event}: {fields}")

    def _fail(self, why: str) -> None:
        raise CheckFailed(f"hand {self._number}, event {self._seen}: {why}")


def simulate(match: Match, levels: Sequence[str], hands: int, check: bool = False) -> Tally:
    """Play this many hands on from where a match stands, and count them.

    Raises CheckFailed; KeyError for an unknown level.
    """
    rules = match.rules
    bots = [LEVELS[level] for level in levels]
    tally = Tally()
    for _ in range(hands):
        deal = match.next_deal()
        choose = seeded_chooser(match.settings.seed + b"bots", deal.number)
        finished = play_hand(rules, deal, bots, choose, check)
        tally.count(finished)
        match.record(finished.state)
    return tally
