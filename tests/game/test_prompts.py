"""From asks to cards: every option is one thing to press."""

from __future__ import annotations

import pytest

from game.prompts import CardTile, PromptModel, prompt_model
from game.strings import Strings
from game.tabletexts import TableTexts
from game.words import Words
from rules.commands import DISCARD, PASS, PONG, WIN, Choose, Chow, Command, Kong
from rules.events import Ask, AskKind
from rules.melds import KongKind
from rules.tiles import Tile, parse_tile

SIX_DOTS = parse_tile("6p")


def model(*options: Command, kind: AskKind = AskKind.CLAIM, offered: Tile | None = SIX_DOTS) -> PromptModel:
    return prompt_model(Ask(0, 0, kind, options, options[-1]), offered)


def p(text: str) -> Tile:
    return parse_tile(text)


EVERYTHING: tuple[Command, ...] = (
    WIN,
    Chow((p("4p"), p("5p"))),
    Chow((p("5p"), p("7p"))),
    PONG,
    Kong(KongKind.EXPOSED, SIX_DOTS),
    PASS,
)


def test_cards_stand_in_the_fixed_order() -> None:
    found = model(*EVERYTHING)
    assert [card.action for card in found.all_cards] == ["win", "kong", "pong", "chow", "chow", "pass"]


def test_every_option_is_reached_exactly_once() -> None:
    options = (*EVERYTHING, DISCARD[p("1m")], DISCARD[p("2m")], Choose("void", "m"))
    found = model(*options)
    reached = [card.index for card in found.all_cards] + list(found.discards.values())
    assert sorted(reached) == list(range(len(options)))


def test_a_chow_shows_its_tiles_in_order_with_the_called_one_marked() -> None:
    card = model(Chow((p("5p"), p("7p"))), PASS).cards[0]
    assert card.tiles == (CardTile(p("5p")), CardTile(SIX_DOTS, called=True), CardTile(p("7p")))
    assert card.uses == (p("5p"), p("7p"))


def test_of_counts_the_key_is_the_number_and_none_comes_last_with_the_tenth_key() -> None:
    pao = model(*(Choose("pao", str(count)) for count in range(5)), kind=AskKind.CHOICE)
    assert [(card.choice, card.number) for card in pao.cards] == [
        ("pao/1", 1), ("pao/2", 2), ("pao/3", 3), ("pao/4", 4), ("pao/0", 10),
    ]  # fmt: skip


def test_several_chows_are_numbered_and_a_single_one_is_not() -> None:
    assert [card.number for card in model(*EVERYTHING).cards if card.action == "chow"] == [1, 2]
    assert model(Chow((p("5p"), p("7p"))), PASS).cards[0].number == 0


@pytest.mark.parametrize(
    ("kind", "uses", "tiles"),
    [(KongKind.CONCEALED, 4, 4), (KongKind.ADDED, 1, 4), (KongKind.SOLO, 1, 1)],
)
def test_kongs_of_ones_own_turn_say_what_they_use(kind: KongKind, uses: int, tiles: int) -> None:
    found = model(Kong(kind, p("9m")), DISCARD[p("9m")], kind=AskKind.TURN, offered=None)
    card = found.cards[0]
    assert (len(card.uses), len(card.tiles)) == (uses, tiles)


def test_an_exposed_kong_uses_three_tiles_and_the_called_one() -> None:
    card = model(Kong(KongKind.EXPOSED, SIX_DOTS), PASS).cards[0]
    assert card.uses == (SIX_DOTS,) * 3
    assert [tile.called for tile in card.tiles] == [False, False, False, True]


def test_discards_are_no_cards() -> None:
    found = model(DISCARD[p("1m")], DISCARD[p("5z")], kind=AskKind.TURN, offered=None)
    assert found.all_cards == ()
    assert found.discards == {p("1m"): 0, p("5z"): 1}


def test_a_question_becomes_buttons_with_text_keys() -> None:
    found = model(Choose("void", "m"), Choose("void", "p"), kind=AskKind.CHOICE, offered=None)
    assert [card.choice for card in found.cards] == ["void/m", "void/p"]
    assert [card.number for card in found.cards] == [1, 2]


def test_a_single_answer_to_a_question_has_a_number_and_one_beside_discards_a_key_of_its_own() -> None:
    show, ready = Choose("opening", "win"), Choose("ready", "yes")
    (asked, passing) = model(show, PASS, kind=AskKind.CHOICE, offered=None).cards
    (beside,) = model(ready, DISCARD[p("1m")], kind=AskKind.TURN, offered=None).cards
    assert (asked.number, passing.number, beside.number) == (1, 0, 0)
    assert (asked.action, beside.action) == ("choice", "declare")


@pytest.mark.parametrize(
    ("choice", "written"),
    [
        ("last_tile/take", "Take"),
        ("turned_up/5s", "5 Bamboos"),
        ("item/swap_named 1m 9p", "Named swap 1 Character 9 Dots"),
    ],
)
def test_an_answer_is_written_with_the_tiles_it_names(choice: str, written: str) -> None:
    key = "sichuan" if choice.startswith("item") else "changsha"
    words = Words(Strings("en"), TableTexts("en", key), str)
    assert words.choice(choice) == written
