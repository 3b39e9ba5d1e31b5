"""Taking a discard back where several people share a screen: one question for all tables, the keys of their corners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.table.takingback import TakingBack
from net.link import Link
from net.messages import Regret, TakeBackOver
from rules.seats import Seat

if TYPE_CHECKING:
    from game.scenes.hotseat import HotseatScene


class SharedRegrets(TakingBack):
    """Of all tables of a hotseat screen. Whatever lies open is covered before anybody is asked."""

    def __init__(self, scene: HotseatScene) -> None:
        super().__init__(scene.services, lambda: scene.public.view, self._by_seat, self._hear_all)
        self._scene = scene
        self.keys = self._corner_keys
        self.on_over = self._over
        tables = [scene.public, *scene.tables.values()]
        self.follow([table.playback for table in tables])
        for table in tables:
            table.taking_back = self
        scene.public.before_regret = lambda: scene.clocks.run(True, self.services.clock())

    def _seat_of(self, player: int) -> Seat:
        return self._scene.public.table.players.index(player)

    def _by_seat(self) -> dict[Seat, Link]:
        return {self._seat_of(player): table.link for player, table in self._scene.tables.items()}

    def _corner_keys(self) -> dict[Seat, str]:
        people = zip(self._scene.people, self._scene.corners.keys, strict=True)
        return {self._seat_of(player): corner.shortcut for player, corner in people}

    def _hear_all(self) -> None:
        for table in self._scene.tables.values():
            table.hear()
        self._scene.public.receive()

    def _over(self, over: TakeBackOver, gone: float) -> None:
        """The time for calls goes on where it stood; or there is nothing to call any more."""
        self._scene.flow.stretch(gone)
        if over.outcome is Regret.TAKEN:
            self._scene.flow.take_back()
            self._scene.public.go_on()
