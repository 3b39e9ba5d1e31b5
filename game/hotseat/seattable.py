"""The table as one person at this computer sees it, in step with the match also while somebody else plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.scenes.table import TableScene
from game.tableinfo import TableInfo
from net.link import Link
from net.messages import AutoCause
from rules.events import Ask, AskKind
from rules.seats import Seat

if TYPE_CHECKING:
    from game.services import Services


class SeatTable(TableScene):
    """One person's table. `on_cover` turns all over at once; the sheet of a hand is shown by the public table alone.

    `ask_to_leave`: the question that everybody's table puts, for it concerns all.
    """

    def __init__(
        self, services: Services, link: Link, seat: Seat, table: TableInfo, ask_to_leave: Callable[[], object]
    ) -> None:
        self._ask_to_leave = ask_to_leave
        super().__init__(services, link, seat, table)
        self.hearing.signals = False
        self.telling.quiet, self.passing.allowed = True, False
        self.on_cover: Callable[[], object] = lambda: None
        self._declined = 0

    def hear(self) -> None:
        """Take in all that has happened, without a picture and without a sound: they would tell the others."""
        now = self.services.clock()
        self.playback.receive(self.link.poll(now), now)
        self.playback.finish()
        if self.calls and self.playback.prompt is not None and self.playback.prompt.prompt.id == self._declined:
            self.decline()  # it came while the clocks stood still, and is asked for again
        if self.clocks_stand:
            self.wake()  # the curtain waits for this person anyway

    @property
    def may_take_back(self) -> bool:
        """Whoever regrets a discard asks at the table that all look at."""
        return False

    def take_back(self) -> None:
        """Not here."""

    @property
    def ask(self) -> Ask | None:
        """What waits for this person's answer."""
        prompt = self.playback.prompt
        plays_itself = self.playback.auto is AutoCause.BUTTON
        return None if prompt is None or prompt.answer is not None or plays_itself else prompt.prompt.ask

    @property
    def calls(self) -> bool:
        """Whether this person could call the tile on the table."""
        return self.ask is not None and self.ask.kind is AskKind.CLAIM

    def decline(self) -> None:
        """Pass: this person did not press."""
        opened = self.playback.prompt
        if opened is None or not self.calls:
            return
        prompt = opened.prompt
        index = prompt.ask.options.index(prompt.ask.default)
        self._declined = prompt.id
        if self.link.answer(prompt.seat, prompt.id, index, self.services.clock()):
            self.playback.answered(index)

    def ask_to_leave(self) -> None:
        """Nobody leaves alone."""
        self._ask_to_leave()

    def toggle_cover(self) -> None:
        """Hands down: everything is covered at once."""
        self.on_cover()

    def _show_sheet(self) -> None:
        """The sheet is for everybody."""
