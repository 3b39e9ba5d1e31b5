"""What tests of the LAN screens look at, and tables of real processes that they open."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from game.lanmatch import LanMatch
from net.lan import Status, TableSettings
from net.timers import Timers
from rules.match import Length, LengthUnit
from rules.variants import variant

OPTIONS = tuple(variant("sichuan").choose({}).items())
SETTINGS = TableSettings("sichuan", OPTIONS, Length(LengthUnit.HANDS, 1), Timers(20.0, 10.0, 20.0, 20.0))
PATIENCE = 90.0


def orders(match: LanMatch) -> list[tuple[str, dict[str, Any]]]:
    """What is on its way to the host, but for what is told of itself: whether one looks at helps."""
    return [order for order in all_orders(match) if order[0] != "helps"]


def all_orders(match: LanMatch) -> list[tuple[str, dict[str, Any]]]:
    """All that is on its way to the host."""
    assert match.table is not None
    return [(order.name, order.body) for order in match.table._client._orders]


def until(done: Callable[[], bool], *matches: LanMatch, seconds: float = PATIENCE) -> None:
    """Let everybody hear his table until something is so."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, [(m.status, m.hosting and m.hosting.failed) for m in matches]
        for match in matches:
            match.poll(time.monotonic())
        time.sleep(0.01)


def in_play(match: LanMatch) -> bool:
    """Whether the match runs, and one sits at it."""
    table = match.table
    return table is not None and table.status is Status.JOINED and bool(table.link.seats)
