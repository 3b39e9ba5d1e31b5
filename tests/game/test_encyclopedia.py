"""The encyclopedia: every page of every variant, search, examples, and back to what was below."""

from __future__ import annotations

from random import Random
from typing import Any

import pygame
import pytest

from game.app import App, offscreen_services, render_scene
from game.encyclopedia.cards import ExampleCard
from game.encyclopedia.draft import Draft
from game.encyclopedia.glossary import TERMS, _word_at, glossary
from game.encyclopedia.page import PageRows
from game.encyclopedia.prose import Prose, RuleTable, Title, Typesetter, Wells, plain
from game.encyclopedia.search import HitRow, SearchIndex, excerpt
from game.encyclopedia.topics import DIFFERENCES, TOPICS
from game.encyclopedia.wordwalk import WordWalk
from game.navigation import Navigation
from game.preferences import Preferences
from game.rulepages import Picture, Span, load_page
from game.scene import Scene
from game.scenes.calculator import CalculatorScene
from game.scenes.encyclopedia import EncyclopediaScene
from game.scenes.newtable import NewTableScene
from game.scenes.practice import PracticeScene
from game.scenes.settlement import SettlementScene
from game.scenes.title import TitleScene
from game.services import Services
from game.strings import LANGUAGES
from game.tableinfo import TableInfo
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.scroll import ScrollView
from net.messages import Standing
from rules.bots import LEVELS, seeded_chooser
from rules.match import Match, MatchSettings, default_length
from rules.seats import SEATS
from rules.simulate import play_hand
from rules.state import RoundState
from rules.variants import all_variants, variant
from tests.helpers.menus import title_actions
from tests.helpers.tables import my_turn, scripted_table

from .conftest import press

SIZES = [(1024, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1080), (3840, 2160)]
KEYS = list(all_variants())


def services_of(size: tuple[int, int] = (1280, 720), **chosen: object) -> Services:
    return offscreen_services(size, Preferences(**{"language": "zh_CN", **chosen}))  # type: ignore[arg-type]


def book(services: Services, variant: str = "wuhan", topic: str = "wins") -> EncyclopediaScene:
    services.scenes.push(Floor(services))
    scene = EncyclopediaScene(services, variant, topic, on_play=lambda key: None)
    services.scenes.push(scene)
    return scene


class Floor(Scene):
    """What lies below."""


def mouse(kind: int, place: tuple[int, int]) -> pygame.Event:
    if kind == pygame.MOUSEMOTION:
        return pygame.Event(kind, pos=place, rel=(0, 0), buttons=(1, 0, 0))
    return pygame.Event(kind, pos=place, button=1, touch=False)


def click(app: App, place: tuple[int, int]) -> None:
    app.frame([mouse(pygame.MOUSEMOTION, place), mouse(pygame.MOUSEBUTTONDOWN, place)])
    app.frame([mouse(pygame.MOUSEBUTTONUP, place)])


def search(scene: EncyclopediaScene, words: str) -> None:
    scene.handle(press(pygame.K_f, pygame.KMOD_CTRL))
    scene.handle(pygame.Event(pygame.TEXTINPUT, text=words))
    for _ in KEYS:
        scene.update(0.0)


# ---- pages ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", KEYS)
def test_every_block_of_every_page_is_on_a_tab(variant: str, language: str) -> None:
    services = services_of(language=language)
    pages = PageRows(services, lambda example: None, lambda key: None)
    shown, drawn = "", []
    for topic in TOPICS:
        rows = pages.rows(variant, topic)
        assert rows
        shown += "\n".join(row.text for row in rows if isinstance(row, Prose | Title | RuleTable | Wells))
        shown += "\n".join(row.said.text for row in rows if isinstance(row, ExampleCard))
        drawn += [example for row in rows if isinstance(row, ExampleCard) for example in row.examples]
    page = load_page(variant, language)
    wanted = [block.example for section in page.sections for block in section.blocks if isinstance(block, Picture)]
    assert sorted(example.name for example in drawn) == sorted(example.name for example in wanted)
    index = SearchIndex(language)
    index._unread = [variant]
    index.grow()
    missing = [hit.text for hit in index._entries[1:] if hit.text not in shown]
    assert not missing


