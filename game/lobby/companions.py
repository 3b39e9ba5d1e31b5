"""Several people at one computer of a LAN table: who comes along with somebody, and who goes home."""

from __future__ import annotations

from collections.abc import Iterator

from net.lan import Phase, TableView
from rules.values import value


@value
class Companion:
    """Somebody has come to the computer of a guest, or (`came` False) gone home from there; `host` is first there."""

    guest: int
    name: str
    host: str
    came: bool


def companions(before: TableView | None, now: TableView) -> Iterator[Companion]:
    """What has changed since the table looked as `before`; nothing when it was not known yet.

    Of a guest who has just come, the first name is told by a notice of the host. Once the match runs, nobody goes home.
    """
    known = {} if before is None else {guest.id: guest.names for guest in before.guests}
    for guest in now.guests if before is not None else ():
        names = known.get(guest.id, guest.names[:1])
        if len(guest.names) < len(names) and now.phase is Phase.LOBBY:
            gone = next((i for i, (a, b) in enumerate(zip(names, guest.names, strict=False)) if a != b), -1)
            yield Companion(guest.id, names[gone], guest.names[0], came=False)
        for name in guest.names[len(names) :]:
            yield Companion(guest.id, name, guest.names[0], came=True)


def host_of(now: TableView, guest: int, person: int) -> str:
    """Who is first at the computer at which somebody is not; empty for the first himself."""
    return next((each.names[0] for each in now.guests if each.id == guest), "") if person else ""
