"""Plans: how a table leans towards rare situations. None names a variant; they ask the ruleset for tiles and wilds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.seats import AFTER, SEATS, Seat, next_seat, previous_seat
from rules.tiles import HONOUR_TILES, HONOURS, RANK_OF, RED, SUIT_OF, SUITED_TILES, Tile, tile
from tests.helpers.rare.draft import Draft


def _middle(draft: Draft) -> Tile:
    return draft.any_of([t for t in SUITED_TILES if 3 <= RANK_OF[t] <= 7])


def _waits_on(draft: Draft, seat: Seat, wanted: Tile, way: int) -> None:
    """A hand that waits for a middle tile: for a seventh pair (way 0, 1 with four alike), or to complete a run."""
    others = (SUIT_OF[wanted], draft.choose(3 if draft.choose(2) else 4))
    draft.kinds[seat] = [t for t in draft.rules.tiles.kinds if SUIT_OF[t] in others]
    if way == 0:
        draft.give(seat, wanted)
        draft.pairs(seat)
    elif way == 1:
        draft.give(seat, wanted, wanted, wanted)
        draft.pairs(seat)
    else:
        low, high = ((-2, -1), (-1, 1), (1, 2))[way % 3]
        draft.give(seat, Tile(wanted + low), Tile(wanted + high))
        draft.eyes(seat)
    draft.melds(seat)


def chance(draft: Draft) -> None:
    """Nothing is settled."""


def ready(draft: Draft) -> None:
    """All seats are ready or nearly so."""
    for seat in SEATS:
        draft.eyes(seat)
        draft.melds(seat)


def near_the_end(draft: Draft) -> None:
    """Several hands wait for the last tile of a short wall, and nobody calls."""
    wanted = _middle(draft)
    for seat in SEATS:
        if draft.choose(3):
            _waits_on(draft, seat, wanted, draft.choose(6))
        draft.temper(seat, throws="drawn", call=(15, 75)[draft.choose(2)], kong=15, declare=0)
    left = 4 + draft.choose(5)
    draft.walls[:] = [left, left]
    draft.draw(*(draft.idle() if draft.choose(9) else wanted for _ in range(left)), wanted)


def fours(draft: Draft) -> None:
    """Four and three of a kind in every hand, and fourth tiles among the next draws and replacements."""
    for seat in SEATS:
        kind = draft.any_of(draft.kinds[seat])
        draft.give(seat, kind, kind, kind, kind)
        draft.melds(seat, triplets=90)
    fourth = [t for t, copies in draft.left.items() if copies == 1]
    for row in (draft.tail, draft.draws):
        row += [tile for _ in range(6) if fourth for tile in draft.take(draft.any_of(fourth))]


def chain(draft: Draft) -> None:
    """The dealer has two concealed kongs whose replacements may complete the hand."""
    seat = draft.dealer
    for _ in range(9):
        if len(draft.hands[seat]) < 8:
            draft.give(seat, *(draft.any_of(draft.kinds[seat]),) * 4)
    draft.eyes(seat)
    draft.melds(seat)
    low = _middle(draft)
    draft.draw(low)
    draft.tail += [*draft.take(Tile(low + 1)), *draft.take(Tile(low + 2 if draft.choose(2) else low - 1))]
    draft.temper(seat, kong=100, win=100)


def open_tail(draft: Draft) -> None:
    """Where tail tiles are turned up: the dealer's kong leaves a hand that waits for one of them, or for both."""
    seat, low = draft.dealer, _middle(draft)
    wanted = [*draft.take(low), *draft.take(Tile(low + 3 if RANK_OF[low] < 7 and draft.choose(3) else low))]
    if "open_tail" in draft.rules.summary.extras and len(wanted) == 2:
        draft.indicator.extend(wanted)
    draft.give(seat, *(draft.idle(),) * 4)
    draft.give(seat, Tile(low + 1), Tile(low + 2))
    draft.eyes(seat)
    draft.melds(seat)
    draft.give(seat, *(third := (draft.idle(),)) * 2)
    draft.draw(*third)
    draft.temper(seat, kong=100, win=75)


def several(draft: Draft) -> None:
    """Two or three hands wait for the tile that the dealer draws and throws, perhaps after a kong."""
    wanted, dealer = _middle(draft) if draft.choose(3) else tile(0, 5), draft.dealer
    ways = ((0,), (4,), (2, 3, 4), (0, 1, 2, 3, 4, 5))[draft.choose(4)]
    if draft.choose(2):
        draft.draw(wanted)
    else:
        draft.give(dealer, *(draft.idle(),) * 4)
        draft.tail += draft.take(wanted)
    draft.all_throw("drawn")
    draft.temper(dealer, kong=100, win=15)
    for seat in AFTER[dealer]:
        _waits_on(draft, seat, wanted, ways[draft.choose(len(ways))])
        draft.temper(seat, win=100 if draft.choose(4) else 40)


