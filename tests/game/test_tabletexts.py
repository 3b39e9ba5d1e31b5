"""Every id that a variant can put before a player has a text in every language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.strings import LANGUAGES, number
from game.tabletexts import TableTexts
from rules.bots import LEVELS, seeded_chooser
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.ruleset import Variant
from rules.score import Factor, Op, amount_of, plus, times
from rules.simulate import play_hand
from rules.state import RoundState
from rules.variants import all_variants

RULES = Path(__file__).resolve().parents[2] / "rules"
HANDS = 12


@cache
def texts(language: str, key: str) -> TableTexts:
    return TableTexts(language, key)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=list(all_variants().values()), ids=lambda variant: variant.key)
def variant(request: pytest.FixtureRequest) -> Variant:
    found: Variant = request.param
    return found


def hands(variant: Variant) -> Iterator[RoundState]:
    settings = MatchSettings(variant.key, (), Length(LengthUnit.HANDS, HANDS), b"texts of payments")
    match = Match(settings, variant)
    for _ in range(HANDS):
        deal = match.next_deal()
        bots = [LEVELS["uniform"]] * 2 + [LEVELS["efficient"]] * 2
        finished = play_hand(match.rules, deal, bots, seeded_chooser(settings.seed, deal.number))
        match.record(finished.state)
        yield finished.state


def missing(variant: Variant, language: str, wanted: set[tuple[str, str]]) -> list[tuple[str, str]]:
    found = texts(language, variant.key)
    return sorted((kind, key) for kind, key in wanted if found.find(kind, key) is None)


def test_a_variant_has_its_names_and_what_is_special(variant: Variant, language: str) -> None:
    wanted = {(kind, variant.key) for kind in ("variant", "card", "line", "chip", "sign", "special")}
    assert not missing(variant, language, wanted | {("region", variant.region)})
    assert 3 <= len(texts(language, variant.key).special) <= 5
    assert all(special.title and special.text for special in texts(language, variant.key).special)


def test_every_house_rule_and_its_values_have_texts(variant: Variant, language: str) -> None:
    wanted = {(kind, option.key) for option in variant.options for kind in ("option", "option note")}
    assert not missing(variant, language, wanted)
    found = texts(language, variant.key)
    unnamed = [
        (option.key, value)
        for option in variant.options
        for value in option.values
        if not value.isdecimal() and found.value(option.key, value) == value
    ]
    assert not unnamed
    assert found.value("coin_fee", "1200") == number(1200)


def test_every_pattern_has_a_name_and_a_sentence(variant: Variant, language: str) -> None:
    chosen = [{}, *({option.key: value} for option in variant.options for value in option.values)]
    winnings = [variant.rules(options).winning for options in chosen]
    every = [winning for one in winnings for winning in (one, *one.special.values())]
    names = {pattern.name for winning in every for pattern in winning.patterns}
    assert names
    assert not missing(variant, language, {(kind, name) for name in names for kind in ("pattern", "pattern note")})


def test_payments_of_played_hands_have_texts(variant: Variant, language: str) -> None:
    transfers = [t for state in hands(variant) for batch in state.ledger for t in batch]
    wanted = {("reason", t.reason) for t in transfers} | {("factor", f.name) for t in transfers for f in t.factors}
    assert transfers
    assert not missing(variant, language, wanted)


def test_reasons_and_factors_written_in_the_rules_have_texts(language: str) -> None:
    """Also those that no hand of the bots brings up."""
    places = {"plus": ("factor", 0), "times": ("factor", 0), "pay": ("reason", 2)}
    wanted = set()
    for path in (*RULES.glob("variants/*.py"), *RULES.glob("policies/*.py"), *RULES.glob("steps/*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in places:
                kind, place = places[node.func.id]
                name = node.args[place] if place < len(node.args) else None
                if isinstance(name, ast.Constant):
                    wanted.add((kind, str(name.value)))
    assert ("factor", "base") in wanted
    every = [texts(language, key) for key in all_variants()]
    assert not [(kind, key) for kind, key in sorted(wanted) if all(found.find(kind, key) is None for found in every)]


def test_a_variants_own_word_goes_before_the_common_one() -> None:
    assert texts("zh_CN", "lishui").pattern("kong_draw") == "杠底"
    assert texts("zh_CN", "sichuan").pattern("kong_draw") == "杠上花"


def test_an_id_without_a_text_is_shown_as_it_is() -> None:
    found = texts("en", "lishui")
    assert found.find("pattern", "unheard_of") is None
    assert found.pattern("unheard_of") == "unheard_of"
    assert found.factor(plus("unheard_of", 3)) == "unheard_of 3"


@pytest.mark.parametrize(
    ("factors", "written"),
    [
        ((plus("base", 2), times("times", 4)), "base 2 × 4 times"),
        ((plus("base", 15), plus("dealer", 5), times("types", 2)), "(base 15 + dealer 5) × types 2"),
        ((plus("share", 8), plus("share", 4), plus("share", 4)), "8 + 4 + 4"),
        ((plus("base", 10), times("bird", 3, 2)), "base 10 × bird 3/2"),
        ((plus("base", 400), Factor("cap", Op.CAP, 300), plus("dealer", 100)), "base 400 → cap 300 + dealer 100"),
    ],
)
def test_a_formula_can_be_followed(factors: tuple[Factor, ...], written: str) -> None:
    assert texts("en", "lishui").formula(factors) == written
    assert amount_of(factors) > 0
