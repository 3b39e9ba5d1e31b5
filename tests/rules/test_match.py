"""Matches: deals from the seed, the deal passing on, lengths, the change of seats, bad settings."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rules.errors import OptionError
from rules.events import Marked, Paid, RoundEnded
from rules.evolve import fold
from rules.match import Length, LengthUnit, Match, MatchSettings, default_length
from rules.rerun import deal_of
from rules.score import pay, plus
from rules.variants import variant
from rules.wall import below


def match_of(key: str, unit: LengthUnit = LengthUnit.HANDS, count: int = 4, first_seated: int = 0) -> Match:
    return Match(MatchSettings(key, (), Length(unit, count), b"match of tests", first_seated), variant(key))


def passed(match: Match, stays: bool = False, marks: Iterable[Marked] = ()) -> None:
    """Record a hand after which the deal passes on, or stays, with these marks made in it."""
    deal = match.next_deal()
    dealer, streak = (deal.dealer, deal.streak + 1) if stays else ((deal.dealer + 1) % 4, 0)
    paid = Paid(tuple(pay(seat, 0, "win", plus("base", 1)) for seat in (1, 2, 3)))
    match.record(fold([*deal.events(), *marks, paid, RoundEnded((3, -1, -1, -1), False, dealer, streak)]))


def test_the_same_seed_gives_the_same_deals() -> None:
    assert match_of("sichuan").next_deal() == match_of("sichuan").next_deal()


def test_every_hand_of_a_match_has_its_own_wall() -> None:
    match = match_of("sichuan")
    first = match.next_deal()
    passed(match)
    assert match.next_deal().wall != first.wall
    assert sorted(match.next_deal().wall) == sorted(first.wall)


def test_a_match_by_hands_ends_after_so_many_hands() -> None:
    match = match_of("sichuan", count=2)
    overs = []
    for stays in (False, True):
        passed(match, stays)
        overs.append(match.over)
    assert overs == [False, True]


def test_a_round_ends_when_every_seat_has_dealt() -> None:
    match = match_of("lishui", LengthUnit.ROUNDS, 1)
    for stays in (False, True, False, False, True):
        passed(match, stays)
    before = match.over
    passed(match)
    assert (before, match.over) == (False, True)
    assert match.hands == 6


def test_after_four_rounds_the_players_draw_new_seats() -> None:
    match = match_of("lishui", LengthUnit.ROUNDS, 8)
    first_dealer = match.next_deal().dealer
    for _ in range(16):
        assert match.players == [0, 1, 2, 3]
        passed(match)
    assert sorted(match.players) == [0, 1, 2, 3]
    assert match.players != [0, 1, 2, 3], "this seed draws other winds"
    assert match.next_deal().dealer == first_dealer, "east sits on the first dealer's old seat"


def test_after_the_last_hand_everybody_keeps_the_seat() -> None:
    match = match_of("lishui", LengthUnit.ROUNDS, 4)
    while not match.over:
        passed(match)
    assert match.passes == 16
    assert match.players == [0, 1, 2, 3]


def test_a_number_that_would_favour_the_first_ones_is_drawn_again() -> None:
    assert [below(iter([2**32 - 1, 5]), 3), below(iter([2**32 - 2, 5]), 3)] == [2, 2]
    assert below(iter([2**32 - 1]), 4) == 3


def test_totals_follow_the_players_not_the_seats() -> None:
    match = match_of("lishui", LengthUnit.ROUNDS, 8)
    for _ in range(16):
        passed(match)
    before = list(match.totals)
    passed(match)
    winner = match.players[0]
    assert match.totals[winner] == before[winner] + 3
    assert sum(match.totals) == 0


def test_the_marks_that_the_rules_name_go_on_into_the_next_hand() -> None:
    match = match_of("shaanxi")
    assert match.next_deal().carried == ()
    passed(match, marks=[Marked(2, "pao", 3), Marked(1, "anything", 1)])
    assert match.next_deal().carried == (Marked(2, "last_pao", 3),)
    assert deal_of(match.next_deal().events()) == match.next_deal()


def test_the_player_who_sat_down_first_deals_first_where_the_rules_say_so() -> None:
    assert match_of("changsha", first_seated=2).next_deal().dealer == 2


def test_dice_find_the_dealer_when_the_rules_say_so() -> None:
    dealers = {
        Match(
            MatchSettings("sichuan_bloody", (), Length(LengthUnit.HANDS, 4), bytes([seed])), variant("sichuan_bloody")
        )
        .next_deal()
        .dealer
        for seed in range(30)
    }
    assert dealers == {0, 1, 2, 3}


def test_default_lengths() -> None:
    assert default_length(variant("lishui")) == Length(LengthUnit.ROUNDS, 1)
    assert default_length(variant("sichuan")).unit is LengthUnit.HANDS


@pytest.mark.parametrize(
    ("key", "options", "length"),
    [
        ("sichuan", (("fan_cap", "7"),), Length(LengthUnit.HANDS, 4)),
        ("sichuan", (("bird", "yes"),), Length(LengthUnit.HANDS, 4)),
        ("sichuan", (), Length(LengthUnit.ROUNDS, 1)),
        ("sichuan", (), Length(LengthUnit.HANDS, 0)),
    ],
)
def test_bad_settings_are_refused(key: str, options: tuple[tuple[str, str], ...], length: Length) -> None:
    with pytest.raises(OptionError):
        Match(MatchSettings(key, options, length, b"seed"), variant(key))
