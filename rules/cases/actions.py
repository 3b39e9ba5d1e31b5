"""The actions of a script (`2 chow 45p`) and the commands that each may mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.commands import DISCARD, PASS, PONG, WIN, Choose, Chow, Command, Kong
from rules.errors import NotationError
from rules.melds import KongKind
from rules.seats import Seat
from rules.state import Offered
from rules.tiles import NAME_OF, Tile, parse_tile, parse_tiles, show_tiles
from rules.values import value

AUTO: Final = "auto"
LEAVE: Final = "leave"
PASSED_OPENING: Final = Choose("opening", "pass")


@value
class Action:
    """What a seat does: the verb, the tiles named with it, and the word of `auto on` or `item NAME`."""

    seat: Seat
    verb: str
    tiles: tuple[Tile, ...] = ()
    word: str = ""

    def meanings(self, offered: Offered | None) -> list[Command]:
        """The commands that the words may mean at this moment; the ask tells which of them is legal."""
        return _MEANINGS[self.verb](self, offered)

    def __str__(self) -> str:
        words = (str(self.seat), self.verb, self.word, show_tiles(self.tiles))
        return " ".join(word for word in words if word)


def parse_action(seat: Seat, text: str) -> Action:
    """The action of a seat as scripts write it, without the seat.

    Raises NotationError for anything else.
    """
    match text.split():
        case ["pong" | "win" | "pass" | "ready" | "leave" | "refuse" | "take" | "kong" as verb]:
            return Action(seat, verb)
        case ["discard" | "kong" | "take" as verb, tile]:
            return Action(seat, verb, (parse_tile(tile),))
        case ["chow", *tiles] if len(pair := parse_tiles("".join(tiles))) == 2:
            return Action(seat, "chow", tuple(pair))
        case ["auto", "on" | "off" as word]:
            return Action(seat, AUTO, word=word)
        case ["open", "win"]:
            return Action(seat, "open", word="win")
        case ["item", name, *tiles] if name.isidentifier():
            return Action(seat, "item", tuple(parse_tiles("".join(tiles))), name)
        case _:
            raise NotationError(f"not an action: {text!r}")


def _kong(action: Action, offered: Offered | None) -> list[Command]:
    if action.tiles:
        return [Kong(kind, action.tiles[0]) for kind in KongKind if kind is not KongKind.EXPOSED]
    return [Kong(KongKind.EXPOSED, offered.tile)] if offered is not None else []


def _chow(action: Action, offered: Offered | None) -> list[Command]:
    first, second = action.tiles
    return [Chow((first, second)), Chow((second, first))]


def _take(action: Action, offered: Offered | None) -> list[Command]:
    if action.tiles:
        return [Choose("turned_up", NAME_OF[action.tiles[0]])]
    return [Choose("last_tile", "take")]


_MEANINGS: Final[Mapping[str, Callable[[Action, Offered | None], list[Command]]]] = {
    "discard": lambda action, offered: [DISCARD[action.tiles[0]]],
    "chow": _chow,
    "pong": lambda action, offered: [PONG],
    "kong": _kong,
    "win": lambda action, offered: [WIN],
    "pass": lambda action, offered: [PASS, PASSED_OPENING],
    "take": _take,
    "refuse": lambda action, offered: [Choose("last_tile", "refuse")],
    "open": lambda action, offered: [Choose("opening", action.word)],
    "ready": lambda action, offered: [Choose("ready", "yes")],
    "item": lambda action, offered: [Choose("item", " ".join([action.word, *(NAME_OF[t] for t in action.tiles)]))],
    LEAVE: lambda action, offered: [],
    AUTO: lambda action, offered: [],
}
