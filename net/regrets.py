"""What a client knows about taking discards back (悔牌): the question that is open, and whether one may ask oneself."""

from __future__ import annotations

from collections.abc import Iterable

from net.folds import View
from net.messages import Regret, TakeBackAsked, TakeBackOver
from net.tableview import TableView
from rules.seats import Seat
from rules.takeback import before_discard


class Regrets:
    """`question`: what the people of the table are being asked; None when nothing."""

    def __init__(self) -> None:
        self.question: TakeBackAsked | None = None
        self._asked: set[tuple[Seat, int, int, int]] = set()
        """Discards that were asked about: seat, hand, how often one was taken back before, events before it."""

    def asked(self, question: TakeBackAsked, views: Iterable[View]) -> TakeBackAsked:
        """The people are asked, one's own among them perhaps; each discard is asked about once."""
        self.question = question
        for view in views:
            place = before_discard(view.log, question.seat, (), consent=True)
            if view.seat == question.seat and place is not None:
                self._asked.add((question.seat, view.hand, view.again, place))
        return question

    def over(self, end: TakeBackOver) -> TakeBackOver:
        """The end of a question, or why none was put."""
        self.question = None
        return end

    def cut_off(self) -> list[TakeBackOver]:
        """The connection is new: whatever is open now, one will be told again."""
        question, self.question = self.question, None
        return [] if question is None else [TakeBackOver(question.seat, Regret.LOST)]

    def may(self, seat: Seat, table: TableView | None, views: Iterable[View]) -> bool:
        """Whether a discard of this seat can be taken back, or the others be asked, as far as one knows."""
        mine = next((view for view in views if view.seat == seat), None)
        if table is None or mine is None or table.paused or self.question is not None:
            return False
        sitters = [table.seats[player] for player in table.players]
        bots = {at for at, sitter in enumerate(sitters) if sitter is not None and sitter.level}
        if len(bots) < len(sitters) - 1 and table.settings.timers.consent is None:
            return False
        place = before_discard(mine.log, seat, bots, consent=True)
        return place is not None and (seat, mine.hand, mine.again, place) not in self._asked
