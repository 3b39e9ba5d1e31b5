"""What tests of the LAN screens look at."""

from __future__ import annotations

from typing import Any

from game.lanmatch import LanMatch


def orders(match: LanMatch) -> list[tuple[str, dict[str, Any]]]:
    """What is on its way to the host."""
    assert match.table is not None
    return [(order.name, order.body) for order in match.table._client._orders]