def test_digits_find_the_same_number_in_characters() -> None:
    index = SearchIndex("zh_CN")
    while not index.complete:
        index.grow()
    by_digits, by_characters = index.hits("258", "changsha"), index.hits("二五八", "changsha")
    assert by_digits
    assert by_digits == by_characters
    found = next(hit for hit in by_digits if "二五八" in hit.text)
    assert "二五八" in excerpt(found.text, "258")


@pytest.mark.parametrize("variant", KEYS)
def test_the_verdict_beside_a_hand_is_that_of_the_engine(variant: str) -> None:
    pages = PageRows(services_of(), lambda example: None, lambda key: None)
    for row in pages.rows(variant, "wins"):
        if isinstance(row, ExampleCard):
            for told, example in zip(row.told, row.examples, strict=True):
                if example.hand is None:
                    continue
                verdict = Draft(example.hand).verdict()
                assert bool(told.refused) == (not verdict.wins)
                if verdict.breakdown is not None:
                    assert told.figure.removeprefix("× ") == f"{verdict.breakdown.value}"


def test_a_text_is_set_in_lines_that_fit_and_lose_nothing() -> None:
    services = services_of()
    step = services.steps
    words = (Span("打出去就是"), Span("一个杠", strong=True), Span("，补一张 and some English words（在后面）。"))
    setter = Typesetter(services, words, step.body, step.strong, "#000000")
    for width in (40, 90, 200, 900):
        lines = setter.lines(width)
        assert "".join(run.text for line in lines for run in line) == plain(words)
        assert all(run.text == plain(words)[run.start : run.start + len(run.text)] for line in lines for run in line)
        widest = max(sum(setter._width(run.text.rstrip(), run.strong) for run in line) for line in lines)
        assert widest <= max(width, services.fonts.width("English", step.body))


def test_an_excerpt_holds_what_is_sought() -> None:
    text = "A rather long beginning of a sentence that speaks of many things before a kong is robbed."
    assert excerpt(text, "KONG") == "…of many things before a kong is robbed."
    assert excerpt("Kong", "kong") == "Kong"


# ---- the screen -----------------------------------------------------------------------------------------------------


def test_mouse_alone_reads_searches_and_opens_an_example() -> None:
    services = services_of()
    scene, app = book(services, "lishui", "quick"), App(services)
    app.frame([])
    variants = next(w for w in scene.form.widgets if type(w).__name__ == "VariantList")
    click(app, (variants.rect.centerx, variants.rect.y + 7 * variants.row_height + 5))  # type: ignore[attr-defined]
    assert scene.variant == KEYS[7]
    tabs = next(w for w in scene.form.widgets if type(w).__name__ == "FittedTabs")
    click(app, tabs.part(2).center)  # type: ignore[attr-defined]
    assert scene.topic == "wins"
    card = next(row for row in scene.rows if isinstance(row, ExampleCard))
    click(app, card.rect.center)
    calculator = services.scenes.top
    assert isinstance(calculator, CalculatorScene)
    assert calculator.draft.hand == card.examples[0].hand


def test_keyboard_alone_searches_and_jumps_to_the_marked_place() -> None:
    services = services_of(language="en")
    scene, app = book(services, "lishui", "quick"), App(services)
    app.frame([])
    search(scene, "golden top")
    rows = [row for row in scene.rows if isinstance(row, HitRow)]
    assert rows
    assert {row.hit_place.variant for row in rows} == {"wuhan"}
    scene.handle(press(pygame.K_DOWN))
    chosen = next(row for row in scene.rows if isinstance(row, HitRow) and row.chosen)
    scene.handle(press(pygame.K_RETURN))
    assert (scene.variant, scene.topic) == ("wuhan", chosen.hit_place.topic)
    assert scene.sought == "golden top"
    view = scene._scroll.rect
    there = [row for row in scene.rows if chosen.hit_place.text in (getattr(row, "text", "") + _said(row))]
    assert any(view.colliderect(row.rect) for row in there)
    for left in ("golden top", ""):
        assert scene.sought == left
        scene.handle(press(pygame.K_ESCAPE))
    assert isinstance(services.scenes.top, Floor)


