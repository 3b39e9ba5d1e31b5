"""`main.py check FILE...`: does the engine do what these case files say?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.commands.common import FAILED, OK, Parser, guarded
from rules.cases import Case, read_cases
from rules.errors import CaseError
from rules.variants import variant


def run(arguments: Sequence[str]) -> int:
    """Check the files: one line per failing case, then the totals. 0: all passed, 1: some failed, 2: no case file."""
    parser = Parser(prog="main.py check", description="Play and judge the cases of case files.")
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help="a case file (TOML)")
    paths: list[Path] = parser.parse_args(arguments).files
    return guarded(lambda: _check(paths))


def _check(paths: Sequence[Path]) -> int:
    cases = [case for path in paths for case in read_cases(_text(path), str(path), variant)]
    failed = sum(_fails(case) for case in cases)
    print(f"{len(cases) - failed} passed, {failed} failed")
    return FAILED if failed else OK


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CaseError(f"{path}: not UTF-8 text (byte {error.start})") from error


def _fails(case: Case) -> bool:
    failures = case.failures()
    if failures:
        told = f"{case.name}: {'; '.join(failures)}"
        print(" ".join(told.splitlines()))  # a text of the case may have lines of its own
    return bool(failures)
