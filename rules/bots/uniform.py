"""The bot that takes any legal option with equal chance: for tests and benchmarks."""

from __future__ import annotations

from rules.bots.base import Chooser
from rules.commands import Command
from rules.events import Ask
from rules.ruleset import Ruleset
from rules.state import RoundState


def uniform(view: RoundState, rules: Ruleset, ask: Ask, choose: Chooser) -> Command:
    """Any option."""
    return ask.options[choose(len(ask.options))]