def _said(row: Widget) -> str:
    return row.said.text if isinstance(row, ExampleCard) else ""


def test_hits_of_the_variant_in_view_come_first() -> None:
    scene = book(services_of(), "wuhan")
    search(scene, "杠")
    assert scene.hits[0].variant == "wuhan"
    assert len({hit.variant for hit in scene.hits}) > 1


def test_nothing_found_is_said() -> None:
    services = services_of()
    scene = book(services)
    search(scene, "麒麟送子")
    assert scene.hits == []
    render_scene(scene)
    scene.handle(press(pygame.K_ESCAPE))
    assert services.scenes.top is scene
    assert not scene.listing


def test_the_page_scrolls_by_wheel_keys_bar_and_drag() -> None:
    services = services_of()
    scene, app = book(services), App(services)
    app.frame([])
    view = scene._scroll
    app.frame([mouse(pygame.MOUSEMOTION, view.rect.center), pygame.Event(pygame.MOUSEWHEEL, x=0, y=-2)])
    wheel = view.offset
    assert wheel > 0
    app.frame([press(pygame.K_PAGEDOWN)])
    assert view.offset > wheel
    app.frame([press(pygame.K_END)])
    assert view.offset == view.longest
    app.frame([press(pygame.K_HOME)])
    start = view.rect.center
    app.frame([mouse(pygame.MOUSEMOTION, start), mouse(pygame.MOUSEBUTTONDOWN, start)])
    app.frame([mouse(pygame.MOUSEMOTION, (start[0], start[1] - 90))])
    app.frame([mouse(pygame.MOUSEBUTTONUP, (start[0], start[1] - 90))])
    assert view.offset == 90
    assert services.scenes.top is scene, "a drag opens no example"
    bar = (view.rect.right - 2, view.rect.bottom - 3)
    click(app, bar)
    assert view.offset > view.longest // 2


@pytest.mark.parametrize(
    ("language", "word", "part"), [("zh_CN", "自摸", "自己摸到"), ("en", "discarder", "threw the tile")]
)
def test_a_word_under_the_pointer_is_explained(language: str, word: str, part: str) -> None:
    services = services_of(language=language)
    scene, app = book(services, "wuhan", "score"), App(services)
    app.frame([])
    row = next(row for row in scene.rows if isinstance(row, RuleTable) and word in row.text)
    setter, place = next((setter, place) for setter, place in row.placed() if word in plain(setter.words))
    first = plain(setter.words).index(word)
    spot = setter.place_of(place, first, first + len(word))
    app.frame([mouse(pygame.MOUSEMOTION, spot.center)])
    assert scene.explained is not None
    assert part in scene.explained.text
    assert scene.explained.place == spot
    app.frame([mouse(pygame.MOUSEMOTION, (spot.right + 400, spot.centery))])
    assert scene.explained is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_explained_by_keys_alone(language: str) -> None:
    services = services_of(language=language)
    scene, app = book(services, "wuhan", "options"), App(services)
    app.frame([])
    while not isinstance(scene.form.focused, WordWalk):
        app.frame([press(pygame.K_TAB)])
    walk, told = scene.form.focused, []
    for spot in walk.spots:
        assert walk.explained is not None
        assert scene._scroll.rect.contains(walk.explained.place), "it is scrolled to"
        told.append(walk.explained.text)
        assert walk.spoken.casefold().startswith(spot.word.casefold())
        app.frame([press(pygame.K_RIGHT)])
    assert len(told) == len(set(told)) > 3
    app.frame([press(pygame.K_LEFT)])
    assert walk.explained is not None
    assert walk.explained.text == told[-2]
    assert scene.topic == "options", "the arrows belong to the words"


