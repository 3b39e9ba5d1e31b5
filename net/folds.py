"""What a client knows of the hand: one view a player of its own (or a spectator's), folded from what it was told."""

from __future__ import annotations

from collections.abc import Sequence

from net.messages import News, Prompt
from net.remarks import Remark
from net.session import Body
from net.tableview import seconds
from net.viewhash import digest
from rules.errors import RulesError
from rules.events import Answered, Discarded, Event
from rules.evolve import evolve
from rules.log import decode_all
from rules.seats import Seat
from rules.state import RoundState

MOST_IN_A_HAND = 500
"""So many lines of chat are kept of a hand, and so many discards that were taken back."""


class OutOfStep(RulesError):
    """What was told does not go on from what is known: everything must be told again."""


class View:
    """One viewer's hand: its number, his seat, all events told, what they add up to, and what was said meanwhile.

    `again`: how often a discard was taken back in it; `taken_back`: of those that one was told of, after how many of
    these events it was thrown, and by whom.
    """

    def __init__(self, seat: Seat | None, hand: int, again: int = 0) -> None:
        self.seat = seat
        self.hand = hand
        self.again = again
        self.log: list[Event] = []
        self.state = RoundState()
        self.remarks: list[Remark] = []
        self.taken_back: list[tuple[int, Seat]] = []


class Folds:
    """The views of a client, by player; -1 is a spectator."""

    def __init__(self) -> None:
        self.views: dict[int, View] = {}
        self._forgotten: dict[int, View] = {}

    def take(self, body: Body) -> News | None:
        """Fold news; what of it was new. Raises OutOfStep, LogError."""
        player, hand, again, first = body["player"], body["hand"], body["again"], body["first"]
        view = self.views.get(player)
        if view is None or (view.hand, view.again) != (hand, again):
            before = self._forgotten.pop(player, view)
            view = self.views[player] = View(None if body["seat"] < 0 else body["seat"], hand, again)
            if before is not None and before.hand == hand:
                view.remarks, view.taken_back = before.remarks, before.taken_back
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
        return Prompt(body["id"], body["seat"], ask, seconds(body["left"]), seconds(body["limit"]))

    def have(self, players: list[int]) -> Body:
        """What is known, as HELLO says it."""
        views = [self.views[player] for player in players if player in self.views]
        if not views or len(views) < len(players) or len({(v.hand, v.again) for v in views}) > 1:
            return {"hand": 0, "again": 0, "counts": []}
        return {"hand": views[0].hand, "again": views[0].again, "counts": [len(view.log) for view in views]}

    def heard(self, player: int, said: Body) -> None:
        """Somebody has spoken at this moment of the hand; -1: no player."""
        for view in self.views.values():
            if len(view.remarks) < MOST_IN_A_HAND:
                view.remarks.append(Remark(len(view.log), player, said["name"], said["text"], said["phrase"]))

    def take_back(self, seat: Seat) -> None:
        """The last discard of a seat is taken back; the hand is about to be told again up to before it."""
        for view in self.views.values():
            place = _last_discard(view.log, seat)
            if place is not None and len(view.taken_back) < MOST_IN_A_HAND:
                view.taken_back.append((place, seat))

    def forget(self) -> None:
        """Nothing is known any more, but for what was said and taken back, which nobody tells again."""
        self._forgotten |= self.views
        self.views.clear()


def _last_discard(log: Sequence[Event], seat: Seat) -> int | None:
    """How many events stood in the log before the last discard of a seat, and before its answer, which it alone knows;
    None when it has not discarded."""
    for number in range(len(log) - 1, -1, -1):
        if isinstance(thrown := log[number], Discarded) and thrown.seat == seat:
            answer = log[max(0, number - 1)]
            return number - (isinstance(answer, Answered) and answer.seat == seat)
    return None
