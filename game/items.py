"""Items (道具) among the options of an ask: some hundred, grouped by item, so that a panel can offer them one by one.

An item is chosen as `Choose("item", "swap_named 1m 9p")`: its name, and the tiles that are named with it.
"""

from __future__ import annotations

from game.words import Words
from rules import events as e
from rules.commands import Choose, Command
from rules.tiles import TILE_NAMED, Tile
from rules.values import value

KEY = "item"


@value
class ItemUse:
    """One option: its index in the ask, and the tiles it names: none, one, or one given for another."""

    index: int
    tiles: tuple[Tile, ...]


ItemUses = dict[str, tuple[ItemUse, ...]]
"""The uses of each item by its id, in the order of the ask."""


def is_item(option: Command) -> bool:
    """Whether an option uses an item."""
    return isinstance(option, Choose) and option.key == KEY


def item_uses(ask: e.Ask) -> ItemUses:
    """The items that an ask offers; empty where it offers none."""
    found: dict[str, list[ItemUse]] = {}
    for index, option in enumerate(ask.options):
        if isinstance(option, Choose) and option.key == KEY:
            name, *tiles = str(option.value).split()
            found.setdefault(name, []).append(ItemUse(index, tuple(TILE_NAMED[tile] for tile in tiles)))
    return {name: tuple(uses) for name, uses in found.items()}


def next_tiles(uses: tuple[ItemUse, ...], named: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The tiles that can be named next, after those already named; none when all are."""
    place = len(named)
    tiles = {use.tiles[place] for use in uses if len(use.tiles) > place and use.tiles[:place] == named}
    return tuple(sorted(tiles))


def use_of(uses: tuple[ItemUse, ...], named: tuple[Tile, ...]) -> ItemUse | None:
    """The use that names exactly these tiles; None while one is missing."""
    return next((use for use in uses if use.tiles == named), None)


def told_of_item(words: Words, event: e.Event) -> str:
    """What everybody is told of the use of an item, and its user of what it showed; empty for all other events."""
    announced = isinstance(event, e.Marked) and event.key == KEY and event.value is not None
    shown = isinstance(event, e.SecretMarked) and event.value is not None and words.told(event.key, event.value)
    return " ".join(words.sentences(event)) if announced or shown else ""
