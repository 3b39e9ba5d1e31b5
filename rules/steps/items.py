"""Items (道具): props that a player may use on his own turn or before the deal. Source: rulebook/sichuan.md, "Items".

One item a turn, one of each per player and match. A use is told to the table by the mark of the item's name; its value
is how often the user had drawn. The marks are carried from hand to hand, where they are `last_<item>`. The mark `item`
stands for as long as the turn lasts in which an item was used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.commands import Choose, Command
from rules.events import Ask, AskKind, Discarded, Event, Exchanged, Marked, SecretMarked, Stage, Staged, WallBuilt, Won
from rules.ruleset import Ruleset
from rules.score import Breakdown
from rules.seats import AFTER, SEATS, Seat
from rules.state import RoundState
from rules.steps.base import Together
from rules.steps.opening import dealt_places
from rules.steps.play import Turn
from rules.tiles import HONOURS, KINDS, NAME_OF, SUIT_OF, TILE_NAMED, Tile
from rules.values import value
from rules.wall import below, random_words
from rules.win import WinContext

FLUSH_DEAL: Final = "flush_deal"
SWAP_NAMED: Final = "swap_named"
SWAP_RANDOM: Final = "swap_random"
FAR_SIGHT: Final = "far_sight"
NEXT_TILE: Final = "next_tile"
GOLD_HAND: Final = "gold_hand"

ITEM: Final = "item"
SWAPPED: Final = "swapped"
THIRDS: Final = ("first", "middle", "last")
NO_COPY: Final = "none"
OF_ONE_SUIT: Final = 9
KEEP_DEAL: Final = Choose(FLUSH_DEAL, "no")
BEND_DEAL: Final = Choose(FLUSH_DEAL, "yes")


@value
class Item:
    """An item of one's own turn: the tiles that may be named with it now, and what its use does."""

    uses: Callable[[RoundState, Ruleset, Seat], Iterable[tuple[Tile, ...]]]
    effect: Callable[[RoundState, Seat, Sequence[Tile]], Iterator[Event]]


# ---- what they do ---------------------------------------------------------------------------------------------------


def _held(state: RoundState, seat: Seat) -> list[Tile]:
    counts = state.seats[seat].hand.counts
    return [Tile(t) for t in range(1, KINDS + 1) if counts[t]]


def _named_swaps(state: RoundState, rules: Ruleset, seat: Seat) -> Iterator[tuple[Tile, ...]]:
    """A tile of the hand for any other kind that is still in the wall."""
    left = sorted(set(state.wall))
    return ((gave, got) for gave in _held(state, seat) for got in left if gave != got)


def _swap_named(state: RoundState, seat: Seat, tiles: Sequence[Tile]) -> Iterator[Event]:
    """偷天换日: the copy that would be drawn first comes to the hand."""
    gave, got = tiles
    yield Exchanged(seat, gave, got, state.wall.index(got))


def _random_swaps(state: RoundState, rules: Ruleset, seat: Seat) -> Iterator[tuple[Tile, ...]]:
    return ((gave,) for gave in _held(state, seat) if state.wall)


def _swap_random(state: RoundState, seat: Seat, tiles: Sequence[Tile]) -> Iterator[Event]:
    """移花接木: the order of the wall, which nobody knows, says which tile it is."""
    at = below(random_words(bytes(state.wall), len(state.discards)), len(state.wall))
    yield Exchanged(seat, tiles[0], state.wall[at], at)


def _every_kind(state: RoundState, rules: Ruleset, seat: Seat) -> Iterator[tuple[Tile, ...]]:
    return ((kind,) for kind in rules.tiles.kinds)


