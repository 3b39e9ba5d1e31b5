"""Danger marks: discards of level 3 deal in far more often than those of level 0; what cannot be won on is safe."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

import pytest

from rules.bots import LEVELS, seeded_chooser
from rules.commands import Choose, Discard
from rules.danger import dangers
from rules.events import AskKind, Cause, Drew, Event, Melded, RoundEnded, Won
from rules.goals import OUT_OF_REACH
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.round import Round
from rules.ruleset import Ruleset
from rules.seats import SEATS, Seat
from rules.state import RoundState
from rules.tiles import SUIT_LETTERS, SUIT_OF, TILE_NAMED, Tile
from rules.variants import all_variants, variant
from rules.win import Tray

VARIANTS = ("sichuan_bloody", "shandong_1", "hebei_1", "changsha")
HANDS = 12


def rounds(key: str, hands: int, options: tuple[tuple[str, str], ...] = ()) -> Iterator[Round]:
    """The hands of a match, not played yet."""
    match = Match(MatchSettings(key, options, Length(LengthUnit.HANDS, hands), b"danger " + key.encode()), variant(key))
    for _ in range(hands):
        hand = Round(match.rules, match.next_deal())
        yield hand
        match.record(hand.state)


def discards(hand: Round, number: int) -> Iterator[tuple[Seat, Tile, RoundState, int]]:
    """Bots play the hand: before each discard who throws what, what that seat sees, and how long the log is."""
    choose = seeded_chooser(b"danger", number)
    while not hand.over:
        seat, ask = next(iter(hand.asks.items()))
        view = hand.state.masked(seat)
        command = LEVELS["efficient"](view, hand.rules, ask, choose)
        if ask.kind is AskKind.TURN and isinstance(command, Discard):
            yield seat, command.tile, view, len(hand.log)
        hand.submit(seat, command, Cause.BOT)


def dealt_in(log: list[Event], seat: Seat) -> bool:
    """Whether the discard with which this part of a log begins was won on."""
    for event in log:
        if isinstance(event, Won) and event.loser == seat:
            return True
        if isinstance(event, Drew | Melded | RoundEnded):
            return False
    return False


def test_level_three_deals_in_and_level_zero_does_not() -> None:
    thrown: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for key in VARIANTS:
        for number, hand in enumerate(rounds(key, HANDS)):
            told = [(s, dangers(view, hand.rules, s)[tile], at) for s, tile, view, at in discards(hand, number)]
            for seat, level, at in told:
                thrown[level] += 1
                lost[level] += dealt_in(hand.log[at:], seat)
    assert all(thrown[level] > 50 for level in range(4)), thrown
    rates = [lost[level] / thrown[level] for level in range(4)]
    assert rates[3] > 0.03, rates
    assert rates[3] > 5 * rates[0], rates
    assert rates[2] + rates[3] > rates[0] + rates[1], rates


@pytest.mark.parametrize("key", all_variants())
def test_every_variant_is_judged_by_its_own_goals(key: str) -> None:
    hand = next(rounds(key, 1))
    goals = hand.rules.winning.goals
    for seat, tile, view, _ in discards(hand, 0):
        for other in SEATS:
            tray = Tray(view, other, extra=tile)
            for goal in goals:
                if goal.missing(view, other, tray) == OUT_OF_REACH:
                    assert not goal.keeps(view, other, tile), "what is out of reach takes nothing"
        assert tile in dangers(view, hand.rules, seat)


def test_where_plain_hands_must_draw_nothing_is_very_risky() -> None:
    for number, hand in enumerate(rounds("lishui", 2)):
        for seat, _, view, _ in discards(hand, number):
            few = max(len(owner.melds) for owner in view.seats) < 3
            assert not few or max(dangers(view, hand.rules, seat).values()) < 3


@pytest.fixture(scope="module")
def middle() -> tuple[RoundState, Ruleset, Seat]:
    """A moment late in a hand, from the seat that throws."""
    hand = next(rounds("shandong_1", 1))
    seen = [(seat, view) for seat, _, view, _ in discards(hand, 0)]
    seat, view = seen[-1]
    return view, hand.rules, seat


def test_the_same_view_gives_the_same_marks_and_only_own_kinds(middle: tuple[RoundState, Ruleset, Seat]) -> None:
    view, rules, seat = middle
    found = dangers(view, rules, seat)
    assert found == dangers(view.copy(), rules, seat)
    assert set(found) == set(view.seats[seat].hand.tiles())
    assert set(found.values()) <= set(range(4))
    assert max(found.values()) > 0


def test_what_all_have_just_let_go_is_safe(middle: tuple[RoundState, Ruleset, Seat]) -> None:
    view, rules, seat = middle
    risky = max(dangers(view, rules, seat).items(), key=lambda item: item[1])[0]
    after = view.copy()
    after.discards = [*view.discards, *((other, risky) for other in SEATS if other != seat)]
    assert dangers(after, rules, seat)[risky] == 0


def test_a_wild_tile_is_safe(middle: tuple[RoundState, Ruleset, Seat]) -> None:
    view, rules, seat = middle
    risky = max(dangers(view, rules, seat).items(), key=lambda item: item[1])[0]
    after = view.copy()
    after.wilds = (risky,)
    assert dangers(after, rules, seat)[risky] == 0


def test_a_suit_that_all_others_have_named_as_void_is_safe() -> None:
    options = (("declare_void", "yes"),)
    checked = 0
    for number, hand in enumerate(rounds("sichuan", 3, options)):
        for _, ask in tuple(hand.asks.items()):
            hand.submit(ask.seat, Choose("void", "p" if ask.seat else "m"), Cause.BOT)
        for seat, _, view, _ in discards(hand, number):
            if seat == 0 and any(not view.seats[other].out for other in SEATS[1:]):
                levels = dangers(view, hand.rules, seat)
                checked += sum(SUIT_OF[tile] == SUIT_LETTERS.index("p") for tile in levels)
                assert all(not level for tile, level in levels.items() if SUIT_OF[tile] == SUIT_LETTERS.index("p"))
    assert checked > 20


def test_the_waits_of_a_hand_laid_open_are_the_only_danger_from_it(middle: tuple[RoundState, Ruleset, Seat]) -> None:
    view, rules, seat = middle
    other = SEATS[(seat + 1) % 4]
    after = view.copy()
    for owner in after.seats:
        owner.out = owner is not after.seats[other] and owner is not after.seats[seat]
    after.seats[other].melds = []
    alone = max(tile for tile in dangers(view, rules, seat) if SUIT_OF[tile] == 0)  # a lone tile that waits for a pair
    shown = [TILE_NAMED[name] for name in ("1p", "2p", "3p", "4p", "5p", "6p", "7s", "8s", "9s", "1s", "1s", "1s")]
    after.seats[other].shown = (alone, *shown)
    levels = dangers(after, rules, seat)
    assert levels[alone] == 3
    assert {tile for tile, level in levels.items() if level} == {alone}


def test_it_takes_less_than_two_milliseconds(middle: tuple[RoundState, Ruleset, Seat]) -> None:
    view, rules, seat = middle
    times = []
    for _ in range(20):
        begun = time.thread_time()
        dangers(view, rules, seat)
        times.append(time.thread_time() - begun)
    assert min(times) < 0.002
