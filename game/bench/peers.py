"""The programs we compare with. All are optional: whatever is installed takes part, the rest is named as absent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any, Final

from rules.tiles import RED, WHITE, Tile
from rules.values import value

PEERS: Final = ("mahjong", "riichienv", "rlcard")

KIND_34: Final[tuple[int, ...]] = (-1, *({RED: 33, WHITE: 31}.get(Tile(t), t - 1) for t in range(1, 35)))
"""Our tile -> the peers' kind 0-33, where the dragons stand in the order white, green, red."""


def versions() -> dict[str, str | None]:
    """The installed version of every peer, None where it is absent."""
    return {name: _version(name) for name in PEERS}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def counts_34(tiles: Sequence[Tile]) -> list[int]:
    """How often each kind 0-33 occurs."""
    counts = [0] * 34
    for tile in tiles:
        counts[KIND_34[tile]] += 1
    return counts


def ids_136(tiles: Sequence[Tile]) -> list[int]:
    """One id 0-135 for each tile: the kind's four copies have four ids."""
    used = [0] * 34
    ids = []
    for tile in tiles:
        kind = KIND_34[tile]
        ids.append(4 * kind + used[kind])
        used[kind] += 1
    return ids


@value
class MahjongLibrary:
    """PyPI `mahjong`: pure Python, riichi."""

    is_agari: Callable[[Sequence[int]], bool]
    shanten: Callable[[Sequence[int], bool, bool], int]
    calculator: Any
    config: Any
    meld: Any


def mahjong_library() -> MahjongLibrary | None:
    """The library, when installed."""
    if not find_spec("mahjong"):
        return None
    hand = import_module("mahjong.hand_calculating.hand")
    return MahjongLibrary(
        import_module("mahjong.agari").Agari.is_agari,
        import_module("mahjong.shanten").Shanten.calculate_shanten,
        hand.HandCalculator,
        import_module("mahjong.hand_calculating.hand_config").HandConfig,
        import_module("mahjong.meld").Meld,
    )


def riichienv() -> Any | None:
    """The Rust riichi environment, when installed."""
    return import_module("riichienv") if find_spec("riichienv") else None


def rlcard() -> Any | None:
    """The reinforcement learning card games, when installed."""
    if not find_spec("rlcard"):
        return None
    import_module("rlcard.agents")
    return import_module("rlcard")


def zmq() -> Any:
    """ZeroMQ itself, for the bare loop that ours is measured beside."""
    return import_module("zmq")
