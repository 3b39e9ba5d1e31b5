"""Taking a discard back (悔牌): at once where nobody but bots plays, else when all other people agree in time.

While they are asked, all clocks stand still and nothing happens, for whoever may claim the tile as for everybody else.
What may be asked, and when, is decided by what everybody has been shown alone: what a claim window covers has not
happened for anybody, and is undone with the discard. So neither the question nor its end tells who could claim.
The hand then stands as before the discard (`rules.takeback`), and is told again from its start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from net.messages import AutoCause, AutoChanged, Message, Regret, TakeBackAsked, TakeBackOver
from net.recording import TAKE_BACK
from rules.events import Event, RoundStarted
from rules.seats import SEATS, Seat
from rules.secrecy import view_of
from rules.takeback import before_discard
from rules.values import mutable

if TYPE_CHECKING:
    from net.host import Host

REGRET = 1.0
"""Seconds at least, after a person's discard, in which nobody learns what follows, where it may be taken back."""


@mutable
class Question:
    """The others are asked. `at`: events before the discard; `since` when, `until` when silence has meant no.

    `others`: all who were asked; `silent`: those who have not answered yet.
    """

    id: int
    seat: Seat
    at: int
    others: tuple[Seat, ...]
    silent: set[Seat]
    since: float
    until: float

    @property
    def told(self) -> TakeBackAsked:
        """As everybody at the table is told it."""
        return TakeBackAsked(self.id, self.seat, self.others, self.until - self.since)


