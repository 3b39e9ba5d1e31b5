"""The time left to answer: the pace of the ring on the compass, and the ticks of the last seconds."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from game.scene import STILL
from game.table.compass import LAST_SECONDS

if TYPE_CHECKING:
    from game.table.view import ScreenView

RING_SECONDS = 0.1
PULSE_SECONDS = 1 / 30


class AnswerClock:
    """Follows the open prompt of a table."""

    def __init__(self, view: Callable[[], ScreenView]) -> None:
        self._view = view
        self._second = self._step = 0

    @property
    def left(self) -> float | None:
        """Seconds left to answer; None when nothing is asked or there is no limit."""
        view = self._view()
        prompt = view.playback.prompt
        return prompt.left(view.services.clock()) if prompt is not None and prompt.answer is None else None

    def update(self) -> float:
        """Seconds until the picture changes: the ring moves ten times a second; at the end it pulses and ticks."""
        left, services = self.left, self._view().services
        if left is None:
            return STILL
        pulses = left <= LAST_SECONDS and not services.chosen.reduced_motion
        pace = PULSE_SECONDS if pulses else RING_SECONDS
        step, second = int(left / pace), math.ceil(left)
        if step != self._step:
            services.invalidate()
        if second != self._second and 0 < second <= LAST_SECONDS:
            services.audio.play("timer.tick")
        self._step, self._second = step, second
        return pace