def passing(draft: Draft) -> None:
    """The seat before the dealer waits for two kinds, which are thrown one after the other, and is slow to win."""
    seat, first = previous_seat(draft.dealer), _middle(draft)
    second = Tile(first + 3 if RANK_OF[first] < 7 else first - 3)
    way = draft.choose(4)
    if way == 0:
        low = min(first, second)
        draft.give(seat, Tile(low + 1), Tile(low + 2))
        draft.eyes(seat)
    elif way == 1:
        draft.give(seat, first, first, second, second)
    else:
        _waits_on(draft, seat, first, draft.choose(6))
    draft.melds(seat)
    draft.draw(first, second if way < 2 else draft.idle(), draft.idle(), first)
    draft.temper(seat, win=15, call=50)
    draft.all_throw("drawn")


def rob(draft: Draft) -> None:
    """The dealer throws a tile that the next seat can pong, and whose fourth copy that seat draws while others wait."""
    wanted, dealer = _middle(draft), draft.dealer
    konger = next_seat(dealer)
    first, fourth = draft.take(wanted), draft.take(wanted)
    draft.give(konger, wanted, wanted)
    draft.melds(konger)
    waiting = (next_seat(konger), previous_seat(dealer))
    for seat in waiting:
        _waits_on(draft, seat, wanted, 2 + draft.choose(3))
        draft.temper(seat, win=15, rob=(25, 85)[draft.choose(2)])
    draft.draws += first
    draft.draw(draft.idle(), draft.idle(), draft.idle())
    draft.draws += fourth
    draft.all_throw("drawn")
    for seat in SEATS:
        draft.temper(seat, call=0, kong=0)
    draft.temper(konger, call=100, kong=100, win=15)
    draft.temper(dealer, win=15)
    draft.walls[:] = [8, 40]


def dealt(draft: Draft) -> None:
    """The dealer's fourteen tiles are complete, and the others' first draws complete their hands."""
    for seat in (draft.dealer, *AFTER[draft.dealer]):
        draft.eyes(seat)
        low = draft.any_of([t for t in draft.kinds[seat] if SUIT_OF[t] != HONOURS and RANK_OF[t] < 8])
        draft.give(seat, low, Tile(low + 1))
        if draft.choose(3) == 0:
            draft.give(seat, *(draft.any_of(draft.kinds[seat]),) * 4)
        draft.melds(seat)
        draft.draw(Tile(low + 2) if draft.choose(3) else draft.idle())
        draft.temper(seat, throws="drawn", call=0, kong=0, win=75 if seat == draft.dealer else 100)


def pairs(draft: Draft) -> None:
    """Seven pairs, four alike among them."""
    for seat in SEATS:
        draft.give(seat, *(draft.any_of(draft.kinds[seat]),) * (4 if draft.choose(2) else 3))
        draft.pairs(seat)
        draft.temper(seat, kong=15, call=15)


def flush(draft: Draft) -> None:
    """Every hand keeps to one suit, the last one to honours where there are any; more of that comes."""
    for suit, seat in enumerate(SEATS):
        draft.kinds[seat] = [t for t in draft.rules.tiles.kinds if SUIT_OF[t] == suit] or draft.kinds[seat]
        if len(draft.kinds[seat]) == 9 and draft.choose(2):
            draft.give(seat, *draft.kinds[seat])
        draft.eyes(seat)
        draft.melds(seat)
        draft.fill(seat, draft.kinds[seat])
        draft.temper(seat, win=100, call=75, throws="efficient")


def honours(draft: Draft) -> None:
    """One hand is all honours, which its player throws; the others hold hardly any."""
    seat = draft.choose(4)
    draft.temper(seat, throws="honours", kong=0, call=0)
    draft.fill(seat, HONOUR_TILES)
    for other in SEATS:
        draft.fill(other, SUITED_TILES)
    draft.walls[:] = [44, 55]


def alike(draft: Draft) -> None:
    """One hand is nearly all 2, 5 and 8, or all honours, with more to come."""
    seat = draft.choose(4)
    kinds = [t for t in SUITED_TILES if RANK_OF[t] in (2, 5, 8)]
    kinds = [*HONOUR_TILES] if draft.choose(2) and HONOUR_TILES[0] in draft.left else kinds
    draft.fill(seat, [t for t in kinds if t != RED])
    for _ in range(8):
        draft.draw(draft.any_of(kinds), draft.idle())
    draft.temper(seat, win=100, call=100, throws="efficient")


