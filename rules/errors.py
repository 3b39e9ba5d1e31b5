"""Every error that the rules raise on purpose. Anything else that escapes is a bug."""

from __future__ import annotations


class RulesError(Exception):
    """Base of all errors raised by `rules`."""


class NotationError(RulesError):
    """Text that is not tiles, a meld or an action in the rulebook's notation."""


class OptionError(RulesError):
    """An unknown option of a variant, or a value that the option does not have."""


class UnknownVariant(RulesError):
    """A variant id that no file in `rules/variants` defines."""


class IllegalCommand(RulesError):
    """A command that is not among the options of the seat's open ask. The state has not changed."""


class LogError(RulesError):
    """A recorded log that cannot be decoded, folded or run again."""


class CaseError(RulesError):
    """A case that is not what cases/README.md describes; the message names file, case and key, on one line."""