def _far_sight(state: RoundState, seat: Seat, tiles: Sequence[Tile]) -> Iterator[Event]:
    """千里眼: in which third of the wall the first copy lies; `none` is an answer too."""
    (tile,) = tiles
    where = THIRDS[len(THIRDS) * state.wall.index(tile) // len(state.wall)] if tile in state.wall else NO_COPY
    yield SecretMarked(seat, FAR_SIGHT, f"{NAME_OF[tile]} {where}")


def _while_tiles_are_left(state: RoundState, rules: Ruleset, seat: Seat) -> list[tuple[Tile, ...]]:
    return [()] if state.wall else []


def _next_tile(state: RoundState, seat: Seat, tiles: Sequence[Tile]) -> Iterator[Event]:
    """顺风耳: the next tile of the wall."""
    yield SecretMarked(seat, NEXT_TILE, NAME_OF[state.wall[0]])


def _gold_hand(state: RoundState, seat: Seat, tiles: Sequence[Tile]) -> Iterator[Event]:
    """金手指: the mark itself is all that there is to it."""
    return iter(())


ITEMS: Final[Mapping[str, Item]] = {
    SWAP_NAMED: Item(_named_swaps, _swap_named),
    SWAP_RANDOM: Item(_random_swaps, _swap_random),
    FAR_SIGHT: Item(_every_kind, _far_sight),
    NEXT_TILE: Item(_while_tiles_are_left, _next_tile),
    GOLD_HAND: Item(lambda state, rules, seat: [()], _gold_hand),
}
ITEM_NAMES: Final = (FLUSH_DEAL, *ITEMS)


# ---- using them -----------------------------------------------------------------------------------------------------


def is_used(state: RoundState, seat: Seat, item: str) -> bool:
    """Whether a player has used this item in this hand or an earlier one of the match."""
    marks = state.seats[seat].marks
    return item in marks or f"last_{item}" in marks


def offer_items(state: RoundState, rules: Ruleset, seat: Seat) -> list[Command]:
    """The items that a seat may use now: `Choose("item", "swap_named 1m 9p")`."""
    if ITEM in state.seats[seat].marks:
        return []
    return [
        Choose(ITEM, " ".join([name, *(NAME_OF[tile] for tile in tiles)]))
        for name, item in ITEMS.items()
        if not is_used(state, seat, name)
        for tiles in item.uses(state, rules, seat)
    ]


class ItemTurn(Turn):
    """One's own turn, in which an item may be used before anything else is done; the turn goes on after it."""

    def other(self, state: RoundState, rules: Ruleset, seat: Seat, command: Command) -> Iterator[Event]:
        """Tell the use to the table, and do what the item does."""
        match command:
            case Choose(key, text) if key == ITEM:
                name, *words = text.split()
                yield Marked(seat, name, state.seats[seat].draws)
                yield Marked(seat, ITEM, name)
                yield from ITEMS[name].effect(state, seat, [TILE_NAMED[word] for word in words])
                yield Staged(Stage.TURN, seat)
            case _:
                yield from super().other(state, rules, seat, command)


def end_item_turn(state: RoundState, event: Discarded | Won, rules: Ruleset) -> Iterator[Event]:
    """The turn is over with the discard, or with the kong that was robbed."""
    seat = event.seat if isinstance(event, Discarded) else event.loser
    if seat is not None and ITEM in state.seats[seat].marks:
        yield Marked(seat, ITEM, None)


def swapped(context: WinContext, breakdown: Breakdown) -> str | None:
    """The gate that goes with swaps: a swap is no draw, so there is no win before the next one."""
    owner = context.state.seats[context.seat]
    since_draw = any(owner.marks.get(name) == owner.draws for name in (SWAP_NAMED, SWAP_RANDOM))
    return SWAPPED if context.self_drawn and since_draw else None


# ---- before the deal ------------------------------------------------------------------------------------------------


class FlushDeal(Together):
    """乾坤大挪移: before the deal, whoever still has it is asked; at least nine of a user's tiles are of one suit."""

    def ask(self, state: RoundState, rules: Ruleset) -> Mapping[Seat, Ask]:
        """All who have not used it; the clock keeps the deal as it is."""
        return {
            seat: Ask(state.seats[seat].asked, seat, AskKind.CHOICE, (KEEP_DEAL, BEND_DEAL), KEEP_DEAL)
            for seat in SEATS
            if not is_used(state, seat, FLUSH_DEAL)
        }

    def resolve(self, state: RoundState, rules: Ruleset) -> Iterator[Event]:
        """Exchange tiles of the wall, which nobody has seen yet."""
        order = (state.dealer, *AFTER[state.dealer])
        users = [seat for seat in order if seat in state.answers and state.answers[seat][1] == BEND_DEAL]
        for seat in users:
            yield Marked(seat, FLUSH_DEAL, 0)
        if users:
            yield WallBuilt(_bent(state.wall, [dealt_places(state.dealer, seat) for seat in users]))


def _bent(wall: Sequence[Tile], users: Sequence[Sequence[int]]) -> tuple[Tile, ...]:
    """The wall with at least nine tiles of one suit at each user's places; users take nothing from each other.

    Which tiles change places follows from the wall itself, so that the same deal gives the same hand.
    """
    bent = list(wall)
    words = random_words(bytes(wall), 0)
    others = sorted(set(range(len(wall))).difference(*users))
    for places in users:
        suit = _commonest_suit(bent, places, others)
        odd = [place for place in places if SUIT_OF[bent[place]] != suit]
        wanted = [place for place in others if SUIT_OF[bent[place]] == suit]
        for _ in range(OF_ONE_SUIT - (len(places) - len(odd))):
            mine, other = odd.pop(below(words, len(odd))), wanted.pop(below(words, len(wanted)))
            bent[mine], bent[other] = bent[other], bent[mine]
    return tuple(bent)


def _commonest_suit(wall: Sequence[Tile], places: Sequence[int], others: Sequence[int]) -> int:
    """Of the suits that there are enough tiles of, the one that lies at these places most."""
    own = [SUIT_OF[wall[place]] for place in places]
    left = [SUIT_OF[wall[place]] for place in others]
    enough = [suit for suit in range(HONOURS) if own.count(suit) + left.count(suit) >= OF_ONE_SUIT]
    return max(enough, key=own.count)


def with_items(rules: Ruleset) -> Ruleset:
    """The same rules, played with items."""
    reactions = dict(rules.scoring.reactions)
    for kind in (Discarded, Won):
        reactions[kind] = (*reactions.get(kind, ()), end_item_turn)
    return replace(
        rules,
        opening=(FlushDeal(), *rules.opening),
        calls=replace(rules.calls, offers=(*rules.calls.offers, offer_items)),
        flow={**rules.flow, Stage.TURN: ItemTurn()},
        winning=replace(rules.winning, gates=(*rules.winning.gates, swapped)),
        scoring=replace(rules.scoring, reactions=reactions),
        summary=replace(rules.summary, extras=(*rules.summary.extras, "items")),
        carries=(*rules.carries, *ITEM_NAMES),
    )
