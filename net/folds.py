"""What a client knows of the hand: one view a player of its own (or a spectator's), folded from what it was told."""

from __future__ import annotations

from net.messages import News, Prompt
from net.session import Body
from net.viewhash import digest
from rules.errors import RulesError
from rules.events import Event
from rules.evolve import evolve
from rules.log import decode_all
from rules.seats import Seat
from rules.state import RoundState


class OutOfStep(RulesError):
    """What was told does not go on from what is known: everything must be told again."""


class View:
    """One viewer's hand: its number, his seat, all events told, and what they add up to."""

    def __init__(self, seat: Seat | None, hand: int) -> None:
        self.seat = seat
        self.hand = hand
        self.log: list[Event] = []
        self.state = RoundState()


class Folds:
    """The views of a client, by player; -1 is a spectator."""

    def __init__(self) -> None:
        self.views: dict[int, View] = {}

    def take(self, body: Body) -> News | None:
        """Fold news; what of it was new. Raises OutOfStep, LogError."""
        player, hand, first = body["player"], body["hand"], body["first"]
        view = self.views.get(player)
        if view is None or view.hand != hand:
            view = self.views[player] = View(None if body["seat"] < 0 else body["seat"], hand)
        known = len(view.log)
        if first > known:
            raise OutOfStep(f"event {known} of hand {hand} is missing")
        events = decode_all(body["events"])[known - first :]
        try:
            for event in events:
                evolve(view.state, event)
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            raise OutOfStep(f"hand {hand} cannot go on so: {error!r}") from error
        view.log += events
        return News(view.seat, hand, known, tuple(events)) if events else None

    def prompt(self, body: Body) -> Prompt:
        """The prompt that opens. Raises OutOfStep when the ask is not known or the views differ."""
        view = self.views.get(body["player"])
        ask = view.state.asks.get(body["seat"]) if view is not None else None
        if view is None or ask is None or ask.id != body["ask"]:
            raise OutOfStep("a prompt without its ask")
        if any(body["digest"]) and body["digest"] != digest(view.state):
            raise OutOfStep("the views differ")
        return Prompt(body["id"], body["seat"], ask, _seconds(body["left"]), _seconds(body["limit"]))

    def have(self, players: list[int]) -> Body:
        """What is known, as HELLO says it."""
        views = [self.views[player] for player in players if player in self.views]
        if not views or len(views) < len(players) or len({view.hand for view in views}) > 1:
            return {"hand": 0, "counts": []}
        return {"hand": views[0].hand, "counts": [len(view.log) for view in views]}

    def forget(self) -> None:
        """Nothing is known any more."""
        self.views.clear()


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000
