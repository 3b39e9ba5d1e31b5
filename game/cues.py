"""From event to what is seen and heard: an animation of the stage and a sound, by type of event, never by variant.

An event without a cue is simply shown. The stage knows where things lie; this file knows what each event is about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from game.timeline import Animation, Pause
from rules import events as e
from rules.melds import KongKind, MeldKind
from rules.score import Transfer
from rules.seats import Seat
from rules.state import RoundState
from rules.tiles import Tile
from rules.values import value

READY = "ready"
WALLS = 0.35  # seconds for the walls before the dice and the deal


@value
class Moment:
    """The hand as it is shown, before and after an event."""

    before: RoundState
    after: RoundState


class Stage(Protocol):
    """The moving part of the table. Each method returns the animation, None when there is nothing to see."""

    @property
    def own(self) -> Seat:
        """The seat at the bottom."""

    def roll(self, event: e.Rolled, moment: Moment) -> Animation | None:
        """The dice of the deal are thrown."""

    def deal(self, event: e.Dealt, moment: Moment) -> Animation | None:
        """Tiles come to a hand."""

    def draw(self, event: e.Drew, moment: Moment) -> Animation | None:
        """One tile comes to a hand."""

    def discard(self, event: e.Discarded, moment: Moment) -> Animation | None:
        """A tile goes from the hand to the river."""

    def meld(self, event: e.Melded, moment: Moment) -> Animation | None:
        """Tiles glide to a meld, with the word of the call."""

    def add(self, event: e.KongAnnounced, moment: Moment) -> Animation | None:
        """A tile comes from the hand onto a pong, with the word of the call."""

    def turn_up(self, tile: Tile, why: str, wild: Tile | None = None) -> Animation | None:
        """A tile is turned over in the middle: bird, void tile, or one that makes a kind wild."""

    def show(self, event: e.Shown) -> Animation | None:
        """A seat shows tiles of its hand while the hand goes on."""

    def hit(self, event: e.Marked) -> Animation | None:
        """Something hits a seat."""

    def win(self, event: e.Won, moment: Moment) -> Animation | None:
        """A win."""

    def pay(self, transfers: tuple[Transfer, ...]) -> Animation | None:
        """Points change hands."""

    def nobody_wins(self) -> Animation | None:
        """The hand ends without a winner."""


@value
class Cue:
    """A sound at the start, the animation, and a sound when it ends (a tile that lands)."""

    animation: Animation | None = None
    sound: str = ""
    landing: str = ""


def cue_of(event: e.Event, moment: Moment, stage: Stage) -> Cue | None:
    """The cue of an event; None when it is simply shown."""
    make = _CUES.get(type(event))
    return None if make is None else make(event, moment, stage)


def _started(event: e.RoundStarted, moment: Moment, stage: Stage) -> Cue:
    return Cue(Pause(WALLS), sound="wall.push")


def _dealt(event: e.Dealt, moment: Moment, stage: Stage) -> Cue:
    first = not moment.before.seats[event.seat].hand.size and event.seat == moment.before.dealer
    return Cue(stage.deal(event, moment), sound="deal" if first else "")


def _drew(event: e.Drew, moment: Moment, stage: Stage) -> Cue:
    return Cue(stage.draw(event, moment))


def _discarded(event: e.Discarded, moment: Moment, stage: Stage) -> Cue:
    return Cue(stage.discard(event, moment), landing="tile.drop")


def _announced(event: e.KongAnnounced, moment: Moment, stage: Stage) -> Cue:
    return Cue(stage.add(event, moment), sound="call.kong", landing="tile.drop")


def _melded(event: e.Melded, moment: Moment, stage: Stage) -> Cue:
    meld = event.meld
    if meld.kong is KongKind.ADDED:  # it was announced, and lies there since
        return Cue()
    if meld.kong is KongKind.CONCEALED:
        return Cue(stage.meld(event, moment), sound="call.hidden")
    call = {MeldKind.CHOW: "chow", MeldKind.PONG: "pong", MeldKind.KONG: "kong"}[meld.kind]
    return Cue(stage.meld(event, moment), sound=f"call.{call}")


def _wild(event: e.WildRevealed, moment: Moment, stage: Stage) -> Cue:
    return Cue(stage.turn_up(event.indicator, "wild", event.wilds[0] if event.wilds else None), sound="wild.reveal")


def _flipped(event: e.Flipped, moment: Moment, stage: Stage) -> Cue:
    return Cue(stage.turn_up(event.tile, event.why), sound="bird.flip")


def _shown(event: e.Shown, moment: Moment, stage: Stage) -> Cue:
    return Cue(stage.show(event))


def _marked(event: e.Marked, moment: Moment, stage: Stage) -> Cue:
    return Cue(stage.hit(event), sound="call.ready" if event.key == READY and event.seat is not None else "")


def _won(event: e.Won, moment: Moment, stage: Stage) -> Cue:
    sounds = {e.WinSource.SELF_DRAW: "win.self", e.WinSource.DISCARD: "win.discard", e.WinSource.ROB_KONG: "win.rob"}
    return Cue(stage.win(event, moment), sound=sounds[event.source])


def _paid(event: e.Paid, moment: Moment, stage: Stage) -> Cue:
    gain = sum(t.amount for t in event.transfers if t.payee == stage.own)
    loss = sum(t.amount for t in event.transfers if t.payer == stage.own)
    return Cue(stage.pay(event.transfers), sound="pay.in" if gain > loss else "pay.out" if loss else "")


def _exhausted(event: e.Exhausted, moment: Moment, stage: Stage) -> Cue:
    return Cue(stage.nobody_wins(), sound="hand.draw")


def _rolled(event: e.Rolled, moment: Moment, stage: Stage) -> Cue:
    return Cue(stage.roll(event, moment), sound="dice")


_CUES: dict[type[Any], Callable[[Any, Moment, Stage], Cue]] = {
    e.RoundStarted: _started,
    e.Rolled: _rolled,
    e.Dealt: _dealt,
    e.WildRevealed: _wild,
    e.Drew: _drew,
    e.Discarded: _discarded,
    e.KongAnnounced: _announced,
    e.Melded: _melded,
    e.Flipped: _flipped,
    e.Shown: _shown,
    e.Marked: _marked,
    e.Won: _won,
    e.Paid: _paid,
    e.Exhausted: _exhausted,
}
