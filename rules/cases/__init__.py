"""Case files: the rules, checked in the words of the rulebook (cases/README.md). Text in, findings out.

`read_cases` turns the text of a file into cases, `Case.failures` plays or judges one; `judge_line` is the batch form of
the score calculator. Nothing here reads a file, and the variants are found by a function that the caller passes.
"""

from rules.cases.fields import FindVariant
from rules.cases.files import Case, HandCase, ScriptCase, read_cases
from rules.cases.hands import FinishedHand, HandVerdict, judge_hand, read_hand
from rules.cases.lines import judge_line

__all__ = [
    "Case", "FindVariant", "FinishedHand", "HandCase", "HandVerdict", "ScriptCase", "judge_hand", "judge_line",
    "read_cases", "read_hand",
]  # fmt: skip