def test_a_tapped_word_stays_explained_until_something_else_is_touched() -> None:
    services = services_of()
    services.touched = True
    scene, app = book(services, "wuhan", "options"), App(services)
    app.frame([])
    place = scene._walk.spots[0].explained.place
    touch: dict[str, Any] = {"button": 1, "touch": True}
    app.frame(
        [pygame.Event(kind, pos=place.center, **touch) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)]
    )
    assert scene.explained is not None
    assert scene.explained.text == scene._walk.spots[0].text
    app.frame([mouse(pygame.MOUSEMOTION, (-1, -1))])
    assert scene.explained is not None, "a finger that is gone points at nothing"
    elsewhere = (place.right + 400, place.centery)
    app.frame([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=elsewhere, **touch)])
    assert scene.explained is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_has_its_words_and_what_they_mean(language: str) -> None:
    words = glossary(services_of(language=language).strings, "wuhan")
    assert len(words) > len(TERMS)
    assert all(word and meaning and word != meaning for word, meaning in words.items())


def test_no_word_is_explained_inside_another() -> None:
    assert _word_at("it is already over", {"ready": "x"}, 9) is None
    assert _word_at("it is ready now", {"ready": "x"}, 8) == (6, "ready")
    assert _word_at("two pongs", {"pong": "x"}, 5) == (4, "pong")


def test_another_variant_to_compare_with_is_kept() -> None:
    services = services_of()
    scene = book(services, "wuhan", DIFFERENCES)
    render_scene(scene)
    scene.compare("sichuan")
    assert services.chosen.compared_with == "sichuan"
    assert PageRows(services, lambda e: None, lambda k: None).compared("wuhan") == "sichuan"
    assert PageRows(services, lambda e: None, lambda k: None).compared("sichuan") != "sichuan"


def test_the_language_changes_under_an_open_page() -> None:
    services = services_of()
    scene = book(services, "wuhan", "wins")
    services.preferences.change(language="en")
    assert "Small win" in [row.said.title for row in scene.rows if isinstance(row, ExampleCard)]


def test_a_page_begins_a_table_with_its_rules() -> None:
    services = services_of()
    begun: list[str] = []
    scene = EncyclopediaScene(services, "wuhan", on_play=begun.append)
    services.scenes.push(scene)
    app = App(services)
    click(app, next(w for w in scene.form.widgets if isinstance(w, Button) and w.kind == "main").rect.center)
    assert begun == ["wuhan"]


def test_f1_at_a_new_table_opens_the_chosen_variant_and_escape_comes_back() -> None:
    services = services_of()
    table = NewTableScene(services, lambda new, timers: None)
    services.scenes.push(table)
    table.choose("sichuan")
    before = pygame.image.tobytes(render_scene(table), "RGB")
    table.handle(press(pygame.K_F1))
    opened = services.scenes.top
    assert isinstance(opened, EncyclopediaScene)
    assert opened.variant == "sichuan"
    render_scene(opened)
    opened.handle(press(pygame.K_ESCAPE))
    assert services.scenes.top is table
    assert pygame.image.tobytes(render_scene(table), "RGB") == before


# ---- every size -----------------------------------------------------------------------------------------------------


def screens(services: Services) -> list[Scene]:
    """All states whose controls lie otherwise."""
    made: list[Scene] = [EncyclopediaScene(services, "wuhan", topic, on_play=lambda k: None) for topic in TOPICS]
    found = EncyclopediaScene(services, "lishui")
    asked = PracticeScene(services, "wuhan", Random(1))
    answered = PracticeScene(services, "sichuan", Random(2))
    win = CalculatorScene(services, "wuhan")
    options = CalculatorScene(services, "sichuan")
    return [*made, found, asked, answered, CalculatorScene(services, "lishui"), win, options]


