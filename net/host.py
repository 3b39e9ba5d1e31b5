"""The host: the one authority of a table. Match, hands, prompts, deadlines, and what each viewer is told.

Sans-I/O: time comes in with every call, messages wait in each viewer's outbox. Every event is handed to the recorder
before any viewer is told (persist, then publish). An answer is (prompt id, option index): nothing to forge, and a
late, repeated or foreign one has no effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from net.answerers import Answerers
from net.entrants import Entrant
from net.messages import AutoCause, AutoChanged, Message, Prompt, PromptClosed, Standing
from net.prompts import Open, prompt_id, was_answered, with_time_left
from net.recording import Recorder, Recording
from net.rest import Rest
from net.takeback import TakeBack
from net.telling import Telling
from net.timers import Timers
from net.window import ClaimWindow
from rules.auto import auto_answer
from rules.bots import Chooser
from rules.commands import Command
from rules.events import Ask, Cause, Event
from rules.match import Match
from rules.rerun import rerun
from rules.round import Deal, Round
from rules.seats import SEATS, Seat


class Host:
    """A table: four players (entrants) and one match. `round` is the hand being played, None before the first.

    Players are numbered 0-3 and keep their numbers when the match changes seats; everything within a hand is by seat.
    `deals_itself` False: the next hand waits in `waits_for_deal` until somebody calls `start` with its deal.
    """

    def __init__(
        self, match: Match, entrants: Sequence[Entrant], timers: Timers, chance: Chooser, recorder: Recorder
    ) -> None:
        """Nothing happens before `start`. `chance` gives bots their dice, and windows their lengths.

        Raises UnknownLevel.
        """
        self.match = match
        self.answerers = Answerers(entrants)
        self.rest = Rest(timers)
        self.timers = timers
        self.round: Round | None = None
        self.deals_itself = True
        self.waits_for_deal = False
        self._rules = match.rules
        self._chance = chance
        self.recording = Recording(recorder)
        self._players = tuple(match.players)
        self.telling = Telling(self._seat_of_viewer)
        self.taking_back = TakeBack(self)
        self.window = ClaimWindow(timers.window, chance, self.taking_back.time_for_regret)
        self._open: dict[Seat, Open] = {}
        self._settled = True
        self._paused_at: float | None = None

    # ---- viewers --------------------------------------------------------------------------------------------------

    def attach(self, viewer: int | None, known: int = 0) -> None:
        """Begin telling a viewer (a player 0-3, or a spectator: None or another number) all but `known` events."""
        hand = self.round
        self.telling.attach(viewer, self.window.shown(hand.log) if hand is not None else (), known)
        if hand is None:
            if self.match.hands:
                self.telling.send(viewer, self._standing())
            return
        self.telling.tell(self.window.shown(hand.log), hand.state.number)
        seat = self._seat_of_viewer(viewer)
        opened = self._open.get(seat) if seat is not None else None
        if opened is not None and opened.bot is None:
            limit, ask = opened.limit, opened.ask
            self.telling.send(viewer, Prompt(opened.prompt_id, ask.seat, ask, limit, limit))
        if seat is not None and (cause := self.answerers.auto(self._players[seat])) is not AutoCause.OFF:
            self.telling.send(viewer, AutoChanged(seat, cause))
        if self._settled or self.match.hands:
            self.telling.send(viewer, self._standing())
        if (question := self.taking_back.question) is not None:
            self.telling.send(viewer, question.told)

    def detach(self, viewer: int | None) -> None:
        """Stop telling a viewer."""
        self.telling.detach(viewer)

    def seat_of(self, player: int) -> Seat:
        """Where a player sits in the present hand."""
        return self._players.index(player)

    def _seat_of_viewer(self, viewer: int | None) -> Seat | None:
        return self.seat_of(viewer) if viewer is not None and viewer in SEATS else None

    def outbox(self, viewer: int | None, now: float) -> list[Message]:
        """Take what a viewer has not been told yet."""
        clock = self.clock(now)
        left = self.rest.left(clock)
        told = [with_time_left(message, self._open, left, clock) for message in self.telling.take(viewer)]
        return [self.taking_back.with_time_left(message, now) for message in told]

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Who has the places of players 0-3 for good."""
        return self.answerers.entrants

    @property
    def open_prompts(self) -> Iterable[Open]:
        """What waits for answers, of persons and of bots."""
        return self._open.values()

    def clock(self, now: float) -> float:
        """The time at which the clocks of this table stand."""
        question = self.taking_back.question
        stopped = self._paused_at if question is None else question.since
        return now if stopped is None else stopped

    # ---- the match ------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the last hand of the match has ended, and everybody has been told."""
        return self.match.over and self.between_hands

    @property
    def between_hands(self) -> bool:
        """Whether no hand is being played, and everybody has been told how the last one ended."""
        return self.round is None or (self.round.over and self._settled)

    @property
    def paused(self) -> bool:
        """Whether all clocks stand still."""
        return self._paused_at is not None

    def start(self, now: float, deal: Deal | None = None) -> None:
        """Deal the next hand, from the match's own seed when no deal is given."""
        self.waits_for_deal = False
        self.recording.count = 0
        self.taking_back.begin_hand()
        self._begin(Round(self._rules, deal or self.match.next_deal()), now)

    def resume(self, log: Sequence[Event], now: float) -> None:
        """Go on with a hand where its recorded log ends; nothing is dealt again.

        Raises LogError when the log does not follow from its deal and its answers.
        """
        self.recording.count = len(log)
        self.window.forget()
        self._begin(rerun(self._rules, log), now)

    def _begin(self, hand: Round, now: float) -> None:
        self.round = hand
        self._players = tuple(self.match.players)
        self.rest.end()
        self._settled = False
        self.telling.begin_hand(self.taking_back.again)
        self._advance(now)

    def answer(self, seat: Seat, prompt_id: int, index: int, now: float) -> bool:
        """A person's answer; False when it comes too late or fits no open prompt, and then nothing has changed."""
        opened = self._open.get(seat)
        if opened is None or not self.is_open(seat, prompt_id) or not 0 <= index < len(opened.ask.options):
            return False
        self.answerers.answered(self._players[seat])
        if self.answerers.auto(self._players[seat]) is AutoCause.TIMEOUTS:
            self.set_auto(seat, False, now)
        self._submit(seat, opened.ask.options[index], Cause.PLAYER, now)
        return True

    def is_open(self, seat: Seat, prompt_id: int) -> bool:
        """Whether this prompt waits for a person, and his answer can be written down."""
        opened = self._open.get(seat)
        mine = opened is not None and opened.bot is None and opened.prompt_id == prompt_id
        return mine and not self.recording.refused and self.taking_back.question is None

    def was_answered(self, seat: Seat, prompt: int, index: int) -> bool:
        """Whether the log says that this very answer was taken in this hand, also before a restart."""
        return self.round is not None and was_answered(self.round.log, seat, self._id, prompt, index)

    def ready(self, seat: Seat, now: float) -> None:
        """A person is ready for the next hand; it starts when all persons are."""
        if self.round is None or not self._settled or self.match.over or self.waits_for_deal:
            return
        if seat in self.rest.ready:
            return
        if self.rest.make_ready({seat}, self.clock(now)):
            self.tick(now)
        else:
            self.telling.send_all(self._standing())

    def set_auto(self, seat: Seat, on: bool, now: float) -> None:
        """The seat plays by itself (听牌 button) or not any more; an open prompt is answered accordingly."""
        cause = AutoCause.BUTTON if on else AutoCause.OFF
        self.answerers.set_auto(self._players[seat], cause)
        self._send(seat, AutoChanged(seat, cause))
        opened = self._open.get(seat)
        if opened is None or opened.bot is not None:
            return
        opened.due = None if opened.limit is None else self.clock(now) + opened.limit
        if on:
            opened.due = self._soon(now)

    # ---- who answers for a player ---------------------------------------------------------------------------------

    def leave(self, seat: Seat, now: float) -> None:
        """A person leaves on purpose (逃跑): the rules say what it costs, and a bot plays for him from now on."""
        self.taking_back.stop(now)
        player = self._players[seat]
        self.answerers.seat_bot(player)
        if self.round is not None and self.round.may_leave(seat):
            self.round.leave(seat)
            self._advance(now)
        self.stand_in(player, now)

    def replace(self, player: int, now: float) -> None:
        """A bot has the player's seat for good, and nobody pays for it."""
        self.answerers.seat_bot(player)
        self.stand_in(player, now)

    def stand_in(self, player: int, now: float) -> None:
        """A bot plays for a player, from his open prompt on, until `answerers.hand_back`."""
        self.taking_back.stop(now)
        bot, seat = self.answerers.stand_in(player), self.seat_of(player)
        opened = self._open.get(seat)
        if opened is not None and opened.bot is None:
            self._send(seat, PromptClosed(opened.prompt_id, seat))
            opened.bot, opened.due = bot, self._soon(now)
        self.ready(seat, now)

    def pause(self, now: float) -> None:
        """Stop all clocks."""
        self.taking_back.stop(now)
        if self._paused_at is None:
            self._paused_at = now

    def unpause(self, now: float) -> None:
        """Let the clocks go on with the time that was left."""
        if self._paused_at is None or self.recording.refused:
            return
        gone, self._paused_at = now - self._paused_at, None
        self.stretch(gone)

    def stretch(self, gone: float) -> None:
        """The clocks stood still for so long."""
        for opened in self._open.values():
            if opened.due is not None:
                opened.due += gone
        self.window.stretch(gone)
        self.rest.stretch(gone)

    # ---- time -----------------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Do what is due: bots, time-outs, the next hand. All of it, also when it was due long ago."""
        if self.recording.refused:
            self._advance(now)
        if self._paused_at is not None or self.taking_back.holds(now):
            return
        while not self.recording.refused and ((seat := self._due_seat(now)) is not None or self.window.close(now)):
            if seat is not None:
                self._play_for(seat, now)
            else:
                self._publish(now)
        if self.rest.until is not None and now >= self.rest.until and not self.recording.refused:
            self._next_hand(now)

    def next_due(self) -> float | None:
        """When `tick` has something to do; None while it waits for persons alone."""
        if self._paused_at is not None:
            return None
        if self.taking_back.question is not None:
            return self.taking_back.question.until
        times = (*(opened.due for opened in self._open.values()), self.rest.until, self.window.until)
        return min((due for due in times if due is not None), default=None)

    def _due_seat(self, now: float) -> Seat | None:
        due = [(o.due, seat) for seat, o in self._open.items() if o.due is not None and o.due <= now]
        return min(due)[1] if due else None

    def _play_for(self, seat: Seat, now: float) -> None:
        opened = self._open[seat]
        if self.round is None:
            return
        if opened.bot is not None:
            command = opened.bot(self.round.state.masked(seat), self._rules, opened.ask, self._chance)
            self._submit(seat, command, Cause.BOT, now)
        elif self.answerers.auto(self._players[seat]) is not AutoCause.OFF:
            self._submit(seat, auto_answer(self.round.state, self._rules, opened.ask), Cause.BOT, now)
        else:
            self._time_out(seat, opened.ask.default, now)

    def _time_out(self, seat: Seat, default: Command, now: float) -> None:
        if self.answerers.timed_out(self._players[seat]):
            self._send(seat, AutoChanged(seat, AutoCause.TIMEOUTS))
        self._submit(seat, default, Cause.TIMEOUT, now)

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _next_hand(self, now: float) -> None:
        self.rest.until = None
        if self.deals_itself:
            self.start(now)
        else:
            self.waits_for_deal = True

    def _submit(self, seat: Seat, command: Command, cause: Cause, now: float) -> None:
        if self.round is not None:
            self.round.submit(seat, command, cause)
            self._advance(now)

    def _advance(self, now: float) -> None:
        """After something happened: record it, then tell what may be told."""
        hand = self.round
        if hand is None:
            return
        first, refused = self.recording.count, self.recording.refused
        if not self.recording.write(hand.log):
            self.pause(now)
            return
        if refused:
            self.unpause(now)
        self.window.watch(hand.log, first, now)
        self._publish(now)

    def _publish(self, now: float) -> None:
        """Tell, close and open prompts, end the hand; of what a claim window covers, nothing."""
        hand = self.round
        if hand is None:
            return
        for seat in [s for s, o in self._open.items() if hand.asks.get(s) is not o.ask]:
            opened = self._open.pop(seat)
            if opened.bot is None:
                self._send(seat, PromptClosed(opened.prompt_id, seat))
        self.telling.tell(self.window.shown(hand.log), hand.state.number)
        for seat, ask in hand.asks.items():
            if seat not in self._open and not self.window.covers(hand.log, ask):
                self._open_prompt(seat, ask, now)
        if hand.over and not self._settled and self.window.until is None:
            self._end_hand(hand, now)

    def _open_prompt(self, seat: Seat, ask: Ask, now: float) -> None:
        limit = self.timers.limit(ask.kind)
        player = self._players[seat]
        bot = self.answerers.bot(player)
        due = None if limit is None else self.clock(now) + limit + self.answerers.grace[player]
        if self.answerers.acts_alone(player):
            due = self._soon(now)
        opened = self._open[seat] = Open(self._id(ask), ask, bot, due, limit)
        if bot is None:
            self._send(seat, Prompt(opened.prompt_id, seat, ask, limit, limit))

    def _soon(self, now: float) -> float:
        """When a bot acts: at its pace, but no claim window is longer because of it, which would tell of a claim."""
        due = self.clock(now) + self.timers.pace
        return due if self.window.until is None else min(due, self.window.until)

    def _id(self, ask: Ask) -> int:
        number = self.round.state.number if self.round is not None else 0
        return prompt_id(self.match.settings.seed, number, self.taking_back.again, ask)

    def _end_hand(self, hand: Round, now: float) -> None:
        self._settled = True
        if hand.state.number > self.match.hands:
            self.match.record(hand.state)
        self.answerers.end_hand()
        bots = [seat for seat in SEATS if self.answerers.played_by_bot(self._players[seat])]
        self.rest.begin(bots, not self.match.over, now)
        self.telling.send_all(self._standing())

    def _standing(self) -> Standing:
        match, ready, players = self.match, tuple(seat in self.rest.ready for seat in SEATS), tuple(self.match.players)
        return Standing(match.hands, match.rounds, tuple(match.totals), players, ready, match.over, self.timers.between)

    def _send(self, seat: Seat, message: Message) -> None:
        self.telling.send(self._players[seat], message)
