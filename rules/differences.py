"""What a player who knows one variant must be told before he plays another: traits of a ruleset, and their differences.

Nothing here knows a variant. Traits are read from the data of a ruleset; what a function hides, its `Summary` declares.
A trait is an id; what is said about it stands in the catalogue, and a pattern's name and sentence are its text.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from rules.ruleset import Ruleset
from rules.shapes import SevenPairs
from rules.tiles import HONOURS, SUIT_OF
from rules.values import value

UNTOLD = frozenset({"plain", "dealer", "seven_pairs"})
"""Patterns told otherwise: every variant has the ordinary win, and a trait of its own tells of the other two."""


class Topic(StrEnum):
    """What a trait is about, in the order in which differences are told."""

    TILES = "tiles"
    CALLS = "calls"
    WILDS = "wilds"
    NEEDS = "needs"
    WINNERS = "winners"
    PAYERS = "payers"
    EXTRAS = "extras"
    SHAPES = "shapes"
    PATTERNS = "patterns"
    KONGS = "kongs"
    ENDING = "ending"
    DEALER = "dealer"


EITHER_OR = frozenset({Topic.PAYERS, Topic.KONGS, Topic.ENDING, Topic.DEALER})
"""Every variant has one trait of each of these; telling the one that is here tells that the other is not."""


class Kind(StrEnum):
    """How a difference strikes who does not know it: something is new, is demanded or forbidden, is absent."""

    NEW = "new"
    LIMIT = "limit"
    ABSENT = "absent"


@value
class Trait:
    """One thing that holds in a variant: its topic and the id of its text; `limit`: it demands or forbids."""

    topic: Topic
    key: str
    limit: bool = False


@value
class Difference:
    """One difference: a trait that is new here, limits here, or is absent here."""

    kind: Kind
    trait: Trait


def traits(rules: Ruleset) -> tuple[Trait, ...]:
    """The traits of a ruleset with its options, in the order in which they are told."""
    return tuple(sorted(_traits(rules), key=lambda trait: list(Topic).index(trait.topic)))


def _traits(rules: Ruleset) -> Iterator[Trait]:
    summary = rules.summary
    yield from (Trait(Topic.NEEDS, key, limit=True) for key in summary.demands)
    yield from (Trait(Topic.EXTRAS, key) for key in summary.extras)
    yield from (Trait(topic, key) for topic, key, holds in _yes_or_no(rules) if holds)
    yield from (Trait(Topic.PATTERNS, name) for name in _patterns(rules))
    yield Trait(Topic.PAYERS, summary.payers, limit=True)
    yield Trait(Topic.KONGS, summary.kongs)
    yield Trait(Topic.ENDING, summary.drawn)
    yield Trait(Topic.DEALER, summary.dealer)


def _yes_or_no(rules: Ruleset) -> Iterator[tuple[Topic, str, bool]]:
    calls = rules.calls
    yield Topic.TILES, "honours", any(SUIT_OF[kind] == HONOURS for kind in rules.tiles.kinds)
    yield Topic.CALLS, "chow", calls.chow
    yield Topic.CALLS, "honour_chow", bool(calls.runs)
    yield Topic.WILDS, "wild", rules.tiles.wild is not None
    yield Topic.WINNERS, "several_winners", rules.scoring.several_winners
    yield Topic.EXTRAS, "hidden_kongs", calls.hide_concealed_kong
    yield Topic.EXTRAS, "false_wins", calls.unchecked_wins
    yield Topic.EXTRAS, "leaving_pays", rules.scoring.leave is not None
    yield Topic.SHAPES, "seven_pairs_shape", any(isinstance(shape, SevenPairs) for shape in rules.winning.shapes)


def _patterns(rules: Ruleset) -> Iterator[str]:
    """The patterns that count, each once, in the order of the variant; also those of special wins."""
    winnings = (rules.winning, *rules.winning.special.values())
    names = dict.fromkeys(pattern.name for winning in winnings for pattern in winning.patterns)
    yield from (name for name in names if name not in UNTOLD)


def differences(known: Ruleset, here: Ruleset) -> tuple[Difference, ...]:
    """What is otherwise here for a player who knows the other rules: what is here, then what is not."""
    there, mine = traits(known), traits(here)
    present = [Difference(Kind.LIMIT if trait.limit else Kind.NEW, trait) for trait in mine if trait not in there]
    absent = [trait for trait in there if trait not in mine and trait.topic not in EITHER_OR]
    return (*present, *(Difference(Kind.ABSENT, trait) for trait in absent))
