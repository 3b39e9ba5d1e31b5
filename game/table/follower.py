"""Keeps the log, one's own hand, the mark of the last discard and the lights in line with what is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.items import told_of_item
from game.table.effects import HiddenKey
from game.table.hands import being_added
from game.table.ownhand import OwnHand
from game.table.stage import TableStage
from rules import events as e
from rules.melds import KongKind
from rules.seats import Seat
from rules.state import RoundState

if TYPE_CHECKING:
    from game.table.view import ScreenView

LOG_LINES = 200
HAND_CHANGES = e.Dealt | e.Drew | e.Discarded | e.Melded | e.WildRevealed | e.KongAnnounced | e.Exchanged


class Follower:
    """Observes every event just after it was folded into the view."""

    def __init__(self, view: Callable[[], ScreenView], hand: OwnHand, stage: TableStage) -> None:
        self.log: list[str] = []
        self._view = view
        self._hand = hand
        self._stage = stage
        self._turn: Seat = 0

    def observe(self, event: e.Event, shown: RoundState) -> None:
        """Follow one event."""
        view = self._view()
        if isinstance(event, e.RoundStarted):
            self.log.clear()
            self._hand.forget()
            view.effects.clear()
            self._turn = shown.turn
        view.effects.last = last_place(event, shown, view.effects.last)
        if isinstance(event, e.Drew | e.Discarded | e.Melded):
            self._stage.play_goes_on()
        if shown.turn != self._turn:
            self._stage.turn_to(self._turn)
            self._turn = shown.turn
        self.log += view.words.sentences(event)
        if said := told_of_item(view.words, event):
            view.services.say(said)
        del self.log[:-LOG_LINES]
        if isinstance(event, HAND_CHANGES):
            self._follow_hand(event, shown)

    def take_up(self, shown: RoundState, last: HiddenKey | None) -> None:
        """Begin in the middle of a hand, whose last discard lies at `last`; nothing moves."""
        view = self._view()
        self._hand.forget()
        view.effects.clear()
        view.effects.last, self._turn = last, shown.turn
        self._hand.follow(shown.seats[view.own].hand, shown.wilds, sort=True)

    def _follow_hand(self, event: e.Event, shown: RoundState) -> None:
        """The deal is sorted; afterwards the order is the player's own, unless 自动理牌 sorts after each turn."""
        view = self._view()
        threw = isinstance(event, e.Discarded) and event.seat == view.own
        sort = isinstance(event, e.Dealt | e.WildRevealed) or (threw and view.services.chosen.auto_sort)
        self._hand.follow(shown.seats[view.own].hand, shown.wilds, sort=sort)


def last_place(event: e.Event, shown: RoundState, before: HiddenKey | None) -> HiddenKey | None:
    """Where that lies which others may claim: a discard, also in the meld that took it, or the tile added to a kong."""
    if isinstance(event, e.Discarded):
        return "river", event.seat, len(shown.seats[event.seat].river) - 1
    if isinstance(event, e.Melded) and event.meld.source is not None and event.meld.kong is not KongKind.ADDED:
        return "meld", event.seat, len(shown.seats[event.seat].melds) - 1
    if isinstance(event, e.KongAnnounced):
        place = being_added(shown, event.seat)
        return None if place is None else ("kong", event.seat, place)
    return before
