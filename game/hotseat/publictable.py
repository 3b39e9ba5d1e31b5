"""The table as everybody may see it: all hands lie covered; the sheet of a hand comes here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.scenes.table import TableScene
from game.tableinfo import TableEnd, TableInfo
from net.link import Link
from rules import events as e
from rules.seats import Seat
from rules.state import RoundState

if TYPE_CHECKING:
    from game.services import Services

LATE = 3
"""More discards than that come without a question to anybody here only when bots play."""


class PublicTable(TableScene):
    """The table without anybody's tiles. After each discard it shows nothing new until `go_on`.

    The first of the people sits at the bottom; `links` are those of all people, for their being ready together.
    `before_regret` lets the clocks run, which stand still while calls are awaited: the others have their time to agree.
    """

    before_regret: Callable[[], object]

    def __init__(
        self,
        services: Services,
        link: Link,
        table: TableInfo,
        people: Sequence[tuple[int, Link]],
        end: TableEnd,
    ) -> None:
        self._people = tuple(people)
        seat = table.players.index(self._people[0][0])
        super().__init__(services, link, seat, table, end)
        self.view.covered = True
        self.hearing.signals = False
        self.controls.leave_icons()
        self.thrown_by: Seat | None = None
        self.before_regret = lambda: None
        self.playback.observers.append(self._stop_at_a_discard)

    @property
    def waits_for_calls(self) -> bool:
        """Whether a tile has come to rest that the others may call."""
        return self.playback.held and not self.timeline.busy

    @property
    def thrower(self) -> int | None:
        """The player who threw the tile that may be called."""
        return None if self.thrown_by is None else self.table.players[self.thrown_by]

    def go_on(self) -> None:
        """Show what followed the discard."""
        self.playback.held, self.thrown_by = False, None

    def receive(self) -> None:
        """Hear what happens, and show it later."""
        now = self.services.clock()
        self.playback.receive(self.link.poll(now), now)

    def _stop_at_a_discard(self, event: e.Event, shown: RoundState) -> None:
        """Hold there. A hand told anew holds at its last discard alone, and only if nobody has acted since.

        Then it holds whether or not anybody can call: otherwise going on with a saved hand would tell that.
        """
        late = self.playback.acted_since if self.playback.retelling else self.playback.claimables > LATE
        late = late or (self.playback.retelling and self.playback.undone)
        if isinstance(event, e.Discarded | e.KongAnnounced) and not late:
            self.playback.held, self.thrown_by = True, event.seat

    def _take_seats(self, event: e.Event, shown: RoundState) -> None:
        super()._take_seats(event, shown)
        if isinstance(event, e.RoundStarted):
            self.go_on()
            self.seat = self.view.own = self.table.players.index(self._people[0][0])

    def toggle_cover(self) -> None:
        """Nothing lies open here."""

    @property
    def _thrower_link(self) -> Link | None:
        """Of the person at this computer who threw the tile that may be called."""
        return dict(self._people).get(self.thrower) if self.waits_for_calls and self.thrower is not None else None

    @property
    def may_take_back(self) -> bool:
        """Whether the others can be asked, as long as the discard is the last that anybody has seen."""
        link, seat = self._thrower_link, self.thrown_by
        return link is not None and seat is not None and link.may_take_back(seat)

    def take_back(self) -> None:
        """Ask the others, for whoever threw the tile."""
        link, seat = self._thrower_link, self.thrown_by
        if link is None or seat is None:
            self.services.say(self.services.tr("Too late to take it back"))
            return
        self.before_regret()
        link.take_back(seat, self.services.clock())
        self.taking_back.listen()
        self.taking_back.ask_here()

    def toggle_auto(self) -> None:
        """Auto-win belongs to somebody's own table."""

    def select_place(self, place: int) -> bool:
        """Nobody's tiles can be raised here."""
        return False

    def _next(self) -> None:
        """The sheet was read; whoever presses speaks for all people at this computer."""
        standing, now = self.playback.standing, self.services.clock()
        if standing is None or standing.over:
            super()._next()
            return
        for player, link in self._people:
            link.ready(self.table.players.index(player), now)
        self._listen()
