"""One recorded hand, to be shown at any moment and from any eyes: the same fold as at the table, with moments kept.

A *stop* is a moment worth looking at: just after an event that can be seen. Between two stops lie the asks and answers
that nobody sees. States are kept now and then, so that a jump folds a few events only.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from operator import itemgetter

from game.records.recorded import RecordedHand
from game.table.effects import HiddenKey
from game.table.follower import last_place
from game.words import Words
from net.remarks import Remark
from rules import events as e
from rules.commands import Choose, Chow, Command, Kong, Pass, Pong, Win
from rules.evolve import evolve
from rules.melds import KongKind
from rules.seats import SEATS, Seat
from rules.secrecy import redact
from rules.state import RoundState
from rules.values import value

KEPT_EVERY = 48
SEEN = (
    e.Dealt, e.WildRevealed, e.Drew, e.Exchanged, e.Discarded, e.KongAnnounced, e.Melded, e.Flipped, e.Won, e.Paid,
    e.Exhausted, e.RoundEnded,
)  # fmt: skip


class LandmarkKind(StrEnum):
    """What the time bar marks."""

    CALL = "call"
    KONG = "kong"
    WIN = "win"
    DRAWN = "drawn"


@value
class Landmark:
    """Something to jump to: the stop at which it is seen, what it is, and the call as `Words.call` knows it."""

    stop: int
    kind: LandmarkKind
    call: str


class Tape:
    """A hand as `viewer` saw it; None is the truth, where it is known. `stops` are numbers of events already folded."""

    def __init__(self, hand: RecordedHand, viewer: Seat | None) -> None:
        self.hand = hand
        self.viewer = viewer if hand.seat is None else hand.seat
        self.stops = tuple(_stops(hand.events))
        self.seen: list[e.Event | None] = [self._redacted(event) for event in hand.events]
        self._kept: list[RoundState] = []
        self._last: list[HiddenKey | None] = []
        self._fold()

    def _redacted(self, event: e.Event) -> e.Event | None:
        return event if self.viewer == self.hand.seat else redact(event, self.viewer)

    def _fold(self) -> None:
        state, last = RoundState(), None
        for number, event in enumerate(self.seen):
            if number % KEPT_EVERY == 0:
                self._kept.append(state.copy())
            self._last.append(last)
            if event is not None:
                evolve(state, event)
                last = last_place(event, state, last)
        self._last.append(last)

    @property
    def end(self) -> int:
        """The number of the last stop."""
        return len(self.stops) - 1

    def state(self, stop: int) -> RoundState:
        """The hand at a stop, for whoever asked alone."""
        count = self.stops[stop]
        kept = min(count // KEPT_EVERY, len(self._kept) - 1)
        state = self._kept[kept].copy()
        for event in self.seen[kept * KEPT_EVERY : count]:
            if event is not None:
                evolve(state, event)
        return state

    def last(self, stop: int) -> HiddenKey | None:
        """Where the last discard lies at a stop."""
        return self._last[self.stops[stop]]

    def between(self, first: int, second: int) -> list[e.Event]:
        """What is seen after one stop, up to another."""
        return [event for event in self.seen[self.stops[first] : self.stops[second]] if event is not None]

    def stop_of(self, count: int) -> int:
        """The last stop at which no more than so many events are folded."""
        return max(0, bisect_right(self.stops, count) - 1)

    # ---- where to go ------------------------------------------------------------------------------------------------

    @cached_property
    def landmarks(self) -> tuple[Landmark, ...]:
        """Calls, kongs, wins and the drawn end, in their order."""
        return tuple(_landmarks(self.hand.events, self.stops))

    @cached_property
    def remarks(self) -> dict[int, list[Remark]]:
        """What was said, by the stop at which it was."""
        found: dict[int, list[Remark]] = {}
        for remark in self.hand.said:
            found.setdefault(self.stop_of(remark.at), []).append(remark)
        return found

    def decisions(self, seat: Seat) -> list[int]:
        """The stops at which this seat had a choice, as far as it is known."""
        return self._choices[seat]

    @cached_property
    def _choices(self) -> list[list[int]]:
        found: list[set[int]] = [set() for _ in SEATS]
        for number, event in enumerate(self.seen):
            if isinstance(event, e.Answered) and event.cause is not e.Cause.FORCED:
                found[event.seat].add(self.stop_of(number))
        return [sorted(stops) for stops in found]

    # ---- in words ---------------------------------------------------------------------------------------------------

    def lines(self, words: Words) -> list[tuple[int, str]]:
        """The log: number of the stop, sentence. Also what was let go, and the answers to questions, where known."""
        told: list[tuple[int, str]] = []
        asks: dict[Seat, e.Ask] = {}
        for number, event in enumerate(self.seen):
            if event is None:
                continue
            if isinstance(event, e.Asked):
                asks[event.seat] = event.ask
            sentences = words.sentences(event)
            if isinstance(event, e.Answered) and event.seat in asks:
                sentences = [*sentences, *_answer(words, event, asks[event.seat])]
            told += [(min(self.end, bisect_left(self.stops, number + 1)), sentence) for sentence in sentences]
        for count, seat in self.hand.taken_back:
            sentence = words.strings.tr("{name} has taken the discard back", name=words.name(seat))
            told.append((self.stop_of(count), sentence))
        return sorted(told, key=itemgetter(0))


def _stops(events: tuple[e.Event, ...]) -> Iterator[int]:
    """The moment before the deal, then one after each visible event; a deal is one, and so is the end of the file."""
    yield next((number for number, event in enumerate(events) if isinstance(event, e.Dealt)), 0)
    for number, (event, following) in enumerate(pairwise((*events, None)), 1):
        if number == len(events) or (_visible(event) and not isinstance(following, e.Dealt)):
            yield number


def _visible(event: e.Event | None) -> bool:
    if isinstance(event, e.Melded) and event.meld.kong is KongKind.ADDED:
        return False  # it was announced, and lies there since
    return isinstance(event, SEEN)


def _landmarks(events: tuple[e.Event, ...], stops: tuple[int, ...]) -> Iterator[Landmark]:
    for number, event in enumerate(events, 1):
        stop = min(len(stops) - 1, bisect_left(stops, number))
        match event:
            case e.KongAnnounced():
                yield Landmark(stop, LandmarkKind.KONG, "kong")
            case e.Melded(meld=meld) if meld.kong is KongKind.ADDED:
                pass
            case e.Melded(meld=meld) if meld.kong is not None:
                yield Landmark(stop, LandmarkKind.KONG, "kong")
            case e.Melded(meld=meld):
                yield Landmark(stop, LandmarkKind.CALL, str(meld.kind))
            case e.Won():
                yield Landmark(stop, LandmarkKind.WIN, "win")
            case e.Exhausted():
                yield Landmark(stop, LandmarkKind.DRAWN, "")
            case _:
                pass


def _answer(words: Words, event: e.Answered, ask: e.Ask) -> Iterator[str]:
    """What a seat let go although it could have had it, and what it chose."""
    tr, name = words.strings.tr, words.name(event.seat)
    if isinstance(event.command, Pass):
        could = list(dict.fromkeys(filter(None, (_called(words, option) for option in ask.options))))
        if could:
            yield tr("{name} passes ({calls})", name=name, calls=words.strings.tr(", ").join(could))
    elif isinstance(event.command, Choose) and event.command.key != "item":
        what = words.choice(f"{event.command.key}/{event.command.value}")
        yield tr("{name} chooses: {what}", name=name, what=what)


def _called(words: Words, option: Command) -> str:
    match option:
        case Win():
            return words.call("win")
        case Kong():
            return words.call("kong")
        case Pong():
            return words.call("pong")
        case Chow():
            return words.call("chow")
        case _:
            return ""
