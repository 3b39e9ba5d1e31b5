"""What the screen shows: the hand as the messages tell it, a little late, at a pace the eye can follow.

The only place that paces events. While the timeline is busy, messages wait; when it is idle, the next event is folded
into `shown` by `rules.evolve` and its cue fills the timeline. So the screen draws a real `RoundState`; there is no
second model. When too much waits, everything is folded at once. Source: guides/architecture.md 2.15.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TypeAlias

from game.cues import Cue, Moment
from game.timeline import Call, Sequence, Timeline
from net.messages import (
    AutoCause,
    AutoChanged,
    Message,
    News,
    Prompt,
    PromptClosed,
    Standing,
    TakeBackAsked,
    TakeBackOver,
)  # fmt: skip
from rules.events import Asked, Dealt, Discarded, Drew, Event, KongAnnounced, RoundStarted, Staged
from rules.evolve import evolve
from rules.state import RoundState
from rules.values import mutable, value

CATCH_UP = 60
"""So many waiting events are not played any more but shown at once; a deal is about 25."""


@mutable
class OpenPrompt:
    """A prompt on the screen: when it runs out on the table's clock (None: never), and the answer once it is sent."""

    prompt: Prompt
    deadline: float | None
    answer: int | None = None

    def left(self, now: float) -> float | None:
        """Seconds left; None without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - now)


@value
class _Arrived:
    """A prompt with the moment at which it came in: its time runs from there."""

    prompt: Prompt
    at: float


Item: TypeAlias = Event | _Arrived | PromptClosed | Standing | AutoChanged
CueMaker: TypeAlias = Callable[[Event, Moment], Cue | None]
Observer: TypeAlias = Callable[[Event, RoundState], object]


class Playback:
    """The inbox of one seat and the view it has been played to. `version` counts everything that became visible.

    While `held`, nothing more is shown. `retelling`: what is shown just now is a hand as it was before, not its play;
    `undone`: it is told again because a discard was taken back. `on_regret` gets what is said about that, at once.
    """

    def __init__(self, timeline: Timeline, make_cue: CueMaker, play: Callable[[str], object]) -> None:
        self.timeline = timeline
        self.shown = RoundState()
        self.prompt: OpenPrompt | None = None
        self.standing: Standing | None = None
        self.auto = AutoCause.OFF
        self.version = 0
        self.held = False
        self.retelling = self.undone = False
        self.on_regret: Callable[[TakeBackAsked | TakeBackOver], object] = lambda message: None
        self.observers: list[Observer] = []
        self._make_cue = make_cue
        self._play = play
        self._inbox: deque[Item] = deque()
        self._again = 0

    @property
    def settled(self) -> bool:
        """Whether all that is known is shown and nothing moves."""
        return not self._inbox and not self.timeline.busy

    @property
    def next_hand_waits(self) -> bool:
        """Whether the beginning of another hand has come in."""
        return any(isinstance(item, RoundStarted) for item in self._inbox)

    @property
    def _told_anew(self) -> bool:
        """Whether a hand that was seen before is told from its start: after a discard was taken back, or a break.

        A new one has no discard yet: its bots wait for what is shown.
        """
        begun = [item for item in self._inbox if isinstance(item, RoundStarted)]
        return bool(begun) and (begun[-1].number == self.shown.number or self.claimables > 0)

    @property
    def awaits_answer(self) -> bool:
        """Whether a prompt waits for an answer, or has come in and is about to be shown."""
        open_now = self.prompt is not None and self.prompt.answer is None
        return open_now or any(isinstance(item, _Arrived) for item in self._inbox)

    @property
    def claimables(self) -> int:
        """How many tiles that others may call have been put down, and not been shown yet."""
        return sum(isinstance(item, Discarded | KongAnnounced) for item in self._inbox)

    @property
    def acted_since(self) -> bool:
        """Whether somebody is known to have acted after what is shown: more waits than a draw and what is asked."""
        nobody = Drew | Asked | Staged | _Arrived | PromptClosed | Standing | AutoChanged
        return any(not isinstance(item, nobody) for item in self._inbox)

    def receive(self, messages: Iterable[Message], now: float) -> None:
        """Put what the table says into the inbox."""
        for message in messages:
            if isinstance(message, News):
                if message.first == 0:
                    self.undone = message.hand == self.shown.number and message.again > self._again
                    self._again = message.again
                self._inbox.extend(message.events)
            elif isinstance(message, TakeBackAsked | TakeBackOver):
                self.on_regret(message)
            elif isinstance(message, Prompt):
                self._inbox.append(_Arrived(message, now))
            else:
                self._inbox.append(message)

    def update(self, seconds: float) -> None:
        """Let time pass; show what there is time for."""
        self.timeline.tick(seconds)
        self.retelling = self._told_anew
        if self.retelling or len(self._inbox) > CATCH_UP:
            self.finish()
            self.retelling = False
        while self._inbox and not self.timeline.busy and not self.held:
            self._show(self._inbox.popleft(), animated=True)

    def finish(self) -> None:
        """Show everything at once, down to the last message, or to where it is held."""
        self.timeline.finish()
        while self._inbox and not self.held:
            self._show(self._inbox.popleft(), animated=False)
        self.undone = self.undone and bool(self._inbox)

    def jump(self, state: RoundState) -> None:
        """Show this state at once, and nothing of what was waiting."""
        self.timeline.finish()
        self._inbox.clear()
        self.shown = state
        self.version += 1

    def hurry(self) -> bool:
        """End what moves now, and the rest of a deal; False when nothing moved. A click during an animation counts."""
        if not self.timeline.busy:
            return False
        self.timeline.finish()
        while self._inbox and isinstance(self._inbox[0], Dealt):
            self._show(self._inbox.popleft(), animated=False)
        return True

    def stretch(self, seconds: float) -> None:
        """The table's clocks stood still for so long: whatever is asked runs out that much later."""
        if self.prompt is not None and self.prompt.deadline is not None:
            self.prompt.deadline += seconds
        waiting = (_Arrived(i.prompt, i.at + seconds) if isinstance(i, _Arrived) else i for i in self._inbox)
        self._inbox = deque(waiting)

    def answered(self, index: int) -> None:
        """The answer to the open prompt is on its way: nothing more may be pressed."""
        if self.prompt is not None:
            self.prompt.answer = index
            self.version += 1

    def withdraw(self) -> None:
        """The open prompt is known to be over, before the table says so."""
        self.prompt = None
        self.version += 1

    def _show(self, item: Item, animated: bool) -> None:
        self.version += 1
        match item:
            case _Arrived(prompt, at):
                self._open(prompt, at)
            case PromptClosed():
                if self.prompt is not None and self.prompt.prompt.id == item.id:
                    self.prompt = None
            case Standing():
                self.standing = item
            case AutoChanged():
                self.auto = item.cause
            case _:
                self._fold(item, animated)

    def _open(self, prompt: Prompt, at: float) -> None:
        """Show a prompt, unless it was closed before anybody could see it."""
        closed = any(isinstance(item, PromptClosed) and item.id == prompt.id for item in self._inbox)
        if not closed:
            self.prompt = OpenPrompt(prompt, None if prompt.seconds is None else at + prompt.seconds)

    def _fold(self, event: Event, animated: bool) -> None:
        if isinstance(event, RoundStarted):
            self.shown = RoundState()
            self.prompt, self.auto = None, AutoCause.OFF
        if not animated:
            evolve(self.shown, event)
            self._tell(event)
            return
        before = self.shown.copy()
        evolve(self.shown, event)
        cue = self._make_cue(event, Moment(before, self.shown))
        self._tell(event)
        if cue is not None:
            self._start(cue)

    def _tell(self, event: Event) -> None:
        for observer in self.observers:
            observer(event, self.shown)

    def _start(self, cue: Cue) -> None:
        if cue.sound:
            self._play(cue.sound)
        landing = Call(lambda: self._play(cue.landing)) if cue.landing else None
        steps = [step for step in (cue.animation, landing) if step is not None]
        if steps:
            self.timeline.add(Sequence(*steps))
