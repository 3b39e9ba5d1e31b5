"""The settlement sheet tells every payment so that it can be followed; it can be used by mouse and by keys alone."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.app import App, offscreen_services, render_scene
from game.newmatch import Course
from game.preferences import Preferences
from game.scenes.result import ResultScene, ranking
from game.scenes.settlement import SettlementScene
from game.settlement.arrows import arrows_of, curve_between, plates_in
from game.settlement.band import hand_row
from game.settlement.column import PaymentRow
from game.settlement.lines import Wording, shared_factors
from game.settlement.pages import pages_of
from game.strings import Strings, number
from game.tableinfo import TableInfo
from game.tabletexts import TableTexts
from game.widgets.base import Widget
from game.widgets.choices import Tabs
from game.widgets.scroll import ScrollView
from net.messages import Standing
from rules.bots import LEVELS, seeded_chooser
from rules.events import WinSource, Won
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.melds import added_kong, chow, concealed_kong, pong
from rules.score import Breakdown, Op, ScoreItem, Transfer, Unit, amount_of, net, pay, plus, times
from rules.seats import SEATS
from rules.simulate import play_hand
from rules.state import RoundState
from rules.tiles import HIDDEN, Tile, parse_tile, parse_tiles
from rules.variants import all_variants, variant
from tests.helpers.scenario import scenario

from .conftest import press

SIZES = [(1024, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1080)]
NAMES = ("竹影", "小满", "梅娘", "陈伯")
LONG_NAMES = ("Maximiliane Long", "Wilhelmina Wide", "Bartholomew Big", "Chrysanthemum X")
HANDS = 16


def played(key: str) -> Iterator[RoundState]:
    match = Match(MatchSettings(key, (), Length(LengthUnit.HANDS, HANDS), b"hands for the sheet"), variant(key))
    for _ in range(HANDS):
        deal = match.next_deal()
        bots = [LEVELS["efficient"]] * 3 + [LEVELS["uniform"]]
        finished = play_hand(match.rules, deal, bots, seeded_chooser(b"sheet", deal.number))
        match.record(finished.state)
        yield finished.state


@cache
def begun(key: str) -> tuple[list[RoundState], Iterator[RoundState]]:
    return [], played(key)


def hands(key: str, count: int = HANDS) -> tuple[RoundState, ...]:
    """The first hands of a match; none is played before a test needs it."""
    known, rest = begun(key)
    known += itertools.islice(rest, max(0, count - len(known)))
    return tuple(known[:count])


def hand(key: str, wanted: Callable[[RoundState], object]) -> RoundState:
    return next(state for number in range(HANDS) if wanted(state := hands(key, number + 1)[number]))


def busy() -> RoundState:
    """A hand with several winners and more payments than arrows can tell."""
    return hand("sichuan_bloody", lambda state: len(state.wins) > 1 and sum(map(len, state.ledger)) > 6)


def scene(
    state: RoundState, size: tuple[int, int] = (1280, 720), names: tuple[str, ...] = NAMES, **preferences: object
) -> SettlementScene:
    chosen = Preferences(**{"language": "zh_CN", "speed": "instant", **preferences})  # type: ignore[arg-type]
    a, b, c, d = names
    table = TableInfo(
        variant(state.variant), variant(state.variant).rules({}), (a, b, c, d), (None, "efficient", None, None)
    )
    standing = Standing(state.number, 0, (1, 2, 3, -6), SEATS, (False, True, True, False), False, 8.0)
    made = SettlementScene(offscreen_services(size, chosen), state.masked(0), table, standing, lambda: None)
    render_scene(made)
    return made


def test_the_plates_show_the_avatars_that_were_chosen() -> None:
    made = scene(hands("lishui", 1)[0])
    made.table = replace(made.table, avatars=("虎", "", "", ""))
    assert [made._plate(seat).avatar for seat in SEATS] == ["虎", "小", "梅", "陈"]


def focus_is(made: SettlementScene, kind: type[Widget]) -> bool:
    return isinstance(made.form.focused, kind)


def click(app: App, widget: Widget) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        app.frame([pygame.Event(kind, button=1, pos=widget.rect.center, touch=False)])


# ---- what it says ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", all_variants())
def test_the_pages_tell_every_payment_and_each_adds_up(key: str) -> None:
    for state in hands(key):
        pages = pages_of(state)
        everything = [transfer for batch in state.ledger for transfer in batch]
        assert list(pages[-1].transfers) == everything
        assert [page.win for page in pages if page.win is not None] == state.wins
        assert all(sum(page.sums) == 0 for page in pages)
        assert pages[-1].sums == [owner.points for owner in state.seats] == net(everything)


@pytest.mark.parametrize("key", all_variants())
def test_the_factors_of_every_payment_come_to_its_amount(key: str) -> None:
    wording = Wording(Strings("en"), TableTexts("en", key), NAMES)
    for transfer in (t for state in hands(key) for batch in state.ledger for t in batch):
        assert amount_of(transfer.factors) == transfer.amount
        line = wording.payment(transfer)
        assert line.amount == number(transfer.amount)
        assert line.words
        told = [
            factor for factor in transfer.factors if factor.op is not Op.TIMES or amount_of((plus("", 1), factor)) != 1
        ]
        assert all(str(factor.numerator) in line.words or len(told) == 1 for factor in told)


@pytest.mark.parametrize("key", all_variants())
def test_a_winners_page_has_only_what_the_winner_gets_for_it(key: str) -> None:
    for page in (page for state in hands(key) for page in pages_of(state) if page.win is not None):
        assert page.win is not None
        assert {transfer.payee for transfer in page.transfers} <= {page.win.seat}
        assert page.transfers


def win(breakdown: Breakdown, source: WinSource = WinSource.SELF_DRAW, facts: tuple[str, ...] = ()) -> Won:
    loser = None if source is WinSource.SELF_DRAW else 1
    tile = HIDDEN if facts else parse_tile("1m")
    return Won(0, tile, source, loser, facts, tuple(parse_tiles("1m")), breakdown, True)


def items(*values: tuple[str, int] | tuple[str, int, int]) -> tuple[ScoreItem, ...]:
    return tuple(ScoreItem(*value) for value in values)


@pytest.mark.parametrize(
    ("variant_key", "breakdown", "source", "written"),
    [
        ("lishui", Breakdown(items(("caishen_head", 2)), 4, Unit.TIMES), "self_draw", "自摸 2 × 财神头 2"),
        ("lishui", Breakdown(items(("seven_pairs", 2)), 2, Unit.TIMES), "discard", "七对子 2"),
        ("lishui", Breakdown(items(("rob_kong", 2)), 4, Unit.TIMES), "rob_kong", "按自摸 2 × 抢杠 2"),
        ("sichuan", Breakdown(items(("plain", 1), ("root", 1, 2)), 3, Unit.FAN), "discard", "平胡 1 + 根 2"),
        ("sichuan", Breakdown(items(("earthly", 6), ("root", 1)), 6, Unit.FAN), "discard", "地胡 6 + 根 1 + 封顶 ≤ 6"),
        (
            "changsha",
            Breakdown(items(("all_258", 15), ("full_flush", 15)), 30, Unit.POINTS),
            "discard",
            "将将胡 15 × 清一色 2",
        ),
        ("shaanxi", Breakdown(items(("plain", 3)), 6, Unit.POINTS), "self_draw", "平胡 3 × 炸弹（自摸） 2"),
        ("hebei_2", Breakdown((), 1, Unit.TIMES), "discard", "平胡"),
        ("hebei_2", Breakdown(items(("dealer", 2)), 1, Unit.TIMES), "self_draw", "平胡"),
        ("beijing", Breakdown(items(("dealer", 2), ("no_wild", 2)), 2, Unit.TIMES), "self_draw", "无混儿 2"),
        ("beijing", Breakdown(items(("dealer", 2), ("no_wild", 2)), 4, Unit.TIMES), "self_draw", "庄 2 × 无混儿 2"),
    ],
)
def test_the_value_is_told_in_the_way_of_its_unit(
    variant_key: str, breakdown: Breakdown, source: str, written: str
) -> None:
    wording = Wording(Strings("zh_CN"), TableTexts("zh_CN", variant_key), NAMES)
    assert wording.equation(win(breakdown, WinSource(source)), ()) == written


def test_what_multiplies_every_payment_makes_up_the_value() -> None:
    side = (plus("base", 1), times("opened", 4), times("red_kong", 2), times("self_draw", 2))
    paid = [pay(1, 0, "win", *side, times("loser_opened", 2)), pay(2, 0, "win", *side), pay(3, 0, "win", *side)]
    wording = Wording(Strings("zh_CN"), TableTexts("zh_CN", "wuhan"), NAMES)
    assert shared_factors(paid, 16) == side
    written = wording.equation(win(Breakdown((), 16, Unit.POINTS)), paid)
    assert written == "底 1 × 开口 4 × 红中杠 2 × 自摸 2"


@pytest.mark.parametrize("key", all_variants())
def test_the_rows_come_to_the_value_of_every_win(key: str) -> None:
    wording = Wording(Strings("en"), TableTexts("en", key), NAMES)
    for page in (page for state in hands(key) for page in pages_of(state)):
        if page.win is None:
            continue
        effects = [row.effect for row in wording.patterns(page.win, page.transfers) if row.counted and row.effect]
        total = Fraction(0)
        for effect in effects:
            sign, _, figure = effect.rpartition(" ")
            number = Fraction(figure)
            total = min(total, number) if sign == "≤" else total + number if not sign else (total or 1) * number
        value = page.win.breakdown.value
        assert total == value if effects else value in (0, 1)


def test_what_doubles_for_the_dealer_alone_is_told_and_not_counted() -> None:
    wording = Wording(Strings("zh_CN"), TableTexts("zh_CN", "beijing"), NAMES)
    rows = wording.patterns(win(Breakdown(items(("dealer", 2)), 1, Unit.TIMES)), ())
    assert [(row.name, row.effect, row.counted) for row in rows] == [("平胡", "", True), ("庄", "× 2", False)]


def test_who_won_and_how_stands_at_the_top() -> None:
    wording = Wording(Strings("zh_CN"), TableTexts("zh_CN", "changsha"), NAMES)
    one = Breakdown((ScoreItem("plain", 5),), 5, Unit.POINTS)
    assert wording.headline(win(one), drawn=False) == "竹影 自摸"
    assert wording.headline(win(one, WinSource.DISCARD), drawn=False) == "竹影 胡小满的牌"
    assert wording.headline(win(one, facts=("opening",)), drawn=False) == "竹影 · 起手胡"
    assert wording.headline(None, drawn=True) == "流局"


def finished_case(key: str, *lines: str, **given: Any) -> SettlementScene:
    """The sheet of a rigged hand that is over."""
    return scene(scenario(key, *lines, **given).hand.state)


def test_the_bird_says_whom_it_hits() -> None:
    hands = {"0": "123m46p12355789s", "3": "78889m46p456789s"}
    lines = ("0 discard 9p", "1 discard 9m", "2 discard 5p", "3 win", "0 win")
    made = finished_case("changsha", *lines, hands=hands, draws="9p 9m 5p 3s")
    assert made.sheet.turned_up_words("bird") == "扎鸟 · 梅娘"


def test_a_hand_that_ends_by_an_escape_says_who_escaped() -> None:
    made = finished_case("shaanxi", "2 leave", hands={}, pao=[1, 2, 0, 3])
    assert made.sheet.headline(made.shown) == "梅娘 逃跑"


def test_liability_is_explained_and_can_be_worked_out() -> None:
    transfer = pay(
        3, 0, "liability", plus("share", 8), plus("share", 4), plus("share", 4), times("reverse_liability", 2)
    )
    wording = Wording(Strings("zh_CN"), TableTexts("zh_CN", "lishui"), NAMES)
    assert wording.payment(transfer).words == "大包：(8 + 4 + 4) × 反包 2"
    state = RoundState()
    state.ledger.append((transfer,))
    assert [note.title for note in wording.notes(pages_of(state)[0])] == ["大包"]


# ---- arrows ---------------------------------------------------------------------------------------------------------


def test_arrows_are_net_between_two_seats() -> None:
    transfers = [
        Transfer(0, 1, 10, "kong"), Transfer(1, 0, 4, "win"), Transfer(2, 3, 5, "kong"), Transfer(3, 2, 5, "kong"),
    ]  # fmt: skip
    (arrow,) = arrows_of(transfers)
    assert (arrow.payer, arrow.payee, arrow.amount) == (0, 1, 6)
    assert arrow.transfers == tuple(transfers[:2])
    (arrow,) = arrows_of([Transfer(0, 1, 1, "win"), Transfer(1, 0, 4, "win")])
    assert (arrow.payer, arrow.payee, arrow.amount) == (1, 0, 3)


@pytest.mark.parametrize("viewer", SEATS)
def test_arrows_start_and_end_outside_the_plates(viewer: int) -> None:
    area = pygame.Rect(500, 250, 660, 330)
    plates = plates_in(area, (176, 64), viewer)
    assert plates[viewer].bottom == area.bottom
    assert plates[(viewer + 1) % 4].right == area.right
    for payer, payee in itertools.permutations(SEATS, 2):
        curve = curve_between(plates, payer, payee, 8)
        for t in (step / 20 for step in range(21)):
            assert area.collidepoint(curve.at(t))
            assert not any(plate.collidepoint(curve.at(t)) for plate in plates.values())
        assert curve.until(1.0).end == curve.end
        end = curve.without_end(20).end
        assert 15 <= ((end[0] - curve.end[0]) ** 2 + (end[1] - curve.end[1]) ** 2) ** 0.5 <= 25


def test_the_hand_lies_as_on_the_table() -> None:
    tile = parse_tile
    melds = [
        chow(tuple(parse_tiles("234m")), tile("3m"), 3),
        added_kong(pong(tile("5z"), 1)),
        concealed_kong(tile("9p")),
    ]
    won = Won(
        0, tile("1s"), WinSource.SELF_DRAW, None, (), tuple(parse_tiles("1s7z3p9s")), Breakdown((), 2, Unit.TIMES), True
    )
    row = hand_row(won, melds, (Tile(34),))
    turned = [piece for piece in row.pieces if piece.turned]
    assert [(piece.tile, piece.feeder) for piece in turned] == [
        (tile("3m"), "left"),
        (tile("5z"), ""),
        (tile("5z"), "right"),
    ]
    assert turned[2].raised == 1.0
    assert turned[2].x == turned[1].x
    assert [piece.down for piece in row.pieces if piece.tile == tile("9p")] == [True, False, False, True]
    assert row.pieces[-5].tile == tile("7z")
    assert row.pieces[-1].winning
    assert row.width > row.pieces[-1].x


# ---- the screen -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("language", "text"), [("zh_CN", 100), ("zh_TW", 115), ("en", 100), ("en", 150)])
def test_no_control_is_off_screen_or_under_another(size: tuple[int, int], language: str, text: int) -> None:
    made = scene(busy(), size, LONG_NAMES, language=language, text_size=text)
    for page in range(len(made.pages)):
        made.open_page(page)
        render_scene(made)
        window = pygame.Rect((0, 0), size)
        controls = [w for w in made.form.widgets if w.takes_focus and w.clip is None]
        assert all(window.contains(control.rect) for control in controls)
        for one, other in itertools.combinations(controls, 2):
            assert not one.rect.colliderect(other.rect)
        plates = list(made._diagram.plates.values())
        assert all(window.contains(plate) for plate in plates)
        assert not any(a.colliderect(b) for a, b in itertools.combinations(plates, 2))


@pytest.mark.parametrize("language", ["zh_CN", "zh_TW", "en"])
@pytest.mark.parametrize("key", all_variants())
def test_every_played_hand_can_be_drawn(key: str, language: str) -> None:
    for state in hands(key, 2):
        made = scene(state, language=language)
        for page in range(len(made.pages)):
            made.open_page(page)
            assert render_scene(made).get_at(made._sheet.center)[:3] != (0, 0, 0)


def test_keys_alone_turn_pages_light_arrows_and_go_on() -> None:
    made = scene(busy())
    called: list[int] = []
    made.on_next = lambda: called.append(1)
    app = App(made.services)
    app.frame([press(pygame.K_2)])
    assert made.page == 1
    app.frame([press(pygame.K_RIGHT)])
    assert made.page == 2
    app.frame([press(pygame.K_1 + len(made.pages) - 2)])
    assert made.shown.win is None
    while not focus_is(made, PaymentRow):
        app.frame([press(pygame.K_TAB)])
    app.frame([press(pygame.K_RETURN)])
    assert made.lit is made.shown.transfers[0]
    made.form.focus(None)
    app.frame([press(pygame.K_RETURN), press(pygame.K_RETURN)])
    assert called == [1]


def test_the_mouse_alone_turns_pages_lights_arrows_and_goes_on() -> None:
    made = scene(busy())
    called: list[int] = []
    made.on_next = lambda: called.append(1)
    app = App(made.services)
    tabs = next(widget for widget in made.form.widgets if isinstance(widget, Tabs))
    last = tabs.part(len(made.pages) - 2).center
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        app.frame([pygame.Event(kind, button=1, pos=last, touch=False)])
    assert made.shown.win is None
    row = next(widget for widget in made.form.widgets if isinstance(widget, PaymentRow))
    seen = []
    for _ in range(2):
        click(app, row)
        seen.append((made.lit, row.chosen))
    assert seen == [(row.line.transfer, True), (None, False)]
    click(app, made.form.widgets[-1])
    click(app, made.form.widgets[-1])
    assert called == [1]


def test_a_click_during_the_payments_shows_their_end_and_does_not_go_on() -> None:
    made = scene(busy(), speed="normal")
    made.on_next = lambda: pytest.fail("went on")
    app = App(made.services)
    assert app.frame([]) == 0.0
    app.frame([press(pygame.K_RETURN)])
    assert app.frame([]) > 0.0


def test_the_sheet_rises_over_the_table_and_then_stands_alone() -> None:
    made = scene(busy(), speed="normal")
    app = App(made.services)
    app.frame([])
    pictures = []
    for _ in range(4):
        assert made.overlay
        made.services.invalidate()
        app.services.scenes.draw(made.services.canvas.surface)
        pictures.append(pygame.image.tobytes(made.services.canvas.surface, "RGB"))
        made.update(0.09)
    assert not made.overlay
    assert len(set(pictures)) == 4
    assert not scene(busy(), speed="normal", reduced_motion=True).overlay


def test_the_count_down_follows_the_clock() -> None:
    made = scene(busy())
    now = [0.0]
    made.services.clock = lambda: now[0]
    assert made.form.widgets[-1].text == "下一局 8 秒"  # type: ignore[attr-defined]
    now[0] = 3.2
    made.update(0.25)
    assert made.form.widgets[-1].text == "下一局 5 秒"  # type: ignore[attr-defined]


def test_the_sheet_is_saved_as_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIFANG_DATA_DIR", str(tmp_path))
    made = scene(busy())
    App(made.services).frame([press(pygame.K_F12)])
    (picture,) = (tmp_path / "pictures").glob("*.png")
    assert pygame.image.load(picture).get_width() >= made._sheet.width
    assert made.services.toasts.texts == [f"图片存好了：{picture}（路径已复制）"]
    assert pygame.scrap.get_text() == str(picture)


def test_a_picture_that_cannot_be_saved_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("SIFANG_DATA_DIR", str(tmp_path / "file"))
    made = scene(busy())
    made.save_picture()
    assert made.services.toasts.texts[0].startswith("图片存不了")


# ---- the result -----------------------------------------------------------------------------------------------------


def test_equal_totals_share_a_place() -> None:
    assert [(one.place, one.player) for one in ranking((5, 9, 5, -19))] == [(1, 1), (2, 0), (2, 2), (4, 3)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("language", "text"), [("zh_CN", 100), ("en", 150)])
def test_the_result_fits_and_goes_back_or_again(size: tuple[int, int], language: str, text: int) -> None:
    called: list[str] = []
    a, b, c, d = LONG_NAMES
    table = TableInfo(variant("lishui"), variant("lishui").rules({}), (a, b, c, d))
    services = offscreen_services(size, Preferences(language=language, text_size=text))  # type: ignore[arg-type]
    standing = Standing(16, 4, (10, -4, -3, -3), SEATS, (True,) * 4, True, None)
    made = ResultScene(
        services,
        table,
        standing,
        lambda: called.append("title"),
        lambda: called.append("again"),
        Course(history=[[10, -4, -3, -3]] * 16),
    )
    render_scene(made)
    window = pygame.Rect((0, 0), size)
    controls = [widget for widget in made.form.widgets if widget.takes_focus]
    assert all(window.contains(control.rect) for control in controls)
    assert not controls[0].rect.colliderect(controls[1].rect)
    app = App(services)
    app.frame([press(pygame.K_RETURN), press(pygame.K_ESCAPE)])
    click(app, controls[1])
    assert called == ["again", "title", "again"]


def test_page_keys_scroll_the_column() -> None:
    made = scene(busy(), (1024, 600))
    made.open_page(len(made.pages) - 2)
    scroll = next(widget for widget in made.form.widgets if isinstance(widget, ScrollView))
    assert scroll.longest
    made.handle(press(pygame.K_PAGEDOWN))
    assert 0 < scroll.offset <= scroll.longest
    made.handle(press(pygame.K_END))
    assert scroll.offset == scroll.longest
    made.handle(press(pygame.K_PAGEUP))
    made.handle(press(pygame.K_HOME))
    assert scroll.offset == 0
