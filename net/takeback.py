"""Taking back a discard at a table whose other players are bots: the hand is told again up to before it.

The journal gets the hand anew from its start, which takes the place of what was written of it (`net.journal`).
"""

from __future__ import annotations

from net.host import Host
from rules.seats import Seat
from rules.takeback import before_discard


def may_take_back(host: Host, seat: Seat) -> bool:
    """Whether the seat's last discard can still be taken back."""
    return _place(host, seat) is not None


def take_back(host: Host, seat: Seat, now: float) -> bool:
    """Undo the seat's last discard; False when it is too late, or the disk refuses, and then nothing has changed."""
    place, hand = _place(host, seat), host.round
    if place is None or hand is None:
        return False
    before, written = hand.log[:place], host.recording.count
    host.recording.count = 0
    if not host.recording.write(before):
        host.recording.count, host.recording.refused = written, False
        return False
    host.resume(before, now)
    return True


def _place(host: Host, seat: Seat) -> int | None:
    hand = host.round
    if hand is None or hand.over or host.paused or host.recording.refused:
        return None
    bots = {host.seat_of(player) for player, keeper in enumerate(host.keepers) if keeper.level is not None}
    return before_discard(hand.log, seat, bots - {seat})
