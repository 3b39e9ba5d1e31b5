"""Why a win, a call or a discard is refused: every reason that the rules can give has its words, with its values."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.refusals import refusal_words
from game.strings import LANGUAGES, Strings
from game.tabletexts import TableTexts
from game.words import Words
from rules.commands import WIN
from rules.tiles import parse_tile
from rules.variants import all_variants
from rules.whynot import NO_REPLACEMENT, WILD_CLAIMED, Refusal

SEVEN = parse_tile("7m")
RULES = Path(__file__).resolve().parents[2] / "rules"
GIVE_REASONS = ("variants/*.py", "policies/*.py", "steps/*.py", "judging.py", "whynot.py")
"""Where gates stand: functions that give the id of a reason, or None."""


def reasons_in(path: Path) -> Iterator[tuple[str, str]]:
    """(module, reason) for each reason that a function of a file may return."""
    name = ".".join(path.relative_to(RULES.parent).with_suffix("").parts)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.returns is not None and ast.unparse(node.returns) == "str | None":
            for found in ast.walk(node):
                if isinstance(found, ast.Return) and found.value is not None:
                    yield from ((name, reason) for reason in _named(found.value, name))


def _named(value: ast.expr, module: str) -> Iterator[str]:
    """The strings an expression may come to: constants, and names of constants of its module."""
    parts = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
    for part in parts:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value
        elif isinstance(part, ast.Name):
            found = getattr(importlib.import_module(module), part.id, None)
            if isinstance(found, str):
                yield found


EVERY = sorted({found for pattern in GIVE_REASONS for path in RULES.glob(pattern) for found in reasons_in(path)})


def keys_of(module: str) -> list[str]:
    """The variants of a file; all for what variants share."""
    own = [variant.key for variant in getattr(importlib.import_module(module), "VARIANTS", ())]
    return own or list(all_variants())


def test_the_reasons_are_found() -> None:
    found = {reason for _, reason in EVERY}
    assert {"pair_not_258", "not_opened", "float_window", "passed_win", WILD_CLAIMED, NO_REPLACEMENT} <= found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("module", "reason"), EVERY, ids=lambda value: str(value).rpartition(".")[2])
def test_every_reason_has_its_words(module: str, reason: str, language: str) -> None:
    refusal = Refusal(WIN, reason, SEVEN, pair=SEVEN, suits=(0, 1, 2), value=3, copies=2)
    for key in keys_of(module):
        words = Words(Strings(language), TableTexts(language, key), str)
        told = refusal_words(words, refusal)
        assert told != reason
        assert not set("{}_") & set(told)
        assert refusal_words(words, Refusal(WIN, reason, SEVEN)) == words.texts.gate(reason)


@pytest.mark.parametrize(
    ("key", "refusal", "told"),
    [
        ("wuhan", Refusal(WIN, "pair_not_258", SEVEN, pair=SEVEN), "小胡的将牌要 2、5、8，你的是七万"),
        ("shandong_1", Refusal(WIN, "pair_not_258", SEVEN, pair=SEVEN), "将牌要 2、5、8，你的是七万"),
        ("sichuan", Refusal(WIN, "three_suits", SEVEN, suits=(0, 1, 2)), "三门都有，要缺一门：你有万、筒、条"),
        ("lishui", Refusal(WIN, "discard_needs_two", SEVEN, value=1), "番型不到 2 倍，只能自摸：你的是 1 倍"),
    ],
)
def test_a_sentence_names_what_is_in_the_hand(key: str, refusal: Refusal, told: str) -> None:
    assert refusal_words(Words(Strings("zh_CN"), TableTexts("zh_CN", key), str), refusal) == told
