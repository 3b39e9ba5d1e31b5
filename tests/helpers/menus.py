"""A title whose entries only write down that they were opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.scenes.title import TitleActions


def title_actions(seen: list[str] | None = None, rules: Callable[[], object] | None = None) -> TitleActions:
    """What the entries of a title open: their names come into `seen`; `rules` opens something else."""
    names: list[str] = [] if seen is None else seen
    tell = partial(partial, names.append)
    return TitleActions(
        new_game=tell("new"),
        hotseat=tell("hotseat"),
        lan=tell("lan"),
        rules=rules or tell("rules"),
        records=tell("records"),
        settings=tell("settings"),
    )
