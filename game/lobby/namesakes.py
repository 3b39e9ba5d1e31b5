"""People of the same name at a LAN table are shown with numbers. What is saved of them has the names themselves."""

from __future__ import annotations

from dataclasses import replace

from net.lan import TableView
from net.lobby import unlike


def told_apart(view: TableView) -> TableView:
    """The same table with a number behind the name of whoever is called like somebody before him.

    Who has a seat comes first, in the order of seats, which stay when the match begins; then the others as they came.
    """
    taken: list[str] = []

    def another(name: str) -> str:
        taken.append(unlike(name, taken))
        return taken[-1]

    seats = tuple(sitter and replace(sitter, name=another(sitter.name)) for sitter in view.seats)
    seated = {(sitter.guest, sitter.player): sitter.name for sitter in seats if sitter is not None and sitter.guest}
    guests = []
    for guest in view.guests:
        names = (seated.get((guest.id, person)) or another(name) for person, name in enumerate(guest.names))
        guests.append(replace(guest, names=tuple(names)))
    return replace(view, seats=seats, guests=tuple(guests))
