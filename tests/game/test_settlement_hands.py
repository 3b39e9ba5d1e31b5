"""The four hands at the end: all are shown, with who was ready, what they waited for and what the hand brought."""

from __future__ import annotations

import itertools
from functools import cache

import pygame
import pytest

from game.app import App, render_scene
from game.scenes.settlement import SettlementScene
from game.settlement.hands import OpenHandRow, last_win, received
from game.widgets.button import Button
from game.widgets.choices import Tabs
from rules.bots import LEVELS, seeded_chooser
from rules.hints import waits_shown
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.score import Transfer
from rules.seats import SEATS
from rules.simulate import play_hand
from rules.state import RoundState
from rules.variants import all_variants, variant
from tests.game.test_settlement import LONG_NAMES, SIZES, click, finished_case, hand, hands, scene

from .conftest import press


@cache
def drawn() -> RoundState:
    """A drawn hand of Sichuan with ready hands and others: two of its bots only throw tiles away."""
    match = Match(
        MatchSettings("sichuan", (), Length(LengthUnit.HANDS, 40), b"hands that are drawn"), variant("sichuan")
    )
    bots = [LEVELS["efficient"]] * 2 + [LEVELS["uniform"]] * 2
    while True:
        deal = match.next_deal()
        state = play_hand(match.rules, deal, bots, seeded_chooser(b"drawn", deal.number)).state
        match.record(state)
        if state.drawn_out and len(waits_shown(state, match.rules)) == 2:
            return state


def rows(made: SettlementScene) -> list[OpenHandRow]:
    return [widget for widget in made.form.widgets if isinstance(widget, OpenHandRow)]


def to_the_hands(made: SettlementScene) -> None:
    pages = made.pages
    made.open_page(next(number for number, page in enumerate(pages) if page.hands))


def test_a_drawn_hand_begins_with_the_hands_and_tells_who_was_ready() -> None:
    state = drawn()
    made = scene(state)
    assert made.shown.hands
    ready = waits_shown(state, variant("sichuan").rules({}))
    for seat, row in zip(SEATS, rows(made), strict=True):
        tiles = [piece.tile for piece in row.hand.row.pieces if not piece.down]
        assert sorted(state.seats[seat].shown) == sorted(tiles[len(tiles) - len(state.seats[seat].shown) :])
        assert row.hand.waits == tuple(ready.get(seat, ()))
        assert row.hand.plate.change == state.seats[seat].points
        if seat in ready:
            best = max(worth.value for worth in ready[seat].values())
            assert row.hand.state == f"听牌，最大 {best} 番"
        else:
            assert row.hand.state == "没听牌"


def test_the_line_under_a_hand_adds_up_by_reason() -> None:
    pigs = [Transfer(0, 1, 6, "pig"), Transfer(3, 1, 9, "pig")]
    transfers = [pigs[0], Transfer(1, 0, 2, "kong"), Transfer(2, 0, 2, "kong"), pigs[1]]
    assert received(transfers, 0) == {"pig": -6, "kong": 4}
    assert received(transfers, 1) == {"pig": 15, "kong": -2}
    made = scene(finished_case("shaanxi", "2 leave", hands={}, pao=[1, 2, 0, 3]).state)
    to_the_hands(made)
    assert all(row.hand.came.startswith("逃跑") for row in rows(made))


@pytest.mark.parametrize("key", all_variants())
def test_what_each_hand_got_by_reason_is_what_it_got(key: str) -> None:
    for state in hands(key):
        everything = [transfer for batch in state.ledger for transfer in batch]
        for seat in SEATS:
            assert sum(received(everything, seat).values()) == state.seats[seat].points


@pytest.mark.parametrize("key", all_variants())
def test_every_finished_hand_has_the_page_and_shows_only_what_was_shown(key: str) -> None:
    for state in hands(key, 6):
        made = scene(state)
        to_the_hands(made)
        for step, row in enumerate(rows(made)):
            owner, win = state.seats[step], last_win(state, step)
            concealed = [*win.hand, win.tile] if win is not None else owner.shown
            melds = [tile for meld in owner.melds for tile in meld.tiles]
            known = sorted(piece.tile for piece in row.hand.row.pieces)
            assert known == sorted([*concealed, *melds])
        assert made.arrows == ()


def test_before_the_hands_are_shown_there_is_no_such_page() -> None:
    state = drawn().copy()
    for owner in state.seats:
        owner.shown = ()
    assert not any(page.hands for page in scene(state).pages)


def test_a_button_turns_from_the_only_win_to_the_hands_and_back() -> None:
    made = scene(hand("lishui", lambda state: len(state.wins) == 1 and len(state.ledger) == 1))
    app = App(made.services)
    assert not any(isinstance(widget, Tabs) for widget in made.form.widgets)
    for words, shows in (("四家手牌", True), ("付分", False)):
        click(app, next(w for w in made.form.widgets if isinstance(w, Button) and w.text == words))
        assert made.shown.hands is shows
        render_scene(made)
    app.frame([press(pygame.K_RIGHT)])
    assert made.shown.hands


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("language", "text"), [("zh_CN", 100), ("en", 150)])
def test_the_hands_fit(size: tuple[int, int], language: str, text: int) -> None:
    made = scene(drawn(), size, LONG_NAMES, language=language, text_size=text)
    render_scene(made)
    shown = rows(made)
    assert all(made._sheet.contains(row.rect) for row in shown)
    assert shown[-1].rect.bottom <= made._foot.top
    for one, other in itertools.combinations(shown, 2):
        assert not one.rect.colliderect(other.rect)
