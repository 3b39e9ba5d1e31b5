"""Difference cards in words."""

from __future__ import annotations

import pytest

from game.differencecards import DifferenceCard, HouseRules, difference_cards, most_telling
from game.strings import LANGUAGES
from game.tabletexts import TableTexts
from rules.differences import EITHER_OR, Kind, Topic, traits
from rules.errors import OptionError, UnknownVariant
from rules.variants import all_variants

KEYS = list(all_variants())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("known", KEYS)
def test_every_difference_is_said_in_words(known: str, language: str) -> None:
    for here in KEYS:
        cards = difference_cards(language, HouseRules(known), HouseRules(here))
        titles = [card.title for card in cards]
        assert len(set(titles)) == len(titles)
        for card in cards:
            assert card.title
            assert card.text
            assert not {"{", "|", "_"} & set(card.title + card.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_trait_of_every_option_has_its_texts(key: str, language: str) -> None:
    variant = all_variants()[key]
    texts = TableTexts(language, key)
    chosen = [{}, *({option.key: value} for option in variant.options for value in option.values)]
    for trait in {trait for options in chosen for trait in traits(variant.rules(options))}:
        if trait.topic is Topic.PATTERNS:
            assert texts.find("pattern", trait.key)
        else:
            assert (texts.find("difference", trait.key) or "").count("|") == 1, trait.key
            absent = texts.find("difference", f"no {trait.key}")
            assert (absent is None) == (trait.topic in EITHER_OR), trait.key


def test_the_sheet_of_the_design() -> None:
    """Picture 11: who knows Sichuan and wants to play Wuhan."""
    cards = difference_cards("zh_CN", HouseRules("sichuan"), HouseRules("wuhan"))
    assert DifferenceCard(Kind.NEW, "可以吃上家", "四川 普通场只能碰、杠") in cards
    assert DifferenceCard(Kind.LIMIT, "红中在手不能胡", "先打出去，算一杠") in cards
    assert DifferenceCard(Kind.ABSENT, "没有七对", "四川 普通场的七对在这里不成胡") in cards
    assert [card.kind for card in (cards[0], cards[-1])] == [Kind.NEW, Kind.ABSENT]


def test_a_short_list_keeps_a_place_for_what_is_absent() -> None:
    cards = difference_cards("en", HouseRules("sichuan"), HouseRules("wuhan"))
    assert [card.kind for card in most_telling(cards, 5)] == [*(card.kind for card in cards[:4]), Kind.ABSENT]
    gained = difference_cards("en", HouseRules("sichuan"), HouseRules("sichuan_bloody"))
    assert most_telling(gained, 5) == gained
    assert most_telling(gained, 1) == gained[:1]


def test_house_rules_are_differences_too() -> None:
    assert difference_cards("en", HouseRules("sichuan"), HouseRules("sichuan")) == ()
    named = difference_cards("en", HouseRules("sichuan"), HouseRules("sichuan", {"declare_void": "yes"}))
    assert [(card.kind, card.title) for card in named] == [(Kind.LIMIT, "A void suit")]


def test_a_table_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownVariant):
        difference_cards("en", HouseRules("nowhere"), HouseRules("sichuan"))
    with pytest.raises(OptionError):
        difference_cards("en", HouseRules("sichuan"), HouseRules("sichuan", {"luck": "yes"}))
