"""The screens of what was played: records, replay, statistics, and how one comes from each to the next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from game.files import data_folder
from game.newmatch import Unfinished, replayed
from net.journal import read_journal

if TYPE_CHECKING:
    from game.ownplayer import OwnPlayer
    from game.services import Services


class RecordScreens:
    """The part of the navigation after a match. `go_on` opens the table of a match that is not over."""

    def __init__(
        self,
        services: Services,
        own_player: Callable[[], OwnPlayer],
        go_on: Callable[[Unfinished], object],
        data: Path | None = None,
    ) -> None:
        self.services = services
        self._own_player, self._go_on, self._data = own_player, go_on, data

    @property
    def data(self) -> Path:
        """The data folder."""
        return self._data or data_folder()

    def open(self) -> None:
        """All records."""
        from game.scenes.records import RecordActions, RecordsScene

        scenes = self.services.scenes
        actions = RecordActions(self.watch, self.go_on, self.statistics, scenes.pop)
        scenes.push(RecordsScene(self.services, self.data, actions))

    def watch(self, path: Path) -> None:
        """The replay of a record. Raises RulesError, OSError."""
        from game.records.recorded import read_recorded
        from game.scenes.replay import ReplayScene

        recorded = read_recorded(path, self.services.chosen.player_name)
        self.services.scenes.push(ReplayScene(self.services, recorded))

    def go_on(self, path: Path) -> None:
        """The table where a match goes on. Raises RulesError, OSError."""
        record = read_journal(path)
        self._go_on(Unfinished(path, record, replayed(record)))

    def statistics(self) -> None:
        """What all hands add up to."""
        from game.scenes.statistics import StatisticsScene

        own_player = self._own_player()
        self.services.scenes.push(StatisticsScene(self.services, own_player, self.data, self.services.scenes.pop))
