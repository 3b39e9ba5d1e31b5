"""The score calculator: every edit in words, the verdict of the judge, and the same hand as a line of text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pygame
import pytest

from game.app import App, offscreen_services, render_scene
from game.encyclopedia.answers import AnswerButton
from game.encyclopedia.board import HandBoard
from game.encyclopedia.circumstances import Circumstances
from game.encyclopedia.draft import Draft, Refused, Target, blank, extras_of
from game.encyclopedia.drillhands import judged_hand
from game.encyclopedia.handcase import line_of
from game.encyclopedia.palette import PaletteTile, TargetButton, targets_of
from game.newtable.rows import ChoiceRow
from game.preferences import Preferences, PreferenceStore, Tally
from game.rulepages import examples
from game.scenes.calculator import CalculatorScene
from game.scenes.practice import PracticeScene
from game.services import Services
from game.widgets.button import Button
from rules.cases import judge_line
from rules.events import WinSource
from rules.tiles import TILE_NAMED, Tile, parse_tiles
from rules.variants import all_variants, variant

from .conftest import press

KEYS = list(all_variants())


def services_of(size: tuple[int, int] = (1280, 720), **chosen: object) -> Services:
    return offscreen_services(size, Preferences(**{"language": "zh_CN", **chosen}))  # type: ignore[arg-type]


def calculator(key: str, services: Services | None = None) -> CalculatorScene:
    scene = CalculatorScene(services or services_of(), key)
    render_scene(scene)
    return scene


def click(app: App, place: tuple[int, int]) -> None:
    motion = pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))
    app.frame([motion, pygame.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1, touch=False)])
    app.frame([pygame.Event(pygame.MOUSEBUTTONUP, pos=place, button=1, touch=False)])


def put(draft: Draft, tiles: str, target: Target = Target.HAND) -> Refused | None:
    draft.target = target
    refused = None
    for tile in parse_tiles(tiles):
        refused = refused or draft.add(tile)
    return refused


def reason(scene: CalculatorScene) -> str:
    return scene.ruling.said


# ---- the draft ------------------------------------------------------------------------------------------------------


def test_five_copies_are_refused_wherever_they_lie() -> None:
    draft = Draft(blank(variant("changsha")))
    assert put(draft, "5m", Target.PONG) is None
    assert put(draft, "5m") is None
    assert put(draft, "5m") is Refused.COPIES
    assert put(draft, "5m", Target.WINNING) is Refused.COPIES
    assert put(draft, "4m", Target.CHOW) is Refused.COPIES
    assert put(draft, "5m", Target.CONCEALED) is Refused.COPIES


def test_the_hand_is_full_when_it_is() -> None:
    draft = Draft(blank(variant("changsha")))
    assert put(draft, "123m456p789s11122m") is None
    assert draft.complete, "the fourteenth tile is the winning one"
    assert draft.hand.tile == TILE_NAMED["2m"]
    assert put(draft, "9m") is Refused.FULL
    assert put(draft, "9m", Target.PONG) is Refused.MELDS
    draft.remove_winning()
    assert put(draft, "9m") is None
    assert draft.hand.tile == TILE_NAMED["9m"]


def test_no_more_than_four_melds() -> None:
    draft = Draft(blank(variant("changsha")))
    for tile in ("1m", "2m", "3m", "4m"):
        assert put(draft, tile, Target.PONG) is None
    assert put(draft, "9m", Target.PONG) is Refused.MELDS
    assert draft.size == 1


@pytest.mark.parametrize(
    ("name", "tile", "target", "refused"),
    [
        ("sichuan", "1z", Target.HAND, Refused.KIND),
        ("yunnan", "3m", Target.CHOW, Refused.RUN),
        ("lishui", "1z", Target.CHOW, Refused.RUN),
        ("wuhan", "3m", Target.BESIDE, Refused.BESIDE),
        ("wuhan", "5z", Target.BESIDE, None),
        ("changsha", "9m", Target.CHOW, None),
        ("shandong_1", "6z", Target.CHOW, None),
    ],
)
def test_what_a_variant_does_not_have_is_refused(name: str, tile: str, target: Target, refused: Refused | None) -> None:
    assert put(Draft(blank(variant(name))), tile, target) is refused


def test_the_wild_tile_is_never_called() -> None:
    draft = Draft(blank(variant("lishui")))
    assert put(draft, "5p", Target.WILD) is None
    assert put(draft, "5p", Target.PONG) is Refused.WILD
    assert put(draft, "4p", Target.CHOW) is Refused.WILD
    assert put(draft, "5p") is None


def test_another_winner_keeps_the_hand_and_who_fed_it() -> None:
    hand = examples("wuhan")["flush"].hand
    assert hand is not None
    draft = Draft(hand)
    before = draft.verdict()
    for winner in (3, 0, hand.winner):
        draft.set_winner(winner)
        assert draft.verdict().patterns == before.patterns
    assert draft.hand == hand


def test_facts_go_with_where_the_tile_came_from() -> None:
    draft = Draft(blank(variant("changsha")))
    assert "kong_draw" in draft.facts_now()
    draft.set_fact("kong_draw", True)
    draft.set_source(WinSource.DISCARD)
    assert "kong_draw" not in draft.hand.facts | set(draft.facts_now())
    assert draft.hand.supplier != draft.hand.winner
    for source in WinSource:
        draft.set_source(source)
        assert draft.hand.source is source


def test_every_mark_of_the_examples_can_be_set() -> None:
    assert {"streak", "floats", "wild"} <= extras_of(variant("lishui")).names
    assert {"pao"} <= extras_of(variant("shaanxi")).names
    assert {"beside", "wild"} <= extras_of(variant("wuhan")).names
    assert {"bird"} <= extras_of(variant("changsha")).names
    assert "caller_not_ready" in extras_of(variant("wuhan")).facts
    assert Target.BIRD in targets_of(Draft(blank(variant("changsha"))))
    assert Target.CHOW not in targets_of(Draft(blank(variant("sichuan"))))


# ---- the same judge -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KEYS)
def test_the_verdict_is_that_of_the_judge_command(name: str) -> None:
    for seed in range(25):
        hand, _ = judged_hand(name, Random(seed))
        verdict = Draft(hand).verdict()
        told = json.loads(judge_line(line_of(hand), variant))
        assert told["wins"] == verdict.wins
        assert told["reason"] == verdict.reason
        assert told["patterns"] == list(verdict.patterns)
        assert told["points"] == list(verdict.points)


def test_a_hand_put_in_tile_by_tile_is_the_example() -> None:
    wanted = examples("wuhan")["flush"].hand
    assert wanted is not None
    scene = calculator("wuhan")
    given = wanted.seats[wanted.winner]
    assert wanted.wild is not None
    scene.aim(Target.WILD)
    scene.put(wanted.wild)
    for meld in given.melds:
        scene.aim(Target.CHOW)
        assert meld.taken is not None
        scene.put(meld.tiles[0])
    scene.aim(Target.HAND)
    for tile in [*(given.hand or ()), wanted.tile]:
        assert tile is not None
        scene.put(tile)
    scene.draft.set_winner(wanted.winner)
    scene.draft.set_source(wanted.source)
    scene.draft.set_supplier(wanted.supplier)
    assert scene.draft.verdict().points == examples("wuhan")["flush"].points


# ---- the screen -----------------------------------------------------------------------------------------------------


def test_the_mouse_alone_builds_a_winning_hand_and_takes_tiles_away() -> None:
    services = services_of()
    scene = calculator("changsha", services)
    app = App(services)

    def tile(name: str) -> tuple[int, int]:
        return next(one for one in scene.palette.tiles if one.tile == TILE_NAMED[name]).rect.center

    def aim(text: str) -> tuple[int, int]:
        return next(w for w in scene.form.widgets if isinstance(w, TargetButton) and w.text == text).rect.center

    click(app, aim("碰"))
    click(app, tile("5s"))
    click(app, aim("手牌"))
    for name in "1m 2m 3m 4p 5p 6p 7s 8s 9s 2m 2m".split():
        click(app, tile(name))
    assert scene.ruling.sign == "win"
    click(app, scene.board.place_of(0).center)
    assert scene.draft.melds == ()
    assert scene.ruling.sign == "plus"
    click(app, scene.board.place_of(len(scene.board.stops()) - 1).center)
    assert scene.draft.hand.tile is None


def test_the_keyboard_alone_builds_a_hand() -> None:
    services = services_of()
    scene = calculator("changsha", services)
    app = App(services)
    for name in "123m456p789s11122m":
        app.frame([press(pygame.key.key_code(name))])
    assert scene.ruling.sign == "win"
    app.frame([press(pygame.K_BACKSPACE)])
    assert scene.draft.missing == 1
    app.frame([press(pygame.K_DOWN)])
    assert isinstance(scene.form.focused, PaletteTile)
    for code in (pygame.K_RIGHT, pygame.K_RETURN):
        app.frame([press(code)])
    assert scene.draft.hand.tile == TILE_NAMED["2m"]
    assert isinstance(scene.form.focused, PaletteTile)
    board = next(w for w in scene.form.widgets if isinstance(w, HandBoard))
    scene.form.focus(board)
    for code in (pygame.K_RIGHT, pygame.K_DELETE):
        app.frame([press(code)])
    assert len(scene.draft.tiles) == 12


def test_a_tile_that_cannot_be_put_is_dark_and_says_why() -> None:
    services = services_of()
    scene = calculator("changsha", services)
    for _ in range(4):
        scene.put(TILE_NAMED["1m"])
    tile = next(one for one in scene.palette.tiles if one.tile == TILE_NAMED["1m"])
    assert not tile.enabled
    assert tile.reason == "一万只有四张"
    scene.put(TILE_NAMED["1m"])
    assert services.toasts.texts == ["一万只有四张"]
    assert len(scene.draft.tiles) == 4


def test_why_not_names_what_the_hand_has() -> None:
    scene = calculator("changsha")
    for tile in parse_tiles("123m456p789s11133m"):
        scene.put(tile)
    assert scene.ruling.sign == "x"
    assert "三万" in reason(scene)


def test_waits_are_told_while_the_winning_tile_is_missing() -> None:
    scene = calculator("sichuan")
    for tile in parse_tiles("1112345678999m"):
        scene.put(tile)
    rows = scene._verdict_rows()
    assert len(rows) == 2
    assert [tile for tile, _ in rows[1].tiles] == [Tile(rank) for rank in range(1, 10)]  # type: ignore[attr-defined]


def test_a_line_is_copied_and_pasted(monkeypatch: pytest.MonkeyPatch) -> None:
    board = [""]
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: board.__setitem__(0, text))
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: board[0])
    services = services_of()
    hand = next(example.hand for example in examples("lishui").values() if example.hand is not None)
    scene = CalculatorScene(services, "lishui", hand)
    render_scene(scene)
    scene.handle(press(pygame.K_c, pygame.KMOD_CTRL))
    assert json.loads(board[0])["variant"] == "lishui"
    scene.clear()
    assert scene.draft.tiles == []
    scene.handle(press(pygame.K_v, pygame.KMOD_CTRL))
    assert scene.draft.hand == hand
    board[0] = "no hand at all"
    scene.handle(press(pygame.K_v, pygame.KMOD_CTRL))
    assert scene.draft.hand == hand
    assert services.toasts.texts[-1] == "剪贴板里没有一副牌"
    board[0] = '{"variant": "lishui"}'
    scene.handle(press(pygame.K_v, pygame.KMOD_CTRL))
    assert scene.draft.hand == hand
    assert services.toasts.texts[-1] != "剪贴板里没有一副牌", "what a line lacks is told"


@pytest.mark.parametrize("name", KEYS)
def test_every_choice_can_be_made_and_leaves_a_hand_that_is_judged(name: str) -> None:
    services = services_of()
    hand, _ = judged_hand(name, Random(5), want=True)
    for tab in ("rows", "option_rows"):
        scene = CalculatorScene(services, name, hand)
        services.scenes.push(scene)
        rows: Callable[[], list[ChoiceRow]] = getattr(Circumstances(services, scene.draft, scene.renew), tab)
        for index in range(len(rows())):
            for choice, _ in rows()[index].control.options if index < len(rows()) else ():
                rows()[index].control.choose(choice)
                assert scene.ruling.sign in ("win", "x", "plus")


# ---- practice -------------------------------------------------------------------------------------------------------


def practice(services: Services, key: str = "wuhan", seed: int = 3) -> PracticeScene:
    scene = PracticeScene(services, key, Random(seed))
    services.scenes.push(scene)
    return scene


def test_digits_answer_enter_goes_on_and_the_tally_is_kept(tmp_path: Path) -> None:
    services = services_of()
    scene, app = practice(services), App(services)
    app.frame([])
    for right in (True, True, False, True):
        question = scene.question
        place = question.right if right else (question.right + 1) % len(question.answers)
        app.frame([press(pygame.K_1 + place)])
        assert scene.answered == place
        app.frame([press(pygame.K_1 + question.right)])
        assert scene.answered == place, "only the first answer counts"
        assert any(w.state == "right" for w in scene.form.widgets if isinstance(w, AnswerButton))
        app.frame([press(pygame.K_RETURN)])
        assert scene.question is not question
    assert services.chosen.practice == {"wuhan": Tally(asked=4, right=3, streak=1, best=2)}
    store = PreferenceStore(tmp_path / "settings.toml")
    store.change(practice=services.chosen.practice)
    store.save()
    assert PreferenceStore(tmp_path / "settings.toml").current.practice == services.chosen.practice


def test_the_mouse_alone_answers_and_goes_on() -> None:
    services = services_of()
    scene, app = practice(services), App(services)
    app.frame([])
    buttons = [w for w in scene.form.widgets if isinstance(w, AnswerButton)]
    click(app, buttons[scene.question.right].rect.center)
    assert scene.answered == scene.question.right
    before = scene.question
    click(app, next(w for w in scene.form.widgets if isinstance(w, Button) and w.kind == "main").rect.center)
    assert scene.question is not before
    assert scene.answered is None


@pytest.mark.parametrize("name", KEYS)
def test_every_kind_of_question_is_explained(name: str) -> None:
    services = services_of(language="en")
    scene = practice(services, name)
    seen = set()
    for seed in range(60):
        scene.chance = Random(seed)
        scene.go_on()
        if scene.question.kind in seen:
            continue
        seen.add(scene.question.kind)
        scene.answer(0)
        ruling = scene._reasons()[0]
        assert ruling.said  # type: ignore[union-attr]
        render_scene(scene)
    assert len(seen) >= 4


def test_another_variant_has_a_tally_of_its_own() -> None:
    services = services_of()
    scene = practice(services)
    scene.answer(scene.question.right)
    scene.choose("sichuan")
    assert scene.question.hand.variant.key == "sichuan"
    assert scene.tally == Tally()
    scene.choose("wuhan")
    assert scene.tally.right == 1


def test_nothing_is_kept_of_a_guest() -> None:
    services = services_of(guest=True)
    scene = practice(services)
    scene.answer(scene.question.right)
    assert scene.tally == Tally(1, 1, 1, 1)
    assert services.chosen.practice == {}
