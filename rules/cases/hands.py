"""`[[hand]]`: one finished hand, laid out on a table by events, judged and settled (cases/README.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from rules.cases.fields import Fields, FindVariant, check_copies
from rules.cases.melds import TILES_OF_A_MELD, parse_meld
from rules.errors import NotationError
from rules.events import (
    Dealt,
    Discarded,
    Drew,
    Event,
    KongAnnounced,
    Marked,
    Paid,
    RoundStarted,
    SeatOut,
    Shown,
    Stage,
    Staged,
    WallBuilt,
    WildRevealed,
    WinSource,
)  # fmt: skip
from rules.evolve import evolve, fold
from rules.judging import context_of, judge, win_rules, won_event, worth
from rules.melds import Meld, keeps_wilds, solo_kong
from rules.ruleset import Ruleset, Variant
from rules.score import Breakdown, Transfer, net
from rules.seats import SEATS, Seat, next_seat
from rules.state import RoundState
from rules.tiles import HIDDEN, HONOURS, RED, SUIT_LETTERS, Tile
from rules.values import value
from rules.wall import COPIES
from rules.win import WinContext

CONCEALED: Final = 13

OPENING: Final = "opening"
ROB_KONG: Final = "rob_kong"
DRAWN_FACTS: Final = frozenset({"kong_draw", "heavenly", "last_tile_draw", "last_draw", "ten_honours", OPENING})
CLAIMED_FACTS: Final = frozenset({ROB_KONG, "kong_discard", "last_tile_discard", "caller_not_ready"})
FACTS: Final = DRAWN_FACTS | CLAIMED_FACTS | {"earthly", "declared_ready"}
COUNTED_MARKS: Final = ("floats",)

VOID: Final = "void"
BIRD: Final = "bird"
PAO: Final = "pao"
MOST_PAO: Final = 4
"""What a seat may lay (rulebook/shaanxi.md, "Pao")."""
KONG: Final = "kong"
KONG_UNIT: Final = 6
"""Points of one unit of `kong_income`."""


@value
class SeatGiven:
    """What a case tells about a seat; `hand` is None when it does not tell the concealed tiles."""

    hand: list[Tile] | None
    melds: tuple[Meld, ...]
    marks: Mapping[str, int | str]


NOTHING_GIVEN: Final = SeatGiven(None, (), {})


@value
class FinishedHand:
    """A hand to be judged: the winner, his tile (None for a win that has none), who supplied it, the circumstances."""

    variant: Variant
    options: tuple[tuple[str, str], ...]
    rules: Ruleset
    dealer: Seat
    streak: int
    wild: Tile | None
    winner: Seat
    supplier: Seat
    tile: Tile | None
    facts: frozenset[str]
    bird: Tile | None
    pao: tuple[int, ...]
    kong_income: int
    out: tuple[int, ...]
    seats: tuple[SeatGiven, ...]

    @property
    def source(self) -> WinSource:
        """Where the winning tile came from."""
        if self.winner == self.supplier:
            return WinSource.SELF_DRAW
        return WinSource.ROB_KONG if ROB_KONG in self.facts else WinSource.DISCARD

    @property
    def asked_for(self) -> bool:
        """Whether play can lead to the question: no wild tile was called, and none is to be won from another."""
        wilds = () if self.wild is None else (self.wild,)
        called = all(keeps_wilds(meld, wilds) for meld in self.seats[self.winner].melds)
        return called and (self.tile not in wilds or self.source is WinSource.SELF_DRAW)


@value
class HandVerdict:
    """What the engine says about a finished hand: why it does not win, or what it is worth and who pays whom."""

    reason: str | None
    breakdown: Breakdown | None = None
    transfers: tuple[Transfer, ...] = ()

    @property
    def wins(self) -> bool:
        """Whether it wins."""
        return self.breakdown is not None

    @property
    def patterns(self) -> tuple[str, ...]:
        """The pattern ids that count, an id once for each time."""
        return () if self.breakdown is None else tuple(self.breakdown.names())

    @property
    def points(self) -> tuple[int, ...]:
        """The change of each seat, zeros for no win."""
        return tuple(net(self.transfers))


@lru_cache(maxsize=256)
def rules_of(variant: Variant, options: tuple[tuple[str, str], ...]) -> Ruleset:
    """The rules of a variant with all its options chosen; batches of cases share them."""
    return variant.build(dict(options))


# ---- reading --------------------------------------------------------------------------------------------------------


def read_hand(fields: Fields, find: FindVariant) -> FinishedHand:
    """The hand that a case describes.

    Raises CaseError naming the key for anything that cannot be: unknown keys, tiles, facts or options, a hand of the
    wrong size, five copies of a tile.
    """
    variant = fields.variant(find)
    options = fields.options(variant)
    bird = fields.tile(BIRD)
    if bird is None and BIRD in options:
        options[BIRD] = "no"
    chosen = tuple(options.items())
    rules = rules_of(variant, chosen)
    winner = fields.seat("winner")
    wild = fields.tile("wild")
    hand = FinishedHand(
        variant, chosen, rules,
        dealer=fields.seat("dealer", 0),
        streak=fields.number("streak", 0),
        wild=wild,
        winner=winner,
        supplier=fields.seat("from"),
        tile=fields.tile("tile"),
        facts=frozenset(fields.texts("facts")),
        bird=bird,
        pao=tuple(fields.per_seat(PAO, MOST_PAO)),
        kong_income=fields.number("kong_income", 0),
        out=tuple(fields.numbers("out")),
        seats=_read_seats(fields, _stand_ins(fields, rules, wild), wild),
    )  # fmt: skip
    fields.finish()
    _check(fields, hand)
    return hand


def _stand_ins(fields: Fields, rules: Ruleset, wild: Tile | None) -> tuple[tuple[Tile, Tile], ...]:
    if wild is None:
        return ()
    if rules.tiles.wild is None:
        fields.fail("wild", "this variant has no wild tile")
    return rules.tiles.stand_ins(wild)


def _read_seats(fields: Fields, stand_ins: tuple[tuple[Tile, Tile], ...], wild: Tile | None) -> tuple[SeatGiven, ...]:
    given = fields.by_seat("seat")
    return tuple(
        _read_seat(Fields(given[seat], fields.where, f"seat.{seat}."), seat, stand_ins, wild)
        if seat in given
        else NOTHING_GIVEN
        for seat in SEATS
    )


def _read_seat(fields: Fields, seat: Seat, stand_ins: tuple[tuple[Tile, Tile], ...], wild: Tile | None) -> SeatGiven:
    hand = fields.tiles("hand") if fields.has("hand") else None
    melds = []
    for text in fields.texts("melds"):
        try:
            melds.append(parse_meld(text, seat, stand_ins))
        except NotationError as error:
            fields.fail("melds", str(error))
    melds += _solo_kongs(fields, wild)
    counts = {key: fields.number(key, 0) for key in COUNTED_MARKS}
    marks: dict[str, int | str] = {key: count for key, count in counts.items() if count}
    if fields.has(VOID):
        marks[VOID] = read_void(fields, fields.text(VOID))
    fields.finish()
    return SeatGiven(hand, tuple(melds), marks)


def _solo_kongs(fields: Fields, wild: Tile | None) -> list[Meld]:
    wilds = fields.number("wild_kongs", 0, highest=COPIES)
    if wilds and wild is None:
        fields.fail("wild_kongs", "this hand has no wild tile")
    return [solo_kong(RED)] * fields.number("red_kongs", 0, highest=COPIES) + [solo_kong(wild or HIDDEN)] * wilds


def read_void(fields: Fields, letter: str) -> str:
    """The letter of a suit that a seat has named. Raises CaseError for anything else."""
    if len(letter) != 1 or letter not in SUIT_LETTERS[:HONOURS]:
        fields.fail(VOID, "one of the suits m, p, s expected")
    return letter


# ---- what can be ----------------------------------------------------------------------------------------------------


def _check(fields: Fields, hand: FinishedHand) -> None:
    _check_facts(fields, hand)
    if hand.tile is None and not hand.facts & set(hand.rules.winning.special):
        fields.fail("tile", "missing")
    if hand.winner in hand.out or hand.supplier in hand.out or not set(hand.out) <= set(SEATS):
        fields.fail("out", "seats other than winner and from expected")
    if hand.seats[hand.winner].hand is None:
        fields.fail(f"seat.{hand.winner}.hand", "missing")
    for seat in SEATS:
        _check_size(fields, hand, seat)
    tiles = [] if hand.tile is None else [hand.tile]
    if hand.wild is not None and hand.rules.tiles.wild is not None and hand.rules.tiles.wild(hand.wild) == hand.wild:
        tiles.append(hand.wild)  # the copy that was turned up
    for given in hand.seats:
        tiles += [*(given.hand or ()), *(tile for meld in given.melds for tile in meld.tiles)]
    check_copies(fields, "seat", tiles, hand.rules)
    check_copies(fields, BIRD, [hand.bird] if hand.bird else [], hand.rules)
    check_copies(fields, "wild", [hand.wild] if hand.wild else [], hand.rules)


def _check_facts(fields: Fields, hand: FinishedHand) -> None:
    for fact in sorted(hand.facts):
        if fact not in FACTS:
            fields.fail("facts", f"unknown fact {fact!r}")
        if fact in (CLAIMED_FACTS if hand.source is WinSource.SELF_DRAW else DRAWN_FACTS):
            fields.fail("facts", f"{fact} does not go with a tile from seat {hand.supplier}")
    if hand.kong_income and "kong_discard" not in hand.facts:
        fields.fail("kong_income", "goes with the fact kong_discard only")


def _check_size(fields: Fields, hand: FinishedHand, seat: Seat) -> None:
    given = hand.seats[seat]
    melds = sum(not meld.beside for meld in given.melds)
    size = CONCEALED - TILES_OF_A_MELD * melds
    if size < 1:
        fields.fail(f"seat.{seat}.melds", f"{melds} melds")
    if OPENING in hand.facts and seat == hand.winner and seat != hand.dealer:
        size -= 1
    if given.hand is not None and seat not in hand.out and len(given.hand) != size:
        fields.fail(f"seat.{seat}.hand", f"{size} tiles expected, not {len(given.hand)}")


# ---- judging --------------------------------------------------------------------------------------------------------


def table_of(hand: FinishedHand) -> RoundState:
    """The table at the moment of the win."""
    return fold(_laid_out(hand))


def judged_as(hand: FinishedHand) -> WinContext:
    """The win to be judged, as it is before it is read in any way."""
    tile = HIDDEN if hand.tile is None else hand.tile
    return context_of(table_of(hand), hand.rules, hand.winner, tile, hand.source, hand.facts)


def judge_hand(hand: FinishedHand) -> HandVerdict:
    """Judge the hand under the facts given, and settle it."""
    context = judged_as(hand)
    state, verdict = context.state, judge(context)
    if verdict.breakdown is None:
        return HandVerdict(verdict.reason)
    evolve(state, won_event(verdict, took=hand.source is not WinSource.SELF_DRAW))
    evolve(state, Staged(Stage.WON, hand.winner))
    return HandVerdict(None, verdict.breakdown, tuple(_settled(state, hand.rules)))


def pattern_readings(hand: FinishedHand) -> set[tuple[str, ...]]:
    """The ids of the patterns, sorted, of every way in which a hand can be read; the verdict has those of the best."""
    context = judged_as(hand)
    rules = win_rules(hand.rules, hand.facts)
    return {
        tuple(sorted(worth(context.read_as(arrangement), rules).names()))
        for shape in rules.shapes
        if shape.fits(context)
        for arrangement in shape.arrangements(context)
    }


def _settled(state: RoundState, rules: Ruleset) -> Iterator[Transfer]:
    for event in rules.scoring.settle(state, rules):
        evolve(state, event)
        if isinstance(event, Paid):
            yield from event.transfers


def _laid_out(hand: FinishedHand) -> Iterator[Event]:
    """The table at the moment of the win, as events that lead to it."""
    yield RoundStarted(hand.variant.key, hand.options, 1, hand.dealer, hand.streak)
    if hand.wild is not None:
        yield WallBuilt((hand.wild,))
        yield WildRevealed(hand.wild, 0, (hand.wild,), hand.rules.tiles.stand_ins(hand.wild))
    for seat, given in enumerate(hand.seats):
        yield Dealt(seat, tuple(given.hand or ()))
        if given.melds:
            yield Shown(seat, (), given.melds, "case")
        for key, mark in given.marks.items():
            yield Marked(seat, key, mark)
        if hand.pao[seat]:
            yield Marked(seat, PAO, hand.pao[seat])
    yield from (SeatOut(seat) for seat in hand.out)
    if hand.kong_income:
        income = KONG_UNIT * hand.kong_income
        yield Paid((Transfer(next_seat(hand.supplier), hand.supplier, income, KONG),))
    yield from _winning_tile(hand)


def _winning_tile(hand: FinishedHand) -> Iterator[Event]:
    rest = () if hand.bird is None else (hand.bird,)
    if hand.tile is None:
        yield WallBuilt(rest)
    elif hand.source is WinSource.SELF_DRAW:
        yield WallBuilt((hand.tile, *rest))
        yield Staged(Stage.TURN, hand.winner)
        yield Drew(hand.winner, hand.tile, 0, replacement="kong_draw" in hand.facts)
    else:
        yield Dealt(hand.supplier, (hand.tile,))
        yield WallBuilt(rest)
        if hand.source is WinSource.ROB_KONG:
            yield KongAnnounced(hand.supplier, hand.tile)
            yield Staged(Stage.KONG_CLAIM, hand.supplier)
        else:
            yield Discarded(hand.supplier, hand.tile, False)
            yield Staged(Stage.CLAIM, hand.supplier)
