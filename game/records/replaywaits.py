"""The waits in a replay: of the seat at the bottom, perhaps after its best discard, and of all others who are ready."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.records.transport import Transport
from game.table.waits import WaitsShown
from rules.events import Ask, Asked, AskKind
from rules.hints import Wait, may_wait, waits_after_discards, waits_now
from rules.seats import SEATS, Seat

if TYPE_CHECKING:
    from game.table.view import ScreenView


class ReplayWaits:
    """Asks the hints once for each moment that is shown. `others`: the waits of the other seats, while all lie open."""

    def __init__(self) -> None:
        self.shown = WaitsShown()
        self.others: dict[Seat, tuple[Wait, ...]] = {}
        self._version = -1

    def look(self, view: ScreenView, transport: Transport) -> None:
        """Ask again when something was shown since."""
        if view.playback.version == self._version:
            return
        self._version = view.playback.version
        self.shown = self._waits(view, transport)
        others = [seat for seat in SEATS if seat != view.own] if view.open_hands and not view.shown.over else []
        found = {seat: self._ready(view, seat) for seat in others}
        self.others = {seat: waits for seat, waits in found.items() if waits}

    @staticmethod
    def _ready(view: ScreenView, seat: Seat) -> tuple[Wait, ...]:
        """What a seat waits for when it is not its turn; those with most copies left come first."""
        shown = view.shown
        if not may_wait(shown, seat) or shown.seats[seat].out or any(win.seat == seat for win in shown.wins):
            return ()
        return tuple(sorted(waits_now(shown, view.table.rules, seat), key=lambda wait: -wait.left))

    def _waits(self, view: ScreenView, transport: Transport) -> WaitsShown:
        shown, rules, own = view.shown, view.table.rules, view.own
        hand = shown.seats[own].hand
        if shown.over or not hand.size or shown.seats[own].out or any(win.seat == own for win in shown.wins):
            return WaitsShown()
        if may_wait(shown, own):
            return WaitsShown(waits_now(shown, rules, own))
        ask = _turn(transport)
        after = {} if ask is None else waits_after_discards(shown, rules, ask)
        if not after:
            return WaitsShown()
        best = max(after, key=lambda tile: sum(wait.left for wait in after[tile]))
        return WaitsShown(after[best], best)


def _turn(transport: Transport) -> Ask | None:
    """What the seat at the bottom is about to be asked on its own turn; None when that is another's, or not known."""
    tape = transport.tape
    known = tape.seen[tape.stops[transport.stop] : tape.stops[min(tape.end, transport.stop + 1)]]
    asks = (event.ask for event in known if isinstance(event, Asked) and event.seat == transport.own)
    return next((ask for ask in asks if ask.kind is AskKind.TURN), None)
