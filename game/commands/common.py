"""What the commands share: arguments, clear one-line errors, exit statuses."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from typing import NoReturn

from rules.errors import OptionError, RulesError
from rules.match import Length, LengthUnit, default_length
from rules.ruleset import Variant
from rules.variants import variant

OK, FAILED, WRONG_USAGE = 0, 1, 2
INTERRUPTED = 130
"""By Ctrl-C, as shells count it."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line on standard error, exit status 2."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong."""
        self.exit(WRONG_USAGE, f"{self.prog}: {' '.join(message.split())}\n")


def refuse(problem: object) -> int:
    """One line on standard error that names what is wrong; the exit status that goes with it."""
    print(" ".join(str(problem).split()), file=sys.stderr)
    return WRONG_USAGE


def guarded(action: Callable[[], int]) -> int:
    """Run a command; errors that a person can cause become one line and exit status 2.

    A reader of standard output who has had enough, as `head` has, ends it in silence, exit status 1.
    """
    try:
        status = action()
        if sys.stdout is not None:  # a program without a console has none
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else what is left fails again at the end
        return FAILED
    except RulesError as error:
        return refuse(error)
    except OSError as error:
        return refuse(f"{error.filename}: {error.strerror}" if error.filename and error.strerror else error)
    return status


def seconds_of(text: str) -> float:
    """A number of seconds, for an argument parser. Raises ArgumentTypeError."""
    with suppress(ValueError):
        if 0 <= (seconds := float(text)) < inf:
            return seconds
    raise argparse.ArgumentTypeError(f"a number of seconds, not {text!r}")


def add_table_arguments(parser: Parser) -> None:
    """Options of a table: house rules and seed."""
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="house rule, may be repeated")
    parser.add_argument("--seed", type=int, help="number that decides every wall, all dice and the bots' chance")


def chosen_options(key: str, settings: Sequence[str]) -> tuple[Variant, dict[str, str]]:
    """The variant and all its options. Raises UnknownVariant, OptionError."""
    found = variant(key)
    chosen = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise OptionError(f"an option is written K=V, not {setting!r}")
        chosen[name] = value
    return found, found.choose(chosen)


def seed_bytes(seed: int) -> bytes:
    """The match seed that a number on the command line stands for. Raises OptionError for a number out of range."""
    if not 0 <= seed < 2**64:
        raise OptionError(f"a seed is a number from 0 to 2^64 - 1, not {seed}")
    return b"sifang--" + seed.to_bytes(8, "big")


def length_of(found: Variant, hands: int | None) -> Length:
    """So many hands, or the variant's default length. Raises OptionError."""
    if hands is None:
        return default_length(found)
    if hands < 1:
        raise OptionError(f"--hands is at least 1, not {hands}")
    return Length(LengthUnit.HANDS, hands)
