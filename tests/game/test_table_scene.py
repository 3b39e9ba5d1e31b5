"""The table: whole hands by mouse and by keyboard, prompts, what must never answer one, and what is drawn."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.scenes.settlement import SettlementScene
from game.table.waits import WaitsShown
from game.tableinfo import TableEnd
from game.widgets.dialog import Dialog
from net.messages import AutoCause, AutoChanged, Prompt, PromptClosed
from net.timers import Timers
from rules import events as e
from rules.commands import DISCARD, PASS, WIN, Choose
from rules.events import Ask, AskKind
from rules.tiles import parse_tile
from rules.variants import all_variants
from tests.helpers.tables import (
    OWN,
    LocalTable,
    beginning,
    claimed,
    click,
    local_table,
    mouse,
    my_turn,
    order,
    press,
    scripted_table,
    six_options,
    tile_centre,
)  # fmt: skip

# ---- whole hands ----------------------------------------------------------------------------------------------------


def answer_by_mouse(table: LocalTable) -> None:
    """Click the default: its card, or twice on its tile."""
    scene = table.scene
    prompt = scene.playback.prompt
    assert prompt is not None
    default = prompt.prompt.ask.options.index(prompt.prompt.ask.default)
    box = scene.desk.box
    card = None if box is None else next((card for card in box.cards if card.model.index == default), None)
    if card is not None:
        click(scene, card.rect.center)
        return
    tile = next(tile for tile in scene.hand.legal or () if DISCARD[tile] == prompt.prompt.ask.default)
    index = max(i for i, piece in enumerate(scene.hand.arrangement.pieces) if piece.tile == tile)
    click(scene, tile_centre(scene, index))
    table.clock.now += 0.05
    click(scene, tile_centre(scene, index))


def answer_by_keys(table: LocalTable) -> None:
    """Pass by Space, answer questions by number, throw the tile at the right by Up and Enter, else search one."""
    scene = table.scene
    ask = scene.playback.prompt.prompt.ask if scene.playback.prompt is not None else None
    assert ask is not None
    if ask.kind is AskKind.CHOICE and PASS not in ask.options:
        press(scene, pygame.K_1)
    elif ask.kind is not AskKind.TURN:
        press(scene, pygame.K_SPACE if PASS in ask.options else pygame.K_h)
    else:
        press(scene, pygame.K_UP)
        for _ in range(len(scene.hand.arrangement)):
            press(scene, pygame.K_RETURN)
            if not scene.desk.waiting:
                return
            press(scene, pygame.K_LEFT)


@pytest.mark.parametrize("answer", [answer_by_mouse, answer_by_keys], ids=["mouse", "keys"])
@pytest.mark.parametrize("key", all_variants())
def test_a_hand_of_every_variant_is_played_to_its_sheet(key: str, answer: object) -> None:
    table = local_table(key)
    asked = 0
    while table.run_until_asked():
        asked += 1
        table.draw()
        answer(table)  # type: ignore[operator]
        assert not table.scene.desk.waiting, "every answer is taken"
    assert asked
    assert isinstance(table.services.scenes.top, SettlementScene)
    assert table.host.round is not None
    assert table.scene.view.shown == table.host.round.state.masked(0)


def test_escape_on_the_sheet_goes_back_from_the_hands_and_then_asks_to_leave() -> None:
    table = local_table()
    while table.run_until_asked():
        answer_by_mouse(table)
    sheet, scenes = table.services.scenes.top, table.services.scenes
    assert isinstance(sheet, SettlementScene)
    sheet.open_page(len(sheet.pages) - 1)
    assert sheet.shown.hands
    for _ in range(2):
        scenes.top.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0))
    assert sheet.page < len(sheet.pages) - 1
    question = scenes.top
    assert isinstance(question, Dialog)
    question.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0))
    assert not isinstance(scenes.top, Dialog)
    sheet.on_next()
    table.run(0.2)
    assert scenes.top is table.scene, "the clocks went on"


def test_after_the_sheet_the_next_hand_begins() -> None:
    table = local_table()
    while table.run_until_asked():
        answer_by_mouse(table)
    sheet = table.services.scenes.top
    assert isinstance(sheet, SettlementScene)
    sheet.on_next()
    table.run(0.2)
    assert table.services.scenes.top is table.scene
    assert table.scene.view.shown.number == 2


def test_after_the_last_sheet_the_result_is_called() -> None:
    table = local_table()
    over: list[object] = []
    ended: list[int] = []
    table.scene.end = TableEnd(
        on_hand=lambda state, standing: ended.append(state.number),
        on_over=lambda state, standing: over.append(standing),
    )
    for _ in range(4):
        while table.run_until_asked():
            answer_by_mouse(table)
        sheet = table.services.scenes.top
        assert isinstance(sheet, SettlementScene)
        sheet.on_next()
        table.run(0.1)
    assert over
    assert ended == [1, 2, 3, 4]


# ---- the hand -------------------------------------------------------------------------------------------------------


def test_two_clicks_swap_two_tiles() -> None:
    scene, _, _ = scripted_table(*my_turn())
    first, fourth = (scene.hand.arrangement.pieces[i].id for i in (0, 3))
    click(scene, tile_centre(scene, 0))
    click(scene, tile_centre(scene, 3))
    assert scene.hand.arrangement.index(first) == 3
    assert scene.hand.arrangement.index(fourth) == 0


def test_a_double_click_discards_the_tile() -> None:
    scene, link, _ = scripted_table(*my_turn())
    click(scene, tile_centre(scene, 4))
    click(scene, tile_centre(scene, 4))
    assert link.answers == [(9, 4)]


def test_a_tile_dragged_out_is_discarded_and_one_dragged_along_moves() -> None:
    scene, link, _ = scripted_table(*my_turn())
    moved = scene.hand.arrangement.pieces[6].id
    for target, place in ((tile_centre(scene, 1), 6), ((600, 300), 2)):
        mouse(scene, pygame.MOUSEBUTTONDOWN, tile_centre(scene, place))
        mouse(scene, pygame.MOUSEMOTION, (640, 600))
        mouse(scene, pygame.MOUSEMOTION, target)
        mouse(scene, pygame.MOUSEBUTTONUP, target)
    assert scene.hand.arrangement.index(moved) == 1
    assert link.answers == [(9, 1)], "the second tile had moved to the third place"


def test_the_button_and_the_key_discard_the_raised_tile() -> None:
    for by_key in (False, True):
        scene, link, _ = scripted_table(*my_turn())
        click(scene, tile_centre(scene, 2))
        if by_key:
            press(scene, pygame.K_RETURN)
        else:
            click(scene, scene.controls._main.rect.center)
        assert link.answers == [(9, 2)]


def test_without_a_raised_tile_the_button_says_what_to_do() -> None:
    scene, link, _ = scripted_table(*my_turn())
    scene.main_action()
    assert link.answers == []
    assert scene.services.toasts.texts == ["先选一张牌"]


def test_a_tile_that_may_not_go_is_not_sent() -> None:
    scene, link, _ = scripted_table(*my_turn(forbid="3m"))
    click(scene, tile_centre(scene, 2))
    click(scene, tile_centre(scene, 2))
    press(scene, pygame.K_RETURN)
    assert link.answers == []
    assert scene.services.toasts.texts == ["现在不能打三万"]


def test_one_prompt_gets_one_answer() -> None:
    scene, link, _ = scripted_table(*my_turn())
    for place in (3, 3, 5, 5):
        click(scene, tile_centre(scene, place))
    assert len(link.answers) == 1
    assert scene.hand.legal is None or scene.playback.prompt is not None


def test_between_answer_and_confirmation_the_hand_can_be_sorted() -> None:
    scene, link, _ = scripted_table(*my_turn())
    click(scene, tile_centre(scene, 0))
    click(scene, tile_centre(scene, 5))
    press(scene, pygame.K_2)
    press(scene, pygame.K_RETURN)
    click(scene, (640, 300), button=3)
    tiles = [piece.tile for piece in scene.hand.arrangement.pieces[:-1]]
    assert tiles == sorted(tiles)
    assert len(link.answers) == 1


def test_wild_tiles_are_leftmost_and_do_not_leave() -> None:
    wild = parse_tile("5m")
    events, prompt = my_turn(e.WildRevealed(wild, -2, (wild,), ()))
    scene, _, _ = scripted_table(events, prompt)
    assert scene.hand.arrangement.pieces[0].tile == wild
    before = order(scene)
    click(scene, tile_centre(scene, 0))
    click(scene, tile_centre(scene, 3))
    assert order(scene) == before


def test_the_selected_tile_is_marked_all_over_the_table() -> None:
    scene, _, _ = scripted_table(*my_turn())
    click(scene, tile_centre(scene, 0))
    assert scene.view.marked == parse_tile("1m")
    press(scene, pygame.K_ESCAPE)
    assert scene.view.marked is None


# ---- prompts --------------------------------------------------------------------------------------------------------


def test_a_card_answers_with_its_option() -> None:
    prompt = six_options()
    for index, _ in enumerate(prompt.ask.options):
        scene, link, _ = scripted_table(claimed(prompt), prompt)
        assert scene.desk.box is not None
        card = next(card for card in scene.desk.box.cards if card.model.index == index)
        click(scene, card.rect.center)
        click(scene, card.rect.center)
        assert link.answers == [(77, index)]


@pytest.mark.parametrize(
    ("keys", "index"),
    [
        ([pygame.K_h], 0),
        ([pygame.K_g], 1),
        ([pygame.K_p], 2),
        ([pygame.K_c, pygame.K_2], 4),
        ([pygame.K_SPACE], 6),
    ],
)
def test_keys_answer(keys: list[int], index: int) -> None:
    prompt = six_options()
    scene, link, _ = scripted_table(claimed(prompt), prompt)
    for key in keys:
        press(scene, key)
    assert link.answers == [(77, index)]


def test_ready_is_declared_by_a_key_of_its_own() -> None:
    events, prompt = my_turn()
    ask = e.Ask(0, 0, e.AskKind.TURN, (Choose("ready", "yes"), *prompt.ask.options), prompt.ask.default)
    scene, link, _ = scripted_table([*events[:-1], e.Asked(0, ask)], Prompt(9, 0, ask, None, None), key="hebei_1")
    assert scene.desk.box is not None
    assert [card.key_text for card in scene.desk.box.cards] == ["D"]
    press(scene, pygame.K_d)
    assert link.answers == [(9, 0)]


def test_time_spent_in_the_settings_does_not_run_out() -> None:
    table = local_table(timers=Timers(turn=20.0, claim=20.0, choice=20.0))
    assert table.run_until_asked()
    before = table.scene.answer_clock.left
    table.scene.open_settings()
    table.run(60.0)
    table.services.scenes.pop()
    assert table.scene.answer_clock.left == pytest.approx(before, abs=0.1)
    table.run(1.0)
    assert table.scene.playback.prompt is not None
    assert table.scene.playback.prompt.answer is None


def test_of_several_chows_the_key_alone_answers_nothing() -> None:
    prompt = six_options()
    scene, link, _ = scripted_table(claimed(prompt), prompt)
    press(scene, pygame.K_c)
    press(scene, pygame.K_s)
    press(scene, pygame.K_2)
    assert link.answers == []


def test_nothing_but_a_card_or_its_key_answers_a_prompt() -> None:
    prompt = six_options()
    scene, link, _ = scripted_table(claimed(prompt), prompt)
    assert scene.desk.box is not None
    box = scene.desk.box.rect
    scene.hand.arrangement.swap(0, 8)
    for _ in range(50):
        click(scene, box.center, button=3)
    for position in ((640, 300), (box.left + 2, box.top + 2), scene.view.layout.centre.center):
        click(scene, position)
        click(scene, position, button=2)
    for key in (pygame.K_TAB, pygame.K_TAB, pygame.K_s, pygame.K_RETURN, pygame.K_l, pygame.K_ESCAPE):
        press(scene, key)
    assert link.answers == []
    assert scene.desk.box is not None
    tiles = [piece.tile for piece in scene.hand.arrangement.pieces]
    assert tiles == sorted(tiles), "a right click sorts"


def test_a_late_answer_is_dropped_with_a_notice() -> None:
    prompt = six_options()
    scene, link, _ = scripted_table(claimed(prompt), prompt)
    link.late = True
    press(scene, pygame.K_p)
    assert scene.services.toasts.texts == ["已过"]
    assert scene.desk.box is None


def test_a_question_of_the_variant_has_buttons_with_numbers() -> None:
    ask = Ask(0, 0, AskKind.CHOICE, tuple(Choose("void", letter) for letter in "mps"), Choose("void", "m"))
    scene, link, _ = scripted_table([*beginning({0: OWN}), e.Asked(0, ask)], Prompt(4, 0, ask, None, None))
    assert scene.desk.box is not None
    assert len({card.word for card in scene.desk.box.cards}) == 3
    assert all("/" not in card.word for card in scene.desk.box.cards), "they have texts"
    press(scene, pygame.K_3)
    assert link.answers == [(4, 2)]


def test_the_cards_go_when_the_prompt_is_closed() -> None:
    prompt = six_options()
    scene, link, _ = scripted_table(claimed(prompt), prompt)
    link.messages = [PromptClosed(77, 0)]
    scene.update(0.0)
    assert scene.desk.box is None


def test_a_card_pointed_at_raises_the_tiles_it_uses() -> None:
    prompt = six_options()
    scene, _, _ = scripted_table(claimed(prompt), prompt)
    assert scene.desk.box is not None
    chow = next(card for card in scene.desk.box.cards if card.model.index == 4)
    mouse(scene, pygame.MOUSEMOTION, chow.rect.center)
    scene.update(0.0)
    assert scene.hand.used == chow.model.uses


def test_the_focus_walks_over_cards_and_buttons_and_enter_presses() -> None:
    prompt = six_options()
    scene, link, _ = scripted_table(claimed(prompt), prompt)
    press(scene, pygame.K_F6)
    press(scene, pygame.K_F6)
    press(scene, pygame.K_RETURN)
    assert link.answers == [(77, 1)], "the second card, the kong"


def test_a_forbidden_discard_tells_the_rule() -> None:
    """定缺: tiles of the named suit go first."""
    options = (("declare_void", "yes"),)
    events, prompt = my_turn(e.Marked(0, "void", "p"), forbid="123456789m")
    scene, link, _ = scripted_table(events, prompt, options=options)
    click(scene, tile_centre(scene, 2))
    press(scene, pygame.K_RETURN)
    assert link.answers == []
    assert scene.services.toasts.texts == [scene.view.words.texts.find("gate", "void_suit_first")]


def test_a_win_that_a_rule_forbids_is_a_grey_card_with_the_reason() -> None:
    """缺一门: three suits may not win; the shape is there."""
    events, prompt = my_turn(tiles="123m456m789p11s22s", drawn="9s")
    scene, link, _ = scripted_table(events, prompt)
    assert not scene.desk.box, "no shape, no card"
    events, prompt = my_turn(tiles="123m456m789p11s22s", drawn="1s")
    scene, link, _ = scripted_table(events, prompt)
    assert scene.desk.box is not None
    (card,) = scene.desk.box.cards
    assert (card.enabled, card.reason) == (False, "三门都有，要缺一门：你有万、筒、条")
    click(scene, card.rect.center)
    press(scene, pygame.K_h)
    assert link.answers == []
    assert scene.services.toasts.texts == [card.reason]


def test_a_win_card_names_the_best_pattern_and_its_value() -> None:
    tiles = "123m456m789m1112p"
    ask = Ask(0, 0, AskKind.TURN, (WIN, DISCARD[parse_tile("2p")]), DISCARD[parse_tile("2p")])
    events = [*beginning({0: tiles}, dealer=3), e.Drew(0, parse_tile("2p"), 0, False), e.Asked(0, ask)]
    scene, _, _ = scripted_table(events, Prompt(3, 0, ask, None, None))
    assert scene.desk.box is not None
    assert scene.desk.box.cards[0].note[1].endswith("番")


def test_a_resting_pointer_is_told_about_the_tile() -> None:
    scene, _, _ = scripted_table(*my_turn())
    mouse(scene, pygame.MOUSEMOTION, tile_centre(scene, 4))
    scene.update(0.2)
    early = scene.hand.told
    scene.update(0.25)
    late = scene.hand.told
    assert early is None
    assert late is not None
    assert late[0] == parse_tile("5m")


# ---- time, auto play ------------------------------------------------------------------------------------------------


def test_a_prompt_with_a_limit_asks_for_pictures_and_one_without_does_not() -> None:
    for seconds, ticking in ((9.0, True), (None, False)):
        prompt = six_options(seconds=seconds)
        scene, _, clock = scripted_table(claimed(prompt), prompt)
        for _ in range(40):
            clock.now += 0.05
            scene.update(0.05)
        scene.services.dirty = False
        scene.update(0.0)
        assert not scene.services.dirty, "the ring is where it was"
        clock.now += 0.1
        scene.update(0.1)
        assert scene.services.dirty is ticking


def test_the_clock_of_the_table_plays_for_who_does_not() -> None:
    table = local_table(timers=Timers(turn=5.0, claim=5.0, choice=5.0))
    assert table.run_until_asked()
    table.run(13.0)
    assert table.scene.playback.auto is AutoCause.TIMEOUTS or isinstance(table.services.scenes.top, SettlementScene)


def test_any_press_takes_the_seat_back() -> None:
    events, prompt = my_turn()
    scene, link, _ = scripted_table(events, prompt)
    link.messages = [AutoChanged(0, AutoCause.TIMEOUTS)]
    link.auto = True
    scene.update(0.0)
    press(scene, pygame.K_s)
    assert not link.auto


def test_auto_win_is_offered_to_a_ready_hand_only() -> None:
    for tiles, ready in (("123456789m1123p", True), ("147m258p369s1234p", False)):
        scene, link, _ = scripted_table([*beginning({0: tiles}), e.Staged(e.Stage.DRAW, 1)])
        scene.update(0.0)
        press(scene, pygame.K_RETURN)
        assert not link.auto, "one Enter too many is no wish for it"
        press(scene, pygame.K_a)
        assert link.auto is ready
        assert scene.controls._main.enabled is ready


def test_the_waits_panel_shows_what_the_selected_discard_leaves() -> None:
    events, prompt = my_turn(tiles="123456789m1123p", drawn="9s")
    scene, _, _ = scripted_table(events, prompt)
    scene.update(0.0)
    found = scene.waits.shown(None)
    assert found.after == parse_tile("9s")
    assert {wait.tile for wait in found.waits} == {parse_tile("1p"), parse_tile("4p")}
    assert scene.waits.shown(parse_tile("1m")).after != parse_tile("1m"), "that discard leaves no ready hand"


def test_without_hints_there_is_no_panel() -> None:
    scene, _, _ = scripted_table([*beginning({0: "123456789m1123p"}), e.Staged(e.Stage.DRAW, 1)])
    scene.view.table = replace(scene.view.table, hints=False)
    scene.playback.version += 1
    scene.update(0.0)
    assert scene.waits.shown(None) == WaitsShown()
