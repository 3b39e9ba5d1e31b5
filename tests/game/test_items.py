"""Items among the options of an ask, and the words of every choice."""

from __future__ import annotations

from functools import cache

import pytest

from game.items import item_uses, next_tiles, use_of
from game.strings import LANGUAGES, Strings
from game.tabletexts import TableTexts
from game.words import Words
from rules import events as e
from rules.bots import LEVELS, seeded_chooser
from rules.commands import Choose
from rules.events import Ask, Asked, AskKind
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.ruleset import Variant
from rules.simulate import play_hand
from rules.tiles import HIDDEN, TILE_NAMED, parse_tile
from rules.variants import all_variants, variant

HANDS = 8


@cache
def asks(key: str) -> tuple[Ask, ...]:
    """What players are asked in some hands in which every house rule is at its most unusual."""
    chosen = variant(key)
    options = tuple((option.key, option.values[1]) for option in chosen.options if option.key != "ten_honours_closed")
    match = Match(MatchSettings(key, options, Length(LengthUnit.HANDS, HANDS), b"what is asked at a table"), chosen)
    found = []
    for _ in range(HANDS):
        bots = [LEVELS["efficient"]] * 3 + [LEVELS["uniform"]]
        hand = play_hand(match.rules, match.next_deal(), bots, seeded_chooser(b"asks", match.hands))
        match.record(hand.state)
        found += [event.ask for event in hand.log if isinstance(event, Asked)]
    return tuple(found)


def words(language: str, key: str) -> Words:
    return Words(Strings(language), TableTexts(language, key), lambda seat: f"player {seat}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("one", list(all_variants().values()), ids=lambda one: one.key)
def test_every_choice_and_its_question_have_words(one: Variant, language: str) -> None:
    told = words(language, one.key)
    texts = told.texts
    for ask in asks(one.key):
        for option in ask.options:
            if not isinstance(option, Choose) or option.value in TILE_NAMED:
                continue
            name = str(option.value).split()[0]
            assert texts.find("choice", f"{option.key}/{name}"), option
            if option.key == "item":
                assert texts.find("item note", name), option
            elif ask.kind is AskKind.CHOICE:
                assert texts.find("question", option.key), option


def test_hundreds_of_options_become_a_few_items() -> None:
    ask = max(asks("sichuan"), key=lambda ask: len(ask.options))
    uses = item_uses(ask)
    assert len(ask.options) > 200
    assert list(uses) == ["swap_named", "swap_random", "far_sight", "next_tile", "gold_hand"]
    assert sorted(use.index for one in uses.values() for use in one) == [
        index for index, option in enumerate(ask.options) if isinstance(option, Choose)
    ]


def test_tiles_are_named_one_after_the_other() -> None:
    gave, got = parse_tile("1m"), parse_tile("9p")
    options = tuple(Choose("item", text) for text in ("swap_named 1m 9p", "swap_named 1m 3s", "swap_named 2m 9p"))
    uses = item_uses(Ask(1, 0, AskKind.TURN, options, options[0]))["swap_named"]
    assert next_tiles(uses, ()) == (gave, parse_tile("2m"))
    assert next_tiles(uses, (gave,)) == tuple(sorted((parse_tile("3s"), got)))
    assert next_tiles(uses, (gave, got)) == ()
    assert use_of(uses, (gave,)) is None
    found = use_of(uses, (gave, got))
    assert found is not None
    assert found.index == 0


def test_an_item_that_names_no_tile_is_named_at_once() -> None:
    options = (Choose("item", "next_tile"),)
    uses = item_uses(Ask(1, 0, AskKind.TURN, options, options[0]))["next_tile"]
    found = use_of(uses, ())
    assert found is not None
    assert found.tiles == ()


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (e.Marked(1, "item", "far_sight"), ["player 1：用了千里眼"]),
        (e.SecretMarked(0, "far_sight", "5m middle"), ["千里眼：五万在牌墙中段"]),
        (e.SecretMarked(0, "far_sight", "5m none"), ["千里眼：五万牌墙里没有了"]),
        (e.SecretMarked(0, "next_tile", "3p"), ["顺风耳：下一张是三筒"]),
        (e.Exchanged(0, parse_tile("1m"), parse_tile("2p"), 3), ["player 0 用一万换来二筒"]),
        (e.Exchanged(2, HIDDEN, HIDDEN, 0), ["player 2 和牌墙换了一张"]),
    ],
    ids=str,
)
def test_a_use_is_told_to_all_and_what_it_showed_to_its_user(event: e.Event, told: list[str]) -> None:
    assert words("zh_CN", "sichuan").sentences(event) == told
