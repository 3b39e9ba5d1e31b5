"""What everybody at a LAN table may know of it: settings, seats, guests. Plain values, and their form on the wire."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from typing import Any

from net.schema import Connection, Phase, Role
from net.timers import Timers
from rules.match import Length, LengthUnit
from rules.seats import SEATS, Seat
from rules.values import value

WINDOW = (0.4, 0.7)
"""The claim window of a LAN table, in seconds."""


@value
class Person:
    """Somebody who wants to play: a name, and the key of a picture."""

    name: str
    avatar: str = ""


@value
class TableSettings:
    """What is played. `takeover`: seconds until a bot plays for somebody who is lost."""

    variant: str
    options: tuple[tuple[str, str], ...]
    length: Length
    timers: Timers
    takeover: float = 30.0
    hints: bool = True
    spectators: bool = True


@value
class Sitter:
    """Whoever has a seat: a bot of this level, or (level '') number `player` of the people of a guest.

    Who has gone for good keeps his name; the level is that of the bot which plays on. `ping`: milliseconds there and
    back. `opens`: lets spectators see hands, a deal later. `helps`: looks at waits and other helps.
    """

    name: str
    avatar: str = ""
    level: str = ""
    guest: int = 0
    player: int = 0
    ready: bool = False
    connection: Connection = Connection.HERE
    ping: int = 0
    opens: bool = False
    helps: bool = False


@value
class GuestView:
    """One session at the table: its number, its people, what it does."""

    id: int
    names: tuple[str, ...]
    role: Role
    connection: Connection


@value
class TableView:
    """The table. `seats` are by seat in the lobby and by player (0-3) afterwards; `players[s]` is who sits on seat s.

    `keeper`: the guest who may change settings, kick and start; 0: nobody. `fair`: clients add to every deal.
    """

    name: str
    phase: Phase
    settings: TableSettings
    seats: tuple[Sitter | None, ...]
    guests: tuple[GuestView, ...]
    keeper: int
    paused: bool
    fair: bool
    players: tuple[int, ...] = SEATS

    def seats_of(self, guest: int) -> tuple[Seat, ...]:
        """The places in `seats` of a guest's people."""
        return tuple(s for s, sitter in enumerate(self.seats) if sitter is not None and sitter.guest == guest)


def milliseconds(time: float | None) -> int | None:
    """Seconds as the wire has them: in whole milliseconds; None stays."""
    return None if time is None else max(0, round(time * 1000))


def seconds(time: int | None) -> float | None:
    """Milliseconds of the wire in seconds; None stays."""
    return None if time is None else time / 1000


def settings_data(settings: TableSettings) -> dict[str, Any]:
    """Settings as the wire has them."""
    timers = settings.timers
    low, high = timers.window or (0.0, 0.0)
    times = {"turn": timers.turn, "claim": timers.claim, "choice": timers.choice, "between": timers.between}
    times |= {"pace": timers.pace, "window_low": low, "window_high": high, "consent": timers.consent}
    return {
        "variant": settings.variant,
        "options": [list(option) for option in settings.options],
        "unit": str(settings.length.unit),
        "count": settings.length.count,
        "timers": {name: milliseconds(time) for name, time in times.items()},
        "takeover": round(settings.takeover * 1000),
        "hints": settings.hints,
        "spectators": settings.spectators,
    }


def settings_of(data: dict[str, Any]) -> TableSettings:
    """Settings from checked data of the wire."""
    t = {name: seconds(time) for name, time in data["timers"].items()}
    low, high = t["window_low"] or 0.0, t["window_high"] or 0.0
    window = (low, max(low, high)) if high else None
    return TableSettings(
        data["variant"],
        tuple((key, value) for key, value in data["options"]),
        Length(LengthUnit(data["unit"]), data["count"]),
        Timers(t["turn"], t["claim"], t["choice"], t["between"], t["pace"] or 0.0, window, t.get("consent")),
        data["takeover"] / 1000,
        data["hints"],
        data["spectators"],
    )


def view_data(view: TableView) -> dict[str, Any]:
    """A table as the wire has it."""
    return {
        "name": view.name,
        "phase": str(view.phase),
        "settings": settings_data(view.settings),
        "seats": [None if sitter is None else _plain(sitter) for sitter in view.seats],
        "guests": [_plain(guest) for guest in view.guests],
        "keeper": view.keeper,
        "paused": view.paused,
        "fair": view.fair,
        "players": list(view.players),
    }


def _plain(value: Sitter | GuestView) -> dict[str, Any]:
    return {name: _wire(item) for name, item in asdict(value).items()}


def _wire(item: Any) -> Any:
    if isinstance(item, StrEnum):
        return str(item)
    return list(item) if isinstance(item, tuple) else item


def view_of(data: dict[str, Any]) -> TableView:
    """A table from checked data of the wire."""
    return TableView(
        data["name"],
        Phase(data["phase"]),
        settings_of(data["settings"]),
        tuple(None if s is None else Sitter(**s | {"connection": Connection(s["connection"])}) for s in data["seats"]),
        tuple(
            GuestView(g["id"], tuple(g["names"]), Role(g["role"]), Connection(g["connection"])) for g in data["guests"]
        ),
        data["keeper"],
        data["paused"],
        data["fair"],
        tuple(data["players"]),
    )
