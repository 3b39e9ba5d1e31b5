"""Texts come from complete catalogues; outside texts are safe to draw; numbers are written in one way."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from game.strings import LANGUAGES, Strings, clean_text, number, signed, system_language


def test_every_text_is_translated_into_every_language() -> None:
    catalogues = importlib.import_module("assets.make.catalogues")
    assert list(catalogues.problems()) == []


def test_a_text_inside_an_f_string_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogues = importlib.import_module("assets.make.catalogues")
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "one.py").write_text("first = tr('Seen')\nline = f\"{first} {tr('Not seen')}\"\n", "utf-8")
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    assert list(catalogues.hidden_texts()) == ["game/one.py:2: a text inside an f-string is not extracted"]


@pytest.mark.parametrize(("language", "text"), [("zh_CN", "设置"), ("zh_TW", "設定"), ("en", "Settings")])
def test_a_text_is_in_the_chosen_language(language: str, text: str) -> None:
    assert language in LANGUAGES
    assert Strings(language).tr("Settings") == text


def test_values_are_filled_in() -> None:
    assert Strings("zh_CN").tr("Welcome back, {name}", name="陈伯") == "陈伯，欢迎回来"


def test_a_context_tells_short_words_apart() -> None:
    strings = Strings("zh_CN")
    assert (strings.tr_context("switch", "on"), strings.tr_context("switch", "off")) == ("开", "关")


def test_words_that_are_alike_in_english_are_told_apart() -> None:
    tr = Strings("zh_CN").tr
    assert [tr("Ready"), tr("Not ready yet"), tr("Not ready")] == ["准备", "取消准备", "没听牌"]
    assert [tr("Clear"), tr("Clear all")] == ["清晰", "清空"]


@pytest.mark.parametrize(
    ("locales", "language"),
    [
        ([("zh", "TW")], "zh_TW"),
        ([("zh", "HK"), ("en", "GB")], "zh_TW"),
        ([("zh", "")], "zh_CN"),
        ([("fr", "FR"), ("en", "GB"), ("zh", "CN")], "en"),
        ([], "zh_CN"),
    ],
)
def test_the_first_language_follows_the_system(locales: list[tuple[str, str]], language: str) -> None:
    assert system_language(locales) == language


def test_numbers_have_a_real_minus_and_thin_spaces() -> None:
    assert number(-12345) == "\N{MINUS SIGN}12\N{THIN SPACE}345"
    assert [signed(value) for value in (28, 0, -14)] == ["+28", "0", "\N{MINUS SIGN}14"]


@pytest.mark.parametrize(
    ("outside", "shown"),
    [
        ("竹\x00影", "竹影"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("\ud800x", "x"),
        ("line\nbreak\ttab", "line break tab"),
        ("e\u0301", "é"),
        ("\u200b  ", ""),
        ("x" * 50_000, "x" * 16),
    ],
)
def test_outside_texts_are_cleaned(outside: str, shown: str) -> None:
    assert clean_text(outside) == shown