class TakeBack:
    """Of the table of a host. `again`: how often a discard was taken back in this hand.

    `one_screen`: all people share a screen, which shows what follows a discard no sooner than nothing can be asked.
    """

    def __init__(self, host: Host) -> None:
        self.again = 0
        self.question: Question | None = None
        self.one_screen = False
        self._host = host
        self._asked_at: int | None = None

    def begin_hand(self) -> None:
        """Another hand is dealt."""
        self.again, self._asked_at = 0, None

    def recall(self, log: Sequence[Event], notes: Iterable[Mapping[str, Any]]) -> None:
        """A hand will be taken up again: what the notes of its journal tell (`net.recording.TAKE_BACK`)."""
        number = next((event.number for event in log[:1] if isinstance(event, RoundStarted)), 0)
        for note in notes:
            if note["n"] == TAKE_BACK and note.get("hand") == number:
                taken = bool(note.get("taken"))
                self.again += taken
                self._asked_at = None if taken else note.get("at")

    # ---- what people want -----------------------------------------------------------------------------------------

    def may(self, seat: Seat) -> bool:
        """Whether the seat's last discard can be taken back, or the others be asked."""
        return self._place(seat) is not None and self._hindrance(seat) is None

    def want(self, seat: Seat, now: float) -> None:
        """Take the seat's last discard back, or ask the others; the seat is told why not."""
        at, others = self._place(seat), self._others(seat)
        hindrance = Regret.LATE if at is None else self._hindrance(seat)
        if at is None or hindrance is not None:
            player = self._host.match.players[seat]
            self._host.telling.send(player, TakeBackOver(seat, hindrance or Regret.LATE))
        elif not others:
            self._take(seat, at, (), now)
        else:
            until = now + (self._host.timers.consent or 0.0)
            self.question = Question(self._id(at), seat, at, others, set(others), now, until)
            self._asked_at = at
            self._host.telling.send_all(self.question.told)

    def consent(self, seat: Seat, question: int, agrees: bool, now: float) -> bool:
        """Somebody agrees, or does not; whoever asks may only think better of it. False when that is not asked."""
        asked = self.question
        if asked is None or asked.id != question:
            return False
        if seat not in (asked.silent if agrees else {asked.seat, *asked.others}):
            return False
        asked.silent.discard(seat)
        if not agrees:
            self._stands(asked, Regret.REFUSED, now, seat)
        elif not asked.silent:
            self._go_on(asked, now)
            self._take(asked.seat, asked.at, asked.others, now)
        return True

    # ---- time -----------------------------------------------------------------------------------------------------

    def holds(self, now: float) -> bool:
        """Whether the others are being asked; when their time is over, they are no longer."""
        if self.question is not None and now >= self.question.until:
            self._stands(self.question, Regret.SILENT, self.question.until)
        return self.question is not None

    def stop(self, now: float) -> None:
        """The table is not what it was: nobody is asked any more, and the discard stands."""
        if self.question is not None:
            self._stands(self.question, Regret.STOPPED, now)

    def with_time_left(self, message: Message, now: float) -> Message:
        """The question as it is told now; other messages as they are."""
        if self.question is None or not isinstance(message, TakeBackAsked) or message.id != self.question.id:
            return message
        return replace(message, seconds=max(0.0, self.question.until - now))

    def time_for_regret(self, seat: Seat) -> float:
        """How long at least nobody learns what follows a discard: longer where a person may take it back.

        Not where all discards have the same window: that is long enough to see a slip.
        """
        timers = self._host.timers
        longer = timers.consent is not None and timers.fixed_window is None and seat not in self._bots()
        return REGRET if longer else 0.0

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _place(self, seat: Seat) -> int | None:
        host, hand = self._host, self._host.round
        stands = host.paused and not self.one_screen  # there, the clocks stand still while calls are awaited
        if hand is None or host.between_hands or stands or host.recording.refused:
            return None
        unseen = set(SEATS) if self.one_screen else self._bots()
        return before_discard(host.window.shown(hand.log), seat, unseen - {seat}, bool(self._others(seat)))

    def _bots(self) -> set[Seat]:
        """The seats that bots have for good: nobody sees what they draw."""
        host = self._host
        return {seat for seat, player in enumerate(host.match.players) if host.entrants[player].level is not None}

    def _others(self, seat: Seat) -> tuple[Seat, ...]:
        """The people who are asked: nobody asks a bot, or waits for whoever a bot plays for."""
        host = self._host
        return tuple(
            at for at, player in enumerate(host.match.players)
            if at != seat and not host.answerers.played_by_bot(player)
        )  # fmt: skip

    def _hindrance(self, seat: Seat) -> Regret | None:
        if not self._others(seat):
            return None
        if self._host.timers.consent is None:
            return Regret.OFF
        return Regret.ASKED if self.question is not None or self._asked_at == self._place(seat) else None

    def _id(self, at: int) -> int:
        """Of the question about the discard after so many events: of no other one in this match, also after a restart.

        It counts what everybody knows: how many events there were in truth would tell how many were asked for claims.
        """
        hand = self._host.round
        known = () if hand is None else tuple(view_of(hand.log[:at], None))
        return ((hand.state.number if hand is not None else 0) << 32) + (self.again << 16) + len(known)

    def _take(self, seat: Seat, at: int, agreed: tuple[Seat, ...], now: float) -> None:
        host, hand = self._host, self._host.round
        if hand is None or not self._note(seat, at, agreed, taken=True):
            host.telling.send_all(TakeBackOver(seat, Regret.STOPPED))
            return
        self.again, self._asked_at = self.again + 1, None
        host.telling.send_all(TakeBackOver(seat, Regret.TAKEN))
        host.resume(hand.log[:at], now)
        for each, player in enumerate(host.match.players):  # a hand that begins anew has none for who is told of it
            if (cause := host.answerers.auto(player)) is not AutoCause.OFF:
                host.telling.send(player, AutoChanged(each, cause))

    def _stands(self, question: Question, outcome: Regret, now: float, by: Seat | None = None) -> None:
        self._go_on(question, now)
        agreed = tuple(seat for seat in question.others if seat not in question.silent and seat != by)
        self._note(question.seat, question.at, agreed, taken=False)
        self._host.telling.send_all(TakeBackOver(question.seat, outcome, by))

    def _go_on(self, question: Question, now: float) -> None:
        self.question = None
        self._host.stretch(now - question.since)

    def _note(self, seat: Seat, at: int, agreed: tuple[Seat, ...], taken: bool) -> bool:
        number = self._host.round.state.number if self._host.round is not None else 0
        return self._host.recording.take_back(hand=number, seat=seat, at=at, agreed=list(agreed), taken=taken)
