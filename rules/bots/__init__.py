"""Bots: a view and an ask in, one of the ask's options out. They see nothing that their seat may not know."""

from __future__ import annotations

from typing import Final

from rules.bots.base import Bot, Chooser, seeded_chooser
from rules.bots.efficient import efficient
from rules.bots.uniform import uniform

LEVELS: Final[dict[str, Bot]] = {"uniform": uniform, "efficient": efficient}
"""Bot levels by the name used on the command line."""

__all__ = ["LEVELS", "Bot", "Chooser", "efficient", "seeded_chooser", "uniform"]
