"""Difference cards: what is otherwise in one variant for a player who knows another, in words (design section 8).

The differences come from the rulesets themselves (`rules.differences`); their texts stand in the catalogue `rules`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from game.tabletexts import TableTexts
from rules.differences import Difference, Kind, Topic, differences
from rules.values import value
from rules.variants import variant


@value
class DifferenceCard:
    """One difference: its kind, what it is in a few words, and a sentence."""

    kind: Kind
    title: str
    text: str


@value
class HouseRules:
    """A variant by its id, with the options that are not as usual."""

    variant: str
    options: Mapping[str, str] = field(default_factory=dict)


def difference_cards(language: str, known: HouseRules, here: HouseRules) -> tuple[DifferenceCard, ...]:
    """What is otherwise here, the most important first; nothing between tables that play alike.

    Raises UnknownVariant, OptionError.
    """
    found = differences(variant(known.variant).rules(known.options), variant(here.variant).rules(here.options))
    return tuple(_card(TableTexts(language, known.variant), TableTexts(language, here.variant), one) for one in found)


def _card(known: TableTexts, here: TableTexts, difference: Difference) -> DifferenceCard:
    key, owner = difference.trait.key, here
    absent = difference.kind is Kind.ABSENT
    values = {"known": known.card}
    if difference.trait.topic is Topic.PATTERNS:
        owner = known if absent else here
        values |= {"pattern": owner.pattern(key), "note": owner.pattern_note(key)}
        key = "pattern"
    title, _, text = here.text("difference", f"no {key}" if absent else key).partition("|")
    return DifferenceCard(difference.kind, title.format(**values), text.format(**values))


def most_telling(cards: Sequence[DifferenceCard], count: int) -> tuple[DifferenceCard, ...]:
    """The first of the cards, in their order; the last place goes to what is absent where anything is."""
    present = [card for card in cards if card.kind is not Kind.ABSENT]
    absent = [card for card in cards if card.kind is Kind.ABSENT]
    shown = present[: count - bool(absent)]
    return (*shown, *absent[: count - len(shown)])
