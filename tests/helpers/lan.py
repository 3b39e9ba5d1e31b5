"""What tests of the LAN screens look at."""

from __future__ import annotations

from typing import Any

from game.lanmatch import LanMatch


def orders(match: LanMatch) -> list[tuple[str, dict[str, Any]]]:
    """What is on its way to the host, but for what is told of itself: whether one looks at helps."""
    return [order for order in all_orders(match) if order[0] != "helps"]


def all_orders(match: LanMatch) -> list[tuple[str, dict[str, Any]]]:
    """All that is on its way to the host."""
    assert match.table is not None
    return [(order.name, order.body) for order in match.table._client._orders]
