"""The new-table screen: everything can be chosen by mouse and by keys alone, and what was chosen is what starts."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pygame
import pytest

from game.app import App, offscreen_services, render_scene
from game.newmatch import NewMatch
from game.newtable.choices import Bot, Choices
from game.newtable.rows import ChoiceRow, MoreRow, SpecialRow
from game.newtable.seats import SeatCard
from game.newtable.sheet import NOTHING
from game.preferences import KeptTable, Preferences, format_preferences, parse_preferences
from game.scenes.newtable import NewTableScene
from game.scenes.title import TitleScene
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.card import Card
from game.widgets.choices import Segments
from game.widgets.dropdown import Dropdown, DropdownList
from net.timers import Timers
from rules.differences import Kind
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.variants import all_variants, variant
from tests.helpers.menus import title_actions

SIZES = [(1024, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1080)]
Started = list[tuple[NewMatch, Timers]]


def levels(bots: Sequence[Bot]) -> list[tuple[int, str]]:
    return [(bot.index, bot.level) for bot in bots]


def scene(size: tuple[int, int] = (1280, 720), started: Started | None = None, **preferences: object) -> NewTableScene:
    services = offscreen_services(size, Preferences(**{"language": "zh_CN", **preferences}))  # type: ignore[arg-type]
    services.scenes.push(TitleScene(services, title_actions(), "0"))
    made = NewTableScene(services, lambda new, timers: (started if started is not None else []).append((new, timers)))
    render_scene(made)
    return made


def key(code: int) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=code, mod=0, unicode="")


def click(app: App, place: tuple[int, int]) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        app.frame([pygame.Event(kind, button=1, pos=place, touch=False)])


def control(made: NewTableScene, title: str) -> Segments[object]:
    rows = [widget for widget in made.form.widgets if isinstance(widget, ChoiceRow)]
    return next(row.control for row in rows if row.title == title)


def focused(made: NewTableScene) -> Widget | None:
    return made.form.focused


def bring_into_view(made: NewTableScene, widget: Widget) -> None:
    made._scroll.scroll_to(made._scroll.offset + widget.rect.bottom - made._scroll.rect.bottom + 8)


# ---- choices --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", all_variants())
def test_every_offered_length_is_a_match(key: str) -> None:
    choices = Choices(variant(key))
    assert choices.length == choices.lengths()[0]
    for length in choices.lengths():
        Match(MatchSettings(key, tuple(choices.options.items()), length, bytes(16)), variant(key))


def test_another_variant_begins_with_its_defaults() -> None:
    choices = Choices(variant("sichuan"))
    choices.options["fan_cap"] = "6"
    assert choices.changed("fan_cap")
    choices.take(variant("lishui"))
    assert choices.options == variant("lishui").choose({})
    assert choices.length == Length(LengthUnit.ROUNDS, 1)
    assert not any(map(choices.changed, choices.options))


def test_swapping_seats_goes_through_all_orders_and_keeps_levels() -> None:
    choices = Choices(variant("sichuan"))
    choices.next_level(1)
    seen = set()
    for _ in range(6):
        seen.add(tuple(bot.index for bot in choices.bots))
        assert {bot.index: bot.level for bot in choices.bots}[1] == "uniform"
        choices.swap_seats()
    assert len(seen) == 6
    assert [bot.index for bot in choices.bots] == [0, 1, 2]


# ---- the screen -----------------------------------------------------------------------------------------------------


def test_every_variant_has_a_card_and_enter_starts_the_usual_table() -> None:
    started: Started = []
    made = scene(started=started, player_name="竹影", speed="fast", turn_seconds=30)
    assert len([widget for widget in made.form.widgets if isinstance(widget, Card)]) == len(all_variants())
    App(made.services).frame([key(pygame.K_RETURN)])
    ((new, timers),) = started
    assert new.variant == next(iter(all_variants()))
    assert dict(new.options) == variant(new.variant).choose({})
    assert [entrant.name for entrant in new.entrants] == ["竹影", "小满", "梅娘", "陈伯"]
    assert [entrant.level for entrant in new.entrants] == [None, "efficient", "efficient", "efficient"]
    assert (timers.turn, timers.pace) == (30.0, 0.45)


def test_enter_on_the_chosen_card_starts() -> None:
    started: Started = []
    made = scene(started=started)
    app = App(made.services)
    click(app, made.form.widgets[3].rect.center)
    app.frame([key(pygame.K_RETURN)])
    assert [new.variant for new, _ in started] == [list(all_variants())[2]]


def test_the_mouse_alone_chooses_everything() -> None:
    started: Started = []
    made = scene(started=started)
    app = App(made.services)
    place = list(all_variants()).index("sichuan")
    click(app, made.form.widgets[1 + place].rect.center)
    assert made.choices.variant.key == "sichuan"
    for title, part in (("长度", 1), ("出牌限时", 0), ("封顶", 1)):
        wanted = control(made, title)
        bring_into_view(made, wanted)
        click(app, wanted.part(part).center)
    click(app, next(w for w in made.form.widgets if isinstance(w, SeatCard) and w.on_press).rect.center)
    swap, _save, start = [widget for widget in made.form.widgets if isinstance(widget, Button)][-3:]
    click(app, swap.rect.center)
    click(app, start.rect.center)
    ((new, timers),) = started
    assert dict(new.options)["fan_cap"] == "6"
    assert new.length == Length(LengthUnit.HANDS, 8)
    assert [entrant.name for entrant in new.entrants[1:]] == ["小满", "陈伯", "梅娘"]
    assert [entrant.level for entrant in new.entrants[1:]] == ["uniform", "efficient", "efficient"]
    assert timers.turn is None


def test_the_keyboard_alone_chooses_everything() -> None:
    started: Started = []
    made = scene(started=started)
    app = App(made.services)
    app.frame([key(pygame.K_TAB), key(pygame.K_TAB)])
    assert isinstance(focused(made), Card)
    steps = list(all_variants()).index("sichuan")
    app.frame([key(pygame.K_RIGHT)] * steps)
    assert made.choices.variant.key == "sichuan"
    assert isinstance(focused(made), Card)
    while focused(made) is not control(made, "封顶"):
        app.frame([key(pygame.K_TAB)])
    app.frame([key(pygame.K_RIGHT)])
    assert made.choices.options["fan_cap"] == "6"
    assert focused(made) is control(made, "封顶")
    assert made._scroll.rect.contains(control(made, "封顶").rect)
    while not isinstance(focused(made), SeatCard):
        app.frame([key(pygame.K_TAB)])
    app.frame([key(pygame.K_SPACE)])
    assert made.choices.bots[0].level == "uniform"
    made.form.focus(None)
    app.frame([key(pygame.K_RETURN)])
    assert dict(started[0][0].options)["fan_cap"] == "6"


def test_digits_choose_a_variant_and_escape_goes_back() -> None:
    made = scene()
    app = App(made.services)
    app.frame([key(pygame.K_3)])
    assert made.choices.variant.key == list(all_variants())[2]
    app.frame([key(pygame.K_ESCAPE)])
    assert isinstance(made.services.scenes.top, TitleScene)


def test_a_changed_house_rule_is_marked_and_counted() -> None:
    made = scene()
    made.choose("sichuan")
    before = pygame.image.tobytes(render_scene(made), "RGB")
    control(made, "封顶").choose("6")
    rows = [widget for widget in made.form.widgets if isinstance(widget, ChoiceRow)]
    assert [row.title for row in rows if row.changed] == ["封顶"]
    assert pygame.image.tobytes(render_scene(made), "RGB") != before


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("language", "text"), [("zh_CN", 100), ("zh_TW", 115), ("en", 100), ("en", 150)])
def test_no_control_is_off_screen_or_under_another(size: tuple[int, int], language: str, text: int) -> None:
    made = scene(size, language=language, text_size=text, player_name="A very long name")
    window = pygame.Rect((0, 0), size)
    for chosen in ("lishui", "shaanxi", "wuhan"):
        made.choose(chosen)
        render_scene(made)
        fixed = [widget for widget in made.form.widgets if widget.clip is None and widget is not made._scroll]
        assert all(window.contains(widget.rect) for widget in fixed)
        for one, other in itertools.combinations(fixed, 2):
            assert not one.rect.colliderect(other.rect)
        rows = [widget for widget in made.form.widgets if widget.clip is not None and widget.focusable]
        for widget in rows:
            bring_into_view(made, widget)
            assert made._scroll.rect.contains(widget.rect)
            parts = [widget.part(i) for i in range(len(widget.options))] if isinstance(widget, Segments) else []
            assert all(widget.rect.contains(part) for part in parts)


# ---- what is otherwise, and numbers ---------------------------------------------------------------------------------


def specials(made: NewTableScene) -> list[SpecialRow]:
    return [widget for widget in made.form.widgets if isinstance(widget, SpecialRow)]


def test_a_newcomer_reads_what_is_special_and_others_what_is_otherwise() -> None:
    made = scene()
    made.choose("wuhan")
    assert {row.kind for row in specials(made)} == {None}
    made.services.preferences.change(last_variant="sichuan")
    made.choose("wuhan")
    assert len(specials(made)) == 5
    assert {row.kind for row in specials(made)} == {Kind.NEW, Kind.LIMIT, Kind.ABSENT}
    made.choose("sichuan")
    assert {row.kind for row in specials(made)} == {None}


def test_all_differences_unfold_and_fold() -> None:
    made = scene(last_variant="sichuan")
    made.choose("wuhan")
    app = App(made.services)
    for folded in (False, True):
        more = next(widget for widget in made.form.widgets if isinstance(widget, MoreRow))
        bring_into_view(made, more)
        click(app, more.rect.center)
        assert (len(specials(made)) == 5) is folded


def test_the_known_variant_is_chosen_from_a_list_by_keys_and_by_mouse() -> None:
    made = scene(last_variant="sichuan")
    made.choose("wuhan")
    app = App(made.services)
    made.form.focus(next(widget for widget in made.form.widgets if isinstance(widget, Dropdown)))
    app.frame([key(pygame.K_RETURN)])
    opened = made.services.scenes.top
    assert isinstance(opened, DropdownList)
    app.frame([key(pygame.K_DOWN), key(pygame.K_RETURN)])
    assert made.services.chosen.compared_with == "sichuan_bloody"
    dropdown = next(widget for widget in made.form.widgets if isinstance(widget, Dropdown))
    click(app, dropdown.rect.center)
    opened = made.services.scenes.top
    assert isinstance(opened, DropdownList)
    opened.list.scroll_to(0)
    click(app, (opened.list.rect.centerx, opened.list.rect.y + 5))
    assert made.services.chosen.compared_with == NOTHING
    assert {row.kind for row in specials(made)} == {None}
    click(app, next(widget for widget in made.form.widgets if isinstance(widget, Dropdown)).rect.center)
    app.frame([key(pygame.K_ESCAPE)])
    assert made.services.scenes.top is made


def test_coins_are_chosen_only_while_they_are_counted() -> None:
    started: Started = []
    made = scene(started=started)
    made.choose("sichuan")
    titles = [row.title for row in made.form.widgets if isinstance(row, ChoiceRow)]
    assert "游戏币" in titles
    assert "倍率" not in titles
    control(made, "游戏币").choose("yes")
    assert "倍率" in [row.title for row in made.form.widgets if isinstance(row, ChoiceRow)]
    made.services.preferences.change(titles_and_coins=False)
    made.choices.options["coins"] = "yes"
    made.renew()
    assert "游戏币" not in [row.title for row in made.form.widgets if isinstance(row, ChoiceRow)]
    made.begin()
    assert dict(started[0][0].options)["coins"] == "no"


def test_a_number_is_typed_and_one_out_of_range_is_refused() -> None:
    made = scene()
    made.choose("sichuan")
    control(made, "游戏币").choose("yes")
    row = next(widget for widget in made.form.widgets if isinstance(widget, ChoiceRow) and widget.title == "倍率")
    assert row.field is not None
    row.field._set_text("1001", 4)
    assert row.field.error
    assert made.choices.options["coin_rate"] == "200"
    row.field._set_text("350", 3)
    assert not row.field.error
    assert made.choices.options["coin_rate"] == "350"
    assert row.changed
    row.control.focus(True)
    row.control.key(key(pygame.K_RIGHT))
    assert made.choices.options["coin_rate"] == "200"


def test_a_guest_sits_down_under_a_name_of_nobody() -> None:
    started: Started = []
    made = scene(started=started, player_name="竹影", guest=True)
    made.begin()
    assert started[0][0].entrants[0].name == "客人"


def test_titles_can_be_switched_off_for_one_table() -> None:
    started: Started = []
    made = scene(started=started)
    for name in ("sichuan", "sichuan_bloody", "shaanxi"):
        made.choose(name)
        control(made, "称号").choose("no")
        assert made.choices.preset("mine").options == tuple(made.choices.options.items())
        made.begin()
        assert dict(started[-1][0].options)["titles"] == "no"
    made.services.preferences.change(titles_and_coins=False)
    made.renew()
    assert "称号" not in [row.title for row in made.form.widgets if isinstance(row, ChoiceRow)]


def test_the_table_played_last_is_offered_again() -> None:
    made = scene()
    made.choose("shaanxi")
    control(made, "称号").choose("no")
    made.choices.length = Length(LengthUnit.ROUNDS, 4)
    made._swap()
    made.choices.next_level(0)
    made.begin()
    made.choose("sichuan")
    assert made.choices.options == variant("sichuan").choose({})
    again = NewTableScene(made.services, lambda new, timers: None)
    kept = again.choices
    assert (kept.variant.key, kept.options["titles"], kept.length) == ("shaanxi", "no", Length(LengthUnit.ROUNDS, 4))
    assert levels(kept.bots) == levels(made.choices.bots)
    again.choose("sichuan")
    again.choose("shaanxi")
    assert kept.options["titles"] == "no"


def test_what_was_kept_survives_the_file() -> None:
    made = scene()
    made.choose("wuhan")
    made.choices.options["cap"] = "none"
    made.begin()
    assert parse_preferences(format_preferences(made.services.chosen)) == made.services.chosen


@pytest.mark.parametrize(
    "kept",
    [
        KeptTable(options={"no such rule": "yes", "cap": "7"}, unit="hands", count=3, bots=((0, "efficient"),)),
        KeptTable(bots=((0, "efficient"), (1, "gone"), (2, "uniform"))),
        KeptTable(bots=((0, "efficient"), (0, "efficient"), (2, "uniform"))),
    ],
)
def test_what_no_longer_exists_is_not_offered_again(kept: KeptTable) -> None:
    made = scene(last_variant="wuhan", tables={"wuhan": kept, "gone": kept})
    assert made.choices.variant.key == "wuhan"
    assert made.choices.options == variant("wuhan").choose({})
    assert levels(made.choices.bots) == levels(Choices(variant("wuhan")).bots)
    assert scene(last_variant="gone").choices.variant is next(iter(all_variants().values()))


def test_rounds_are_not_offered_where_there_are_none() -> None:
    made = scene(last_variant="yunnan", tables={"yunnan": KeptTable(unit="rounds", count=4)})
    assert made.choices.length == Choices(variant("yunnan")).length


@pytest.mark.parametrize("text", [100, 150, 200])
def test_the_line_above_the_seats_keeps_off_their_cards(text: int) -> None:
    made = scene(text_size=text)
    fonts, steps = made.services.fonts, made.services.steps
    assert made._seats.y - made._scroll.rect.bottom >= fonts.line_height(steps.strong)