@pytest.mark.parametrize("language", ["zh_CN", "en"])
@pytest.mark.parametrize("chosen", [{}, {"text_size": 150}, {"large_targets": True}], ids=str)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_controls_are_inside_the_window_and_do_not_overlap(
    size: tuple[int, int], chosen: dict[str, object], language: str
) -> None:
    services = services_of(size, language=language, **chosen)
    services.touched = True
    window = pygame.Rect((0, 0), size)
    for number, scene in enumerate(screens(services)):
        services.scenes.push(scene)
        if number == len(TOPICS):
            search(scene, "a" if language == "en" else "一")  # type: ignore[arg-type]
        elif number == len(TOPICS) + 2:
            scene.answer(0)  # type: ignore[attr-defined]
        elif number > len(TOPICS) + 3:
            scene.open_tab("win" if number == len(TOPICS) + 4 else "options")  # type: ignore[attr-defined]
        scene.update(0.0)
        widgets = [w for w in scene.form.widgets if w.focusable and w.visible]  # type: ignore[attr-defined]
        shown = [w for w in widgets if w.clip is None or w.clip.colliderect(w.rect)]
        rects = [w.rect if w.clip is None else w.rect.clip(w.clip) for w in shown]
        assert all(window.contains(rect) for rect in rects), type(scene).__name__
        crossing = [(a, b) for i, a in enumerate(rects) for b in rects[i + 1 :] if a.colliderect(b)]
        assert not crossing, type(scene).__name__
        views = [w for w in scene.form.widgets if isinstance(w, ScrollView)]  # type: ignore[attr-defined]
        assert all(window.contains(view.rect) and view.rect.height > 0.2 * size[1] for view in views)


@pytest.mark.parametrize("place", range(len(TOPICS) + 6))
def test_drawing_changes_nothing(place: int) -> None:
    services = services_of()
    scene = screens(services)[place]
    first = pygame.image.tobytes(render_scene(scene), "RGB")
    services.dirty = False
    assert pygame.image.tobytes(render_scene(scene), "RGB") == first
    assert not services.dirty


# ---- from a table and its settlement --------------------------------------------------------------------------------


def test_f1_at_a_table_opens_its_page_and_escape_shows_the_very_same_table() -> None:
    scene, _, _ = scripted_table(*my_turn())
    services = scene.services
    before = pygame.image.tobytes(render_scene(scene), "RGB")
    asked = scene.playback.prompt
    scene.handle(press(pygame.K_F1))
    opened = services.scenes.top
    assert isinstance(opened, EncyclopediaScene)
    assert opened.variant == scene.table.variant.key
    assert not any(isinstance(widget, Button) and widget.kind == "main" for widget in opened.form.widgets)
    render_scene(opened)
    for code in (pygame.K_RIGHT, pygame.K_PAGEDOWN, pygame.K_ESCAPE):
        opened.handle(press(code))
    assert services.scenes.top is scene
    assert scene.playback.prompt is asked
    assert pygame.image.tobytes(render_scene(scene), "RGB") == before


def test_f1_at_a_settlement_opens_how_hands_are_scored() -> None:
    services = services_of(speed="instant")
    state = finished_hand("wuhan")
    a, b, c, d = ("竹影", "小满", "梅娘", "陈伯")
    info = TableInfo(variant("wuhan"), variant("wuhan").rules({}), (a, b, c, d), (None, "efficient", None, None))
    standing = Standing(state.number, 0, (1, 2, 3, -6), SEATS, (False, True, True, False), False, None)
    sheet = SettlementScene(services, state.masked(0), info, standing, lambda: None)
    before = pygame.image.tobytes(render_scene(sheet), "RGB")
    sheet.handle(press(pygame.K_F1))
    opened = services.scenes.top
    assert isinstance(opened, EncyclopediaScene)
    assert (opened.variant, opened.topic) == ("wuhan", "score")
    opened.handle(press(pygame.K_F1))
    assert services.scenes.top is sheet
    assert pygame.image.tobytes(render_scene(sheet), "RGB") == before


def finished_hand(name: str) -> RoundState:
    found = variant(name)
    match = Match(MatchSettings(name, (), default_length(found), b"f1"), found)
    return play_hand(match.rules, match.next_deal(), [LEVELS["efficient"]] * 4, seeded_chooser(b"f1", 1)).state


def test_the_title_opens_the_rules_and_they_begin_a_table() -> None:
    services = services_of()
    navigation = Navigation(services)
    services.scenes.push(TitleScene(services, title_actions(rules=navigation.rules), "1"))
    app = App(services)
    app.frame([press(pygame.K_b)])
    opened = services.scenes.top
    assert isinstance(opened, EncyclopediaScene)
    opened.open("sichuan")
    click(app, next(w for w in opened.form.widgets if isinstance(w, Button) and w.kind == "main").rect.center)
    table = services.scenes.top
    assert isinstance(table, NewTableScene)
    assert table.choices.variant.key == "sichuan"
