"""Random play that leans towards rare situations reaches the whole catalogue, and every law holds on the way.

What no play reaches is listed in `tests/helpers/rare/rigged.py`, each with a rigged table that shows it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.commands import Choose, parse_command, show_command
from rules.evolve import fold
from rules.log import decode_all, encode
from rules.rerun import deal_of, rerun
from rules.simulate import Watch
from rules.variants import all_variants, variant
from tests.helpers.rare.catalogue import CATALOGUE, shown_by, situations_of
from tests.helpers.rare.leaning import leaning_hands
from tests.helpers.rare.plans import PLANS
from tests.helpers.rare.played import Played
from tests.helpers.rare.rigged import RIGGED, rigged_case, rigged_hand

KEYS = list(all_variants())
PLANNED = len(PLANS)
LEAST, MOST = 5 * PLANNED, 20 * PLANNED
"""Hands of a variant that are played: five of each plan, and on until all is reached, twenty at most."""
LOGS = Path(__file__).resolve().parents[1] / "logs"
ODD = sorted(LOGS.glob("*/odd-*.jsonl"))
SHOWN = [(key, name) for key, names in RIGGED.items() for name in names]


@pytest.mark.timeout(300)  # a machine with other work to do is many times slower
@pytest.mark.parametrize("key", KEYS)
def test_play_reaches_every_rare_situation(key: str) -> None:
    """Every event of every hand is checked by `Watch`; a broken law ends the test."""
    missing = set(situations_of(key)) - set(RIGGED.get(key, {}))
    for number, hand in enumerate(leaning_hands(key, MOST), 1):
        missing -= shown_by(key, Played(hand))
        if not missing and number >= LEAST:
            break
    assert not missing


@pytest.mark.parametrize("key", KEYS)
def test_rare_events_and_answers_survive_being_written_down(key: str) -> None:
    for hand in leaning_hands(key, PLANNED):
        assert decode_all(json.loads(json.dumps(encode(event))) for event in hand.log) == hand.log


def test_an_answer_of_several_words_is_read_back() -> None:
    swap = Choose("item", "swap_named 1m 9p")
    assert parse_command(show_command(swap)) == swap


@pytest.mark.parametrize(("key", "name"), SHOWN)
def test_rigged_tables_show_what_play_does_not_reach(key: str, name: str) -> None:
    case = rigged_case(RIGGED[key][name])
    hand = rigged_hand(case.name)
    Watch(deal_of(hand.log)).follow(hand)
    assert case.failures() == []
    assert (hand.state.variant, name in shown_by(key, Played(hand))) == (key, True)


@pytest.mark.parametrize("path", ODD, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_odd_golden_log_shows_the_situation_that_it_is_named_after(path: Path) -> None:
    log = decode_all(json.loads(line) for line in path.read_text("utf-8").splitlines())
    hand = rerun(variant(path.parent.name).rules(dict(fold(log).options)), log)
    assert path.stem.removeprefix("odd-") in shown_by(path.parent.name, Played(hand))


def test_every_variant_has_odd_golden_logs() -> None:
    assert {path.parent.name for path in ODD} == set(KEYS)


def test_a_situation_stands_in_the_catalogue_once_for_each_variant() -> None:
    for key in KEYS:
        names = [each.name for each in CATALOGUE if key in each.variants]
        assert len(names) == len(set(names)), key
