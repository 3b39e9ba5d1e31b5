"""Traits and differences: sound for all pairs of variants, and the declared ones are what played hands show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import product
from types import CodeType
from typing import Any

import pytest

from rules.bots import LEVELS, seeded_chooser
from rules.differences import EITHER_OR, Kind, Topic, Trait, differences, traits
from rules.events import WinSource
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.ruleset import Ruleset, Variant
from rules.seats import next_seat
from rules.simulate import play_hand
from rules.state import RoundState
from rules.variants import all_variants

VARIANTS = all_variants()
KEYS = list(VARIANTS)
RULES = {key: variant.rules({}) for key, variant in VARIANTS.items()}
HANDS = 30
# Reasons that are a matter of course where they can come up, and those that go with a trait of another name.
NOT_TOLD = {
    "no_shape", "false_win", "false_win_before", "declared_ready", "opening_declared", "last_discard",
    "last_tile_only_wins", "swapped", "swap_named", "swap_random", "void_suit_first", "void_suit_called",
    "thrown_as_kong", "red_not_called",
}  # fmt: skip


def rulesets() -> Iterator[tuple[str, Ruleset]]:
    """Every variant with each value of each option."""
    for key, variant in VARIANTS.items():
        for options in ({}, *({option.key: value} for option in variant.options for value in option.values)):
            yield key, variant.rules(options)


# ---- differences ----------------------------------------------------------------------------------------------------


PAIRS = list(product(KEYS, KEYS))


@pytest.mark.parametrize(("known", "here"), PAIRS)
def test_two_variants_differ_and_one_does_not_differ_from_itself(known: str, here: str) -> None:
    assert bool(differences(RULES[known], RULES[here])) == (known != here)


@pytest.mark.parametrize(("known", "here"), PAIRS)
def test_what_is_absent_there_is_new_the_other_way_round(known: str, here: str) -> None:
    forth, back = (differences(RULES[a], RULES[b]) for a, b in ((known, here), (here, known)))
    absent = {d.trait for d in forth if d.kind is Kind.ABSENT}
    present = {d.trait for d in back if d.kind is not Kind.ABSENT}
    assert absent == {trait for trait in present if trait.topic not in EITHER_OR}
    exclusive = ({d.trait.topic for d in way if d.trait.topic in EITHER_OR} for way in (forth, back))
    assert next(exclusive) == next(exclusive)


def test_what_limits_is_marked_so() -> None:
    for key, rules in rulesets():
        for trait in traits(rules):
            assert trait.limit == (trait.topic in (Topic.NEEDS, Topic.PAYERS)), (key, trait)


def test_a_trait_is_told_once_and_either_or_topics_have_one() -> None:
    for key, rules in rulesets():
        found = traits(rules)
        assert len({trait.key for trait in found}) == len(found), key
        assert {topic: [t.topic for t in found].count(topic) for topic in EITHER_OR} == dict.fromkeys(EITHER_OR, 1)


def test_present_things_come_first_in_the_order_of_topics() -> None:
    found = differences(RULES["sichuan"], RULES["wuhan"])
    kinds = [difference.kind is Kind.ABSENT for difference in found]
    assert kinds == sorted(kinds)
    topics = [list(Topic).index(d.trait.topic) for d in found if d.kind is not Kind.ABSENT]
    assert topics == sorted(topics)


@pytest.mark.parametrize(
    ("key", "option", "value", "changes"),
    [
        ("shaanxi", "chow", "yes", {(Kind.NEW, Trait(Topic.CALLS, "chow"))}),
        ("changsha", "bird", "no", {(Kind.ABSENT, Trait(Topic.EXTRAS, "bird"))}),
        ("hebei_2", "honour_runs", "no", {(Kind.ABSENT, Trait(Topic.EXTRAS, "honour_runs"))}),
        ("wuhan", "minimum", "16", {(Kind.LIMIT, Trait(Topic.NEEDS, "below_minimum", limit=True))}),
        ("lishui", "full_flush", "4", {(Kind.NEW, Trait(Topic.PATTERNS, "full_flush"))}),
        ("beijing", "free_declaration", "yes", {(Kind.NEW, Trait(Topic.EXTRAS, "false_wins"))}),
        ("sichuan", "items", "yes", {(Kind.NEW, Trait(Topic.EXTRAS, "items"))}),
        ("sichuan", "fan_cap", "6", {(Kind.NEW, Trait(Topic.EXTRAS, "cap"))}),
        ("sichuan", "escape_penalty", "no", {(Kind.ABSENT, Trait(Topic.EXTRAS, "leaving_pays"))}),
    ],
)
def test_an_option_is_a_difference(key: str, option: str, value: str, changes: set[tuple[Kind, Trait]]) -> None:
    found = differences(RULES[key], VARIANTS[key].rules({option: value}))
    assert {(difference.kind, difference.trait) for difference in found} == changes


# ---- what is declared is true ---------------------------------------------------------------------------------------


def texts_of(function: Any) -> Iterator[str]:
    """The texts that a gate may return: constants of its code, and of its module by name."""
    while isinstance(function, partial):
        function = function.func
    code: CodeType = function.__code__
    names = function.__globals__
    yield from (constant for constant in code.co_consts if isinstance(constant, str) and constant.isidentifier())
    yield from (names[name] for name in code.co_names if isinstance(names.get(name), str))


def test_demands_are_the_reasons_of_the_gates() -> None:
    """A gate that no summary of the variant tells of, or a demand without a gate, is found here."""
    told: dict[str, set[str]] = {key: set() for key in KEYS}
    for key, rules in rulesets():
        told[key] |= set(rules.summary.demands)
    for key, rules in rulesets():
        winning = rules.winning
        calls = [gate for some in rules.calls.gates.values() for gate in some]
        reasons = {text for gate in (*winning.shape_gates, *winning.gates, *calls) for text in texts_of(gate)}
        assert set(rules.summary.demands) <= reasons, key
        assert {reason for reason in reasons if "_" in reason} - NOT_TOLD <= told[key], key


@cache
def played(key: str) -> tuple[RoundState, ...]:
    """Hands of bots, the last state of each."""
    variant: Variant = VARIANTS[key]
    match = Match(MatchSettings(key, (), Length(LengthUnit.HANDS, HANDS), b"differences"), variant)
    states = []
    for _ in range(HANDS):
        deal = match.next_deal()
        bots = [LEVELS["efficient"]] * 3 + [LEVELS["uniform"]]
        finished = play_hand(match.rules, deal, bots, seeded_chooser(b"differences", deal.number))
        match.record(finished.state)
        states.append(finished.state)
    return tuple(states)


@pytest.mark.parametrize("key", KEYS)
def test_who_pays_a_discard_is_as_declared(key: str) -> None:
    expected = {"discarder_pays": 1, "all_pay": 3}[RULES[key].summary.payers]
    wins = [
        (win, [t for batch in state.ledger for t in batch if t.payee == win.seat])
        for state in played(key)
        for win in state.wins
        if win.source is WinSource.DISCARD and len(state.wins) == 1
    ]
    unshared = [(win, paid) for win, paid in wins if all(t.reason != "liability" for t in paid)]
    assert unshared
    for win, paid in unshared:
        payers = {t.payer for t in paid if t.reason == "win"}
        assert len(payers) == expected
        assert win.loser in payers


@pytest.mark.parametrize("key", KEYS)
def test_how_kongs_are_paid_is_as_declared(key: str) -> None:
    konged = [s for s in played(key) if any(meld.kong is not None for owner in s.seats for meld in owner.melds)]
    assert konged
    declared = RULES[key].summary.kongs
    for state in konged:
        reasons = [t.reason for batch in state.ledger for t in batch]
        if declared == "kongs_at_once":
            assert "kong" in reasons
        elif declared == "kongs_at_end":
            assert ("kong" in reasons) == bool(state.wins)
            assert "kong" not in reasons or reasons[-1] == "kong"
        else:
            assert "kong" not in reasons


DRAW_REASONS: Mapping[str, set[str]] = {
    "draw_free": set(),
    "draw_dealer_pays": {"draw_penalty"},
    "draw_not_ready_pays": {"not_ready"},
    "draw_checked": {"pig", "not_ready", "kong_refund"},
}


@pytest.mark.parametrize("key", KEYS)
def test_what_a_draw_costs_is_as_declared(key: str) -> None:
    every = set().union(*DRAW_REASONS.values())
    for state in played(key):
        reasons = {t.reason for batch in state.ledger for t in batch} & every
        assert reasons <= (DRAW_REASONS[RULES[key].summary.drawn] if state.drawn_out else set())


@pytest.mark.parametrize("key", KEYS)
def test_who_deals_next_is_as_declared(key: str) -> None:
    declared = RULES[key].summary.dealer
    single = [state for state in played(key) if len(state.wins) == 1]
    assert single or declared == "dealer_by_dice"
    for state in single:
        (win,) = state.wins
        expected = {
            "dealer_holds": state.dealer if win.seat == state.dealer else next_seat(state.dealer),
            "dealer_winner": win.seat,
            "dealer_discarder": win.seat if win.loser is None else win.loser,
            "dealer_by_dice": None,
        }
        assert state.next_dealer == expected[declared]


@pytest.mark.parametrize("key", KEYS)
def test_play_goes_on_after_a_win_only_where_it_is_told(key: str) -> None:
    on = any(len({win.loser for win in state.wins}) > 1 for state in played(key))
    assert on == ("play_on" in RULES[key].summary.extras)
