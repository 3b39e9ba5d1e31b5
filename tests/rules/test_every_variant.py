"""Conformance: what holds for every variant, with no code per variant. A new variant is covered by existing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.bots import LEVELS, seeded_chooser
from rules.commands import PONG
from rules.errors import LogError, UnknownVariant
from rules.events import EVENT_TYPES, Answered, Asked, Cause, Drew, Event
from rules.evolve import evolve, fold
from rules.log import decode, decode_all, encode
from rules.match import Length, LengthUnit, Match, MatchSettings
from rules.rerun import rerun
from rules.round import Deal, Round
from rules.ruleset import Ruleset
from rules.seats import SEATS
from rules.secrecy import redact, view_of
from rules.simulate import CheckFailed, Watch, play_hand, simulate
from rules.state import RoundState
from rules.variants import all_variants, variant

KEYS = list(all_variants())
LOGS = Path(__file__).parent.parent / "logs"
VARIANT_TESTS = Path(__file__).parent.parent / "variants"
EVENTS_AT_MOST = 2000


def match_of(key: str, seed: bytes = b"conformance", **options: str) -> Match:
    settings = MatchSettings(key, tuple(options.items()), Length(LengthUnit.HANDS, 10**6), seed)
    return Match(settings, variant(key))


def played(key: str, level: str, number: int = 1) -> tuple[Ruleset, Deal, Round]:
    match = match_of(key, b"played" + bytes([number]))
    deal = match.next_deal()
    return match.rules, deal, play_hand(match.rules, deal, [LEVELS[level]] * 4, seeded_chooser(b"bots", number))


@pytest.mark.parametrize("level", ["uniform", "efficient"])
@pytest.mark.parametrize("key", KEYS)
def test_every_law_holds_at_every_event(key: str, level: str) -> None:
    """Tiles conserved, payments zero-sum, asks sound, each seat's fold is the redacted truth; hands end."""
    tally = simulate(match_of(key), [level] * 4, 12 if level == "uniform" else 25, check=True)
    assert tally.hands in (12, 25)
    assert tally.events < EVENTS_AT_MOST * tally.hands


def test_a_leak_is_found_at_the_event_that_leaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.simulate.redact", lambda event, seat: event if seat == 0 else redact(event, seat))
    with pytest.raises(CheckFailed, match="seat 0 sees other than it may at WallBuilt"):
        simulate(match_of(KEYS[0]), ["uniform"] * 4, 1, check=True)


def draw_twice(hand: Round) -> None:
    place = next(place for place, event in enumerate(hand.log) if isinstance(event, Drew))
    hand.log.insert(place, hand.log[place])


def ask_with_a_foreign_default(hand: Round) -> None:
    place, asked = next((place, event) for place, event in enumerate(hand.log) if isinstance(event, Asked))
    hand.log[place] = replace(asked, ask=replace(asked.ask, default=PONG))


def another_state(hand: Round) -> None:
    hand.state.streak += 1


def no_end(hand: Round) -> None:
    hand.log.append(hand.log[-1])


BROKEN: dict[str, Callable[[Round], None]] = {
    "tiles are not conserved at Drew": draw_twice,
    "an ask without options or with a foreign default": ask_with_a_foreign_default,
    "the log folds to another state: .'streak'": another_state,
    "a hand ends with RoundEnded": no_end,
}


@pytest.mark.parametrize("why", BROKEN)
def test_what_is_wrong_with_a_hand_is_found(why: str) -> None:
    _, deal, hand = played(KEYS[0], "efficient")
    BROKEN[why](hand)
    with pytest.raises(CheckFailed, match=why):
        Watch(deal).follow(hand)


