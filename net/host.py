"""The host: the one authority of a table. Match, hands, prompts, deadlines, and what each viewer is told.

Sans-I/O: time comes in with every call, messages wait in each viewer's outbox. Every event is handed to the recorder
before any viewer is told (persist, then publish). An answer is (prompt id, option index): nothing to forge, and a
late, repeated or foreign one has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from net.keepers import STAND_IN, Keeper, Timers
from net.messages import AutoCause, AutoChanged, Message, News, Prompt, PromptClosed, Standing
from rules.auto import auto_answer
from rules.bots import Chooser
from rules.commands import Command
from rules.events import Ask, AskKind, Cause, Event
from rules.match import Match
from rules.rerun import rerun
from rules.round import Round
from rules.seats import SEATS, Seat
from rules.secrecy import redact

Recorder = Callable[[Sequence[Event]], None]
"""Called with new events before they are told to anybody."""

TIMEOUTS_TO_AUTO = 2


@dataclass(slots=True)
class _Open:
    """A prompt that waits: when a bot or the clock answers it (None: never by itself)."""

    prompt_id: int
    ask: Ask
    due: float | None
    limit: float | None


class _Outbox:
    """What one viewer still has to be told."""

    __slots__ = ("messages", "sent", "told")

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.told = 0
        self.sent = 0


class Host:
    """A table: four players (keepers) and one match. `round` is the hand being played, None before the first.

    Players are numbered 0-3 and keep their numbers when the match changes seats; everything within a hand is by seat.
    """

    def __init__(
        self, match: Match, keepers: Sequence[Keeper], timers: Timers, chance: Chooser, recorder: Recorder
    ) -> None:
        """Nothing happens before `start`. `chance` gives bots their dice and prompts their ids.

        Raises UnknownLevel.
        """
        self.match = match
        self.keepers = tuple(keepers)
        self.timers = timers
        self.round: Round | None = None
        self._rules = match.rules
        self._bots = [keeper.bot for keeper in self.keepers]
        self._chance = chance
        self._recorder = recorder
        self._recorded = 0
        self._outboxes: dict[int | None, _Outbox] = {}
        self._players = tuple(match.players)
        self._open: dict[Seat, _Open] = {}
        self._auto: dict[Seat, AutoCause] = {}
        self._timeouts = dict.fromkeys(SEATS, 0)
        self._ready: set[Seat] = set()
        self._next_hand_at: float | None = None
        self._paused_at: float | None = None

    # ---- viewers --------------------------------------------------------------------------------------------------

    def attach(self, player: int | None) -> None:
        """Begin telling a player everything, from the start of the hand; None is a spectator."""
        self._outboxes[player] = _Outbox()
        self._tell()

    def seat_of(self, player: int) -> Seat:
        """Where a player sits in the present hand."""
        return self._players.index(player)

    def outbox(self, player: int | None, now: float) -> list[Message]:
        """Take what a viewer has not been told yet."""
        box = self._outboxes[player]
        messages, box.messages = box.messages, []
        return [self._with_time_left(message, now) for message in messages]

    def _with_time_left(self, message: Message, now: float) -> Message:
        if not isinstance(message, Prompt) or message.seconds is None:
            return message
        open_ask = self._open.get(message.seat)
        due = open_ask.due if open_ask is not None and open_ask.prompt_id == message.id else None
        left = message.seconds if due is None else max(0.0, due - now)
        return Prompt(message.id, message.seat, message.ask, left, message.limit)

    # ---- the match ------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the last hand of the match has ended."""
        return self.match.over and (self.round is None or self.round.over)

    def start(self, now: float) -> None:
        """Deal the next hand."""
        self._begin(Round(self._rules, self.match.next_deal()), now)

    def resume(self, log: Sequence[Event], now: float) -> None:
        """Go on with a hand where its recorded log ends; nothing is dealt again.

        Raises LogError when the log does not follow from its deal and its answers.
        """
        hand = rerun(self._rules, log)
        self._recorded = len(log)
        self._begin(hand, now)

    def _begin(self, hand: Round, now: float) -> None:
        self.round = hand
        self._players = tuple(self.match.players)
        self._ready.clear()
        self._next_hand_at = None
        for box in self._outboxes.values():
            box.told = box.sent = 0
        self._advance(now)

    def answer(self, seat: Seat, prompt_id: int, index: int, now: float) -> bool:
        """A person's answer; False when it comes too late or fits no open prompt, and then nothing has changed."""
        opened = self._open.get(seat)
        if opened is None or opened.prompt_id != prompt_id or not 0 <= index < len(opened.ask.options):
            return False
        self._timeouts[seat] = 0
        if self._auto.get(seat) is AutoCause.TIMEOUTS:
            self.set_auto(seat, False, now)
        self._submit(seat, opened.ask.options[index], Cause.PLAYER, now)
        return True

    def ready(self, seat: Seat, now: float) -> None:
        """A person is ready for the next hand; it starts when all persons are."""
        if self.round is None or not self.round.over or self.match.over or seat in self._ready:
            return
        self._ready.add(seat)
        if self._all_ready():
            self.start(now)
        else:
            self._announce()

    def set_auto(self, seat: Seat, on: bool, now: float) -> None:
        """The seat plays by itself (听牌 button) or not any more; an open prompt is answered accordingly."""
        if on:
            self._auto[seat] = AutoCause.BUTTON
        else:
            self._auto.pop(seat, None)
            self._timeouts[seat] = 0
        self._send(seat, AutoChanged(seat, AutoCause.BUTTON if on else AutoCause.OFF))
        opened = self._open.get(seat)
        if opened is not None and on:
            opened.due = now + self.timers.pace
        elif opened is not None:
            opened.due = None if opened.limit is None else now + opened.limit

    def leave(self, seat: Seat, now: float) -> None:
        """A person leaves on purpose (逃跑): the rules say what it costs, and a bot plays for him from now on."""
        player = self._players[seat]
        self.keepers = tuple(replace(k, level=STAND_IN) if p == player else k for p, k in enumerate(self.keepers))
        self._bots[player] = self.keepers[player].bot
        self._auto.pop(seat, None)
        if (opened := self._open.get(seat)) is not None:
            opened.due = now + self.timers.pace
        if self.round is not None and self.round.may_leave(seat):
            self.round.leave(seat)
            self._advance(now)
        self.ready(seat, now)

    def pause(self, now: float) -> None:
        """Stop all clocks."""
        if self._paused_at is None:
            self._paused_at = now

    def unpause(self, now: float) -> None:
        """Let the clocks go on with the time that was left."""
        if self._paused_at is None:
            return
        gone, self._paused_at = now - self._paused_at, None
        for opened in self._open.values():
            if opened.due is not None:
                opened.due += gone
        if self._next_hand_at is not None:
            self._next_hand_at += gone

    # ---- time -----------------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Do what is due: bots, time-outs, the next hand. All of it, also when it was due long ago."""
        if self._paused_at is not None:
            return
        while (seat := self._due_seat(now)) is not None:
            self._play_for(seat, now)
        if self._next_hand_at is not None and now >= self._next_hand_at:
            self.start(now)

    def next_due(self) -> float | None:
        """When `tick` has something to do; None while it waits for persons alone."""
        if self._paused_at is not None:
            return None
        times = [opened.due for opened in self._open.values() if opened.due is not None]
        if self._next_hand_at is not None:
            times.append(self._next_hand_at)
        return min(times, default=None)

    def _due_seat(self, now: float) -> Seat | None:
        due = [(o.due, seat) for seat, o in self._open.items() if o.due is not None and o.due <= now]
        return min(due)[1] if due else None

    def _play_for(self, seat: Seat, now: float) -> None:
        ask = self._open[seat].ask
        if self.round is None:
            return
        bot = self._bots[self._players[seat]]
        if bot is not None:
            command = bot(self.round.state.masked(seat), self._rules, ask, self._chance)
            self._submit(seat, command, Cause.BOT, now)
        elif seat in self._auto:
            self._submit(seat, auto_answer(self.round.state, self._rules, ask), Cause.BOT, now)
        else:
            self._time_out(seat, ask.default, now)

    def _time_out(self, seat: Seat, default: Command, now: float) -> None:
        self._timeouts[seat] += 1
        if self._timeouts[seat] >= TIMEOUTS_TO_AUTO:
            self._auto[seat] = AutoCause.TIMEOUTS
            self._send(seat, AutoChanged(seat, AutoCause.TIMEOUTS))
        self._submit(seat, default, Cause.TIMEOUT, now)

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _submit(self, seat: Seat, command: Command, cause: Cause, now: float) -> None:
        if self.round is None:
            return
        self.round.submit(seat, command, cause)
        self._advance(now)

    def _advance(self, now: float) -> None:
        """After something happened: record, tell, close and open prompts, end the hand."""
        hand = self.round
        if hand is None:
            return
        fresh = hand.log[self._recorded :]
        if fresh:
            self._recorder(fresh)
            self._recorded = len(hand.log)
        for seat in [s for s, o in self._open.items() if hand.asks.get(s) is not o.ask]:
            self._send(seat, PromptClosed(self._open.pop(seat).prompt_id, seat))
        self._tell()
        for seat, ask in hand.asks.items():
            if seat not in self._open:
                self._open_prompt(seat, ask, now)
        if hand.over:
            self._end_hand(hand, now)

    def _open_prompt(self, seat: Seat, ask: Ask, now: float) -> None:
        limit = self._limit(ask)
        wait = self.timers.pace if self._bots[self._players[seat]] is not None or seat in self._auto else limit
        opened = _Open(self._chance(2**31), ask, None if wait is None else now + wait, limit)
        self._open[seat] = opened
        if self._bots[self._players[seat]] is None:
            self._send(seat, Prompt(opened.prompt_id, seat, ask, limit, limit))

    def _limit(self, ask: Ask) -> float | None:
        match ask.kind:
            case AskKind.TURN:
                return self.timers.turn
            case AskKind.CLAIM:
                return self.timers.claim
            case AskKind.CHOICE:
                return self.timers.choice

    def _end_hand(self, hand: Round, now: float) -> None:
        if hand.state.number > self.match.hands:
            self.match.record(hand.state)
        self._recorded = 0
        self._auto.clear()
        self._ready = {seat for seat in SEATS if self._bots[self._players[seat]] is not None}
        if not self.match.over and (self.timers.between is not None or self._all_ready()):
            self._next_hand_at = now + (self.timers.between or self.timers.pace)
        self._announce()

    def _all_ready(self) -> bool:
        return len(self._ready) == len(SEATS)

    def _announce(self) -> None:
        match = self.match
        ready = tuple(seat in self._ready for seat in SEATS)
        standing = Standing(
            match.hands, match.rounds, tuple(match.totals), tuple(match.players), ready, match.over, self.timers.between
        )
        for box in self._outboxes.values():
            box.messages.append(standing)

    def _tell(self) -> None:
        hand = self.round
        if hand is None:
            return
        for player, box in self._outboxes.items():
            viewer = None if player is None else self.seat_of(player)
            events = tuple(_seen(hand.log[box.told :], viewer))
            box.told = len(hand.log)
            if events:
                box.messages.append(News(viewer, hand.state.number, box.sent, events))
                box.sent += len(events)

    def _send(self, seat: Seat, message: Message) -> None:
        box = self._outboxes.get(self._players[seat])
        if box is not None:
            box.messages.append(message)


def _seen(events: Sequence[Event], viewer: Seat | None) -> Iterator[Event]:
    for event in events:
        seen = redact(event, viewer)
        if seen is not None:
            yield seen
