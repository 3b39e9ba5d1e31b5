"""Twin worlds: two deals that a seat cannot tell apart, and what its streams may differ in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from net.wire import TO_CLIENT, unpack
from rules.bots import seeded_chooser
from rules.events import Dealt
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.round import Deal, Round
from rules.variants import all_variants, variant
from tests.net.scale import SCALE

KEYS = list(all_variants()) if SCALE > 1 else ["beijing", "changsha", "wuhan", "hebei_1"]


def twin_deals(key: str, seed: int, own: int = 1) -> tuple[Deal, Deal]:
    """Two deals that differ only in how the tiles of seats `own` to 3 are spread among them; seat 0 deals."""
    found = variant(key)
    match = Match(MatchSettings(key, (), Length(LengthUnit.HANDS, 1), b"twins" + bytes([seed])), found)
    first = replace(match.next_deal(), dealer=0)
    places, at = [], 0
    for event in Round(match.rules, first).log:
        if isinstance(event, Dealt):
            places += [at + i for i in range(len(event.tiles)) if event.seat >= own]
            at += len(event.tiles)
    chance, wall = seeded_chooser(b"twins", seed), list(first.wall)
    for last in range(len(places) - 1, 0, -1):
        a, b = places[last], places[chance(last + 1)]
        wall[a], wall[b] = wall[b], wall[a]
    return first, replace(first, wall=tuple(wall))


def decided_differently(here: tuple[float, bytes], there: tuple[float, bytes]) -> bool:
    """Whether two frames come at the same moment and tell that somebody threw another tile: a legal difference."""
    thrown = [
        [event for _, body in unpack(data, TO_CLIENT).body["messages"] for event in body["events"]][:1]
        for _, data in (here, there)
    ]
    return here[0] == there[0] and thrown[0] != thrown[1] and all(e["e"] == "Discarded" for (e,) in thrown)


def meetings() -> Iterator[list[tuple[int, bool]]]:
    """For a module: how many frames were the same before twin worlds legally differed, and whether others were asked
    differently."""
    found: list[tuple[int, bool]] = []
    yield found
    assert not found or max(same for same, _ in found) > 60
    assert not found or any(differ for _, differ in found)
