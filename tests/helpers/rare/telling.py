"""Ways to tell that a hand shows something, and the situations that every variant knows."""

from __future__ import annotations

from collections.abc import Callable

from rules.commands import WIN, Choose, Command
from rules.events import (
    Answered,
    Cause,
    Discarded,
    Melded,
    Stage,
    WinSource,
    Won,
)
from rules.melds import MeldKind
from rules.seats import Seat
from tests.helpers.rare.played import Played

Shows = Callable[[Played], bool]


def pattern(*names: str) -> Shows:
    """A win in which all these patterns count."""
    return lambda hand: any(set(names) <= set(win.breakdown.names()) for win in hand.wins)


def paid(reason: str, *factors: str) -> Shows:
    """A payment for this reason, with these factors."""
    return lambda hand: any(set(factors) <= {f.name for f in t.factors} for t in hand.paid(reason))


def _chosen(key: str, answer: str) -> Shows:
    """A question of the variant answered so."""
    return lambda hand: any(d.command == Choose(key, answer) for d in hand.decisions)


def let_go(key: str) -> Shows:
    """A question of the variant whose offer was declined."""

    def offered(option: Command) -> bool:
        return isinstance(option, Choose) and option.key == key

    return lambda hand: any(any(map(offered, d.ask.options)) and not offered(d.command) for d in hand.decisions)


def passed_in(*stages: Stage) -> Shows:
    """A win let go in one of these stages."""
    return lambda hand: any(d.stage in stages and WIN in d.ask.options and d.command != WIN for d in hand.decisions)


def winners_together(count: int, source: WinSource) -> Shows:
    """So many wins on one tile."""
    return lambda hand: any(len([w for w in group if w.source is source]) >= count for group in hand.wins_together())


def forced(source: WinSource | None) -> Shows:
    """A win that the engine declared, on one's own draw (None) or on an offered tile."""

    def shows(hand: Played) -> bool:
        forced = {d.ask.seat for d in hand.decisions if d.cause is Cause.FORCED}
        return any(win.seat in forced and (win.source is WinSource.SELF_DRAW) == (source is None) for win in hand.wins)

    return shows


def marked(key: str, *values: object) -> Shows:
    return lambda hand: any(given in values or (not values and given is not None) for _, given in hand.marked(key))


def kong_chain(hand: Played) -> bool:
    return any(kongs > 1 for _, kongs, _ in hand.chains())


def chain_won(hand: Played) -> bool:
    return any(kongs > 1 and isinstance(event, Won) for _, kongs, event in hand.chains())


def last_discard(follows: type) -> Shows:
    """The discard after which nobody can draw is called or won on."""

    def shows(hand: Played) -> bool:
        around = hand.neighbours()
        return any(isinstance(a, Discarded) and isinstance(b, follows) and not hand.left[p] for p, a, b in around)

    return shows


def hidden_kong(hand: Played) -> bool:
    return any(event.meld.down for event in hand.events(Melded))


def two_kinds_of_kong(hand: Played) -> bool:
    return any(len({meld.kong for meld in owner.melds if meld.kong}) > 1 for owner in hand.state.seats)


def outbid(hand: Played) -> bool:
    """A pong or kong that goes before a chow which had been declared first."""
    asked: set[Seat] = set()
    for event in hand.log:
        if isinstance(event, Answered) and type(event.command).__name__ == "Chow":
            asked.add(event.seat)
        if isinstance(event, Melded):
            if event.meld.kind is not MeldKind.CHOW and asked - {event.seat}:
                return True
            asked = set()
        if isinstance(event, Discarded | Won):
            asked = set()
    return False


def passed_then_drawn(hand: Played) -> bool:
    """A passed win, and the same seat's win on its own draw."""
    passed = {
        d.ask.seat for d in hand.decisions if d.stage is Stage.CLAIM and WIN in d.ask.options and d.command != WIN
    }
    return any(win.seat in passed and win.loser is None for win in hand.wins)
