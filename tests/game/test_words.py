"""Events as sentences, in every language."""

from __future__ import annotations

import pytest

from game.strings import Strings
from game.tabletexts import TableTexts
from game.words import Words
from rules import events as e
from rules.melds import added_kong, chow, concealed_kong, exposed_kong, pong
from rules.score import Breakdown, ScoreItem, Unit, pay, plus
from rules.tiles import parse_tile, parse_tiles

NAMES = ("竹影", "小满", "梅娘", "陈伯")


def words(language: str = "zh_CN", variant: str = "lishui") -> Words:
    return Words(Strings(language), TableTexts(language, variant), NAMES.__getitem__)


SIX = parse_tile("6p")
WON = e.Won(3, SIX, e.WinSource.DISCARD, 1, (), (), Breakdown((ScoreItem("plain", 1),), 1, Unit.FAN), True)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (e.Discarded(3, SIX, True), "陈伯 打出 六筒"),
        (e.Melded(3, pong(SIX, 1), ()), "陈伯 碰 六筒"),
        (e.Melded(3, chow((parse_tile("5p"), SIX, parse_tile("7p")), SIX, 2), ()), "陈伯 吃 五六七筒"),
        (e.Melded(3, exposed_kong(SIX, 1), ()), "陈伯 杠 六筒"),
        (e.Melded(3, concealed_kong(SIX), ()), "陈伯 暗杠 六筒"),
        (e.Melded(3, concealed_kong(SIX).face_down(), ()), "陈伯 暗杠"),
        (e.Melded(3, added_kong(pong(SIX, 1)), ()), "陈伯 补杠 六筒"),
        (e.WildRevealed(SIX, -2, (SIX,), ()), "财神：六筒"),
        (WON, "陈伯 胡 小满 打出的 六筒"),
        (e.Paid((pay(1, 3, "win", plus("base", 12)),)), "小满 付给 陈伯 12（胡牌）"),
        (e.RoundStarted("lishui", (), 2, 1, 0), "第 2 局，小满 坐庄"),
        (e.Exhausted(), "牌摸完了，流局"),
        (e.Shown(3, (SIX,) * 4, (), "opening"), "陈伯 亮出 六六六六筒"),
    ],
)
def test_what_the_log_says(event: e.Event, sentence: str) -> None:
    assert words().sentences(event) == [sentence]


@pytest.mark.parametrize(
    ("variant", "exposed", "added"),
    [
        ("yunnan", "明杠", "转弯杠"),
        ("sichuan", "直杠", "面下杠"),
        ("sichuan_bloody", "直杠", "面下杠"),
        ("shaanxi", "放杠", "明杠"),
        ("wuhan", "冲杠", "蓄杠"),
    ],
)
def test_kongs_have_the_words_of_the_variant(variant: str, exposed: str, added: str) -> None:
    """rulebook/README.md, "What the client does"."""
    log = words(variant=variant)
    assert log.sentences(e.Melded(3, exposed_kong(SIX, 1), ())) == [f"陈伯 {exposed} 六筒"]
    assert log.sentences(e.Melded(3, added_kong(pong(SIX, 1)), ())) == [f"陈伯 {added} 六筒"]


def test_a_win_of_no_fan_is_called_plain() -> None:
    assert words(variant="yunnan").best_pattern(Breakdown((), 0, Unit.FAN)) == ("平胡", "0 番")


def test_a_self_drawn_win_of_shaanxi_is_a_bomb() -> None:
    won = e.Won(3, SIX, e.WinSource.SELF_DRAW, None, (), (), Breakdown((), 6, Unit.POINTS), True)
    assert words(variant="shaanxi").sentences(won) == ["陈伯 炸弹 六筒"]


@pytest.mark.parametrize(
    "event",
    [e.Drew(1, SIX, 0, False), e.Staged(e.Stage.DRAW, 1), e.Marked(1, "unheard", 3), e.Shown(1, (SIX,), (), "end")],
)
def test_what_is_not_worth_a_sentence(event: e.Event) -> None:
    assert words().sentences(event) == []


@pytest.mark.parametrize(
    ("language", "tiles", "text"),
    [
        ("zh_CN", "456m", "四五六万"),
        ("zh_TW", "456m", "四五六萬"),
        ("en", "456m", "4 5 6 Characters"),
        ("zh_CN", "5z", "红中"),
        ("en", "1z", "East"),
    ],
)
def test_names_of_tiles(language: str, tiles: str, text: str) -> None:
    assert words(language).tiles(parse_tiles(tiles)) == text


def test_the_dealer_is_east_and_the_next_seat_south() -> None:
    assert [words().wind(seat, 2) for seat in range(4)] == ["西", "北", "东", "南"]
    assert words("en").wind(2, 2) == "E"


def test_a_mark_with_a_text_is_a_badge_and_one_without_is_silent() -> None:
    spoken = words(variant="sichuan")
    assert spoken.badge("void", "m")
    assert spoken.badge("unheard", 1) is None


def test_a_win_is_named_by_its_dearest_pattern() -> None:
    items = (ScoreItem("root", 1, 1), ScoreItem("full_flush", 3, 1))
    assert words(variant="sichuan").best_pattern(Breakdown(items, 4, Unit.FAN)) == ("清一色", "4 番")


def test_what_doubles_for_the_dealer_alone_is_not_the_best_pattern() -> None:
    dealer, concealed = ScoreItem("dealer", 2), ScoreItem("concealed_hand", 2)
    beijing = words(variant="beijing")
    assert beijing.best_pattern(Breakdown((dealer,), 1, Unit.TIMES)) == ("", "1 倍")
    assert beijing.best_pattern(Breakdown((dealer, concealed), 2, Unit.TIMES)) == ("门前清", "2 倍")
    assert beijing.best_pattern(Breakdown((dealer,), 2, Unit.TIMES)) == ("庄", "2 倍")


def test_of_equal_patterns_the_one_that_tells_more_is_named() -> None:
    common, telling = ScoreItem("no_wild", 2), ScoreItem("catch_five", 2)
    assert words(variant="beijing").best_pattern(Breakdown((common, telling), 4, Unit.TIMES)) == ("捉五魁", "4 倍")
