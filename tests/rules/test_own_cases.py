"""The case files of `tests/cases`: hands and scripts worked out by hand from the rulebook, sentence by sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.cases import Case, read_cases
from rules.variants import variant

FILES = sorted((Path(__file__).resolve().parents[1] / "cases").glob("*.toml"))
CASES = [case for file in FILES for case in read_cases(file.read_text("utf-8"), file.name, variant)]


def test_there_are_cases() -> None:
    assert CASES


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_the_rulebook_says_happens(case: Case) -> None:
    assert case.failures() == []