def wilds(draft: Draft) -> None:
    """One hand is complete but for a wild tile that it holds, and draws more of them; its player is slow to win."""
    turned = draft.rules.tiles.wild
    if turned is None:
        ready(draft)
        return
    indicator = draft.any_of(draft.rules.tiles.kinds)
    draft.indicator += draft.take(indicator)
    wild = turned(indicator)
    draft.kinds = {seat: [t for t in kinds if t != wild] for seat, kinds in draft.kinds.items()}
    draft.give(draft.dealer, *(wild,) * (1, 1, 2, 3)[draft.choose(4)])
    draft.temper(draft.dealer, win=(15, 15, 60)[draft.choose(3)], throws=("wild", "wild", "drawn")[draft.choose(3)])
    draft.melds(draft.dealer)
    if draft.choose(2):
        draft.give(next_seat(draft.dealer), *(draft.idle(),) * 4)
        draft.temper(next_seat(draft.dealer), kong=100)
    for _ in range(3):
        draft.draw(wild if draft.choose(4) else draft.idle(), draft.idle(), draft.idle(), draft.idle())


def fed(draft: Draft) -> None:
    """A hand of open sequences, fed three times by the dealer before it; both are near a win."""
    feeder = draft.dealer
    seat = next_seat(feeder)
    middles = [_middle(draft) for _ in range(4)]
    for middle in middles:
        draft.give(seat, Tile(middle - 1), Tile(middle + 1))
    draft.eyes(seat)
    _waits_on(draft, feeder, wanted := _middle(draft), draft.choose(6))
    for middle in middles[:3]:
        draft.draw(middle, draft.idle(), draft.idle())
    draft.draw(wanted if draft.choose(2) else draft.idle(), middles[3])
    draft.all_throw("drawn")
    for other in SEATS:
        draft.temper(other, call=0, kong=0, win=100)
    draft.temper(seat, call=100, throws="efficient")
    draft.walls[:] = [20, 50]


def followed(draft: Draft) -> None:
    """Every seat holds the same tile, and the dealer throws it first."""
    kind = draft.any_of([t for t in draft.rules.tiles.kinds if RANK_OF[t] in (1, 9) or SUIT_OF[t] == HONOURS])
    draft.draws += draft.take(kind)
    for seat in AFTER[draft.dealer]:
        draft.give(seat, kind)
    if SUIT_OF[kind] != HONOURS:
        inwards = 1 if RANK_OF[kind] == 1 else -1
        draft.give(draft.dealer, Tile(kind + inwards), Tile(kind + 2 * inwards))
    draft.all_throw("follow", *AFTER[draft.dealer])
    draft.temper(draft.dealer, throws="drawn", win=15, kong=0, call=75)


def unconnected(draft: Draft) -> None:
    """A hand of tiles far from each other: three suits by thirds, honours, terminals."""
    seat, turn = draft.dealer, draft.choose(3)
    spread = [tile(suit, rank) for suit in range(3) for rank in range(1 + (suit + turn) % 3, 10, 3)]
    ends = [tile(suit, rank) for suit in range(3) for rank in (1, 9)]
    kinds = [t for t in draft.rules.tiles.kinds if SUIT_OF[t] == HONOURS]
    way = draft.choose(5) % 4
    if way == 0:  # the nine suit tiles, the rest of the hand melds
        draft.give(seat, *spread)
        draft.eyes(seat)
        draft.give(seat, *(called := (draft.idle(),)) * 2)
        draft.draw(draft.idle(), *called)
    else:
        for t in [*kinds, *(ends if way == 1 else spread)]:
            draft.give(seat, t)
    for t in draft.hands[seat][:3]:
        draft.draw(t if way == 1 else draft.any_of(spread), draft.idle(), draft.idle(), draft.idle())
    draft.all_throw("drawn")
    draft.temper(seat, throws="efficient", win=100, call=75)


def runs(draft: Draft) -> None:
    """Runs of honours are nearly there in every hand, and the tiles that complete them are thrown."""
    peacock, dragons = (tile(2, 1), tile(3, 1), tile(3, 2)), (tile(3, 5), tile(3, 6), tile(3, 7))
    for seat in SEATS:
        run = (peacock, dragons)[seat % 2]
        for t in run if draft.choose(2) else run[:2]:
            draft.give(seat, t)
        draft.eyes(seat)
        draft.melds(seat, triplets=10)
        draft.all_throw(("honours", "efficient", "drawn")[draft.choose(3)], seat)


Plan = Callable[[Draft], None]
PLANS: Final[tuple[Plan, ...]] = (
    several, fours, rob, ready, near_the_end, wilds, chain, passing, flush, dealt, pairs, fed, several, honours,
    unconnected, rob, wilds, followed, open_tail, alike, runs, near_the_end, chance,
)  # fmt: skip
