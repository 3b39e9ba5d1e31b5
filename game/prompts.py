"""From an ask to what can be pressed: cards, buttons, tiles that may be discarded. No rule is known here.

Every option becomes exactly one thing to press, so the screen cannot offer an illegal move. Source: design section 7.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.items import is_item
from rules.commands import Choose, Chow, Command, Discard, Kong, Pass, Pong, Win
from rules.events import Ask, AskKind
from rules.melds import KongKind
from rules.tiles import TILE_NAMED, Tile
from rules.values import value


@value
class CardTile:
    """A tile on a card; `called` is the one that somebody else supplied."""

    tile: Tile
    called: bool = False


@value
class CardModel:
    """One option as a card: index in the ask, the action whose key presses it, and the tiles it would lay down.

    `uses` are the tiles it takes from the hand; `number` counts cards of one action from 1, 0 when none is needed.
    `choice` is the "key/value" of a variant's question; an answer that names a tile has it in `tiles`. `usual`: the
    clock gives this answer to a question.
    """

    index: int
    action: str
    tiles: tuple[CardTile, ...] = ()
    uses: tuple[Tile, ...] = ()
    number: int = 0
    choice: str = ""
    usual: bool = False

    @property
    def spoken(self) -> bool:
        """Whether its word is the variant's own, and the tiles on it are what the answer names."""
        return self.action in ("choice", "declare")


@value
class PromptModel:
    """What an ask offers: the win card, the others in fixed order (see ORDER), and the discards."""

    win: CardModel | None
    cards: tuple[CardModel, ...]
    discards: Mapping[Tile, int]

    @property
    def all_cards(self) -> tuple[CardModel, ...]:
        """The win card first."""
        return self.cards if self.win is None else (self.win, *self.cards)


TENTH = 10
ORDER = ("kong", "pong", "chow", "choice", "declare", "pass")


def prompt_model(ask: Ask, offered: Tile | None) -> PromptModel:
    """The model of an ask; `offered` is the tile that may be claimed, None when there is none."""
    cards = [_card(index, option, offered, ask.kind is AskKind.TURN) for index, option in enumerate(ask.options)]
    known = [card for card in cards if card is not None]
    if ask.kind is AskKind.CHOICE:
        known = [
            replace(card, usual=card.action == "choice" and ask.options[card.index] == ask.default) for card in known
        ]
    win = next((card for card in known if card.action == "win"), None)
    if win is not None and ask.kind is AskKind.CHOICE:
        win, known = _without_double(win, known)
    others = sorted((card for card in known if card.action != "win"), key=_place)
    discards = {option.tile: index for index, option in enumerate(ask.options) if isinstance(option, Discard)}
    return PromptModel(win, tuple(_numbered(others, ask.kind is AskKind.CHOICE)), discards)


def _place(card: CardModel) -> tuple[int, bool]:
    """Where a card stands. Of counts, none is the last."""
    return ORDER.index(card.action), card.choice.endswith("/0")


def _without_double(win: CardModel, cards: list[CardModel]) -> tuple[CardModel, list[CardModel]]:
    """To win without naming a tile takes the first that an answer names: that answer is the win card."""
    named = next((card for card in cards if card.action == "choice" and card.tiles), None)
    if named is None:
        return win, cards
    return CardModel(win.index, "win", named.tiles, choice=named.choice), [card for card in cards if card is not named]


def _numbered(cards: list[CardModel], questions: bool) -> list[CardModel]:
    """Numbers where an action has several cards; in questions always, as its answers have no other key.

    Counts have their own: four has the key 4, none has 0, which is the tenth key.
    """
    counts = {action: sum(card.action == action for card in cards) for action in ORDER}
    counts["choice"] += questions
    numbered = []
    seen = dict.fromkeys(ORDER, 0)
    for card in cards:
        seen[card.action] += 1
        value = card.choice.rpartition("/")[2]
        own = (int(value) or TENTH) if value.isdecimal() else seen[card.action]
        numbered.append(replace(card, number=own if counts[card.action] > 1 else 0))
    return numbered


def _card(index: int, option: Command, offered: Tile | None, on_turn: bool) -> CardModel | None:
    """What is chosen on one's own turn is a declaration: numbers raise tiles there, so it has a key of its own."""
    match option:
        case Win():
            return CardModel(index, "win")
        case Pass():
            return CardModel(index, "pass")
        case Choose() if is_item(option):
            return None  # some hundred of them: they have a panel of their own
        case Choose(key, value):
            tiles = (CardTile(TILE_NAMED[value]),) if value in TILE_NAMED else ()
            return CardModel(index, "declare" if on_turn else "choice", tiles, choice=f"{key}/{value}")
        case Pong() if offered is not None:
            return _called(index, "pong", (offered, offered), offered)
        case Chow(tiles) if offered is not None:
            return _called(index, "chow", tiles, offered)
        case Kong(kind, tile):
            return _kong(index, kind, tile, offered)
        case _:
            return None


def _called(index: int, action: str, own: tuple[Tile, ...], offered: Tile) -> CardModel:
    """A call with tiles of the hand; the tiles of a chow stand in order."""
    tiles = [CardTile(tile) for tile in own]
    place = sum(tile < offered for tile in own) if action == "chow" else len(own)
    tiles.insert(place, CardTile(offered, called=True))
    return CardModel(index, action, tuple(tiles), own)


def _kong(index: int, kind: KongKind, tile: Tile, offered: Tile | None) -> CardModel:
    if kind is KongKind.EXPOSED and offered is not None:
        return _called(index, "kong", (tile,) * 3, offered)
    own = 4 if kind is KongKind.CONCEALED else 1
    shown = 1 if kind is KongKind.SOLO else 4
    tiles = tuple(CardTile(tile, called=kind is KongKind.ADDED and place == 3) for place in range(shown))
    return CardModel(index, "kong", tiles, (tile,) * own, choice=kind.value)
