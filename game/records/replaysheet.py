"""The settlement of a hand that is replayed."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.records.transport import Transport
from game.scenes.settlement import SettlementScene
from game.services import Services
from net.messages import Standing
from rules.seats import SEATS


class ReplaySheet(SettlementScene):
    """The sheet over a replay: Escape goes back to the table, the big button to the next hand."""

    def __init__(self, services: Services, transport: Transport, on_next: Callable[[], object]) -> None:
        hand, state = transport.hand, transport.tape.state(transport.tape.end)
        totals = list(hand.before)
        for seat in SEATS:
            totals[hand.players[seat]] += state.seats[seat].points
        standing = Standing(hand.number, 0, tuple(totals), hand.players, (False,) * 4, over=False, seconds=None)
        self._last = transport.number == len(transport.recorded.hands) - 1
        super().__init__(services, state, transport.table, standing, on_next, transport.own)

    def _next_words(self) -> str:
        return self.services.tr("Back to the table") if self._last else self.services.tr("Next hand")

    def handle(self, event: pygame.Event) -> bool:
        """Escape closes it."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.services.scenes.pop()
            return True
        return super().handle(event)
