"""The tabs of a variant's page: which sections of the rule page each shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rulepages import load_page
from game.tabletexts import TableTexts
from rules.variants import all_variants
from rules.wall import COPIES

if TYPE_CHECKING:
    from game.strings import Strings

FIRST, DIFFERENCES = "quick", "differences"
TOPICS: dict[str, tuple[str, ...]] = {
    FIRST: ("quick", "special"),
    "tiles": ("tiles", "calls"),
    "wins": ("wins",),
    "score": ("score", "end"),
    "options": ("options",),
    DIFFERENCES: (),
}
"""Tab -> the keys of its sections (`game.rulepages.SECTIONS`); the differences come from the rulesets themselves."""


def topic_title(strings: Strings, variant: str, topic: str) -> str:
    """What a tab is called: as the first of its sections on this page."""
    if topic == DIFFERENCES:
        return strings.tr("Compared")
    return load_page(variant, strings.language).section(TOPICS[topic][0]).title


def variant_facts(strings: Strings, variant: str) -> list[str]:
    """Where it is played, how many tiles there are, which calls, and whether several may win at once."""
    found = all_variants()[variant]
    rules = found.rules({})
    tiles = len(rules.tiles.kinds) * COPIES
    return [
        TableTexts(strings.language, variant).region(found.region),
        strings.tr_plural("{count} tile", "{count} tiles", tiles),
        strings.tr("Chow, pong, kong") if rules.calls.chow else strings.tr("Pong, kong, no chow"),
        strings.tr("Several may win") if rules.scoring.several_winners else strings.tr("One winner"),
    ]
