"""Declaring ready with the hand laid open (明): the seat plays on as in auto-win mode and cannot take it back.

Source: rulebook/parlour.md, option `open_self_draw`. It is declared on one's own turn after a draw, before the discard,
which must leave the hand ready.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from rules.commands import DISCARD, WIN, Choose, Chow, Command, Discard, Kong, Pong
from rules.events import Ask, Discarded, Event, Marked, Shown, Stage, Staged, WinSource
from rules.evolve import evolve
from rules.judging import NO_FACTS, context_of, waits
from rules.options import turn_ask
from rules.ruleset import Ruleset
from rules.seats import Seat
from rules.state import RoundState
from rules.steps.play import Turn
from rules.tiles import ALL_TILES, Tile
from rules.win import Tray

READY: Final = "ready"
DECLARE: Final = Choose(READY, "yes")
DECLARED_READY: Final = "declared_ready"


def has_declared(state: RoundState, seat: Seat) -> bool:
    """Whether the seat has declared ready, its discard included or still to come."""
    return READY in state.seats[seat].marks


def declared_ready(state: RoundState, seat: Seat, self_drawn: bool) -> bool:
    """The circumstance of a win by a seat that had declared ready."""
    return has_declared(state, seat)


def lies_open(state: RoundState, seat: Seat) -> bool:
    """Whether the hand has been laid open: from now on it plays by itself, and wins must be taken."""
    return has_declared(state, seat) and bool(state.seats[seat].shown)


class OpenReadyTurn(Turn):
    """A turn on which a seat may declare ready; a hand that lies open wins or discards what it drew, unasked."""

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """After the declaration the discards that leave the hand ready; of an open hand a win alone."""
        seat = state.turn
        asked = turn_ask(state, rules, seat)
        if lies_open(state, seat):
            return {seat: asked} if asked.options == (WIN,) else {}
        if has_declared(state, seat):
            options = tuple(DISCARD[tile] for tile in _ready_discards(state, rules, seat))
            asked = replace(asked, options=options, default=asked.default if asked.default in options else options[-1])
        return {seat: asked}

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Do what the seat chose, or what the clock would do for an open hand."""
        seat = state.turn
        if seat in state.answers:
            yield from super().resolve(state, rules)
            return
        default = turn_ask(state, rules, seat).default
        if not isinstance(default, Discard):
            raise ValueError(f"seat {seat} has nothing to discard")
        yield Discarded(seat, default.tile, state.seats[seat].hand.drawn == default.tile)
        yield Staged(Stage.CLAIM, seat)

    def other(self, state: RoundState, rules: Ruleset, seat: Seat, command: Command) -> Iterator[Event]:
        """The declaration, for all to know; the discard follows."""
        yield Marked(seat, READY, 1)
        yield Staged(Stage.TURN, seat)


def _ready_discards(state: RoundState, rules: Ruleset, seat: Seat) -> Iterator[Tile]:
    """The tiles whose discard leaves the hand ready."""
    counts = state.seats[seat].hand.counts
    for tile in ALL_TILES:
        if counts[tile] and _nearly_complete(state, rules, seat, tile):
            after = state.copy()
            evolve(after, Discarded(seat, tile, drawn=False))
            if waits(after, rules, seat):
                yield tile


def _nearly_complete(state: RoundState, rules: Ruleset, seat: Seat, discard: Tile) -> bool:
    """Whether one more wild tile instead of the discard would give the hand a shape; cheap, and necessary."""
    context = context_of(state, rules, seat, discard, WinSource.SELF_DRAW, NO_FACTS)
    nearly = replace(context, tray=Tray(state, seat, without=discard, spare=1))
    return any(shape.fits(nearly) for shape in rules.winning.shapes)


def _offer(state: RoundState, rules: Ruleset, seat: Seat) -> Iterable[Command]:
    """Declaring is possible after a draw only, and once."""
    if state.seats[seat].hand.drawn is None or has_declared(state, seat):
        return ()
    return (DECLARE,) if any(_ready_discards(state, rules, seat)) else ()


def _lay_open(state: RoundState, event: Discarded, rules: Ruleset) -> Iterator[Event]:
    """The hand is shown after the discard that follows the declaration, and again should it ever change."""
    tiles = tuple(state.seats[event.seat].hand.tiles())
    if has_declared(state, event.seat) and state.seats[event.seat].shown != tiles:
        yield Shown(event.seat, tiles, (), READY)


def _calls_nothing(state: RoundState, rules: Ruleset, seat: Seat, command: Command) -> str | None:
    """Who has declared ready makes no call and no kong."""
    return DECLARED_READY if has_declared(state, seat) else None


def with_open_ready(rules: Ruleset) -> Ruleset:
    """The same rules with the declaration; the fact `declared_ready` tells patterns of it."""
    calls = replace(rules.calls, offers=(*rules.calls.offers, _offer), forced=lies_open)
    reactions = rules.scoring.reactions
    return replace(
        rules,
        calls=calls.gated(_calls_nothing, Chow, Pong, Kong),
        flow={**rules.flow, Stage.TURN: OpenReadyTurn()},
        winning=replace(rules.winning, facts={**rules.winning.facts, DECLARED_READY: declared_ready}),
        scoring=replace(rules.scoring, reactions={**reactions, Discarded: (*reactions.get(Discarded, ()), _lay_open)}),
        summary=replace(rules.summary, extras=(*rules.summary.extras, "open_ready")),
    )