@pytest.mark.parametrize(("gained", "why"), [((1, 0), "do not sum to zero"), ((1, -1), "points and ledger differ")])
def test_points_from_nowhere_are_found(gained: tuple[int, int], why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def generous(state: RoundState, event: Event) -> None:
        evolve(state, event)
        for seat, points in enumerate(gained):
            state.seats[seat].points += points

    _, deal, hand = played(KEYS[0], "efficient")
    monkeypatch.setattr("rules.simulate.evolve", generous)
    with pytest.raises(CheckFailed, match=why):
        Watch(deal).follow(hand)


@pytest.mark.parametrize("key", KEYS)
def test_a_variant_is_found_by_its_id(key: str) -> None:
    assert variant(key) is all_variants()[key]


@pytest.mark.parametrize("key", ["", "nowhere", f"{KEYS[0]}_", "__init__"])
def test_an_unknown_id_is_refused_with_those_that_exist(key: str) -> None:
    with pytest.raises(UnknownVariant, match=KEYS[-1]):
        variant(key)


def test_a_table_loads_the_file_of_its_own_variant_only() -> None:
    code = f"import sys; from rules.variants import variant; variant({KEYS[0]!r}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = [name for name in done.stdout.split() if name.startswith("rules.variants.")]
    assert len(loaded) == 1


@pytest.mark.parametrize("key", KEYS)
def test_every_option_value_plays(key: str) -> None:
    """Each value of each option keeps the laws too."""
    for option in variant(key).options:
        for value in option.values[1:]:
            match = match_of(key, option.key.encode(), **{option.key: value})
            assert simulate(match, ["efficient", "uniform"] * 2, 3, check=True).hands == 3


@pytest.mark.parametrize("key", KEYS)
def test_efficient_bots_finish_hands_sensibly(key: str) -> None:
    """Bots that know what they aim at win most hands."""
    tally = simulate(match_of(key, b"sensible"), ["efficient"] * 4, 40)
    assert tally.drawn < 20


@pytest.mark.parametrize("key", KEYS)
def test_the_same_seed_gives_the_same_log(key: str) -> None:
    first, second = played(key, "efficient"), played(key, "efficient")
    assert first[2].log == second[2].log


@pytest.mark.parametrize("key", KEYS)
def test_a_hand_runs_again_from_its_answers(key: str) -> None:
    for level in ("uniform", "efficient"):
        rules, _, hand = played(key, level, 2)
        assert rerun(rules, hand.log).state == hand.state


@pytest.mark.parametrize("key", KEYS)
def test_a_log_goes_on_from_any_event(key: str) -> None:
    """Whatever event a log was cut off at, going on with the recorded answers ends in the same state."""
    rules, _, hand = played(key, "uniform", 3)
    for cut in range(4, len(hand.log), 37):
        again = rerun(rules, hand.log[:cut])
        for event in hand.log[len(again.log) :]:
            if isinstance(event, Answered) and event.cause is not Cause.FORCED:
                again.submit(event.seat, event.command, event.cause)
        assert again.state == hand.state


@pytest.mark.parametrize("key", KEYS)
def test_events_survive_being_written_down(key: str) -> None:
    _, _, hand = played(key, "efficient", 4)
    lines = [json.loads(json.dumps(encode(event))) for event in hand.log]
    assert decode_all(lines) == hand.log


@pytest.mark.parametrize("key", KEYS)
def test_twin_worlds_look_the_same_to_who_may_not_know(key: str) -> None:
    """Two deals that differ only in what seat 0 cannot see give it the same stream while nothing is revealed."""
    match = match_of(key, b"twins")
    deal = match.next_deal()
    # The last two tiles of the block that seat 1 and seat 2 were dealt first change places.
    start = 4 * ((1 - deal.dealer) % 4), 4 * ((2 - deal.dealer) % 4)
    wall = list(deal.wall)
    wall[start[0]], wall[start[1]] = wall[start[1]], wall[start[0]]
    assert wall != list(deal.wall)
    twin = Deal(deal.variant, deal.options, tuple(wall), deal.dice, deal.number, deal.dealer, deal.streak)
    streams = []
    for world in (deal, twin):
        hand = Round(match.rules, world)
        streams.append([json.dumps(encode(event)) for event in view_of(hand.log, 0)])
    assert streams[0] == streams[1]


@pytest.mark.parametrize("key", KEYS)
def test_the_clock_alone_ends_a_hand(key: str) -> None:
    """Defaults everywhere: what happens when everybody has left the table."""
    match = match_of(key, b"clock")
    hand = Round(match.rules, match.next_deal())
    while not hand.over:
        hand.expire(next(iter(hand.asks)))
    assert sum(owner.points for owner in hand.state.seats) == 0


@pytest.mark.parametrize("key", KEYS)
def test_nobody_learns_of_other_seats_asks(key: str) -> None:
    _, _, hand = played(key, "efficient", 5)
    for seat in SEATS:
        assert {e.seat for e in view_of(hand.log, seat) if isinstance(e, Asked)} <= {seat}
    assert not any(isinstance(e, Asked | Answered) for e in view_of(hand.log, None))


@pytest.mark.parametrize("key", KEYS)
def test_every_variant_has_the_sentences_of_its_text_as_tests(key: str) -> None:
    text = (VARIANT_TESTS / f"test_{key.partition('_')[0]}.py").read_text(encoding="utf-8")
    assert f'"{key}"' in text


@pytest.mark.parametrize("key", KEYS)
def test_every_variant_has_its_golden_logs(key: str) -> None:
    """The golden logs fold, and running their answers again gives every event."""
    paths = sorted((LOGS / key).glob("*.jsonl"))
    assert paths, f"tests/logs/{key} has no golden log (python -m tests.golden makes one)"
    for path in paths:
        log = decode_all(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
        rules = variant(key).rules(dict(fold(log).options))
        assert rerun(rules, log).log == log


def test_logs_and_variants_belong_together() -> None:
    assert {path.name for path in LOGS.iterdir()} == set(KEYS)


@cache
def one_of_each_kind() -> dict[str, dict[str, Any]]:
    """The first event of each kind in the golden logs, as plain data."""
    lines = (line for path in sorted(LOGS.rglob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines())
    found: dict[str, dict[str, Any]] = {}
    for data in map(json.loads, lines):
        found.setdefault(data["e"], data)
    return found


def test_the_golden_logs_show_every_kind_of_event() -> None:
    assert set(one_of_each_kind()) == {kind.__name__ for kind in EVENT_TYPES}


@pytest.mark.parametrize("kind", [kind.__name__ for kind in EVENT_TYPES])
def test_an_event_with_a_field_too_few_too_many_or_of_another_type_is_refused(kind: str) -> None:
    data = one_of_each_kind()[kind]
    assert encode(decode(data)) == data
    for name in data:
        with pytest.raises(LogError):
            decode({key: value for key, value in data.items() if key != name})
        with pytest.raises(LogError):
            decode(data | {name: 1.5})
    with pytest.raises(LogError, match="more"):
        decode(data | {"more": 1})


@pytest.mark.parametrize("seat", [True, "0", None])
def test_a_number_is_a_number(seat: object) -> None:
    with pytest.raises(LogError, match="Staged.seat: int expected"):
        decode({"e": "Staged", "stage": "turn", "seat": seat})
